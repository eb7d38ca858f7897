"""Tables and thresholds of each rule system at −1, 0, +1; values from rules.md."""

import pytest
from scorer_hands import scored

from scorer import Column, WinContext, load_rules
from scorer.facts import column_facts
from scorer.families.dao import paid_dao
from scorer.families.deng import count_deng, deng_points
from scorer.families.phz import count_deng as count_phz
from scorer.rules import step
from scorer.settle import settle

DAER = ("luzhou_deng", "luzhou_deng_plain", "luzhou_mingtang", "tianquan_deng", "tianquan_mingtang", "chongqing_dao",
        "daozi")  # fmt: skip
DAER_HU = {  # small black, small red, big black, big red (§1.2)
    "peng": (1, 6, 3, 9), "kan": (6, 9, 9, 12), "zhao": (9, 12, 12, 15), "long": (12, 15, 15, 18),
}  # fmt: skip
PHZ_HU = {"peng": (1, 3), "wei": (3, 6), "chouwei": (3, 6), "kan": (3, 6), "pao": (6, 9), "ti": (9, 12),
          "zhao": (6, 9), "long": (9, 12)}  # fmt: skip
SIZE = {"peng": 3, "kan": 3, "wei": 3, "chouwei": 3, "zhao": 4, "long": 4, "pao": 4, "ti": 4}
BLACK, RED = (1, 3, 4, 5, 6, 8, 9), (2, 7, 10)


def hu_of(tiles, kind, rules):
    return column_facts(Column(tuple(tiles), kind), load_rules(rules)).hu


@pytest.mark.parametrize("rules", DAER)
@pytest.mark.parametrize("kind", DAER_HU)
def test_daer_hu_table(rules, kind):
    small_black, small_red, big_black, big_red = DAER_HU[kind]
    for n in BLACK:
        assert hu_of([f"s{n}"] * SIZE[kind], kind, rules) == small_black
        assert hu_of([f"b{n}"] * SIZE[kind], kind, rules) == big_black
    for n in RED:
        assert hu_of([f"s{n}"] * SIZE[kind], kind, rules) == small_red
        assert hu_of([f"b{n}"] * SIZE[kind], kind, rules) == big_red


@pytest.mark.parametrize("rules", ["phz_ping", "phz_basic", "phz_half", "phz_full"])
@pytest.mark.parametrize("kind", PHZ_HU)
def test_phz_xi_table(rules, kind):
    for n in range(1, 11):
        assert hu_of([f"s{n}"] * SIZE[kind], kind, rules) == PHZ_HU[kind][0]
        assert hu_of([f"b{n}"] * SIZE[kind], kind, rules) == PHZ_HU[kind][1]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [(rules, (3, 6, 6, 9)) for rules in DAER] + [("phz_ping", (3, 6, 3, 6)), ("phz_full", (3, 6, 3, 6))],
)
def test_runs(rules, expected):
    got = (
        hu_of(("s3", "s1", "s2"), "chi", rules), hu_of(("b1", "b2", "b3"), "chi", rules),
        hu_of(("s10", "s2", "s7"), "chi", rules), hu_of(("b2", "b7", "b10"), "chi", rules),
    )  # fmt: skip
    assert got == expected
    assert hu_of(("s2", "s3", "s4"), "chi", rules) == hu_of(("s9", "s9", "b9"), "chi", rules) == 0
    assert hu_of(("s2", "s2"), "jiang", rules) == 0


