"""Cards overlapped lengthwise: which card lies on which, link by link."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.cards import likeness, make_card
from vision.legal import legality

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.cards import Layout

    Floats = NDArray[np.float64]

NEAREST = 0.10
FARTHEST = 0.56
"""A covered card's character stands this share of a card length above the next one's (22–45 % and slack)."""
FARTHEST_GAP = 0.93
SIDEWAYS = 0.5
IN_LINE, SKIP = 0.35, 0.1
"""A card is linked to the next one in its line: none is skipped that stands nearer by more than SKIP lengths."""
TILT = 0.35
ONE_WAY, OPPOSED = 0.6, 0.6
MISSED = 2.6
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


def outward(layout: Layout) -> tuple[Floats, NDArray[np.bool_]]:
    """Direction of every mark toward its end of the card, and whether it may be the other way round.

    Where both ends are seen the line between them tells it better than one character does.

    Returns:
        (n, 2) unit vectors and (n,) flags.

    """
    up = layout.marks.up.copy()
    turnable = layout.marks.turnable.copy()
    for ends in layout.ends:
        if len(ends) == 2:
            i, j = ends
            step = layout.marks.centre[i] - layout.marks.centre[j]
            up[i] = step / max(float(np.linalg.norm(step)), 1e-9)
            up[j] = -up[i]
            turnable[i] = turnable[j] = False
    return up, turnable


def find_links(layout: Layout, farthest: float = FARTHEST) -> list[Link]:
    """Return every possible link, in no order."""
    marks = layout.marks
    up, turnable = outward(layout)
    owner = {i: c for c, ends in enumerate(layout.ends) for i in ends}
    members = np.array(sorted(owner), np.intp)
    singles = np.array([ends[0] for ends in layout.ends if len(ends) == 1], np.intp)
    if not len(singles) or len(members) < 2:
        return []
    length = layout.scale.length(marks.centre[singles], up[singles])
    found: list[Link] = []
    for sign in (1.0, -1.0):
        direction = sign * up[singles]
        step = marks.centre[members][None] - marks.centre[singles][:, None]
        along = -np.einsum("ijd,id->ij", step, direction) / length[:, None]
        aside = np.abs(direction[:, None, 0] * step[:, :, 1] - direction[:, None, 1] * step[:, :, 0])
        aside /= layout.scale.breadth(marks.centre[singles])[:, None]
        cosine = direction @ up[members].T
        flipped = turnable[members][None] & (cosine < 0)
        angle = np.arccos(np.clip(np.where(flipped, -cosine, cosine), -1, 1))
        fits = (along > NEAREST) & (along < farthest) & (aside < SIDEWAYS) & (angle < TILT)
        if sign < 0:
            fits &= turnable[singles][:, None]
        fits &= along < nearest_along(np.where(fits & (aside < IN_LINE), along, np.inf)) + SKIP
        cost = along + 0.15 * (aside / 0.3) ** 2 + 0.15 * (angle / 0.15) ** 2 + FLIP * (flipped + (sign < 0.0))
        found += [
            Link(
                above=owner[int(singles[a])],
                below=owner[int(members[b])],
                end=int(members[b]),
                cost=float(cost[a, b]),
                turned=sign < 0,
                turned_below=bool(flipped[a, b]),
                step=float(along[a, b]),
                up=(float(direction[a, 0]), float(direction[a, 1])),
            )
            for a, b in zip(*np.nonzero(fits), strict=True)
            if owner[int(singles[a])] != owner[int(members[b])]
        ]
    return found


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
        up, _ = outward(self.layout)
        for first in range(len(self.layout.ends)):
            if first in self.above:
                continue
            cards = [first]
            while cards[-1] in self.below:
                cards.append(self.below[cards[-1]])
            ends = [self.upper_first(c) for c in cards]
            vectors = [(-1 if self.turned.get(c) else 1) * up[e[0]] for c, e in zip(cards, ends, strict=True)]
            mean = np.sum(vectors, axis=0)
            mean = mean / max(float(np.linalg.norm(mean)), 1e-9)
            yield Chain(tuple(ends), (float(mean[0]), float(mean[1])))

    def upper_first(self, card: int) -> tuple[int, ...]:
        """Return the marks of a card, the upper one first."""
        ends = self.layout.ends[card]
        top = self.upper.get(card, ends[0])
        return (top, *(i for i in ends if i != top))


def link_cards(layout: Layout) -> list[Chain]:
    """Group the cards into lengthwise chains; a card on its own is a chain of one."""
    links = find_links(layout)
    linker = Linker(layout)
    linker.run(links)
    up = np.sum([link.up for link in linker.accepted], axis=0) if linker.accepted else np.zeros(2)
    if float(np.linalg.norm(up)) > ONE_WAY * max(len(linker.accepted), 2):
        linker = Linker(layout)
        linker.run([against(link, up) for link in links])
    if linker.accepted:
        usual = float(np.median([link.step for link in linker.accepted]))
        farther = find_links(layout, min(MISSED * usual, FARTHEST_GAP))
        linker.run([against(link, up) for link in farther])
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
    marks, scale = layout.marks, layout.scale
    loose = {c.cards[0][0]: c for c in chains if len(c.cards) == 1 and len(c.cards[0]) == 1}
    merged: dict[int, Chain] = {}
    offers: list[tuple[float, int, int, Chain]] = []
    for at, chain in enumerate(chains):
        tail = chain.cards[-1]
        if len(tail) != 1 or not loose:
            continue
        up = np.array(chain.up)
        others = np.array([i for i in loose if i not in chain.cards[0]], np.intp)
        if not len(others):
            continue
        step = marks.centre[others] - marks.centre[tail[0]]
        along, aside = -step @ up, np.abs(up[0] * step[:, 1] - up[1] * step[:, 0])
        cosine = -(marks.up[others] @ up)
        facing = np.where(marks.turnable[others], np.abs(cosine), cosine) > np.cos(TILT)
        reach = float(scale.reach(marks.centre[tail[0]][None], up[None])[0])
        extra = (along - reach) / (reach + 1.15 * scale.width)
        same = np.abs(np.log(np.maximum(along, 1e-9) / reach)) < 0.2
        near = facing & (aside < SIDEWAYS * scale.width) & (same | ((extra > NEAREST) & (extra < FARTHEST)))
        for k in np.flatnonzero(near):
            joined = extended(chain, int(others[k]), same_card=bool(same[k]))
            cost = float(aside[k]) / scale.width + UNFIT * min(-legality(logs_of(layout, joined)), MAX_UNFIT)
            if same[k]:
                cost -= UNFIT * min(0.0, float(likeness(marks.probs[list(tail)], marks.probs[others[k : k + 1]])[0]))
            offers.append((cost, at, int(others[k]), joined))
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


def extended(chain: Chain, mark: int, *, same_card: bool) -> Chain:
    """Add a lower character to a chain: to its last card, or as a card of its own."""
    body = chain.cards
    cards = (*body[:-1], (*body[-1], mark)) if same_card else (*body, (mark,))
    return Chain(cards, chain.up)


def logs_of(layout: Layout, chain: Chain) -> Floats:
    """Log class probabilities of a chain's cards: (n, 21)."""
    return np.log([make_card(layout.marks, ends).scores for ends in chain.cards])


def split_long(layout: Layout, chain: Chain) -> list[Chain]:
    """Cut a chain of more than four cards at its widest gap where that gap stands out: two columns in one line."""
    if len(chain.cards) <= 4:
        return [chain]
    tops = layout.marks.centre[[c[0] for c in chain.cards]]
    gaps = np.linalg.norm(np.diff(tops, axis=0), axis=1)
    at = int(gaps.argmax())
    if gaps[at] < 1.4 * np.median(gaps):
        return [chain]
    first, second = Chain(chain.cards[: at + 1], chain.up), Chain(chain.cards[at + 1 :], chain.up)
    return [*split_long(layout, first), *split_long(layout, second)]
