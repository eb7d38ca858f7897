"""Hands worked out by hand from the rules; every name of the rule files has such a hand and one that lacks it."""

import tomllib
from pathlib import Path

import pytest
from scorer_hands import scored

from scorer import load_rules, rule_names
from scorer.rules import RULESETS

HANDS = tomllib.loads((Path(__file__).parent / "worked_hands.toml").read_text(encoding="utf-8"))["hand"]
WINS = [hand for hand in HANDS if "errors" not in hand]
NO_WINS = [hand for hand in HANDS if "errors" in hand]


def result_of(hand):
    return scored(hand["text"], hand["rules"], **hand.get("options", {}))


def counted(result):
    """What counts, with its number: 名堂, 花样 or 道子, factors, and what makes 道 besides the stairs."""
    items = (*(result.mingtang or ()), *(result.factors or ()), *(result.dao_reasons or ())[1:])
    return {item.name: item.fan for item in items}


@pytest.mark.parametrize("hand", WINS, ids=[f"{hand['rules']}-{hand['why']}" for hand in WINS])
def test_a_worked_hand(hand):
    result = result_of(hand)
    assert [fault.name for fault in result.errors] == []
    assert result.hu_total == hand["hu"]
    assert counted(result) == hand["names"]
    paid = result.settlement
    assert [paid.winner, paid.loser_each, paid.dijia] == hand["pay"]
    assert {name: getattr(result, name) for name in hand.get("more", {})} == hand.get("more", {})
    assert not set(hand.get("lacks", ())) & {name.partition("+")[0] for name in hand["names"]}


@pytest.mark.parametrize("hand", NO_WINS, ids=[f"{hand['rules']}-{hand['why']}" for hand in NO_WINS])
def test_a_worked_hand_that_is_no_win(hand):
    result = result_of(hand)
    assert [fault.name for fault in result.errors] == hand["errors"]
    assert (result.valid, result.hu_total, result.settlement) == (False, hand["hu"], None)
    if "foul" in hand:
        assert [result.foul.each, result.foul.players] == hand["foul"]


def test_every_worked_hand_names_its_paragraph():
    assert all("§" in hand["why"] or hand["why"].startswith("A") for hand in HANDS)
    assert {hand["rules"] for hand in HANDS} == set(rule_names())


def written_names():
    """Each name that a rule file gives a 番, a factor or a 道, with the file that does."""
    for name in rule_names():
        raw = tomllib.loads((RULESETS / f"{name}.toml").read_text(encoding="utf-8"))
        entries = {**raw.get("fan", {}), **raw.get("factor", {})}
        family = load_rules(name).family
        if family != "mingtang" and name != "luzhou_deng_plain":  # tested line by line; counts no factor
            yield from ((name, entry) for entry in entries)


def names_said(result):
    drawn = {"黄番"} if any(line.kind == "drawn_deals" for line in result.lines) else set()
    return drawn | {name.partition("+")[0] for name in counted(result)}


@pytest.mark.parametrize(("system", "name"), list(written_names()))
def test_every_name_of_the_rule_files_has_a_hand_and_one_that_lacks_it(system, name):
    wins = [hand for hand in WINS if hand["rules"] == system]
    assert any(name in names_said(result_of(hand)) for hand in wins)
    assert any(name in hand.get("lacks", ()) for hand in wins)
