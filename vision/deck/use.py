"""Reads characters with the help of a deck that is known, if the photo shows that deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scorer.faces import FACES
from vision.deck.fit import fit_of
from vision.deck.prototypes import prototypes
from vision.secondlook import fuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.deck.profile import DeckProfile
    from vision.secondlook import Looked, SecondLook

    Floats = NDArray[np.float64]

FAINTEST = 0.02
"""What is left of the scores of a character that is like no face of the deck."""


def risen(values: Floats, ends: tuple[float, float]) -> Floats:
    """From 0 at the lower end to 1 at the upper.

    >>> risen(np.array([0.0, 0.5, 0.75, 2.0]), (0.5, 1.0)).tolist()
    [0.0, 0.0, 0.5, 1.0]
    """
    low, high = ends
    return np.asarray(np.clip((values - low) / max(high - low, 1e-9), 0, 1))


class DeckJudge:
    """Fuses what detector and net say with what is known of the deck; the deck that fits best, or none.

    Attributes:
        used: the deck that was used; None before anything was judged, and where none fits.

    """

    def __init__(self, second: SecondLook, decks: Sequence[DeckProfile]) -> None:
        self._second = second
        self._decks = decks
        self.used: DeckProfile | None = None

    def __call__(self, looked: Looked) -> Floats:
        """Class scores (n, 21)."""
        plain = np.asarray(self._second.fused(looked), np.float64)
        fit = fit_of(self._second)
        if fit is None:
            return plain
        known = [prototypes(self._second, deck) for deck in self._decks]
        fits = [fit.agreement(each.means, looked.embeddings, plain) for each in known]
        chosen = int(np.argmax(fits)) if fits else -1
        if chosen < 0 or fits[chosen] < fit.least:
            return plain
        self.used = self._decks[chosen]
        likeness = known[chosen].likeness(looked.embeddings)
        detector, net, weight = fit.weights
        best = likeness.max(axis=1, keepdims=True)
        fused = fuse(looked.scores, looked.logits, (detector, net), weight * risen(best, fit.alike) * likeness)
        fused[:, : len(FACES)] *= np.maximum(risen(best, fit.unlike), FAINTEST)
        # where a person has corrected the eye before, the eye has no say, however sure it is: the deck alone decides
        corrected = known[chosen].corrected(looked.embeddings)
        told = fuse(looked.scores, looked.logits, (0.0, 0.0), weight * likeness)
        return np.where(corrected[:, None], told, fused)
