"""Cards overlapped lengthwise: which card lies on which, link by link."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.cards import REACH_LIMIT, likeness, make_card
from vision.legal import SIZES, legality
from vision.sideways import cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.cards import Layout

    Floats = NDArray[np.float64]

NEAREST = 0.10
FARTHEST = 0.56
"""A covered card's character stands this share of a card length above the next one's (22–45 % and slack)."""
FARTHEST_GAP = 0.98
SIDEWAYS = 0.5
IN_LINE, SKIP = 0.35, 0.1
"""A card is linked to the next one in its line: none is skipped that stands nearer by more than SKIP lengths."""
TILT = 0.35
SWING = 0.15
"""A lower end far away may lie farther aside, by this share of its distance."""
ONE_WAY, OPPOSED = 0.6, 0.3
MISSED = 2.3
"""A step up to this many usual ones may have lost a card between."""
UNFIT, MAX_UNFIT = 0.1, 6.0
"""What a column that is no 列 costs, in card widths a unit of log-likelihood, when lower ends are handed out."""
FLIP = 0.15
UNANCHORED = (1.0, 0.3, 0.0)
"""Added to a link's cost when none, one, or both of its cards surely point where they seem to."""


@dataclass(frozen=True)
class Link:
    """Card ``above`` is partly covered by card ``below``.

    Attributes:
        above: index of the covered card; it shows one character.
        below: index of the covering card.
        end: index of the mark that is the covering card's upper character.
        cost: how unlikely, 0 is best.
        turned: whether the covered card's mark points the wrong way.
        turned_below: the same of the covering card's mark.
        step: distance in card lengths.
        up: unit vector from the covering card to the covered one.

    """

    above: int
    below: int
    end: int
    cost: float
    turned: bool
    turned_below: bool
    step: float
    up: tuple[float, float] = (0.0, -1.0)


@dataclass(frozen=True)
class Chain:
    """Cards of one lengthwise column, from the first covered one to the last.

    Attributes:
        cards: tuples of indices into the marks: each card's upper end first.
        up: unit vector from the last card toward the first.

    """

    cards: tuple[tuple[int, ...], ...]
    up: tuple[float, float]


@dataclass(frozen=True)
class Headings:
    """Which way the marks point.

    Attributes:
        up: (n, 2) unit vectors toward their end of the card.
        turnable: (n,) whether it may be the other way round.
        firm: (n,) how far a direction is to be trusted: 1 for a character as tall as wide, less for flat ones such as
            一, more where both ends of the card are seen.
        slack: (n,) by how much the usual tolerance of angles is to be widened.

    """

    up: Floats
    turnable: NDArray[np.bool_]
    firm: Floats
    slack: Floats


def headings(layout: Layout) -> Headings:
    """Direction of every mark; where both ends are seen the line between them tells it better than one character."""
    marks = layout.marks
    up, turnable = marks.up.copy(), marks.turnable.copy()
    shape = np.clip(marks.tall / np.maximum(marks.wide, 1e-9), 0.1, 1.0)
    firm, slack = shape**2, np.clip(0.6 / shape, 1.0, 2.5)
    for ends in layout.ends:
        if len(ends) == 2:
            i, j = ends
            step = marks.centre[i] - marks.centre[j]
            up[i] = step / max(float(np.linalg.norm(step)), 1e-9)
            up[j] = -up[i]
            turnable[[i, j]] = False
            firm[[i, j]], slack[[i, j]] = 4.0, 1.0
    return Headings(up, turnable, firm, slack)


def find_links(layout: Layout, farthest: float = FARTHEST) -> list[Link]:
    """Return every possible link, in no order."""
    heads = headings(layout)
    members = np.array(sorted(i for ends in layout.ends for i in ends), np.intp)
    singles = np.array([ends[0] for ends in layout.ends if len(ends) == 1], np.intp)
    if not len(singles) or len(members) < 2:
        return []
    found = links_one_way(layout, heads, singles, members, farthest)
    back = singles[heads.turnable[singles]]
    if len(back):
        other = replace(heads, up=np.where(heads.turnable[:, None], -heads.up, heads.up))
        found += [
            replace(
                link,
                turned=True,
                turned_below=heads.turnable[link.end] and not link.turned_below,
                cost=link.cost + FLIP,
            )
            for link in links_one_way(layout, other, back, members, farthest)
        ]
    return found


