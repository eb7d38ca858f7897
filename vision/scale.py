"""How long a card is in this photo, estimated from the photo itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import cross, unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.marks import Marks

    Floats = NDArray[np.float64]

USUAL_RATIO = 3.7
"""Distance between the outer edges of a card's two characters, in card widths, where no pair tells it."""
INSETS = 0.1
"""Both characters together stand this share of the width away from the ends."""
RATIOS = (1.2, 4.6)
FACING = 0.97
NOISE, OUTLIER = 0.026, 0.1
"""Deviation of the log distance between a card's ends, and of those of one photo before its scale is known.

Where a card itself had no say, half of 707 (250 generated hands, seeds 500000 on) were off by 0.02, 95 % by 0.06.
"""
TURNABLE_TRUST = 0.25
"""Say of a pair that may as well be two upper ends of equal cards that lie on each other: with a full one the measured
lengths of 800 generated hands (seeds 710000 on) were off by up to 0.25 in their log, with this by 0.13.
"""
TOLERANCES = (10.0, 8.0, 6.0, 4.0, 3.0, 2.0, 2.0, 2.0)
"""How many deviations off a value may be before it loses its say, round by round: far ones are heard first."""
NARROW = (4.0, 3.0, 2.0, 2.0, 2.0)
"""The same where the values gather around one already."""
SIZE_NOISE, FACE_NOISE, TILT = 0.08, 0.15, 0.15
"""Deviations: of a character's log size, of a face's from the lettering's, and of the perspective."""
SHAPE_NOISE, FACE_SHAPE, SQUEEZE = 0.1, 0.15, 0.05
"""The same for a character's log ratio of height and width, and for what is left of the perspective: a squeeze."""
DEVIATIONS = np.array([0.3, 0.07, 0.07, 0.04, 0.04])
"""How far the log card length may vary: altogether, over x and y of a photo seen from above, with direction."""


@dataclass(frozen=True)
class Scale:
    """Card sizes of a photo seen from above.

    Attributes:
        width: card width in pixels.
        origin: (2,) middle of the characters.
        spread: how far they lie apart, pixels.
        slope: (5,) of the log distance between the outer edges of a card's two characters: constant, x, y, cos 2θ,
            sin 2θ.
        covariance: (5, 5) of the errors of ``slope``.

    """

    width: float
    origin: Floats
    spread: float
    slope: Floats
    covariance: Floats

    def reach(self, at: Floats, along: Floats) -> Floats:
        """Distance between the outer edges of a card's two characters, pixels.

        Args:
            at: (n, 2) middle of the card.
            along: (n, 2) direction of the card, either way.

        """
        return np.asarray(np.exp(self._features(at, along) @ self.slope))

    def doubt(self, at: Floats, along: Floats) -> Floats:
        """Deviation of the log of ``reach``, for the same arguments: larger where and how no card was measured."""
        table = self._features(at, along)
        return np.asarray(np.sqrt(((table @ self.covariance) * table).sum(axis=1)))

    def length(self, at: Floats, along: Floats) -> Floats:
        """Length of a card, pixels: (n,)."""
        return self.reach(at, along) + INSETS * self.width

    def _features(self, at: Floats, along: Floats) -> Floats:
        return features((at - self.origin) / self.spread, along)


def features(place: Floats, along: Floats) -> Floats:
    """Regressors of the log card length: (n, 5) from normalised places (n, 2) and directions (n, 2)."""
    cosine, sine = along[:, 0], along[:, 1]
    double = np.column_stack([cosine**2 - sine**2, 2 * cosine * sine])
    return np.hstack([np.ones((len(place), 1)), place, double])


