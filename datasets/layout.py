"""Where the cards of a hand lie on the table, in card widths: columns, rows, fans, melds side by side, strays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from scorer.faces import FACES

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.hands import TrueColumn

STYLES = ("row", "tworow", "fan", "side")
STYLE_WEIGHTS = (0.4, 0.3, 0.17, 0.13)


@dataclass(frozen=True)
class PlacedCard:
    """A card on the table.

    Attributes:
        face: what the camera sees of it, a face code or "back".
        column: index of its column; −1 for a stray that is no part of the hand.
        x, y: middle of the card in card widths, y down.
        angle: radians by which the card's head end is turned clockwise from up.

    """

    face: str
    column: int
    x: float
    y: float
    angle: float


def _column(column: TrueColumn, index: int, ratio: float, rng: np.random.Generator, spacing: float) -> list[PlacedCard]:
    """One column overlapped lengthwise around its own origin, later cards on top of earlier ones."""
    step = ratio * spacing
    cards = []
    for k, face in enumerate(column.shown):
        turned = np.pi if rng.random() < 0.5 else 0.0
        cards.append(
            PlacedCard(
                face,
                index,
                float(rng.normal(0, 0.03)),
                k * step + float(rng.normal(0, 0.03)),
                turned + float(rng.normal(0, 0.015)),
            )
        )
    if rng.random() < 0.25:  # laid from the bottom up: the first card is the one that is fully seen
        cards.reverse()
    return cards


def _moved(cards: list[PlacedCard], x: float, y: float, angle: float, pivot: float = 0.0) -> list[PlacedCard]:
    """Turned about (0, pivot), then shifted by (x, y)."""
    cos, sin = np.cos(angle), np.sin(angle)
    return [
        replace(
            c,
            x=float(c.x * cos - (c.y - pivot) * sin + x),
            y=float(c.x * sin + (c.y - pivot) * cos + pivot + y),
            angle=c.angle + angle,
        )
        for c in cards
    ]


def _row(hand: tuple[TrueColumn, ...], which: list[int], ratio: float, rng: np.random.Generator) -> list[PlacedCard]:
    gap = float(rng.uniform(1.02, 1.5))
    loose = float(rng.uniform(0.0, 0.05))
    spacing = float(rng.uniform(0.24, 0.45))
    order = list(range(len(which)))
    if rng.random() < 0.5:
        order.reverse()
    blocks: dict[int, list[PlacedCard]] = {}
    for place in order:
        column = _column(hand[which[place]], which[place], ratio, rng, spacing * float(rng.uniform(0.95, 1.05)))
        blocks[place] = _moved(column, place * gap, float(rng.normal(0, 0.12)), float(rng.normal(0, loose)))
    return [c for place in order for c in blocks[place]]


def _fan(hand: tuple[TrueColumn, ...], which: list[int], ratio: float, rng: np.random.Generator) -> list[PlacedCard]:
    spread = float(rng.uniform(0.09, 0.2))
    spacing = float(rng.uniform(0.22, 0.34))
    pivot = ratio * float(rng.uniform(1.6, 2.6))
    if spread * pivot < 0.85:  # closer than that and the characters hide one another
        spread = 0.9 / pivot
    out = []
    for place, index in enumerate(which):
        column = _column(hand[index], index, ratio, rng, spacing)
        out += _moved(column, 0.0, 0.0, (place - (len(which) - 1) / 2) * spread, pivot)
    return out


def _side(hand: tuple[TrueColumn, ...], which: list[int], ratio: float, rng: np.random.Generator) -> list[PlacedCard]:
    """The cards of a meld side by side, melds in rows of three or four."""
    per_row = int(rng.integers(2, 4))
    card_gap, meld_gap = float(rng.uniform(0.98, 1.1)), float(rng.uniform(0.4, 1.0))
    line = float(rng.uniform(1.05, 1.3)) * ratio
    out = []
    x, row = 0.0, 0
    for place, index in enumerate(which):
        if place and place % per_row == 0:
            x, row = 0.0, row + 1
        tilt = float(rng.normal(0, 0.03))
        cards: list[PlacedCard] = []
        for face in hand[index].shown:
            turned = np.pi if rng.random() < 0.5 else 0.0
            cards.append(
                PlacedCard(
                    face, index, len(cards) * card_gap, float(rng.normal(0, 0.06)), turned + float(rng.normal(0, 0.02))
                )
            )
        out += _moved(cards, x, row * line, tilt)
        x += len(cards) * card_gap + meld_gap
    return out


def _extent(cards: list[PlacedCard], ratio: float) -> tuple[float, float, float, float]:
    xs = [c.x for c in cards]
    ys = [c.y for c in cards]
    return min(xs) - 0.5, min(ys) - ratio / 2, max(xs) + 0.5, max(ys) + ratio / 2


def _two_rows(
    hand: tuple[TrueColumn, ...], ratio: float, rng: np.random.Generator, lower: Callable[..., list[PlacedCard]]
) -> list[PlacedCard]:
    """Table melds in a row of their own above the hand."""
    table = [i for i, c in enumerate(hand) if c.exposed]
    held = [i for i, c in enumerate(hand) if not c.exposed]
    if not table or not held:
        cut = int(rng.integers(2, 5))
        table, held = list(range(cut)), list(range(cut, len(hand)))
    top = _row(hand, table, ratio, rng)
    bottom = lower(hand, held, ratio, rng)
    a, b = _extent(top, ratio), _extent(bottom, ratio)
    dx = (a[0] + a[2] - b[0] - b[2]) / 2 + float(rng.normal(0, 1.5))
    return top + _moved(bottom, dx, a[3] - b[1] + float(rng.uniform(0.2, 1.5)), float(rng.normal(0, 0.03)))


def lay_out(hand: tuple[TrueColumn, ...], ratio: float, rng: np.random.Generator) -> tuple[str, list[PlacedCard]]:
    """(style, cards in the order they were laid, later ones on top), the hand's middle at the origin."""
    style = STYLES[int(rng.choice(len(STYLES), p=STYLE_WEIGHTS))]
    everything = list(range(len(hand)))
    if style == "row":
        cards = _row(hand, everything, ratio, rng)
    elif style == "tworow":
        cards = _two_rows(hand, ratio, rng, _row)
    elif style == "fan":
        cards = _two_rows(hand, ratio, rng, _fan) if rng.random() < 0.6 else _fan(hand, everything, ratio, rng)
    else:
        cards = _side(hand, everything, ratio, rng)
    x0, y0, x1, y1 = _extent(cards, ratio)
    cards = _moved(cards, -(x0 + x1) / 2, -(y0 + y1) / 2, 0.0)
    strays = []
    for _ in range(int(rng.choice(3, p=[0.75, 0.18, 0.07]))):
        side = float(rng.uniform(0, 2 * np.pi))
        reach = max(x1 - x0, y1 - y0) / 2 + ratio * float(rng.uniform(0.7, 1.2))
        strays.append(
            PlacedCard(
                FACES[int(rng.integers(len(FACES)))],
                -1,
                float(np.cos(side) * reach),
                float(np.sin(side) * reach),
                float(rng.uniform(0, 2 * np.pi)),
            )
        )
    return style, strays + cards
