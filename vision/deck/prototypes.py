"""Crops of a deck → where its faces lie among all characters, as the second look sees them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.deck.profile import SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.deck.profile import DeckProfile, Pixels
    from vision.secondlook import SecondLook

    Floats = NDArray[np.float64]

CHANGES = (
    # turn in degrees, size, right, down (shares of the side), light, blur in pixels
    (0.0, 1.00, 0.00, 0.00, 1.0, 0.0),
    (4.0, 1.04, 0.03, 0.00, 0.8, 0.0),
    (-4.0, 0.97, -0.03, 0.02, 1.1, 0.8),
    (2.0, 1.00, 0.00, -0.04, 0.7, 1.3),
    (-2.0, 1.05, 0.02, 0.03, 1.0, 0.6),
)
"""How a crop is changed to stand for those of other photos: off in place, turn and size, darker, less sharp."""
MOST_DECKS = 8
SAME = 0.9
"""A character at least so alike to a corrected one was read wrong in the same way."""


def varied(pixels: Pixels) -> NDArray[np.float32]:
    """Crops uint8 (n, SIZE, SIZE, 3) → float32 (n · len(CHANGES), 3, SIZE, SIZE) in 0…1, those of one crop together."""
    out = np.empty((len(pixels) * len(CHANGES), SIZE, SIZE, 3), np.float32)
    middle = (SIZE - 1) / 2
    for n, crop in enumerate(pixels):
        for k, (turn, size, right, down, light, blur) in enumerate(CHANGES):
            matrix = cv2.getRotationMatrix2D((middle, middle), turn, size)
            matrix[:, 2] += np.array([right, down]) * SIZE
            moved = cv2.warpAffine(crop, matrix, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
            out[n * len(CHANGES) + k] = cv2.GaussianBlur(moved, (0, 0), blur) if blur else moved
            out[n * len(CHANGES) + k] *= light / 255
    return np.ascontiguousarray(np.clip(out, 0, 1).transpose(0, 3, 1, 2))


def seen(second: SecondLook, pixels: Pixels) -> tuple[Floats, Floats]:
    """What the net makes of n crops and their changes: mean probabilities (n, 20), mean unit embeddings (n, d)."""
    read, vectors = (part.reshape(len(pixels), len(CHANGES), -1).mean(axis=1) for part in second.see(varied(pixels)))
    return read, unit_rows(vectors)


def unit_rows(rows: NDArray[Any]) -> Floats:
    """Rows (n, d) brought to length 1.

    >>> unit_rows(np.array([[3.0, 4.0]])).tolist()
    [[0.6, 0.8]]
    """
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9), np.float64)


class Prototypes:
    """Faces of one deck as one net sees them.

    Attributes:
        means: (20, d) of unit length, the mean of each face.
        read: (20, 20) what the net takes each face of this deck for, as probabilities.
        vectors: (m, d) of unit length: first the mean of each of the 20 faces, then each crop whose reading a person
            corrected, which stands for itself, so that the same mistake is not made twice.
        faces: (m,) class ids.
        told: (m,) whether it is a crop that a person corrected.

    """

    def __init__(self, second: SecondLook, profile: DeckProfile) -> None:
        ends = np.cumsum([len(face) for face in profile.faces])[:-1]
        read, every = seen(second, np.concatenate([face.pixels for face in profile.faces]))
        told = np.concatenate([face.told for face in profile.faces])
        number = np.repeat(np.arange(len(profile.faces)), [len(face) for face in profile.faces])
        means = unit_rows(np.stack([part.mean(axis=0) for part in np.split(every, ends)]))
        self.vectors = np.vstack([means, every[told]])
        self.means = means
        self.read = np.stack([part.mean(axis=0) for part in np.split(read, ends)])
        self.told = np.arange(len(self.vectors)) >= len(means)
        self.faces = np.concatenate([np.arange(len(means)), number[told]])

    def likeness(self, embeddings: Floats) -> Floats:
        """Cosine (n, 20) of characters (n, d) to the nearest that is known of each face."""
        cosine = embeddings @ self.vectors.T
        out = cosine[:, : self.faces.max() + 1].copy()
        np.maximum.at(out.T, self.faces, cosine.T)
        return np.asarray(out)

    def corrected(self, embeddings: Floats) -> NDArray[np.bool_]:
        """Whether characters (n, d) are most like, and very like, one whose reading a person corrected: (n,)."""
        cosine = embeddings @ self.vectors.T
        return np.asarray(self.told[cosine.argmax(axis=1)] & (cosine.max(axis=1) >= SAME))


@lru_cache(maxsize=MOST_DECKS)
def prototypes(second: SecondLook, profile: DeckProfile) -> Prototypes:
    """Prototypes of a deck; kept, since one deck is played with all evening.

    They are made from the crops whenever a net meets a profile for the first time, so that a profile outlives the net.
    """
    return Prototypes(second, profile)
