"""What the explanation says, word for word, for a few hands; that it can be said in every language."""

import copy
import pickle
import re

import pytest
from scorer_hands import scored

from scorer import load_rules, notation, notes, other_readings, phrases, read_notation, rule_names, score, texts
from scorer.faces import FACES
from scorer.fault_phrases import FAULTS
from scorer.mingtang import PATTERNS
from scorer.options import READERS
from scorer.phrases import ENGLISH_NAMES, OTHER, SAME, WHY
from scorer.readings import OTHERS
from scorer.texts import HANT, characters, to_hant

SEED = "碰贰贰贰 碰八八八 吃七七柒 吃十十拾 吃二三四 五六七 八九十 | 胡八@2"


def said(text, rules, lang="zh-Hans"):
    return [line.text(lang) for line in scored(text, rules).lines]


def test_the_documents_own_example_in_words():
    assert said(SEED, "luzhou_deng") == [
        "碰贰贰贰 9胡", "碰八八八 1胡", "吃七七柒 0胡", "吃十十拾 0胡", "吃二三四 0胡", "手五六七 0胡", "手八九十 0胡",
        "合计 10胡", "10胡为1等", "1等计2分", "红 ×2：红牌12张",
        "输家各-6分：(2+1)×2", "底家+2分，赢家出", "赢家+10分：2×6-2",
    ]  # fmt: skip


def test_mingtang_in_words():
    lines = said("二三四 坎捌捌捌 碰叁叁叁 四五六 叁肆伍 肆伍陆 九九玖", "luzhou_mingtang")
    assert lines[8:] == [
        "假珠 8番：只有1张红牌，不在一二三里", "青不另计：假珠已经包含", "输家各-12分：8番", "底家+6分，赢家出",
        "赢家+18分：2×12-6",
    ]  # fmt: skip
    assert "封顶 32番" in said(SEED, "luzhou_mingtang")
    assert "相乘 8192番" in said(SEED, "luzhou_mingtang")


def test_an_open_cap_says_where_the_table_of_points_ends():
    lines = [line.text() for line in scored(SEED, "luzhou_mingtang", fan_cap="none").lines]
    assert "输家各-24分：8192番，付分表只到32番" in lines
    longer = load_rules("luzhou_mingtang", fan_cap=64, points={"64": 40}, dijia_points={"64": 20})
    assert "输家各-40分：64番" in [line.text() for line in score(*read_notation(SEED), longer).lines]


def test_in_traditional_characters_and_english():
    assert said(SEED, "luzhou_deng", "zh-Hant")[0] == "碰貳貳貳 9胡"
    assert said(SEED, "luzhou_deng", "zh-Hant")[-1] == "贏家+10分：2×6-2"
    assert said(SEED, "luzhou_deng", "en")[-1] == "the winner +10: 2×6-2"
    assert said(SEED, "luzhou_deng", "xx") == said(SEED, "luzhou_deng")


def test_evidence_names_the_red_cards():
    (red,) = [line for line in scored(SEED, "luzhou_deng").lines if line.kind == "factor"]
    assert red.number == 2
    assert sorted(red.cards) == sorted(["b2", "b2", "b2", "s7", "s7", "b7", "s10", "s10", "b10", "s2", "s7", "s10"])


def test_sisters_name_their_columns():
    result = scored("碰八八八 碰捌捌捌 坎贰贰贰 二七十 一二三 叁肆伍 四五六", "luzhou_mingtang")
    (line,) = [line for line in result.lines if line.kind == "mingtang"]
    assert line.cards == ("s8", "s8", "s8", "b8", "b8", "b8")


def test_paohuzi_counts_xi():
    lines = said("偎贰贰贰 偎叁叁叁 二七十 一二三 四五六 吃伍陆柒 吃九九玖 | 自摸", "phz_ping")
    assert lines[0] == "偎贰贰贰 6息"
    assert lines[7:] == ["合计 18息", "18息为2等", "自摸加1等", "底 3", "输家各-3分", "赢家+6分：2×3"]


