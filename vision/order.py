"""Which way is up on the table, which row comes first, what lies aside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import mean_axis
from vision.legal import legality
from vision.types import BACK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

NUMBERS = np.array([*range(1, 11), *range(1, 11)])
HAND_COLUMNS = 7
SAME_ROW = 0.5
STRAY_ALONE, STRAY_ODD = 5.0, 1.0
STRAY_IN_LINE = -3.0
NEVER_STRAY = -9.0
"""Log-odds that a group is a stray: a lone card off the hand's lines, several there that are no 列, each of one or two
cards in line with the hand, a whole 列."""
STRAY_FACE_DOWN, STRAY_UNNEEDED = -2.0, 0.0
"""The same for backs or a 将 off the hand's lines, and for what lies in line with seven columns that stand without it.

All chosen on generated hands with faults (``check-grouping``, seeds 701000 on and 720000 on).
"""
ODD = -3.0
"""Cards are no 列 where the likeliest one is this much less likely than what the eye reads."""
BESIDE = 2.6
PARALLEL = 0.25


@dataclass(frozen=True)
class Group:
    """Cards that lie together, with where they lie.

    Attributes:
        ends: per card its indices into the marks.
        up: (2,) toward the cards' upper ends.
        middle: (n, 2) card centres.
        length: (n,) card lengths.
        logs: (n, 21) log class probabilities.
        lengthwise: whether the cards overlap along their length.

    """

    ends: tuple[tuple[int, ...], ...]
    up: Floats
    middle: Floats
    length: Floats
    logs: Floats
    lengthwise: bool

    @property
    def is_face_down(self) -> bool:
        """Whether all cards show their backs: a 偎, or a pattern of the table."""
        return bool((self.logs.argmax(axis=1) == BACK).all())

    @property
    def is_odd(self) -> bool:
        """Whether these cards are no 列: one of a column was missed or misread, or they are strays."""
        return len(self.ends) > 1 and legality(self.logs) < ODD

    @property
    def centre(self) -> Floats:
        """Middle of the group: (2,)."""
        return np.asarray((self.middle.min(axis=0) + self.middle.max(axis=0)) / 2)

    def extent(self, up: Floats) -> tuple[float, float]:
        """Where the group begins and ends along ``up``."""
        place = self.middle @ up
        half = self.length / 2 * abs(float(self.up @ up))
        return float((place - half).min()), float((place + half).max())


def up_of(groups: Sequence[Group]) -> Floats:
    """Direction from the reader to the far side of the table: (2,).

    Overlapped columns tell it. Where all cards lie side by side, both ends look alike; then it is the direction in
    which most runs ascend from left to right, the shortest line comes last, and what is left over is decided by the
    shape of the layout, never by the way the photo is turned.
    """
    tellers = [g for g in groups if g.lengthwise and len(g.ends) > 1]
    if tellers:
        total = np.sum([g.up * len(g.ends) for g in tellers], axis=0)
        norm = float(np.linalg.norm(total))
        if norm > 0.2 * sum(len(g.ends) for g in tellers):
            return np.asarray(total / norm)
    axis = mean_axis(np.stack([g.up for g in groups]))
    votes = ascending(groups, axis) + 0.5 * short_line_last(groups, axis)
    votes = votes or skewness(groups, axis)
    return axis if votes >= 0 else -axis


def ascending(groups: Sequence[Group], up: Floats) -> float:
    """Count runs that ascend from left to right, less runs that descend."""
    right = np.array([-up[1], up[0]])
    votes = 0.0
    for group in groups:
        if len(group.ends) < 3:
            continue
        faces = group.logs[:, :20].argmax(axis=1)
        numbers = NUMBERS[faces][np.argsort(group.middle @ right, kind="stable")]
        steps = np.sign(np.diff(numbers))
        if abs(steps.sum()) == len(steps):
            votes += float(steps[0])
    return votes


def short_line_last(groups: Sequence[Group], up: Floats) -> float:
    """Say 1 if the row nearest to the reader is the shortest of several, −1 if the farthest is, else 0."""
    rows = rows_of(groups, up)
    sizes = [sum(len(groups[k].ends) for k in row) for row in rows]
    return float(np.sign(sizes[0] - sizes[-1]))


def skewness(groups: Sequence[Group], up: Floats) -> float:
    """Third moment of the cards' places along and across ``up``: turns with the photo."""
    middle = np.concatenate([g.middle for g in groups])
    middle = middle - middle.mean(axis=0)
    along, aside = middle @ up, middle @ np.array([-up[1], up[0]])
    size = max(float(np.abs(middle).max()), 1e-9)
    for moment in ((along**3).mean() / size**3, (aside**3).mean() / size**3):
        if abs(moment) > 1e-4:
            return float(moment)
    return 0.0


