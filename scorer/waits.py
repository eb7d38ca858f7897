"""叫牌: which tiles complete a hand that lacks one, and what each would score (rules.md §12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorer.arrange import Arrangement, arrangements, check_loose
from scorer.context import with_source
from scorer.errors import HandFormatError
from scorer.faces import FACES
from scorer.facts import check_columns, check_context
from scorer.hand import Column, WinContext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.rules import RuleSet

COPIES = 4
IN_HAND = frozenset({"chi", "jiang", "kan"})
RAISED = {"peng": "pao", "wei": "pao", "chouwei": "pao", "kan": "pao"}


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand, the best layout with it, and how many of it can still come."""

    tile: str
    best: Arrangement
    live: int


def waits(
    concealed: tuple[str, ...],
    fixed: tuple[Column, ...],
    context: WinContext,
    rules: RuleSet,
    seen: tuple[str, ...] = (),
) -> tuple[Wait, ...]:
    """Every tile that completes the hand, in the order of the faces.

    `concealed` and `fixed` are the hand before the win (20 tiles, one more for each further quad); `seen` are tiles
    that lie open elsewhere. Columns that lie in hand (坎, runs, the 将) count as concealed however they are written;
    a 坎 stays whole, but may meet its fourth tile. A tile that completes seven columns with too little 胡 is no wait.
    """
    for tiles in (concealed, seen):
        check_loose(tiles)
    check_context(context)
    check_columns(fixed)
    context = with_source(context, rules)
    if context.source == "dealt" or context.tianhu:
        raise HandFormatError("a hand won as dealt waits for no tile")
    concealed, fixed = _take_up(concealed, fixed)
    held = [*concealed, *(tile for column in fixed for tile in column.tiles)]
    found = []
    for tile in FACES:
        mine = held.count(tile)
        if mine >= COPIES:
            continue
        told = replace(context, winning_tile=tile, winning_column=None)
        best = _best_with(tile, concealed, fixed, told, rules)
        if best is not None and best.score.valid:
            found.append(Wait(tile, best, max(0, COPIES - mine - seen.count(tile))))
    return tuple(found)


def _take_up(concealed: tuple[str, ...], fixed: tuple[Column, ...]) -> tuple[tuple[str, ...], tuple[Column, ...]]:
    """Take the columns that lie in hand up into it: how they are laid decides nothing before the win."""
    inside = [column for column in fixed if not column.exposed and column.type in IN_HAND]
    table = tuple(column for column in fixed if column not in inside)
    return (*concealed, *(tile for column in inside for tile in column.tiles)), table


def _best_with(
    tile: str,
    concealed: tuple[str, ...],
    fixed: tuple[Column, ...],
    context: WinContext,
    rules: RuleSet,
) -> Arrangement | None:
    found = list(arrangements((*concealed, tile), fixed, context, rules)[:1])
    for table in _raised(tile, fixed, context, rules):
        found += arrangements(concealed, table, replace(context, winning_tile=None), rules)[:1]
    found.sort(key=lambda a: (not a.score.valid, -a.paid, -a.score.hu_total))
    return found[0] if found else None


def _raised(
    tile: str,
    fixed: tuple[Column, ...],
    context: WinContext,
    rules: RuleSet,
) -> Iterator[tuple[Column, ...]]:
    """Raise a 碰 or 偎 on the table by its fourth tile from the pile; only 跑胡子 does so (§6, A37)."""
    if rules.family != "phz" or context.source == "discard":
        return
    for i, column in enumerate(fixed):
        if column.tiles == (tile,) * 3 and column.type in RAISED:
            own = context.source == "self_draw" and column.type != "peng"
            quad = Column((tile,) * COPIES, "ti" if own else "pao", exposed=True)
            yield (*fixed[:i], quad, *fixed[i + 1 :])
