"""What each stage of the scan hands to the next: frozen, with pixels of the upright photo throughout."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scorer.faces import FACES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CLASSES: tuple[str, ...] = (*FACES, "back")
"""Class names in the order of the detector's class ids: s1…s10, b1…b10, back."""

BACK = CLASSES.index("back")

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Photo:
    """A decoded photo, turned upright.

    Attributes:
        pixels: uint8 array of shape (height, width, 3), BGR.
        name: the file's name or whatever the caller calls it.
        size: (width, height) of the upright photo as the camera took it. ``pixels`` may be smaller (very large photos
            are decoded at reduced scale); coordinates of every later stage are in ``size`` pixels.
        decode_ms: how long the decoding took.

    """

    pixels: NDArray[np.uint8]
    name: str
    size: tuple[int, int]
    decode_ms: float = 0.0


@dataclass(frozen=True)
class Glyph:
    """One printed character that can be seen, or one face-down back.

    Attributes:
        box: (x0, y0, x1, y1), upright box around the character.
        head: middle of the character's edge toward the card's end.
        foot: middle of the edge toward the card's middle.
        scores: one number in [0, 1] a class, in the order of ``CLASSES``.

    """

    box: Box
    head: Point
    foot: Point
    scores: tuple[float, ...]

    @property
    def face(self) -> str:
        """The likeliest class.

        >>> Glyph((0, 0, 1, 1), (0, 0), (0, 1), (0.1, 0.7) + (0.0,) * 19).face
        's2'
        """
        return CLASSES[max(range(len(self.scores)), key=self.scores.__getitem__)]


@dataclass(frozen=True)
class Card:
    """One physical card: one glyph, or the two glyphs of a card that lies fully visible."""

    glyphs: tuple[Glyph, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True)
class ColumnReading:
    """Cards that lie together as one 列.

    Attributes:
        cards: indices into ``HandReading.cards``, in the order a person reads them.
        kind: chi, peng, kan, zhao, long, jiang, wei … or unknown.
        area: "hand" or "table".

    """

    cards: tuple[int, ...]
    kind: str = "unknown"
    area: str = "hand"


@dataclass(frozen=True)
class CardReading:
    """What a card was read as.

    Attributes:
        face: class name.
        p: probability that ``face`` is right, in [0, 1].
        alternatives: the next likeliest faces, each with its probability.
        glyphs: where the card's characters stand.
        column: index into ``HandReading.columns``; None for a stray card that is no part of the hand.
        seen: what the eye alone read; differs from ``face`` where the rules adjusted it.

    """

    face: str
    p: float
    alternatives: tuple[tuple[str, float], ...]
    glyphs: tuple[Glyph, ...]
    column: int | None
    seen: str


@dataclass(frozen=True)
class HandReading:
    """The end of the scan, contract 2 of the command line.

    Attributes:
        photo: the photo's name.
        size: (width, height) in pixels of the upright photo.
        legal: whether the columns form a legal hand.
        adjusted: one dict a card that the rules changed: card index, from, to, p.
        rivals: other hands nearly as likely, each as the (card index, face) in which it differs.
        warnings: names of what is wrong with the photo or doubtful in the reading.
        ms: stage → milliseconds.
        deck: name of the known deck that helped to read; empty without one.

    """

    photo: str
    size: tuple[int, int]
    cards: tuple[CardReading, ...]
    columns: tuple[ColumnReading, ...]
    legal: bool
    adjusted: tuple[dict[str, Any], ...] = ()
    rivals: tuple[tuple[tuple[int, str], ...], ...] = ()
    warnings: tuple[str, ...] = ()
    ms: dict[str, float] = field(default_factory=dict)
    deck: str = ""
