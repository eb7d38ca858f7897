"""Evenings, rounds, steps, photos and the two views.

A migration that has been released is never edited; the next one is a file beside it, `v0002_….py`, with
`down_revision = "0001"`, and "0002" goes to the end of `ledger.schema.VERSIONS`.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

LIVE = """
CREATE VIEW live AS
SELECT now.* FROM steps AS now
WHERE now.state = 'applied' AND now.action <> 'delete' AND NOT EXISTS (
    SELECT 1 FROM steps AS later
    WHERE later.evening_id = now.evening_id AND later.key = now.key
      AND later.state = 'applied' AND later.number > now.number
)
"""
EVENING_TOTALS = """
CREATE VIEW evening_totals AS
SELECT evening_id, COUNT(*) AS rounds,
       SUM(p0) AS total0, SUM(p1) AS total1, SUM(p2) AS total2, SUM(p3) AS total3,
       SUM(p0 + p1 + p2 + p3) AS balance
FROM live GROUP BY evening_id
"""


def upgrade() -> None:
    """Make the tables of an empty database."""
    _evenings()
    _rounds()
    _steps()
    op.create_table(
        "photos",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("image", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("key", name="photos_pk"),
        sa.ForeignKeyConstraint(["key"], ["rounds.key"], name="photos_round_fk"),
        sqlite_strict=True,
    )
    once = sa.text("action = 'record'")
    op.create_index("steps_recorded_once", "steps", ["key"], unique=True, sqlite_where=once, postgresql_where=once)
    op.create_index("steps_of_a_round", "steps", ["key", "number"])
    op.execute(LIVE)
    op.execute(EVENING_TOTALS)


def downgrade() -> None:
    """There is no way back: a step that has been recorded is never destroyed."""
    raise NotImplementedError("the ledger's migrations only go forward")


def _evenings() -> None:
    op.create_table(
        "evenings",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("date", sa.Text, nullable=False),
        sa.Column("rules_name", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Text, nullable=False),
        sa.Column("house_file", sa.Text),
        sa.Column("house_text", sa.Text),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("name0", sa.Text, nullable=False),
        sa.Column("name1", sa.Text, nullable=False),
        sa.Column("name2", sa.Text),
        sa.Column("name3", sa.Text),
        sa.Column("first_dealer", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="evenings_pk"),
        sa.UniqueConstraint("id", "seats", name="evenings_seats_key"),
        sa.CheckConstraint("seats BETWEEN 2 AND 4", name="evenings_seats"),
        sa.CheckConstraint(
            "(name2 IS NOT NULL) = (seats >= 3) AND (name3 IS NOT NULL) = (seats = 4)", name="evenings_names"
        ),
        sa.CheckConstraint("first_dealer >= 0 AND first_dealer < seats", name="evenings_first_dealer"),
        sqlite_strict=True,
    )


def _rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("evening_id", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("serial", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("key", name="rounds_pk"),
        sa.UniqueConstraint("evening_id", "serial", name="rounds_serial_key"),
        sa.UniqueConstraint("key", "evening_id", "seats", name="rounds_seats_key"),
        sa.ForeignKeyConstraint(["evening_id", "seats"], ["evenings.id", "evenings.seats"], name="rounds_evening_fk"),
        sa.CheckConstraint("serial >= 1", name="rounds_serial"),
        sqlite_strict=True,
    )


def _steps() -> None:
    op.create_table(
        "steps",
        sa.Column("evening_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("dealer", sa.Integer, nullable=False),
        sa.Column("p0", sa.Integer, nullable=False),
        sa.Column("p1", sa.Integer, nullable=False),
        sa.Column("p2", sa.Integer, nullable=False),
        sa.Column("p3", sa.Integer, nullable=False),
        sa.Column("rules_name", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Text, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("source", sa.Text),
        sa.Column("discarder", sa.Integer),
        sa.Column("fouler", sa.Integer),
        sa.Column("compensation", sa.Integer),
        sa.Column("seen", sa.Text),
        sa.Column("hand", sa.Text),
        sa.Column("score", sa.Text),
        sa.PrimaryKeyConstraint("evening_id", "number", name="steps_pk"),
        sa.ForeignKeyConstraint(
            ["key", "evening_id", "seats"], ["rounds.key", "rounds.evening_id", "rounds.seats"], name="steps_round_fk"
        ),
        *(sa.CheckConstraint(text, name=name) for name, text in STEP_CHECKS.items()),
        sqlite_strict=True,
    )


STEP_CHECKS = {
    "steps_sum": "p0 + p1 + p2 + p3 = 0",
    "steps_size": " AND ".join(f"p{seat} BETWEEN -10000000 AND 10000000" for seat in range(4)),
    "steps_empty_seats": "(seats >= 3 OR p2 = 0) AND (seats = 4 OR p3 = 0)",
    "steps_action": "action IN ('record', 'edit', 'delete')",
    "steps_state": "state IN ('applied', 'undone', 'abandoned')",
    "steps_number": "number >= 1",
    "steps_dealer": "dealer >= 0 AND dealer < seats",
    "steps_winner": "winner IS NULL OR (winner >= 0 AND winner < seats)",
    "steps_fouler": "fouler IS NULL OR (fouler >= 0 AND fouler < seats AND winner IS NULL AND compensation >= 0)",
    "steps_compensation": "fouler IS NOT NULL OR compensation IS NULL",
    "steps_discarder": "discarder IS NULL OR "
    "(winner IS NOT NULL AND discarder >= 0 AND discarder < seats AND discarder <> winner)",
    "steps_source": "source IS NULL OR "
    "(winner IS NOT NULL AND source IN ('discard', 'self_draw', 'other_draw', 'dealt'))",
}
