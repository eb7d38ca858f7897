"""大贰名堂: the non-overlapping 番 are multiplied, capped, and paid by a table (rules.md §3, §9, §10)."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from scorer.mingtang import find
from scorer.result import Item, Suppressed
from scorer.rules import RuleSet, step
from scorer.settle import has_dijia, settle

if TYPE_CHECKING:
    from scorer.facts import Facts
    from scorer.hand import WinContext


def score_mingtang(facts: Facts, context: WinContext, rules: RuleSet) -> dict[str, Any]:
    """Count 名堂, 番 with floor and cap, and what the seats pay."""
    found = find(facts, rules)
    fan_of = rules.fan
    items = tuple([Item(name, fan_of[name]) for name in found.names])
    flat = step(rules.pinghu, facts.hu_total)
    uncapped = prod([item.fan for item in items]) if items else flat
    fan = max(uncapped, flat) if rules.options.ping_floor else uncapped
    cap = rules.options.fan_cap
    if cap is not None and fan > cap:
        fan = cap
    share = step(rules.dijia_points, fan) if has_dijia(context, rules) else 0
    return {
        "mingtang": items,
        "suppressed": tuple([Suppressed(name, by, fan_of[name], kind) for name, by, kind in found.covered]),
        "pinghu": not items,
        "fan_uncapped": uncapped,
        "fan": fan,
        "settlement": settle(step(rules.points, fan), share, context, rules),
    }
