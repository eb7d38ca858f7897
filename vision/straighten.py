"""Characters whose direction disagrees with all around them: 十 read across, a back without a direction."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.types import CLASSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.marks import Marks

    Floats = NDArray[np.float64]

VAGUE = tuple(CLASSES.index(face) for face in ("s10", "b10", "back"))
"""Faces that look much the same when turned by a quarter, or have no direction at all."""
NEAR = 6.0
AGREED = 0.8
OFF, OFF_VAGUE = 0.65, 0.35
"""How far (radians) a direction may be off the others', for any face and for vague ones."""


def straightened(marks: Marks, alone: Sequence[int]) -> Marks:
    """Turn marks that found no partner to the direction of their surroundings where theirs is far off.

    Args:
        marks: n marks.
        alone: indices of the marks that are the only end of their card.

    A mark turned so may as well be the other way round.

    """
    if not alone or len(marks) < 4:
        return marks
    which = np.array(sorted(alone), np.intp)
    axis, agreed = surroundings(marks, which)
    cosine = (marks.up[which] * axis).sum(axis=1)
    off = np.arccos(np.clip(np.abs(cosine), 0, 1))
    vague = marks.probs[which][:, VAGUE].sum(axis=1) > 0.5
    wrong = (agreed > AGREED) & (off > np.where(vague, OFF_VAGUE, OFF))
    if not wrong.any():
        return marks
    up, turnable = marks.up.copy(), marks.turnable.copy()
    up[which[wrong]] = (axis * np.where(cosine < 0, -1.0, 1.0)[:, None])[wrong]
    turnable[which[wrong]] = True
    size = np.maximum(marks.tall, marks.wide)
    tall, wide = marks.tall.copy(), marks.wide.copy()
    tall[which[wrong]] = wide[which[wrong]] = size[which[wrong]]
    return replace(marks, up=up, turnable=turnable, tall=tall, wide=wide, cell=np.maximum(tall, wide))


def surroundings(marks: Marks, which: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Direction of the marks around some marks, either way, and how much they agree.

    Args:
        marks: n marks.
        which: (k,) indices.

    Returns:
        (k, 2) unit vectors and (k,) agreement in [0, 1].

    """
    size = float(np.median(np.maximum(marks.tall, marks.wide)))
    away = np.linalg.norm(marks.centre[which][:, None] - marks.centre[None], axis=2) / max(NEAR * size, 1e-9)
    vague = marks.probs[:, VAGUE].sum(axis=1)
    weight = np.exp(-0.5 * away**2) * (marks.score * (1 - 0.9 * np.clip(vague, 0, 1)))[None]
    weight[np.arange(len(which)), which] = 0
    double = np.arctan2(marks.up[:, 1], marks.up[:, 0]) * 2
    total = np.maximum(weight.sum(axis=1), 1e-9)
    x, y = weight @ np.cos(double) / total, weight @ np.sin(double) / total
    angle = np.arctan2(y, x) / 2
    return np.column_stack([np.cos(angle), np.sin(angle)]), np.hypot(x, y)
