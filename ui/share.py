"""Pictures to send to a group chat: a scored hand, an evening's totals. Drawn here; no network, no browser."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from scorer.faces import character, is_red
from ui.chart import COLOURS, spread, steps
from ui.type_case import TypeCase, fonts

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 1080
TALLEST = 6000
EDGE = 48
PAPER, INK, SOFT, RED, GREEN, CARD = "#f6f4ee", "#1c1b19", "#6d675c", "#c01f26", "#0b7a3b", "#fffdf6"
CARD_WIDTH, CARD_STEP, CARD_HEIGHT, GAP = 128, 112, 176, 13
PER_ROW = 7


@dataclass(frozen=True)
class ShownColumn:
    """One column of the picture: its tile codes, what it is called, its 胡."""

    tiles: tuple[str, ...]
    kind: str
    hu: int


@dataclass(frozen=True)
class HandPicture:
    """What the picture of a hand says, in words of one language."""

    title: str
    columns: tuple[ShownColumn, ...]
    total: str
    reasons: tuple[tuple[str, str], ...]
    payments: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class EveningPicture:
    """What the picture of an evening says; ``running`` is one row a round."""

    title: str
    names: tuple[str, ...]
    totals: tuple[int, ...]
    running: tuple[tuple[int, ...], ...]
    rounds: str


class _Sheet:
    """A tall sheet that is written from the top and cut off below the last line."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH, TALLEST), PAPER)
        self.pen = ImageDraw.Draw(self.image)
        self.case = TypeCase(fonts())
        self.y = EDGE

    def text(self, words: str, size: int, fill: str = INK) -> None:
        for line in self.case.wrapped(words, size, WIDTH - 2 * EDGE):
            self.y += round(size * 1.15)
            self.case.draw(self.pen, (EDGE, self.y), line, size, fill)
            self.y += round(size * 0.3)

    def row(self, words: str, number: str, size: int, fill: str = INK) -> None:
        """Write words at the left and a number at the right, a thin line above."""
        self.pen.line([(EDGE, self.y), (WIDTH - EDGE, self.y)], "#cfc8b8", 2)
        room = WIDTH - 2 * EDGE - self.case.width(number, size) - 24
        for place, line in enumerate(self.case.wrapped(words, size, room)):
            self.y += round(size * 1.35)
            self.case.draw(self.pen, (EDGE, self.y), line, size, INK)
            if not place:
                self.case.draw(self.pen, (WIDTH - EDGE, self.y), number, size, fill, "right")
        self.y += round(size * 0.5)

    def points(self, rows: Sequence[tuple[str, int]]) -> None:
        for name, number in rows:
            self.row(name, f"{number:+d}" if number else "0", 46, RED if number < 0 else GREEN)

    def png(self) -> bytes:
        buffer = io.BytesIO()
        self.image.crop((0, 0, WIDTH, min(self.y + EDGE, TALLEST))).save(buffer, "PNG", optimize=True)
        return buffer.getvalue()


def hand_png(picture: HandPicture) -> bytes:
    """Draw a scored hand.

    Raises:
        NoFont: this computer has no Chinese font.

    """
    sheet = _Sheet()
    sheet.text(picture.title, 36, SOFT)
    sheet.y += 20
    for first in range(0, len(picture.columns), PER_ROW):
        _columns(sheet, picture.columns[first : first + PER_ROW])
    sheet.text(picture.total, 84)
    sheet.y += 16
    for words, number in picture.reasons:
        sheet.row(words, number, 36)
    sheet.y += 24
    sheet.points(picture.payments)
    return sheet.png()


def _columns(sheet: _Sheet, columns: Sequence[ShownColumn]) -> None:
    bottom = 0
    for place, column in enumerate(columns):
        left = EDGE + place * (CARD_WIDTH + GAP)
        top = sheet.y
        for tile in column.tiles:
            box = (left, top, left + CARD_WIDTH, top + CARD_HEIGHT)
            sheet.pen.rounded_rectangle(box, 14, fill=CARD, outline="#a99f8a", width=2)
            middle = (left + CARD_WIDTH / 2, top + 86)
            sheet.case.draw(sheet.pen, middle, character(tile), 80, RED if is_red(tile) else INK, "middle")
            top += CARD_STEP
        top += CARD_HEIGHT - CARD_STEP
        middle_x = left + CARD_WIDTH / 2
        sheet.case.draw(sheet.pen, (middle_x, top + 42), column.kind, 34, SOFT, "middle")
        sheet.case.draw(sheet.pen, (middle_x, top + 92), str(column.hu), 44, INK if column.hu else SOFT, "middle")
        bottom = max(bottom, top + 110)
    sheet.y = bottom


def evening_png(picture: EveningPicture) -> bytes:
    """Draw the totals of an evening and how they came about.

    Raises:
        NoFont: this computer has no Chinese font.

    """
    sheet = _Sheet()
    sheet.text(picture.title, 40, SOFT)
    sheet.text(picture.rounds, 36, SOFT)
    sheet.y += 20
    order = sorted(range(len(picture.names)), key=lambda seat: -picture.totals[seat])
    sheet.points([(picture.names[seat], picture.totals[seat]) for seat in order])
    if picture.running:
        _lines(sheet, picture)
    return sheet.png()


def _lines(sheet: _Sheet, picture: EveningPicture) -> None:
    rows = [(0,) * len(picture.names), *picture.running]
    ticks = steps(min(map(min, rows)), max(map(max, rows)))
    left, right, top, tall = EDGE + 90, WIDTH - EDGE - 190, sheet.y + 40, 460

    def point(place: int, value: float) -> tuple[float, float]:
        across = (right - left) * place / max(len(rows) - 1, 1)
        return left + across, top + tall * (ticks[-1] - value) / (ticks[-1] - ticks[0])

    for tick in ticks:
        y = point(0, tick)[1]
        sheet.pen.line([(left, y), (right, y)], "#8a8375" if tick == 0 else "#ddd5c3", 2)
        sheet.case.draw(sheet.pen, (left - 14, y + 11), str(tick), 30, SOFT, "right")
    ends = spread([point(0, rows[-1][seat])[1] for seat in range(len(picture.names))], 40, top, top + tall)
    for seat, name in enumerate(picture.names):
        line = [point(place, row[seat]) for place, row in enumerate(rows)]
        sheet.pen.line(line, COLOURS[seat], 6, joint="curve")
        sheet.case.draw(sheet.pen, (right + 16, ends[seat] + 12), name[:6], 32, COLOURS[seat])
    sheet.y = round(top + tall + 20)