def test_claims_in_words():
    text = "坎贰贰贰 碰拾拾拾 二七十 三四五 叁肆伍 八八捌 九九玖 | 报{}道"
    assert "只报了2道，按2道算" in said(text.format(2), "chongqing_dao")
    assert "报了4道，多报，输家不付" in said(text.format(4), "chongqing_dao")


def test_a_foul_in_words():
    lines = said("碰贰贰贰 三四五 六七八 吃叁肆伍 陆柒捌 吃九九玖 吃一一壹", "chongqing_dao")
    assert lines[-2:] == ["只有9胡，至少要10胡。", "犯规（点包子）：给其他3家各赔2，共6，下局坐庄"]


@pytest.mark.parametrize("name", rule_names())
def test_every_named_thing_has_an_english_name_and_a_reason(name):
    rules = load_rules(name)
    for item in (*rules.fan, *(rules.factor if rules.family == "deng" else ())):
        assert item in ENGLISH_NAMES
        assert item in WHY or item in SAME


def test_every_pattern_has_its_reason():
    assert all(name in WHY or SAME[name] in WHY for name in PATTERNS)


def test_each_character_has_one_traditional_form():
    assert all(len(chr(simple)) == len(str(chr(full))) == 1 for simple, full in HANT.items())
    simple = {chr(code) for code in HANT}
    assert not simple & {chr(code) for code in HANT.values()}


TRADITIONAL_ONLY = {"叄", "壠"}  # as the traditional rules write 叁 and 垅; Big5 has neither


def spoken():
    """Every text of the catalogues of phrases, and the names and titles of the rule systems, as players see them."""
    tables = (phrases.KINDS, phrases.UNITS, WHY, phrases.WORTH, FAULTS, phrases.LINES, OTHER)
    sentences = [text for table in tables for text, _ in table.values()]
    faces = [characters((face,)) for face in FACES]
    return [to_hant(text) for text in [*sentences, *ENGLISH_NAMES, *faces]] + [
        load_rules(name).titles["zh-Hant"] for name in rule_names()
    ]


def test_no_simplified_character_is_left_in_the_traditional_script():
    """Big5 holds no simplified characters; those that are both a simplified and another character stand here."""
    left = {char for text in spoken() for char in text if not char.encode("big5", "ignore")}
    assert left <= TRADITIONAL_ONLY
    ambiguous = set("后里干云台几斗谷布志注准征游症家伙胡须余致御愿别划卷冲据舍荐丑万与个")
    assert {char for text in spoken() for char in text} & ambiguous <= {"胡", "家"}


def test_every_character_of_the_map_is_said():
    words = to_hant("".join((*notation.FLAGS, *notation.MAYBE, *(word for _, word, _ in notation.COUNTS))))
    assert {chr(full) for full in HANT.values()} <= {*words, *"".join(spoken())}


def test_english_holds_no_chinese_but_names_with_their_meaning():
    tables = (phrases.KINDS, phrases.UNITS, WHY, phrases.WORTH, FAULTS, phrases.LINES, OTHER)
    assert all(not re.search("[一-龥]", english) for table in tables for _, english in table.values())
    for name in (*ENGLISH_NAMES, "十个红+1", "12胡"):
        assert re.fullmatch(r".+ \([ -~]+\)", texts.name(name, "en"))


def test_faces_are_written_as_the_readers_script_has_them():
    assert texts.say("line.column", "zh-Hant", cards=("b2", "b3", "b6"), kind="chi", number=0, u="hu") == "吃貳叄陸 0胡"


def test_dao_say_what_counts():
    black = "碰捌捌捌 坎叁叁叁 九九玖 四五六 四五六 肆伍陆 一一壹"
    assert said(black, "chongqing_dao")[8:] == [
        "黑五道 5道，不看胡数：没有红牌", "共5道", "输家各-5分：5道×1", "赢家+10分：2×5",
    ]  # fmt: skip
    assert "地胡 也是5道：胡庄家打出的第一张牌" in said(black + " | 地胡", "chongqing_dao")
    red = said("坎贰贰贰 碰拾拾拾 二七十 一二三 一二三 叁肆伍 九九玖", "chongqing_dao")
    assert red[8:12] == ["33胡为5道", "十个红 加1道：红牌11张", "封顶 5道", "共5道"]


