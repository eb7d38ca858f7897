"""From the table to the picture: projection, and what light, lens and sensor do to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def project(h: NDArray[Any], points: NDArray[Any]) -> NDArray[Any]:
    """Applies a homography (3, 3) to points (n, 2).

    >>> project(np.diag([2.0, 3.0, 1.0]), np.array([[1.0, 1.0]])).tolist()
    [[2.0, 3.0]]
    """
    out = np.c_[points, np.ones(len(points))] @ h.T
    return np.asarray(out[:, :2] / out[:, 2:], np.float64)


def look(
    points: NDArray[Any],
    size: tuple[int, int],
    turn: float,
    tilt: float,
    fraction: float,
    rng: np.random.Generator,
) -> NDArray[Any]:
    """A homography (3, 3) from the table to the picture.

    Args:
        points: (n, 2) what should be in the picture, in card widths.
        size: (width, height) of the picture in pixels.
        turn: radians by which the picture is turned.
        tilt: radians off straight above, toward a random side.
        fraction: share of the picture's tighter side that the points take; above 1 the picture shows a part.
        rng: where the side of the tilt, the distance and the shift come from.

    """
    reach = float(np.abs(points).max()) * 2
    side = rng.uniform(0, 2 * np.pi)
    rz = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    axis = np.array([np.cos(side), np.sin(side), 0.0])
    rt, _ = cv2.Rodrigues(axis * tilt)
    r = rt @ rz
    distance = reach * rng.uniform(1.2, 3.0)
    h = np.c_[r[:, 0], r[:, 1], [0, 0, distance]]
    seen = project(h, points)
    low, high = seen.min(axis=0), seen.max(axis=0)
    scale = fraction * min(size[0] / (high[0] - low[0]), size[1] / (high[1] - low[1]))
    free = np.array(size) - (high - low) * scale
    shift = np.array(size) / 2 - (low + high) / 2 * scale + free * rng.uniform(-0.5, 0.5, 2) * 0.9
    return np.asarray(np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]]) @ h, np.float64)


def _smooth(h: int, w: int, cells: int, rng: np.random.Generator) -> NDArray[Any]:
    coarse = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)


def shine(image: NDArray[Any], rng: np.random.Generator, hard: float) -> NDArray[Any]:
    """Lamp light, shadows, glare and white balance; ``hard`` in [0, 1] makes all of it worse. Same shape, BGR."""
    full_h, full_w = image.shape[:2]
    h, w = (
        128 * full_h // max(full_h, full_w),
        128 * full_w // max(full_h, full_w),
    )  # light is smooth: a small field will do
    light = 1 + _smooth(h, w, 2, rng) * rng.uniform(0.02, 0.12 + 0.2 * hard)
    light += _smooth(h, w, 4, rng) * rng.uniform(0, 0.06 + 0.08 * hard)
    if rng.random() < 0.25 + 0.4 * hard:  # the shadow of an arm or of the phone
        shadow = np.zeros((h, w), np.float32)
        points = rng.uniform(-0.2, 1.2, (4, 2)) * (w, h)
        cv2.fillConvexPoly(shadow, cv2.convexHull(points.astype(np.int32)), 1.0)
        soft = cv2.GaussianBlur(shadow, (0, 0), float(rng.uniform(0.01, 0.06) * w))
        light *= 1 - np.asarray(soft, np.float32) * rng.uniform(0.2, 0.6)
    warm = rng.normal(0, 0.06 + 0.1 * hard)
    gains = np.array([1 - warm, 1 + rng.normal(0, 0.03), 1 + warm], np.float32)
    exposure = rng.uniform(0.45 if rng.random() < 0.4 * (0.3 + hard) else 0.75, 1.15)
    field = cv2.resize(np.clip(light, 0.15, 2).astype(np.float32), (full_w, full_h), interpolation=cv2.INTER_LINEAR)
    out = image * field[:, :, None] * (gains * np.float32(exposure))
    if rng.random() < 0.12 + 0.35 * hard:
        spot = np.zeros((h, w), np.float32)
        centre = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
        axes = (int(rng.uniform(0.02, 0.14) * w), int(rng.uniform(0.01, 0.05) * w) + 1)
        cv2.ellipse(spot, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        spot = cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(0.008, 0.03) * w)) * np.float32(rng.uniform(60, 190))
        out += cv2.resize(spot, (full_w, full_h), interpolation=cv2.INTER_LINEAR)[:, :, None]
    if rng.random() < 0.12:
        grey = out.mean(axis=2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0.0, 0.6)
    return np.asarray(out, np.float32)


def expose(image: NDArray[Any], rng: np.random.Generator, hard: float, glyph: float) -> NDArray[Any]:
    """Defocus, motion, contrast, sensor noise. ``glyph``: width of a character in pixels, the unit of blur."""
    out = image
    blur = rng.uniform(0, 0.02 + 0.035 * hard) * glyph
    if blur > 0.25:
        out = cv2.GaussianBlur(out, (0, 0), float(blur))
    if rng.random() < 0.1 + 0.3 * hard:
        length = max(2, round(rng.uniform(0.03, 0.06 + 0.08 * hard) * glyph))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        mid = (length - 1) / 2
        dx, dy = np.cos(angle) * mid, np.sin(angle) * mid
        cv2.line(kernel, (round(mid - dx), round(mid - dy)), (round(mid + dx), round(mid + dy)), 1.0, 1)
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    contrast = rng.uniform(0.8, 1.15)
    out = (out - 128) * contrast + 128 + rng.uniform(-12, 12)
    sigma = rng.uniform(0.5, 4 + 9 * hard)
    grain = rng.standard_normal(out.shape[:2], np.float32) * np.float32(sigma)
    color = rng.random() < 0.4
    out = out + (grain[:, :, None] if not color else np.dstack([grain, np.roll(grain, 7, 1), np.roll(grain, 5, 0)]))
    return np.asarray(np.clip(out, 0, 255), np.uint8)
