"""What is shipped in models/weights is whole, says what it is, and is read without the training packages."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from scorer.faces import FACES
from vision.deck.fit import fit_of
from vision.errors import WeightsError
from vision.secondlook import SecondLook
from vision.types import CLASSES
from vision.weights import find_weights

FOLDER = Path(__file__).resolve().parents[2] / "models" / "weights"


def session(path):
    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def test_the_files_are_those_of_the_manifest_and_small():
    weights = find_weights()
    assert weights.detector.name == "detector.onnx"
    assert all(p.stat().st_size < 12_000_000 for p in FOLDER.iterdir())


def test_a_changed_file_is_refused(tmp_path):
    for path in FOLDER.iterdir():
        if path.suffix != ".pt":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with (tmp_path / "detector.onnx").open("ab") as file:
        file.write(b"x")
    with pytest.raises(WeightsError):
        find_weights(tmp_path)


def test_the_detector_names_its_classes_its_input_and_its_keypoints():
    net = session(find_weights().detector)
    meta = net.get_modelmeta().custom_metadata_map
    assert tuple(json.loads(meta["names"])) == CLASSES
    assert json.loads(meta["kpt_names"]) == ["head", "foot"]
    side = int(meta["imgsz"])
    for height, width in ((side, side), (side * 3 // 4, side)):
        rows = net.run(None, {net.get_inputs()[0].name: np.zeros((1, 3, height, width), np.float32)})[0]
        places = sum((height // stride) * (width // stride) for stride in (8, 16, 32))
        assert rows.shape == (1, 4 + 21 + 6, places)


def test_the_second_look_takes_any_number_of_crops():
    path = find_weights().second_look
    assert path is not None
    net = session(path)
    assert tuple(json.loads(net.get_modelmeta().custom_metadata_map["names"])) == FACES
    for n in (1, 5):
        logits, turn, embedding, there = net.run(None, {"crops": np.zeros((n, 3, 48, 48), np.float32)})
        assert logits.shape == (n, 20)
        assert turn.shape == (n, 4)
        assert there.shape == (n, 1)
        assert np.linalg.norm(embedding, axis=1) == pytest.approx(np.ones(n), abs=1e-3)


def test_a_scan_imports_no_training_package():
    code = (
        "import sys; from vision.scan import Scanner; Scanner.load(); import ui.page; "
        "print([m for m in ('torch', 'ultralytics', 'fontTools') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_the_second_look_carries_what_was_fitted_for_decks():
    path = find_weights().second_look
    assert path is not None
    fit = fit_of(SecondLook(path))
    assert fit is not None, "python -m models fit-deck"
    assert fit.average.shape == (20, 128)
    assert fit.unlike[0] < fit.unlike[1] <= fit.alike[0] < fit.alike[1] <= 1


def test_no_file_says_where_it_was_made():
    for path in FOLDER.iterdir():
        assert not re.search(rb"/(tmp|home|root|work|Users)/\w", path.read_bytes()), path.name
