"""The 名堂 of rules.md §3: one small predicate each, named as the rule files name them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorer.columns import Shape
from scorer.faces import is_big, number
from scorer.facts import Facts

if TYPE_CHECKING:
    from scorer.rules import RuleSet

Test = Callable[[Facts, "RuleSet"], bool]
PATTERNS: dict[str, Test] = {}
"""Every 名堂 by name, in the order of the table in rules.md §3."""


def pattern(name: str) -> Callable[[Test], Test]:
    """Register a predicate under the name that the rule files use."""

    def register(test: Test) -> Test:
        PATTERNS[name] = test
        return test

    return register


@pattern("红胡")
def honghu(facts: Facts, rules: RuleSet) -> bool:
    """Reds ≥ 10 (§3, A13)."""
    return facts.reds >= rules.thresholds["red"]


def _one_red(facts: Facts) -> ColumnShape:
    """Shape of the column with the only red, None if there is not exactly one red in a column."""
    if facts.reds != 1 or facts.red_split != (1,):
        return None  # a loose red of a dealt win lies in no column
    return next(column.shape for column in facts.columns if column.reds)


ColumnShape = Shape | None


@pattern("真珠")
def zhenzhu(facts: Facts, _rules: RuleSet) -> bool:
    """Exactly one red, in a 一二三 / 壹贰叁 (§3)."""
    return _one_red(facts) == "run123"


@pattern("假珠")
def jiazhu(facts: Facts, _rules: RuleSet) -> bool:
    """Exactly one red, in another column (§3)."""
    return _one_red(facts) not in (None, "run123")


def _red_quad(facts: Facts, kind: str) -> bool:
    return facts.reds == 4 and facts.red_split == (4,) and any(c.reds == 4 and c.kind == kind for c in facts.columns)


@pattern("招印")
def zhaoyin(facts: Facts, _rules: RuleSet) -> bool:
    """Exactly four reds, all one 招 (§3)."""
    return _red_quad(facts, "zhao")


@pattern("垅印")
def longyin(facts: Facts, _rules: RuleSet) -> bool:
    """Exactly four reds, all one 垅 (§3)."""
    return _red_quad(facts, "long")


@pattern("合印")
def heyin(facts: Facts, _rules: RuleSet) -> bool:
    """Exactly four reds as 3 + 1 (§3)."""
    return facts.reds == 4 and facts.red_split == (3, 1)


@pattern("散印")
def sanyin(facts: Facts, rules: RuleSet) -> bool:
    """Exactly four reds as 1 + 1 + 1 + 1; 2 + 1 + 1 only with the option yin_211 (§3, A14)."""
    if facts.reds != 4:
        return False
    split = facts.red_split
    return split == (1, 1, 1, 1) or (split == (2, 1, 1) and rules.options.yin_211 == "sanyin")


@pattern("偏")
def pian(facts: Facts, _rules: RuleSet) -> bool:
    """Exactly three reds, all in one column (§3)."""
    return facts.reds == 3 and facts.red_split == (3,)


@pattern("花")
def hua(facts: Facts, _rules: RuleSet) -> bool:
    """Reds in exactly six columns (§3)."""
    return len(facts.red_split) == 6


@pattern("遍地金")
def biandijin(facts: Facts, _rules: RuleSet) -> bool:
    """Reds in all seven columns (§3)."""
    return len(facts.red_split) == 7


def _red_count(facts: Facts, rules: RuleSet, threshold: str) -> bool:
    least = rules.thresholds[threshold]
    return facts.reds == least if rules.options.red13_mode == "exact" else facts.reds >= least


@pattern("十三太保")
def shisantaibao(facts: Facts, rules: RuleSet) -> bool:
    """Thirteen reds or more; exactly thirteen with red13_mode = exact (§3, A15)."""
    return _red_count(facts, rules, "red13")


@pattern("十五观灯")
def shiwuguandeng(facts: Facts, rules: RuleSet) -> bool:
    """Fifteen reds or more; exactly fifteen with red13_mode = exact (§3, A15)."""
    return _red_count(facts, rules, "red15")


@pattern("乌胡")
def wuhu(facts: Facts, _rules: RuleSet) -> bool:
    """No red (§3)."""
    return facts.reds == 0


def sisters(facts: Facts, rules: RuleSet, kind: str) -> tuple[int, ...]:
    """Columns of two sisters of one kind: one number small and big, or neighbours of one size (A16)."""
    kinds = ("peng", "kan") if kind == "peng" and rules.options.zimei_kan else (kind,)
    if sum([facts.kinds.count(name) for name in kinds]) < 2:
        return ()
    places = {column.face: i for i, column in enumerate(facts.columns) if column.kind in kinds}
    for face, place in places.items():
        n = number(face)
        same = f"{'s' if is_big(face) else 'b'}{n}"
        other = same if rules.options.zimei == "same" else f"{face[0]}{n + 1}"
        if other in places:
            return tuple(sorted((place, places[other])))
    return ()


@pattern("姊妹碰")
def zimeipeng(facts: Facts, rules: RuleSet) -> bool:
    """Two 碰 of one number, small and big (§3, A16)."""
    return bool(sisters(facts, rules, "peng"))


@pattern("姊妹招")
def zimeizhao(facts: Facts, rules: RuleSet) -> bool:
    """Two 招 of one number, small and big (§3, A16)."""
    return bool(sisters(facts, rules, "zhao"))


@pattern("姊妹垅")
def zimeilong(facts: Facts, rules: RuleSet) -> bool:
    """Two 垅 of one number, small and big (§3, A16)."""
    return bool(sisters(facts, rules, "long"))


@pattern("恰")
def qia(facts: Facts, _rules: RuleSet) -> bool:
    """Count a whole ten of 胡 (§3)."""
    return facts.hu_total % 10 == 0


@pattern("青")
def qing(facts: Facts, _rules: RuleSet) -> bool:
    """No 123 and no 2710 column; a dealt win of loose tiles shows no columns to judge by (§3)."""
    return not facts.special and "run123" not in facts.shapes and "run2710" not in facts.shapes


@pattern("飘")
def piao(facts: Facts, rules: RuleSet) -> bool:
    """No 坎 and no 垅; 招 is allowed unless the house forbids it (§3, A17)."""
    kinds = facts.kinds
    return "kan" not in kinds and "long" not in kinds and not (rules.options.piao_forbids_zhao and "zhao" in kinds)


def ribbon_shapes(facts: Facts) -> list[tuple[Shape, bool]]:
    """Each 123 and 2710 column as (shape, big)."""
    return [(c.shape, c.bigs > 0) for c in facts.columns if c.shape in ("run123", "run2710")]


def ribbon_is_big(facts: Facts) -> bool:
    """Whether there are two 壹贰叁 and two 贰柒拾, 30 胡 by themselves (§9)."""
    shapes = ribbon_shapes(facts)
    return shapes.count(("run123", True)) >= 2 and shapes.count(("run2710", True)) >= 2


@pattern("双飘带")
def shuangpiaodai(facts: Facts, rules: RuleSet) -> bool:
    """Two 123 and two 2710, all of one size; the pairs may differ in size with the option (§3, A18)."""
    if facts.shapes.count("run123") < 2 or facts.shapes.count("run2710") < 2:
        return False
    shapes = ribbon_shapes(facts)
    twice_123 = {big for big in (False, True) if shapes.count(("run123", big)) >= 2}
    twice_2710 = {big for big in (False, True) if shapes.count(("run2710", big)) >= 2}
    if rules.options.shuangpiaodai_mixed:
        return bool(twice_123 and twice_2710)
    return bool(twice_123 & twice_2710)


@pattern("十八大")
def shibada(facts: Facts, rules: RuleSet) -> bool:
    """Eighteen big tiles or more (§3, A19)."""
    return facts.bigs >= rules.thresholds["size18"]


@pattern("十八小")
def shibaxiao(facts: Facts, rules: RuleSet) -> bool:
    """Eighteen small tiles or more (§3, A19)."""
    return facts.tiles - facts.bigs >= rules.thresholds["size18"]


@pattern("天胡")
def tianhu(facts: Facts, _rules: RuleSet) -> bool:
    """Won with the dealt tiles (§2.6, A7)."""
    return facts.tianhu


@pattern("地胡")
def dihu(facts: Facts, _rules: RuleSet) -> bool:
    """Win as a 闲家 on the dealer's first discard (§2.6, A10)."""
    return facts.dihu


