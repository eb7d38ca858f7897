"""Cards → columns in the order in which a person reads the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.cards import make_card
from vision.chains import Chain, link_cards
from vision.order import Group, areas_of, reading_order, stray_odds, up_of
from vision.sideways import Lone, melds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.cards import Layout
    from vision.types import Card

    Floats = NDArray[np.float64]


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


def group_cards(layout: Layout) -> Grouping:
    """Find the columns: lengthwise chains first, then lone cards side by side."""
    groups = [*lengthwise(layout)]
    lone = [g for g in groups if len(g.ends) == 1]
    groups = [g for g in groups if len(g.ends) > 1] + side_by_side(layout, lone)
    if not groups:
        return Grouping((), ())
    up = up_of(groups)
    groups = [oriented(g, up) for g in groups]
    order = reading_order(groups, up)
    groups = [groups[k] for k in order]
    areas = areas_of(groups, up)
    odds = stray_odds(groups, layout.scale.width)
    cards: list[Card] = []
    columns = []
    for group, area, stray in zip(groups, areas, odds, strict=True):
        start = len(cards)
        cards += [make_card(layout.marks, ends) for ends in group.ends]
        columns.append(Column(tuple(range(start, len(cards))), area, stray))
    return Grouping(tuple(cards), tuple(columns), (float(up[0]), float(up[1])))


def lengthwise(layout: Layout) -> Sequence[Group]:
    """Return the chains as groups, single cards included."""
    return [group_of_chain(layout, chain) for chain in link_cards(layout)]


def group_of_chain(layout: Layout, chain: Chain) -> Group:
    """Place a chain's cards: middle of each card, whether its other end is seen or not."""
    up = np.array(chain.up)
    tops = layout.marks.centre[[ends[0] for ends in chain.cards]]
    lasts = layout.marks.centre[[ends[-1] for ends in chain.cards]]
    seen = np.array([len(ends) == 2 for ends in chain.cards])
    reach = layout.scale.reach(tops, np.repeat(up[None], len(tops), axis=0))
    bottoms = np.where(seen[:, None], lasts, tops - up * reach[:, None])
    logs = np.log([make_card(layout.marks, ends).scores for ends in chain.cards])
    return Group(chain.cards, up, (tops + bottoms) / 2, reach + 1.15 * layout.scale.width, logs, lengthwise=True)


def side_by_side(layout: Layout, lone: Sequence[Group]) -> list[Group]:
    """Join lone cards that lie beside each other."""
    if not lone:
        return []
    lone = [settled(layout, g, lone) for g in lone]
    table = Lone(
        np.concatenate([g.middle for g in lone]),
        np.stack([g.up for g in lone]),
        np.concatenate([g.length for g in lone]),
        layout.scale.width,
        np.concatenate([g.logs for g in lone]),
    )
    return [
        Group(
            tuple(lone[k].ends[0] for k in meld),
            lone[meld[0]].up,
            table.middle[meld],
            table.length[meld],
            table.logs[meld],
            lengthwise=False,
        )
        for meld in melds(table)
    ]


def settled(layout: Layout, group: Group, others: Sequence[Group]) -> Group:
    """Decide where the hidden end of a lone card lies whose only character looks the same both ways up.

    It is the way that puts the card beside the most others.
    """
    ends = group.ends[0]
    if len(ends) == 2 or not layout.marks.turnable[ends[0]]:
        return group
    at = layout.marks.centre[ends[0]]
    other_way = replace(group, up=-group.up, middle=(2 * at - group.middle[0])[None])
    firm = [g for g in others if g is not group and len(g.ends[0]) == 2]
    return max((group, other_way), key=lambda g: sum(beside(g, k, layout.scale.width) for k in firm))


def beside(group: Group, other: Group, width: float) -> bool:
    """Whether a card lies beside a fully visible one, end by end."""
    step = group.middle[0] - other.middle[0]
    along = abs(float(step @ other.up))
    aside = abs(float(other.up[0] * step[1] - other.up[1] * step[0]))
    return along < 0.3 * other.length[0] and aside < 2.0 * width


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
