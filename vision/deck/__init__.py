"""A deck that is known: learned from one photo and from every correction, and used to read that deck better."""

from vision.deck.enrol import EnrolledCard, Enrolment, enrol
from vision.deck.errors import DeckError
from vision.deck.file import from_bytes, load_deck, to_bytes
from vision.deck.learn import ConfirmedCard, learn
from vision.deck.profile import DeckProfile, FaceCrops

__all__ = [
    "ConfirmedCard",
    "DeckError",
    "DeckProfile",
    "EnrolledCard",
    "Enrolment",
    "FaceCrops",
    "enrol",
    "from_bytes",
    "learn",
    "load_deck",
    "to_bytes",
]
