"""Every switch of rules.md §8 changes a result; both values are from the rules."""

import tomllib

import pytest
from scorer_hands import scored
from test_worked_hands import HANDS as WORKED

from scorer import load_rules, read_notation, rule_names, score
from scorer.options import READERS, SHORTHANDS, Options
from scorer.readings import OTHERS
from scorer.rules import RULESETS

HU_11 = "碰贰贰贰 碰九九九 碰一一一 三四五 六七八 吃叁肆伍 陆柒捌 | 胡九@2"
HU_30_RED = "坎贰贰贰 碰拾拾拾 二七十 一二三 三四五 叁肆伍 九九玖"
BLACK = "碰捌捌捌 坎叁叁叁 九九玖 四五六 四五六 肆伍陆 一一壹"
PLAIN = "坎贰贰贰 二七十 碰八八八 一二三 叁肆伍 九玖玖 四五六"
THREE_LONG = "三垅 垅八八八八 垅叁叁叁叁 垅一一一一 散二七十四五肆伍玖九 | 起手"
FOUR_KAN = "五坎 坎八八八 坎叁叁叁 坎一一一 坎柒柒柒 散二七四五肆伍玖九 | 起手"
REDS_14 = "坎贰贰贰 坎拾拾拾 二七十 七七柒 二三四 叁肆伍 八九十"
ALL_RED_8192 = "碰贰贰贰 碰八八八 吃七七柒 吃十十拾 吃二三四 五六七 八九十"
DAO_33_RED = "坎贰贰贰 碰拾拾拾 二七十 一二三 吃一二三 吃叁肆伍 吃九九玖"
PHZ_RED = "偎贰贰贰 偎拾拾拾 二七十 一二三 四五六 吃叁肆伍 吃九九玖"
PHZ_PLAIN = "偎贰贰贰 偎叁叁叁 二七十 一二三 四五六 吃伍陆柒 吃九九玖"
PHZ_DEALT = "坎贰贰贰 坎叁叁叁 二七十 一二三 四五六 伍陆柒 九九玖 | 起手 庄 天胡"
HAIDI_27 = "坎贰贰贰 碰拾拾拾 二七十 三四五 叁肆伍 八八捌 九九玖 | 自摸 海底"


def valid(score):
    return score.valid


def fan(score):
    return score.fan


def paid(score):
    return (score.settlement.winner, score.settlement.loser_each, score.settlement.dijia)


def found(score):
    return {item.name: item.fan for item in score.mingtang}


