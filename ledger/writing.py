"""Writes rounds and steps into the database, inside somebody's transaction that holds the evening."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select, update

from ledger.codec import round_row, stamp
from ledger.errors import ChangedMeanwhile
from ledger.schema import rounds, steps

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from ledger.types import Round


def insert_round(connection: Connection, evening: str, seats: int, key: str) -> None:
    """Give a key the next place in the evening."""
    last = connection.execute(select(func.max(rounds.c.serial)).where(rounds.c.evening_id == evening)).scalar()
    connection.execute(insert(rounds).values(key=key, evening_id=evening, seats=seats, serial=(last or 0) + 1))


def add_step(connection: Connection, evening: str, seats: int, key: str, action: str, played: Round) -> None:
    """Append to the history; what was undone can no longer be redone, but stays."""
    undone = (steps.c.evening_id == evening, steps.c.state == "undone")
    connection.execute(update(steps).where(*undone).values(state="abandoned"))
    last = connection.execute(select(func.max(steps.c.number)).where(steps.c.evening_id == evening)).scalar()
    row = {"evening_id": evening, "number": (last or 0) + 1, "key": key, "seats": seats, "action": action}
    now = stamp(dt.datetime.now(dt.UTC))
    connection.execute(insert(steps).values(**row, state="applied", at=now, **round_row(played)))


def move(connection: Connection, evening: str, state: str, asked: int | None) -> bool:
    """Take back the last applied step (state `undone`), or bring back the first undone one (`applied`).

    A step that is asked for and is in that state already is left alone, so that asking twice moves one step.

    Returns:
        Whether there was such a step.

    Raises:
        ChangedMeanwhile: the step asked for is not the one whose turn it is.

    """
    if asked is not None:
        there = select(steps.c.state).where(steps.c.evening_id == evening, steps.c.number == asked)
        if connection.execute(there).scalar() == state:
            return True
    back = state == "undone"
    turn = select(func.max(steps.c.number) if back else func.min(steps.c.number)).where(
        steps.c.evening_id == evening, steps.c.state == ("applied" if back else "undone")
    )
    number = connection.execute(turn).scalar()
    if number is None:
        return False
    if asked not in {None, number}:
        raise ChangedMeanwhile
    connection.execute(update(steps).where(steps.c.evening_id == evening, steps.c.number == number).values(state=state))
    return True
