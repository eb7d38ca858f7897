"""三垅 and 五坎: asked where that would pay, scored with what is left counted loose, recorded and opened again."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scorer import parse_case, score
from ui.edits import add_column
from ui.played import reopened, won_round
from ui.scoring import Answers, hu_by_place, score_hand, special_of, to_hand
from ui.setup import Setup
from ui.state import EditHand

CASES = json.loads((Path(__file__).parents[1] / "scorer" / "cases.json").read_text(encoding="utf-8"))["cases"]
CASE = next(case for case in CASES if case.get("special") == "3long" and case["system"] == "luzhou_deng")
SETUP = Setup("luzhou_deng")


@pytest.fixture
def case():
    """The documents' own 三垅, laid out as a player does: quads, and the rest in threes as it comes."""
    told, context, _ = parse_case(CASE, SETUP.rules)
    hand = EditHand()
    for column in told.columns:
        hand = add_column(hand, column.tiles)
    for place in range(0, len(told.loose), 3):
        hand = add_column(hand, told.loose[place : place + 3])
    return hand, replace(Answers(), winner=0 if context.winner_is_dealer else 1)


def test_it_is_offered_and_scored_as_the_documents_do(case):
    hand, answers = case
    assert not score_hand(hand, SETUP, answers).valid
    assert special_of(hand, SETUP, answers) == "3long"
    told = replace(answers, chip="3long")
    result = score_hand(hand, SETUP, told)
    assert result.valid, [fault.text() for fault in result.errors]
    assert result.hu_total == CASE["expect_full"]["hu_total"]
    assert result.settlement.winner == CASE["expect_full"]["settlement"]["winner"]
    assert list(hu_by_place(result, hand, told).values()) == CASE["expect_full"]["hu"]


def test_it_is_not_offered_where_nothing_is_dealt(case):
    hand, answers = case
    fewer = replace(hand, columns=hand.columns[1:])
    assert special_of(fewer, SETUP, answers) is None
    told = replace(hand, columns=tuple(replace(c, kind="zhao", told=True) for c in hand.columns[:3]) + hand.columns[3:])
    assert special_of(told, SETUP, answers) is None


def test_it_is_recorded_and_opened_again(case):
    hand, answers = case
    told = replace(answers, chip="3long")
    played = won_round(hand, None, SETUP, told, "zh-Hans")
    assert played.hand["special"] == "3long"
    again, found = reopened(played, SETUP)
    assert found.chip == "3long"
    assert score(to_hand(again, found), score_hand(hand, SETUP, told).context, SETUP.rules).settlement == (
        score_hand(hand, SETUP, told).settlement
    )


def test_the_page_asks_for_it(app, case):
    from test_page import panel, pill

    hand, _ = case
    app.session_state["history"] = type(app.session_state["history"])(hand)
    app.run()
    pill(app, "ask-winner").set_value(case[1].winner).run()
    chips = pill(app, "ask-chip")
    assert "起手三垅" in chips.options
    chips.set_value("3long").run()
    assert not app.exception
    assert 'data-valid="true"' in panel(app)
    app.button(key="record").click().run()
    app.button(key="share-hand-button").click().run()
    assert not app.exception