@pytest.mark.parametrize(
    ("hu", "luzhou", "tianquan", "points", "dao"),
    [
        (10, 1, 1, 2, 1), (11, 2, 1, 2, 1), (19, 2, 1, 2, 1), (20, 2, 1, 2, 1), (21, 3, 2, 3, 2), (22, 3, 2, 3, 2),
        (26, 3, 2, 3, 2), (27, 3, 3, 3, 3), (28, 3, 3, 3, 3), (29, 3, 3, 3, 3), (30, 3, 4, 3, 4), (31, 4, 4, 4, 4),
        (32, 4, 4, 4, 4), (33, 4, 5, 4, 5), (34, 4, 5, 4, 5), (40, 4, 5, 4, 5), (41, 5, 5, 5, 5), (99, 10, 5, 10, 5),
    ],
)  # fmt: skip
def test_stairs(hu, luzhou, tianquan, points, dao):
    rules = load_rules("luzhou_deng")
    assert count_deng(hu, rules) == luzhou
    assert deng_points(luzhou, rules) == points
    assert count_deng(hu, load_rules("tianquan_deng")) == tianquan
    assert step(load_rules("chongqing_dao").stairs, hu) == dao


@pytest.mark.parametrize(("xi", "deng"), [(15, 1), (17, 1), (18, 2), (20, 2), (21, 3), (23, 3), (24, 4)])
def test_phz_deng(xi, deng):
    assert count_phz(xi, load_rules("phz_ping")) == deng


@pytest.mark.parametrize(
    ("text", "factors", "winner"),
    [
        # 12 胡, 2等, 2分; 乌 ×4: losers 3·4, 底家 4
        ("碰捌捌捌 坎叁叁叁 九九玖 四五六 四五六 肆伍陆 一一壹", ["乌×4"], 20),
        ("碰捌捌捌 坎叁叁叁 九九玖 四五六 四五六 肆伍陆 一一壹 | 地胡", ["乌×4", "地胡×2"], 40),
        ("碰捌捌捌 坎叁叁叁 九九玖 四五六 五六七 肆伍陆 一一壹", [], 5),
        ("坎贰贰贰 坎拾拾拾 二七十 七八九 三四五 叁肆伍 九玖玖 | 地胡", ["红×2", "地胡×2"], 28),
        ("坎贰贰贰 碰拾拾拾 二七十 三四五 叁肆伍 八八捌 九九玖", [], 7),  # 9 reds
    ],
)
def test_deng_factors(text, factors, winner):
    result = scored(text, "luzhou_deng")
    assert [item.label for item in result.factors] == factors
    assert result.settlement.winner == winner
    assert scored(text, "luzhou_deng_plain").factor == 1


@pytest.mark.parametrize(
    ("text", "dao", "reasons"),
    [
        ("坎贰贰贰 碰拾拾拾 二七十 一二三 三四五 叁肆伍 九九玖", 5, ["30胡", "十个红+1"]),
        ("碰贰贰贰 碰八八八 吃七七柒 吃十十拾 吃二三四 五六七 八九十", 2, ["10胡", "十个红+1"]),
        ("坎贰贰贰 碰拾拾拾 二七十 三四五 叁肆伍 八八捌 九九玖", 3, ["27胡"]),
        ("碰捌捌捌 坎叁叁叁 九九玖 四五六 四五六 肆伍陆 一一壹", 5, ["12胡", "黑五道"]),
        ("坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 起手 庄 天胡", 5, ["18胡", "天胡"]),
        ("坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 地胡", 5, ["18胡", "地胡"]),
    ],
)
def test_dao(text, dao, reasons):
    result = scored(text, "chongqing_dao")
    assert result.dao == result.pay_dao == dao
    assert [item.name for item in result.dao_reasons] == reasons
    assert (result.settlement.winner, result.settlement.loser_each) == (2 * dao, -dao)


RED_42 = "坎贰贰贰 坎拾拾拾 坎柒柒柒 二七十 三四五 四五六 八八捌"


