"""Brings a database to the version that this program works with; forward only."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from ledger.database import for_writing, named_errors
from ledger.errors import NewerLedger, NotALedger
from ledger.schema import HEAD, VERSION_TABLE, VERSIONS, metadata

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection, Engine

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x64616572
"""PostgreSQL's advisory lock for our migrations ("daer")."""


def migrate(engine: Engine) -> None:
    """Make or update the tables, all or nothing; any number of processes may start at once.

    Raises:
        NewerLedger: a newer version of this program made the database.
        NotALedger: the database belongs to another program, or the file is none.
        LedgerUnavailable: it cannot be opened or written.

    """
    with named_errors():
        with engine.connect() as connection:
            if _version(connection) == HEAD:
                return
        with for_writing(engine).begin() as connection:  # on SQLite this holds the write lock
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            if _version(connection) != HEAD:
                _upgrade(connection)


def _version(connection: Connection) -> str | None:
    """Give the version of the database; None when it is empty."""
    names = set(inspect(connection).get_table_names())
    if VERSION_TABLE not in names:
        # A SQLite file with anybody's tables is theirs; a PostgreSQL schema may be shared if no name is taken.
        if names & set(metadata.tables) or (names and connection.dialect.name == "sqlite"):
            raise NotALedger("it holds other tables")
        return None
    version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 (a constant)
    if version not in VERSIONS:
        raise NewerLedger(f"version {version}; known up to {HEAD}")
    return str(version)


def _upgrade(connection: Connection) -> None:
    from alembic import command  # takes as long as all the rest of the start, and is seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
