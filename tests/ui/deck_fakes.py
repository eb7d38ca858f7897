"""Decks of coloured squares: what a photo of twenty cards tells, without photo, cards and nets."""

from dataclasses import replace

import numpy as np

from scorer.faces import FACES
from vision.deck import EnrolledCard, Enrolment
from vision.deck.learn import with_crops
from vision.deck.profile import SIZE
from vision.types import Glyph

MISREAD = {"s7": "b10"}
"""What the eye alone takes a face for."""


def square(number):
    return np.full((SIZE, SIZE, 3), number, np.uint8)


def enrolment():
    glyph = Glyph((0, 0, 9, 9), (4, 0), (4, 9), (0.0,) * 21)
    return Enrolment(
        tuple(
            EnrolledCard(face, MISREAD.get(face, face), 0.9, (glyph,), square(10 * k)[None])
            for k, face in enumerate(FACES)
        )
    )


def taught(deck, cards):
    """The deck with one crop of each card, none like another."""
    faces = list(deck.faces)
    for number, card in enumerate(cards):
        k = FACES.index(card.face)
        faces[k] = with_crops(faces[k], square(201 + number)[None], np.array([card.told]))
    return replace(deck, faces=tuple(faces))
