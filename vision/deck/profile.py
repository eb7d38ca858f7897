"""What is known of one deck: a few crops of each face, cut as the second look sees them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from scorer.faces import FACES
from vision.deck.errors import BadDeckName, DamagedDeck

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    Flags = NDArray[np.bool_]

SIZE = 48
"""Side of a crop in pixels."""
MOST_CROPS = 8
"""Most crops of a face: those of the enrolment and of the latest hands."""
LONGEST_NAME = 40


@dataclass(frozen=True)
class FaceCrops:
    """What one face looks like.

    Attributes:
        pixels: uint8 (n, SIZE, SIZE, 3) RGB, upright, 1 ≤ n ≤ ``MOST_CROPS``, oldest first.
        told: (n,) whether a person corrected the reading: what the eye took for another face.

    """

    pixels: Pixels
    told: Flags

    def __len__(self) -> int:
        return len(self.pixels)


@dataclass(frozen=True, eq=False)
class DeckProfile:
    """One deck. Two profiles are the same only if they are one object: they are kept by what they are made of.

    Attributes:
        name: what its owner calls it.
        faces: crops of each of the 20 faces, in the order of ``FACES``.

    """

    name: str
    faces: tuple[FaceCrops, ...]


def checked(profile: DeckProfile) -> DeckProfile:
    """Return the profile if it is a possible one.

    Raises:
        BadDeckName: the name is none.
        DamagedDeck: anything else of it is impossible.

    """
    if not is_name(profile.name):
        raise BadDeckName
    if len(profile.faces) != len(FACES):
        raise DamagedDeck("a deck has 20 faces")
    if not all(_possible(face.pixels, face.told) for face in profile.faces):
        raise DamagedDeck(f"a face has 1 to {MOST_CROPS} crops")
    return profile


def _possible(pixels: NDArray[Any], told: NDArray[Any]) -> bool:
    whole = pixels.ndim == 4 and pixels.shape[1:] == (SIZE, SIZE, 3) and pixels.dtype == np.uint8
    return whole and 1 <= len(pixels) <= MOST_CROPS and told.shape == (len(pixels),) and told.dtype == np.bool_


def is_name(name: object) -> bool:
    """Whether a deck may be called so: 1 to ``LONGEST_NAME`` characters, none of them a control character.

    >>> is_name("外婆的牌"), is_name(" "), is_name("a" + chr(10))
    (True, False, False)
    """
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME or name != name.strip():
        return False
    return not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in name)
