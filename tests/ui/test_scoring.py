"""Answers, questions and payments by seat: what the page computes without Streamlit."""

from dataclasses import replace

import pytest
from ui_fakes import PHZ_HAND, SEED_HAND

from scorer.result import Foul, Settlement
from ui.edits import add_column, arranged, delete_card, from_faces, set_kind, set_winning
from ui.scoring import (
    Answers,
    as_won,
    better,
    chips,
    context_of,
    covered,
    doubts,
    questions,
    score_hand,
    settled_answers,
    source_of,
    waiting,
    with_answer,
)
from ui.seats import foul_payments, payments
from ui.setup import Setup, from_query, to_query
from ui.state import BACK, EditHand

DENG, MINGTANG, DAO, PHZ = (Setup(name) for name in ("luzhou_deng", "luzhou_mingtang", "chongqing_dao", "phz_half"))


def seed_hand():
    return from_faces(SEED_HAND)


@pytest.mark.parametrize(("chip", "dealer"), [("dihu", 1), ("huilong", 0)])
@pytest.mark.parametrize("system", ["luzhou_deng", "luzhou_mingtang", "chongqing_dao", "phz_half", "daozi"])
@pytest.mark.parametrize("source", [None, "discard", "self_draw", "other_draw"])
def test_a_chip_never_contradicts_the_source(chip, dealer, system, source):
    setup = Setup(system, dealer=dealer)
    answers = settled_answers(setup, Answers(winner=0, source=source, chip=chip))
    assert answers.chip == chip
    result = score_hand(seed_hand(), setup, answers)
    names = {fault.key for fault in result.errors}
    assert not {name for name in names if "discard" in name or "dealer" in name or "haidi" in name}


@pytest.mark.parametrize("source", [None, "discard", "self_draw", "other_draw"])
def test_the_last_card_is_drawn(source):
    answers = settled_answers(MINGTANG, Answers(winner=1, source=source, chip="haidi"))
    assert source_of(MINGTANG, answers) in {"self_draw", "other_draw"}


def test_a_chip_goes_when_the_winner_cannot_have_it():
    answers = settled_answers(DENG, Answers(winner=1, chip="dihu"))
    assert answers.chip == "dihu"
    assert settled_answers(DENG, replace(answers, winner=0)).chip is None
    assert "tianhu" in chips(DENG, Answers(winner=0))
    assert settled_answers(DENG, Answers(winner=2)).winner is None, "the seat that sits out cannot win"


def test_the_discarder_is_a_loser_of_a_discard():
    assert settled_answers(DENG, Answers(winner=1, discarder=0)).discarder == 0
    assert settled_answers(DENG, Answers(winner=1, discarder=1)).discarder is None
    assert settled_answers(DENG, Answers(winner=1, discarder=0, source="self_draw")).discarder is None


def test_next_seat_is_known_from_the_table():
    assert context_of(seed_hand(), DENG, Answers(winner=1)).winner_is_next is True
    assert context_of(seed_hand(), DENG, Answers(winner=3)).winner_is_next is False
    assert context_of(seed_hand(), DENG, Answers()).winner_is_next is None


def test_questions_are_asked_until_told():
    hand = set_kind(from_faces([["b2"] * 3, *SEED_HAND[1:]]), 0, "kan")
    names = {(q.name, q.column) for q in questions(seed_hand(), DENG, Answers())}
    asked = {q.name for q in questions(hand, DAO, Answers())}
    assert ("opening", None) in names
    for question in questions(seed_hand(), DAO, Answers()):
        if question.name == "kind":
            told, answers = with_answer(seed_hand(), DAO, Answers(), question, question.answers[0].value)
            left = {(q.name, q.column) for q in questions(told, DAO, answers)}
            assert (question.name, question.column) not in left
    assert "kind" not in {q.name for q in questions(_all_told(seed_hand()), DENG, Answers(elsewhere=True))}
    assert asked


def _all_told(hand):
    return replace(hand, columns=tuple(replace(column, told=True) for column in hand.columns))


def test_the_winning_column_is_answered_with_a_tap():
    hand = from_faces(
        [
            ["s3"] * 3,
            ["s5"] * 4,
            ["s7", "s7", "b7"],
            ["s10", "s10", "b10"],
            ["s2", "s3", "s4"],
            ["b1", "b2", "b3"],
            ["b9", "b9"],
        ]
    )
    question = next(q for q in questions(hand, DENG, Answers()) if q.name == "winning_column")
    told, answers = with_answer(hand, DENG, Answers(), question, "0")
    assert told.columns[0].kind == "peng"
    assert told.winning in {card.id for card in told.columns[0].cards}
    assert "winning_column" not in {q.name for q in questions(told, DENG, answers)}
    told, answers = with_answer(told, DENG, answers, question, "elsewhere")
    assert (told.winning, answers.elsewhere) == (None, True)


