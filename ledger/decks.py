"""Deck profiles: what the scan has learned of a family's deck, kept as the bytes it makes of them, with versions.

The ledger does not look into the bytes: who reads a profile checks it. Every change of a deck is a new version, and
the last ones are kept, so that whatever a deck has learned can be taken back.
"""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ledger.checks import check_key, is_text
from ledger.codec import read_stamp, stamp
from ledger.database import for_reading, for_writing, named_errors
from ledger.errors import BadDeckRecord, ChangedMeanwhile, DeckNameTaken, NothingToUndo, UnknownDeck
from ledger.schema import deck_versions, decks

if TYPE_CHECKING:
    import threading

    from sqlalchemy import Select, Subquery
    from sqlalchemy.engine import Connection, Engine, RowMapping

LONGEST_NAME = 40
LARGEST_DECK = 8_000_000
MOST_DECKS = 200
MOST_VERSIONS = 10
"""Versions of one deck that are kept: so many steps can be taken back, less one."""


@dataclass(frozen=True)
class DeckEntry:
    """A deck as the list shows it.

    Attributes:
        id: UUID.
        name: no two decks have the same.
        version: number of the version that counts; tell it when changing the deck.
        size: bytes of this version.
        undoable: whether a version before it is kept.
        created_at, updated_at: when it was added, and when this version was made.

    """

    id: str
    name: str
    version: int
    size: int
    undoable: bool
    created_at: dt.datetime
    updated_at: dt.datetime


class DeckShelf:
    """The decks of a ledger: ``Ledger.decks``."""

    def __init__(self, engine: Engine, turn: threading.Lock) -> None:
        self._engine, self._turn = engine, turn

    def list(self) -> tuple[DeckEntry, ...]:
        """Give every deck, the one changed last first; their bytes are not read."""
        with named_errors(), for_reading(self._engine).begin() as connection:
            found = [_from_row(row) for row in connection.execute(_entries()).mappings()]
        return tuple(sorted(found, key=lambda entry: (entry.updated_at, entry.name), reverse=True))

    def find(self, name: str) -> DeckEntry:
        """Give the deck of a name.

        Raises:
            UnknownDeck: there is none.

        """
        with named_errors(), for_reading(self._engine).begin() as connection:
            key = connection.execute(select(decks.c.id).where(decks.c.name == name)).scalar()
            if key is None:
                raise UnknownDeck
            return _entry(connection, key)

    def load(self, deck_id: str | uuid.UUID) -> bytes:
        """Give the bytes of the version that counts.

        Raises:
            UnknownDeck: there is none.

        """
        with named_errors(), for_reading(self._engine).begin() as connection:
            key = _key(deck_id)
            row = connection.execute(_current(key)).mappings().first()
            if row is None:
                raise UnknownDeck
            return bytes(row["data"])

    def add(self, name: str, data: bytes, *, key: str | uuid.UUID | None = None) -> DeckEntry:
        """Keep a new deck; the same key, name and bytes again change nothing.

        Raises:
            BadDeckRecord: name or bytes cannot be kept, or there are too many decks.
            DeckNameTaken: another deck has this name.

        """
        _check_name(name)
        _check_data(data)
        try:
            deck_id = check_key(uuid.uuid4() if key is None else key)
        except ValueError:
            raise BadDeckRecord("key must be a UUID") from None
        now = stamp(dt.datetime.now(dt.UTC))
        try:
            with self._turn, named_errors(), for_writing(self._engine).begin() as connection:
                row = connection.execute(_current(deck_id)).mappings().first()
                if row is not None and bytes(row["data"]) == data and _entry(connection, deck_id).name == name:
                    return _entry(connection, deck_id)
                if (connection.execute(select(func.count()).select_from(decks)).scalar() or 0) >= MOST_DECKS:
                    raise BadDeckRecord(f"more than {MOST_DECKS} decks")
                connection.execute(insert(decks).values(id=deck_id, name=name, version=1, created_at=now))
                connection.execute(insert(deck_versions).values(deck_id=deck_id, number=1, data=data, at=now))
                return _entry(connection, deck_id)
        except IntegrityError as error:
            raise DeckNameTaken from error

    def save(self, deck_id: str | uuid.UUID, data: bytes, *, version: int) -> DeckEntry:
        """Keep a deck's next version; what was taken back before is gone for good.

        Args:
            deck_id: the deck.
            data: its bytes.
            version: ``DeckEntry.version`` of what was changed.

        Raises:
            UnknownDeck, BadDeckRecord: as named.
            ChangedMeanwhile: another phone has changed the deck since.

        """
        _check_data(data)
        key = _key(deck_id)
        now = stamp(dt.datetime.now(dt.UTC))
        with self._turn, named_errors(), for_writing(self._engine).begin() as connection:
            self._hold(connection, key, version)
            later = (deck_versions.c.deck_id == key, deck_versions.c.number > version)
            connection.execute(delete(deck_versions).where(*later))
            connection.execute(insert(deck_versions).values(deck_id=key, number=version + 1, data=data, at=now))
            old = (deck_versions.c.deck_id == key, deck_versions.c.number <= version + 1 - MOST_VERSIONS)
            connection.execute(delete(deck_versions).where(*old))
            connection.execute(update(decks).where(decks.c.id == key).values(version=version + 1))
            return _entry(connection, key)

    def rename(self, deck_id: str | uuid.UUID, name: str) -> DeckEntry:
        """Call a deck otherwise; its versions stay as they are, so that undo takes back what it learned and no name.

        Raises:
            UnknownDeck, BadDeckRecord, DeckNameTaken: as named.

        """
        _check_name(name)
        key = _key(deck_id)
        try:
            with self._turn, named_errors(), for_writing(self._engine).begin() as connection:
                if not connection.execute(update(decks).where(decks.c.id == key).values(name=name)).rowcount:
                    raise UnknownDeck
                return _entry(connection, key)
        except IntegrityError as error:
            raise DeckNameTaken from error

    def undo(self, deck_id: str | uuid.UUID, *, version: int) -> DeckEntry:
        """Go back to the version before ``version``, the one that the player sees.

        Raises:
            UnknownDeck: there is none.
            NothingToUndo: no earlier version is kept.
            ChangedMeanwhile: another phone has changed the deck since.

        """
        key = _key(deck_id)
        with self._turn, named_errors(), for_writing(self._engine).begin() as connection:
            self._hold(connection, key, version)
            if not _entry(connection, key).undoable:
                raise NothingToUndo
            connection.execute(update(decks).where(decks.c.id == key).values(version=version - 1))
            return _entry(connection, key)

    def remove(self, deck_id: str | uuid.UUID) -> None:
        """Destroy a deck with all its versions; one that is gone already is left alone."""
        key = _key(deck_id)
        with self._turn, named_errors(), for_writing(self._engine).begin() as connection:
            connection.execute(delete(deck_versions).where(deck_versions.c.deck_id == key))
            connection.execute(delete(decks).where(decks.c.id == key))

    @staticmethod
    def _hold(connection: Connection, key: str, version: int) -> None:
        now = connection.execute(select(decks.c.version).where(decks.c.id == key).with_for_update()).scalar()
        if now is None:
            raise UnknownDeck
        if now != version:
            raise ChangedMeanwhile