FLIPS = [
    # switch, value, rules, hand, what is looked at, as the rule set says, as the switch says
    ("deng_table", "stairs", "luzhou_deng", HU_11, lambda s: s.deng, 2, 1),
    ("deng_table", "floor10", "luzhou_deng", HU_11, lambda s: s.deng, 2, 1),
    ("deng_table", "ceil10", "tianquan_deng", HU_11, lambda s: s.deng, 1, 2),
    ("deng_points", "plus1", "luzhou_deng", HU_11, lambda s: s.deng_points, 2, 3),
    ("keep_dijia_point", True, "luzhou_deng", HU_11 + " 无底", paid, (4, -2, 0), (6, -3, 0)),
    ("deng_factor", "add", "luzhou_deng", BLACK + " | 地胡", lambda s: s.factor, 8, 6),
    ("kan_needed", 4, "luzhou_deng", FOUR_KAN, valid, False, True),
    ("loose_count", "best", "luzhou_deng", THREE_LONG, lambda s: s.hu_total, 39, 45),
    ("tianhu_dealer_only", True, "luzhou_deng", THREE_LONG.replace("四五", "四", 1), valid, True, False),
    ("tianhu_dealer_only", False, "chongqing_dao", THREE_LONG.replace("四五", "四", 1), valid, False, True),
    ("dihu_who", "next", "luzhou_deng", PLAIN + " | 地胡 非下家", lambda s: s.factor, 2, 1),
    ("dihu_who", "next", "luzhou_mingtang", PLAIN + " | 地胡 非下家", fan, 8, 2),
    ("dihu_who", "next", "chongqing_dao", PLAIN + " | 地胡 非下家", lambda s: s.dao, 5, 2),
    ("dihu_who", "next", "daozi", PLAIN + " | 地胡 非下家", lambda s: s.unit, 6, 3),
    ("zimo_bonus", "x2", "luzhou_deng", PLAIN + " | 自摸", lambda s: s.factor, 1, 2),
    ("zimo_bonus", "x2", "luzhou_mingtang", HAIDI_27, found, {"海底捞": 2}, {"海底捞": 2, "自摸": 2}),
    ("zimo_bonus", "x2", "daozi", PLAIN + " | 自摸", lambda s: s.fan_sum, 0, 1),
    ("fangpao", "discarder", "luzhou_deng", HU_11, paid, (5, -3, 1), (5, 0, 1)),
    ("fangpao", "discarder", "luzhou_mingtang", PLAIN, paid, (8, -5, 2), (8, 0, 2)),
    ("fangpao", "discarder", "chongqing_dao", HU_11, paid, (2, -1, 0), (2, 0, 0)),
    ("fangpao", "discarder", "daozi", HU_11, paid, (4, -2, 0), (4, 0, 0)),
    ("fan_cap", "none", "luzhou_mingtang", ALL_RED_8192, fan, 32, 8192),
    ("fan_cap", 16, "luzhou_mingtang", ALL_RED_8192, paid, (36, -24, 12), (24, -16, 8)),
    ("red13_mode", "exact", "luzhou_mingtang", REDS_14, lambda s: "红胡" in found(s), False, True),
    ("yin_211", "sanyin", "luzhou_mingtang", "招八八八八 将七七 一二三 壹贰叁 四五六 肆伍陆 九九玖", found,
     {"飘": 8}, {"散印": 8, "飘": 8}),
    ("zimei", "adjacent", "luzhou_mingtang", "碰八八八 碰九九九 坎贰贰贰 二七十 一二三 叁肆伍 四五六", found,
     {}, {"姊妹碰": 2}),
    ("zimei_kan", True, "luzhou_mingtang", "坎八八八 坎捌捌捌 碰贰贰贰 二三四 一二三 叁肆伍 四五六", found,
     {}, {"姊妹碰": 2}),
    ("piao_fan", 16, "luzhou_mingtang", "碰贰贰贰 碰八八八 一二三 四五六 叁肆伍 陆柒捌 九九玖", fan, 8, 16),
    ("piao_forbids_zhao", True, "luzhou_mingtang", "招八八八八 招捌捌捌捌 二七十 碰一一一 四五六 伍陆柒 将十十", found,
     {"姊妹招": 8, "飘": 8}, {"姊妹招": 8}),
    ("shuangpiaodai_mixed", True, "luzhou_mingtang", "一二三 一二三 贰柒拾 贰柒拾 坎九九九 四五六 六陆陆", found,
     {"恰": 2, "30胡": 8}, {"恰": 2, "30胡": 8, "双飘带": 32}),
    ("ping_floor", False, "luzhou_mingtang", HAIDI_27, fan, 4, 2),
    ("overlap", "ladder", "luzhou_mingtang", "二三四 坎捌捌捌 碰叁叁叁 四五六 叁肆伍 肆伍陆 九九玖", found,
     {"假珠": 8}, {"假珠": 8, "青": 8}),
    ("overlap", "none", "luzhou_mingtang", "坎贰贰贰 碰拾拾拾 二七十 碰玖玖玖 碰八八八 坎一一一 三四五", found,
     {"36胡": 32}, {"36胡": 32, "33胡": 16, "30胡": 8}),
    ("haidi_self_only", True, "luzhou_mingtang", PLAIN + " | 他摸 海底", found, {"海底捞": 2}, {}),
    ("haidi_self_only", True, "daozi", PLAIN + " | 他摸 海底", found, {"海底": 1}, {}),
    ("red_min", 11, "luzhou_mingtang", HU_30_RED, lambda s: "红胡" in found(s), True, False),
    ("red_min", 11, "luzhou_deng", HU_30_RED, lambda s: s.factor, 2, 1),
    ("cap", 64, "luzhou_mingtang", ALL_RED_8192, fan, 32, 64),
    ("dao_cap", "none", "chongqing_dao", DAO_33_RED, lambda s: s.dao, 5, 6),
    ("dao_unit", 5, "chongqing_dao", HU_11, paid, (2, -1, 0), (10, -5, 0)),
    ("dijia_share", 1, "chongqing_dao", HU_11, paid, (2, -1, 0), (1, -1, 1)),
    ("zimo_mode", "after_fan", "phz_basic", PHZ_RED + " | 自摸", lambda s: s.di, 6, 5),
    ("haidi_pinghu_total", 1, "phz_half", PHZ_PLAIN + " | 他摸 海底", fan, 2, 1),
    ("tianhu_phz", "xi_x2", "phz_ping", PHZ_DEALT, lambda s: s.di, 3, 9),
    ("tianhu_phz", "fan6", "phz_ping", PHZ_DEALT, lambda s: s.di, 3, 18),
    ("daozi_base", "exact_tens", "daozi", HU_30_RED, lambda s: s.base, 4, 6),
    ("daozi_cap", 8, "daozi", BLACK, lambda s: s.unit, 16, 8),
    ("bang", True, "daozi", HU_30_RED, found, {"红": 1}, {"红": 1, "棒": 1}),
    ("gui", True, "daozi", "招八八八八 碰贰贰贰 吃一二三 四五六 叁肆伍 陆柒捌 将九九", found, {}, {"归": 1}),
    ("zhatianbao", True, "daozi", PLAIN + " | 庄 报", found, {"报": 1}, {"报": 3}),
    ("haidi_pinghu_total", 2, "phz_full", PHZ_PLAIN + " | 他摸 海底", fan, 6, 2),
    ("deng_table", "ceil10", "tianquan_deng_plain", HU_11, lambda s: s.deng, 1, 2),
    ("jiahanghang", 4, "phz_full", "提八八八八 碰叁叁叁 碰伍伍伍 碰九九九 碰六六六 二七十 将一一 | 他摸", found,
     {"假行行": 6}, {"假行行": 4}),
]  # fmt: skip


