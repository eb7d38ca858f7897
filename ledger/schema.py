"""The tables, for queries. `migrations/` makes them, with their CHECK constraints; a test compares the two.

An evening has rounds, and a round has steps (recorded, edited, deleted). A step is never changed but for its state:
taking it back marks it undone. What counts is a round's last applied step, if that is no deletion (view `live`).

The four payments of a step stand in one row, so an ordinary CHECK on the row holds their sum at 0 on SQLite and on
PostgreSQL alike, with no trigger to forget; sums over an evening are then 0 as well (view `evening_totals`).
Every type has a plain form that SQLite's STRICT tables enforce too: text, whole number, bytes.
"""

from __future__ import annotations

from sqlalchemy import (
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

VERSION_TABLE = "ledger_version"
VERSIONS = ("0001", "0002")
"""Every version of the database that this program knows, oldest first; the last is the one it works with."""
HEAD = VERSIONS[-1]

SEATS = range(4)
MOST_POINTS = 10_000_000
"""Largest payment of one round; small enough that sums over any evening stay whole numbers in both databases."""

metadata = MetaData()

evenings = Table(
    "evenings",
    metadata,
    Column("id", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("date", Text, nullable=False),
    Column("rules_name", Text, nullable=False),
    Column("rules_version", Text, nullable=False),
    Column("house_file", Text),
    Column("house_text", Text),
    Column("seats", Integer, nullable=False),
    *(Column(f"name{seat}", Text, nullable=seat > 1) for seat in SEATS),
    Column("first_dealer", Integer, nullable=False),
    PrimaryKeyConstraint("id", name="evenings_pk"),
    UniqueConstraint("id", "seats", name="evenings_seats_key"),
    sqlite_strict=True,
)

rounds = Table(
    "rounds",
    metadata,
    Column("key", Text, nullable=False),
    Column("evening_id", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("serial", Integer, nullable=False),
    PrimaryKeyConstraint("key", name="rounds_pk"),
    UniqueConstraint("evening_id", "serial", name="rounds_serial_key"),
    UniqueConstraint("key", "evening_id", "seats", name="rounds_seats_key"),
    ForeignKeyConstraint(["evening_id", "seats"], ["evenings.id", "evenings.seats"], name="rounds_evening_fk"),
    sqlite_strict=True,
)

steps = Table(
    "steps",
    metadata,
    Column("evening_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("dealer", Integer, nullable=False),
    *(Column(f"p{seat}", Integer, nullable=False) for seat in SEATS),
    Column("rules_name", Text, nullable=False),
    Column("rules_version", Text, nullable=False),
    Column("winner", Integer),
    Column("source", Text),
    Column("discarder", Integer),
    Column("fouler", Integer),
    Column("compensation", Integer),
    Column("seen", Text),
    Column("hand", Text),
    Column("score", Text),
    PrimaryKeyConstraint("evening_id", "number", name="steps_pk"),
    ForeignKeyConstraint(
        ["key", "evening_id", "seats"], ["rounds.key", "rounds.evening_id", "rounds.seats"], name="steps_round_fk"
    ),
    Index("steps_of_a_round", "key", "number"),
    Index(
        "steps_recorded_once",
        "key",
        unique=True,
        sqlite_where=text("action = 'record'"),
        postgresql_where=text("action = 'record'"),
    ),
    sqlite_strict=True,
)

photos = Table(
    "photos",
    metadata,
    Column("key", Text, nullable=False),
    Column("image", LargeBinary, nullable=False),
    PrimaryKeyConstraint("key", name="photos_pk"),
    ForeignKeyConstraint(["key"], ["rounds.key"], name="photos_round_fk"),
    sqlite_strict=True,
)

decks = Table(
    "decks",
    metadata,
    Column("id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", Text, nullable=False),
    PrimaryKeyConstraint("id", name="decks_pk"),
    UniqueConstraint("name", name="decks_name_key"),
    sqlite_strict=True,
)

deck_versions = Table(
    "deck_versions",
    metadata,
    Column("deck_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("at", Text, nullable=False),
    PrimaryKeyConstraint("deck_id", "number", name="deck_versions_pk"),
    ForeignKeyConstraint(["deck_id"], ["decks.id"], name="deck_versions_deck_fk"),
    sqlite_strict=True,
)

views = MetaData()
"""Not in `metadata`: no migration tool may take a view for a table."""

live = Table(
    "live",
    views,
    *(Column(column.name, column.type) for column in steps.columns),
)

evening_totals = Table(
    "evening_totals",
    views,
    Column("evening_id", Text),
    Column("rounds", Integer),
    *(Column(f"total{seat}", Integer) for seat in SEATS),
    Column("balance", Integer),
)
