"""Every fault has its name, its cards and a sentence in each language."""

import pytest
from scorer_hands import faults, scored

from scorer.fault_phrases import FAULTS

GOOD = "坎贰贰贰 二七十 碰八八八 碰一一一 三四五 吃叁肆伍 吃九玖玖"
DEALT = "坎贰贰贰 二七十 坎八八八 坎一一一 三四五 叁肆伍 九玖玖"
FIRST = "坎贰贰贰 二七十 坎八八八 坎一一一 三四五 叁肆伍 吃九玖玖"
TWO_LONGS = "垅贰贰贰贰 垅八八八八 一二三 四五六 叁肆伍 陆柒捌 将九九"
LONGS = "三垅 垅八八八八 垅叁叁叁叁 垅一一一一 散二七四五肆伍玖九"

CASES = [
    (GOOD, []),
    (GOOD + " | 胡八@3", []),
    (GOOD + " | 胡八", []),
    ("碰贰贰贰 碰拾拾拾 三四五 六七八 吃叁肆伍 吃一一壹", ["not_7_columns"]),
    (GOOD + " 四五六", ["not_7_columns"]),
    ("", ["not_7_columns"]),
    (GOOD.replace("三四五", "三四六"), ["bad_column_4"]),
    (GOOD.replace("三四五", "三四"), ["bad_column_4"]),
    (GOOD.replace("三四五", "二七拾"), ["bad_column_4"]),
    (GOOD.replace("碰八八八", "碰八八捌"), ["bad_column_2"]),
    (GOOD.replace("碰八八八", "吃八八八"), ["bad_column_2"]),
    (GOOD.replace("碰八八八", "招八八八"), ["bad_column_2"]),
    (GOOD.replace("碰八八八", "偎八八八"), ["bad_kind_2"]),
    ("碰贰贰贰 碰贰贰贰 三四五 六七八 吃叁肆伍 吃一一壹 吃九九玖", ["more_than_4_copies"]),
    ("碰贰贰贰 碰贰贰贰 三四五 六七八 吃叁肆伍 吃一一壹", ["not_7_columns", "more_than_4_copies"]),
    ("招八八八八 碰贰贰贰 吃一二三 四五六 叁肆伍 陆柒捌 吃九九玖", ["quad_without_pair"]),
    ("垅八八八八 碰贰贰贰 吃一二三 四五六 叁肆伍 陆柒捌 吃九九玖", ["quad_without_pair"]),
    ("碰贰贰贰 碰拾拾拾 吃一二三 四五六 叁肆伍 陆柒捌 将九九", ["pair_without_quad"]),
    ("招八八八八 碰贰贰贰 吃一二三 四五六 叁肆伍 将九九 将玖玖", ["more_than_one_pair"]),
    ("碰贰贰贰 三四五 六七八 吃叁肆伍 陆柒捌 吃九九玖 吃一一壹", ["below_10"]),
    ("招八八八八 碰一一一 吃四五六 四五六 叁肆伍 陆柒捌 将九九", []),  # 10
    ("招八八八八 吃一一壹 吃四五六 四五六 叁肆伍 陆柒捌 将九九", ["below_10"]),  # 9
    ("招八八八八 吃一一壹 吃四五六 四五六 叁肆伍 陆柒捌 吃九九玖", ["quad_without_pair", "below_10"]),
    (GOOD + " | 胡拾", ["winning_tile_not_in_hand"]),
    (GOOD + " | 胡八@1", ["winning_tile_not_in_column"]),
    (GOOD + " | 胡八@8", ["winning_column_missing"]),
    (GOOD + " | 胡贰@1", ["kan_completed_by_winning_tile"]),
    (GOOD + " | 胡贰@1 自摸", ["kan_completed_by_winning_tile"]),
    (GOOD + " | 胡贰", ["kan_completed_by_winning_tile"]),
    (DEALT + " | 胡贰 起手 庄 天胡", []),  # dealt: nothing completed it
    ("垅八八八八 碰贰贰贰 吃一二三 四五六 叁肆伍 陆柒捌 将九九 | 胡八@1 自摸", ["long_completed_by_winning_tile"]),
    ("招八八八八 碰贰贰贰 吃一二三 四五六 叁肆伍 陆柒捌 将九九 | 胡八@1 自摸", []),
    ("坎八八八 七八九 碰贰贰贰 一二三 叁肆伍 吃陆柒捌 吃九九玖 | 胡八", []),  # the fourth 八 may be the one in 七八九
    ("坎八八八 七八九 碰贰贰贰 一二三 叁肆伍 吃陆柒捌 吃九九玖 | 胡八@1", ["kan_completed_by_winning_tile"]),
    (GOOD + " 散九", ["loose_tiles"]),
    (DEALT + " | 起手 天胡", ["tianhu_not_dealer"]),
    (DEALT + " | 起手", ["tianhu_not_dealer"]),
    (DEALT + " | 起手 庄", []),
    (DEALT + " | 自摸 庄 天胡", ["tianhu_not_dealt"]),
    (DEALT + " | 他打 庄 天胡", ["tianhu_not_dealt"]),
    (DEALT + " | 庄 天胡", []),
    ("三垅 垅八八八八 垅叁叁叁叁 垅一一一一 散二七四五肆伍玖九 | 他打", ["tianhu_not_dealt"]),
    # 天胡 is won with the dealt tiles: none was eaten, none made a 碰 or a 招; a dealt 垅 lies open
    (DEALT.replace("坎八", "碰八") + " | 起手 庄 天胡", ["tianhu_with_table_column"]),
    (DEALT.replace("九玖玖", "吃九玖玖") + " | 起手 庄 天胡", ["tianhu_with_table_column"]),
    (DEALT.replace("坎八", "明坎八") + " | 起手 庄 天胡", ["tianhu_with_table_column"]),
    ("坎贰贰贰 招八八八八 一二三 四五六 叁肆伍 陆柒捌 将九九 | 起手 庄 天胡", ["tianhu_with_table_column"]),
    ("坎贰贰贰 垅八八八八 一二三 四五六 叁肆伍 陆柒捌 将九九 | 起手 庄 天胡", []),
    (TWO_LONGS + " | 起手 庄 天胡", ["tianhu_tile_count"]),  # 22 tiles; the dealer has 21
    (TWO_LONGS, []),
    (FIRST + " | 庄 地胡", ["dihu_by_dealer"]),
    (FIRST + " | 地胡 自摸", ["dihu_not_on_discard"]),
    # 地胡 is won on the first discard: only the column that it completed lay open before the end
    (FIRST + " | 地胡", []),
    (FIRST + " | 胡九@7 地胡", []),
    (DEALT.replace("坎八", "碰八") + " | 胡八 地胡", []),
    (DEALT.replace("坎八", "碰八") + " | 胡九@7 地胡", ["dihu_with_table_column"]),
    (FIRST.replace("坎八", "碰八") + " | 胡八@3 地胡", ["dihu_with_table_column"]),
    (FIRST.replace("坎八", "碰八") + " | 地胡", ["dihu_with_table_column"]),
    ("坎贰贰贰 招八八八八 一二三 四五六 叁肆伍 陆柒捌 将九九 | 胡八@2 地胡", []),  # 坎八 dealt, the fourth discarded
    ("坎贰贰贰 招八八八八 一二三 四五六 叁肆伍 陆柒捌 将九九 | 胡九@7 地胡", ["dihu_with_table_column"]),
    (TWO_LONGS + " | 胡九@7 地胡", ["dihu_tile_count"]),  # 22 tiles; 20 were dealt
    (DEALT + " | 庄 下家", ["next_is_dealer"]),
    (GOOD + " | 回龙", ["huilong_not_dealer"]),
    (GOOD + " | 庄 回龙 他摸", ["huilong_not_on_discard"]),
    (DEALT + " | 起手 庄 天胡 回龙", ["huilong_not_on_discard", "two_openings"]),
    (GOOD + " | 他打 海底", ["haidi_on_discard"]),
    (GOOD + " | 海底", []),
    (GOOD + " | 自摸 海底", []),
    (DEALT + " | 起手 庄 天胡 海底", ["haidi_with_opening"]),
    (GOOD + " | 有底 输3家", ["dijia_with_3_losers"]),
    (LONGS + " | 起手", []),
    (LONGS + "拾 | 起手 庄 天胡", []),
    (LONGS, []),
    (LONGS + "拾 | 起手", ["special_tile_count"]),  # 21 tiles are the dealer's
    (LONGS + " | 起手 庄 天胡", ["special_tile_count"]),  # and 20 are not
    (LONGS + "拾陆 | 起手", ["special_tile_count"]),
    ("三垅 垅八八八八 垅叁叁叁叁 坎一一一 散二七四五肆伍玖九十 | 起手", ["special_without_3long"]),
    ("三垅 垅八八八八 垅叁叁叁叁 垅一一一一 二七十 散四五肆伍玖 | 起手", ["special_other_column"]),
    ("五坎 坎八八八 坎叁叁叁 坎一一一 坎四四四 散二七五肆伍玖九十 | 起手", ["special_without_5kan"]),
    ("五坎 坎八八八 坎叁叁叁 坎一一一 坎四四四 坎柒柒柒 散二七五肆伍 | 起手", []),
    ("五坎 坎八八八 坎叁叁叁 坎一一一 坎四四四 坎柒柒 散二七五肆伍玖 | 起手", ["bad_column_4"]),
]


