"""Letters for pictures: the project's own small font first, then whatever Chinese font this computer has."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import ImageFont

from scorer.faces import character

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PIL.ImageDraw import ImageDraw

OWN = Path(__file__).parent / "fonts" / "daer-kai.ttf"
"""Every character that the catalogues and the scorer say, and the common ones of names; made by ``ui.fonts.subset``."""

SYSTEM = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/System/Library/Fonts/PingFang.ttc",
    "/System/Library/Fonts/STHeiti Light.ttc",
    "/System/Library/Fonts/Hiragino Sans GB.ttc",
    "C:/Windows/Fonts/msyh.ttc",
    "C:/Windows/Fonts/simsun.ttc",
)
MISSING = "\uffff"
"""No font has this character: what it draws instead is what a missing character looks like."""


class NoFont(Exception):  # noqa: N818 - a state of this computer, named as such
    """No font here has Chinese characters; a picture would be full of boxes."""


def fonts() -> tuple[Path, ...]:
    """Give the fonts to draw with, best first; DAER_FONT comes before all others."""
    told = os.environ.get("DAER_FONT")
    paths = [*([Path(told)] if told else []), OWN, *map(Path, SYSTEM)]
    return tuple(path for path in paths if path.is_file())


class TypeCase:
    """Draws text with the first font that has each character."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths = [str(path) for path in paths]
        if not any(_has(path, character("b2")) for path in self._paths):
            raise NoFont

    def width(self, text: str, size: int) -> float:
        """Give the width of the text in pixels."""
        return sum(_font(path, size).getlength(run) for path, run in self._runs(text))

    def draw(
        self, pen: ImageDraw, at: tuple[float, float], text: str, size: int, fill: str, align: str = "left"
    ) -> None:
        """Draw the text with its baseline at ``at``; ``align`` says which of its points stands there."""
        x, y = at
        x -= {"left": 0.0, "middle": 0.5, "right": 1.0}[align] * self.width(text, size)
        for path, run in self._runs(text):
            font = _font(path, size)
            pen.text((x, y), run, font=font, fill=fill, anchor="ls")
            x += font.getlength(run)

    def wrapped(self, text: str, size: int, width: float) -> list[str]:
        """Break the text into lines that fit, between words or between Chinese characters."""
        lines, line = [], ""
        for word in _words(text):
            if line and self.width(line + word.rstrip(), size) > width:
                lines.append(line.rstrip())
                line = ""
            line += word
        return [*lines, line.rstrip()] if line.strip() else lines

    def _runs(self, text: str) -> list[tuple[str, str]]:
        """Cut the text into runs of one font; a character that no font has is a question mark."""
        runs: list[tuple[str, str]] = []
        for char in text:
            path = next((path for path in self._paths if char.isspace() or _has(path, char)), None)
            if path is None:
                path, char = self._paths[0], "?"  # noqa: PLW2901 - drawn in its place
            if runs and runs[-1][0] == path:
                runs[-1] = (path, runs[-1][1] + char)
            else:
                runs.append((path, char))
        return runs


def _words(text: str) -> list[str]:
    words: list[str] = []
    for char in text:
        wide = ord(char) > 0x2E7F
        if words and not wide and not words[-1].endswith(" ") and ord(words[-1][-1]) <= 0x2E7F:
            words[-1] += char
        else:
            words.append(char)
    return words


@lru_cache(maxsize=64)
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


@lru_cache(maxsize=8192)
def _has(path: str, char: str) -> bool:
    font = _font(path, 24)
    return bytes(font.getmask(char)) != bytes(font.getmask(MISSING)) or font.getbbox(char) != font.getbbox(MISSING)
