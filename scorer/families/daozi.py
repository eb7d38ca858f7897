"""简化道子, EXPERIMENTAL: names from the documents, numbers from outside evidence only (rules.md §7, §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorer.result import Item
from scorer.rules import RuleSet, step
from scorer.settle import settle

if TYPE_CHECKING:
    from scorer.facts import Facts
    from scorer.hand import Hand, WinContext

FOUR = 4
ZHATIANBAO = 3
EXACT_TENS = {10: 3, 20: 4, 30: 6, 40: 8}


def every_column_scores(facts: Facts) -> bool:
    """昆: every column except the 将 has 胡 (§7)."""
    return not facts.special and all(column.hu for column in facts.columns if column.kind != "jiang")


def find_base(facts: Facts, rules: RuleSet) -> int:
    """Look up the base by 胡; 乱 has its own (§7)."""
    hu = facts.hu_total
    if rules.options.daozi_base == "exact_tens" and hu and hu % 10 == 0:
        return EXACT_TENS.get(hu, EXACT_TENS[40])
    return step(rules.base, hu)


def find_patterns(facts: Facts, context: WinContext, rules: RuleSet) -> tuple[Item, ...]:
    """道子 of a hand, each with its doublings (§7)."""
    fan, options = rules.fan, rules.options
    found = [
        ("天", facts.tianhu),
        ("地", facts.dihu),
        ("黑", facts.reds == 0),
        ("红", facts.reds >= rules.thresholds["red"]),
        ("昆", every_column_scores(facts)),
        ("棒", options.bang and facts.hu_total > 0 and facts.hu_total % 10 == 0),
        ("乱", facts.hu_total == 0),
        ("报", context.bao),
        ("漂", context.piao),
        ("海底", facts.haidi),
        ("回笼", facts.huilong),
        ("自摸", facts.self_draw and options.zimo_bonus == "x2"),
    ]
    items = [Item(name, fan[name]) for name, true in found if true]
    if options.gui and (kinds := count_gui(facts.hand)):
        items.append(Item("归", fan["归"] * kinds))
    if options.zhatianbao and context.bao and context.winner_is_dealer:
        items = [Item("报", ZHATIANBAO) if item.name == "报" else item for item in items]
    return tuple(items)


def count_gui(hand: Hand) -> int:
    """归: how many tiles the hand holds all four of, also spread over columns (§7, E3b)."""
    tiles = hand.tiles
    return sum(1 for face in set(tiles) if tiles.count(face) == FOUR)


def score_daozi(facts: Facts, context: WinContext, rules: RuleSet) -> dict[str, Any]:
    """Count base, doublings and the unit, and settle (§7, §10)."""
    base = find_base(facts, rules)
    items = find_patterns(facts, context, rules)
    total = sum(item.fan for item in items)
    unit = base * 2**total
    cap = rules.options.daozi_cap
    unit = unit if cap is None else min(unit, cap)
    return {
        "mingtang": items,
        "base": base,
        "fan_sum": total,
        "unit": unit,
        "settlement": settle(unit, 0, context, rules),
    }