@pytest.mark.parametrize(("text", "names"), CASES)
def test_faults_in_luzhou(text, names):
    assert faults(text) == names


PHZ = "偎贰贰贰 偎叁叁叁 偎玖玖玖 一二三 四五六 吃伍陆柒 吃八八捌"
PHZ_CASES = [
    (PHZ + " | 他摸", []),
    (PHZ, []),
    (PHZ + " | 他打", ["phz_cannot_win_on_discard"]),
    (PHZ.replace("偎玖", "碰玖") + " | 胡玖@3 自摸", ["peng_completed_by_winning_tile"]),
    (PHZ.replace("偎玖", "碰玖") + " | 胡玖 自摸", ["peng_completed_by_winning_tile"]),
    (PHZ.replace("偎玖", "碰玖") + " | 胡八@7 自摸", []),
    (PHZ.replace("偎玖", "臭偎玖") + " | 胡玖@3 自摸", []),
    (PHZ + " | 胡玖@3 自摸", []),
    (PHZ + " | 胡玖@3 他摸", ["wei_completed_by_winning_tile"]),
    (PHZ.replace("偎玖", "坎玖") + " | 胡玖@3 他摸", ["wei_completed_by_winning_tile"]),
    (PHZ.replace("偎玖", "碰玖") + " | 胡玖@3 他摸", []),
    ("提八八八八 一二三 二七十 吃叁肆伍 四五六 肆伍陆 将九九 | 胡八@1 他摸", ["ti_completed_by_winning_tile"]),
    ("提八八八八 一二三 二七十 吃叁肆伍 四五六 肆伍陆 将九九 | 胡八@1 自摸", []),
    ("跑八八八八 一二三 二七十 吃叁肆伍 四五六 肆伍陆 将九九 | 他摸", ["below_15"]),
    ("偎贰贰贰 偎叁叁叁 一二三 四五六 五六七 吃伍陆柒 吃八八捌 | 他摸", []),  # 15
    ("偎贰贰贰 碰叁叁叁 碰玖玖玖 四五六 五六七 吃伍陆柒 碰捌捌捌 | 他摸", []),  # 15
    ("偎贰贰贰 碰叁叁叁 碰玖玖玖 四五六 五六七 吃伍陆柒 吃八八捌 | 他摸", ["below_15"]),
    ("三垅 提八八八八 提叁叁叁叁 提一一一一 散二七四五肆伍玖九 | 起手 天胡", []),
]


