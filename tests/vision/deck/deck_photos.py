"""Photos of a deck that no font holds: twenty cards in two rows, drawn flat and seen from any side."""

from __future__ import annotations

import cv2
import numpy as np

import datasets.deck
from datasets.deck import WIDTH, make_deck
from datasets.lettering import from_brush
from scorer.faces import FACES
from vision.types import Photo

GAP = 20


def brush_deck(seed, monkeypatch):
    monkeypatch.setattr(datasets.deck, "new_lettering", lambda rng, _split: from_brush(rng))
    return make_deck(np.random.default_rng(seed), "train")


def table(deck, rows):
    """Cards side by side in rows, float32 BGR on green, with a rim."""
    height = round(WIDTH * deck.ratio)
    wide, tall = WIDTH + GAP, height + 2 * GAP
    out = np.full((tall * len(rows) + 2 * WIDTH, wide * max(map(len, rows)) + 2 * WIDTH, 3), (70, 110, 60), np.float32)
    for r, row in enumerate(rows):
        for k, face in enumerate(row):
            y, x = WIDTH + r * tall + GAP, WIDTH + k * wide
            image = deck.art[face].image.astype(np.float32)
            part = out[y : y + height, x : x + WIDTH]
            part += (image[:, :, :3] - part) * (image[:, :, 3:] / 255)
    return out


def photo_of(flat, turn=0.0, tilt=0.0, light=1.0, blur=0.0, side=1280):
    """What a phone makes of it: turned by degrees, the far side shorter by a share ``tilt``, darker, less sharp."""
    h, w = flat.shape[:2]
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64) - (w / 2, h / 2)
    corners[:2, 0] *= 1 - tilt
    angle = np.radians(turn)
    corners = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    low, high = corners.min(axis=0), corners.max(axis=0)
    corners = (corners - low) * side / (high - low).max()
    size = tuple(int(v) for v in np.ceil((high - low) * side / (high - low).max()))
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    seen = cv2.warpPerspective(flat, matrix, size, flags=cv2.INTER_AREA, borderValue=(70, 110, 60)) * light
    if blur:
        seen = cv2.GaussianBlur(seen, (0, 0), blur)
    return Photo(np.clip(seen, 0, 255).astype(np.uint8), "rows", size)


ROWS = (FACES[:10], FACES[10:])
