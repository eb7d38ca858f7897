"""Draws a reading into its photo: boxes by column, faces readable."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scorer.faces import CHARACTERS
from vision.types import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.types import CardReading, HandReading, Photo

FONT_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.fonts",
    "~/.local/share/fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "C:/Windows/Fonts",
)
FONT_NAMES = (
    "NotoSansCJK-Bold*",
    "NotoSansCJK*",
    "NotoSerifCJK*",
    "wqy-*",
    "uming*",
    "ukai*",
    "DroidSansFallback*",
    "PingFang*",
    "Hiragino Sans GB*",
    "STHeiti*",
    "msyh*",
    "simhei*",
    "simsun*",
)
COLOURS = (
    (30, 110, 220),
    (210, 60, 50),
    (20, 140, 70),
    (170, 60, 190),
    (220, 130, 0),
    (0, 150, 170),
    (150, 90, 40),
)
GREY = (130, 130, 130)
AMBER = (230, 160, 0)
SURE = 0.95
BACK_LABEL = "背"
SAMPLE = "贰"


@cache
def font_path() -> str | None:
    """Find a font of this machine that has Chinese characters; None where there is none."""
    for pattern in FONT_NAMES:
        for folder in FONT_FOLDERS:
            for path in sorted(Path(folder).expanduser().rglob(pattern)):
                if path.suffix.lower() in {".ttf", ".ttc", ".otf"} and has_characters(str(path)):
                    return str(path)
    return None


def has_characters(path: str) -> bool:
    """Whether a font draws 贰 as something else than its sign for a missing character."""
    try:
        font = ImageFont.truetype(path, 24)
        drawn, missing = (bytes(font.getmask(text)) for text in (SAMPLE, "\U0010fffd"))
    except OSError:
        return False
    return any(drawn) and drawn != missing


def label_of(card: CardReading, *, chinese: bool) -> str:
    """Return what is written beside a card: its character, or its code where no font has it."""
    if not chinese:
        return card.face
    return CHARACTERS.get(card.face, BACK_LABEL)


def draw(photo: Photo, reading: HandReading) -> NDArray[np.uint8]:
    """Return a (h, w, 3) BGR copy of the photo with every card's characters boxed and named.

    Each column has a colour, strays are grey, doubtful cards have an amber label, and cards that the rules changed
    show both readings.
    """
    canvas = Image.fromarray(cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2RGB))
    pen = ImageDraw.Draw(canvas)
    scale = photo.pixels.shape[1] / photo.size[0]
    size = max(14, round(max(canvas.size) / 55))
    path = font_path()
    font = ImageFont.truetype(path, size) if path else ImageFont.load_default(size)
    line = max(2, size // 9)
    for card, box in boxes_of(reading, scale):
        colour = GREY if card.column is None else COLOURS[card.column % len(COLOURS)]
        pen.rectangle(box, outline=colour, width=line)
    for card, box in boxes_of(reading, scale):
        colour = GREY if card.column is None else COLOURS[card.column % len(COLOURS)]
        text = label_of(card, chinese=path is not None)
        if card.seen in CLASSES and card.seen != card.face:
            text += " < " + (CHARACTERS.get(card.seen, BACK_LABEL) if path else card.seen)
        at = (box[0], max(0.0, box[1] - size - line))
        left, top, right, bottom = pen.textbbox(at, text, font=font)
        pen.rectangle((left - 2, top - 2, right + 2, bottom + 2), fill=colour if card.p >= SURE else AMBER)
        pen.text(at, text, font=font, fill=(255, 255, 255))
    return cv2.cvtColor(np.asarray(canvas), cv2.COLOR_RGB2BGR).astype(np.uint8)


def boxes_of(reading: HandReading, scale: float) -> Iterator[tuple[CardReading, tuple[float, float, float, float]]]:
    """Yield every character's box in pixels of the picture that is drawn on."""
    for card in reading.cards:
        for glyph in card.glyphs:
            x0, y0, x1, y1 = (v * scale for v in glyph.box)
            yield card, (x0, y0, x1, y1)
