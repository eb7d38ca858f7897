"""Exact search for the likeliest hands: what each column may be, under what the whole hand must be (rules.md §1)."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal

import numpy as np

from vision.legal import SIZES, lacks_a_card, legality, log_likelihoods, patterns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

HAND_COLUMNS = 7
COPIES = 4
MISSING, ILLEGAL = -3.5, -6.5
"""Log prior of a column of the hand that is no 列, of up to two cards and of more: a missed card is common, one too
many is not."""
WRONG_COUNT = -8.0
WRONG_PAIR = -5.0
WINDOW = 14.0
"""Options this much less likely than a column's best are not tried."""
RIVALS = 7.0
MAX_HANDS = 100
MAX_NODES = 20_000
DOUBTFUL = 0.995
"""Marks less surely cards than this may be left out of a column, at their price."""


@dataclass(frozen=True)
class Option:
    """One thing that a column may be.

    Attributes:
        score: log-likelihood.
        faces: class id of each card; −1 for a mark that is no card.
        counts: (20,) tiles of each face that it uses up, as a tuple.
        kind: jiang, chi, triple, zhao, long, wei or unknown.
        state: a legal column, the eye's reading left alone, or no part of the hand.

    """

    score: float
    faces: tuple[int, ...]
    counts: tuple[int, ...]
    kind: str
    state: Literal["legal", "eye", "stray"]


@dataclass(frozen=True)
class Hand:
    """One option a column, with the log-likelihood of the whole.

    Attributes:
        score: sum of the options' scores and of the penalties for the whole.
        options: indices into each column's options.
        legal: whether it is a legal hand as far as a photo can tell.

    """

    score: float
    options: tuple[int, ...]
    legal: bool


NO_TILES = (0,) * 20


def column_options(logs: Floats, real: Floats, stray: float) -> tuple[Option, ...]:
    """List what one column may be, likeliest first.

    Args:
        logs: (m, 21) log class probabilities.
        real: (m,) probability that there is a card at all.
        stray: log-odds that the column is no part of the hand.

    """
    inside, outside = -float(np.logaddexp(0, stray)), -float(np.logaddexp(0, -stray))
    there = logs[real >= 0.5]
    missing = len(there) < max(SIZES) and legality(there) < 0 and lacks_a_card(there)
    illegal = MISSING if missing else ILLEGAL
    # flowers of a cloth in a row, say, go at the price of the marks, however much the row looks like a column
    nothing = Option(float(drop_costs(real).sum()), (-1,) * len(real), NO_TILES, "unknown", "stray")
    options = [eye_option(logs, real, inside + illegal, "eye"), eye_option(logs, real, outside, "stray"), nothing]
    for kept, cost in subsets(real):
        if len(kept) not in SIZES:
            continue
        table = patterns(len(kept))
        scores = log_likelihoods(logs[kept]) + cost + inside
        for row in np.flatnonzero(scores > scores.max() - WINDOW):
            faces = np.full(len(logs), -1)
            faces[kept] = table.faces[row]
            options.append(
                Option(
                    float(scores[row]),
                    tuple(int(f) for f in faces),
                    tuple(int(c) for c in table.counts[row]),
                    table.kinds[row],
                    "legal",
                )
            )
    options.sort(key=lambda o: -o.score)
    return tuple(o for o in options if o.score > options[0].score - WINDOW)


def eye_option(logs: Floats, real: Floats, prior: float, state: Literal["eye", "stray"]) -> Option:
    """Leave alone what the eye reads."""
    faces = np.where(real >= 0.5, logs.argmax(axis=1), -1)
    if (faces < 0).all():
        return Option(prior, tuple(int(f) for f in faces), NO_TILES, "unknown", "stray")
    score = float(logs.max(axis=1)[faces >= 0].sum() + drop_costs(real)[faces < 0].sum())
    return Option(prior + score, tuple(int(f) for f in faces), NO_TILES, "unknown", state)


def drop_costs(real: Floats) -> Floats:
    """Log-odds that a mark is no card: (m,)."""
    return np.asarray(np.log1p(-np.clip(real, 1e-6, 1 - 1e-6)) - np.log(np.clip(real, 1e-6, 1)))


