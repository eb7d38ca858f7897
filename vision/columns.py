"""Cards → columns in the order in which a person reads the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.cards import find_pairs, make_card
from vision.chains import Hypotheses, closed, find_chains, single_tops
from vision.geometry import unit
from vision.legal import legalities
from vision.links import find_links
from vision.marks import likeliest, marks_of, without_doubles
from vision.order import Group, areas_of, reading_order, stray_odds, up_of
from vision.partition import best_partition
from vision.reality import dropping
from vision.scale import INSETS, estimate_scale, seen_from_above
from vision.sideways import beside
from vision.table import card_ends, card_probabilities, free_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from vision.cards import Pairs
    from vision.links import Links
    from vision.marks import Marks
    from vision.scale import Scale
    from vision.types import Card, Glyph

    Floats = NDArray[np.float64]

COLUMN_COST = {1: 8.0, 2: 3.0, 3: 2.0, 4: 3.0}
"""Log prior of a column by its number of cards; one card alone is a stray, or all else of its column was missed."""
ILLEGAL, ILLEGAL_SIDE = 5.0, 13.0
"""The most that a column which is no 列 costs: a card of it may have been missed, less so where none covers another."""
OPPOSED = 2.0
"""What it costs a column of overlapped cards to lie the other way round than all others."""
SURE_LINK, FEW_LINKS = 2.0, 4
ALONE = -2.5
"""Log-odds that a card alone shows one end only."""


@dataclass(frozen=True)
class Column:
    """Cards that lie together.

    Attributes:
        cards: indices into ``Grouping.cards``, in reading order.
        area: "hand" or "table".
        stray: log-odds that they are no part of the hand.

    """

    cards: tuple[int, ...]
    area: str = "hand"
    stray: float = 0.0


@dataclass(frozen=True)
class Grouping:
    """Cards and columns of a photo, both in reading order."""

    cards: tuple[Card, ...]
    columns: tuple[Column, ...]
    up: tuple[float, float] = (0.0, -1.0)


def group_cards(glyphs: Iterable[Glyph]) -> Grouping:
    """Find the cards and the columns among a photo's glyphs."""
    marks = without_doubles(likeliest(marks_of(glyphs)))
    if not len(marks):
        return Grouping((), ())
    marks = seen_from_above(marks)
    scale = estimate_scale(marks)
    groups = groups_of(marks, scale)
    if not groups:
        return Grouping((), ())
    up = up_of(groups)
    groups = [oriented(g, up) for g in groups]
    groups = [groups[k] for k in reading_order(groups, up)]
    cards: list[Card] = []
    columns = []
    for group, area, stray in zip(groups, areas_of(groups, up), stray_odds(groups, scale.width), strict=True):
        start = len(cards)
        cards += [make_card(marks, ends, np.exp(logs)) for ends, logs in zip(group.ends, group.logs, strict=True)]
        columns.append(Column(tuple(range(start, len(cards))), area, stray))
    return Grouping(tuple(cards), tuple(columns), (float(up[0]), float(up[1])))


def groups_of(marks: Marks, scale: Scale) -> list[Group]:
    """Part the marks into columns: the likeliest of all ways."""
    pairs = find_pairs(marks, scale)
    ends = card_ends(marks, pairs)
    logs = np.log(np.maximum(card_probabilities(marks, pairs), 1e-12))
    links = find_links(marks, scale)
    chains = [single_tops(marks, turned=False), single_tops(marks, turned=True), *find_chains(marks, links)]
    every = [h for chain in chains[2:] for h in closed(marks, scale, pairs, chain)]
    every += [h for chain in chains[:2] for h in closed(marks, scale, pairs, chain) if h.cards.shape[1] > 1]
    every += beside(free_cards(marks, scale, pairs))
    every += alone(marks, pairs)
    way = usual_way(marks, links)
    values = np.concatenate([worth(h, logs, way) for h in every] + [-dropping(marks.score, marks.probs)])
    table = np.zeros((len(values), len(marks)), bool)
    owners = np.zeros((len(ends), len(marks)), bool)
    for card, shown in enumerate(ends):
        owners[card, list(shown)] = True
    start = 0
    where: list[tuple[Hypotheses, int]] = []
    for h in every:
        for column in h.cards.T:
            table[start : start + len(h.cards)] |= owners[column]
        where += [(h, k) for k in range(len(h.cards))]
        start += len(h.cards)
    table[start:] = np.eye(len(marks), dtype=bool)
    chosen = best_partition(table, values)
    return [group_of(marks, scale, ends, logs, *where[k]) for k in chosen if k < start]


