from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from vision_fakes import FakeSession

from scorer.faces import FACES
from vision.errors import WeightsError
from vision.secondlook import SecondLook, upright_crops
from vision.types import CLASSES, Glyph, Photo


def arrow(angle, size=400):
    """A photo of a bar with a bright upper half, turned clockwise by ``angle`` degrees, and its glyph."""
    upright = np.zeros((size, size), np.uint8)
    middle, half = size // 2, 30
    upright[middle - half : middle, middle - 20 : middle + 20] = 255
    upright[middle : middle + half, middle - 20 : middle + 20] = 90
    matrix = cv2.getRotationMatrix2D((middle, middle), -angle, 1)
    pixels = cv2.warpAffine(upright, matrix, (size, size))
    points = np.array([[-20, -half], [20, -half], [20, half], [-20, half]]) @ matrix[:, :2].T + middle
    head, foot = points[:2].mean(axis=0), points[2:].mean(axis=0)
    box = (*points.min(axis=0), *points.max(axis=0))
    scores = tuple(0.9 if c == "s5" else 0.01 for c in CLASSES)
    return np.dstack([pixels] * 3), Glyph(tuple(map(float, box)), tuple(head), tuple(foot), scores)


@pytest.mark.parametrize("angle", [0, 30, 90, 135, 180, 250])
def test_crops_are_turned_upright(angle):
    pixels, glyph = arrow(angle)
    (crop,) = upright_crops(Photo(pixels, "", (400, 400)), [glyph], 48, 0.0)
    assert crop.shape == (3, 48, 48)
    assert crop[:, 6:20, 20:28].mean() > 0.9
    assert 0.25 < crop[:, 28:42, 20:28].mean() < 0.45


def test_crops_of_a_photo_decoded_smaller_and_grey():
    pixels, glyph = arrow(0)
    small = cv2.resize(pixels, (200, 200), interpolation=cv2.INTER_AREA)
    (crop,) = upright_crops(Photo(small, "", (400, 400)), [glyph], 32, 0.2, grey=True)
    assert crop.shape == (1, 32, 32)
    assert crop[0, 8, 16] > 0.9


def test_crops_at_the_edge_and_of_nothing():
    pixels, glyph = arrow(0)
    outside = Glyph((-50, -50, 20, 20), (0, -50), (0, 20), glyph.scores)
    assert np.isfinite(upright_crops(Photo(pixels, "", (400, 400)), [outside], 48)).all()
    assert upright_crops(Photo(pixels, "", (400, 400)), [], 48).shape == (0, 3, 48, 48)


class Classifier(FakeSession):
    """Always sure of one face, and as sure as told that there is a character."""

    def __init__(self, face, names=FACES, there=0.0, **meta):
        meta = {"names": names} | meta
        super().__init__(shape=("n", 1, 48, 48), meta={key: json.dumps(value) for key, value in meta.items()})
        self.there = there
        self.logits = np.full(len(names), -4.0)
        self.logits[names.index(face)] = 4.0

    def run(self, _names, feed):
        count = len(next(iter(feed.values())))
        rows = (self.logits, [6.0, 0.0, 0.0, 0.0], np.eye(1, 128)[0], [self.there])
        return [np.tile(row, (count, 1)) for row in rows]


def test_a_sure_second_look_changes_the_face_but_not_whether_there_is_one():
    pixels, glyph = arrow(0)
    unsure = Glyph(glyph.box, glyph.head, glyph.foot, tuple(0.4 if c in ("s5", "b5") else 0.001 for c in CLASSES))
    (after,) = SecondLook(Classifier("b5")).look(Photo(pixels, "", (400, 400)), (unsure,))
    assert after.face == "b5"
    assert sum(after.scores) == pytest.approx(sum(unsure.scores), abs=0.05)


def test_a_photo_in_which_both_nets_see_no_character_shows_none():
    pixels, glyph = arrow(0)
    unsure = Glyph(glyph.box, glyph.head, glyph.foot, tuple(0.6 if c == "s5" else 0.001 for c in CLASSES))
    for there, kept in ((6.0, 1), (-6.0, 0)):
        second = SecondLook(Classifier("s5", there=there, there_weights=[1.0, 1.0, 0.0]))
        assert len(second.look(Photo(pixels, "", (400, 400)), (unsure,))) == kept


def test_backs_are_left_alone():
    pixels, glyph = arrow(0)
    back = Glyph(glyph.box, glyph.head, glyph.foot, tuple(0.9 if c == "back" else 0.001 for c in CLASSES))
    (after,) = SecondLook(Classifier("b5")).look(Photo(pixels, "", (400, 400)), (back,))
    assert after.face == "back"


def test_a_classifier_of_something_else_is_refused():
    with pytest.raises(WeightsError):
        SecondLook(Classifier("a", ("a", "b")))


def test_where_head_and_foot_meet_halfway_the_net_tells_the_way():
    """The fake net always sees characters upright in their boxes."""
    pixels, glyph = arrow(0)
    torn = replace(glyph, head=(204.0, 202.0), foot=(200.0, 198.0))
    turned = replace(glyph, head=glyph.foot, foot=glyph.head)
    for seen, upward in ((torn, True), (turned, False)):
        (again,) = SecondLook(Classifier("s5")).look(Photo(pixels, "", (400, 400)), (seen,))
        across, down = np.subtract(again.foot, again.head)
        assert abs(across) < 1e-6
        assert down == pytest.approx(60 if upward else -60, abs=1)