def subsets(real: Floats) -> list[tuple[list[int], float]]:
    """Return which marks of a column may be its cards, with the cost of leaving the others out."""
    everyone = list(range(len(real)))
    costs = drop_costs(real)
    doubtful = [k for k in everyone if real[k] < DOUBTFUL]
    if len(real) > max(SIZES):
        doubtful = everyone if len(real) <= 6 else [int(k) for k in np.argsort(real, kind="stable")[:6]]
    return [
        ([k for k in everyone if k not in out], float(costs[list(out)].sum()))
        for size in range(min(len(doubtful), 3) + 1)
        for out in combinations(doubtful, size)
    ]


class Search:
    """Branch and bound over the columns, best options first.

    Exact unless ``MAX_NODES`` is reached, which ``complete`` tells.
    """

    def __init__(self, columns: Sequence[Sequence[Option]]) -> None:
        self.columns = columns
        self.order = sorted(range(len(columns)), key=lambda k: (len(columns[k]), k))
        tails = [max((o.score for o in columns[k]), default=0.0) for k in self.order]
        self.ahead = [float(sum(tails[k:])) for k in range(len(tails) + 1)]
        self.used = [[packed(o.counts) for o in column] for column in columns]
        self.found: list[Hand] = []
        self.best: list[float] = []
        self.floor = -np.inf
        self.nodes = 0
        self.chosen = [0] * len(columns)

    @property
    def complete(self) -> bool:
        """Whether nothing likelier can have been overlooked."""
        return self.nodes < MAX_NODES

    def run(self) -> list[Hand]:
        """Return the likeliest hands, best first, down to ``RIVALS`` below the best."""
        self.descend(0, 0.0, 0, (0, 0, 0, 0))
        self.found.sort(key=lambda h: -h.score)
        return [h for h in self.found[:MAX_HANDS] if h.score > self.found[0].score - RIVALS]

    def descend(self, depth: int, score: float, used: int, tally: tuple[int, int, int, int]) -> None:
        """Try every option of the column at ``depth``; ``tally`` counts columns, pairs, quads, illegal columns."""
        if depth == len(self.order):
            self.finish(score, tally)
            return
        column = self.order[depth]
        for at, option in enumerate(self.columns[column]):
            self.nodes += 1
            if score + option.score + self.ahead[depth + 1] < self.floor:
                return
            if self.nodes >= MAX_NODES and self.found:
                return
            total = used + self.used[column][at]
            if (total + ROOM) & FULL:
                continue
            self.chosen[column] = at
            self.descend(depth + 1, score + option.score, total, counted(tally, option))

    def finish(self, score: float, tally: tuple[int, int, int, int]) -> None:
        """Judge the whole hand."""
        columns, pairs, quads, illegal = tally
        wrong_pair = pairs != (1 if quads else 0)
        score += WRONG_COUNT * abs(columns - HAND_COLUMNS)
        if columns == HAND_COLUMNS and wrong_pair:
            score += WRONG_PAIR / (4 if illegal and pairs < 2 else 1)
        if score < self.floor:
            return
        legal = columns == HAND_COLUMNS and not wrong_pair and not illegal
        self.found.append(Hand(score, tuple(self.chosen), legal))
        heapq.heappush(self.best, score)
        if len(self.best) > MAX_HANDS:
            heapq.heappop(self.best)
        self.floor = max(self.floor, score - RIVALS, self.best[0] if len(self.best) == MAX_HANDS else -np.inf)


ROOM = sum((7 - COPIES) << 4 * face for face in range(20))
FULL = sum(8 << 4 * face for face in range(20))


def packed(counts: Sequence[int]) -> int:
    """Pack 20 counts of 0…4 into one number, four bits each, so that sums of two are checked at once.

    >>> packed([1, 0, 4] + [0] * 17) == 1 + (4 << 8)
    True
    """
    return sum(count << 4 * face for face, count in enumerate(counts))


def counted(tally: tuple[int, int, int, int], option: Option) -> tuple[int, int, int, int]:
    """Add one option to (columns, pairs, quads, illegal columns)."""
    columns, pairs, quads, illegal = tally
    return (
        columns + (option.state != "stray"),
        pairs + (option.kind == "jiang"),
        quads + (option.kind in ("zhao", "long")),
        illegal + (option.state == "eye"),
    )


def best_hands(columns: Sequence[Sequence[Option]]) -> tuple[list[Hand], bool]:
    """Return the likeliest hands, best first, and whether the search was exhaustive."""
    search = Search(columns)
    hands = search.run() if columns else []
    return hands, search.complete
