"""Deck profiles and their versions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the two tables."""
    op.create_table(
        "decks",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="decks_pk"),
        sa.UniqueConstraint("name", name="decks_name_key"),
        sa.CheckConstraint("version >= 1", name="decks_version"),
        sqlite_strict=True,
    )
    op.create_table(
        "deck_versions",
        sa.Column("deck_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("deck_id", "number", name="deck_versions_pk"),
        sa.ForeignKeyConstraint(["deck_id"], ["decks.id"], name="deck_versions_deck_fk"),
        sa.CheckConstraint("number >= 1", name="deck_versions_number"),
        sqlite_strict=True,
    )


def downgrade() -> None:
    """There is no way back."""
    raise NotImplementedError("the ledger's migrations only go forward")
