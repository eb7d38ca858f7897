"""Lengthwise columns: chains of cards, and the lower characters that close them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.cards import REACH_LIMIT, likeness, make_card
from vision.legal import SIZES, legality
from vision.links import FARTHEST, NEAREST, SIDEWAYS, TILT
from vision.sideways import cut

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.cards import Layout

    Floats = NDArray[np.float64]


ALONE = 10.0
"""What it costs to cut a sure character off a chain that is too long; a faint one for less: it may be none."""
USUAL_STEP = 0.33
SWING = 0.15
"""A lower end far away may lie farther aside, by this share of its distance."""
UNFIT, MAX_UNFIT = 0.1, 6.0
"""What a column that is no 列 costs, in card widths a unit of log-likelihood, when lower ends are handed out."""


@dataclass(frozen=True)
class Chain:
    """Cards of one lengthwise column, from the first covered one to the last.

    Attributes:
        cards: tuples of indices into the marks: each card's upper end first.
        up: unit vector from the last card toward the first.

    """

    cards: tuple[tuple[int, ...], ...]
    up: tuple[float, float]


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
    alike = likeness(np.repeat(marks.probs[list(tail)], len(others), axis=0), marks.probs[others])
    stretch = np.abs(np.log(np.maximum(along, 1e-9) / reach))
    off_step = np.abs(extra - usual_step(layout, chain, reach))
    same = np.where(alike > 0, stretch < np.minimum(2 * REACH_LIMIT, off_step), stretch < REACH_LIMIT)
    aside = aside / (scale.width + SWING * along)
    near = facing & (aside < SIDEWAYS) & (same | ((extra > NEAREST) & (extra < FARTHEST)))
    offers = []
    for k in np.flatnonzero(near):
        longer = extended(chain, int(others[k]), same_card=bool(same[k]))
        cost = float(aside[k]) + UNFIT * min(-legality(logs_of(layout, longer)), MAX_UNFIT)
        if same[k]:
            cost -= UNFIT * min(0.0, float(alike[k]))
        offers.append((cost, int(others[k]), longer))
    return offers


def usual_step(layout: Layout, chain: Chain, reach: float) -> float:
    """Distance from one upper character of a chain to the next, as a share of ``reach``; a guess for a single card."""
    tops = layout.marks.centre[[ends[0] for ends in chain.cards]]
    if len(tops) < 2:
        return USUAL_STEP
    return float(np.median(np.linalg.norm(np.diff(tops, axis=0), axis=1))) / reach


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
    strength = np.array([layout.marks.score[list(ends)].max() for ends in chain.cards])
    pieces, _ = cut(logs_of(layout, chain), odds, ALONE * strength)
    return [Chain(chain.cards[a:b], chain.up) for a, b in pieces]