@pytest.mark.parametrize(
    ("told", "cap", "dao", "reasons"),
    [
        ("", 5, 5, ["42胡", "十个红+1"]),
        ("", "none", 6, ["42胡", "十个红+1"]),
        (" | 起手 庄 天胡", 5, 5, ["42胡", "天胡"]),
        (" | 起手 庄 天胡", "none", 6, ["42胡", "十个红+1"]),
        (" | 起手 庄 天胡", 6, 6, ["42胡", "十个红+1"]),
        (" | 起手 庄 天胡", 4, 4, ["42胡", "天胡"]),
        (" | 地胡", "none", 6, ["42胡", "十个红+1"]),
    ],
)
def test_five_dao_never_make_a_hand_cheaper(told, cap, dao, reasons):
    result = scored(RED_42 + told, "chongqing_dao", dao_cap=cap)
    assert result.hu_total == 12 + 12 + 12 + 6
    assert result.dao == dao
    assert [item.name for item in result.dao_reasons] == reasons


@pytest.mark.parametrize(("claim", "pays"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 0), (9, 0), (None, 3)])
def test_claims(claim, pays):
    assert paid_dao(3, claim) == pays


@pytest.mark.parametrize(
    ("reds", "text", "found"),
    [
        (0, "偎捌捌捌 偎叁叁叁 偎九九九 四五六 吃肆伍陆 吃五伍伍 吃一一壹", {"乌胡": 5}),
        (1, "偎捌捌捌 偎叁叁叁 一二三 四五六 吃肆伍陆 吃九九玖 吃五伍伍", {"点胡": 3}),
        (2, "偎捌捌捌 偎叁叁叁 一二三 五六七 吃肆伍陆 吃九九玖 吃五伍伍", {}),
        (9, "偎贰贰贰 偎拾拾拾 二七十 四五六 吃叁肆伍 吃九九玖 八八捌", {}),
        (10, "偎贰贰贰 偎拾拾拾 二七十 一二三 四五六 吃叁肆伍 吃九九玖", {"红胡": 2}),
        (12, "偎贰贰贰 偎拾拾拾 二七十 一二三 五六七 吃陆柒捌 吃九九玖", {"红胡": 2}),
        (13, "偎贰贰贰 偎拾拾拾 二七十 一二三 五六七 吃陆柒捌 八九十", {"红乌": 4}),
        (15, "偎贰贰贰 偎拾拾拾 二七十 一二三 五六七 吃柒柒七 八九十", {"红乌": 4}),
    ],
)
def test_phz_reds(reds, text, found):
    result = scored(text + " | 他摸", "phz_basic")
    assert result.valid
    assert result.reds == reds
    assert {item.name: item.fan for item in result.mingtang} == found
    assert scored(text + " | 他摸", "phz_ping").fan == 1


def test_phz_haidi_with_a_pattern_adds_two():
    result = scored("偎贰贰贰 偎拾拾拾 二七十 一二三 四五六 吃叁肆伍 吃九九玖 | 他摸 海底", "phz_half")
    assert (result.fan, result.deng, result.di) == (2 + 2, 2, 8)


def test_phz_dealt_win_is_self_drawn():
    result = scored("三垅 提八八八八 提叁叁叁叁 提一一一一 散二七四五肆伍玖九 | 起手 天胡", "phz_ping")
    # 9 + 12 + 9 = 30 息, 6 等, one more for 自摸
    assert (result.hu_total, result.deng, result.zimo, result.di) == (30, 6, True, 7)


def test_phz_full_is_marked_as_outside_evidence():
    assert load_rules("phz_full").experimental
    assert load_rules("daozi").experimental
    assert not load_rules("phz_half").experimental
    result = scored("偎贰贰贰 偎拾拾拾 二七十 一二三 五六七 吃陆柒捌 吃九九玖 | 他摸", "phz_full")
    assert {item.name: item.fan for item in result.mingtang} == {"红胡": 3 + 2}


TABLE = "偎贰贰贰 偎捌捌捌 碰叁叁叁 碰八八八 跑九九九九 {} 将五五 | 胡五@7 他摸"


