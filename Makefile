# make run: start the app (own .venv, base packages only).   make test: everything that must pass.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP     = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run test check lint types fonts dev train-env evaluate bench clean

run: $(VENV)/.base
	$(BIN)/python -m ui

test: $(VENV)/.dev
	$(BIN)/python -m pytest

check: lint types test

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

dev: $(VENV)/.dev

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; set PYTHON=…" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.base
	$(PIP) --constraint constraints.txt --editable '.[dev]'
	@touch $@

# --- training (6 GB of packages, a venv of its own) ---------------------------------------------------------------
TRAIN := .train-venv/bin/python
DATA  ?= data/scenes
# As much as the shipped nets got (models/README.md): hours of the detector, minutes of the second look, on two cores.
PICTURES ?= 24000
HOURS    ?= 8.5
MINUTES  ?= 204

train-env: .train-venv/.done
.train-venv/.done: pyproject.toml
	$(PYTHON) -m venv .train-venv
	$(TRAIN) -m pip install --quiet --editable '.[train]'
	@touch $@

# Letterings and background photos: Debian and npm packages of datasets/sources.toml.
fonts: train-env
	apt-get install -y $$($(TRAIN) -m datasets fonts --packages debian)
	mkdir -p data/npm && npm install --prefix data/npm $$($(TRAIN) -m datasets fonts --packages npm)

# From nothing to the shipped ONNX files.
train: train-env
	$(TRAIN) -m datasets make --out $(DATA) --split train --count $(PICTURES) --seed 1
	$(TRAIN) -m datasets make --out $(DATA) --split val --count 400 --seed 1 --bare 0.5
	$(TRAIN) -m models train --data $(DATA) --out runs/detector --hours $(HOURS) --total $(PICTURES)
	$(TRAIN) -m models export detector --checkpoint runs/detector/weights/last.pt
	$(TRAIN) -m models crops --data $(DATA) --total $(PICTURES)
	$(TRAIN) -m models train-second-look --data $(DATA) --out runs/second_look.pt --minutes $(MINUTES)
	$(TRAIN) -m models export second_look --checkpoint runs/second_look.pt
	$(TRAIN) -m models fuse --data $(DATA)
	$(TRAIN) -m models fit-deck
	$(TRAIN) -m datasets make --out data/calibration --split val --count 100 --seed 77 --width 1600 --height 1200 --whole 1
	$(TRAIN) -m models calibrate --data data/calibration --limit 100
.PHONY: train

# --- slow figures ---------------------------------------------------------------------------------------------------
# Test scenes by the second renderer, letterings training never saw, and pictures without cards.
PROOF ?= data/proof
# Scenes by the training renderer, its validation letterings.
HANDS ?= data/photos
RESULTS := models/results
evaluate: $(VENV)/.dev
	test -e $(PROOF)/.done || { $(BIN)/python -m datasets proof --out $(PROOF) --count 300 --no-cards 30 --seed 48 && touch $(PROOF)/.done; }
	test -e $(HANDS)/.done || { $(BIN)/python -m datasets make --out $(HANDS) --split val --count 200 --seed 31 --width 1600 --height 1200 --whole 1 && touch $(HANDS)/.done; }
	$(BIN)/python -m models evaluate $(PROOF) --csv $(RESULTS)/proof.csv --figures $(RESULTS)/proof --both
	$(BIN)/python -m models evaluate $(HANDS) --csv $(RESULTS)/own-photos.csv

# 100 processes killed -9 while they record, on SQLite and (where a server is installed) on PostgreSQL.
evaluate-ledger: $(VENV)/.dev
	DAER_KILLS=100 $(BIN)/python -m pytest tests/ledger/test_processes.py -s -k kill_9
.PHONY: evaluate-ledger

bench: $(VENV)/.dev
	$(BIN)/python -m scorer bench
	$(BIN)/python -m ui bench --scans 300
	$(BIN)/python -m vision bench --rows datasets/samples/deck/rows.jpg datasets/samples/*-*.jpg datasets/samples/deck/hand.jpg

clean:
	rm -rf $(VENV) .train-venv build *.egg-info
