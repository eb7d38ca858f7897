"""Cards → columns in the order in which a person reads the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import TYPE_CHECKING

import numpy as np

from vision.cards import layout_of, make_card, pair_scores
from vision.chains import Chain
from vision.legal import legality
from vision.linker import Ban, link_cards
from vision.order import Group, areas_of, reading_order, stray_odds, up_of
from vision.scale import INSETS
from vision.sideways import Lone, melds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.cards import Layout
    from vision.types import Card

    Floats = NDArray[np.float64]


MAX_UNSURE = 4
SIDE_SHARE = 0.6
SURELY = 1.0
HAND_COLUMNS = 7
MAX_TRIES = 8
BAN_COST, USUAL_PAIR = 1.0, 3.0
STRAY_COST, LONE_COST, BAD_COST, COUNT_COST = 1.0, 4.0, 6.0, 1.5
FLIP_COST = 1.0


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
    """Find the columns, and try once more where they make no sense."""
    groups = repaired(layout)
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


def repaired(layout: Layout) -> list[Group]:
    """Return the groups of a layout after taking back what makes columns that are none.

    Each try bans one joint of a bad column, a pair of ends or a link, and groups anew; the best is kept as long as
    it gets better.
    """
    groups = groups_of(layout)
    cost, bad = misfit(layout, groups)
    banned: frozenset[Ban] = frozenset()
    tries = MAX_TRIES
    while bad and tries > 0:
        best = None
        for joint, toll in joints(layout, bad)[:tries]:
            tries -= 1
            ban = banned | {joint}
            again = layout_of(layout.marks, layout.scale, ban)
            other = groups_of(again, ban)
            price, faults = misfit(again, other)
            if price + toll < (best[0] if best else cost):
                best = (price + toll, faults, other, ban)
        if best is None:
            break
        cost, bad, groups, banned = best
    return groups


def groups_of(layout: Layout, banned: frozenset[Ban] = frozenset()) -> list[Group]:
    """Group the cards: lengthwise chains first, then lone cards side by side."""
    groups = [*lengthwise(layout, banned)]
    lone = [g for g in groups if len(g.ends) == 1]
    chained = [g for g in groups if len(g.ends) > 1]
    return chained + side_by_side(layout, lone, among_columns=sum(len(g.ends) for g in chained) > len(lone))


def misfit(layout: Layout, groups: Sequence[Group]) -> tuple[float, list[Group]]:
    """How little groups look like the seven columns of a hand, and the groups at fault."""
    odds = stray_odds(groups, layout.scale.width)
    total, bad = 0.0, []
    for group, stray in zip(groups, odds, strict=True):
        if stray > 0:
            total += STRAY_COST
            continue
        cost = LONE_COST if len(group.ends) == 1 else min(-legality(group.logs), BAD_COST)
        total += cost
        if cost >= LONE_COST:
            bad.append(group)
    return total + COUNT_COST * abs(sum(s <= 0 for s in odds) - HAND_COLUMNS), bad


def joints(layout: Layout, bad: Sequence[Group]) -> list[tuple[Ban, float]]:
    """List the joints of bad groups, with what taking each back costs.

    Pairs of ends are in question only where both marks may point either way; the better the pair, the dearer.
    """
    pairs: list[tuple[Ban, float]] = []
    links: list[tuple[Ban, float]] = []
    for group in bad:
        for ends in group.ends:
            if len(ends) == 2 and layout.marks.turnable[list(ends)].all():
                score = pair_scores(layout.marks, layout.scale, np.array(ends[:1]), np.array(ends[1:]))
                pairs.append((frozenset(ends), max(BAN_COST, float(score[0]) - USUAL_PAIR)))
        if group.lengthwise:
            links += [((a[0], b[0]), BAN_COST) for a, b in pairwise(group.ends)]
    return pairs + sorted(links, key=lambda link: -int(layout.marks.turnable[list(link[0])].sum()))


def lengthwise(layout: Layout, banned: frozenset[Ban]) -> Sequence[Group]:
    """Return the chains as groups, single cards included."""
    chains = link_cards(layout, banned)
    if sum(len(ends) == 2 for ends in layout.ends) > SIDE_SHARE * len(layout.ends):
        chains = [part for chain in chains for part in parted(layout, chain)]
    return [group_of_chain(layout, chain) for chain in chains]


def parted(layout: Layout, chain: Chain) -> list[Chain]:
    """Part two cards of which the upper one may as well point the other way.

    Where nearly all cards are fully visible it is the end of a card of the next row, not a covered card.
    """
    if len(chain.cards) != 2 or len(chain.cards[0]) != 1 or not layout.marks.turnable[chain.cards[0][0]]:
        return [chain]
    return [Chain((card,), chain.up) for card in chain.cards]


def group_of_chain(layout: Layout, chain: Chain) -> Group:
    """Place a chain's cards: middle of each card, whether its other end is seen or not."""
    up = np.array(chain.up)
    first, last = [ends[0] for ends in chain.cards], [ends[-1] for ends in chain.cards]
    tops = layout.marks.centre[first] + up * layout.marks.cell[first, None] / 2
    lasts = layout.marks.centre[last] - up * layout.marks.cell[last, None] / 2
    seen = np.array([len(ends) == 2 for ends in chain.cards])
    reach = layout.scale.reach(tops, np.repeat(up[None], len(tops), axis=0))
    bottoms = np.where(seen[:, None], lasts, tops - up * reach[:, None])
    middle = (tops + bottoms) / 2
    logs = np.log([make_card(layout.marks, ends).scores for ends in chain.cards])
    return Group(chain.cards, up, middle, reach + INSETS * layout.scale.breadth(middle), logs, lengthwise=True)