def alone(marks: Marks, pairs: Pairs) -> list[Hypotheses]:
    """Return cards that lie alone, with one end seen or both."""
    _, way = unit(marks.centre[pairs.first] - marks.centre[pairs.second])
    every = np.arange(len(marks))
    single = Hypotheses(every[:, None], np.full(len(marks), ALONE), marks.up, lengthwise=False)
    both = Hypotheses(len(marks) + np.arange(len(pairs.first))[:, None], pairs.score, way, lengthwise=False)
    return [single, both]


def usual_way(marks: Marks, links: Links) -> Floats:
    """Direction in which overlapped cards go up in this photo, (2,), shorter than 1 where they do not agree."""
    tells = (links.score > SURE_LINK) & ~marks.turnable[links.above] & ~marks.turnable[links.below]
    return np.asarray(links.line[tells].sum(axis=0) / max(int(tells.sum()), FEW_LINKS))


def worth(hypotheses: Hypotheses, logs: Floats, way: Floats) -> Floats:
    """Log-odds of columns: of their places, their number of cards, and whether they can be 列: (k,)."""
    size = hypotheses.cards.shape[1]
    value = hypotheses.score - COLUMN_COST[size]
    if hypotheses.lengthwise:
        value = value - OPPOSED / 2 * (1 - hypotheses.up @ way)
    if size > 1:
        illegal = ILLEGAL if hypotheses.lengthwise else ILLEGAL_SIDE
        value = value + np.maximum(legalities(logs[hypotheses.cards]), -illegal)
    return np.asarray(value)


def group_of(marks: Marks, scale: Scale, ends: Sequence[tuple[int, ...]], logs: Floats, h: Hypotheses, k: int) -> Group:
    """Place a column's cards: middle of each card, whether its other end is seen or not."""
    cards, up = h.cards[k].tolist(), h.up[k]
    shown = [ends[c] for c in cards]
    first, last = [e[0] for e in shown], [e[-1] for e in shown]
    toward = np.where(
        ((marks.up[first] @ up) < 0) & (np.array(first) == np.array(last)) & (not h.lengthwise), -1.0, 1.0
    )
    toward = toward[:, None] * up
    tops = marks.centre[first] + toward * marks.cell[first, None] / 2
    lasts = marks.centre[last] - toward * marks.cell[last, None] / 2
    seen = np.array([len(e) == 2 for e in shown])
    reach = scale.reach(tops, toward)
    bottoms = np.where(seen[:, None], lasts, tops - toward * reach[:, None])
    middle = (tops + bottoms) / 2
    length = reach + INSETS * scale.width
    return Group(tuple(shown), up, middle, length, logs[cards], lengthwise=h.lengthwise and len(cards) > 1)


def oriented(group: Group, up: Floats) -> Group:
    """Turn a group that may be read either way so that it is read as its neighbours are: left to right.

    A lengthwise group knows its own direction.
    """
    if group.lengthwise and len(group.ends) > 1:
        return group
    own = group.up if float(group.up @ up) >= 0 else -group.up
    place = group.middle @ np.array([-own[1], own[0]])
    order = np.argsort(place, kind="stable")
    return replace(
        group,
        ends=tuple(group.ends[int(k)] for k in order),
        up=own,
        middle=group.middle[order],
        length=group.length[order],
        logs=group.logs[order],
    )