@pytest.mark.parametrize(
    ("column", "found"),
    [
        ("碰四四四", {"对对胡": 8, "耍猴": 8, "假行行": 6}),
        ("吃四五六", {"耍猴": 8}),
        ("四五六", {}),  # a run in hand: more than one tile was left
    ],
)
def test_phz_full_the_last_tile_in_hand(column, found):
    result = scored(TABLE.format(column), "phz_full")
    assert {item.name: item.fan for item in result.mingtang} == found
    assert result.fan == (sum(found.values()) or 1)
    # without knowing where the winning tile lies nobody can say so
    assert "耍猴" not in {item.name for item in scored(TABLE.format(column).replace("@7", ""), "phz_full").mingtang}


@pytest.mark.parametrize(("told", "times"), [("", 1), (" 黄0庄", 1), (" 黄1庄", 2), (" 黄2庄", 3)])
def test_phz_full_drawn_deals_multiply(told, times):
    # 6 + 6 + 3 + 1 + 6 + 1 = 23 息, 3 等; 8 + 8 + 6 = 22 番
    result = scored(TABLE.format("碰四四四") + told, "phz_full")
    assert (result.deng, result.fan, result.di) == (3, 22 * times, 66 * times)
    lines = [line.text() for line in result.lines]
    assert (f"黄番 ×{times}：前面黄了{times - 1}庄，一共{22 * times}番" in lines) == (times > 1)
    plain = scored(TABLE.format("四五六") + told, "phz_full")
    assert plain.fan == times
    assert scored(TABLE.format("碰四四四") + told, "phz_half").fan == 4


@pytest.mark.parametrize(
    ("text", "found", "base", "unit"),
    [
        # 12 胡: base 2, black ×8
        ("碰捌捌捌 坎叁叁叁 九九玖 四五六 四五六 肆伍陆 一一壹", {"黑": 3}, 2, 16),
        ("二三四 四五六 吃叁肆伍 伍陆柒 吃九九玖 吃一一壹 吃八八捌", {"乱": 0}, 4, 4),
        ("坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 起手 庄 天胡", {"天": 1}, 2, 4),
        ("坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 地胡", {"地": 1}, 2, 4),
        ("坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 庄 回龙", {"回笼": 1}, 2, 4),
        ("碰贰贰贰 碰捌捌捌 招八八八八 碰九九九 一二三 壹贰叁 将四四", {"昆": 1}, 4, 8),
    ],
)
def test_daozi(text, found, base, unit):
    result = scored(text, "daozi")
    assert {item.name: item.fan for item in result.mingtang} == found
    assert (result.base, result.unit, result.settlement.winner) == (base, unit, 2 * unit)


def test_daozi_is_capped_at_64():
    # black ×8, 昆 ×2, 天 ×2, 30+ 胡: 4·2^5 = 128 and more
    result = scored("坎捌捌捌 坎叁叁叁 坎伍伍伍 坎八八八 坎九九九 坎四四四 坎五五五 | 起手 庄 天胡", "daozi")
    assert result.unit == 64


@pytest.mark.parametrize(
    ("told", "losers", "winner", "loser", "dijia"),
    [
        ("", 2, 5, -3, 1),
        (" 有底", 2, 5, -3, 1),
        (" 无底", 2, 4, -2, 0),
        (" 输1家", 1, 2, -2, 0),
        (" 输1家 无底", 1, 2, -2, 0),
        (" 输3家", 3, 6, -2, 0),
    ],
)
def test_seats(told, losers, winner, loser, dijia):
    text = "碰贰贰贰 碰九九九 碰一一一 三四五 六七八 吃叁肆伍 陆柒捌 | 胡九@2" + told
    paid = scored(text, "luzhou_deng").settlement
    assert (paid.losers, paid.winner, paid.loser_each, paid.dijia) == (losers, winner, loser, dijia)


def test_settle_is_zero_sum():
    paid = settle(7, 3, WinContext(losers=3), load_rules("luzhou_deng"))
    assert paid.winner + paid.losers * paid.loser_each + paid.dijia + paid.discarder == 0