def test_di_and_doublings_in_words():
    red = "偎贰贰贰 偎拾拾拾 二七十 一二三 四五六 吃叁肆伍 吃九九玖 | 自摸"
    assert "底 6：(2+1)×2" in said(red, "phz_basic")
    after = [line.text() for line in scored(red, "phz_basic", zimo_mode="after_fan").lines]
    assert "底 5：2×2+1" in after
    dealt = "坎贰贰贰 坎叁叁叁 二七十 一二三 四五六 伍陆柒 九九玖 | 起手 庄 天胡"
    assert "天胡息数加倍：18息算36息，为8等" in [
        line.text() for line in scored(dealt, "phz_ping", tianhu_phz="xi_x2").lines
    ]
    lines = said("坎捌捌捌 坎叁叁叁 坎伍伍伍 坎八八八 坎九九九 坎四四四 坎五五五 | 起手 庄 天胡", "daozi")
    assert lines[8:-2] == [
        "天 翻1番：起手就胡", "黑 翻3番：没有红牌", "昆 翻1番：除了将，每列都有胡", "一共翻5番",
        "底分 5", "每家 160：5×32", "封顶 每家64",
    ]  # fmt: skip


def test_scores_can_be_copied_and_pickled():
    result = scored(SEED, "luzhou_mingtang")
    again = pickle.loads(pickle.dumps(result))  # noqa: S301
    assert again.to_dict() == copy.deepcopy(result).to_dict() == result.to_dict()


def readings(text, rules):
    hand, context = read_notation(text)
    return {(r.switch, r.value): r.paid for r in other_readings(hand, context, load_rules(rules))}


def test_readings_of_other_tables():
    text = "碰贰贰贰 碰九九九 碰一一一 三四五 六七八 吃叁肆伍 陆柒捌 | 胡九@2"  # 11 胡
    found = readings(text, "luzhou_deng")
    # 2 分 either way by the other 等 tables (max2); 等 + 1 makes 3
    assert found == {("deng_points", "plus1"): 7}
    found = readings("碰八八八 碰九九九 坎贰贰贰 二七十 一二三 叁肆伍 四五六", "luzhou_mingtang")
    assert found == {}
    found = readings("二三四 坎捌捌捌 碰叁叁叁 四五六 叁肆伍 肆伍陆 九九玖", "luzhou_mingtang")
    assert found == {("overlap", "ladder"): 36, ("overlap", "none"): 36}


def test_every_reading_has_words():
    assert set(OTHERS) <= set(READERS)
    assert all(f"switch.{name}" in OTHER for name in OTHERS)
    hand, context = read_notation("三垅 垅八八八八 垅叁叁叁叁 垅一一一一 散二七四五肆伍玖九 | 起手")
    found = other_readings(hand, context, load_rules("luzhou_deng"))
    assert [(r.switch, r.paid) for r in found if r.switch == "tianhu_dealer_only"] == [("tianhu_dealer_only", None)]
    for lang in ("zh-Hans", "zh-Hant", "en"):
        assert all(reading.text(lang) and not re.search("[{}]", reading.text(lang)) for reading in found)


def test_notes():
    hand, context = read_notation("八八捌 八九十 碰贰贰贰 一二三 叁肆伍 吃陆柒捌 吃九九玖 | 胡九@7")
    (note,) = notes(hand, context)
    assert (note.name, note.cards, note.columns) == ("kan_split", ("s8", "s8", "s8"), (0, 1))
    assert note.text() == "手里的八八八是一坎，不能拆散。"
    hand, context = read_notation("八八捌 八九十 碰贰贰贰 一二三 叁肆伍 吃陆柒捌 吃九九玖 | 胡八@2")
    assert notes(hand, context) == ()
    hand, context = read_notation("坎贰贰贰 二七十 碰八八八 坎一一一 三四五 叁肆伍 九玖玖 | 起手 庄 天胡")
    assert [note.name for note in notes(hand, context)] == ["dealt_meld"]
