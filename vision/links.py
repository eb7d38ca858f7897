"""Which card may lie on which: links between characters of cards overlapped lengthwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import angle_costs, cross, flip_cost, unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.marks import Marks
    from vision.scale import Scale

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

BASE = 3.0
"""Log-odds for two characters in one line at a usual step."""
STEPS, STEP_SIGMA = (0.21, 0.46), 0.035
"""A covered card's character stands this share of a card length above the next one's (real-decks.md: 22–45 %)."""
MISSED = -4.5
"""Log-odds that the card between two was not seen at all."""
LATERAL_SIGMA = 0.11
"""Deviation of a character from its column's line, in card widths."""
AXIS_SIGMA = 0.04
"""Deviation of that line's direction, in radians: it matters where the card between two was not seen."""
STEP_WEIGHT = 0.6
"""How much the line between two characters says about a column's direction, beside the characters' own."""
WORST = -7.0


@dataclass(frozen=True)
class Links:
    """Marks ``above`` whose card may be partly covered by the card of the mark ``below``.

    Attributes:
        above, below: (k,) indices of the marks, upper ends both.
        score: (k,) log-odds.
        step: (k, 2) from the lower mark to the upper one, in card lengths; half of that in links that take it that
            the card between was missed.
        line: (k, 2) unit vector along the column, upward.

    """

    above: Ints
    below: Ints
    score: Floats
    step: Floats
    line: Floats


def find_links(marks: Marks, scale: Scale) -> Links:
    """Return every possible link."""
    above, below = np.nonzero(~np.eye(len(marks), dtype=bool))
    step = marks.centre[above] - marks.centre[below]
    middle = marks.centre[below] + step / 2
    distance, way = unit(step)
    length = scale.length(middle, way)
    near = (distance > 0.1 * length) & (distance < 1.05 * length)
    above, below, step, way, length = above[near], below[near], step[near], way[near], length[near]
    width = scale.width
    score, line = straightness(marks, above, below, step, width)
    score += BASE - flip_cost(marks, above, way) - flip_cost(marks, below, way)
    along = ((step * line).sum(axis=1) + (marks.cell[above] - marks.cell[below]) / 2) / length
    step = line * (along * length)[:, None] + (step - line * (step * line).sum(axis=1, keepdims=True))
    single, missed = score + step_score(along), score + step_score(along / 2) + MISSED
    one, two = np.flatnonzero(single > WORST), np.flatnonzero(missed > WORST)
    both = np.concatenate([one, two])
    share = np.concatenate([1 / length[one], 0.5 / length[two]])
    score = np.concatenate([single[one], missed[two]])
    return Links(above[both], below[both], score, step[both] * share[:, None], line[both])


def step_score(along: Floats, sigma: Floats | float = STEP_SIGMA) -> Floats:
    """Log-likelihood of a step in card lengths, of deviations ``sigma``: flat over the usual ones."""
    off = np.maximum(STEPS[0] - along, 0) + np.maximum(along - STEPS[1], 0)
    return np.asarray(-0.5 * (off / sigma) ** 2)


def straightness(marks: Marks, first: Ints, second: Ints, step: Floats, width: float) -> tuple[Floats, Floats]:
    """How well two marks (k,) stand in one line: log-likelihood (k,) and the line (k, 2), along ``step``.

    Each of the two may tell its direction wrong, at a price.
    """
    sigma, most = angle_costs(marks)
    distance, way = unit(step)
    ups = [marks.up[k] * np.where((marks.up[k] * way).sum(axis=1) < 0, -1.0, 1.0)[:, None] for k in (first, second)]
    firm = [(sigma.min(initial=1.0) / sigma[k]) ** 2 for k in (first, second)]
    lateral = np.hypot(LATERAL_SIGMA * width, AXIS_SIGMA * distance)
    best, line = np.full(len(first), -np.inf), way.copy()
    for trusted in ((True, True), (True, False), (False, True), (False, False)):
        total = STEP_WEIGHT * way + sum(u * f[:, None] for u, f, t in zip(ups, firm, trusted, strict=True) if t)
        _, axis = unit(total)
        score = -0.5 * (cross(axis, step) / lateral) ** 2
        for k, up, t in zip((first, second), ups, trusted, strict=True):
            score -= 0.5 * (np.arccos(np.clip((up * axis).sum(axis=1), -1, 1)) / sigma[k]) ** 2 if t else most[k]
        better = score > best
        best, line = np.where(better, score, best), np.where(better[:, None], axis, line)
    return best, line
