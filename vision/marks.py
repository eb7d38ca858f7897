"""Glyphs as arrays: where they stand, which way they point, what they may be."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.types import BACK, CLASSES, Glyph

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

EPSILON = 0.001
"""What every class has before anything was seen: keeps one confident mistake from being final."""

MOST_PIXELS, FEWEST_PIXELS = 1e6, 1e-2

TURNABLE = tuple(CLASSES.index(face) for face in ("s1", "s2", "s3", "s10", "back"))
"""一 and backs look the same both ways up, 二 三 十 nearly so: their direction follows the neighbours."""


@dataclass(frozen=True)
class Marks:
    """n glyphs, in an order that depends on nothing but the glyphs themselves.

    Attributes:
        glyphs: the n glyphs.
        centre: (n, 2) middle of each.
        up: (n, 2) unit vector toward the card's end.
        tall: (n,) extent along ``up``.
        wide: (n,) extent across it.
        cell: (n,) extent along ``up`` of the square or taller cell that the character is printed in: flat ones such
            as 一 stand in the middle of theirs, and all cells start at the same distance from the card's end.
        score: (n,) best class score.
        probs: (n, 21) class probabilities, rows sum to 1.
        turnable: (n,) whether ``up`` may as well be the other way round.

    """

    glyphs: tuple[Glyph, ...]
    centre: Floats
    up: Floats
    tall: Floats
    wide: Floats
    cell: Floats
    score: Floats
    probs: Floats
    turnable: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.glyphs)

    def picked(self, keep: NDArray[np.bool_]) -> Marks:
        """Keep some of the marks: (n,) flags."""
        glyphs = tuple(g for g, kept in zip(self.glyphs, keep.tolist(), strict=True) if kept)
        return Marks(
            glyphs,
            self.centre[keep],
            self.up[keep],
            self.tall[keep],
            self.wide[keep],
            self.cell[keep],
            self.score[keep],
            self.probs[keep],
            self.turnable[keep],
        )


def is_sound(glyph: Glyph) -> bool:
    """Whether every number of the glyph is finite and of a photo's size, and its box has an area.

    >>> is_sound(Glyph((0, 0, 1, 1), (0.5, 0), (0.5, float("nan")), (1.0,) * 21))
    False
    """
    numbers = (*glyph.box, *glyph.head, *glyph.foot, *glyph.scores)
    x0, y0, x1, y1 = glyph.box
    usual = len(glyph.scores) == len(CLASSES) and all(math.isfinite(n) and abs(n) <= MOST_PIXELS for n in numbers)
    return usual and x1 - x0 >= FEWEST_PIXELS and y1 - y0 >= FEWEST_PIXELS


def marks_of(glyphs: Iterable[Glyph]) -> Marks:
    """Gather glyphs into arrays; unsound ones are left out.

    They are sorted by their scores, which stay when the photo is turned, so that what is left to the order, such as
    which of two equal columns is taken, stays too.
    """
    sound = tuple(sorted((g for g in glyphs if is_sound(g)), key=lambda g: (g.scores, g.box, g.head, g.foot)))
    box = np.array([g.box for g in sound], np.float64).reshape(-1, 4)
    head = np.array([g.head for g in sound], np.float64).reshape(-1, 2)
    foot = np.array([g.foot for g in sound], np.float64).reshape(-1, 2)
    scores = np.clip(np.array([g.scores for g in sound], np.float64).reshape(-1, len(CLASSES)), 0, 1)
    tall = np.linalg.norm(head - foot, axis=1)
    up = (head - foot) / np.maximum(tall, 1e-9)[:, None]
    up[tall < 1e-6] = (0.0, -1.0)
    sides = box[:, 2:] - box[:, :2]
    probs = normalised(scores)
    wide = across(sides, up, tall)
    return Marks(
        glyphs=sound,
        centre=(box[:, :2] + box[:, 2:] + head + foot) / 4,
        up=up,
        tall=tall,
        wide=wide,
        cell=np.maximum(tall, wide),
        score=scores.max(axis=1, initial=0),
        probs=probs,
        turnable=probs[:, TURNABLE].sum(axis=1) > 0.5,
    )


def normalised(scores: Floats) -> Floats:
    """Turn (n, 21) scores into (n, 21) probabilities.

    >>> import numpy as np
    >>> normalised(np.zeros((1, 21)))[0, 0].round(3)
    np.float64(0.048)
    """
    raised = scores + EPSILON
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def across(sides: Floats, up: Floats, tall: Floats) -> Floats:
    """Extent of a turned rectangle across its direction, from its upright box.

    Args:
        sides: (n, 2) width and height of the upright box.
        up: (n, 2) direction of the rectangle.
        tall: (n,) its extent along that direction.

    >>> import numpy as np
    >>> across(np.array([[30.0, 40.0]]), np.array([[0.0, -1.0]]), np.array([40.0])).tolist()
    [30.0]

    """
    slant = np.abs(up).sum(axis=1)
    return np.asarray(np.clip(sides.sum(axis=1) / slant - tall, 0.2 * sides.min(axis=1), sides.max(axis=1)))


DOUBLE = 0.4
"""Characters nearer than this, in their larger cell, are one: cards of a column lie 0.6 of a width apart or more."""


def without_doubles(marks: Marks) -> Marks:
    """Leave out marks that stand where a stronger one stands: found twice, or a part of its character."""
    gap = np.linalg.norm(marks.centre[:, None] - marks.centre[None], axis=2)
    near = gap < DOUBLE * np.maximum(marks.cell[:, None], marks.cell[None])
    keep = np.ones(len(marks), bool)
    order = np.argsort(-marks.score, kind="stable").tolist()
    for at, k in enumerate(order):
        if keep[k]:
            keep[[j for j in order[at + 1 :] if near[k, j]]] = False
    return marks.picked(keep)


MOST = 110
"""More than a hand and its strays can show are patterns of the table."""


def likeliest(marks: Marks) -> Marks:
    """Keep at most ``MOST`` marks, those of the best scores."""
    if len(marks) <= MOST:
        return marks
    keep = np.zeros(len(marks), bool)
    keep[np.argsort(-marks.score, kind="stable")[:MOST]] = True
    return marks.picked(keep)


MOST_OF_A_FACE = 8
"""The four cards of a face show so many characters."""
PATTERN = 2
"""Seen more than so many times as often, it is the flower of a tablecloth."""
STANDS_OUT = 1.3
"""A true one among the flowers is that much surer than the ninth surest, which is none."""


def without_patterns(marks: Marks) -> Marks:
    """Leave out what the eye takes for one face far more often than a deck has it; of backs any number is possible."""
    faces = marks.probs.argmax(axis=1)
    keep = np.ones(len(marks), bool)
    for face in range(BACK):
        of_face = faces == face
        if of_face.sum() > PATTERN * MOST_OF_A_FACE:
            ninth = np.sort(marks.score[of_face])[-1 - MOST_OF_A_FACE]
            keep &= ~of_face | (marks.score > STANDS_OUT * ninth)
    return marks.picked(keep)
