"""Reads a hand from the schema of cases.json (contract 1)."""

from __future__ import annotations

from typing import Any

from scorer.columns import KIND_SHAPES
from scorer.errors import HandFormatError, RulesError, shown
from scorer.faces import CHARACTERS
from scorer.facts import check_context, check_hand
from scorer.hand import Column, Hand, WinContext
from scorer.rules import RuleSet, load_rules, rule_names

CONTEXT_FLAGS = ("winner_is_dealer", "tianhu", "dihu", "huilong", "haidi", "bao", "piao")
CONTEXT_MAYBE = ("has_dijia", "winner_is_next")
CONTEXT_NUMBERS = ("losers", "claimed_dao", "drawn_deals")
MOST_COLUMNS = 100
MOST_TILES = 100
NOT_GIVEN = object()


def parse_case(obj: object, rules: RuleSet | None = None) -> tuple[Hand, WinContext, RuleSet]:
    """Read one hand; `rules` stands in for the hand's own `system` and `options`.

    Raises HandFormatError with one sentence if the object is no hand at all.
    """
    if not isinstance(obj, dict):
        raise HandFormatError("a hand must be a JSON object")
    hand = Hand(_columns(obj), _special(obj), _loose(obj))
    context = _context(obj)
    check_hand(hand)
    check_context(context)
    return hand, context, rules or _rules(obj)


def _columns(obj: dict[Any, Any]) -> tuple[Column, ...]:
    columns = obj.get("columns", NOT_GIVEN)
    if not isinstance(columns, list):
        raise HandFormatError("a hand needs columns, a list")
    if len(columns) > MOST_COLUMNS:
        raise HandFormatError(f"a hand of {len(columns)} columns is no hand")
    return tuple(_column(entry, i) for i, entry in enumerate(columns))


def _column(entry: object, place: int) -> Column:
    if not isinstance(entry, dict):
        raise HandFormatError(f"columns[{place}] must be an object with tiles and type")
    kind = entry.get("type")
    if not isinstance(kind, str) or kind not in KIND_SHAPES:
        raise HandFormatError(f"columns[{place}].type is {shown(kind)}; known are {', '.join(KIND_SHAPES)}")
    exposed = entry.get("exposed", False)
    if not isinstance(exposed, bool):
        raise HandFormatError(f"columns[{place}].exposed must be true or false")
    return Column(_tiles(entry.get("tiles", NOT_GIVEN), f"columns[{place}].tiles"), kind, exposed)


def _tiles(entry: object, where: str) -> tuple[str, ...]:
    if not isinstance(entry, list):
        raise HandFormatError(f"{where} must be a list of tile codes")
    if len(entry) > MOST_TILES:
        raise HandFormatError(f"{where} holds {len(entry)} tiles; the deck has 80")
    for tile in entry:
        if not isinstance(tile, str) or tile not in CHARACTERS:
            raise HandFormatError(f"{where} holds {shown(tile)}; tiles are s1…s10 and b1…b10")
    return tuple(entry)


def _loose(obj: dict[Any, Any]) -> tuple[str, ...]:
    loose = obj.get("loose")
    return () if loose is None else _tiles(loose, "loose")


def _special(obj: dict[Any, Any]) -> str | None:
    special = obj.get("special")
    if special is None or isinstance(special, str):
        return special
    raise HandFormatError(f"special is {shown(special)}; it may be 3long or 5kan")


def _context(obj: dict[Any, Any]) -> WinContext:
    raw = obj.get("context")
    raw = {} if raw is None else raw
    if not isinstance(raw, dict):
        raise HandFormatError("context must be an object")
    values: dict[str, Any] = {}
    for key, value in raw.items():
        if key not in (*CONTEXT_FLAGS, *CONTEXT_MAYBE, *CONTEXT_NUMBERS):
            raise HandFormatError(f"context has no {shown(key)}")
        if value is not None:
            values[key] = _context_value(key, value)
    source = obj.get("source")
    return WinContext(
        winning_tile=_winning_tile(obj),
        winning_column=_whole(obj.get("winning_column"), "winning_column"),
        source=None if source is None else _source(source),
        **values,
    )


def _context_value(key: str, value: object) -> object:
    if key in CONTEXT_NUMBERS:
        return _whole(value, f"context.{key}")
    if isinstance(value, bool):
        return value
    raise HandFormatError(f"context.{key} must be true or false, not {shown(value)}")


def _whole(value: object, name: str) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise HandFormatError(f"{name} must be a whole number, not {shown(value)}")


def _winning_tile(obj: dict[Any, Any]) -> str | None:
    tile = obj.get("winning_tile")
    if tile is None or isinstance(tile, str):
        return tile
    raise HandFormatError(f"winning_tile is {shown(tile)}; tiles are s1…s10 and b1…b10")


def _source(source: object) -> str:
    if isinstance(source, str):
        return source
    raise HandFormatError(f"source is {shown(source)}")


def _rules(obj: dict[Any, Any]) -> RuleSet:
    system = obj.get("system")
    if not isinstance(system, str) or system not in rule_names():
        raise HandFormatError(f"system is {shown(system)}; known are {', '.join(rule_names())}")
    options = obj.get("options")
    if options is None:
        options = {}
    if not isinstance(options, dict):
        raise HandFormatError("options must be an object")
    try:
        return load_rules(system, **options)
    except RulesError as error:
        raise HandFormatError(str(error)) from None
