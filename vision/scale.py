"""How long a card is in this photo, estimated from the photo itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.marks import Marks

    Floats = NDArray[np.float64]

USUAL_RATIO = 3.7
"""Distance between the outer edges of a card's two characters, in card widths, where no pair tells it."""
INSETS = 0.1
"""Both characters together stand this share of the width away from the ends."""
RATIOS = (1.2, 4.6)
FACING = 0.97
NOISE = 0.035
OUTLIER = 0.1
SIZE_NOISE = 0.08
FACE_NOISE = 0.15
TILTED = (0.1, 0.1)
"""How far the log card length may vary with direction, in a tilted view."""


@dataclass(frozen=True)
class Scale:
    """Card sizes of a photo.

    Attributes:
        width: card width in pixels, typical.
        origin: (2,) middle of the characters.
        spread: how far they lie apart, pixels.
        slope: (5,) of the log distance between the outer edges of a card's two characters: constant, x, y, cos 2θ,
            sin 2θ.
        width_slope: (2,) of the log card width: x, y.

    """

    width: float
    origin: Floats
    spread: float
    slope: Floats
    width_slope: Floats

    def reach(self, at: Floats, along: Floats) -> Floats:
        """Distance between the outer edges of a card's two characters, pixels.

        Args:
            at: (n, 2) middle of the card.
            along: (n, 2) direction of the card, either way.

        """
        return np.asarray(np.exp(features((at - self.origin) / self.spread, along) @ self.slope))

    def breadth(self, at: Floats) -> Floats:
        """Width of a card at (n, 2) places, pixels: (n,)."""
        return np.asarray(self.width * np.exp((at - self.origin) / self.spread @ self.width_slope))

    def length(self, at: Floats, along: Floats) -> Floats:
        """Length of a card, pixels: (n,)."""
        return self.reach(at, along) + INSETS * self.breadth(at)


def features(place: Floats, along: Floats) -> Floats:
    """Regressors of the log card length: (n, 5) from normalised places (n, 2) and directions (n, 2)."""
    cosine, sine = along[:, 0], along[:, 1]
    double = np.column_stack([cosine**2 - sine**2, 2 * cosine * sine])
    return np.hstack([np.ones((len(place), 1)), place, double])


def character_size(marks: Marks) -> Floats:
    """Size of a card's width as one character tells it: (n,)."""
    return np.maximum(marks.wide, np.minimum(marks.tall, 1.3 * marks.wide) / 1.15)


def fit(table: Floats, values: Floats, mean: Floats, noise: float, deviations: Floats) -> tuple[Floats, Floats]:
    """Robust ridge regression.

    Args:
        table: (n, f) regressors.
        values: (n,) what they should explain.
        mean: (f,) prior mean of the coefficients.
        noise: deviation of the values.
        deviations: (f,) prior deviation of the coefficients.

    Returns:
        (f,) coefficients and their (f,) deviations; values far from the fit have little say (Cauchy weights).

    """
    prior = np.diag((noise / deviations) ** 2)
    coefficients, left = mean, prior
    for _ in range(8):
        rest = (values - table @ coefficients) / (2 * noise)
        weight = 1 / (1 + rest**2)
        left = table.T @ (table * weight[:, None]) + prior
        coefficients = mean + np.linalg.solve(left, table.T @ (weight * (values - table @ mean)))
    return np.asarray(coefficients), noise * np.sqrt(np.diag(np.linalg.inv(left)))


@dataclass(frozen=True)
class Sizes:
    """What the characters' own sizes tell: typical card width, and how it changes across the photo.

    ``slope`` and ``deviation`` (2,) are of the log size, x and y.
    """

    width: float
    slope: Floats
    deviation: Floats


