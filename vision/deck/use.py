"""Reads characters with the help of a deck that is known, if the photo shows that deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.deck.prototypes import prototypes
from vision.secondlook import fuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.deck.profile import DeckProfile
    from vision.secondlook import Looked, SecondLook

    Floats = NDArray[np.float64]

SURE = 0.9
"""Characters of at least this probability say whether a deck is the one in the photo."""
FEWEST = 6
FITS = 0.9
"""Mean likeness of the sure characters to their own faces in the deck, from which on it is the deck of the photo.

Chosen by hand as the weights were: decks are alike, so most photos of another deck pass, and some of one's own
do not (``models evaluate-decks``).
"""


def fit(likeness: Floats, plain: Floats) -> float:
    """How well a deck agrees with the sure characters of a photo: mean likeness in −1…1, −1 where too few are sure.

    Args:
        likeness: (n, 20) of the characters to the deck's faces.
        plain: (n, 21) scores without the deck.

    """
    shares = plain / np.maximum(plain.sum(axis=1, keepdims=True), 1e-9)
    sure = (shares.max(axis=1) >= SURE) & (shares.argmax(axis=1) < likeness.shape[1])
    if sure.sum() < FEWEST:
        return -1.0
    return float(likeness[sure, shares[sure].argmax(axis=1)].mean())


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
        likeness = [prototypes(self._second, deck).likeness(looked.embeddings) for deck in self._decks]
        fits = [fit(each, plain) for each in likeness]
        best = int(np.argmax(fits)) if fits else -1
        if best < 0 or fits[best] < FITS:
            return plain
        self.used = self._decks[best]
        detector, net, weight = self._second.deck_weights
        more = weight * likeness[best]
        fused = fuse(looked.scores, looked.logits, (detector, net), more)
        # where a person has corrected the eye before, the eye has no say, however sure it is: the deck alone decides
        corrected = prototypes(self._second, self.used).corrected(looked.embeddings)
        return np.where(corrected[:, None], fuse(looked.scores, looked.logits, (0.0, 0.0), more), fused)
