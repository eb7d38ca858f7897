"""Rule systems as data: one TOML each in `rulesets/`, and a house's own that overrides single keys."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from scorer.columns import KIND_SHAPES
from scorer.errors import RulesError, shown
from scorer.options import READERS, SHORTHANDS, Options, read_option
from scorer.overlaps import Overlap, read_overlaps
from scorer.table import FrozenTable

Table = Mapping[str, int]
Steps = tuple[tuple[int, int], ...]
Raw = dict[str, Any]

RULESETS = Path(__file__).parent / "rulesets"
STEP_TABLES = ("stairs", "pinghu", "points", "dijia_points", "base")
HU_COLUMNS = ("small_black", "small_red", "big_black", "big_red")
BARE_NAME = re.compile(r"^[ \t]*([^\s\"'#=\[]*[^\x00-\x7f][^\s\"'#=]*)[ \t]*=", re.MULTILINE)
RISING = ("stairs", "pinghu", "points", "dijia_points")
LANGUAGES = ("zh-Hans", "zh-Hant", "en")
LARGEST = 1_000_000
MOST_DOUBLINGS = 20
LARGEST_FILE = 1_000_000
DEEPEST_EXTENDS = 8
DRAWN = ("other_draw", "self_draw")
FIXED_KEYS = ("family", "experimental", "abstract")


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """One table's rules; a Score says under which name and version it was made."""

    name: str
    version: str
    title: str
    titles: Mapping[str, str]
    family: str
    experimental: bool
    dijia: bool
    source: str
    min_hu: int
    kinds: Mapping[str, str]
    hu: Mapping[str, Table]
    thresholds: Table
    factor: Table
    fan: Table
    hu_steps: Table
    overlap: tuple[Overlap, ...]
    stairs: Steps
    pinghu: Steps
    points: Steps
    dijia_points: Steps
    base: Steps
    options: Options
    switches: frozenset[str]
    memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    @property
    def unit(self) -> str:
        """What the points of a column are called: 胡 in 大贰, 息 (`xi`) in 跑胡子."""
        return "xi" if self.family == "phz" else "hu"


def step(steps: Steps, value: int) -> int:
    """Look up a stairs table: the entry of the highest step not above the value, or of the lowest step.

    >>> [step(((10, 1), (21, 2)), h) for h in (9, 10, 20, 21, 99)]
    [1, 1, 1, 2, 2]
    """
    found = steps[0][1]
    for least, entry in steps:
        if value < least:
            break
        found = entry
    return found


def rule_names() -> tuple[str, ...]:
    """Names of the rule systems that come with the scorer, in the order people look for them.

    >>> rule_names()[:3]
    ('luzhou_deng', 'luzhou_deng_plain', 'luzhou_mingtang')
    """
    order = ("luzhou", "tianquan", "chongqing", "phz_ping", "phz_basic", "phz_half", "phz_full", "daozi")
    names = [path.stem for path in RULESETS.glob("*.toml") if path.stem != "base"]
    return tuple(sorted(names, key=lambda n: (next((i for i, o in enumerate(order) if n.startswith(o)), 99), n)))


def load_rules(name_or_path: str | Path, /, **overrides: object) -> RuleSet:
    """Load a rule system by name, or a house's own TOML by path; keyword arguments override single keys.

    An override is a switch of rules.md §8 (`fan_cap="none"`), a table (`fan={"飘": 16}`) or one entry of a table
    (`**{"fan.飘": 16}`). Unknown keys and impossible values are refused with the key's name.

    >>> load_rules("luzhou_mingtang", fan={"飘": 16}).fan["飘"]
    16
    """
    if not isinstance(name_or_path, str | Path):
        raise RulesError("a rule set is named by its name or its file")
    if overrides:
        raw = _merge(_read(str(name_or_path), 0), _spread(overrides), strict=True)
        return _build(raw)
    if str(name_or_path) in rule_names():
        return _built_in(str(name_or_path))
    return _build(_read(str(name_or_path), 0))


@cache
def _built_in(name: str) -> RuleSet:
    return _build(_read(name, 0))


@cache
def _built_in_raw(name: str) -> Raw:
    return tomllib.loads((RULESETS / f"{name}.toml").read_text(encoding="utf-8"))


def _read(name: str, depth: int, near: Path | None = None) -> Raw:
    """Read a rule file and all it extends, merged; names of files are looked up beside the file that names them."""
    if name == "base" and depth == 0:
        raise RulesError("base is what the rule sets share, not one of them")
    if depth > DEEPEST_EXTENDS:
        raise RulesError(f"rule set {name[:80]} extends itself or too many others")
    inside = name in rule_names() or name == "base"
    raw = dict(_built_in_raw(name)) if inside else _read_file(_path(name, near))
    raw.setdefault("name", name if inside else Path(name).stem)
    parent = raw.pop("extends", None)
    if parent is None:
        if inside:
            return raw
        raise RulesError(f'rule set {name[:80]} must say extends = "…" one of {", ".join(rule_names())}')
    if not isinstance(parent, str):
        raise RulesError("extends must be the name of a rule set")
    beside = near if inside else _path(name, near).parent
    return _merge(_read(parent, depth + 1, beside), raw, strict=not inside)


