"""The ledger: evenings, their rounds, and every change of them, in a database."""

from __future__ import annotations

import datetime as dt
import threading
import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ledger import exchange, spreadsheet
from ledger.checks import check_evening, check_key, check_photo, check_round
from ledger.codec import stamp
from ledger.database import for_reading, for_writing, named_errors, open_engine, read_address
from ledger.decks import DeckShelf
from ledger.errors import (
    BadEvening,
    BadRound,
    ChangedMeanwhile,
    EveningExists,
    KeyReused,
    NothingToRedo,
    NothingToUndo,
    UnknownEvening,
    UnknownRound,
)
from ledger.health import examine
from ledger.migrate import migrate
from ledger.reading import read_evening, read_steps, read_summaries
from ledger.schema import evenings, photos, rounds
from ledger.writing import add_step, insert_round, move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sqlalchemy.engine import URL, Connection

    from ledger.types import Evening, EveningSummary, Health, Round, RulesUsed, Step

Key = str | uuid.UUID
MOST_EVENINGS = 1000


class Ledger:
    """One open ledger; safe to share between threads, and several processes may have the same one open.

    Whatever returns has been written to the disk. Every change may be sent twice (a phone that taps twice, a request
    tried again): it happens once. Rounds are named by keys that the caller makes (`uuid.uuid4()`) *before* the first
    try, so that the second try carries the same key.
    """

    def __init__(self, address: str | Path | None = None) -> None:
        """Open the ledger, and make or update its tables.

        Args:
            address: `sqlite:///…`, `postgresql://…` or a path; by default `DAER_DB_URL`, else a SQLite file in
                `DAER_DATA`, else in the user's data folder.

        Raises:
            BadAddress, MissingDriver, LedgerUnavailable, LedgerBusy, NotALedger, NewerLedger, DamagedLedger: as named.

        """
        self._url = read_address(address)
        self._engine = open_engine(self._url)
        self._turn = threading.Lock()  # who waits for SQLite waits by lot; threads of one app rather queue here
        self.decks = DeckShelf(self._engine, self._turn)
        try:
            migrate(self._engine)
        except BaseException:
            self.close()
            raise

    @property
    def url(self) -> URL:
        """Where it lies; printing it hides the password."""
        return self._url

    def close(self) -> None:
        """Close every connection; the ledger can be used again all the same."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- evenings ------------------------------------------------------------------------------------------------

    def start_evening(
        self,
        *,
        rules: RulesUsed,
        seats: Sequence[str],
        dealer: int = 0,
        date: dt.date | None = None,
        key: Key | None = None,
    ) -> Evening:
        """Set up a table.

        Args:
            rules: the rule set played by.
            seats: 2 to 4 different names, in playing order.
            dealer: seat that deals first.
            date: the day; today if not told.
            key: the id it shall have; the same id and set-up again change nothing.

        Raises:
            BadEvening: this is no possible table.
            KeyReused: another evening has this id.

        """
        date = date or dt.datetime.now().astimezone().date()
        names = check_evening(date, rules, tuple(seats), dealer)
        try:
            evening_id = check_key(uuid.uuid4() if key is None else key)
        except ValueError:
            raise BadEvening("key must be a UUID") from None
        row = exchange.evening_row(evening_id, date, names, dealer, rules)
        with named_errors(), for_writing(self._engine).begin() as connection:
            try:
                with connection.begin_nested():
                    connection.execute(insert(evenings).values(**row, created_at=stamp(dt.datetime.now(dt.UTC))))
            except IntegrityError:
                there = connection.execute(select(evenings).where(evenings.c.id == evening_id)).mappings().one()
                if any(there[name] != value for name, value in row.items()):
                    raise KeyReused from None
            return read_evening(connection, evening_id)

    def change_evening(
        self, evening_id: Key, *, seats: Sequence[str] | None = None, rules: RulesUsed | None = None
    ) -> Evening:
        """Correct the names of the seats, or play on under other rules; rounds played keep the rules they had.

        Raises:
            UnknownEvening: there is none.
            BadEvening: the names or rules are impossible, or they are more or fewer than the seats.

        """
        with self._changing(evening_id) as (connection, key, _):
            now = read_evening(connection, key)
            names = check_evening(now.date, rules or now.rules, now.seats if seats is None else tuple(seats), 0)
            if len(names) != len(now.seats):
                raise BadEvening("an evening keeps its number of seats")
            row = exchange.evening_row(key, now.date, names, now.first_dealer, rules or now.rules)
            connection.execute(update(evenings).where(evenings.c.id == key).values(row))
            return read_evening(connection, key)

    def evenings(self, most: int = MOST_EVENINGS) -> tuple[EveningSummary, ...]:
        """Give the latest evenings, latest first, with their totals."""
        with self._reading() as connection:
            return read_summaries(connection, most)

    def evening(self, evening_id: Key) -> Evening:
        """Give an evening with its rounds, running totals, next dealer and what can be undone.

        Raises:
            UnknownEvening: there is none.

        """
        with self._reading() as connection:
            return read_evening(connection, _evening_key(evening_id))

    def history(self, evening_id: Key) -> tuple[Step, ...]:
        """Give every step ever made in an evening, oldest first, those taken back too.

        Raises:
            UnknownEvening: there is none.

        """
        with self._reading() as connection:
            key = _evening_key(evening_id)
            read_evening(connection, key)
            return read_steps(connection, key)

    # --- rounds --------------------------------------------------------------------------------------------------

    def record(self, evening_id: Key, played: Round, *, key: Key, photo: bytes | None = None) -> Evening:
        """Write a round down; the same key and round again change nothing, even if it has been undone since.

        Args:
            evening_id: the evening.
            played: the round.
            key: a UUID made for this round; recording the same one twice stores the round once.
            photo: JPEG, PNG or WEBP up to 4 MiB without EXIF, only if the player ticked it.

        Returns:
            The evening with the round in it.

        Raises:
            UnknownEvening, BadRound, UnbalancedRound, PhotoRefused: as named.
            KeyReused: the key stands for another round.

        """
        try:
            round_key = check_key(key)
        except ValueError:
            raise BadRound("key must be a UUID") from None
        image = None if photo is None else check_photo(photo)
        with self._changing(evening_id) as (connection, evening, seats):
            kept = check_round(played, seats)
            owner = connection.execute(select(rounds.c.evening_id).where(rounds.c.key == round_key)).scalar()
            if owner is None:
                insert_round(connection, evening, seats, round_key)
                add_step(connection, evening, seats, round_key, "record", kept)
                if image is not None:
                    connection.execute(insert(photos).values(key=round_key, image=image))
            elif owner != evening or _recorded(read_steps(connection, evening), round_key) != kept:
                raise KeyReused
        return self.evening(evening)  # outside: nobody need wait while we read

    def edit(self, key: Key, played: Round, *, revision: int | None = None) -> Evening:
        """Correct a round; what it was stays in the history. A round that is like this already is left alone.

        Args:
            key: the round.
            played: what it was in truth.
            revision: `RecordedRound.revision` of what the player saw; the edit is refused if that has changed.

        Raises:
            UnknownRound: no round that counts has this key.
            BadRound, UnbalancedRound: as named.
            ChangedMeanwhile: the round is no longer what the player saw.

        """
        with self._changing_round(key) as (connection, now, round_key):
            seats = len(now.seats)
            kept = check_round(played, seats)
            recorded = now.find(round_key)
            if recorded is None:
                raise UnknownRound
            if recorded.round == kept:
                return now
            if revision not in {None, recorded.revision}:
                raise ChangedMeanwhile
            add_step(connection, now.id, seats, round_key, "edit", kept)
        return self.evening(now.id)

    def delete(self, key: Key, *, revision: int | None = None) -> Evening:
        """Take a round out of the count; `undo` brings it back. A round that is out already is left alone.

        Raises:
            UnknownRound: there never was one with this key.
            ChangedMeanwhile: the round is no longer what the player saw (`revision`, as in `edit`).

        """
        with self._changing_round(key) as (connection, now, round_key):
            recorded = now.find(round_key)
            if recorded is None:
                return now
            if revision not in {None, recorded.revision}:
                raise ChangedMeanwhile
            add_step(connection, now.id, len(now.seats), round_key, "delete", recorded.round)
        return self.evening(now.id)

    def undo(self, evening_id: Key, *, step: int | None = None) -> Evening:
        """Take back the last step of the evening, whether a round was recorded, edited or deleted.

        Args:
            evening_id: the evening.
            step: `Evening.undoable` of what the player saw: it is taken back once however often it is asked for, and
                refused when another step has been made since.

        Raises:
            UnknownEvening, NothingToUndo: as named.
            ChangedMeanwhile: `step` is not the last one any more.

        """
        with self._changing(evening_id) as (connection, key, _):
            if not move(connection, key, "undone", step):
                raise NothingToUndo
        return self.evening(key)

    def redo(self, evening_id: Key, *, step: int | None = None) -> Evening:
        """Bring the step back that was last taken back; `step` is `Evening.redoable`, as in `undo`.

        Raises:
            UnknownEvening, NothingToRedo: as named; nothing is left to redo once something else was done.
            ChangedMeanwhile: `step` is not the next one any more.

        """
        with self._changing(evening_id) as (connection, key, _):
            if not move(connection, key, "applied", step):
                raise NothingToRedo
        return self.evening(key)

    # --- photos --------------------------------------------------------------------------------------------------

    def photo(self, key: Key) -> bytes | None:
        """Give the photo kept with a round, or None."""
        with self._reading() as connection:
            image = connection.execute(select(photos.c.image).where(photos.c.key == _round_key(key))).scalar()
            return None if image is None else bytes(image)

    def drop_photo(self, key: Key) -> None:
        """Destroy the photo of a round for good: the one thing that is not kept in the history."""
        with named_errors(), for_writing(self._engine).begin() as connection:
            connection.execute(delete(photos).where(photos.c.key == _round_key(key)))

    # --- files ---------------------------------------------------------------------------------------------------

    def export_json(self, evening_id: Key, *, with_photos: bool = False) -> bytes:
        """Write an evening with its whole history as JSON (UTF-8), for a backup or another ledger.

        Raises:
            UnknownEvening: there is none.
            ExportTooLarge: with its photos it is larger than what `import_json` takes.

        """
        with self._reading() as connection:
            return exchange.write_export(connection, _evening_key(evening_id), with_photos=with_photos)

    def export_csv(self, evening_id: Key, lang: str = "zh-Hans") -> bytes:
        """Write the rounds that count as CSV for a spreadsheet (UTF-8 with BOM), headings in a language.

        Raises:
            UnknownEvening: there is none.

        """
        return spreadsheet.write_csv(self.evening(evening_id), lang)

    def import_json(self, data: bytes) -> Evening:
        """Take in an evening that `export_json` wrote, anywhere; all of it or nothing.

        Raises:
            NotAnExport, NewerExport, ExportTooLarge, BadExport, EveningExists: as named, all of them ImportRefused.

        """
        export = exchange.read_export(data)
        with named_errors(), for_writing(self._engine).begin() as connection:
            try:
                exchange.insert_export(connection, export)
            except IntegrityError as error:
                raise EveningExists from error
            return read_evening(connection, export.evening["id"])

    def check(self) -> Health:
        """Examine the whole ledger: the file, the sums and every round."""
        with self._reading() as connection:
            return examine(connection)

    # --- inside --------------------------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with named_errors(), for_reading(self._engine).begin() as connection:
            yield connection

    @contextmanager
    def _changing(self, evening_id: Key) -> Iterator[tuple[Connection, str, int]]:
        """Open a transaction that nobody else can change the evening in; give its id and number of seats too."""
        key = _evening_key(evening_id)
        seats_of = select(evenings.c.seats).where(evenings.c.id == key).with_for_update()
        try:
            with self._turn, named_errors(), for_writing(self._engine).begin() as connection:
                seats = connection.execute(seats_of).scalar()
                if seats is None:
                    raise UnknownEvening
                yield connection, key, seats
        except IntegrityError as error:
            text = str(error.orig)  # the same key at the same moment in another evening, or one of the CHECKs
            raise (KeyReused() if "rounds_pk" in text or "rounds.key" in text else BadRound(text)) from error

    @contextmanager
    def _changing_round(self, key: Key) -> Iterator[tuple[Connection, Evening, str]]:
        round_key = _round_key(key)
        with self._reading() as connection:
            evening = connection.execute(select(rounds.c.evening_id).where(rounds.c.key == round_key)).scalar()
        if evening is None:
            raise UnknownRound
        with self._changing(evening) as (connection, evening_key, _):
            yield connection, read_evening(connection, evening_key), round_key


def _recorded(history: Sequence[Step], key: str) -> Round:
    return next(step.round for step in history if step.key == key)


def _evening_key(key: Key) -> str:
    try:
        return check_key(key)
    except ValueError:
        raise UnknownEvening from None


def _round_key(key: Key) -> str:
    try:
        return check_key(key)
    except ValueError:
        raise UnknownRound from None
