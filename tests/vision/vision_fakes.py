"""A session and a detector that answer what a test wants."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np

from vision.types import CLASSES


def row(box, face, head=None, foot=None, score=0.9):
    """One output row of the detector, (31,), in input pixels."""
    x0, y0, x1, y1 = box
    middle = (x0 + x1) / 2
    head, foot = head or (middle, y0), foot or (middle, y1)
    scores = np.full(len(CLASSES), 0.001)
    scores[CLASSES.index(face)] = score
    return np.array([middle, (y0 + y1) / 2, x1 - x0, y1 - y0, *scores, *head, 0.9, *foot, 0.9], np.float32)


@dataclass
class FakeSession:
    """Looks like an ONNX Runtime session."""

    rows: list = field(default_factory=list)
    shape: tuple = (1, 3, 640, 640)
    meta: dict = field(
        default_factory=lambda: {"names": json.dumps(CLASSES), "imgsz": "640", "kpt_names": '["head", "foot"]'}
    )
    fed: list = field(default_factory=list)

    def get_inputs(self):
        return [SimpleNamespace(name="images", shape=list(self.shape))]

    def get_modelmeta(self):
        return SimpleNamespace(custom_metadata_map=self.meta)

    def run(self, _names, feed):
        self.fed.append(next(iter(feed.values())))
        table = np.stack(self.rows) if self.rows else np.empty((0, 31), np.float32)
        return [table.T[None]]


@dataclass
class FakeDetector:
    """Finds what it was told to find."""

    glyphs: tuple = ()
    size: int = 640

    def detect(self, _photo):
        return self.glyphs