def rows_of(groups: Sequence[Group], up: Floats) -> list[list[int]]:
    """Group indices row by row, the farthest row first; groups that overlap along ``up`` share a row."""
    spans = [g.extent(up) for g in groups]
    left = sorted(range(len(groups)), key=lambda k: -spans[k][1])
    rows: list[list[int]] = []
    while left:
        row = [left.pop(0)]
        for k in row:
            same = [m for m in left if shared(spans[k], spans[m]) > SAME_ROW]
            row += same
            left = [m for m in left if m not in same]
        rows.append(row)
    return rows


def shared(first: tuple[float, float], second: tuple[float, float]) -> float:
    """Overlap of two intervals as a share of the shorter.

    >>> shared((0, 4), (3, 5))
    0.5
    """
    overlap = min(first[1], second[1]) - max(first[0], second[0])
    return overlap / max(min(first[1] - first[0], second[1] - second[0]), 1e-9)


def reading_order(groups: Sequence[Group], up: Floats) -> list[int]:
    """Row by row from the far side, left to right."""
    right = np.array([-up[1], up[0]])
    return [k for row in rows_of(groups, up) for k in sorted(row, key=lambda k: float(groups[k].centre @ right))]


def areas_of(groups: Sequence[Group], up: Floats) -> list[str]:
    """Return "table" for the farther of two rows of overlapped columns, else "hand"."""
    areas = ["hand"] * len(groups)
    columns = [k for k, g in enumerate(groups) if g.lengthwise and len(g.ends) > 1]
    if len(columns) * 2 <= len(groups):
        return areas
    rows = rows_of([groups[k] for k in columns], up)
    if len(rows) > 1:
        near = [columns[k] for k in rows[-1]]
        limit = max(groups[k].extent(up)[1] for k in near)
        for k, group in enumerate(groups):
            if float(group.centre @ up) > limit:
                areas[k] = "table"
    return areas


def stray_odds(groups: Sequence[Group], width: float) -> list[float]:
    """Log-odds that a group is no part of the hand: (n,) numbers."""
    certain = [len(g.ends) > 1 and not g.is_face_down and not g.is_odd for g in groups]
    body = [g for g, sure in zip(groups, certain, strict=True) if sure]
    whole = len(body) >= HAND_COLUMNS
    return [odds_of(g, body, width, needed=sure or not whole) for g, sure in zip(groups, certain, strict=True)]


def odds_of(group: Group, body: Sequence[Group], width: float, *, needed: bool) -> float:
    """Log-odds of one group against the hand's body; ``needed``: the hand may not be whole without it."""
    size = len(group.ends)
    beside = any(in_line(group, other, width) for other in body if other is not group)
    if size > 2 and not group.is_face_down and not group.is_odd:
        return NEVER_STRAY
    if len(body) < 2:
        return STRAY_FACE_DOWN if size > 2 else STRAY_IN_LINE / 2
    if not needed:
        return STRAY_UNNEEDED if beside else STRAY_ALONE
    if beside:
        return STRAY_IN_LINE * min(size, 2)
    if size == 1:
        return STRAY_ALONE
    return STRAY_ODD if group.is_odd else STRAY_FACE_DOWN


def is_lacking(group: Group, others: Sequence[Group], width: float) -> bool:
    """Whether a group lies in line with the columns of a hand that has fewer than all of them."""
    body = [g for g in others if len(g.ends) > 1]
    return len(body) < HAND_COLUMNS and any(in_line(group, other, width) for other in body)


def in_line(group: Group, other: Group, width: float) -> bool:
    """Whether a group lies beside another, as columns of one hand do."""
    right = np.array([-other.up[1], other.up[0]])
    aside = float(np.abs((other.middle - group.centre) @ right).min())
    turned = abs(float(other.up[0] * group.up[1] - other.up[1] * group.up[0]))
    in_row = shared(group.extent(other.up), other.extent(other.up)) > SAME_ROW
    return turned < PARALLEL and aside < BESIDE * width and in_row
