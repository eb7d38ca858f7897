"""算等: 胡 → 等 → 分, multiplied by 红, 乌, 天, 地 (rules.md §2, §4)."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from scorer.result import Item
from scorer.rules import RuleSet, step
from scorer.settle import has_dijia, settle

if TYPE_CHECKING:
    from scorer.facts import Facts
    from scorer.hand import WinContext

LEAST_POINTS = 2


def count_deng(hu: int, rules: RuleSet) -> int:
    """Turn 胡 into 等 by the table of the rule set (A1)."""
    table = rules.options.deng_table
    if table == "ceil10":
        return -(-hu // 10)
    return step(rules.stairs, hu) if table == "stairs" else hu // 10


def deng_points(deng: int, rules: RuleSet) -> int:
    """Turn 等 into 分: 每1等计1分，最少计2分 (A2)."""
    return max(LEAST_POINTS, deng) if rules.options.deng_points == "max2" else deng + 1


def find_factors(facts: Facts, rules: RuleSet) -> tuple[Item, ...]:
    """红 ×2, 乌 ×4, 天胡 ×2, 地胡 ×2, as far as the rule set counts them (§2.4)."""
    found = (
        ("红", facts.reds >= rules.thresholds["red"]),
        ("乌", facts.reds == 0),
        ("天胡", facts.tianhu),
        ("地胡", facts.dihu),
        ("自摸", facts.self_draw and rules.options.zimo_bonus == "x2"),
    )
    return tuple([Item(name, rules.factor[name]) for name, true in found if true and rules.factor[name] > 1])


def score_deng(facts: Facts, context: WinContext, rules: RuleSet) -> dict[str, Any]:
    """Count 等, 分, factors and what the seats pay (§2.2–2.5, §10)."""
    deng = count_deng(facts.hu_total, rules)
    points = deng_points(deng, rules)
    factors = find_factors(facts, rules)
    fans = [item.fan for item in factors]
    factor = sum(fans) or 1 if rules.options.deng_factor == "add" else prod(fans)
    seated = has_dijia(context, rules)
    extra = 1 if seated or rules.options.keep_dijia_point else 0
    return {
        "deng": deng,
        "deng_points": points,
        "factors": factors,
        "factor": factor,
        "settlement": settle((points + extra) * factor, factor if seated else 0, context, rules),
    }
