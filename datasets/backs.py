"""Backs of cards: plain, or one of the small patterns that printers use, with or without a white rim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.backgrounds import tint

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FINEST, COARSEST = 3.0, 28.0
"""Periods of a pattern in pixels of a card 96 wide: the finest are seen as one colour from above a table."""


def _plain(u: Floats, v: Floats, share: float) -> Floats:
    del v, share
    return np.zeros_like(u)


def _lattice(u: Floats, v: Floats, share: float) -> Floats:
    return np.asarray((((u + v) % 1 < share / 2) | ((u - v) % 1 < share / 2)), np.float32)


def _dots(u: Floats, v: Floats, share: float) -> Floats:
    return np.asarray((np.hypot(u % 1 - 0.5, v % 1 - 0.5) < 0.15 + share / 2), np.float32)


def _waves(u: Floats, v: Floats, share: float) -> Floats:
    return np.asarray(((v + 0.35 * np.sin(2 * np.pi * u)) % 1 < share), np.float32)


def _bricks(u: Floats, v: Floats, share: float) -> Floats:
    shifted = u / 2 + np.floor(v) % 2 / 2
    return np.asarray(((v % 1 < share / 2) | (shifted % 1 < share / 4)), np.float32)


def _scales(u: Floats, v: Floats, share: float) -> Floats:
    far = np.hypot((u + np.floor(v) % 2 / 2) % 1 - 0.5, v % 1 - 0.5)
    return np.asarray((np.abs(far - 0.35) < share / 4), np.float32)


def _woven(u: Floats, v: Floats, share: float) -> Floats:
    across = (np.floor(u) + np.floor(v)) % 2 < 1
    return np.asarray(np.where(across, u % 1 < share, v % 1 < share), np.float32)


def _petals(u: Floats, v: Floats, share: float) -> Floats:
    x, y = u % 1 - 0.5, v % 1 - 0.5
    return np.asarray((np.hypot(x, y) < (0.25 + 0.2 * np.cos(5 * np.arctan2(y, x))) * (0.6 + share)), np.float32)


PATTERNS: tuple[tuple[Callable[[Floats, Floats, float], Floats], float], ...] = (
    (_plain, 0.12),
    (_lattice, 0.16),
    (_dots, 0.16),
    (_waves, 0.14),
    (_bricks, 0.12),
    (_scales, 0.1),
    (_woven, 0.1),
    (_petals, 0.1),
)
"""Ink of a pattern, 0…1, from places in periods across and along the card and the share that it covers; how often."""


def draw_back(width: int, height: int, rng: np.random.Generator) -> NDArray[Any]:
    """A back, uint8 (height, width, 3) BGR: strong colours mostly, a pattern lighter or darker than its ground."""
    ground = tint(rng, (60, 235), 255)
    if rng.random() < 0.12:  # coloured print on white
        ground = np.full(3, rng.uniform(200, 250), np.float32)
    ink = tint(rng, (20, 250), 230) if rng.random() < 0.5 else np.full(3, rng.uniform(180, 250), np.float32)
    strength = float(rng.uniform(0.25, 1.0))
    period = float(np.exp(rng.uniform(np.log(FINEST), np.log(COARSEST))))
    angle = float(rng.choice([0.0, np.pi / 4, np.pi / 2])) + float(rng.normal(0, 0.03))
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    u = ((xs * np.cos(angle) + ys * np.sin(angle)) / period).astype(np.float32)
    v = ((ys * np.cos(angle) - xs * np.sin(angle)) / (period * rng.uniform(0.6, 1.6))).astype(np.float32)
    pattern = PATTERNS[int(rng.choice(len(PATTERNS), p=[share for _, share in PATTERNS]))][0]
    cover = cv2.GaussianBlur(pattern(u, v, float(rng.uniform(0.2, 0.6))), (0, 0), 0.7)
    image = ground + (ink - ground) * (cover * strength)[:, :, None]
    rim = rng.random()
    if rim < 0.45:
        thick = round(width * rng.uniform(0.02, 0.12))
        light = tuple(float(c) for c in rng.uniform(225, 250, 3))
        cv2.rectangle(image, (0, 0), (width - 1, height - 1), light, thick * 2)
        if rim < 0.12:  # a line within the rim
            inset = thick + round(width * rng.uniform(0.03, 0.08))
            line = tuple(float(c) for c in ink)
            cv2.rectangle(image, (inset, inset), (width - 1 - inset, height - 1 - inset), line, 2)
    image += rng.normal(0, rng.uniform(0, 5), (height, width, 1))
    return np.asarray(np.clip(image, 0, 255), np.uint8)