def side_by_side(layout: Layout, lone: Sequence[Group], *, among_columns: bool) -> list[Group]:
    """Join lone cards that lie beside each other; among overlapped columns only to what is a 列 of three or four.

    Where the hidden end lies of a card whose only character looks the same both ways up is decided by what gives the
    better melds.
    """
    if not lone:
        return []
    unsure = [k for k, g in enumerate(lone) if len(g.ends[0]) == 1 and layout.marks.turnable[g.ends[0][0]]]
    best: list[Group] = []
    least = np.inf
    for turned in product((False, True), repeat=0 if among_columns else min(len(unsure), MAX_UNSURE)):
        flips = {k for k, flip in zip(unsure, turned, strict=False) if flip}
        placed = [other_way(layout, g) if k in flips else g for k, g in enumerate(lone)]
        groups, cost = joined(layout, placed)
        if cost + FLIP_COST * len(flips) < least:
            best, least = groups, cost + FLIP_COST * len(flips)
    if among_columns:
        doubtful = [g for g in best if len(g.ends) == 2 or legality(g.logs) < -SURELY]
        best = [g for g in best if all(g is not d for d in doubtful)] + [one for g in doubtful for one in alone(g)]
    return best


def alone(group: Group) -> list[Group]:
    """Take a group apart into its cards."""
    return [
        replace(
            group,
            ends=(ends,),
            middle=group.middle[k : k + 1],
            length=group.length[k : k + 1],
            logs=group.logs[k : k + 1],
        )
        for k, ends in enumerate(group.ends)
    ]


def joined(layout: Layout, lone: Sequence[Group]) -> tuple[list[Group], float]:
    """Cut lone cards into melds, with the cost of that."""
    table = Lone(
        np.concatenate([g.middle for g in lone]),
        np.stack([g.up for g in lone]),
        np.concatenate([g.length for g in lone]),
        layout.scale.breadth(np.concatenate([g.middle for g in lone])),
        np.concatenate([g.logs for g in lone]),
    )
    found, cost = melds(table)
    groups = [
        Group(
            tuple(lone[k].ends[0] for k in meld),
            lone[meld[0]].up,
            table.middle[meld],
            table.length[meld],
            table.logs[meld],
            lengthwise=False,
        )
        for meld in found
    ]
    return groups, cost


def other_way(layout: Layout, group: Group) -> Group:
    """Put a lone card on the other side of its only character."""
    at = layout.marks.centre[group.ends[0][0]]
    return replace(group, up=-group.up, middle=2 * at - group.middle)


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