def test_nothing_is_scored_or_asked_of_no_hand():
    assert score_hand(EditHand(), DENG, Answers()) is None
    assert questions(EditHand(), DENG, Answers()) == ()
    assert better(EditHand(), DENG, Answers()) is None
    hidden = from_faces([[BACK] * 3])
    assert covered(hidden)
    assert score_hand(hidden, DENG, Answers()) is None
    assert waiting(hidden, DENG, Answers()) is None


def test_a_better_layout_is_found_and_can_be_taken():
    hand = EditHand()
    for faces in (["b9"] * 3, ["s4", "s5", "s6"], ["b4", "b5", "b6"]):
        hand = add_column(hand, faces, exposed=True)
    for faces in (["b1", "b2", "b3"], ["s1", "s1", "b1"], ["s2", "s2", "b2"], ["s3", "s3", "b3"]):
        hand = add_column(hand, faces)
    assert not score_hand(hand, DENG, Answers()).valid
    best = better(hand, DENG, Answers())
    taken = arranged(hand, [(c.tiles, c.type, c.exposed) for c in best.hand.columns])
    assert score_hand(taken, DENG, Answers()).hu_total == best.score.hu_total == 21
    assert better(taken, DENG, Answers()) is None
    assert better(seed_hand(), DENG, Answers()) is None


def test_waits_of_twenty_cards():
    hand = EditHand()
    for place, faces in enumerate(SEED_HAND):
        hand = add_column(hand, faces, exposed=place < 5)
    hand = delete_card(hand, hand.cards[-1].id)
    found = waiting(hand, DENG, Answers(winner=0, chip="tianhu"))
    assert {wait.tile for wait in found} >= {"s10"}
    assert all(0 <= wait.live <= 4 for wait in found)
    assert waiting(seed_hand(), DENG, Answers()) is None
    typed = delete_card(seed_hand(), seed_hand().cards[-1].id)
    assert "s10" in {wait.tile for wait in waiting(typed, DENG, Answers())}, "as laid, three 七 need no 坎"


def test_doubtful_rules_say_what_they_pay():
    assert all(reading.text("en") for reading in doubts(seed_hand(), DENG, Answers()))


def test_payments_by_seat_sum_to_nothing():
    paid = Settlement(10, -6, 2)
    points = payments(paid, DENG, Answers(winner=1))
    assert points == {0: -6, 1: 10, 2: 2, 3: -6}
    assert payments(paid, DENG, Answers()) is None
    all_on_one = Settlement(10, 0, 2, 2, -12)
    assert payments(all_on_one, DENG, Answers(winner=1)) is None
    assert payments(all_on_one, DENG, Answers(winner=1, discarder=3)) == {0: 0, 1: 10, 2: 2, 3: -12}
    two = replace(DENG, players=2)
    assert payments(Settlement(4, -4, 0, 1), two, Answers(winner=0)) == {0: 4, 1: -4}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_foul_is_made_good_to_everybody(players):
    points = foul_payments(Foul(("D",), 2, 3), DAO.with_players(players), 0)
    assert sum(points.values()) == 0
    assert points[0] == -2 * (players - 1)
    assert foul_payments(Foul(("D",), None, 3), DAO, 0) is None
    assert foul_payments(Foul(("D",), 2, 3), DAO, None) is None


def test_the_table_survives_a_reload():
    setup = Setup("luzhou_mingtang", 3, "en", ("A", "", "C", ""), 2)
    assert from_query(to_query(setup), ["luzhou_deng", "luzhou_mingtang"], "zh-Hans") == setup
    assert setup.with_players(2).dealer == 0


def test_equal_cards_of_paohuzi_are_scored():
    hand = set_winning(seed_hand(), seed_hand().columns[0].cards[0].id, "self_draw", PHZ.rules)
    assert score_hand(hand, PHZ, Answers(winner=0, source="self_draw")) is not None


def test_the_answer_wei_is_taken():
    hand = from_faces(PHZ_HAND)
    first = replace(hand.columns[0], kind="peng", exposed=True)
    hand = replace(hand, columns=(first, *hand.columns[1:]))
    asked = [q for q in questions(hand, PHZ, Answers()) if q.name == "kind"]
    (question,) = [q for q in asked if q.column == 0]
    assert "wei" in {answer.value for answer in question.answers}
    told, _ = with_answer(hand, PHZ, Answers(), question, "wei")
    assert (told.columns[0].kind, told.columns[0].told) == ("kan", True)


def test_another_source_makes_another_column_of_the_winning_card():
    hand = set_winning(seed_hand(), seed_hand().columns[0].cards[0].id, "other_draw", PHZ.rules)
    assert hand.columns[0].kind == "peng"
    assert as_won(hand, PHZ, Answers(source="self_draw")).columns[0].kind == "kan"
    assert as_won(seed_hand(), PHZ, Answers(source="self_draw")) == seed_hand()
