from __future__ import annotations

import json

import numpy as np
import pytest
from vision_fakes import FakeSession, row

from vision.detector import Detector, letterbox, suppress
from vision.errors import WeightsError
from vision.types import CLASSES, Photo


def blank(width, height):
    return Photo(np.zeros((height, width, 3), np.uint8), "", (width, height))


def test_boxes_come_back_in_the_photos_pixels():
    photo = Photo(np.zeros((600, 800, 3), np.uint8), "", (1600, 1200))  # decoded at half size, shown at 0.8 of that
    session = FakeSession([row((100, 160, 140, 200), "b7")])
    (glyph,) = Detector(session).detect(photo)
    assert glyph.face == "b7"
    assert glyph.box == pytest.approx((250, 200, 350, 300))  # 80 rows of grey above, then ÷ 0.8 × 2
    assert glyph.head == pytest.approx((300, 200))
    assert glyph.foot == pytest.approx((300, 300))
    assert len(glyph.scores) == len(CLASSES)


def test_the_input_is_rgb_between_0_and_1_with_grey_around():
    pixels = np.zeros((100, 200, 3), np.uint8)
    pixels[:, :, 0] = 255  # blue
    blob, box = letterbox(pixels, (640, 640))
    assert blob.shape == (1, 3, 640, 640)
    assert blob.dtype == np.float32
    assert blob[0, :, 320, 320].tolist() == [0, 0, 1]
    assert blob[0, :, 5, 5] == pytest.approx(114 / 255)
    assert (box.scale, box.left, box.top) == (3.2, 0, 160)


def test_overlapping_boxes_become_one_and_all_class_scores_stay():
    rows = np.stack(
        [
            row((100, 100, 150, 150), "s2", score=0.8),
            row((102, 101, 151, 152), "s3", score=0.6),
            row((300, 100, 350, 150), "s3", score=0.7),
        ]
    )
    kept = suppress(rows)
    assert len(kept) == 2
    scores = kept[0, 4 : 4 + len(CLASSES)]
    assert scores.max() == pytest.approx(0.8)
    assert scores.argmax() == CLASSES.index("s2")
    assert scores[CLASSES.index("s3")] > 0.2


def test_faint_rows_and_numbers_that_are_none_are_left_out():
    faint, broken = row((1, 1, 20, 20), "s1", score=0.01), row((50, 50, 90, 90), "s2")
    broken[2] = np.nan
    assert len(suppress(np.stack([faint, broken]))) == 0
    assert Detector(FakeSession([])).detect(blank(640, 480)) == ()


def test_a_dynamic_input_is_as_small_as_the_photo_allows():
    session = FakeSession([], shape=(1, 3, "height", "width"))
    Detector(session).detect(blank(2000, 1500))
    assert session.fed[0].shape == (1, 3, 480, 640)


@pytest.mark.parametrize(
    "change",
    [
        {"names": json.dumps(CLASSES[::-1])},
        {"names": "nothing"},
        {"kpt_names": '["foot", "head"]'},
    ],
)
def test_a_model_that_means_something_else_is_refused(change):
    session = FakeSession()
    session.meta = session.meta | change
    with pytest.raises(WeightsError):
        Detector(session)


def test_names_as_ultralytics_writes_them_are_understood():
    session = FakeSession()
    session.meta["names"] = str(dict(enumerate(CLASSES)))
    assert Detector(session).size == 640


def test_an_unknown_size_or_output_is_refused():
    with pytest.raises(WeightsError):
        Detector(FakeSession(shape=(1, 3, "h", "w"), meta={"names": json.dumps(CLASSES)}))
    session = FakeSession([np.zeros(12, np.float32)])
    with pytest.raises(WeightsError):
        Detector(session).detect(blank(640, 640))