@pytest.mark.parametrize(("text", "names"), PHZ_CASES)
def test_faults_in_phz(text, names):
    assert faults(text, "phz_half") == names


def test_faults_of_chongqing():
    assert faults(LONGS + " | 起手", "chongqing_dao") == ["special_not_dealer"]
    assert faults(LONGS + "拾 | 起手 庄", "chongqing_dao") == []
    assert faults(DEALT + " | 起手 天胡", "chongqing_dao") == ["tianhu_not_dealer"]


@pytest.mark.parametrize(("hu", "names"), [(0, []), (1, ["below_10"]), (9, ["below_10"])])
def test_daozi_allows_zero_but_not_one_to_nine(hu, names):
    texts = {
        0: "二三四 四五六 吃叁肆伍 伍陆柒 吃九九玖 吃一一壹 吃八八捌",
        1: "二三四 四五六 吃叁肆伍 伍陆柒 碰九九九 吃一一壹 吃八八捌",
        9: "碰贰贰贰 四五六 吃叁肆伍 伍陆柒 吃九九玖 吃一一壹 吃八八捌",
    }
    assert faults(texts[hu], "daozi") == names


@pytest.mark.parametrize(("told", "names"), [(" | 漂", []), (" | 漂 自摸", []), (" | 漂 他打", ["piao_on_discard"])])
def test_the_first_tile_turned_is_no_discard(told, names):
    assert faults(GOOD + told, "daozi") == names
    assert faults(GOOD + told, "luzhou_deng") == []  # only 道子 knows 漂


