"""跑胡子: 息 → 等, 花样 番 added, 自摸 one 等 more (rules.md §6, §10; 全花样 §11.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorer.faces import is_big, number
from scorer.result import Item
from scorer.settle import settle

if TYPE_CHECKING:
    from scorer.facts import Facts
    from scorer.hand import WinContext
    from scorer.rules import RuleSet

XI_PER_DENG = 3
MELDS = frozenset({"peng", "wei", "pao", "ti", "jiang"})


def is_duidui(facts: Facts) -> bool:
    """No 绞牌 and no 一句话; a 将 does not break it (§6)."""
    return not facts.special and all(column.kind in MELDS for column in facts.columns)


def is_tuanyuan(facts: Facts) -> bool:
    """跑 or 提 of both sizes of one number (§11.2)."""
    quads = {column.face for column in facts.columns if column.kind in ("pao", "ti")}
    return any(is_big(face) and f"s{number(face)}" in quads for face in quads)


def is_shuahou(facts: Facts, context: WinContext) -> bool:
    """耍猴: everything lies on the table but one tile, and the winning tile pairs it (§11.2, the narrow reading)."""
    place = context.winning_column
    if facts.special or facts.tianhu or place is None or facts.columns[place].kind != "jiang":
        return False
    return all(column.exposed for i, column in enumerate(facts.hand.columns) if i != place)


def _reds(facts: Facts, rules: RuleSet) -> list[tuple[str, int]]:
    """红胡, 红乌, 点胡, 乌胡: the four by the number of reds (§6, A41)."""
    fan, reds = rules.fan, facts.reds
    if reds == 0 and "乌胡" in fan:
        return [("乌胡", fan["乌胡"])]
    if reds == 1 and "点胡" in fan:
        return [("点胡", fan["点胡"])]
    if "红乌" in fan and reds >= rules.thresholds["red13"]:
        return [("红乌", fan["红乌"])]
    if "红胡" in fan and reds >= rules.thresholds["red"]:
        more = rules.thresholds.get("red_more", 0) * (reds - rules.thresholds["red"])
        return [("红胡", fan["红胡"] + more)]
    return []


def _sizes(facts: Facts, rules: RuleSet) -> list[tuple[str, int]]:
    """大字胡 and 小字胡, one 番 more for each extra tile (§11.2)."""
    fan, thresholds = rules.fan, rules.thresholds
    found = []
    for name, key, count in (("大字胡", "big", facts.bigs), ("小字胡", "small", facts.tiles - facts.bigs)):
        if name in fan and count >= thresholds[key]:
            found.append((name, fan[name] + count - thresholds[key]))
    return found


def _rows(facts: Facts, rules: RuleSet) -> list[tuple[str, int]]:
    """行行息: all seven rows score; 假行行: six rows and the 将 (§11.2)."""
    if facts.special or "行行息" not in rules.fan:
        return []
    scoring = sum(1 for column in facts.columns if column.hu)
    pairs = sum(1 for column in facts.columns if column.kind == "jiang")
    if scoring == 7:
        return [("行行息", rules.fan["行行息"])]
    return [("假行行", rules.options.jiahanghang)] if scoring == 6 and pairs == 1 else []


def _others(facts: Facts, context: WinContext, rules: RuleSet) -> list[tuple[str, int]]:
    tests = (
        ("对对胡", is_duidui(facts)),
        ("团圆", is_tuanyuan(facts)),
        ("听胡", context.bao),
        ("捉小三", context.winning_tile == "s3"),
        ("四七红", facts.reds in (4, 7)),
        ("耍猴", is_shuahou(facts, context)),
    )
    return [(name, rules.fan[name]) for name, true in tests if true and name in rules.fan]


def find_patterns(facts: Facts, context: WinContext, rules: RuleSet) -> tuple[Item, ...]:
    """花样 of a hand, each with its 番; they are added (§6)."""
    found = _reds(facts, rules) + _others(facts, context, rules) + _sizes(facts, rules) + _rows(facts, rules)
    names = [name for name, _ in found]
    if "乌对胡" in rules.fan and "乌胡" in names and "对对胡" in names:
        found = [(n, f) for n, f in found if n not in ("乌胡", "对对胡")]
        found.insert(0, ("乌对胡", rules.fan["乌对胡"]))
    if facts.haidi and "海底" in rules.fan:
        found.append(("海底", rules.fan["海底"] if found else rules.options.haidi_pinghu_total))
    if facts.tianhu and rules.options.tianhu_phz == "fan6":
        found.append(("天胡", 6))
    return tuple(Item(name, fan) for name, fan in found)


def count_deng(xi: int, rules: RuleSet) -> int:
    """Turn 息 into 等: 15息为1等, every 3 more one more (§6); a dealt win with fewer is 1等 too."""
    return max(1, (xi - rules.min_hu) // XI_PER_DENG + 1)


def xi_doubled(facts: Facts, rules: RuleSet) -> bool:
    """Whether 天胡 doubles the 息, which only some tables do (A39)."""
    return facts.tianhu and rules.options.tianhu_phz == "xi_x2"


def score_phz(facts: Facts, context: WinContext, rules: RuleSet) -> dict[str, Any]:
    """Count 等, 花样 and 底, and settle (§6, §10, A31–A33, A39)."""
    zimo = facts.self_draw or facts.tianhu
    deng = count_deng(facts.hu_total * 2 if xi_doubled(facts, rules) else facts.hu_total, rules)
    patterns = find_patterns(facts, context, rules)
    fan = sum(item.fan for item in patterns) or 1
    if context.drawn_deals and "黄番" in rules.fan:
        fan *= 1 + context.drawn_deals * rules.fan["黄番"]
    di = (deng + zimo) * fan if rules.options.zimo_mode == "before_fan" else deng * fan + zimo
    return {
        "deng": deng,
        "mingtang": patterns,
        "fan": fan,
        "zimo": zimo,
        "di": di,
        "settlement": settle(di, 0, context, rules),
    }