def links_one_way(
    layout: Layout, heads: Headings, singles: NDArray[np.intp], members: NDArray[np.intp], farthest: float
) -> list[Link]:
    """Return the links from ``singles`` as they point to any of ``members``, which may have to be turned."""
    marks = layout.marks
    owner = {i: c for c, ends in enumerate(layout.ends) for i in ends}
    first, second = heads.up[singles][:, None], heads.up[members][None]
    flipped = heads.turnable[members][None] & ((first * second).sum(axis=2) < 0)
    second = np.where(flipped[:, :, None], -second, second)
    line = first * heads.firm[singles][:, None, None] + second * heads.firm[members][None, :, None]
    line = line / np.maximum(np.linalg.norm(line, axis=2, keepdims=True), 1e-9)
    step = marks.centre[members][None] - marks.centre[singles][:, None]
    length = layout.scale.length(marks.centre[singles], heads.up[singles])[:, None]
    along = -(step * line).sum(axis=2) + (marks.cell[singles][:, None] - marks.cell[members][None]) / 2
    along = along / length
    aside = np.abs(line[:, :, 0] * step[:, :, 1] - line[:, :, 1] * step[:, :, 0])
    aside = aside / layout.scale.breadth(marks.centre[singles])[:, None]
    angle = np.maximum(
        turned_by(line, first) / heads.slack[singles][:, None], turned_by(line, second) / heads.slack[members][None]
    )
    fits = (along > NEAREST) & (along < farthest) & (aside < SIDEWAYS) & (angle < TILT)
    fits &= np.array([owner[int(i)] for i in singles])[:, None] != np.array([owner[int(j)] for j in members])[None]
    fits &= along < nearest_along(np.where(fits & (aside < IN_LINE), along, np.inf)) + SKIP
    cost = along + 0.15 * (aside / 0.3) ** 2 + 0.15 * (angle / 0.12) ** 2 + FLIP * flipped
    return [
        Link(
            above=owner[int(singles[a])],
            below=owner[int(members[b])],
            end=int(members[b]),
            cost=float(cost[a, b]),
            turned=False,
            turned_below=bool(flipped[a, b]),
            step=float(along[a, b]),
            up=(float(line[a, b, 0]), float(line[a, b, 1])),
        )
        for a, b in zip(*np.nonzero(fits), strict=True)
    ]


def turned_by(first: Floats, second: Floats) -> Floats:
    """Angle between unit vectors (…, 2) and (…, 2), radians."""
    return np.asarray(np.arccos(np.clip((first * second).sum(axis=-1), -1, 1)))


def nearest_along(along: Floats) -> Floats:
    """Smallest value of each row of (n, m): (n, 1)."""
    return np.asarray(along.min(axis=1, keepdims=True, initial=np.inf))


