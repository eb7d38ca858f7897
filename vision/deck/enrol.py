"""Photo of twenty cards in two rows, 一 to 十 and 壹 to 拾 → a deck: the order tells each face, whatever is read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from scorer.faces import CHARACTERS, FACES
from vision.deck.errors import BadDeckName, CardMissing, DeckError, NotInOrder
from vision.deck.profile import SIZE, DeckProfile, FaceCrops, checked, is_name
from vision.deck.rows import two_rows
from vision.secondlook import SecondLook, upright_crops

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vision.deck.profile import Pixels
    from vision.scan import Scanner
    from vision.types import Glyph, Photo

STOCK = 60.0
"""How far the paper about a character that was not seen may be from that of the others, in colour levels."""
INKED = 0.4
"""Least share of the others' contrast that it has."""
LIGHT = 0.8
"""The lightest fifth of a crop is paper, however fat the strokes."""


@dataclass(frozen=True)
class EnrolledCard:
    """One of the twenty cards.

    Attributes:
        face: what the order says it is.
        seen: what the eye alone read.
        p: probability the eye gave to ``face``.
        glyphs: where its characters stand, one or two; without scores where none was found but the row has its place.
        pixels: uint8 (n, SIZE, SIZE, 3) RGB, a crop of each of them.

    """

    face: str
    seen: str
    p: float
    glyphs: tuple[Glyph, ...]
    pixels: Pixels


@dataclass(frozen=True)
class Enrolment:
    """What a photo told of a deck, to be looked at before it is kept.

    Attributes:
        cards: the twenty cards, in the order of ``FACES``.

    """

    cards: tuple[EnrolledCard, ...]

    def corrected(self, faces: Mapping[int, str]) -> Enrolment:
        """Return the same cards with some of them under other faces, cards by their number.

        Raises:
            NotInOrder: the cards no longer show each face once.

        """
        cards = [replace(card, face=faces.get(k, card.face)) for k, card in enumerate(self.cards)]
        if {card.face for card in cards} != set(FACES):
            raise NotInOrder("each face once")
        return replace(self, cards=tuple(sorted(cards, key=lambda card: FACES.index(card.face))))

    def profile(self, name: str) -> DeckProfile:
        """Return the deck.

        Raises:
            BadDeckName: it cannot be called so.

        """
        if not is_name(name):
            raise BadDeckName
        faces = tuple(FaceCrops(c.pixels, np.array([c.seen != c.face] * len(c.pixels))) for c in self.cards)
        return checked(DeckProfile(name, faces))


def enrol(scanner: Scanner, photo: Photo) -> Enrolment:
    """Read the two rows.

    Raises:
        CardMissing, CardTooMany, NotInOrder: the photo does not show them; as named.
        DeckError: the scanner has no second look.

    """
    second = scanner.second_look
    if not isinstance(second, SecondLook):
        raise DeckError("without the second look no deck can be learned")
    ordered, probs = two_rows(second.look(photo, scanner.find(photo)))
    cards = tuple(
        EnrolledCard(face, FACES[int(p.argmax())], float(p[k]), ends, crops_of(second, photo, ends))
        for k, (face, ends, p) in enumerate(zip(FACES, ordered, probs, strict=True))
    )
    check_unseen(cards)
    return Enrolment(cards)


def check_unseen(cards: Sequence[EnrolledCard]) -> None:
    """Look whether a card lies where no character was found: its paper is that of the others.

    Raises:
        CardMissing: it is the table.

    """
    seen = [any(card.glyphs[0].scores) for card in cards]
    paper = np.array([paper_of(card.pixels) for card in cards])
    contrast = np.array([np.ptp(np.quantile(card.pixels, (0.05, 0.95))) for card in cards])
    usual, inked = np.median(paper[seen], axis=0), np.median(contrast[seen])
    for k, card in enumerate(cards):
        if not seen[k] and (np.abs(paper[k] - usual).max() > STOCK or contrast[k] < INKED * inked):
            raise CardMissing(CHARACTERS[card.face])


def paper_of(pixels: Pixels) -> NDArray[np.float64]:
    """Colour of the paper in crops (n, SIZE, SIZE, 3), which is lighter than ink: (3,)."""
    return np.asarray(np.quantile(pixels.reshape(-1, 3), LIGHT, axis=0), np.float64)


def crops_of(second: SecondLook, photo: Photo, glyphs: Sequence[Glyph]) -> Pixels:
    """Crops uint8 (n, SIZE, SIZE, 3) RGB of characters, as the second look sees them."""
    crops = upright_crops(photo, glyphs, SIZE, second.margin)
    return np.rint(crops.transpose(0, 2, 3, 1) * 255).astype(np.uint8)
