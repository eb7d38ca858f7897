"""Probabilities that mean something: a map fitted on generated scenes with the shipped nets (``models calibrate``)."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.errors import WeightsError

if TYPE_CHECKING:
    from pathlib import Path

    from vision.reading import Reading
    from vision.types import CardReading

MOST, LIMIT = 0.9975, 12.0
"""Beyond ``MOST`` the reader is as sure of the wrong as of the right: a few such cards would flatten the map."""


@dataclass(frozen=True)
class Calibration:
    """log-odds → offset + slope × log-odds (Platt 1999).

    Attributes:
        offset, slope: the defaults change nothing.

    """

    offset: float = 0.0
    slope: float = 1.0

    def __call__(self, p: float) -> float:
        """Return the share of cards shown with ``p`` that are right.

        >>> Calibration()(0.8), round(Calibration(-1.0, 0.5)(0.8), 3)
        (0.8, 0.424)
        """
        if self == Calibration():
            return p
        return 1 / (1 + math.exp(-max(-LIMIT, min(LIMIT, self.offset + self.slope * log_odds(p)))))


def log_odds(p: float) -> float:
    """Return log p / (1 − p), p kept away from 0 and 1."""
    p = min(max(p, 1 - MOST), MOST)
    return math.log(p / (1 - p))


def load_calibration(path: Path | None) -> Calibration:
    """Read the file that ``models calibrate`` writes; without one nothing is changed.

    Raises:
        WeightsError: if the file holds no such numbers.

    """
    if path is None:
        return Calibration()
    try:
        numbers = json.loads(path.read_text(encoding="utf-8"))
        return Calibration(float(numbers["offset"]), float(numbers["slope"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise WeightsError(f"{path.name} holds no calibration") from error


def calibrated(reading: Reading, calibration: Calibration) -> Reading:
    """Return the reading with every card's probability put right; what it was read as stays."""
    cards = tuple(_calibrated_card(card, calibration) for card in reading.cards)
    adjusted = tuple({**change, "p": round(cards[change["card"]].p, 4)} for change in reading.adjusted)
    return replace(reading, cards=cards, adjusted=adjusted)


def _calibrated_card(card: CardReading, calibration: Calibration) -> CardReading:
    p = calibration(card.p)
    rest = (1 - p) / max(1 - card.p, 1 - MOST)
    others = tuple((face, min(share * rest, 1 - p)) for face, share in card.alternatives)
    return replace(card, p=p, alternatives=others)
