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
ANGLE_SIGMA = 0.35


@dataclass(frozen=True)
class Scale:
    """Card sizes of a photo.

    Attributes:
        width: card width in pixels, typical.
        where: (k, 2) middles of the seed pairs.
        along: (k, 2) their directions.
        log_reach: (k,) log distance between their two characters.

    """

    width: float
    where: Floats
    along: Floats
    log_reach: Floats

    def reach(self, at: Floats, along: Floats) -> Floats:
        """Distance between the two characters of a card.

        Args:
            at: (n, 2) middle of the card.
            along: (n, 2) direction of the card, either way.

        Returns:
            (n,) pixels: a weighted median of the seed pairs, nearer and more parallel ones first, so that
            perspective and foreshortening are followed.

        """
        if not len(self.where):
            return np.full(len(at), self.width * USUAL_RATIO)
        spread = max(float(np.ptp(self.where, axis=0).max()), 4 * self.width) * 0.5
        away = np.linalg.norm(at[:, None] - self.where[None], axis=2) / spread
        turned = sine(along, self.along) / ANGLE_SIGMA
        weight = np.exp(-0.5 * (away**2 + turned**2)) + 1e-6
        return np.exp(weighted_median(self.log_reach, weight))

    def length(self, at: Floats, along: Floats) -> Floats:
        """Length of a card, pixels, (n,)."""
        return self.reach(at, along) + 1.15 * self.width


def sine(first: Floats, second: Floats) -> Floats:
    """Absolute sine of the angle between (n, 2) and (k, 2) unit vectors: (n, k)."""
    return np.asarray(np.abs(first[:, None, 0] * second[None, :, 1] - first[:, None, 1] * second[None, :, 0]))


def weighted_median(values: Floats, weights: Floats) -> Floats:
    """Median of (k,) values under each row of (n, k) weights: (n,).

    >>> import numpy as np
    >>> weighted_median(np.array([1.0, 5.0, 2.0]), np.ones((1, 3))).tolist()
    [2.0]
    """
    order = np.argsort(values, kind="stable")
    running = np.cumsum(weights[:, order], axis=1)
    middle = (running < running[:, -1:] / 2).sum(axis=1)
    return np.asarray(values[order][middle])


def card_width(marks: Marks) -> float:
    """Typical card width in pixels: characters fill most of it, so the larger ones tell it."""
    if not len(marks):
        return 1.0
    size = np.maximum(marks.wide, np.minimum(marks.tall, 1.3 * marks.wide) / 1.15)
    sure = size[marks.score >= 0.5 * marks.score.max()]
    return float(np.quantile(sure, 0.7) / 0.9)


def estimate_scale(marks: Marks) -> Scale:
    """Measure the card length on pairs of equal characters that face away from each other, nearest first."""
    width = card_width(marks)
    none = Scale(width, np.empty((0, 2)), np.empty((0, 2)), np.empty(0))
    if len(marks) < 2:
        return none
    step = marks.centre[None] - marks.centre[:, None]
    reach = np.linalg.norm(step, axis=2)
    unit = step / np.maximum(reach, 1e-9)[:, :, None]
    leaving = -np.einsum("id,ijd->ij", marks.up, unit)
    leaving = np.where(marks.turnable[:, None], np.abs(leaving), leaving)
    alike = marks.probs @ marks.probs.T
    fits = (leaving > FACING) & (leaving.T > FACING) & (alike > 0.3)
    fits &= (reach > RATIOS[0] * width) & (reach < RATIOS[1] * width)
    distance = np.where(fits, reach, np.inf)
    nearest = distance.argmin(axis=1)
    first = np.flatnonzero(np.isfinite(distance.min(axis=1)) & (nearest[nearest] == np.arange(len(marks))))
    first = first[first < nearest[first]]
    if not len(first):
        return none
    second = nearest[first]
    seeds = Scale(
        width,
        (marks.centre[first] + marks.centre[second]) / 2,
        unit[first, second],
        np.log(reach[first, second]),
    )
    return without_outliers(seeds)


def without_outliers(seeds: Scale) -> Scale:
    """Drop seed pairs far from what their neighbours say (a column of equal cards whose last top is hidden)."""
    if len(seeds.where) < 3:
        return seeds
    local = np.log(seeds.reach(seeds.where, seeds.along))
    keep = np.abs(seeds.log_reach - local) < 0.2
    return Scale(seeds.width, seeds.where[keep], seeds.along[keep], seeds.log_reach[keep])