def _path(name: str, near: Path | None) -> Path:
    return (near / name) if near is not None else Path(name)


def _read_file(path: Path) -> Raw:
    file_name = str(path)[:80]
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError):
        raise RulesError(
            f"there is no rule set {file_name}; known are {', '.join(rule_names())} or a TOML file"
        ) from None
    if len(data) > LARGEST_FILE:
        raise RulesError(f"rule file {file_name} is too large to hold rules")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulesError(f"rule file {file_name} is no text in UTF-8") from None
    return read_toml(text, f"rule file {file_name}")


def read_toml(text: str, what: str) -> Raw:
    """Read the TOML of a rule file; `what` names it where it is refused.

    Raises:
        RulesError: one sentence that says what is wrong with the file.

    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RulesError(f"{what} is nested too deeply") from None
    except ValueError as error:  # a number of more digits than Python reads is no TOMLDecodeError
        raise RulesError(f"{what} is not TOML: {' '.join(str(error).split())}{_quotes_hint(text)}") from None


def _quotes_hint(text: str) -> str:
    """Say which name of a broken rule file lacks its quotes, as TOML wants them around Chinese; "" if none does."""
    found = BARE_NAME.search(text)
    return f' - names in Chinese need quotes: "{found[1]}" = …' if found else ""


def _spread(overrides: Mapping[str, object]) -> Raw:
    """Sort keyword overrides into the tables they belong to."""
    raw: Raw = {}
    for key, value in overrides.items():
        table, entry = SHORTHANDS.get(key, ("options", key) if key in READERS else ("", key))
        if not table and "." in key:
            table, entry = key.split(".", 1)
        if table.startswith("hu") and "." in entry:
            kind, entry = entry.split(".", 1)
            raw.setdefault("hu", {}).setdefault(kind, {})[entry] = value
        elif table:
            raw.setdefault(table, {})[entry] = value
        elif isinstance(value, Mapping) and isinstance(raw.setdefault(key, {}), dict):
            raw[key] |= value
        else:
            raw[key] = value
    return raw


def _merge(parent: Raw, child: Raw, *, strict: bool) -> Raw:
    """Lay the child's keys over the parent's; strict (a house's file) refuses keys the parent does not have."""
    merged = dict(parent)
    merged.pop("abstract", None)
    for key, value in child.items():
        known = parent.get(key)
        if strict and key not in parent and key != "name":
            raise RulesError(f"unknown key {_key(key)} in the rules of {parent.get('name')}")
        if strict and key in FIXED_KEYS:
            raise RulesError(f"{key} belongs to the rule system and cannot be changed")
        if key == "title" and isinstance(value, str):
            merged[key] = dict.fromkeys(LANGUAGES, value)
        elif isinstance(known, dict):
            merged[key] = _merge_table(key, known, value, strict=strict)
        elif key == "overlap" and isinstance(known, list) and isinstance(value, list):
            merged[key] = [*known, *value]  # a house adds lines; `spares` takes single pairs out
        else:
            merged[key] = value
    return merged


def _merge_table(name: str, known: Raw, value: object, *, strict: bool) -> Raw:
    if not isinstance(value, Mapping):
        raise RulesError(f"{name} must be a table")
    merged = dict(known)
    for key, entry in value.items():
        if strict and key not in known and name not in STEP_TABLES:
            raise RulesError(f"unknown key {name}.{_key(key)}")
        deeper = known.get(key)
        if isinstance(deeper, dict):
            merged[key] = _merge_table(f"{name}.{key}", dict(_hu_row(deeper)), _hu_row(entry), strict=strict)
        else:
            merged[key] = entry
    return merged


def _hu_row(entry: Any) -> Any:
    """Write `small = 3` as both colours: the towns without a red bonus do not tell them apart."""
    if not isinstance(entry, Mapping):
        return entry
    row = {key: value for key, value in entry.items() if key not in ("small", "big")}
    for size in ("small", "big"):
        if size in entry:
            row |= {f"{size}_black": entry[size], f"{size}_red": entry[size]}
    return row


def _build(raw: Raw) -> RuleSet:
    titles = _titles(raw.get("title", {}), str(raw.get("name")))
    options = {key: read_option(key, value) for key, value in _option_items(raw.get("options", {}))}
    return RuleSet(
        name=_text("name", raw["name"]),
        version=_text("version", raw.get("version", "1")),
        title=titles["zh-Hans"],
        titles=FrozenTable(titles),
        family=str(raw["family"]),
        experimental=bool(raw.get("experimental", False)),
        dijia=_yes_no("dijia", raw.get("dijia", False)),
        source=_source(raw),
        min_hu=_number("min_hu", raw["min_hu"], 0),
        kinds=_kinds(raw),
        hu=FrozenTable({kind: _hu_table(kind, row) for kind, row in raw["hu"].items()}),
        thresholds=_names("thresholds", raw),
        factor=_names("factor", raw),
        fan=_names("fan", raw),
        hu_steps=_names("hu_steps", raw),
        stairs=_steps("stairs", raw),
        pinghu=_steps("pinghu", raw),
        points=_steps("points", raw),
        dijia_points=_steps("dijia_points", raw),
        base=_steps("base", raw),
        overlap=read_overlaps(raw.get("overlap", []), raw.get("fan", {})),
        options=Options(**options),  # type: ignore[arg-type]
        switches=frozenset(options),
    )


def _titles(raw: object, name: str) -> dict[str, str]:
    if not isinstance(raw, Mapping) or not all(isinstance(text, str) for text in raw.values()):
        raise RulesError("title must be a text, or one text for each language")
    return {language: str(raw.get(language, name)) for language in LANGUAGES}


def _option_items(raw: object) -> list[tuple[str, object]]:
    if not isinstance(raw, Mapping):
        raise RulesError("options must be a table")
    for key in raw:
        if key not in READERS:
            raise RulesError(f"unknown option {_key(key)}")
    return [(str(key), value) for key, value in raw.items()]


def _number(name: str, value: object, least: int, most: int = LARGEST) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RulesError(f"{name} may be a whole number from {least} to {most}, not {shown(value)}")
    return value


def _hu_table(kind: str, row: object) -> Table:
    full = _hu_row(row)
    if not isinstance(full, Mapping) or set(full) - set(HU_COLUMNS):
        raise RulesError(f"hu.{kind[:40]} may only hold {', '.join(HU_COLUMNS)} (or small, big)")
    return FrozenTable({key: _number(f"hu.{kind}.{key}", full.get(key, 0), 0) for key in HU_COLUMNS})


def _names(name: str, rules: Raw) -> Table:
    raw = rules.get(name, {})
    if not isinstance(raw, Mapping):
        raise RulesError(f"{name} must be a table")
    # A product of 番 cannot hold a 0; where 番 add up, 0 says "named but worth nothing".
    least = 1 if name == "factor" or (name == "fan" and rules.get("family") == "mingtang") else 0
    most = MOST_DOUBLINGS if name == "fan" and rules.get("family") == "daozi" else LARGEST
    return FrozenTable({_key(k): _number(f"{name}.{_key(k)}", v, least, most) for k, v in raw.items()})


def _steps(name: str, rules: Raw) -> Steps:
    raw = rules.get(name, {})
    if not isinstance(raw, Mapping):
        raise RulesError(f"{name} must be a table")
    steps = []
    for key, value in raw.items():
        text = _key(key)
        if not (text.isascii() and text.isdigit() and len(text) <= 7):
            raise RulesError(f"unknown key {name}.{text}: a whole number is expected")
        steps.append((int(text), _number(f"{name}.{text}", value, 0)))
    steps.sort()
    for (low, less), (high, more) in pairwise(steps):
        if more < less and name in RISING:
            raise RulesError(f"{name}.{high} is {more}, less than {name}.{low}, which is {less}")
    return tuple(steps)


def _key(key: object) -> str:
    return key[:60] if isinstance(key, str) else shown(key)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or not value:
        raise RulesError(f"{name} must be a text")
    return value


def _source(rules: Raw) -> str:
    source = rules.get("source", "discard")
    allowed = DRAWN if rules.get("family") == "phz" else ("discard", *DRAWN)
    if not isinstance(source, str) or source not in allowed:
        raise RulesError(f"source may be {' or '.join(allowed)}, not {shown(source)}")
    return str(source)


def _yes_no(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise RulesError(f"{name} may be true or false")
    return value


def _kinds(rules: Raw) -> Mapping[str, str]:
    """Other words for a column: each must mean a kind of the 胡 table that is made of as many tiles."""
    raw = rules.get("kinds", {})
    for word, kind in raw.items():
        if not isinstance(kind, str) or kind not in rules["hu"] or KIND_SHAPES.get(kind) != KIND_SHAPES.get(word):
            raise RulesError(f"kinds.{_key(word)} must be a kind of column with as many tiles")
    return FrozenTable(dict(raw))
