"""What was fitted once for all decks (``python -m models fit-deck``); the second look's file carries it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from scorer.faces import FACES
from vision.errors import WeightsError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.secondlook import SecondLook

    Floats = NDArray[np.float64]

SURE, THERE = 0.9, 0.3
"""Characters of at least this probability, and of this score, say whether a deck is the one in the photo."""
FEWEST = 6


@dataclass(frozen=True)
class DeckFit:
    """How a known deck is used.

    Attributes:
        weights: of the detector's and of the second look's log-probabilities, and of the likeness to the deck's faces.
        unlike: likeness to the deck's nearest face below which a character is none of this deck, and above which
            nothing speaks against it.
        alike: likeness to the nearest face from which on the deck has a say, and from which on it has all of it: of a
            blurred character it knows no more than the net.
        average: (20, d) where each face lies in the average hand.
        directions: (d, k) along which decks differ more than pictures of one deck do.
        least: agreement with a deck from which on it is the deck of the photo.

    """

    weights: tuple[float, float, float]
    unlike: tuple[float, float]
    alike: tuple[float, float]
    average: Floats
    directions: Floats
    least: float

    def own_way(self, vectors: Floats, faces: NDArray[np.intp]) -> Floats:
        """How vectors (n, d) of known faces (n,) differ from the average hand: (n, k)."""
        return np.asarray((vectors - self.average[faces]) @ self.directions)

    def agreement(self, means: Floats, embeddings: Floats, scores: Floats) -> float:
        """How far the sure characters of a photo differ from the average hand as a deck does, −1…1.

        What all characters of a photo have in common is its light and sharpness, and is left out.

        Args:
            means: (20, d) the deck's faces.
            embeddings: (n, d) of the photo's characters.
            scores: (n, 21) what they were read as without the deck.

        Returns:
            A correlation; −1 where too few are sure.

        """
        total = scores.sum(axis=1)
        faces = scores.argmax(axis=1)
        sure = (scores.max(axis=1) >= SURE * np.maximum(total, THERE / SURE)) & (faces < len(FACES))
        if sure.sum() < FEWEST:
            return -1.0
        seen, known = self.own_way(embeddings[sure], faces[sure]), self.own_way(means[faces[sure]], faces[sure])
        seen, known = seen - seen.mean(axis=0), known - known.mean(axis=0)
        size = float(np.sqrt((seen**2).sum() * (known**2).sum()))
        return float((seen * known).sum()) / max(size, 1e-9)


@lru_cache(maxsize=4)
def fit_of(second: SecondLook) -> DeckFit | None:
    """Return what the net's file carries; None where nothing was fitted for it, and no deck can be used.

    Raises:
        WeightsError: it is not what this version expects.

    """
    found = second.deck_fit
    if found is None:
        return None
    try:
        first, net, likeness = (float(v) for v in found["weights"])
        unlike, alike = ((float(found[key][0]), float(found[key][1])) for key in ("unlike", "alike"))
        average, directions = (np.array(found[key], np.float64) for key in ("average", "directions"))
        least = float(found["least"])
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise WeightsError("what was fitted for decks cannot be read") from error
    if average.ndim != 2 or len(average) != len(FACES) or directions.ndim != 2 or len(directions) != average.shape[1]:
        raise WeightsError("what was fitted for decks has another shape")
    return DeckFit((first, net, likeness), unlike, alike, average, directions, least)
