"""Glyphs → cards: a fully visible card shows its character at both ends and is counted once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.types import Card

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from vision.marks import Marks
    from vision.scale import Scale

    Floats = NDArray[np.float64]

REACH_SIGMA = 0.045
REACH_LIMIT = 0.14
ANGLE_SIGMA = 0.10
ANGLE_LIMIT = 0.32
BASE = 6.0
FLIP_COST, WRONG_WAY = 1.5, 7.0
"""A mark that may be either way up was read the other way; one that should tell its direction was."""
BETWEEN_COST = 13.0
ALIKE_LIMITS = (-9.0, 3.0)
UNLIKE = 3.0


@dataclass(frozen=True)
class Layout:
    """The glyphs of a photo, paired.

    Attributes:
        marks: the glyphs as arrays.
        scale: card sizes.
        ends: one tuple a card of indices into ``marks``: one glyph, or the two ends.

    """

    marks: Marks
    scale: Scale
    ends: tuple[tuple[int, ...], ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, with the evidence of both ends combined."""
        return tuple(make_card(self.marks, ends) for ends in self.ends)


def layout_of(marks: Marks, scale: Scale, banned: Collection[object] = ()) -> Layout:
    """Pair greedily, the best pair first; each glyph is an end of one card only; ``banned`` pairs are not made."""
    free = np.ones(len(marks), bool)
    ends: list[tuple[int, ...]] = []
    for i, j in ranked_pairs(marks, scale):
        if free[i] and free[j] and frozenset((i, j)) not in banned:
            free[i] = free[j] = False
            ends.append((i, j))
    ends += [(int(i),) for i in np.flatnonzero(free)]
    ends = [e for e in ends if not is_ornament(marks, e, ends)]
    return Layout(marks, scale, tuple(sorted(ends)))


def ranked_pairs(marks: Marks, scale: Scale) -> list[tuple[int, int]]:
    """Return the pairs of glyphs that may be the two ends of one card, best first."""
    if len(marks) < 2:
        return []
    first, second = np.triu_indices(len(marks), 1)
    step = marks.centre[second] - marks.centre[first]
    near = np.linalg.norm(step, axis=1) < 5.5 * scale.breadth(marks.centre[first])
    first, second, step = first[near], second[near], step[near]
    score = pair_scores(marks, scale, first, second)
    good = np.flatnonzero(score > 0)
    order = good[np.argsort(-score[good], kind="stable")]
    return [(int(first[k]), int(second[k])) for k in order]


def pair_scores(marks: Marks, scale: Scale, first: NDArray[np.intp], second: NDArray[np.intp]) -> Floats:
    """Log-odds that glyphs ``first`` (k,) and ``second`` (k,) are the two ends of one card: (k,).

    Two ends point away from each other along one line, stand one card apart and show the same face.
    """
    step = marks.centre[second] - marks.centre[first]
    reach = np.maximum(np.linalg.norm(step, axis=1), 1e-9)
    unit = step / reach[:, None]
    expected = scale.reach((marks.centre[first] + marks.centre[second]) / 2, unit)
    stretch = np.log((reach + (marks.cell[first] + marks.cell[second]) / 2) / expected)
    score = BASE - 0.5 * (stretch / REACH_SIGMA) ** 2
    possible = np.abs(stretch) < REACH_LIMIT
    for end, away in ((first, -unit), (second, unit)):
        cosine = (marks.up[end] * away).sum(axis=1)
        flipped = cosine < 0
        angle = np.arccos(np.clip(np.where(flipped, -cosine, cosine), -1, 1))
        angle /= np.clip(0.6 * marks.wide[end] / np.maximum(marks.tall[end], 1e-9), 1.0, 2.5)  # flat ones tell less
        score -= 0.5 * (angle / ANGLE_SIGMA) ** 2
        score -= np.where(marks.turnable[end], FLIP_COST, WRONG_WAY) * flipped
        possible &= angle < ANGLE_LIMIT
    score += likeness(marks.probs[first], marks.probs[second])
    score = np.where(possible, score, -np.inf)
    likely = np.flatnonzero(score > 0)
    score[likely] -= BETWEEN_COST * covered_between(marks, first[likely], second[likely])
    return score


def covered_between(marks: Marks, first: NDArray[np.intp], second: NDArray[np.intp]) -> Floats:
    """How surely another character stands between the two marks of each pair, which no fully visible card has: (k,).

    A much fainter one may be the card's brand seal and says little.
    """
    start, step = marks.centre[first], marks.centre[second] - marks.centre[first]
    square = np.maximum((step**2).sum(axis=1), 1e-9)
    rel = marks.centre[None] - start[:, None]
    t = np.einsum("knd,kd->kn", rel, step) / square[:, None]
    aside = np.abs(step[:, None, 0] * rel[:, :, 1] - step[:, None, 1] * rel[:, :, 0]) / np.sqrt(square)[:, None]
    room = 0.45 * np.maximum(marks.wide[first], marks.wide[second])[:, None]
    inside = (t > 0.15) & (t < 0.85) & (aside < room)
    weakest = np.minimum(marks.score[first], marks.score[second])[:, None]
    fainter = np.clip(marks.score[None] / np.maximum(weakest, 1e-9), 0, 1) ** 2
    return np.asarray(np.where(inside, fainter, 0.0).max(axis=1, initial=0))


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


def is_ornament(marks: Marks, ends: tuple[int, ...], cards: Sequence[tuple[int, ...]]) -> bool:
    """Whether a single, weaker mark sits in the middle of a fully visible card: its brand seal, not a character."""
    if len(ends) != 1:
        return False
    at = marks.centre[ends[0]]
    for pair in cards:
        if len(pair) != 2 or marks.score[ends[0]] > 0.6 * marks.score[list(pair)].min():
            continue
        start, stop = marks.centre[pair[0]], marks.centre[pair[1]]
        axis = stop - start
        reach = float(axis @ axis)
        t = float((at - start) @ axis) / reach
        off = abs(float(axis[0] * (at - start)[1] - axis[1] * (at - start)[0])) / reach**0.5
        if 0.2 < t < 0.8 and off < 0.3 * marks.wide[list(pair)].mean():
            return True
    return False


def make_card(marks: Marks, ends: tuple[int, ...]) -> Card:
    """Combine the ends' evidence: both show the same face, so probabilities multiply, the weaker end's for less."""
    probs = marks.probs[list(ends)]
    weight = marks.score[list(ends)] / marks.score[list(ends)].max(initial=1e-9)
    log = (weight[:, None] * np.log(probs)).sum(axis=0)
    joint = np.exp(log - log.max())
    joint /= joint.sum()
    return Card(tuple(marks.glyphs[i] for i in ends), tuple(float(p) for p in joint))
