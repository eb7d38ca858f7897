"""The questions that no photo answers; those that change no payment are not asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from ui import session
from ui.scoring import SOURCES, Answers, source_matters, winning_matters

if TYPE_CHECKING:
    from ui.catalogue import Say
    from ui.setup import Setup
    from ui.state import EditHand


def draw(hand: EditHand, setup: Setup, say: Say) -> None:
    """Who won, how, and what special happened."""
    answers = session.answers()
    if winning_matters(hand, setup, answers):
        st.info(say("ask.winning"))
    st.session_state.setdefault("ask-dealer", answers.dealer)
    st.segmented_control(
        say("ask.dealer"),
        (False, True),
        required=True,
        format_func=lambda dealer: say("ask.dealer.yes" if dealer else "ask.dealer.no"),
        key="ask-dealer",
        on_change=_answered,
    )
    if source_matters(hand, setup, answers):
        st.session_state.setdefault("ask-source", answers.source)
        st.segmented_control(
            say("ask.source"),
            SOURCES,
            required=True,
            format_func=lambda source: say(f"ask.source.{source}"),
            key="ask-source",
            on_change=_answered,
        )
    st.pills(
        say("ask.chips"),
        answers.possible_chips,
        format_func=lambda chip: say(f"chip.{chip}"),
        key=f"ask-chip-{answers.dealer}",
        on_change=_answered,
    )


def _answered() -> None:
    old = session.answers()
    dealer = bool(st.session_state.get("ask-dealer", old.dealer))
    source = st.session_state.get("ask-source", old.source)
    session.answer(Answers(dealer, source, st.session_state.get(f"ask-chip-{dealer}")))
