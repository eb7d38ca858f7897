"""Examines a whole ledger: the database itself, the sums, and whether every round can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from ledger.checks import check_round
from ledger.errors import LedgerError
from ledger.reading import read_evening, read_steps
from ledger.schema import evening_totals, evenings, live, steps
from ledger.types import Health

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.engine import Connection


def examine(connection: Connection) -> Health:
    """Examine everything; see `Ledger.check`."""
    problems = [*_database(connection), *_sums(connection)]
    ids = list(connection.execute(select(evenings.c.id).order_by(evenings.c.id)).scalars())
    for evening_id in ids:
        problems += _evening(connection, evening_id)
    count = connection.execute(select(func.count()).select_from(live)).scalar() or 0
    return Health(len(ids), count, tuple(problems))


def _database(connection: Connection) -> Iterator[str]:
    if connection.dialect.name != "sqlite":
        return
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check"):
        if said != "ok":
            yield f"integrity_check: {said}"
    for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield f"foreign_key_check: {tuple(row)}"


def _sums(connection: Connection) -> Iterator[str]:
    balance = steps.c.p0 + steps.c.p1 + steps.c.p2 + steps.c.p3
    for evening_id, number in connection.execute(select(steps.c.evening_id, steps.c.number).where(balance != 0)):
        yield f"evening {evening_id}: step {number} does not sum to 0"
    for (evening_id,) in connection.execute(select(evening_totals.c.evening_id).where(evening_totals.c.balance != 0)):
        yield f"evening {evening_id} does not sum to 0"


def _evening(connection: Connection, evening_id: str) -> Iterator[str]:
    try:
        evening = read_evening(connection, evening_id)
        for step in read_steps(connection, evening_id):
            check_round(step.round, len(evening.seats))
    except (LedgerError, ValueError, KeyError, TypeError) as error:
        yield f"evening {evening_id}: {error}"
        return
    row = connection.execute(select(evening_totals).where(evening_totals.c.evening_id == evening_id)).mappings().first()
    kept = tuple(int(row[f"total{seat}"]) for seat in range(len(evening.seats))) if row else evening.totals
    if kept != evening.totals or (row["rounds"] if row else 0) != len(evening.rounds):
        yield f"evening {evening_id}: the database counts {kept}, the rounds come to {evening.totals}"
