"""The whole way on the committed sample photos: the shipped weights, no fake."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from models.evaluate import judge
from ui.scanning import ABOUT_PHOTO
from vision.photo import load_photo
from vision.scan import Scanner

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"
HANDS = sorted(p.stem for p in SAMPLES.glob("*.json"))


@pytest.fixture(scope="module")
def scanner():
    return Scanner.load()


def test_there_are_samples():
    assert len(HANDS) >= 3


@pytest.mark.parametrize("name", HANDS)
def test_a_sample_is_read_within_three_taps(scanner, name):
    truth = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    row = judge(truth, scanner.scan(load_photo(SAMPLES / f"{name}.jpg")))
    assert row.taps <= 3
    assert row.columns_exact or row.taps


@pytest.mark.parametrize("photo", sorted((SAMPLES / "states").glob("*.jpg")), ids=lambda path: path.stem)
def test_a_spoilt_photo_has_its_name(scanner, photo):
    assert photo.stem in scanner.scan(load_photo(photo)).warnings


def test_every_state_of_a_photo_has_its_sample():
    assert {p.stem for p in (SAMPLES / "states").glob("*.jpg")} == ABOUT_PHOTO - {"no_cards"} | {"fewer_than_20_cards"}


def test_a_good_photo_has_no_state(scanner):
    assert not ABOUT_PHOTO & set(scanner.scan(load_photo(SAMPLES / "1-row.jpg")).warnings)


def test_the_command_prints_the_contract(tmp_path):
    bad = tmp_path / "notes.jpg"
    bad.write_text("this is no photo")
    photos = [SAMPLES / f"{HANDS[0]}.jpg", bad, SAMPLES / "no-cards.jpg"]
    drawn = tmp_path / "seen.png"
    out = subprocess.run(
        [sys.executable, "-m", "vision", "scan", *map(str, photos), "--json", "--draw", str(drawn)],
        capture_output=True, text=True, check=False, cwd=SAMPLES.parents[1],
    )  # fmt: skip
    lines = [json.loads(line) for line in out.stdout.splitlines()]
    assert out.returncode == 1
    assert [Path(o["photo"]).name for o in lines] == [f"{HANDS[0]}.jpg", "no-cards.jpg"]
    assert "notes.jpg" in out.stderr
    assert "Traceback" not in out.stderr
    first, empty = lines
    assert set(first["ms"]) == {"decode", "detect", "group", "read", "total"}
    inside = [c for c in first["cards"] if c["column"] is not None]
    assert Counter(c["column"] for c in inside) == {k: len(c["cards"]) for k, c in enumerate(first["columns"])}
    assert all(0 <= c["p"] <= 1 and c["glyphs"] for c in first["cards"])
    assert empty["cards"] == []
    assert "no_cards" in empty["warnings"]
