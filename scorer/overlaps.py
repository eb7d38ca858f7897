"""The 不重合 table: which 名堂 is not counted beside which (rules.md §9), and how a house changes one pair of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorer.errors import RulesError, shown

KINDS = ("ladder", "logical")
KEYS = frozenset({"keeps", "covers", "spares", "kind", "only_big"})


@dataclass(frozen=True, slots=True)
class Overlap:
    """One line of the table: what is kept, what it covers."""

    keeps: str
    covers: tuple[str, ...]
    kind: str
    only_big: bool = False


def read_overlaps(raw: object, fan: Mapping[str, object]) -> tuple[Overlap, ...]:
    """Read the lines in their order, a house's own after those of the rules it extends.

    `covers` adds pairs, `spares` takes pairs of earlier lines out: both names count then.
    """
    if not isinstance(raw, list):
        raise RulesError("overlap must be a list of tables")
    lines: list[Overlap] = []
    for entry in raw:
        keeps, covers, spares = _names(entry, fan)
        for name in spares:
            lines = _spare(lines, keeps, name)
        if covers:
            lines.append(Overlap(keeps, covers, _kind(entry), _only_big(entry)))
    _check_circles(lines)
    return tuple(lines)


def _names(entry: object, fan: Mapping[str, object]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    if not isinstance(entry, Mapping) or set(entry) - KEYS:
        raise RulesError("overlap may only hold keeps, covers, spares, kind and only_big")
    keeps, covers, spares = entry.get("keeps"), entry.get("covers", []), entry.get("spares", [])
    if not isinstance(keeps, str) or not isinstance(covers, list) or not isinstance(spares, list):
        raise RulesError("overlap needs keeps = a name, and covers or spares = a list of names")
    if not covers and not spares:
        raise RulesError(f"overlap: {keeps[:40]} needs covers or spares = a list of names")
    for name in (keeps, *covers, *spares):
        if not isinstance(name, str) or name not in fan:
            raise RulesError(f"overlap names {shown(name)}, which is not in fan")
    return keeps, tuple(covers), tuple(spares)


def _kind(entry: Mapping[str, object]) -> str:
    kind = entry.get("kind", "logical")
    if not isinstance(kind, str) or kind not in KINDS:
        raise RulesError(f"overlap.kind may be {' or '.join(KINDS)}, not {shown(kind)}")
    return kind


def _only_big(entry: Mapping[str, object]) -> bool:
    only_big = entry.get("only_big", False)
    if not isinstance(only_big, bool):
        raise RulesError("overlap.only_big may be true or false")
    return only_big


def _spare(lines: list[Overlap], keeps: str, name: str) -> list[Overlap]:
    """Take one pair out of the lines read so far."""
    if not any(line.keeps == keeps and name in line.covers for line in lines):
        raise RulesError(f"overlap: {keeps[:40]} does not cover {name[:40]}, so it cannot spare it")
    left = [
        replace(line, covers=tuple(other for other in line.covers if other != name)) if line.keeps == keeps else line
        for line in lines
    ]
    return [line for line in left if line.covers]


def _check_circles(lines: list[Overlap]) -> None:
    """Refuse lines of which a name covers itself, at once or round about: nothing of such a hand would count."""
    covers: dict[str, set[str]] = {}
    for line in lines:
        covers.setdefault(line.keeps, set()).update(line.covers)
    for name in covers:
        reached, todo = set[str](), [name]
        while todo:
            todo += covers.get(todo.pop(), set()) - reached
            reached.update(todo)
        if name in reached:
            raise RulesError(f"overlap: {name[:40]} covers itself")
