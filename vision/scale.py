"""How long a card is in this photo, estimated from the photo itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.marks import Marks

    Floats = NDArray[np.float64]

USUAL_RATIO = 2.5
"""Distance between the two characters of a card, in card widths, where no pair tells it (1.7 … 3.4 occur)."""
RATIOS = (1.2, 4.6)
FACING = 0.97
NOISE = 0.05
OUTLIER = 0.15
SIZE_NOISE = 0.2
PRIOR = np.array([0.3, 0.2, 0.2, 0.1, 0.1])
"""How far the log card length may vary: as a whole, across the photo (perspective), with direction (a tilted view)."""


@dataclass(frozen=True)
class Scale:
    """Card sizes of a photo.

    Attributes:
        width: card width in pixels, typical.
        origin: (2,) middle of the characters.
        spread: how far they lie apart, pixels.
        slope: (5,) of the log distance between a card's two characters: constant, x, y, cos 2θ, sin 2θ.
        width_slope: (2,) of the log card width: x, y.

    """

    width: float
    origin: Floats
    spread: float
    slope: Floats
    width_slope: Floats

    def reach(self, at: Floats, along: Floats) -> Floats:
        """Distance between the two characters of a card, pixels.

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
        return self.reach(at, along) + 1.15 * self.breadth(at)


def features(place: Floats, along: Floats) -> Floats:
    """Regressors of the log card length: (n, 5) from normalised places (n, 2) and directions (n, 2)."""
    cosine, sine = along[:, 0], along[:, 1]
    double = np.column_stack([cosine**2 - sine**2, 2 * cosine * sine])
    return np.hstack([np.ones((len(place), 1)), place, double])


def card_width(marks: Marks) -> float:
    """Typical card width in pixels: characters fill most of it, so the larger ones tell it."""
    size = character_size(marks)
    sure = size[marks.score >= 0.5 * marks.score.max()]
    return float(np.quantile(sure, 0.7) / 0.9)


def character_size(marks: Marks) -> Floats:
    """Size of a card's width as one character tells it: (n,)."""
    return np.maximum(marks.wide, np.minimum(marks.tall, 1.3 * marks.wide) / 1.15)


def fit(table: Floats, values: Floats, mean: Floats, noise: float, deviations: Floats) -> Floats:
    """Robust ridge regression.

    Args:
        table: (n, f) regressors.
        values: (n,) what they should explain.
        mean: (f,) prior mean of the coefficients.
        noise: deviation of the values.
        deviations: (f,) prior deviation of the coefficients.

    Returns:
        (f,) coefficients; values far from the fit have little say (Cauchy weights).

    """
    prior = np.diag((noise / deviations) ** 2)
    coefficients = mean
    for _ in range(8):
        rest = (values - table @ coefficients) / (2 * noise)
        weight = 1 / (1 + rest**2)
        left = table.T @ (table * weight[:, None]) + prior
        coefficients = mean + np.linalg.solve(left, table.T @ (weight * (values - table @ mean)))
    return np.asarray(coefficients)


def estimate_scale(marks: Marks) -> Scale:
    """Measure the card length on pairs of equal characters that face away from each other, nearest first."""
    if not len(marks):
        return Scale(1.0, np.zeros(2), 1.0, np.zeros(5), np.zeros(2))
    width = max(card_width(marks), 1e-6)
    origin = marks.centre.mean(axis=0)
    spread = max(float(np.abs(marks.centre - origin).max()), 2 * width)
    place = (marks.centre - origin) / spread
    table = np.hstack([np.ones((len(marks), 1)), place])
    size = np.log(np.maximum(character_size(marks), 1e-6) / width)
    sizes = fit(table, size, np.zeros(3), SIZE_NOISE, np.array([1.0, 0.4, 0.4]))
    start = np.array([np.log(USUAL_RATIO * width), sizes[1], sizes[2], 0.0, 0.0])
    scale = Scale(width, origin, spread, start, sizes[1:])
    pairs = seed_pairs(marks, scale.breadth(marks.centre))
    if not len(pairs):
        return scale
    values = np.log(reaches(marks, pairs))
    middle, along = placed(marks, pairs)
    table = features((middle - origin) / spread, along)
    trust = np.where(marks.turnable[pairs].any(axis=1), 0.4, 1.0)
    start[0] = consensus(values - table[:, 1:] @ start[1:], trust)
    near = np.abs(values - table @ start) < 4 * OUTLIER
    return Scale(width, origin, spread, fit(table[near], values[near], start, NOISE, PRIOR), sizes[1:])


def consensus(values: Floats, trust: Floats) -> float:
    """Return the value of (k,) that most trust gathers around.

    >>> import numpy as np
    >>> consensus(np.array([1.0, 1.02, 2.0]), np.ones(3)) < 1.1
    True
    """
    near = np.exp(-0.5 * ((values[:, None] - values[None]) / OUTLIER) ** 2)
    return float(values[int((near @ trust).argmax())])


def reaches(marks: Marks, pairs: NDArray[np.intp]) -> Floats:
    """Distances between the two marks of (k, 2) pairs: (k,)."""
    return np.asarray(np.linalg.norm(marks.centre[pairs[:, 1]] - marks.centre[pairs[:, 0]], axis=1))


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