@pytest.mark.parametrize(("switch", "value", "rules", "text", "look", "usual", "flipped"), FLIPS)
def test_flipping_a_switch_changes_a_result(switch, value, rules, text, look, usual, flipped):
    assert look(scored(text, rules)) == usual
    assert look(scored(text, rules, **{switch: value})) == flipped


def test_every_switch_is_flipped():
    assert {row[0] for row in FLIPS} == set(READERS) | set(SHORTHANDS)


def written_options():
    """Each option that a rule file writes, with the file."""
    for path in sorted(RULESETS.glob("*.toml")):
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        yield from ((path.stem, option) for option in raw.get("options", {}))


def line_of(system):
    """A rule set and all it extends."""
    raw = tomllib.loads((RULESETS / f"{system}.toml").read_text(encoding="utf-8"))
    return {system} | (line_of(raw["extends"]) if "extends" in raw else set())


@pytest.mark.parametrize(("system", "option"), list(written_options()))
def test_every_option_that_a_rule_file_writes_is_flipped_under_it(system, option):
    assert any(row[0] == option and system in line_of(row[2]) for row in FLIPS)


def test_every_reading_of_another_table_is_flipped():
    flipped = {(row[0], None if row[1] == "none" and row[0].endswith("cap") else row[1]) for row in FLIPS}
    usual = {(switch, getattr(Options(), switch)) for switch in OTHERS}
    assert {(switch, value) for switch, values in OTHERS.items() for value in values} <= flipped | usual


FACTOR_SWITCHES = {"deng_factor", "zimo_bonus", "dihu_who"}  # 只算等 counts no factor, until a house gives it one


@pytest.mark.parametrize("system", rule_names())
def test_no_rule_set_has_a_switch_that_changes_nothing(system):
    rules = load_rules(system)
    hands = dict.fromkeys([*(row[3] for row in FLIPS), *(hand["text"] for hand in WORKED if hand["rules"] == system)])
    for switch in rules.switches:
        values = {row[1] for row in FLIPS if row[0] == switch}
        others = [load_rules(system, **{switch: value}) for value in values]
        changes = any(outcome(text, rules) != outcome(text, other) for text in hands for other in others)
        assert changes != (system.endswith("_plain") and switch in FACTOR_SWITCHES), switch


def outcome(text, rules):
    """All that contract 1 gives but the texts of the lines."""
    return {**score(*read_notation(text), rules).to_dict(), "lines": None}


@pytest.mark.parametrize("name", rule_names())
def test_switches_of_a_rule_set_are_known(name):
    assert load_rules(name).switches <= set(READERS)


def test_zimo_is_doubled_by_the_four_player_rules_only_when_asked():
    assert scored(PLAIN + " | 他摸", "luzhou_deng", zimo_bonus="x2").factor == 1


def test_the_discarder_pays_for_all_only_on_a_discard():
    on_discard = scored(HU_11, "luzhou_deng", fangpao="discarder").settlement
    assert (on_discard.discarder, on_discard.to_dict()["discarder"]) == (-6, -6)
    drawn = scored(HU_11 + " 自摸", "luzhou_deng", fangpao="discarder").settlement
    assert drawn.to_dict() == {"winner": 5, "loser_each": -3, "dijia": 1}
