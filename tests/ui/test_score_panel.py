"""The score as it is written: every rule system in its own measure, nobody named who gets nothing."""

import re
from html import unescape

import pytest
from ui_fakes import PHZ_HAND, SEED_HAND

from scorer import rule_names
from ui.catalogue import LANGUAGES, Say
from ui.edits import from_faces
from ui.score_panel import bar, named, panel
from ui.scoring import Answers, score_hand
from ui.setup import Setup
from ui.share_panel import picture_of


def words(html):
    return unescape(re.sub(r"<[^>]+>", " ", html)).split()


def cells(html):
    return re.findall(r"<td[^>]*>([^<]*)</td>", html)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("system", rule_names())
@pytest.mark.parametrize("winner", [None, 1])
def test_every_system_has_its_own_measure(system, lang, winner):
    say, setup, answers = Say(lang), Setup(system, lang=lang), Answers(winner=winner)
    hand = from_faces(PHZ_HAND if setup.rules.family == "phz" else SEED_HAND)
    result = score_hand(hand, setup, answers)
    assert result.valid
    html, steps = panel(hand, result, setup, answers, say), result.headline(lang).split()
    assert words(html)[: len(steps)] == steps
    assert words(bar(result, say)) == steps
    picture = picture_of(hand, result, setup, answers, say)
    assert picture.total == result.headline(lang)
    items = (*(result.mingtang or ()), *(result.factors or ()), *(result.dao_reasons or ()))
    worth = [result.worth(item, lang) for item in items]
    assert [number for _, number in picture.reasons] == worth
    assert all(f"<b>{number}</b>" in html for number in worth)
    assert not {"0", "+0", "-0"} & set(cells(html))
    assert ("底家" in html or "sits out" in html) == bool(result.settlement.dijia)


def test_a_title_is_not_said_twice():
    hand = from_faces(SEED_HAND)
    setup = Setup("chongqing_dao")
    picture = picture_of(hand, score_hand(hand, setup, Answers()), setup, Answers(), Say("zh-Hans"))
    assert picture.total == "18胡 → 2道"
    assert picture.reasons == (("18胡", "1道"), ("十个红+1  红牌12张", "+1道"))


def test_a_hand_that_is_no_win_has_only_its_total():
    hand = from_faces([*SEED_HAND[:-1], ("s8", "s9", "s9")])
    result = score_hand(hand, Setup("luzhou_deng"), Answers())
    assert not result.valid
    assert words(bar(result, Say("en")))[:2] == ["18", "hu"]
    assert "→" not in panel(hand, result, Setup("luzhou_deng"), Answers(), Say("en"))


def test_seats_without_points_are_not_named():
    setup = Setup("luzhou_deng", names=("A", "B", "C", "D"))
    assert named({0: 0, 1: 10, 2: 2, 3: -12}, setup, Say("en")) == [("B", 10), ("C (sits out)", 2), ("D", -12)]
