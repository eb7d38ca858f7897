"""One evening as a table for spreadsheet programs (CSV)."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from ledger.texts import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ledger.types import Evening, RecordedRound

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_csv(evening: Evening, lang: str) -> bytes:
    """Write a line a round that counts and a last line of totals; UTF-8 with BOM, as spreadsheet programs expect."""
    out = io.StringIO()
    table = csv.writer(out)
    heads = [say(key, lang) for key in ("number", "time", "dealer", "outcome", "who", "discarder", "rules")]
    running = [say("running", lang, name=name) for name in evening.seats]
    table.writerow(_safe([*heads, say("hu", lang), say("labels", lang), *evening.seats, *running]))
    for recorded in evening.rounds:
        table.writerow(_safe(_line(recorded, evening.seats, lang)))
    blank = [""] * (len(heads) + 1)
    table.writerow(_safe([say("total", lang), *blank, *evening.totals, *[""] * len(evening.seats)]))
    return out.getvalue().encode("utf-8-sig")


def _line(recorded: RecordedRound, seats: Sequence[str], lang: str) -> list[str | int]:
    played = recorded.round
    who = played.winner if played.winner is not None else played.fouler
    return [
        recorded.number,
        recorded.recorded_at.astimezone().isoformat(sep=" ", timespec="seconds"),
        seats[played.dealer],
        say(played.outcome, lang),
        "" if who is None else seats[who],
        "" if played.discarder is None else seats[played.discarder],
        f"{played.rules_name} {played.rules_version}",
        "" if played.score is None else played.score.total,
        "" if played.score is None else " ".join(played.score.labels),
        *played.payments,
        *recorded.running,
    ]


def _safe(cells: Sequence[str | int]) -> list[str | int]:
    """Keep a spreadsheet program from taking a player's name for a formula.

    >>> _safe(["=1+1", -3, "李"])
    ["'=1+1", -3, '李']
    """
    return [f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in cells]
