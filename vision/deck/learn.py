"""Learning from confirmed hands, so that the same mistake is not made twice in this deck."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from scorer.faces import FACES
from vision.deck.enrol import crops_of
from vision.deck.profile import MOST_CROPS, FaceCrops
from vision.deck.prototypes import prototypes, seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.deck.profile import DeckProfile, Pixels
    from vision.secondlook import SecondLook
    from vision.types import Glyph, Photo

UNLIKE = 0.1
"""A crop nearer to another face's prototype than to its own, by so much, is refused unless a person told its face."""
FIRST = 2
"""So many of the oldest crops of a face stay, those of the enrolment, whatever is learned since."""


@dataclass(frozen=True)
class ConfirmedCard:
    """One card of a hand that a person confirmed.

    Attributes:
        face: what it is.
        glyphs: where its characters stand, as the scan gave them.
        told: whether the person corrected it: the scan had read another face.

    """

    face: str
    glyphs: tuple[Glyph, ...]
    told: bool = False


def learn(second: SecondLook, profile: DeckProfile, photo: Photo, cards: Sequence[ConfirmedCard]) -> DeckProfile:
    """Return the deck with the crops of a confirmed hand added, or ``profile`` itself where none is fit.

    ``profile`` is left as it is: keeping it is all that is needed to undo. Backs teach nothing.
    """
    shown = [(FACES.index(c.face), g, c.told) for c in cards if c.face in FACES for g in c.glyphs]
    if not shown:
        return profile
    number = np.array([face for face, _, _ in shown])
    told = np.array([flag for _, _, flag in shown])
    pixels = crops_of(second, photo, [glyph for _, glyph, _ in shown])
    likeness = prototypes(second, profile).likeness(seen(second, pixels)[1])
    own = likeness[np.arange(len(number)), number]
    fine = told | (own > likeness.max(axis=1) - UNLIKE)
    if not fine.any():
        return profile
    faces = [
        with_crops(face, pixels[fine & (number == k)], told[fine & (number == k)])
        for k, face in enumerate(profile.faces)
    ]
    return replace(profile, faces=tuple(faces))


def with_crops(face: FaceCrops, pixels: Pixels, told: NDArray[np.bool_]) -> FaceCrops:
    """Add crops to a face: the first ones stay, and of the others those that were told, then the latest."""
    every = FaceCrops(np.concatenate([face.pixels, pixels]), np.concatenate([face.told, told]))
    worth = np.arange(len(every)) + len(every) * every.told
    worth[:FIRST] += 2 * len(every)
    keep = np.sort(np.argsort(-worth, kind="stable")[:MOST_CROPS])
    return FaceCrops(every.pixels[keep], every.told[keep])
