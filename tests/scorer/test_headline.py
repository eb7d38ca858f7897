"""What a hand comes to in the measure of each rule system, in one line."""

import pytest
from scorer_hands import scored

PLAIN = "坎贰贰贰 二七十 碰八八八 一二三 叁肆伍 九玖玖 四五六"  # 12 + 6 + 1 + 3 = 22 胡
RED = "坎贰贰贰 碰拾拾拾 二七十 一二三 三四五 叁肆伍 九九玖"  # 30 胡, 10 reds
PHZ = "偎贰贰贰 偎拾拾拾 二七十 一二三 四五六 吃叁肆伍 吃九九玖"  # 6 + 6 + 3 + 3 = 18 息, red


@pytest.mark.parametrize(
    ("text", "rules", "options", "line"),
    [
        (PLAIN, "luzhou_deng", {}, "22胡 → 3等 → 3分"),
        (RED, "luzhou_deng", {}, "30胡 → 3等 → 3分 ×2"),
        (RED, "luzhou_mingtang", {}, "30胡 → 32番"),
        (PLAIN, "chongqing_dao", {}, "22胡 → 2道"),
        (PLAIN + " | 报1道", "chongqing_dao", {}, "22胡 → 2道 → 报1道"),
        (PHZ, "phz_ping", {}, "18息 → 2等 → 底2"),
        (PHZ + " | 自摸", "phz_ping", {}, "18息 → 2等+1 → 底3"),
        (PHZ + " | 自摸", "phz_basic", {}, "18息 → 2等+1 ×2番 → 底6"),
        (PHZ + " | 自摸", "phz_basic", {"zimo_mode": "after_fan"}, "18息 → 2等 ×2番+1 → 底5"),
        (RED, "daozi", {}, "30胡 → 底分4 ×2 → 每家8"),
        (PLAIN, "daozi", {}, "22胡 → 底分3 → 每家3"),
        ("碰贰贰贰 三四五 六七八 吃叁肆伍 陆柒捌 吃九九玖 吃一一壹", "luzhou_deng", {}, "9胡"),
    ],
)
def test_headline(text, rules, options, line):
    assert scored(text, rules, **options).headline() == line


def test_headline_in_other_languages():
    assert scored(RED, "luzhou_deng").headline("en") == "30 hu → 3 deng → 3 points ×2"
    assert scored(PHZ, "phz_ping").headline("en") == "18 xi → 2 deng → stake 2"
    assert scored(PLAIN + " | 报1道", "chongqing_dao").headline("zh-Hant") == "22胡 → 2道 → 報1道"


@pytest.mark.parametrize(
    ("rules", "text", "worth"),
    [
        ("luzhou_deng", RED, ["×2"]),
        ("luzhou_mingtang", PLAIN + " | 他摸 海底", ["2番"]),
        ("chongqing_dao", RED, ["4道", "+1道"]),
        ("phz_basic", PHZ, ["2番"]),
        ("daozi", "碰捌捌捌 坎叁叁叁 九九玖 四五六 四五六 肆伍陆 一一壹", ["×8"]),
    ],
)
def test_what_an_item_is_worth(rules, text, worth):
    result = scored(text, rules)
    items = (*(result.factors or ()), *(result.mingtang or ()), *(result.dao_reasons or ()))
    assert [result.worth(item) for item in items] == worth
