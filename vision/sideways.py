"""Cards laid side by side: fully visible cards in a line, close together, as hypotheses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.chains import MOST_CARDS, Hypotheses
from vision.geometry import cross, unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.table import Table

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

BASE = 3.0
"""Log-odds for two cards that lie beside each other as close as others do."""
GAPS = (0.6, 2.4)
"""Between the middles of neighbours, in card widths."""
GAP_SIGMA = 0.10
"""Deviation of the log gap inside melds from the usual one."""
CLOSER_SIGMA = 0.2
"""The same for smaller gaps: between melds the gap is larger, never smaller."""
MISSED = -7.0
"""Log-odds that both ends of the card between two were missed."""
SLIP_SIGMA = 0.07
"""Deviation of a card along its length, in card lengths."""
PARALLEL_SIGMA = 0.08
SURE = 4.0
"""Cards of at least this log-odds tell the usual gap."""
USUAL, USUAL_SIGMA = 1.05, 0.12
"""The usual gap before anything is seen, and the deviation of its log."""
WORST = -6.0


def beside(table: Table) -> list[Hypotheses]:
    """Return melds of two to four cards side by side."""
    step = table.middle[None] - table.middle[:, None]
    width = table.width
    distance, way = unit(step)
    # Neither of two neighbours is the first: what one says of the other counts as much as the reverse.
    along, gaps = (
        (size + size.T) / 2
        for size in (np.abs((step * table.up[:, None]).sum(axis=2)), np.abs(cross(table.up[:, None], step)) / width)
    )
    length = (table.length[:, None] + table.length[None]) / 2
    turned = np.arcsin(np.clip(np.abs(cross(table.up[:, None], table.up[None])), 0, 1))
    near = (distance > GAPS[0] * width) & (distance < GAPS[1] * width) & (along < 0.3 * length)
    near &= (turned < 4 * PARALLEL_SIGMA) & ~table.shared
    one, two = np.nonzero(near)
    gap = gaps[one, two]
    usual = usual_gap(gap, np.minimum(table.score[one], table.score[two]))
    wider = np.log(np.maximum(gap, 0.1) / usual)
    next_one = -0.5 * (wider / np.where(wider > 0, GAP_SIGMA, CLOSER_SIGMA)) ** 2
    next_but_one = MISSED - 0.5 * ((wider - np.log(2)) / (GAP_SIGMA / 2)) ** 2
    score = BASE + np.maximum(next_one, next_but_one)
    score -= 0.5 * (along[one, two] / (SLIP_SIGMA * length[one, two])) ** 2
    score -= 0.5 * (turned[one, two] / PARALLEL_SIGMA) ** 2
    likely = score > WORST
    one, two, score = one[likely], two[likely], score[likely]
    way = way[one, two]
    cards, total, last = np.column_stack([one, two]), table.score[one] + table.score[two] + score, way
    found = []
    while True:
        once = cards[:, 0] < cards[:, -1]
        ups = table.up[cards[once]]
        same_way = np.where((ups * ups[:, :1]).sum(axis=2, keepdims=True) < 0, -1.0, 1.0)
        _, up = unit((ups * same_way).sum(axis=1))
        found.append(Hypotheses(table.number[cards[once]], total[once], up, lengthwise=False))
        if cards.shape[1] == MOST_CARDS:
            return [h for h in found if len(h.cards)]
        a, b = np.nonzero(cards[:, -1][:, None] == one[None])
        straight = (last[a] * way[b]).sum(axis=1) > 0.6
        straight &= ~table.shared[cards[a], two[b][:, None]].any(axis=1)
        a, b = a[straight], b[straight]
        total = total[a] + score[b] + table.score[two[b]]
        cards, last = np.column_stack([cards[a], two[b]]), way[b]


def usual_gap(gap: Floats, sure: Floats) -> float:
    """Gap inside melds, in card widths: what most neighbours of which both are surely cards show.

    >>> import numpy as np
    >>> round(usual_gap(np.array([1.0, 1.04, 1.02, 1.5]), np.full(4, 9.0)), 2)
    1.02
    """
    chosen = np.log(np.maximum(gap[sure >= SURE], GAPS[0]))
    weight = np.exp(-0.5 * ((chosen[:, None] - chosen[None]) / GAP_SIGMA) ** 2)
    around = weight.sum(axis=1) * np.exp(-0.5 * ((chosen - np.log(USUAL)) / USUAL_SIGMA) ** 2)
    if not len(chosen):
        return USUAL
    peak = int(around.argmax())
    return float(np.exp(weight[peak] @ chosen / weight[peak].sum()))
