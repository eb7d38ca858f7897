"""Glyphs → cards: a fully visible card shows its character at both ends and is counted once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import along_line, cross, flip_cost, unit
from vision.types import Card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.marks import Marks
    from vision.scale import Scale

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

REACH_SIGMA, REACH_LIMIT = 0.025, 4.5
"""Deviation of the log distance between a card's two ends from what the photo's scale says, and its limit.

Measured on 800 generated hands (``datasets.characters``, seeds 710000 on): 0.02, its 0.999 quantile 0.08.
"""
BASE = 6.0
"""Log-odds for two characters that stand exactly where the ends of a card stand, before their faces are compared."""
BETWEEN_COST, BETWEEN_SIGMA = 13.0, 0.15
"""What a character between two ends costs, and how far beside their line, in its widths, it still says so: in a fan the
end of a shorter column may lie on the edge of a longer one's last card, and both its ends are seen.
"""
ALIKE_LIMITS = (-9.0, 3.0)
UNLIKE = 3.0
WORST = -2.0


@dataclass(frozen=True)
class Pairs:
    """Pairs of marks that may be the two ends of one card, each once.

    Attributes:
        first, second: (k,) indices of the marks.
        score: (k,) log-odds.

    """

    first: Ints
    second: Ints
    score: Floats


def find_pairs(marks: Marks, scale: Scale) -> Pairs:
    """Return every pair that may be the two ends of one card.

    Two ends point away from each other along one line, stand one card apart and show the same face.
    """
    first, second = np.triu_indices(len(marks), 1)
    step = marks.centre[second] - marks.centre[first]
    distance, out = unit(step)
    middle = (marks.centre[first] + marks.centre[second]) / 2
    expected = scale.reach(middle, out)
    stretch = np.log((distance + (marks.cell[first] + marks.cell[second]) / 2) / expected)
    sigma = np.hypot(REACH_SIGMA, scale.doubt(middle, out))
    near = np.abs(stretch) < REACH_LIMIT * sigma
    first, second, out, off = first[near], second[near], out[near], (stretch / sigma)[near]
    score = BASE - 0.5 * off**2 - np.log(sigma[near] / REACH_SIGMA)
    score -= along_line(marks, first, -out) + along_line(marks, second, out)
    score -= flip_cost(marks, first, -out) + flip_cost(marks, second, out)
    score += likeness(marks.probs[first], marks.probs[second])
    likely = score > WORST
    first, second, score = first[likely], second[likely], score[likely]
    score = score - BETWEEN_COST * covered_between(marks, first, second)
    likely = score > WORST
    return Pairs(first[likely], second[likely], score[likely])


def covered_between(marks: Marks, first: Ints, second: Ints) -> Floats:
    """How surely another character stands between the two marks of each pair, which no fully visible card has: (k,).

    A much fainter one may be the card's brand seal and says little.
    """
    start, step = marks.centre[first], marks.centre[second] - marks.centre[first]
    square = np.maximum((step**2).sum(axis=1), 1e-9)
    rel = marks.centre[None] - start[:, None]
    t = np.einsum("knd,kd->kn", rel, step) / square[:, None]
    aside = np.abs(cross(step[:, None], rel)) / np.sqrt(square)[:, None]
    inside = (t > 0.15) & (t < 0.85)
    inline = np.exp(-0.5 * (aside / (BETWEEN_SIGMA * np.maximum(marks.wide[first], marks.wide[second])[:, None])) ** 2)
    weakest = np.minimum(marks.score[first], marks.score[second])[:, None]
    fainter = np.clip(marks.score[None] / np.maximum(weakest, 1e-9), 0, 1) ** 2
    return np.asarray(np.where(inside, fainter * inline, 0.0).max(axis=1, initial=0))


def likeness(first: Floats, second: Floats) -> Floats:
    """Log-odds that two rows of class probabilities (k, 21) are of the same face, within ``ALIKE_LIMITS``.

    Two confident readings that differ weigh more than chance has it: one of them would have to be quite wrong.

    >>> import numpy as np
    >>> same, other = np.eye(21)[[3]], np.eye(21)[[4]]
    >>> likeness(same, same).round(1).tolist(), likeness(same, other).tolist()
    ([3.0], [-9.0])
    """
    odds = np.log(21 * (first * second).sum(axis=1) + 1e-12)
    return np.asarray(np.clip(np.where(odds < 0, UNLIKE * odds, odds), *ALIKE_LIMITS))


def joint_probabilities(marks: Marks, first: Ints, second: Ints) -> Floats:
    """Class probabilities (k, 21) of cards that show both ends: probabilities multiply, the weaker end's for less."""
    weight = np.stack([marks.score[first], marks.score[second]])
    weight = weight / np.maximum(weight.max(axis=0, initial=1e-9), 1e-9)
    log = weight[0][:, None] * np.log(marks.probs[first]) + weight[1][:, None] * np.log(marks.probs[second])
    joint = np.exp(log - log.max(axis=1, keepdims=True))
    return np.asarray(joint / joint.sum(axis=1, keepdims=True))


def make_card(marks: Marks, ends: Sequence[int], probs: Floats) -> Card:
    """Return the card that shows the marks ``ends``, with its class probabilities (21,)."""
    return Card(tuple(marks.glyphs[i] for i in ends), tuple(float(p) for p in probs))
