"""The questions that no photo answers; those that change no payment are not asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from ui import session
from ui.book import hand_setup
from ui.edits import dealt
from ui.scoring import (
    SPECIALS,
    as_won,
    chips,
    questions,
    ready_word,
    settled_answers,
    source_of,
    sources,
    special_of,
    with_answer,
)
from ui.setup import seat_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorer import Question
    from ui.catalogue import Say
    from ui.scoring import Answers
    from ui.setup import Setup
    from ui.state import EditHand

DEALT = frozenset({"tianhu", "dihu"})
OPENINGS = frozenset({"opening", "haidi"})
CLAIMS = (1, 2, 3, 4, 5)


def draw(hand: EditHand, setup: Setup, say: Say) -> None:
    """Ask who won, and what of the cards the photo cannot tell and the payment hangs on."""
    answers = session.answers()
    _ask("winner", say("ask.winner"), setup.playing, lambda seat: _seat(setup, seat, say), answers.winner)
    for question in questions(hand, setup, answers):
        if question.name in {"kind", "winning_column"}:
            _about_cards(question, say)


def draw_more(hand: EditHand, setup: Setup, say: Say) -> None:
    """Ask how it was won and what special happened."""
    answers = session.answers()
    names = {question.name for question in questions(hand, setup, answers)}
    if "source" in names and answers.chip in {None, "haidi"}:
        options = [source for source in sources(setup.rules) if answers.chip != "haidi" or source != "discard"]
        _ask(
            "source", say("ask.source"), options, lambda source: say(f"ask.source.{source}"), source_of(setup, answers)
        )
    special = answers.chip if answers.chip in SPECIALS else special_of(hand, setup, answers)
    if names & OPENINGS or answers.chip is not None or special is not None:
        _ask(
            "chip",
            say("ask.chips"),
            [chip for chip in chips(setup, answers) if chip not in SPECIALS or chip == special],
            lambda chip: _chip(chip, setup, say),
            answers.chip,
            required=False,
        )
    if setup.rules.options.fangpao == "discarder" and source_of(setup, answers) == "discard":
        draw_discarder(setup, answers, say)
    if setup.rules.family == "dao":
        _ask(
            "claimed", say("ask.claimed"), CLAIMS, lambda n: say("score.dao", number=n), answers.claimed, required=False
        )
    for name in ("bao", "piao"):
        if name in names or getattr(answers, name):
            st.session_state[f"ask-{name}"] = getattr(answers, name)
            word = ready_word(setup.rules) if name == "bao" else name
            st.checkbox(say(f"chip.{word}"), key=f"ask-{name}", on_change=_answered, args=(name,))


def _chip(chip: str, setup: Setup, say: Say) -> str:
    """Name what happened; 三垅 is 三提, and 五坎 四坎, where the rules say so."""
    kinds, number = setup.rules.kinds, say(f"number.{setup.rules.options.kan_needed}")
    names = {name: say(f"kind.{kinds.get(name, name)}") for name in ("long", "kan")}
    return say(f"chip.{chip}", number=number, **names)


def draw_discarder(setup: Setup, answers: Answers, say: Say) -> None:
    """Ask who played the winning card."""
    seats = [seat for seat in setup.playing if seat != answers.winner]
    _ask(
        "discarder",
        say("ask.discarder"),
        seats,
        lambda seat: seat_name(setup, seat, say),
        answers.discarder,
        required=False,
    )


def _seat(setup: Setup, seat: int, say: Say) -> str:
    name = seat_name(setup, seat, say)
    return say("ask.winner.dealer", name=name) if seat == setup.dealer else name


def _about_cards(question: Question, say: Say) -> None:
    """One question of the scorer's as a row of answers; it is gone once answered."""
    kinds = hand_setup().rules.kinds
    words = {
        answer.value: say(f"kind.{kinds.get(answer.value, answer.value)}")
        if question.name == "kind"
        else answer.text(say.lang)
        for answer in question.answers
    }
    key = f"ask-{question.name}-{question.column}"
    st.session_state[key] = None
    with st.container(key=f"asked-{question.name}-{question.column}"):
        st.segmented_control(
            question.text(say.lang),
            tuple(words),
            format_func=words.__getitem__,
            key=key,
            on_change=_told,
            args=(question, key),
        )


def _told(question: Question, key: str) -> None:
    value = st.session_state[key]
    if value is None:
        return
    hand, answers = with_answer(session.history().now, hand_setup(), session.answers(), question, value)
    session.edit(hand)
    session.answer(answers)


def _ask(
    name: str,
    label: str,
    options: Sequence[Any],
    show: Callable[[Any], str],
    now: object,
    *,
    required: bool = True,
) -> None:
    key = f"ask-{name}"
    st.session_state[key] = now if now in options else None
    st.segmented_control(
        label,
        options,
        required=required and now is not None,
        format_func=show,
        key=key,
        on_change=_answered,
        args=(name,),
    )


def _answered(name: str) -> None:
    new: Any = {name: st.session_state[f"ask-{name}"]}
    if name == "chip" and new[name] in DEALT and hand_setup().rules.family != "phz":
        session.edit(dealt(session.history().now, but_won=new[name] == "dihu"))
    setup, before = hand_setup(), session.answers()
    answers = settled_answers(setup, replace(before, **new))
    if source_of(setup, answers) != source_of(setup, before):
        session.edit(as_won(session.history().now, setup, answers))
    session.answer(answers)
