"""Where the winning tile comes from when nobody says so, and what it then completes (rules.md §1.1, §6, §12)."""

import json
from pathlib import Path

import pytest

from scorer import (
    RulesError,
    WinContext,
    better_layout,
    load_rules,
    open_questions,
    parse_case,
    read_notation,
    rule_names,
    score,
    usual_source,
    waits,
    won_kind,
)

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))["cases"]
PHZ = [name for name in rule_names() if name.startswith("phz")]
PHZ_HAND = "偎贰贰贰 偎叁叁叁 偎玖玖玖 一二三 四五六 吃伍陆柒 吃八八捌"


@pytest.mark.parametrize("name", rule_names())
def test_the_rule_file_says_the_usual_source(name):
    rules = load_rules(name)
    assert rules.source == usual_source(WinContext(), rules) == ("other_draw" if name in PHZ else "discard")


@pytest.mark.parametrize("name", PHZ)
def test_paohuzi_wins_on_a_turned_card_unless_told(name):
    hand, context = read_notation(PHZ_HAND)
    result = score(hand, context, load_rules(name))
    assert result.valid
    assert result.context.source == "other_draw"
    # 6 + 6 + 6 + 3 = 21 息, 3 等
    assert (result.hu_total, result.deng, result.zimo) == (21, 3, False)


def test_a_hand_of_json_without_source():
    case = next(case for case in CASES if case["id"] == "PZ-06")
    assert score(*parse_case({**case, "source": None})).to_dict() == score(*parse_case(case)).to_dict()


def test_waits_take_the_usual_source():
    hand, context = read_notation("偎贰贰贰 偎叁叁叁 碰八八八 二七十 一二三 四五六 散九九")
    found = waits(hand.loose, hand.columns, context, load_rules("phz_ping"))
    assert [wait.tile for wait in found] == ["s8", "s9", "b2", "b3", "b9"]


def test_the_helpers_take_the_usual_source():
    rules = load_rules("phz_ping")
    hand, context = read_notation(PHZ_HAND)
    assert better_layout(hand, context, rules) is None
    (source,) = open_questions(hand, context, rules, frozenset({"kind", "winning_column", "opening"}))
    # (3 + 1) and 3 from each of two
    assert {answer.value: answer.paid for answer in source.answers} == {"self_draw": 8, "other_draw": 6}


@pytest.mark.parametrize(
    ("told", "name", "source"),
    [
        ("庄 天胡", "luzhou_deng", "dealt"),
        ("海底", "luzhou_mingtang", "other_draw"),
        ("地胡", "luzhou_deng", "discard"),
        ("庄 回龙", "chongqing_dao", "discard"),
        ("漂", "daozi", "other_draw"),
        ("漂", "luzhou_deng", "discard"),
        ("庄 天胡", "phz_ping", "dealt"),
        ("海底", "phz_half", "other_draw"),
        ("自摸 海底", "luzhou_mingtang", "self_draw"),
    ],
)
def test_what_happened_says_the_source(told, name, source):
    hand, context = read_notation("坎贰贰贰 二七十 坎八八八 一二三 三四五 叁肆伍 九玖玖 | " + told)
    result = score(hand, context, load_rules(name))
    assert result.valid
    assert result.context.source == source


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('extends = "phz_ping"\nsource = "discard"\n', "source"),
        ('extends = "luzhou_deng"\nsource = "dealt"\n', "source"),
        ('extends = "luzhou_deng"\nsource = ["discard"]\n', "source"),
    ],
)
def test_a_house_cannot_name_an_impossible_source(tmp_path, text, key):
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match=key):
        load_rules(path)


def test_a_house_names_its_own_source(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('extends = "phz_ping"\nsource = "self_draw"\n', encoding="utf-8")
    result = score(*read_notation(PHZ_HAND), load_rules(path))
    assert result.zimo


@pytest.mark.parametrize(
    ("rules", "source", "kind", "won"),
    [
        ("luzhou_deng", "discard", "kan", "peng"),
        ("luzhou_deng", "self_draw", "kan", "peng"),
        ("luzhou_deng", "self_draw", "long", "zhao"),
        ("luzhou_deng", "dealt", "kan", "kan"),
        ("luzhou_deng", "discard", "chi", "chi"),
        ("phz_ping", "other_draw", "wei", "peng"),
        ("phz_ping", "other_draw", "chouwei", "peng"),
        ("phz_ping", "other_draw", "kan", "peng"),
        ("phz_ping", "other_draw", "ti", "pao"),
        ("phz_ping", "other_draw", "peng", "peng"),
        ("phz_ping", "self_draw", "peng", "wei"),
        ("phz_ping", "self_draw", "wei", "wei"),
        ("phz_ping", "self_draw", "ti", "ti"),
        ("phz_ping", "self_draw", "pao", "pao"),
    ],
)
def test_what_the_winning_tile_completes(rules, source, kind, won):
    assert won_kind(kind, source, load_rules(rules)) == won


def test_the_question_of_the_source_turns_a_wei_into_a_peng():
    rules = load_rules("phz_ping")
    hand, context = read_notation(PHZ_HAND + " | 胡玖@3 自摸")
    found = open_questions(hand, context, rules, frozenset({"kind", "winning_column", "opening"}))
    # self-drawn: 偎 6, 21 息, 3 等 + 1; turned by another: 碰 3, 18 息, 2 等 (as PZ-09)
    (source,) = [question for question in found if question.name == "source"]
    assert {answer.value: answer.paid for answer in source.answers} == {"self_draw": 8, "other_draw": 4}
    kinds = {answer.value: answer.hand.columns[2].type for answer in source.answers}
    assert kinds == {"self_draw": "wei", "other_draw": "peng"}
