"""The decks that are known: which of them a photo may show, and what a recorded hand teaches its deck.

The ledger keeps their bytes. A profile is named by the deck's id here, so that a reading says which deck helped it,
whatever the deck is called.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import streamlit as st

from ledger import DeckNameTaken, LedgerError
from ledger.decks import LONGEST_NAME
from scorer.faces import FACES
from ui import book, session, table
from ui.scanning import turnstile
from ui.setup import ANY_DECK, NO_DECK
from vision.errors import VisionError

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from ledger import DeckEntry
    from ui.catalogue import Say
    from ui.setup import Setup
    from ui.state import EditHand
    from vision.deck import ConfirmedCard, DeckProfile

MOST_TRIED = 8
"""So many decks are tried on a photo, those changed last: for each of them the scan remembers how its faces look."""
MOST_ALIKE = 99
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Lesson:
    """What the hand on the page taught its deck.

    Attributes:
        deck: the deck since then.
        count: how many characters were added.

    """

    deck: DeckEntry
    count: int


def entries() -> tuple[DeckEntry, ...]:
    """Give every deck that is kept; none where the ledger cannot be read."""
    try:
        return book.book().decks.list()
    except LedgerError:
        _log.warning("the decks cannot be read", exc_info=True)
        return ()


def find(deck_id: str) -> DeckEntry | None:
    """Give the deck of an id."""
    return next((entry for entry in entries() if entry.id == deck_id), None)


def profile(entry: DeckEntry) -> DeckProfile:
    """Give what is known of a deck: one object for all users, since the scan remembers decks by their objects.

    Raises:
        LedgerError, VisionError: it is gone, or its bytes are no deck.

    """
    return _profile(entry.id, entry.version, entry.updated_at)


@st.cache_resource(show_spinner=False, max_entries=MOST_TRIED)
def _profile(deck_id: str, version: int, made: dt.datetime) -> DeckProfile:  # noqa: ARG001 - they tell versions apart
    from vision.deck import from_bytes

    return replace(from_bytes(book.book().decks.load(deck_id)), name=deck_id)


def to_try(setup: Setup) -> tuple[DeckProfile, ...]:
    """Give the decks that a photo taken at this table may show; one that cannot be read helps nobody."""
    if setup.deck == NO_DECK:
        return ()
    wanted = entries()[:MOST_TRIED] if setup.deck == ANY_DECK else [e for e in entries() if e.id == setup.deck]
    found = []
    for entry in wanted:
        try:
            found.append(profile(entry))
        except (LedgerError, VisionError):
            _log.warning("a deck cannot be read", exc_info=True)
    return tuple(found)


def as_file(entry: DeckEntry) -> bytes:
    """Give a deck to take along.

    Raises:
        LedgerError, VisionError: it is gone, or its bytes are no deck.

    """
    return written(profile(entry), entry.name)


def written(deck: DeckProfile, name: str) -> bytes:
    """Give the bytes of a deck under the name that its owner gave it."""
    from vision.deck import to_bytes

    return to_bytes(replace(deck, name=name))


def take_in(size: int, read: Callable[[], bytes]) -> DeckEntry:
    """Keep a deck from a file; a name that is taken gets a number.

    Args:
        size: of the file in bytes; looked at before it is read.
        read: gives its bytes.

    Raises:
        LedgerError, VisionError: the file is no deck, or it cannot be kept.

    """
    from vision.deck import from_bytes
    from vision.deck.errors import DeckTooLarge
    from vision.deck.file import LARGEST

    if size > LARGEST:
        raise DeckTooLarge(f"{size} bytes")
    deck = from_bytes(read())
    for number in range(1, MOST_ALIKE):
        name = deck.name if number == 1 else f"{deck.name[: LONGEST_NAME - 3].strip()} {number}"
        try:
            return book.book().decks.add(name, written(deck, name))
        except DeckNameTaken:
            continue
    raise DeckNameTaken


def confirmed(hand: EditHand) -> list[ConfirmedCard]:
    """Give the cards of the photo that are still in the hand, as the player left them.

    >>> from ui.state import EditCard, EditColumn, EditHand
    >>> cards = (EditCard(0, "s2", glyphs=("a",), read="s3"), EditCard(1, "s4", touched=True))
    >>> [(card.face, card.told) for card in confirmed(EditHand((EditColumn(0, cards),)))]
    [('s2', True)]
    """
    from vision.deck import ConfirmedCard

    cards = [card for column in hand.columns for card in column.cards if card.glyphs and card.face in FACES]
    return [ConfirmedCard(card.face, card.glyphs, told=card.face != card.read) for card in cards]


def gained(before: DeckProfile, after: DeckProfile) -> int:
    """Count the characters that a deck has learned."""
    return sum(
        crop.tobytes() not in {known.tobytes() for known in old.pixels}
        for old, new in zip(before.faces, after.faces, strict=True)
        for crop in new.pixels
    )


def lesson() -> Lesson | None:
    """Give what the hand on the page taught its deck."""
    return cast("Lesson | None", st.session_state.get("lesson"))


def teach(hand: EditHand, say: Say) -> None:
    """Let the deck that the player chose learn from a hand just recorded, if it helped to read it.

    A deck that was only found by itself is not taught: were it another one, it would be spoilt. What an earlier form
    of the same hand taught is taken back first.
    """
    unlearn(say)
    file, entry = session.file(), find(table.current().deck)
    if file is None or entry is None or hand.deck != entry.id:
        return

    def learn() -> None:
        before = profile(entry)
        after = turnstile().learn(file, before, confirmed(hand))
        if count := gained(before, after):
            saved = book.book().decks.save(entry.id, written(after, entry.name), version=entry.version)
            st.session_state["lesson"] = Lesson(saved, count)

    book.trying(say, learn)


def unlearn(say: Say) -> None:
    """Take back what the hand on the page taught its deck."""
    taught = lesson()
    if taught is not None:
        st.session_state["lesson"] = None
        book.trying(say, lambda: book.book().decks.undo(taught.deck.id, version=taught.deck.version))


def get_ready(setup: Setup) -> None:
    """Let the scan look at the decks of this table before a photo comes; to be called when the page is drawn."""
    for deck in to_try(setup):
        turnstile().get_ready(deck)
