"""Reads evenings out of the database, inside somebody's transaction."""

from __future__ import annotations

import datetime as dt
from itertools import accumulate
from typing import TYPE_CHECKING

from sqlalchemy import select

from ledger.codec import read_stamp, row_round, row_rules, row_seats
from ledger.errors import UnknownEvening
from ledger.schema import evening_totals, evenings, photos, rounds, steps
from ledger.seats import next_dealer
from ledger.types import Evening, EveningSummary, RecordedRound, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.engine import Connection


def read_steps(connection: Connection, evening_id: str) -> tuple[Step, ...]:
    """Give the history of an evening, oldest first."""
    rows = connection.execute(select(steps).where(steps.c.evening_id == evening_id).order_by(steps.c.number))
    return tuple(
        Step(row["number"], row["key"], row["action"], row["state"], read_stamp(row["at"]), row_round(row))
        for row in rows.mappings()
    )


def read_evening(connection: Connection, evening_id: str) -> Evening:
    """Give an evening as it stands.

    Raises:
        UnknownEvening: there is none.

    """
    row = connection.execute(select(evenings).where(evenings.c.id == evening_id)).mappings().first()
    if row is None:
        raise UnknownEvening
    history = read_steps(connection, evening_id)
    order = connection.execute(
        select(rounds.c.key, photos.c.key.label("photo"))
        .outerjoin(photos, photos.c.key == rounds.c.key)
        .where(rounds.c.evening_id == evening_id)
        .order_by(rounds.c.serial)
    )
    counted = count_rounds(history, [(key, photo is not None) for key, photo in order], row["seats"])
    applied = [step.number for step in history if step.state == "applied"]
    undone = [step.number for step in history if step.state == "undone"]
    return Evening(
        id=row["id"],
        date=dt.date.fromisoformat(row["date"]),
        seats=row_seats(row),
        first_dealer=row["first_dealer"],
        rules=row_rules(row),
        created_at=read_stamp(row["created_at"]),
        rounds=counted,
        totals=counted[-1].running if counted else (0,) * row["seats"],
        next_dealer=next_dealer(counted[-1].round) if counted else row["first_dealer"],
        undoable=max(applied, default=None),
        redoable=min(undone, default=None),
    )


def count_rounds(history: Sequence[Step], order: Sequence[tuple[str, bool]], seats: int) -> tuple[RecordedRound, ...]:
    """Give the rounds that count, with running totals: of each key in `order` its last applied step, if no deletion.

    `order` tells for each round whether a photo is kept.
    """
    first = {step.key: step for step in reversed(history)}
    last = {step.key: step for step in history if step.state == "applied"}
    counted = [(last[key], photo) for key, photo in order if key in last and last[key].action != "delete"]
    running = accumulate(
        (step.round.payments for step, _ in counted),
        lambda totals, payments: tuple(a + b for a, b in zip(totals, payments, strict=True)),
        initial=(0,) * seats,
    )
    next(running)
    return tuple(
        RecordedRound(step.key, number, step.number, first[step.key].at, step.at, step.round, totals, photo)
        for number, ((step, photo), totals) in enumerate(zip(counted, running, strict=True), 1)
    )


def read_summaries(connection: Connection, most: int) -> tuple[EveningSummary, ...]:
    """Give the latest evenings, latest first; the totals are the database's own."""
    rows = connection.execute(
        select(evenings, evening_totals)
        .outerjoin(evening_totals, evening_totals.c.evening_id == evenings.c.id)
        .order_by(evenings.c.date.desc(), evenings.c.created_at.desc(), evenings.c.id)
        .limit(most)
    )
    return tuple(
        EveningSummary(
            id=row["id"],
            date=dt.date.fromisoformat(row["date"]),
            seats=row_seats(row),
            rules=row_rules(row),
            rounds=row["rounds"] or 0,
            totals=tuple(int(row[f"total{seat}"] or 0) for seat in range(row["seats"])),
        )
        for row in rows.mappings()
    )
