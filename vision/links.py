"""Which card may lie on which: every possible link of cards overlapped lengthwise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
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
FLIP, WRONG_WAY = 0.15, 0.5


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
class Headings:
    """Which way the marks point.

    Attributes:
        up: (n, 2) unit vectors toward their end of the card.
        free: (n,) whether it may be the other way round; not where both ends of the card are seen.
        flip: (n,) what that costs a link.
        firm: (n,) how far a direction is to be trusted: 1 for a character as tall as wide, less for flat ones such as
            一, more where both ends of the card are seen.
        slack: (n,) by how much the usual tolerance of angles is to be widened.

    """

    up: Floats
    free: NDArray[np.bool_]
    flip: Floats
    firm: Floats
    slack: Floats


def headings(layout: Layout) -> Headings:
    """Direction of every mark; where both ends are seen the line between them tells it better than one character."""
    marks = layout.marks
    up, free = marks.up.copy(), np.ones(len(marks), bool)
    shape = np.clip(marks.tall / np.maximum(marks.wide, 1e-9), 0.1, 1.0)
    firm, slack = shape**2, np.clip(0.6 / shape, 1.0, 2.5)
    for ends in layout.ends:
        if len(ends) == 2:
            i, j = ends
            step = marks.centre[i] - marks.centre[j]
            up[i] = step / max(float(np.linalg.norm(step)), 1e-9)
            up[j] = -up[i]
            free[[i, j]] = False
            firm[[i, j]], slack[[i, j]] = 4.0, 1.0
    return Headings(up, free, np.where(marks.turnable, FLIP, WRONG_WAY), firm, slack)


def find_links(layout: Layout, farthest: float = FARTHEST) -> list[Link]:
    """Return every possible link, in no order."""
    heads = headings(layout)
    members = np.array(sorted(i for ends in layout.ends for i in ends), np.intp)
    singles = np.array([ends[0] for ends in layout.ends if len(ends) == 1], np.intp)
    if not len(singles) or len(members) < 2:
        return []
    found = links_one_way(layout, heads, singles, members, farthest)
    other = replace(heads, up=np.where(heads.free[:, None], -heads.up, heads.up))
    found += [
        replace(
            link,
            turned=True,
            turned_below=bool(heads.free[link.end]) and not link.turned_below,
            cost=link.cost + float(heads.flip[layout.ends[link.above][0]]),
        )
        for link in links_one_way(layout, other, singles, members, farthest)
    ]
    return found


def links_one_way(
    layout: Layout, heads: Headings, singles: NDArray[np.intp], members: NDArray[np.intp], farthest: float
) -> list[Link]:
    """Return the links from ``singles`` as they point to any of ``members``, which may have to be turned."""
    marks = layout.marks
    owner = {i: c for c, ends in enumerate(layout.ends) for i in ends}
    first, second = heads.up[singles][:, None], heads.up[members][None]
    flipped = heads.free[members][None] & ((first * second).sum(axis=2) < 0)
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
    cost = along + 0.15 * (aside / 0.3) ** 2 + 0.15 * (angle / 0.12) ** 2 + heads.flip[members][None] * flipped
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
