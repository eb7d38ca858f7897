"""What the second look learns from: characters, and places that show none."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.write import make
from models.crops import NOTHING, SIZE, boxes_of, cut_picture, elsewhere, without_character
from vision.types import CLASSES, Glyph

BLANK = (0.0,) * len(CLASSES)


def at(x, y, side=20.0):
    return Glyph((x, y, x + side, y + side), (x + side / 2, y), (x + side / 2, y + side), BLANK)


def test_what_shares_anything_with_a_character_is_not_nothing():
    known = np.array([[100.0, 100, 140, 140]])
    beside, corner, inside, around = at(10, 10), at(125, 125), at(110, 110), at(90, 90, 80)
    assert without_character([beside, corner, inside, around], known) == [beside]
    assert without_character([corner], np.empty((0, 4))) == [corner]


def test_covered_characters_are_known_too():
    quad = [[10, 10], [30, 12], [28, 40], [8, 38]]
    boxes = boxes_of({"cards": [{"glyphs": [quad]}]}, [(3, at(50, 50))])
    assert boxes.tolist() == [[8, 10, 30, 40], [50, 50, 70, 70]]


@pytest.mark.parametrize("seed", range(5))
def test_other_places_lie_in_the_picture(seed):
    for glyph in elsewhere(np.array([[0.0, 0, 300, 40]]), (160, 128), np.random.default_rng(seed)):
        x0, y0, x1, y1 = glyph.box
        assert 0 <= x0 < x1 <= 160
        assert 0 <= y0 < y1 <= 128


@pytest.mark.parametrize("bare", [0.0, 1.0])
def test_crops_of_a_made_picture(tmp_path, bare):
    make(tmp_path, "train", 1, 7, size=(320, 256), whole_share=1, hard_share=0, bare_share=bare, workers=1)
    pixels, labels = cut_picture(tmp_path / "images" / "train" / "000000.jpg")
    assert pixels.shape == (len(labels), SIZE, SIZE, 3)
    assert (labels == NOTHING).any()
    assert (labels < NOTHING).any() == (bare == 0)


def test_a_picture_that_is_none_is_named(tmp_path):
    folder = tmp_path / "images" / "train"
    folder.mkdir(parents=True)
    (folder / "000000.jpg").write_bytes(b"no picture")
    with pytest.raises(ValueError, match=r"000000\.jpg"):
        cut_picture(folder / "000000.jpg")