def test_every_fault_is_tested():
    rows = [*CASES, *PHZ_CASES]
    seen = {name for _, names in rows for name in names} | {
        "special_not_dealer",
        "special_without_4kan",
        "piao_on_discard",
    }
    keys = {name.rpartition("_")[0] if name[-1].isdigit() else name for name in seen}
    assert keys == set(FAULTS)


@pytest.mark.parametrize(("text", "names"), [row for row in CASES if row[1]])
@pytest.mark.parametrize("lang", ["zh-Hans", "zh-Hant", "en"])
def test_every_fault_has_a_sentence(text, names, lang):
    result = scored(text, "luzhou_deng")
    assert result.settlement is None
    for fault in result.errors:
        sentence = fault.text(lang)
        assert sentence
        assert "{" not in sentence
        assert (lang == "en") == sentence.isascii() or fault.cards
    assert names


def test_a_fault_names_its_cards_and_columns():
    (fault,) = scored(GOOD.replace("三四五", "三四六"), "luzhou_deng").errors
    assert (fault.cards, fault.columns) == (("s3", "s4", "s6"), (4,))
    assert fault.text() == "第5列三四六不成一列。"


@pytest.mark.parametrize(
    ("text", "rules", "letters", "each"),
    [
        ("招八八八八 碰贰贰贰 吃一二三 四五六 叁肆伍 陆柒捌 吃九九玖", "chongqing_dao", ("B",), 2),
        ("碰贰贰贰 三四五 六七八 吃叁肆伍 陆柒捌 吃九九玖 吃一一壹", "chongqing_dao", ("D",), 2),
        ("碰贰贰贰 三四六 六七八 吃叁肆伍 陆柒捌 吃九九玖 吃一一壹", "chongqing_dao", ("C",), 2),
        ("碰贰贰贰 三四五 六七八 吃叁肆伍 陆柒捌 吃九九玖 吃一一壹", "luzhou_deng", ("D",), None),
    ],
)
def test_fouls_that_the_hand_shows(text, rules, letters, each):
    foul = scored(text, rules).foul
    assert (foul.letters, foul.each, foul.players) == (letters, each, 3)


@pytest.mark.parametrize(
    ("told", "players"),
    [
        ("", 3),
        (" | 输2家", 3),
        (" | 输2家 无底", 2),
        (" | 无底", 2),
        (" | 输1家", 1),
        (" | 输1家 有底", 2),
        (" | 输3家", 3),
    ],
)
def test_a_foul_is_paid_to_everybody_else_at_the_table(told, players):
    text = "碰贰贰贰 三四五 六七八 吃叁肆伍 陆柒捌 吃九九玖 吃一一壹" + told
    foul = scored(text, "chongqing_dao").foul
    assert (foul.each, foul.players) == (2, players)
    assert f"其他{players}家各赔2，共{2 * players}" in foul.text()
    assert scored(text, "luzhou_deng").foul.players == players


def test_luzhou_names_no_amount_for_a_foul():
    foul = scored("碰贰贰贰 三四五 六七八 吃叁肆伍 陆柒捌 吃九九玖 吃一一壹", "luzhou_deng").foul
    assert foul.text() == "犯规（吃包子）：要赔其他3家，赔多少按各家的规矩"


def test_no_foul_in_a_scan_error_or_a_contradiction():
    assert scored("碰贰贰贰 碰贰贰贰 三四五 六七八 吃叁肆伍 吃一一壹 吃九九玖", "chongqing_dao").foul is None
    assert scored(GOOD + " | 海底", "chongqing_dao").foul is None
    assert scored(GOOD, "chongqing_dao").foul is None
