"""Where the cards of a hand lie, in millimetres on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from scorer.faces import FACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.hands import TrueColumn

LAYOUTS = ("row", "tworow", "fan", "side", "cross")


@dataclass(frozen=True)
class Pose:
    """One thing on the table.

    Attributes:
        art: key of what is printed on it.
        column: index of the column, −1 for a stray.
        x, y: its middle.
        angle: radians, counterclockwise.
        size: (width, length).
        layer: how many cards lie under it.
        bend: how far its middle stands above its ends (negative: below), millimetres.

    """

    art: str
    column: int
    x: float
    y: float
    angle: float
    size: tuple[float, float]
    layer: int = 0
    bend: float = 0.0

    def at(self, local: NDArray[Any], lift: float = 0.0) -> NDArray[np.float64]:
        """Points (n, 2) of the card (x right, y down from its middle) to the table (n, 3)."""
        u, v = np.asarray(local, np.float64).T
        cos, sin = np.cos(self.angle), np.sin(self.angle)
        z = lift + self.bend_at(v)
        return np.stack([self.x + u * cos + v * sin, self.y + u * sin - v * cos, z], axis=1)

    def bend_at(self, v: NDArray[Any]) -> NDArray[Any]:
        """Height in millimetres of the bent card along its length."""
        along = (2 * v / self.size[1]) ** 2
        return np.asarray(np.maximum(self.bend, 0) * (1 - along) - np.minimum(self.bend, 0) * along)

    def corners(self) -> NDArray[np.float64]:
        """(4, 3) corners on the table, first left of the head."""
        w, h = self.size[0] / 2, self.size[1] / 2
        return self.at(np.array([(-w, -h), (w, -h), (w, h), (-w, h)]))


def _turned(x: float, y: float, angle: float) -> tuple[float, float]:
    return x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)


def column_poses(
    column: TrueColumn,
    number: int,
    at: tuple[float, float],
    angle: float,
    size: tuple[float, float],
    rng: np.random.Generator,
    *,
    step: float,
    loose: float,
) -> list[Pose]:
    """Cards overlapped lengthwise, the head of the first at ``at``; each lies on the one before."""
    out = []
    for k, face in enumerate(column.shown):
        down = k * step + rng.normal(0, 0.02 * size[1]) * loose + size[1] / 2
        aside = rng.normal(0, 0.05 * size[0]) * loose
        x, y = _turned(aside, -down, angle)
        turn = angle + rng.normal(0, np.radians(1.6)) * loose
        out.append(Pose(face, number, at[0] + x, at[1] + y, turn + np.pi * int(rng.integers(2)), size, k))
    return out


def row(columns: Sequence[tuple[int, TrueColumn]], size: tuple[float, float], rng: np.random.Generator) -> list[Pose]:
    """Columns side by side."""
    step = size[1] * rng.uniform(0.27, 0.45)
    gap = size[0] * rng.uniform(0.05, 0.5)
    loose = rng.uniform(0.3, 1.3)
    out: list[Pose] = []
    x = -(len(columns) - 1) / 2 * (size[0] + gap)
    for number, column in columns:
        angle = rng.normal(0, np.radians(2.2)) * loose
        head = (x + rng.normal(0, 0.04 * size[0]), rng.normal(0, 0.05 * size[1]) * loose)
        out += column_poses(column, number, head, angle, size, rng, step=step, loose=loose)
        x += size[0] + gap + abs(rng.normal(0, 0.08 * size[0])) * loose
    return out


def two_rows(
    columns: Sequence[tuple[int, TrueColumn]], size: tuple[float, float], rng: np.random.Generator
) -> list[Pose]:
    """Table melds in a row of their own, further away, and the hand before the player."""
    table, hand = parted(columns)
    far, near = row(table, size, rng), row(hand, size, rng)
    low = min(float(p.corners()[:, 1].min()) for p in far)
    high = max(float(p.corners()[:, 1].max()) for p in near)
    up = high - low + size[1] * rng.uniform(0.08, 0.35)
    shift = rng.normal(0, size[0])
    return [_shifted(p, shift, up) for p in far] + near


def crosswise(
    columns: Sequence[tuple[int, TrueColumn]], size: tuple[float, float], rng: np.random.Generator
) -> list[Pose]:
    """Table melds lie crosswise, further away; the hand before the player."""
    table, hand = parted(columns)
    step = size[1] * rng.uniform(0.27, 0.42)
    quarter = np.pi / 2 * float(rng.choice([-1, 1])) + rng.normal(0, np.radians(2))
    long = size[1] + 2.4 * step
    per_row = min(len(table), 2)
    out = []
    for k, (number, column) in enumerate(table):
        along = (k % per_row - (per_row - 1) / 2) * (long + 8)
        up = 14 + size[0] * (0.7 + (k // per_row) * 1.25)
        reach = (len(column.shown) - 1) * step + size[1]
        head = (along - reach / 2 * np.sign(quarter), up)
        out += column_poses(column, number, head, quarter, size, rng, step=step, loose=0.6)
    return out + row(hand, size, rng)


def parted(
    columns: Sequence[tuple[int, TrueColumn]],
) -> tuple[list[tuple[int, TrueColumn]], list[tuple[int, TrueColumn]]]:
    """Open columns and those of the hand; at least one of each."""
    table = [c for c in columns if c[1].exposed]
    hand = [c for c in columns if not c[1].exposed]
    if not table:
        table, hand = hand[:2], hand[2:]
    if not hand:
        table, hand = table[:-2], table[-2:]
    return table, hand


def side_by_side(
    columns: Sequence[tuple[int, TrueColumn]], size: tuple[float, float], rng: np.random.Generator
) -> list[Pose]:
    """The cards of a meld lie side by side, melds in two or three rows."""
    rows = int(rng.integers(2, 4))
    each = -(-len(columns) // rows)
    between, apart = size[0] * rng.uniform(0.02, 0.12), size[0] * rng.uniform(0.45, 0.9)
    out = []
    for r in range(rows):
        line = columns[r * each : (r + 1) * each]
        widths = [len(c.shown) * (size[0] + between) for _, c in line]
        x = -(sum(widths) + apart * (len(line) - 1)) / 2
        for (number, column), wide in zip(line, widths, strict=True):
            angle = rng.normal(0, np.radians(1.5))
            for k, face in enumerate(column.shown):
                aside, down = _turned((k + 0.5) * (size[0] + between), rng.normal(0, 0.015 * size[1]), angle)
                y = -r * size[1] * 1.12
                turn = angle + rng.normal(0, np.radians(0.8)) + np.pi * int(rng.integers(2))
                out.append(Pose(face, number, x + aside, y + down, turn, size))
            x += wide + apart
    return out


def fan(columns: Sequence[tuple[int, TrueColumn]], size: tuple[float, float], rng: np.random.Generator) -> list[Pose]:
    """A hand still held: columns spread about a point below, the lower characters half covered."""
    step = size[1] * rng.uniform(0.25, 0.34)
    radius = size[1] * rng.uniform(2.3, 3.0)
    spread = size[0] * rng.uniform(1.05, 1.3) / radius
    out = []
    for k, (number, column) in enumerate(columns):
        angle = -(k - (len(columns) - 1) / 2) * spread + rng.normal(0, np.radians(0.8))
        head = _turned(0, radius + rng.normal(0, 0.02 * size[1]), angle)
        cards = column_poses(column, number, head, angle, size, rng, step=step, loose=0.5)
        out += [Pose(p.art, p.column, p.x, p.y, p.angle, p.size, p.layer + min(k, 3)) for p in cards]
    return out


def two_tens(size: tuple[float, float], rng: np.random.Generator) -> list[Pose]:
    """The twenty faces once: 一…十 in one row and 壹…拾 in the other, either on top, all cards free."""
    gap, apart = size[0] * rng.uniform(0.08, 0.35), size[1] * rng.uniform(0.06, 0.25)
    rows = (FACES[:10], FACES[10:]) if rng.random() < 0.7 else (FACES[10:], FACES[:10])
    out = []
    for down, faces in enumerate(rows):
        angle = rng.normal(0, np.radians(1.0))
        for k, face in enumerate(faces):
            x, y = _turned((k - 4.5) * (size[0] + gap), rng.normal(0, 0.02 * size[1]), angle)
            turn = angle + rng.normal(0, np.radians(1.2)) + np.pi * int(rng.integers(2))
            out.append(Pose(face, 0, x, y + (0.5 - down) * (size[1] + apart), turn, size))
    return out


def bent(poses: Sequence[Pose], bend: float, rng: np.random.Generator) -> list[Pose]:
    """The same cards about (0, 0), each bent a little."""
    corners = np.concatenate([p.corners() for p in poses])[:, :2]
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    bends = rng.normal(0, bend, len(poses)).clip(-3.5, 3.5)
    return [
        Pose(p.art, p.column, p.x - middle[0], p.y - middle[1], p.angle, p.size, p.layer, float(b))
        for p, b in zip(poses, bends, strict=True)
    ]


def _shifted(pose: Pose, x: float, y: float) -> Pose:
    return Pose(pose.art, pose.column, pose.x + x, pose.y + y, pose.angle, pose.size, pose.layer, pose.bend)


def lay(
    hand: Sequence[TrueColumn], layout: str, size: tuple[float, float], bend: float, rng: np.random.Generator
) -> list[Pose]:
    """All cards of a hand in the order in which they are laid down, the middle of the whole at (0, 0)."""
    columns = list(enumerate(hand))
    makers = {"row": row, "tworow": two_rows, "cross": crosswise, "side": side_by_side, "fan": fan}
    return bent(makers[layout](columns, size, rng), bend, rng)
