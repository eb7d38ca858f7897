"""Cards laid side by side: fully visible cards in a line, cut into melds where the gap is wider."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.legal import legality

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

NEIGHBOUR = 2.4
"""Two cards of one line of melds are at most this many card widths apart."""
SLIP = 0.45
PARALLEL = 0.3
USUAL_JUMP = 1.3
STEEPNESS = 25.0
MAX_LOG_ODDS = 6.0
SIZE_COST = {1: 5.0, 2: 1.0, 3: 0.0, 4: 1.0}
ILLEGAL_COST = 5.0


@dataclass(frozen=True)
class Lone:
    """Fully visible cards that are in no lengthwise chain.

    Attributes:
        middle: (n, 2) card centres.
        axis: (n, 2) unit vectors along the cards, either way.
        length: (n,) card lengths.
        width: (n,) card widths.
        logs: (n, 21) log class probabilities.

    """

    middle: Floats
    axis: Floats
    length: Floats
    width: Floats
    logs: Floats


def lines_of(lone: Lone) -> list[list[int]]:
    """Group cards that lie beside each other into lines, each sorted along the line."""
    n = len(lone.middle)
    step = lone.middle[None] - lone.middle[:, None]
    along = np.abs(np.einsum("ijd,id->ij", step, lone.axis))
    aside = np.abs(lone.axis[:, None, 0] * step[:, :, 1] - lone.axis[:, None, 1] * step[:, :, 0])
    turned = np.abs(lone.axis[:, None, 0] * lone.axis[None, :, 1] - lone.axis[:, None, 1] * lone.axis[None, :, 0])
    beside = (along < SLIP * lone.length[:, None]) & (aside < NEIGHBOUR * lone.width[:, None]) & (turned < PARALLEL)
    beside &= beside.T
    left = set(range(n))
    lines = []
    while left:
        todo = [min(left)]
        line = set(todo)
        while todo:
            new = {int(k) for k in np.flatnonzero(beside[todo.pop()])} & left - line
            line |= new
            todo += sorted(new)
        left -= line
        lines.append(sorted_line(lone, sorted(line)))
    return lines


def mean_axis(axes: Floats) -> Floats:
    """Mean direction of (n, 2) unit vectors that may each point either way.

    >>> import numpy as np
    >>> np.abs(mean_axis(np.array([[0.0, 1.0], [0.0, -1.0]]))).round(3).tolist()
    [0.0, 1.0]
    """
    double = np.arctan2(axes[:, 1], axes[:, 0]) * 2
    angle = np.arctan2(np.sin(double).sum(), np.cos(double).sum()) / 2
    return np.array([np.cos(angle), np.sin(angle)])


def sorted_line(lone: Lone, line: list[int]) -> list[int]:
    """Sort the cards of a line across their common direction."""
    axis = mean_axis(lone.axis[line])
    place = lone.middle[line] @ np.array([-axis[1], axis[0]])
    return [line[int(k)] for k in np.argsort(place, kind="stable")]


def gaps_of(lone: Lone, line: Sequence[int]) -> Floats:
    """Distances between neighbours of a line, across the cards, in card widths: (len(line) − 1,)."""
    axis = mean_axis(lone.axis[list(line)])
    width = lone.width[list(line)]
    place = lone.middle[list(line)] @ np.array([-axis[1], axis[0]])
    return np.asarray(np.diff(place) / ((width[1:] + width[:-1]) / 2))


def gap_threshold(ratios: Floats) -> float:
    """Where gaps inside melds end and gaps between melds begin, as a multiple of the usual gap inside.

    >>> import numpy as np
    >>> 1.05 < gap_threshold(np.array([1.0, 1.0, 1.5, 1.02, 1.05, 1.55])) < 1.5
    True
    """
    values = np.sort(ratios)
    jumps = np.diff(values) / np.maximum(values[:-1], 1e-9)
    middles = (values[1:] + values[:-1]) / 2
    usable = (middles > 1.08) & (middles < 2.0) & (np.arange(1, len(values)) >= len(values) // 2)
    if not usable.any() or jumps[usable].max() < 0.1:
        return USUAL_JUMP
    return float(middles[usable][int(jumps[usable].argmax())])


def melds(lone: Lone) -> tuple[list[list[int]], float]:
    """Cut the lines of lone cards into melds: gaps decide, and what is a legal column.

    Returns:
        the melds, and what this way of cutting costs.

    """
    lines = lines_of(lone)
    gaps = [gaps_of(lone, line) for line in lines]
    every = np.concatenate(gaps) if gaps else np.empty(0)
    usual = max(float(np.quantile(every, 0.3)), 1e-9) if len(every) else 1.0
    threshold = gap_threshold(every / usual) if len(every) else USUAL_JUMP
    found, total = [], 0.0
    for line, gap in zip(lines, gaps, strict=True):
        odds = np.clip(STEEPNESS * (gap / usual - threshold), -MAX_LOG_ODDS, MAX_LOG_ODDS)
        pieces, cost = cut(lone.logs[line], odds)
        found += [line[a:b] for a, b in pieces]
        total += cost
    return found, total


def cut(logs: Floats, odds: Floats, alone: Floats | None = None) -> tuple[list[tuple[int, int]], float]:
    """Cut a line of n cards at least cost.

    Args:
        logs: (n, 21) log class probabilities.
        odds: (n − 1,) log-odds that a meld ends between two neighbours.
        alone: (n,) what it costs that a card is a piece of its own; the usual cost if not given.

    Returns:
        (start, stop) of every meld, and the cost.

    """
    n = len(logs)
    inside, between = np.logaddexp(0, odds), np.logaddexp(0, -odds)
    best = [0.0] + [np.inf] * n
    back = [0] * (n + 1)
    for stop in range(1, n + 1):
        for start in range(max(0, stop - max(SIZE_COST)), stop):
            cost = best[start] + SIZE_COST[stop - start] + inside[start : stop - 1].sum()
            cost += between[start - 1] if start else 0.0
            single = alone is not None and stop - start == 1
            cost += float(alone[start]) - SIZE_COST[1] if alone is not None and single else 0.0
            cost += 0.0 if single else min(-legality(logs[start:stop]), ILLEGAL_COST)
            if cost < best[stop]:
                best[stop], back[stop] = cost, start
    pieces = []
    stop = n
    while stop:
        pieces.append((back[stop], stop))
        stop = back[stop]
    return pieces[::-1], float(best[n])
