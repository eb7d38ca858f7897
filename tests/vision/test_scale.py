"""How long a card is, whatever the camera did."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.characters import make_scene
from vision.marks import Marks, marks_of
from vision.scale import estimate_scale, seen_from_above, squeeze
from vision.types import CLASSES, Glyph


def squeezed(marks: Marks, angle: float, by: float) -> Marks:
    """The marks of a photo that is ``by`` times as high along a direction."""
    way = np.array([np.cos(angle), np.sin(angle)])
    matrix = np.eye(2) + (by - 1) * np.outer(way, way)
    aside = np.column_stack([-marks.up[:, 1], marks.up[:, 0]])
    up, side = marks.up @ matrix, aside @ matrix
    tall = np.linalg.norm(up, axis=1)
    wide = np.abs(up[:, 0] * side[:, 1] - up[:, 1] * side[:, 0]) / tall
    return replace(
        marks, centre=marks.centre @ matrix, up=up / tall[:, None], tall=tall * marks.tall, wide=wide * marks.wide
    )


@pytest.mark.parametrize("angle", [0.0, np.pi / 2])
def test_a_photo_squeezed_along_one_direction_is_told_by_its_characters(angle):
    """Cards lie along both here: half of it is sure to be seen."""
    marks = seen_from_above(marks_of(make_scene(5, "crosswise", turn=0, strays=0).glyphs))
    before = np.array(squeeze(marks))
    change = squeeze(squeezed(marks, angle, 0.8)) - before
    true = -np.log(0.8) / 2 * np.array([np.cos(2 * angle), np.sin(2 * angle)])
    assert np.abs(change - true).max() < 0.5 * np.abs(true).max()


def ends(face, x, length):
    """Both characters of an upright card, 84 wide and 95 high."""
    scores = tuple(0.9 if c == face else 0.001 for c in CLASSES)
    top = Glyph((x, 5, x + 84, 100), (x + 42, 5), (x + 42, 100), scores)
    low = Glyph((x, length - 100, x + 84, length - 5), (x + 42, length - 5), (x + 42, length - 100), scores)
    return [top, low]


def test_a_pair_of_two_cards_ends_does_not_change_the_length_that_others_tell():
    """The upper end of a card and the lower one of the next, equal one, look like the ends of one longer card."""
    lengths = (400, 400, 400, 510)
    marks = marks_of(g for k, length in enumerate(lengths) for g in ends(f"b{4 + k}", 300 * k, length))
    scale = estimate_scale(marks)
    at, up = np.array([[40.0, 200.0], [640.0, 200.0]]), np.array([[0.0, 1.0], [0.0, 1.0]])
    assert scale.reach(at, up) == pytest.approx([390, 390], rel=0.03)