def fit(
    table: Floats,
    values: Floats,
    mean: Floats,
    noise: float,
    deviations: Floats,
    trust: Floats | float = 1.0,
    tolerances: Sequence[float] = TOLERANCES,
) -> tuple[Floats, Floats]:
    """Robust ridge regression.

    Args:
        table: (n, f) regressors.
        values: (n,) what they should explain.
        mean: (f,) prior mean of the coefficients.
        noise: deviation of the values.
        deviations: (f,) prior deviation of the coefficients.
        trust: (n,) share of a vote that each value has.
        tolerances: how many deviations off a value may be before it loses its say, round by round.

    Returns:
        (f,) coefficients and the (f, f) covariance of their errors; values far from the fit have little say (Cauchy
        weights).

    """
    prior = np.diag((noise / deviations) ** 2)
    coefficients, left = mean, prior
    for tolerance in tolerances:
        rest = (values - table @ coefficients) / (tolerance * noise)
        weight = trust / (1 + rest**2)
        left = table.T @ (table * weight[:, None]) + prior
        coefficients = mean + np.linalg.solve(left, table.T @ (weight * (values - table @ mean)))
    return np.asarray(coefficients), np.asarray(noise**2 * np.linalg.inv(left), np.float64)


def frame_of(marks: Marks) -> tuple[Floats, float]:
    """Middle of the characters (2,), and how far they lie apart, pixels."""
    origin = marks.centre.mean(axis=0)
    return origin, max(float(np.abs(marks.centre - origin).max()), 1e-6)