class Linker:
    """Accepts links, cheapest first, such that every card has one neighbour above and one below.

    A card that may point either way is settled by the first link it takes part in; links between cards whose direction
    is sure come first.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.below: dict[int, int] = {}
        self.above: dict[int, int] = {}
        self.turned: dict[int, bool] = {}
        self.upper: dict[int, int] = {}
        self.accepted: list[Link] = []
        marks = layout.marks
        for card, ends in enumerate(layout.ends):
            if len(ends) == 1:
                self.upper[card] = ends[0]
                if not marks.turnable[ends[0]]:
                    self.turned[card] = False

    def run(self, links: list[Link]) -> None:
        """Accept what fits of ``links``."""
        left = sorted(links, key=lambda k: k.cost)
        while left := [k for k in left if self.fits(k)]:
            best = min(left, key=self.price)
            self.accept(best)

    def price(self, link: Link) -> float:
        """Cost of a link, as things stand."""
        return link.cost + UNANCHORED[self.sure(link.above) + self.sure(link.below)]

    def sure(self, card: int) -> bool:
        """Whether the card's direction is known."""
        return card in self.turned or len(self.layout.ends[card]) == 2

    def fits(self, link: Link) -> bool:
        """Whether the link contradicts nothing accepted so far."""
        a, b = link.above, link.below
        if a in self.below or b in self.above or self.last(b) == a:
            return False
        if self.turned.get(a, link.turned) != link.turned:
            return False
        if len(self.layout.ends[b]) == 2:
            return self.upper.get(b, link.end) == link.end
        return self.turned.get(b, link.turned_below) == link.turned_below

    def last(self, card: int) -> int:
        """Find the lowest card of the chain that ``card`` is in."""
        while card in self.below:
            card = self.below[card]
        return card

    def accept(self, link: Link) -> None:
        """Record a link."""
        self.below[link.above] = link.below
        self.above[link.below] = link.above
        self.turned[link.above] = link.turned
        self.upper[link.below] = link.end
        self.accepted.append(link)
        if len(self.layout.ends[link.below]) == 1:
            self.turned[link.below] = link.turned_below

    def chains(self) -> Iterator[Chain]:
        """Return the chains, single cards included."""
        heads = headings(self.layout)
        for first in range(len(self.layout.ends)):
            if first in self.above:
                continue
            cards = [first]
            while cards[-1] in self.below:
                cards.append(self.below[cards[-1]])
            ends = tuple(self.upper_first(c) for c in cards)
            signs = [-1.0 if self.turned.get(c) else 1.0 for c in cards]
            yield Chain(ends, self.direction(heads, ends, signs))

    def direction(
        self, heads: Headings, ends: Sequence[tuple[int, ...]], signs: Sequence[float]
    ) -> tuple[float, float]:
        """Mean direction of a chain: of its characters and of the line through them."""
        tops = [e[0] for e in ends]
        total = (heads.up[tops] * (heads.firm[tops] * signs)[:, None]).sum(axis=0)
        step = self.layout.marks.centre[tops[0]] - self.layout.marks.centre[tops[-1]]
        total = total + step / self.layout.scale.width
        total = total / max(float(np.linalg.norm(total)), 1e-9)
        return float(total[0]), float(total[1])

    def upper_first(self, card: int) -> tuple[int, ...]:
        """Return the marks of a card, the upper one first."""
        ends = self.layout.ends[card]
        top = self.upper.get(card, ends[0])
        return (top, *(i for i in ends if i != top))


Ban = frozenset[int] | tuple[int, int]
"""Two marks that are not to be joined: a set, as the ends of one card; a pair, as a card and the one that covers it."""


def link_cards(layout: Layout, banned: frozenset[Ban] = frozenset()) -> list[Chain]:
    """Group the cards into lengthwise chains; a card on its own is a chain of one."""

    def allowed(link: Link) -> bool:
        return (layout.ends[link.above][0], link.end) not in banned

    links = [link for link in find_links(layout) if allowed(link)]
    linker = Linker(layout)
    linker.run(links)
    up = np.sum([link.up for link in linker.accepted], axis=0) if linker.accepted else np.zeros(2)
    if float(np.linalg.norm(up)) > ONE_WAY * max(len(linker.accepted), 2):
        linker = Linker(layout)
        linker.run([against(link, up) for link in links])
    if linker.accepted:
        usual = float(np.quantile([link.step for link in linker.accepted], 0.8))
        farther = find_links(layout, min(MISSED * usual, FARTHEST_GAP))
        linker.run([against(link, up) for link in farther if allowed(link)])
    chains = attach_lower_ends(layout, list(linker.chains()))
    return [part for chain in chains for part in split_long(layout, chain)]


def against(link: Link, up: Floats) -> Link:
    """Make a link dearer that points the other way than nearly all others: a lower end taken for an upper one."""
    return replace(link, cost=link.cost + OPPOSED) if float(np.dot(link.up, up)) < 0 else link


