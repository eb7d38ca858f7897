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
from vision.marks import likeliest, marks_of, without_doubles, without_patterns
from vision.order import Group, areas_of, is_lacking, reading_order, stray_odds, up_of
from vision.partition import best_partitions
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

RIVAL = 5.0
"""How much less likely than the best a way to part the marks may be and still be tried against the rules of a hand."""
COLUMN_COST = {1: 8.0, 2: 3.0, 3: 2.0, 4: 3.0}
"""Log prior of a column by its number of cards; one card alone is a stray, or all else of its column was missed."""
ILLEGAL, ILLEGAL_SIDE = 5.0, 13.0
"""The most that a column which is no 列 costs: a card of it may have been missed, less so where none covers another."""
OPPOSED = 2.0
"""What it costs a column of overlapped cards to lie the other way round than all others."""
SURE_LINK, FEW_LINKS = 2.0, 4
ALONE = -2.5
"""Log-odds that a card alone shows one end only."""
SEEN = 0.6
"""Score from which one character alone, in a place where the hand lacks a column, is one."""


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
    """Cards and columns of a photo, both in reading order.

    Attributes:
        cards, columns: all of the photo.
        up: direction from the reader to the far side of the table.
        odds: log-odds of the places alone, without what the columns' faces say, against other groupings of the photo.
        rivals: the next likely groupings, likeliest first.

    """

    cards: tuple[Card, ...]
    columns: tuple[Column, ...]
    up: tuple[float, float] = (0.0, -1.0)
    odds: float = 0.0
    rivals: tuple[Grouping, ...] = ()


def group_cards(glyphs: Iterable[Glyph]) -> Grouping:
    """Find the cards and the columns among a photo's glyphs."""
    marks = without_doubles(likeliest(without_patterns(marks_of(glyphs))))
    if not len(marks):
        return Grouping((), ())
    marks = seen_from_above(marks)
    first, *others = (grouping_of(marks, way) for way in ways_of(marks, estimate_scale(marks)))
    return replace(first, rivals=tuple(others))


def grouping_of(marks: Marks, way: Way) -> Grouping:
    """Put columns and their cards into reading order."""
    if not way.groups:
        return Grouping((), (), odds=way.places)
    up = up_of(way.groups)
    groups = [oriented(g, up) for g in way.groups]
    groups = [groups[k] for k in reading_order(groups, up)]
    cards: list[Card] = []
    columns = []
    for group, area, stray in zip(groups, areas_of(groups, up), stray_odds(groups, way.width), strict=True):
        start = len(cards)
        cards += [make_card(marks, ends, np.exp(logs)) for ends, logs in zip(group.ends, group.logs, strict=True)]
        columns.append(Column(tuple(range(start, len(cards))), area, stray))
    return Grouping(tuple(cards), tuple(columns), (float(up[0]), float(up[1])), way.places)


@dataclass(frozen=True)
class Way:
    """A way to part the marks into columns.

    Attributes:
        groups: the columns.
        places: log-odds of where the marks stand, without what the columns' faces say.
        width: of a card, pixels.

    """

    groups: tuple[Group, ...]
    places: float
    width: float


def ways_of(marks: Marks, scale: Scale) -> list[Way]:
    """Part the marks into columns: the likeliest way and others near it."""
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
    places = np.concatenate([worth(h, way) for h in every] + [-dropping(marks.score, marks.probs)])
    law = np.concatenate([lawfulness(h, logs) for h in every] + [np.zeros(len(marks))])
    where = [(h, k) for h in every for k in range(len(h.cards))]
    table, counts = table_of(marks, ends, every)
    kept = distinct(table, counts, places + law)
    ways = []
    for rows, _ in best_partitions(table[kept], (places + law)[kept], RIVAL):
        chosen = kept[rows].tolist()
        groups = [group_of(marks, scale, ends, logs, *where[k]) for k in chosen if k < len(where)]
        groups += left_over(marks, scale, logs, groups, [k - len(where) for k in chosen if k >= len(where)])
        ways.append(Way(tuple(groups), float(places[chosen].sum()), scale.width))
    return ways


def table_of(
    marks: Marks, ends: Sequence[tuple[int, ...]], every: Sequence[Hypotheses]
) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Which marks (h, n) each hypothesis holds and its number of cards (h,); last every mark as none of a card."""
    owners = np.zeros((len(ends), len(marks)), bool)
    for card, shown in enumerate(ends):
        owners[card, list(shown)] = True
    held = [owners[h.cards].any(axis=1) for h in every]
    counts = [np.full(len(h.cards), h.cards.shape[1], np.intp) for h in every]
    return np.concatenate([*held, np.eye(len(marks), dtype=bool)]), np.concatenate(
        [*counts, np.zeros(len(marks), np.intp)]
    )


def distinct(table: NDArray[np.bool_], counts: NDArray[np.intp], values: Floats) -> NDArray[np.intp]:
    """Keep the likeliest of hypotheses with the same marks (h, n) and numbers of cards (h,): row numbers, ascending."""
    order = np.argsort(-values, kind="stable")
    keys = np.column_stack([np.packbits(table, axis=1), counts.astype(np.uint8)])[order]
    _, first = np.unique(keys, axis=0, return_index=True)
    return np.sort(order[first])


def left_over(marks: Marks, scale: Scale, logs: Floats, groups: Sequence[Group], dropped: Sequence[int]) -> list[Group]:
    """Return the marks ``dropped`` that are each all that was found of a column: the hand lacks one in their place."""
    found = []
    ends = [(k,) for k in range(len(marks))]
    for k in dropped:
        if marks.score[k] < SEEN:
            continue
        ways = [marks.up[k], -marks.up[k]] if marks.turnable[k] else [marks.up[k]]
        cards = [
            group_of(marks, scale, ends, logs, Hypotheses(np.array([[k]]), np.zeros(1), up[None], lengthwise=True), 0)
            for up in ways
        ]
        found += [card for card in cards if is_lacking(card, groups, scale.width)][:1]
    return found


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


def worth(hypotheses: Hypotheses, way: Floats) -> Floats:
    """Log-odds of columns, of their places and their number of cards: (k,)."""
    value = hypotheses.score - COLUMN_COST[hypotheses.cards.shape[1]]
    if hypotheses.lengthwise:
        value = value - OPPOSED / 2 * (1 - hypotheses.up @ way)
    return np.asarray(value)


def lawfulness(hypotheses: Hypotheses, logs: Floats) -> Floats:
    """Log-odds of columns, of whether their faces can be 列: (k,)."""
    if hypotheses.cards.shape[1] == 1:
        return np.zeros(len(hypotheses.cards))
    illegal = ILLEGAL if hypotheses.lengthwise else ILLEGAL_SIDE
    return np.maximum(legalities(logs[hypotheses.cards]), -illegal)


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
