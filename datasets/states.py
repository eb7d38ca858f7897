"""Sample photos of each named state: what goes wrong at a table, done to one good photo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

QUALITY = 80
GLARE = 230
"""Light that the plastic mirrors, in levels of 255."""


def too_dark(photo: Picture) -> Picture:
    """A room without a lamp: a tenth of the light, and the noise of the sensor."""
    noise = np.random.default_rng(0).normal(0, 1.5, photo.shape)
    return np.asarray(np.clip(photo * 0.09 + noise, 0, 255), np.uint8)


def blurred(photo: Picture) -> Picture:
    """The hand moved while the shutter was open."""
    kernel = np.zeros((31, 31), np.float32)
    cv2.line(kernel, (2, 6), (28, 24), 1.0, 2)
    return np.asarray(cv2.filter2D(photo, -1, kernel / kernel.sum()), np.uint8)


def too_small(photo: Picture) -> Picture:
    """Taken from across the room."""
    height, width = photo.shape[:2]
    table = cv2.GaussianBlur(cv2.resize(photo[: height // 12], (width, height)), (0, 0), 25)
    small = cv2.resize(photo, None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)
    top, left = height // 3, width // 3
    table[top : top + small.shape[0], left : left + small.shape[1]] = small
    return np.asarray(table, np.uint8)


def cut_off(photo: Picture, boxes: NDArray[Any]) -> Picture:
    """The edge of the picture goes through the outermost characters."""
    x0 = int(np.sort((boxes[:, 0] + boxes[:, 2]) / 2)[1])
    return photo[:, x0:]


def too_many_cards(photo: Picture) -> Picture:
    """Two hands on one table."""
    half = cv2.resize(photo, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
    return np.asarray(np.vstack([half, half]), np.uint8)


def fewer_than_20_cards(photo: Picture, boxes: NDArray[Any]) -> Picture:
    """Half the hand is outside."""
    x1 = int(np.median((boxes[:, 0] + boxes[:, 2]) / 2))
    return photo[:, :x1]


def glare(photo: Picture, column: NDArray[Any]) -> Picture:
    """A lamp mirrored in the plastic along one column."""
    height, width = photo.shape[:2]
    middles = (column[:, :2] + column[:, 2:]) / 2
    side = float(np.median(column[:, 2] - column[:, 0]))
    (x0, y0), (x1, y1) = middles[0], middles[-1]
    ys, xs = np.mgrid[0:height, 0:width]
    along = np.clip(((xs - x0) * (x1 - x0) + (ys - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2), 0, 1)
    far = np.hypot(xs - x0 - along * (x1 - x0), ys - y0 - along * (y1 - y0)) / side
    light = np.clip(1.5 - far, 0, 1)[..., None]
    return np.asarray(np.clip(photo + light * GLARE, 0, 255), np.uint8)


def make_states(photo: Path, truth: dict[str, Any], out: Path) -> list[Path]:
    """Write one JPEG a state.

    Args:
        photo: a good photo of a whole hand.
        truth: its true hand, as ``datasets make`` writes it.
        out: folder; the files are named as the states are.

    """
    image = cv2.imread(str(photo))
    if image is None:
        message = f"{photo} is no picture"
        raise ValueError(message)
    good = np.asarray(image, np.uint8)
    boxes = boxes_of(truth["cards"])
    middle = len(truth["columns"]) // 2 + 1
    column = boxes_of([card for card in truth["cards"] if card["column"] == middle])
    makers: dict[str, Callable[[], Picture]] = {
        "too_dark": lambda: too_dark(good),
        "blurred": lambda: blurred(good),
        "too_small": lambda: too_small(good),
        "cut_off": lambda: cut_off(good, boxes),
        "too_many_cards": lambda: too_many_cards(good),
        "fewer_than_20_cards": lambda: fewer_than_20_cards(good, boxes),
        "glare": lambda: glare(good, column[np.argsort(column[:, 1])]),
    }
    out.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, make in makers.items():
        paths.append(out / f"{name}.jpg")
        cv2.imwrite(str(paths[-1]), make(), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return paths


def boxes_of(cards: list[dict[str, Any]]) -> NDArray[Any]:
    """Upright boxes (n, 4) of all characters of the truth's cards."""
    corners = np.array([glyph for card in cards for glyph in card["glyphs"]], np.float64)
    return np.hstack([corners.min(axis=1), corners.max(axis=1)])