def perspective(marks: Marks) -> Floats:
    """How strongly characters shrink across the photo: (2,), p of the map x → x / (1 + p·x).

    x are places in the frame of ``frame_of``. The mean of a character's two extents changes by the power −3/2 of
    1 + p·x, whatever its direction. Each face may be printed larger or smaller.
    """
    origin, spread = frame_of(marks)
    size = np.log(np.maximum((marks.tall + marks.wide) / 2, 1e-6))
    faces = marks.probs.shape[1]
    small = marks.probs[:, : faces // 2].sum(axis=1, keepdims=True)
    table = np.hstack([-1.5 * (marks.centre - origin) / spread, np.ones((len(marks), 1)), small, marks.probs])
    mean = np.concatenate([[0.0, 0.0, np.median(size), 0.0], np.zeros(faces)])
    deviations = np.concatenate([[TILT, TILT, 1.0, 0.3], np.full(faces, FACE_NOISE)])
    slope, _ = fit(table, size, mean, SIZE_NOISE, deviations)
    return np.asarray(slope[:2] * min(1.0, 0.6 / max(float(np.abs(slope[:2]).sum()), 1e-9)))


def squeeze(marks: Marks) -> Floats:
    """How the photo is squeezed along one direction: (2,), a and b of the map exp([[a, b], [b, -a]]) that undoes it.

    Characters of cards that lie one way are then taller, for their width, than those of cards that lie another way.
    """
    double = features(np.zeros_like(marks.up), marks.up)[:, 3:]
    shape = np.log(np.maximum(marks.tall, 1e-6) / np.maximum(marks.wide, 1e-6))
    faces = marks.probs.shape[1]
    table = np.hstack([-2 * double, np.ones((len(marks), 1)), marks.probs])
    mean = np.concatenate([[0.0, 0.0, np.median(shape)], np.zeros(faces)])
    deviations = np.concatenate([[SQUEEZE, SQUEEZE, 0.3], np.full(faces, FACE_SHAPE)])
    slope, _ = fit(table, shape, mean, SHAPE_NOISE, deviations)
    return np.asarray(slope[:2])


def seen_from_above(marks: Marks) -> Marks:
    """Undo the perspective: the same marks where cards have one size all over the photo, whichever way they lie."""
    if len(marks) < 4:
        return marks
    origin, spread = frame_of(marks)
    p = perspective(marks)
    place = (marks.centre - origin) / spread
    depth = 1 - place @ p
    # Derivative of x / (1 − p·x) along the characters, and across them.
    aside = np.column_stack([-marks.up[:, 1], marks.up[:, 0]])
    up, side = (way / depth[:, None] + place * ((way @ p) / depth**2)[:, None] for way in (marks.up, aside))
    level = with_extents(marks, place / depth[:, None] * spread + origin, up, side)
    a, b = squeeze(level)
    size = max(float(np.hypot(a, b)), 1e-9)
    matrix = np.cosh(size) * np.eye(2) + np.sinh(size) / size * np.array([[a, b], [b, -a]])
    aside = np.column_stack([-level.up[:, 1], level.up[:, 0]])
    return with_extents(level, (level.centre - origin) @ matrix + origin, level.up @ matrix, aside @ matrix)


def with_extents(marks: Marks, centre: Floats, up: Floats, side: Floats) -> Marks:
    """Place marks anew: ``up`` and ``side`` (n, 2) are what becomes of unit vectors along the characters and across."""
    grown, way = unit(up)
    tall = grown * marks.tall
    wide = np.abs(cross(side, way)) * marks.wide
    return replace(marks, centre=centre, up=way, tall=tall, wide=wide, cell=np.maximum(tall, wide))


def width_of(marks: Marks) -> float:
    """Card width in pixels: characters fill most of it, so the larger faces tell it."""
    size = np.maximum(marks.wide, np.minimum(marks.tall, 1.3 * marks.wide) / 1.15)
    sure = size[marks.score >= 0.5 * marks.score.max()]
    return max(float(np.quantile(sure, 0.75)) / 0.9, 1e-6)


def estimate_scale(marks: Marks) -> Scale:
    """Measure the card length on pairs of equal characters that face away from each other, nearest first.

    Args:
        marks: n ≥ 1 marks, seen from above.

    """
    origin, spread = frame_of(marks)
    width = width_of(marks)
    start = np.array([np.log(USUAL_RATIO * width), 0.0, 0.0, 0.0, 0.0])
    scale = Scale(width, origin, spread, start, np.diag(DEVIATIONS**2))
    pairs = seed_pairs(marks, width)
    if not len(pairs):
        return scale
    first, second = marks.centre[pairs[:, 0]], marks.centre[pairs[:, 1]]
    distance, along = unit(second - first)
    table = features(((first + second) / 2 - origin) / spread, along)
    values = np.log(distance + marks.cell[pairs].mean(axis=1))
    trust = np.where(marks.turnable[pairs].any(axis=1), TURNABLE_TRUST, 1.0)
    start[0] = consensus(values, trust)
    near = np.abs(values - start[0]) < 4 * OUTLIER
    slope, covariance = fit(table[near], values[near], start, NOISE, DEVIATIONS, trust[near], NARROW)
    return replace(scale, slope=slope, covariance=covariance)


def consensus(values: Floats, trust: Floats) -> float:
    """Return the value of (k,) that most trust gathers around.

    >>> import numpy as np
    >>> consensus(np.array([1.0, 1.02, 2.0]), np.ones(3)) < 1.1
    True
    >>> consensus(np.array([1.0, 2.0]), np.ones(2)) == consensus(np.array([2.0, 1.0]), np.ones(2))
    True
    """
    near = np.exp(-0.5 * ((values[:, None] - values[None]) / OUTLIER) ** 2) @ trust
    # Two values alone are as good as each other: then the value decides, not which came first.
    return float(values[near > near.max() - 1e-9].min())


def seed_pairs(marks: Marks, width: float) -> NDArray[np.intp]:
    """Pairs of equal characters that face away from each other, each the other's nearest: (k, 2)."""
    reach, way = unit(marks.centre[None] - marks.centre[:, None])
    leaving = -np.einsum("id,ijd->ij", marks.up, way)
    leaving = np.where(marks.turnable[:, None], np.abs(leaving), leaving)
    fits = (leaving > FACING) & (leaving.T > FACING) & (marks.probs @ marks.probs.T > 0.3)
    fits &= (reach > RATIOS[0] * width) & (reach < RATIOS[1] * width)
    distance = np.where(fits, reach, np.inf)
    nearest = distance.argmin(axis=1)
    first = np.flatnonzero(np.isfinite(distance.min(axis=1)) & (nearest[nearest] == np.arange(len(marks))))
    first = first[first < nearest[first]]
    return np.column_stack([first, nearest[first]]).reshape(-1, 2)