@pattern("回龙地胡")
def huilong(facts: Facts, _rules: RuleSet) -> bool:
    """Win as the dealer on a 闲家's first discard (§3)."""
    return facts.huilong


@pattern("海底捞")
def haidilao(facts: Facts, _rules: RuleSet) -> bool:
    """Won on the last tile of the pile (§3, A11, A12)."""
    return facts.haidi


@pattern("24喜")
def xi24(facts: Facts, rules: RuleSet) -> bool:
    """Twenty-four tiles or more, that is four quads (§3, A20)."""
    return facts.tiles >= rules.thresholds["tiles24"]


@pattern("30胡")
def hu30(facts: Facts, rules: RuleSet) -> bool:
    """Reach a step of the 胡 ladder (§3)."""
    return facts.hu_total >= rules.hu_steps["30胡"]


@pattern("33胡")
def hu33(facts: Facts, rules: RuleSet) -> bool:
    """Reach a step of the 胡 ladder (§3)."""
    return facts.hu_total >= rules.hu_steps["33胡"]


@pattern("36胡")
def hu36(facts: Facts, rules: RuleSet) -> bool:
    """Reach a step of the 胡 ladder (§3)."""
    return facts.hu_total >= rules.hu_steps["36胡"]


@pattern("自摸")
def zimo(facts: Facts, rules: RuleSet) -> bool:
    """Turn the winning tile oneself; only with the option zimo_bonus (A34)."""
    return facts.self_draw and rules.options.zimo_bonus == "x2"


@dataclass(frozen=True, slots=True)
class Found:
    """What a hand has: the names that count, and (name, by, kind of overlap) of those covered."""

    names: tuple[str, ...]
    covered: tuple[tuple[str, str, str], ...]


def find(facts: Facts, rules: RuleSet) -> Found:
    """Find every 名堂 of a hand and take out those that another holds already (rules.md §9, A22)."""
    names = [name for name, test in PATTERNS.items() if test(facts, rules)]
    mode = rules.options.overlap
    if mode == "none" or len(names) < 2:
        return Found(tuple(names), ())
    covered: dict[str, tuple[str, str]] = {}
    for overlap in rules.overlap:
        if overlap.keeps not in names or overlap.keeps in covered:
            continue
        if (mode == "ladder" and overlap.kind != "ladder") or (overlap.only_big and not ribbon_is_big(facts)):
            continue
        for name in overlap.covers:
            if name in names and name not in covered:
                covered[name] = (overlap.keeps, overlap.kind)
    kept = tuple(name for name in names if name not in covered)
    return Found(kept, tuple((name, *covered[name]) for name in names if name in covered))
