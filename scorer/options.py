"""The switches of rules.md §8: every doubtful rule has one, each with the values it may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorer.errors import RulesError, shown

if TYPE_CHECKING:
    from collections.abc import Callable

Value = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Options:
    """One value for every switch; a rule set sets those its system knows (rules.md §8)."""

    kan_needed: int = 5
    loose_count: str = "locked"
    tianhu_dealer_only: bool = False
    dihu_who: str = "any"
    zimo_bonus: str = "off"
    fangpao: str = "equal"
    deng_table: str = "ceil10"
    deng_points: str = "max2"
    deng_factor: str = "mul"
    keep_dijia_point: bool = False
    fan_cap: int | None = 32
    red13_mode: str = "at_least"
    yin_211: str = "none"
    zimei: str = "same"
    zimei_kan: bool = False
    piao_forbids_zhao: bool = False
    shuangpiaodai_mixed: bool = False
    ping_floor: bool = True
    overlap: str = "logical"
    haidi_self_only: bool = False
    dao_cap: int | None = 5
    dao_unit: int = 1
    dijia_share: int = 0
    zimo_mode: str = "before_fan"
    haidi_pinghu_total: int = 2
    tianhu_phz: str = "zimo"
    daozi_base: str = "tens"
    daozi_cap: int | None = 64
    bang: bool = False
    gui: bool = False
    zhatianbao: bool = False
    jiahanghang: int = 6


def _choice(*allowed: str, **also: str) -> Callable[[object], Value]:
    def read(value: object) -> Value:
        if isinstance(value, str):
            value = also.get(value, value)
            if value in allowed:
                return value
        raise RulesError("may be " + " or ".join(allowed))

    return read


def _flag(value: object) -> Value:
    if isinstance(value, bool):
        return value
    raise RulesError("may be true or false")


def _whole(low: int, high: int) -> Callable[[object], Value]:
    def read(value: object) -> Value:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise RulesError(f"may be a whole number from {low} to {high}")

    return read


def _cap(value: object) -> Value:
    if value is None or value == "none":
        return None
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1_000_000:
        return value
    raise RulesError('may be a whole number from 1 to 1000000, or "none"')


READERS: dict[str, Callable[[object], Value]] = {
    "kan_needed": _whole(4, 5),
    "loose_count": _choice("locked", "best"),
    "tianhu_dealer_only": _flag,
    "dihu_who": _choice("any", "next"),
    "zimo_bonus": _choice("off", "x2"),
    "fangpao": _choice("equal", "discarder"),
    "deng_table": _choice("ceil10", "stairs", "floor10"),
    "deng_points": _choice("max2", "plus1"),
    "deng_factor": _choice("mul", "add"),
    "keep_dijia_point": _flag,
    "fan_cap": _cap,
    "red13_mode": _choice("at_least", "exact"),
    "yin_211": _choice("none", "sanyin", 散印="sanyin"),
    "zimei": _choice("same", "adjacent"),
    "zimei_kan": _flag,
    "piao_forbids_zhao": _flag,
    "shuangpiaodai_mixed": _flag,
    "ping_floor": _flag,
    "overlap": _choice("logical", "ladder", "none"),
    "haidi_self_only": _flag,
    "dao_cap": _cap,
    "dao_unit": _whole(1, 10_000),
    "dijia_share": _whole(0, 10_000),
    "zimo_mode": _choice("before_fan", "after_fan"),
    "haidi_pinghu_total": _whole(1, 6),
    "tianhu_phz": _choice("zimo", "xi_x2", "fan6"),
    "daozi_base": _choice("tens", "exact_tens"),
    "daozi_cap": _cap,
    "bang": _flag,
    "gui": _flag,
    "zhatianbao": _flag,
    "jiahanghang": _whole(4, 6),
}
"""Reads one value of a switch, or raises what it may be."""

SHORTHANDS: dict[str, tuple[str, str]] = {
    "piao_fan": ("fan", "飘"),
    "red_min": ("thresholds", "red"),
    "cap": ("options", "fan_cap"),
}
"""Switches of rules.md that are really one entry of a table."""


def read_option(name: str, value: object) -> Value:
    """Read one switch's value as written in a file or a call.

    >>> read_option("fan_cap", "none") is None, read_option("yin_211", "散印")
    (True, 'sanyin')
    """
    try:
        return READERS[name](value)
    except RulesError as reason:
        raise RulesError(f"option {name} {reason}, not {shown(value)}") from None
