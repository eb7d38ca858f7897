"""Whatever columns a hand has, the helpers around the score answer or refuse by name."""

from hypothesis import given, settings
from hypothesis import strategies as st
from scorer_hands import UNHURRIED

from scorer import (
    Column,
    Hand,
    WinContext,
    better_layout,
    load_rules,
    notes,
    open_questions,
    other_readings,
    rule_names,
    score,
    waits,
)  # fmt: skip
from scorer.columns import KIND_SHAPES, LEGAL_COLUMNS
from scorer.faces import FACES
from scorer.hand import SOURCES

tiles = st.sampled_from(LEGAL_COLUMNS) | st.lists(st.sampled_from(FACES), max_size=5).map(tuple)
columns = st.builds(Column, tiles, st.sampled_from(sorted(KIND_SHAPES)), st.booleans())
hands = st.builds(
    Hand,
    st.lists(columns, max_size=8).map(tuple),
    st.sampled_from((None, None, None, "3long", "5kan")),
    st.just(()) | st.lists(st.sampled_from(FACES), max_size=5).map(tuple),
)
contexts = st.builds(
    WinContext,
    winning_tile=st.none() | st.sampled_from(FACES),
    winning_column=st.none() | st.integers(0, 8),
    source=st.sampled_from(SOURCES),
    winner_is_dealer=st.booleans(),
    tianhu=st.booleans(),
    haidi=st.booleans(),
)
rules = st.sampled_from(rule_names()).map(load_rules)


@given(hands, contexts, rules)
@settings(UNHURRIED, max_examples=200)
def test_any_hand(hand, context, rule_set):
    better = better_layout(hand, context, rule_set)
    if better is not None:
        now = score(hand, context, rule_set)
        assert better.score.valid
        assert sorted(better.hand.tiles) == sorted(hand.tiles)
        assert now.settlement is None or better.paid > now.settlement.winner
    for reading in other_readings(hand, context, rule_set):
        assert reading.text("en")
    for note in notes(hand, context):
        assert note.text("zh-Hant")
    for question in open_questions(hand, context, rule_set, frozenset({"source"})):
        assert len(question.answers) > 1


@given(st.lists(st.sampled_from(FACES), max_size=23).map(tuple), st.lists(columns, max_size=4).map(tuple), rules)
@settings(UNHURRIED, max_examples=100)
def test_any_tiles_wait_for_something_or_nothing(concealed, fixed, rule_set):
    for wait in waits(concealed, fixed, WinContext(source="other_draw"), rule_set):
        assert wait.best.score.valid
        assert 0 <= wait.live <= 4
