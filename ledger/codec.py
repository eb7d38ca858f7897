"""A round as a row of the database and as an object of the export, and back."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ledger.types import Json, Round, RulesUsed, ScoreLine, ScoreNote

if TYPE_CHECKING:
    from sqlalchemy.engine import RowMapping

PLAIN = ("dealer", "rules_name", "rules_version", "winner", "source", "discarder", "fouler", "compensation")
STAMP = "%Y-%m-%dT%H:%M:%S.%fZ"


def stamp(moment: dt.datetime) -> str:
    """Write a moment as UTC text that sorts by time.

    >>> stamp(dt.datetime(2026, 1, 2, tzinfo=dt.UTC))
    '2026-01-02T00:00:00.000000Z'
    """
    return moment.astimezone(dt.UTC).strftime(STAMP)


def read_stamp(written: str) -> dt.datetime:
    """Read what `stamp` wrote; ValueError if it did not."""
    if not written.endswith("Z"):
        raise ValueError(written)
    moment = dt.datetime.fromisoformat(written)  # five times as fast as strptime, and less strict
    if stamp(moment) != written:
        raise ValueError(written)
    return moment


def round_row(played: Round) -> dict[str, Any]:
    """Give the columns of a step that hold its round; empty seats pay 0."""
    payments = (*played.payments, 0, 0)[:4]
    row: dict[str, Any] = {name: getattr(played, name) for name in PLAIN}
    row |= {f"p{seat}": points for seat, points in enumerate(payments)}
    score = None if played.score is None else asdict(played.score)
    texts = {"seen": played.seen, "hand": played.hand, "score": score}
    return row | {name: None if value is None else json.dumps(value, allow_nan=False) for name, value in texts.items()}


def row_round(row: RowMapping) -> Round:
    """Read the round of a step."""
    texts = {name: None if row[name] is None else json.loads(row[name]) for name in ("seen", "hand", "score")}
    return Round(
        payments=tuple(row[f"p{seat}"] for seat in range(row["seats"])),
        **{name: row[name] for name in PLAIN},
        seen=texts["seen"],
        hand=texts["hand"],
        score=None if texts["score"] is None else read_score(texts["score"]),
    )


def read_score(data: Json) -> ScoreNote:
    """Read a score that `asdict` wrote; KeyError or TypeError if it did not."""
    lines = tuple(ScoreLine(**{**line, "cards": tuple(line["cards"])}) for line in data["lines"])
    return ScoreNote(data["total"], tuple(data["labels"]), lines)


def row_rules(row: RowMapping) -> RulesUsed:
    """Read the rules of an evening."""
    return RulesUsed(row["rules_name"], row["rules_version"], row["house_file"], row["house_text"])


def row_seats(row: RowMapping) -> tuple[str, ...]:
    """Read the names of an evening."""
    return tuple(row[f"name{seat}"] for seat in range(row["seats"]))
