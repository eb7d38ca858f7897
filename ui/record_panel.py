"""Write the hand on the page into the ledger: one button, however often it is tapped."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from ui import book, decks, session
from ui.book import Noted
from ui.catalogue import Say
from ui.played import foul_round, won_round
from ui.scoring import score_hand
from ui.setup import seat_name
from ui.state import EditHand

if TYPE_CHECKING:
    from ledger import Evening, Round
    from scorer import Score
    from ui.scoring import Answers
    from ui.setup import Setup


def draw(hand: EditHand, result: Score | None, setup: Setup, say: Say) -> None:
    """Show the button to record the hand, or what it was recorded as and the way on to the next."""
    answers = session.answers()
    done = book.noted()
    played = _played(hand, setup, answers, say)
    with st.container(key="record-box", gap="small"):
        if done is not None:
            _done(done, played, say)
            return
        if played is None:
            _not_yet(result, setup, answers, say)
            return
        if session.photo() is not None:
            st.checkbox(say("record.keep_photo"), key="keep-photo")
        st.button(say("record.button"), key="record", type="primary", on_click=_record, width="stretch")


def _played(hand: EditHand, setup: Setup, answers: Answers, say: Say) -> Round | None:
    return won_round(hand, session.seen(), setup, answers, say.lang)


def _not_yet(result: Score | None, setup: Setup, answers: Answers, say: Say) -> None:
    """Say what is missing, or offer to record a foul whose price the rules name."""
    if result is None:
        return
    if result.valid:
        st.caption(say("record.who" if answers.winner is None else "record.discarder"))
    elif result.foul is not None and result.foul.each is not None and answers.winner is not None:
        name = seat_name(setup, answers.winner, say)
        st.button(say("record.foul", name=name), key="record-foul", on_click=_record_foul, width="stretch")


def _done(done: Noted, played: Round | None, say: Say) -> None:
    found = book.follow(say)
    there = None if found is None else found.find(done.key)
    if there is None:
        st.warning(say("record.gone"))
    else:
        st.success(say("record.done", number=there.number))
        if played is not None and replace(played, seen=there.round.seen, score=there.round.score) != there.round:
            words = say("record.change", number=there.number)
            st.button(words, key="record-change", type="primary", on_click=_change, width="stretch")
    _lesson(say)
    st.button(say("record.next"), key="next-hand", on_click=_next, width="stretch")


def _lesson(say: Say) -> None:
    """Say what the deck has learned from the hand; it can be taken back, whatever becomes of the round."""
    taught = decks.lesson()
    if taught is not None:
        with st.container(key="lesson", horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(say("deck.learned", name=taught.deck.name, number=taught.count))
            st.button(say("deck.unlearn"), key="unlearn", on_click=decks.unlearn, args=(say,))


def _record() -> None:
    setup = book.hand_setup()
    say = Say(setup.lang)
    played = _played(session.history().now, setup, session.answers(), say)
    photo = session.photo()
    kept = photo.jpeg if photo is not None and st.session_state.get("keep-photo") else None
    if played is not None and _write(played, say, kept):
        decks.teach(session.history().now, say)


def _record_foul() -> None:
    setup, answers = book.hand_setup(), session.answers()
    result = score_hand(session.history().now, setup, answers)
    if result is not None and result.foul is not None and result.foul.each is not None and answers.winner is not None:
        _write(foul_round(setup, answers.winner, result.foul.each, result), Say(setup.lang), None)


def _write(played: Round, say: Say, photo: bytes | None) -> bool:
    """Write it down; whether that was new."""
    key = book.round_key()
    there = book.follow(say)
    fresh = there is None or there.find(key) is None
    return book.trying(say, lambda: _note(book.record(played, key, say, photo), key)) and fresh


def _change() -> None:
    setup, done = book.hand_setup(), book.noted()
    say = Say(setup.lang)
    played = _played(session.history().now, setup, session.answers(), say)
    if played is None or done is None:
        return

    def change() -> None:
        kept = replace(played, seen=done.played.seen)
        found = book.book().edit(done.key, kept, revision=done.revision)
        book.settle_dealer(found)
        _note(found, done.key)

    if book.trying(say, change):
        decks.teach(session.history().now, say)


def _note(found: Evening, key: str) -> None:
    there = found.find(key)
    if there is not None:
        book.set_noted(Noted(key, there.round.dealer, there.revision, there.round))


def _next() -> None:
    session.start(EditHand(), None)