def attach_lower_ends(layout: Layout, chains: list[Chain]) -> list[Chain]:
    """Give lower characters whose upper one was not found to the chain they close.

    At one card's reach below the last upper character it is the same card, read differently; farther below it is a
    card whose upper character was missed.
    """
    loose = {c.cards[0][0]: c for c in chains if len(c.cards) == 1 and len(c.cards[0]) == 1}
    merged: dict[int, Chain] = {}
    offers: list[tuple[float, int, int, Chain]] = []
    for at, chain in enumerate(chains):
        for way in either_way(layout, chain):
            offers += [(cost, at, mark, longer) for cost, mark, longer in lower_ends(layout, way, list(loose))]
    taken: set[int] = set()
    for _, at, mark, joined in sorted(offers, key=lambda offer: offer[0]):
        tail_mark = chains[at].cards[-1][0]
        if at in merged or mark in taken or tail_mark in taken or chains.index(loose[mark]) in merged:
            continue
        taken.add(mark)
        merged[at] = joined
    return [
        merged.get(at, chain)
        for at, chain in enumerate(chains)
        if not (len(chain.cards) == 1 and len(chain.cards[0]) == 1 and chain.cards[0][0] in taken)
    ]


def either_way(layout: Layout, chain: Chain) -> list[Chain]:
    """Return a chain, and the same read from its other end if none of its characters tells which end is up."""
    marks = [ends[0] for ends in chain.cards if len(ends) == 1]
    if len(marks) < len(chain.cards) or not layout.marks.turnable[marks].all():
        return [chain]
    return [chain, Chain(chain.cards[::-1], (-chain.up[0], -chain.up[1]))]


def lower_ends(layout: Layout, chain: Chain, loose: list[int]) -> list[tuple[float, int, Chain]]:
    """Return which loose marks may be the lower end of a chain's last card, or of one more: (cost, mark, chain)."""
    marks, scale = layout.marks, layout.scale
    tail, up = chain.cards[-1], np.array(chain.up)
    others = np.array([i for i in loose if i not in chain.cards[0] and i not in tail], np.intp)
    if len(tail) != 1 or not len(others):
        return []
    step = marks.centre[others] - marks.centre[tail[0]]
    along, aside = -step @ up, np.abs(up[0] * step[:, 1] - up[1] * step[:, 0])
    along = along + (marks.cell[tail[0]] + marks.cell[others]) / 2
    cosine = -(marks.up[others] @ up)
    facing = np.where(marks.turnable[others], np.abs(cosine), cosine) > np.cos(TILT)
    reach = float(scale.reach(marks.centre[tail[0]][None], up[None])[0])
    extra = (along - reach) / reach
    same = np.abs(np.log(np.maximum(along, 1e-9) / reach)) < REACH_LIMIT
    aside = aside / (scale.width + SWING * along)
    near = facing & (aside < SIDEWAYS) & (same | ((extra > NEAREST) & (extra < FARTHEST)))
    offers = []
    for k in np.flatnonzero(near):
        longer = extended(chain, int(others[k]), same_card=bool(same[k]))
        cost = float(aside[k]) + UNFIT * min(-legality(logs_of(layout, longer)), MAX_UNFIT)
        if same[k]:
            alike = likeness(marks.probs[list(tail)], marks.probs[others[k : k + 1]])
            cost -= UNFIT * min(0.0, float(alike[0]))
        offers.append((cost, int(others[k]), longer))
    return offers


def extended(chain: Chain, mark: int, *, same_card: bool) -> Chain:
    """Add a lower character to a chain: to its last card, or as a card of its own."""
    body = chain.cards
    cards = (*body[:-1], (*body[-1], mark)) if same_card else (*body, (mark,))
    return Chain(cards, chain.up)


def logs_of(layout: Layout, chain: Chain) -> Floats:
    """Log class probabilities of a chain's cards: (n, 21)."""
    return np.log([make_card(layout.marks, ends).scores for ends in chain.cards])


def split_long(layout: Layout, chain: Chain) -> list[Chain]:
    """Cut a chain of more than four cards, where it is wider and where both parts are columns: two in one line."""
    if len(chain.cards) <= max(SIZES):
        return [chain]
    tops = layout.marks.centre[[c[0] for c in chain.cards]]
    gaps = np.linalg.norm(np.diff(tops, axis=0), axis=1)
    odds = np.clip(8 * (gaps / np.median(gaps) - 1.35), -4, 4)
    pieces, _ = cut(logs_of(layout, chain), odds)
    return [Chain(chain.cards[a:b], chain.up) for a, b in pieces]
