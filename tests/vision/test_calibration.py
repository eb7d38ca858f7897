"""Probabilities are put right by what was measured, and nothing else is touched."""

import json

import numpy as np
import pytest
from vision_fakes import FakeDetector

from datasets.characters import make_scene
from models.calibrate import error, fit
from vision.calibration import Calibration, load_calibration
from vision.errors import WeightsError
from vision.scan import Scanner
from vision.types import Photo


def test_the_fit_finds_how_much_too_sure_the_scan_is():
    rng = np.random.default_rng(3)
    honest = rng.uniform(0.3, 0.999, 6000)
    right = rng.random(6000) < honest
    boastful = 1 / (1 + (1 / honest - 1) ** 2)
    found = fit(boastful, right)
    assert found.slope == pytest.approx(0.5, abs=0.06)
    mapped = np.array([found(float(p)) for p in boastful])
    assert error(mapped, right) < 0.02 < error(boastful, right)


def test_a_calibrated_scan_reads_the_same_faces():
    scene = make_scene(4, "row", jitter=0.01, drop=0.0, strays=0.0)
    photo = Photo(np.full((scene.size[1], scene.size[0], 3), 200, np.uint8), "", scene.size)
    detector = FakeDetector(scene.glyphs)
    plain = Scanner(detector).scan(photo)
    honest = Scanner(detector, calibration=Calibration(-0.5, 0.5)).scan(photo)
    assert [c.face for c in plain.cards] == [c.face for c in honest.cards]
    assert all(a.p > b.p for a, b in zip(plain.cards, honest.cards, strict=True))
    assert all(0 <= share <= 1 for c in honest.cards for _, share in c.alternatives)


def test_the_file_is_read_or_refused(tmp_path):
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps({"offset": 0.1, "slope": 0.5}))
    assert load_calibration(path) == Calibration(0.1, 0.5)
    assert load_calibration(None)(0.7) == 0.7
    path.write_text("{}")
    with pytest.raises(WeightsError):
        load_calibration(path)