def _check_name(name: object) -> None:
    if not is_text(name, LONGEST_NAME) or not isinstance(name, str) or name != name.strip():
        raise BadDeckRecord("name")


def _check_data(data: object) -> None:
    if not isinstance(data, bytes) or not 1 <= len(data) <= LARGEST_DECK:
        raise BadDeckRecord(f"{len(data) if isinstance(data, bytes) else 'no'} bytes; the limit is {LARGEST_DECK}")


def _key(deck_id: str | uuid.UUID) -> str:
    try:
        return check_key(deck_id)
    except ValueError:
        raise UnknownDeck from None


def _current(key: str) -> Select[Any]:
    joined = decks.join(
        deck_versions, (decks.c.id == deck_versions.c.deck_id) & (decks.c.version == deck_versions.c.number)
    )
    return select(decks, deck_versions.c.data, deck_versions.c.at).select_from(joined).where(decks.c.id == key)


def _entries() -> Select[Any]:
    kept = _first_kept()
    joined = decks.join(
        deck_versions, (decks.c.id == deck_versions.c.deck_id) & (decks.c.version == deck_versions.c.number)
    ).join(kept, kept.c.deck_id == decks.c.id)
    size = func.length(deck_versions.c.data).label("size")
    return select(decks, deck_versions.c.at, size, kept.c.first).select_from(joined)


def _first_kept() -> Subquery:
    first = func.min(deck_versions.c.number).label("first")
    return select(deck_versions.c.deck_id, first).group_by(deck_versions.c.deck_id).subquery()


def _entry(connection: Connection, key: str) -> DeckEntry:
    return _from_row(connection.execute(_entries().where(decks.c.id == key)).mappings().one())


def _from_row(row: RowMapping) -> DeckEntry:
    return DeckEntry(
        id=row["id"],
        name=row["name"],
        version=row["version"],
        size=row["size"],
        undoable=row["first"] < row["version"],
        created_at=read_stamp(row["created_at"]),
        updated_at=read_stamp(row["at"]),
    )
