"""All cards that a photo may show, as one table: characters alone and pairs of ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.cards import joint_probabilities
from vision.geometry import flip_cost, unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.cards import Pairs
    from vision.marks import Marks
    from vision.scale import Scale

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

LOST_END = -4.0
"""Log-odds that a card lying free shows one end only."""


@dataclass(frozen=True)
class Table:
    """Cards that may lie free on the table.

    Attributes:
        number: (c,) which card of the whole table each is.
        middle, up: (c, 2) middle, and unit vector along it.
        length: (c,) pixels.
        width: pixels.
        score: (c,) log-odds.
        shared: (c, c) whether two of them share a mark.

    """

    number: Ints
    middle: Floats
    up: Floats
    length: Floats
    width: float
    score: Floats
    shared: NDArray[np.bool_]


def card_probabilities(marks: Marks, pairs: Pairs) -> Floats:
    """Class probabilities of every card: n marks alone, 2 × k pairs: (n + 2k, 21)."""
    joint = joint_probabilities(marks, pairs.first, pairs.second)
    return np.concatenate([marks.probs, joint, joint])


def card_ends(marks: Marks, pairs: Pairs) -> list[tuple[int, ...]]:
    """Marks of every card, the upper one first."""
    both = list(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True))
    return [*((k,) for k in range(len(marks))), *both, *((j, i) for i, j in both)]


def free_cards(marks: Marks, scale: Scale, pairs: Pairs) -> Table:
    """Return pairs, and marks alone with the card that hangs on them, below or above."""
    count, every = len(marks), np.arange(len(marks))
    out = marks.centre[pairs.first] - marks.centre[pairs.second]
    _, way = unit(out)
    half = (scale.reach(marks.centre, marks.up) - marks.cell)[:, None] / 2
    middle = np.concatenate(
        [(marks.centre[pairs.first] + marks.centre[pairs.second]) / 2]
        + [marks.centre - sign * half * marks.up for sign in (1.0, -1.0)]
    )
    up = np.concatenate([way, marks.up, -marks.up])
    one, two = np.concatenate([pairs.first, every, every]), np.concatenate([pairs.second, every, every])
    number = np.concatenate([count + np.arange(len(pairs.first)), every, every])
    lost = [LOST_END - flip_cost(marks, every, sign * marks.up) for sign in (1.0, -1.0)]
    score = np.concatenate([pairs.score, *lost])
    likely = score > 2 * LOST_END
    one, two, number = one[likely], two[likely], number[likely]
    middle, up, score = middle[likely], up[likely], score[likely]
    shared = (one[:, None] == one[None]) | (two[:, None] == two[None])
    shared |= (one[:, None] == two[None]) | (two[:, None] == one[None])
    return Table(number, middle, up, scale.length(middle, up), scale.width, score, shared)
