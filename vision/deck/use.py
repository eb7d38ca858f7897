"""Reads characters with the help of a deck that is known, if the photo shows that deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scorer.faces import FACES
from vision.deck.fit import fit_of
from vision.deck.prototypes import prototypes
from vision.secondlook import fuse, softmax

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.deck.profile import DeckProfile
    from vision.secondlook import Looked, SecondLook

    Floats = NDArray[np.float64]

HEARD = 0.75
"""How far the deck's crops are believed to tell what the nets take its faces for: they are few."""
FAINTEST = 0.02
"""What is left of the scores of a character that is like no face of the deck."""


def risen(values: Floats, ends: tuple[float, float]) -> Floats:
    """From 0 at the lower end to 1 at the upper.

    >>> risen(np.array([0.0, 0.5, 0.75, 2.0]), (0.5, 1.0)).tolist()
    [0.0, 0.0, 0.5, 1.0]
    """
    low, high = ends
    return np.asarray(np.clip((values - low) / max(high - low, 1e-9), 0, 1))


def heard(scores: Floats, logits: Floats, read: Floats, share: Floats) -> tuple[Floats, Floats]:
    """What both nets say, knowing what they take this deck's faces for.

    A face that the net takes for another where it is surely shown, on the crops of the deck, is as likely as that other
    where it is seen again: each face gets the chance that two looks at it are read alike. The detector, which never
    saw these crops, errs as the net does often enough.

    Args:
        scores: (n, 21) of the detector.
        logits: (n, 20 or 21) of the net.
        read: (20, 20) what the net takes each face of the deck for.
        share: (n, 1) how far that is believed.

    Returns:
        The detector's scores (n, 21) and the net's logits (n, 20 or 21) anew.

    """
    count = len(FACES)

    def anew(seen: Floats) -> Floats:
        part = seen[:, :count]
        mixed = (1 - share) * part + share * (part @ read.T)
        total = part.sum(axis=1, keepdims=True) / np.maximum(mixed.sum(axis=1, keepdims=True), 1e-9)
        return np.hstack([mixed * total, seen[:, count:]])

    return anew(scores), np.log(np.maximum(anew(softmax(logits)), 1e-9))


def fused_with(
    scores: Floats,
    logits: Floats,
    likeness: Floats,
    read: Floats,
    weights: tuple[float, float, float],
    alike: tuple[float, float],
) -> Floats:
    """Class scores (n, 21) of characters of a deck: ``heard`` anew, and fused with their likeness (n, 20) to its faces.

    ``weights`` and ``alike`` are those of :class:`vision.deck.fit.DeckFit`.
    """
    say = risen(likeness.max(axis=1, keepdims=True), alike)
    return fuse(*heard(scores, logits, read, HEARD * say), weights[:2], weights[2] * say * likeness)


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
        fused = fused_with(looked.scores, looked.logits, likeness, known[chosen].read, fit.weights, fit.alike)
        best = likeness.max(axis=1, keepdims=True)
        fused[:, : len(FACES)] *= np.maximum(risen(best, fit.unlike), FAINTEST)
        # where a person has corrected the eye before, the eye has no say, however sure it is: the deck alone decides
        corrected = known[chosen].corrected(looked.embeddings)
        told = fuse(looked.scores, looked.logits, (0.0, 0.0), fit.weights[2] * likeness)
        return np.where(corrected[:, None], told, fused)