def sizes_of(marks: Marks, place: Floats) -> Sizes:
    """Fit the characters' sizes at (n, 2) normalised places; each face may be printed larger or smaller.

    Characters fill most of a card's width, so the larger faces tell it.
    """
    size = np.log(np.maximum(character_size(marks), 1e-6))
    start = float(np.median(size))
    faces = marks.probs.shape[1]
    small = marks.probs[:, : faces // 2].sum(axis=1, keepdims=True)
    table = np.hstack([np.ones((len(marks), 1)), place, small, marks.probs])
    deviations = np.concatenate([[1.0, 0.4, 0.4, 0.3], np.full(faces, FACE_NOISE)])
    coefficients, spread = fit(table, size, np.concatenate([[start], np.zeros(3 + faces)]), SIZE_NOISE, deviations)
    level = size - place @ coefficients[1:3]
    sure = level[marks.score >= 0.5 * marks.score.max()]
    return Sizes(float(np.exp(np.quantile(sure, 0.75))) / 0.9, coefficients[1:3], spread[1:3])


def estimate_scale(marks: Marks) -> Scale:
    """Measure the card length on pairs of equal characters that face away from each other, nearest first."""
    if not len(marks):
        return Scale(1.0, np.zeros(2), 1.0, np.zeros(5), np.zeros(2))
    origin = marks.centre.mean(axis=0)
    spread = max(float(np.abs(marks.centre - origin).max()), 1e-6)
    sizes = sizes_of(marks, (marks.centre - origin) / spread)
    width = max(sizes.width, 1e-6)
    start = np.array([np.log(USUAL_RATIO * width), *(1.3 * sizes.slope), 0.0, 0.0])
    scale = Scale(width, origin, spread, start, sizes.slope)
    pairs = seed_pairs(marks, scale.breadth(marks.centre))
    if not len(pairs):
        return scale
    values = np.log(reaches(marks, pairs))
    middle, along = placed(marks, pairs)
    table = features((middle - origin) / spread, along)
    trust = np.where(marks.turnable[pairs].any(axis=1), 0.4, 1.0)
    start[0] = consensus(values - table[:, 1:] @ start[1:], trust)
    near = np.abs(values - table @ start) < 4 * OUTLIER
    deviations = np.array([0.3, *(0.05 + sizes.deviation + 0.4 * np.abs(sizes.slope)), *TILTED])
    slope, _ = fit(table[near], values[near], start, NOISE, deviations)
    return Scale(width, origin, spread, slope, sizes.slope)


def consensus(values: Floats, trust: Floats) -> float:
    """Return the value of (k,) that most trust gathers around.

    >>> import numpy as np
    >>> consensus(np.array([1.0, 1.02, 2.0]), np.ones(3)) < 1.1
    True
    """
    near = np.exp(-0.5 * ((values[:, None] - values[None]) / OUTLIER) ** 2)
    return float(values[int((near @ trust).argmax())])


def reaches(marks: Marks, pairs: NDArray[np.intp]) -> Floats:
    """Distances between the outer edges of the two marks of (k, 2) pairs: (k,)."""
    apart = np.linalg.norm(marks.centre[pairs[:, 1]] - marks.centre[pairs[:, 0]], axis=1)
    return np.asarray(apart + marks.cell[pairs].mean(axis=1))


def placed(marks: Marks, pairs: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Middles and directions of (k, 2) pairs: two (k, 2) arrays."""
    first, second = marks.centre[pairs[:, 0]], marks.centre[pairs[:, 1]]
    step = second - first
    return (first + second) / 2, step / np.maximum(np.linalg.norm(step, axis=1, keepdims=True), 1e-9)


def seed_pairs(marks: Marks, width: Floats) -> NDArray[np.intp]:
    """Pairs of equal characters that face away from each other, each the other's nearest: (k, 2).

    ``width`` (n,) is the card width at each mark.
    """
    none = np.empty((0, 2), np.intp)
    if len(marks) < 2:
        return none
    step = marks.centre[None] - marks.centre[:, None]
    reach = np.linalg.norm(step, axis=2)
    unit = step / np.maximum(reach, 1e-9)[:, :, None]
    leaving = -np.einsum("id,ijd->ij", marks.up, unit)
    leaving = np.where(marks.turnable[:, None], np.abs(leaving), leaving)
    alike = marks.probs @ marks.probs.T
    fits = (leaving > FACING) & (leaving.T > FACING) & (alike > 0.3)
    both = np.sqrt(width[:, None] * width[None])
    fits &= (reach > RATIOS[0] * both) & (reach < RATIOS[1] * both)
    distance = np.where(fits, reach, np.inf)
    nearest = distance.argmin(axis=1)
    first = np.flatnonzero(np.isfinite(distance.min(axis=1)) & (nearest[nearest] == np.arange(len(marks))))
    first = first[first < nearest[first]]
    return np.column_stack([first, nearest[first]]) if len(first) else none
