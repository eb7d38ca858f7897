"""Where the ledger lies, how it is opened, and what the database's complaints are called here."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_data_path
from sqlalchemy import create_engine, event, make_url
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ledger.errors import (
    BadAddress,
    DamagedLedger,
    LedgerBusy,
    LedgerError,
    LedgerUnavailable,
    MissingDriver,
    NotALedger,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE_NAME = "ledger.sqlite3"
WAIT_MS = 15_000
"""How long a write waits for the others' writes."""
CONNECTIONS = 32
SQLITE_ERRORS: dict[str, type[LedgerError]] = {
    "SQLITE_BUSY": LedgerBusy,
    "SQLITE_LOCKED": LedgerBusy,
    "SQLITE_NOTADB": NotALedger,
    "SQLITE_CORRUPT": DamagedLedger,
}
POSTGRES_BUSY = {"40001", "40P01", "55P03", "57014"}


def data_dir() -> Path:
    """Give the folder of this user's data: `DAER_DATA`, or what the operating system names for it."""
    told = os.environ.get("DAER_DATA")
    return Path(told).expanduser() if told else user_data_path("daer", appauthor=False)


def read_address(address: str | Path | None = None) -> URL:
    """Give the database's address: as told, else `DAER_DB_URL`, else a SQLite file in `data_dir()`.

    A path means a SQLite file. `postgresql://` and `postgres://` mean PostgreSQL with the psycopg driver.

    Raises:
        BadAddress: it is none of SQLite or PostgreSQL.

    >>> read_address("postgres://me@here/daer").drivername
    'postgresql+psycopg'

    """
    address = address or os.environ.get("DAER_DB_URL") or data_dir() / FILE_NAME
    if isinstance(address, Path):
        return URL.create("sqlite", database=str(address))
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise BadAddress from None  # what was written may hold a password
    if url.drivername in {"postgres", "postgresql", "postgresql+psycopg"}:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername in {"sqlite", "sqlite+pysqlite"} and url.database not in {None, "", ":memory:"}:
        return url
    raise BadAddress


def open_engine(url: URL) -> Engine:
    """Make the pool of connections; nothing is opened yet, but the folder of a SQLite file is made."""
    if url.get_backend_name() == "sqlite":
        folder = Path(str(url.database)).parent
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise LedgerUnavailable(f"{folder}: {error.strerror}") from error
        engine = create_engine(url, pool_size=CONNECTIONS, max_overflow=0, pool_timeout=WAIT_MS / 1000)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    if "connect_timeout" not in url.query:
        url = url.update_query_dict({"connect_timeout": "5"})
    try:
        return create_engine(url, pool_pre_ping=True, pool_timeout=WAIT_MS / 1000)
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise MissingDriver(str(error)) from error


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, `_begin_sqlite`
    connection.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to WAL. SQLite does not wait while another connection does the same, so we do."""
    deadline = time.monotonic() + WAIT_MS / 1000
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at once for a write: two that read first and write then would deadlock."""
    write = connection.get_execution_options().get("ledger_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def for_writing(engine: Engine) -> Engine:
    """Give the same pool, for transactions that write."""
    return engine.execution_options(ledger_write=True)


def for_reading(engine: Engine) -> Engine:
    """Give the same pool, for transactions that see one moment of the ledger, however many queries they make."""
    return engine if engine.dialect.name == "sqlite" else engine.execution_options(isolation_level="REPEATABLE READ")


@contextmanager
def named_errors() -> Iterator[None]:
    """Turn what the database says into an error of this package; a broken constraint stays an IntegrityError."""
    try:
        yield
    except IntegrityError:
        raise
    except PoolTimeout as error:
        raise LedgerBusy from error
    except DBAPIError as error:
        raise _named(error) from error


def _named(error: DBAPIError) -> LedgerError:
    detail = " ".join(str(error.orig).split())
    if isinstance(error.orig, sqlite3.Error):
        name = getattr(error.orig, "sqlite_errorname", "")
        for start, kind in SQLITE_ERRORS.items():
            if name.startswith(start):
                return kind(detail)
    elif getattr(error.orig, "sqlstate", None) in POSTGRES_BUSY:
        return LedgerBusy(detail)
    return LedgerUnavailable(detail)
