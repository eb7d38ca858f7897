"""Links → chains: cheapest first, each card with one neighbour above and one below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.chains import Chain, attach_lower_ends, split_long
from vision.links import FARTHEST, FARTHEST_GAP, Headings, Link, find_links, headings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.cards import Layout

    Floats = NDArray[np.float64]


ONE_WAY, OPPOSED = 0.6, 0.3
MISSED = 2.3
"""A step up to this many usual ones may have lost a card between."""
UNANCHORED = (1.0, 0.3, 0.0)
"""Added to a link's cost when none, one, or both of its cards surely point where they seem to."""


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
        for card, ends in enumerate(layout.ends):
            if len(ends) == 1:
                self.upper[card] = ends[0]

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
        """Whether the card's direction is known, or its character tells it."""
        ends = self.layout.ends[card]
        return card in self.turned or len(ends) == 2 or not self.layout.marks.turnable[ends[0]]

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

    every = [link for link in find_links(layout, FARTHEST_GAP) if allowed(link)]
    links = [link for link in every if link.step < FARTHEST]
    usual_way = [link for link in links if not misread(layout, link)]
    linker = Linker(layout)
    linker.run(usual_way)
    up = np.sum([link.up for link in linker.accepted], axis=0) if linker.accepted else np.zeros(2)
    if float(np.linalg.norm(up)) > ONE_WAY * max(len(linker.accepted), 2):
        linker = Linker(layout)
        linker.run([against(link, up) for link in usual_way])
    if linker.accepted:
        usual = float(np.quantile([link.step for link in linker.accepted], 0.8))
        limit = min(MISSED * usual, FARTHEST_GAP)
        farther = [link for link in every if link.step < limit and not misread(layout, link)]
        linker.run([against(link, up) for link in farther])
    chains = list(linker.chains())
    closed = attach_lower_ends(layout, chains)
    ends = lone_marks(chains) - lone_marks(closed)
    last = [link for link in links if misread(layout, link) and not misread(layout, link) & ends]
    if last:
        linker.run(last)
        closed = attach_lower_ends(layout, list(linker.chains()))
    return [part for chain in closed for part in split_long(layout, chain)]


def misread(layout: Layout, link: Link) -> set[int]:
    """Return the marks of a link that should tell which way is up and would have told it wrong."""
    turned = {layout.ends[link.above][0]} if link.turned else set()
    turned |= {link.end} if link.turned_below else set()
    return {mark for mark in turned if not layout.marks.turnable[mark]}


def lone_marks(chains: Sequence[Chain]) -> set[int]:
    """Marks that are a card and a chain of their own."""
    return {c.cards[0][0] for c in chains if len(c.cards) == 1 and len(c.cards[0]) == 1}


def against(link: Link, up: Floats) -> Link:
    """Make a link dearer that points the other way than nearly all others: a lower end taken for an upper one."""
    return replace(link, cost=link.cost + OPPOSED) if float(np.dot(link.up, up)) < 0 else link
