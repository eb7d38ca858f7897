"""重庆周边 道/棒: 胡 → 道 by stairs, 十个红 one more, 五道 for 黑, 红, 天, 地; claims (rules.md §5, §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorer.result import Item
from scorer.rules import RuleSet, step
from scorer.settle import has_dijia, settle

if TYPE_CHECKING:
    from scorer.facts import Facts
    from scorer.hand import WinContext


def five_dao(facts: Facts, rules: RuleSet) -> list[Item]:
    """Find what makes the hand 五道 whatever its 胡 (§5)."""
    found = (
        ("黑五道", facts.reds == 0),
        ("红五道", facts.reds == facts.tiles),
        ("天胡", facts.tianhu),
        ("地胡", facts.dihu),
    )
    return [Item(name, rules.fan[name]) for name, true in found if true]


def find_dao(facts: Facts, rules: RuleSet) -> tuple[int, list[Item]]:
    """道 of a hand, capped, with what it is made of (§5, A28)."""
    dao = step(rules.stairs, facts.hu_total)
    reasons = [Item(f"{facts.hu_total}胡", dao)]
    more = rules.fan["十个红"] if facts.reds >= rules.thresholds["red"] else 0
    fives = five_dao(facts, rules)
    five = max([item.fan for item in fives], default=0)
    cap = rules.options.dao_cap
    if fives and (dao + more <= five or (cap is not None and cap <= five)):
        dao = five
        reasons += fives
    elif more:  # also where no cap lets the stairs and ten reds climb above 五道: 天胡 never makes a hand cheaper
        dao += more
        reasons.append(Item(f"十个红+{more}", more))
    return (min(dao, cap) if cap is not None else dao), reasons


def paid_dao(dao: int, claimed: int | None) -> int:
    """多计，则输家不用付钱；少计，则算少计的等数 (§5).

    >>> paid_dao(3, None), paid_dao(3, 2), paid_dao(3, 4)
    (3, 2, 0)
    """
    if claimed is None:
        return dao
    return claimed if claimed <= dao else 0


def score_dao(facts: Facts, context: WinContext, rules: RuleSet) -> dict[str, Any]:
    """Count 道, weigh the claim, and settle (§5, §10, A29)."""
    dao, reasons = find_dao(facts, rules)
    pay = paid_dao(dao, context.claimed_dao)
    unit, share = rules.options.dao_unit, rules.options.dijia_share
    seated = has_dijia(context, rules)
    return {
        "dao": dao,
        "dao_reasons": tuple(reasons),
        "claimed_dao": context.claimed_dao,
        "pay_dao": pay,
        "settlement": settle(pay * unit, pay * share if seated else 0, context, rules),
    }
