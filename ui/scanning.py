"""From uploaded bytes to a hand to edit: one scanner for every user of the server, one scan at a time."""

from __future__ import annotations

import base64
import logging
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import streamlit as st

from ui.picture import view
from ui.state import EditHand, from_reading
from vision.errors import VisionError
from vision.photo import load_photo
from vision.states import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ui.catalogue import Say
    from vision.deck import ConfirmedCard, DeckProfile, Enrolment
    from vision.scan import Scanner
    from vision.types import HandReading, Photo

SHOWN_SIDE = 1000
CROP_HEIGHT = 150
ABOUT_PHOTO = frozenset({"no_cards", "too_dark", "blurred", "too_small", "cut_off", "too_many_cards", "glare"})
"""Warnings of the scan to tell the player; what they say about the hand the score says better."""
SCANNING = threading.Lock()
"""Held while a photo is read; whoever ends the process waits for it, since native threads must not be cut off."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PhotoFile:
    """An uploaded file as it came; it is forgotten with the hand."""

    name: str
    data: bytes


@dataclass(frozen=True)
class ShownPhoto:
    """What is kept of a photo to show it: a small JPEG of the part with the cards, without any metadata, and cut-outs.

    Attributes:
        jpeg: the part of the photo that is shown.
        view: which part it is: x, y, width, height in pixels of the upright photo.
        crops: a cut-out of each card, by the card's id.

    """

    jpeg: bytes
    view: tuple[int, int, int, int]
    crops: Mapping[int, bytes] = field(default_factory=dict)

    @property
    def uri(self) -> str:
        """The picture as an address that needs no server."""
        return "data:image/jpeg;base64," + base64.b64encode(self.jpeg).decode()


@dataclass(frozen=True)
class Scanned:
    """A scan that found cards."""

    hand: EditHand
    photo: ShownPhoto
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class Trouble:
    """A scan that did not; ``text`` is one sentence for the player."""

    text: str


class Turnstile:
    """Lets the users' photos through the scanner one after the other, so that memory stays flat."""

    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._lock = SCANNING

    def scan(self, file: PhotoFile, decks: Sequence[DeckProfile] = ()) -> tuple[Photo, HandReading]:
        """Decode and read one photo, with the help of the deck that it shows."""
        with self._lock:
            photo = load_photo(file.data, file.name)
            return photo, self._scanner.scan(photo, decks)

    def enrol(self, file: PhotoFile) -> Enrolment:
        """Read the twenty cards of a deck.

        Raises:
            VisionError: a sentence about the photo.

        """
        from vision.deck import enrol

        with self._lock:
            return enrol(self._scanner, load_photo(file.data, file.name))

    def learn(self, file: PhotoFile, deck: DeckProfile, cards: Sequence[ConfirmedCard]) -> DeckProfile:
        """Add the cards of a confirmed hand to a deck.

        Raises:
            VisionError: the photo cannot be read any more, or there is no second look.

        """
        from vision.deck import DeckError, learn
        from vision.secondlook import SecondLook

        second = self._scanner.second_look
        if not isinstance(second, SecondLook):
            raise DeckError("without the second look no deck can be learned")
        with self._lock:
            return learn(second, deck, load_photo(file.data, file.name), cards)

    def get_ready(self, deck: DeckProfile) -> None:
        """Look at a deck before a photo comes; what is known of it stays in memory."""
        from vision.deck.prototypes import prototypes
        from vision.secondlook import SecondLook

        second = self._scanner.second_look
        if isinstance(second, SecondLook):
            with self._lock:
                prototypes(second, deck)


def load_scanner() -> Scanner:
    """Load the scanner with the project's own weights."""
    from vision.scan import Scanner

    return Scanner.load()


@st.cache_resource(show_spinner=False)
def turnstile() -> Turnstile:
    """Give the one way in, shared by all users of this server."""
    return Turnstile(load_scanner())


def scan(file: PhotoFile, say: Say, decks: Sequence[DeckProfile] = (), first: int = 0) -> Scanned | Trouble:
    """Read an uploaded photo; whatever is wrong with it becomes one sentence.

    Args:
        file: the photo.
        say: the catalogue.
        decks: the decks that it may show.
        first: the least id of a card.

    """
    try:
        photo, reading = turnstile().scan(file, decks)
    except VisionError as error:
        return Trouble(error.text(say.lang))
    except Exception:  # noqa: BLE001 - whatever a photo does to the scan, the player gets a sentence
        _log.exception("scan failed")
        return Trouble(say("trouble.scan"))
    states = tuple(sentence(name, say.lang) for name in reading.warnings if name.split(":")[0] in ABOUT_PHOTO)
    if not reading.cards:
        return Trouble(states[0] if states else sentence("no_cards", say.lang))
    hand = from_reading(reading, reading.deck if decks else None, first)
    return Scanned(hand, _shown(photo, hand), reading.warnings)


def _shown(photo: Photo, hand: EditHand) -> ShownPhoto:
    scale = photo.pixels.shape[1] / photo.size[0]
    part = view([box for card in hand.cards for box in card.boxes], photo.size)
    left, top, width, height = (int(value * scale) for value in part)
    shown = photo.pixels[top : top + max(height, 1), left : left + max(width, 1)]
    crops = {card.id: _crop(photo.pixels, card.boxes[0], scale) for card in hand.cards if card.boxes}
    return ShownPhoto(
        _jpeg(_shrunk(shown, SHOWN_SIDE / max(shown.shape[:2]))),
        part,
        {card_id: crop for card_id, crop in crops.items() if crop},
    )


def _crop(pixels: NDArray[np.uint8], box: tuple[float, float, float, float], scale: float) -> bytes:
    x0, y0, x1, y1 = (value * scale for value in box)
    margin = 0.35 * max(x1 - x0, y1 - y0)
    left, top = max(0, int(x0 - margin)), max(0, int(y0 - margin))
    cut = pixels[top : int(y1 + margin) + 1, left : int(x1 + margin) + 1]
    return _jpeg(_shrunk(cut, CROP_HEIGHT / cut.shape[0])) if cut.size else b""


def _shrunk(pixels: NDArray[np.uint8], factor: float) -> NDArray[np.uint8]:
    if factor >= 1:
        return pixels
    return cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def _jpeg(pixels: NDArray[np.uint8]) -> bytes:
    good, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 82])
    return data.tobytes() if good else b""
