import hashlib
import json
import subprocess
import sys

import cv2
import numpy as np
import pytest

from datasets.hands import random_hand
from datasets.write import make
from scorer import legal_kinds
from vision.types import CLASSES


def digest(folder):
    files = sorted(p for p in folder.rglob("*") if p.suffix in {".jpg", ".txt", ".json"} and p.parent.name == "train")
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("one")
    make(folder, "train", 12, 7, size=(160, 128), whole_share=0.7, hard_share=0.3, bare_share=0.1, workers=1)
    return folder


def test_a_seed_gives_the_same_pictures_whatever_the_number_of_workers(made, tmp_path):
    make(tmp_path, "train", 12, 7, size=(160, 128), whole_share=0.7, hard_share=0.3, bare_share=0.1, workers=2)
    assert len(digest(made)) == 36
    assert digest(tmp_path) == digest(made)


def test_another_seed_gives_other_pictures(made, tmp_path):
    make(tmp_path, "train", 2, 8, size=(160, 128), whole_share=0.7, hard_share=0.3, bare_share=0.1, workers=1)
    ours, theirs = digest(made), digest(tmp_path)
    assert all(ours[name] != theirs[name] for name in theirs if name.endswith(".jpg"))


def test_labels_are_in_ultralytics_pose_format(made):
    lines = [line.split() for p in (made / "labels" / "train").glob("*.txt") for line in p.read_text().splitlines()]
    assert lines
    for numbers in lines:
        assert len(numbers) == 5 + 2 * 3
        assert 0 <= int(numbers[0]) < 21
        assert all(0 <= float(v) <= 1 for k, v in enumerate(numbers[1:]) if k not in (6, 9))
        assert {numbers[7], numbers[10]} <= {"0", "2"}
    text = (made / "data.yaml").read_text()
    assert "kpt_shape: [2, 3]" in text
    assert "flip_idx: [0, 1]" in text
    assert [line.split(": ")[1] for line in text.splitlines() if line.startswith("  ")] == list(CLASSES)


def test_pictures_decode_and_each_has_its_truth(made):
    for path in (made / "images" / "train").glob("*.jpg"):
        assert cv2.imread(str(path)).shape == (128, 160, 3)
        truth = json.loads((made / "truth" / "train" / f"{path.stem}.json").read_text())
        assert truth["size"] == [160, 128]


def test_a_stopped_run_keeps_what_is_there(made):
    path = made / "images" / "train" / "000003.jpg"
    before = path.stat().st_mtime_ns
    make(made, "train", 12, 7, size=(160, 128), whole_share=0.7, hard_share=0.3, bare_share=0.1, workers=1)
    assert path.stat().st_mtime_ns == before


@pytest.mark.parametrize("seed", range(30))
def test_hands_are_legal(seed):
    hand = random_hand(np.random.default_rng(seed))
    faces = [f for c in hand for f in c.faces]
    quads = sum(len(c.faces) == 4 for c in hand)
    assert len(hand) == 7
    assert all(legal_kinds(c.faces) for c in hand)
    assert max(faces.count(f) for f in faces) <= 4
    assert len(faces) == (20 + quads if quads else 21)
    assert sum(len(c.faces) == 2 for c in hand) == (1 if quads else 0)


def test_help_names_every_command():
    out = subprocess.run(
        [sys.executable, "-m", "datasets", "--help"], capture_output=True, text=True, check=True
    ).stdout
    assert all(word in out for word in ("make", "fonts", "sheet"))
