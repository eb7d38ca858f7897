"""Small pictures of the evaluation: the confusion matrix of characters and the reliability diagram of cards."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets.fonts import manifest
from models.tables import binned
from scorer.faces import CHARACTERS
from vision.types import CLASSES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

CELL = 22
SIDE = 320
NOTHING = "–"


def _font(size: int) -> tuple[Any, bool]:
    """A font for the labels, and whether it holds Chinese."""
    for source in manifest():
        if source.package == "fonts-noto-cjk" and source.files:
            return ImageFont.truetype(str(source.files[0]), size, index=source.index), True
    return ImageFont.load_default(size), False


def confusion_picture(counts: NDArray[Any]) -> Image.Image:
    """True class down, class read across, the last row and column nothing; darker is a larger share of the row."""
    font, chinese = _font(12)
    names = [CHARACTERS.get(c, "背") if chinese else c for c in CLASSES] + [NOTHING if chinese else "-"]
    n = len(names)
    image = Image.new("RGB", ((n + 1) * CELL, (n + 1) * CELL), "white")
    draw = ImageDraw.Draw(image)
    share = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    for k, name in enumerate(names):
        middle = (k + 1.5) * CELL
        draw.text((CELL / 2, middle), name, fill="black", font=font, anchor="mm")
        draw.text((middle, CELL / 2), name, fill="black", font=font, anchor="mm")
    small, _ = _font(8)
    for i in range(n):
        for j in range(n):
            if not counts[i, j]:
                continue
            tone = round(255 - 225 * float(share[i, j]) ** 0.5)
            colour = (tone, 255 - (255 - tone) // 3, tone) if i == j else (255, tone, tone)
            x, y = (j + 1) * CELL, (i + 1) * CELL
            draw.rectangle((x, y, x + CELL - 2, y + CELL - 2), fill=colour)
            middle_of = (x + CELL / 2 - 1, y + CELL / 2 - 1)
            draw.text(middle_of, str(counts[i, j]), fill="black", font=small, anchor="mm")
    return image


def reliability_picture(cards: Sequence[tuple[float, bool]]) -> NDArray[np.uint8]:
    """Probability across, share right up; the thin line is what perfect probabilities give, bars tell how many."""
    image = np.full((SIDE, SIDE, 3), 255, np.uint8)
    edge, span = 24, SIDE - 48

    def spot(x: float, y: float) -> tuple[int, int]:
        return round(edge + x * span), round(SIDE - edge - y * span)

    cv2.rectangle(image, spot(0, 0), spot(1, 1), (160, 160, 160), 1)
    cv2.line(image, spot(0, 0), spot(1, 1), (160, 160, 160), 1, cv2.LINE_AA)
    most = max((len(part) for part in binned(cards)), default=1) or 1
    points = []
    for k, part in enumerate(binned(cards)):
        if not part:
            continue
        cv2.rectangle(image, spot(k / 10 + 0.01, 0), spot(k / 10 + 0.09, 0.25 * len(part) / most), (230, 215, 200), -1)
        p, right = np.mean([p for p, _ in part]), np.mean([r for _, r in part])
        points.append(spot(float(p), float(right)))
    for a, b in pairwise(points):
        cv2.line(image, a, b, (60, 60, 200), 2, cv2.LINE_AA)
    for point in points:
        cv2.circle(image, point, 4, (60, 60, 200), -1, cv2.LINE_AA)
    for value in (0.0, 0.5, 1.0):
        x, y = spot(value, 0)
        cv2.putText(image, f"{value:g}", (x - 8, y + 16), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1, cv2.LINE_AA)
    return image


def write_figures(stem: Path, counts: NDArray[Any], cards: Sequence[tuple[float, bool]]) -> tuple[Path, Path]:
    """Writes ``stem``-confusion.png and ``stem``-reliability.png.

    Raises:
        OSError: when one cannot be written.

    """
    stem.parent.mkdir(parents=True, exist_ok=True)
    first, second = stem.with_name(f"{stem.name}-confusion.png"), stem.with_name(f"{stem.name}-reliability.png")
    confusion_picture(counts).save(first, optimize=True)
    if not cv2.imwrite(str(second), reliability_picture(cards)):
        raise OSError(f"cannot write {second}")
    return first, second
