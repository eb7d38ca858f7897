"""How well characters agree with a direction: shared by everything that groups them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.types import CLASSES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.marks import Marks

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

ANGLE_SIGMA = 0.10
"""Deviation, in radians, of the direction that one character tells."""
FLIP_COSTS = {"s1": 0.7, "back": 0.9, "s2": 2.0, "s3": 2.0, "s10": 2.0}
"""Cost (negative log-probability) of a character read the wrong way up: 一 and backs tell nothing."""
WRONG_WAY = 6.5
VAGUE = ("s10", "b10", "back")
"""Faces that look much the same when turned by a quarter, or have no direction at all."""
ASTRAY, ASTRAY_VAGUE = 7.0, 4.0
"""The most that a direction which agrees with nothing around it may cost."""


def cross(first: Floats, second: Floats) -> Floats:
    """Cross product of (…, 2) and (…, 2) vectors: (…,)."""
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])


def unit(vectors: Floats) -> tuple[Floats, Floats]:
    """Lengths (…,) and unit vectors (…, 2) of (…, 2) vectors.

    >>> import numpy as np
    >>> [part.tolist() for part in unit(np.array([[3.0, 4.0]]))]
    [[5.0], [[0.6, 0.8]]]
    """
    size = np.maximum(np.linalg.norm(vectors, axis=-1), 1e-9)
    return size, vectors / size[..., None]


def angle_costs(marks: Marks) -> tuple[Floats, Floats]:
    """Deviation of each mark's direction in radians, and the most that being off may cost: two (n,).

    Characters flatter than wide, such as 一, tell their direction less well.
    """
    flat = np.clip(0.6 * marks.wide / np.maximum(marks.tall, 1e-9), 1.0, 2.5)
    vague = marks.probs[:, [CLASSES.index(face) for face in VAGUE]].sum(axis=1)
    return ANGLE_SIGMA * flat, ASTRAY + (ASTRAY_VAGUE - ASTRAY) * np.clip(vague, 0, 1)


def along_line(marks: Marks, which: Ints, line: Floats) -> Floats:
    """Cost of marks ``which`` (k,) whose cards lie along (k, 2) unit vectors, either way: (k,)."""
    cosine = np.abs((marks.up[which] * line).sum(axis=1))
    sigma, most = angle_costs(marks)
    return np.asarray(np.minimum(0.5 * (np.arccos(np.clip(cosine, 0, 1)) / sigma[which]) ** 2, most[which]))


def flip_cost(marks: Marks, which: Ints, up: Floats) -> Floats:
    """Cost of marks ``which`` (k,) whose cards' ends lie toward (k, 2) unit vectors and that point the other way: (k,).

    One that points aside is not counted here: ``along_line`` counts it.
    """
    back = np.clip(-2 * (marks.up[which] * up).sum(axis=1), 0, 1)
    return np.asarray(back * flip_costs(marks)[which])


def flip_costs(marks: Marks) -> Floats:
    """Cost of each mark standing the other way round than it was read: (n,)."""
    table = np.array([FLIP_COSTS.get(face, WRONG_WAY) for face in CLASSES])
    return np.asarray(marks.probs @ table)


def mean_axis(axes: Floats) -> Floats:
    """Mean direction of (n, 2) unit vectors that may each point either way.

    >>> import numpy as np
    >>> np.abs(mean_axis(np.array([[0.0, 1.0], [0.0, -1.0]]))).round(3).tolist()
    [0.0, 1.0]
    """
    double = np.arctan2(axes[:, 1], axes[:, 0]) * 2
    angle = np.arctan2(np.sin(double).sum(), np.cos(double).sum()) / 2
    return np.array([np.cos(angle), np.sin(angle)])
