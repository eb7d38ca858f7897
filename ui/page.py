"""The one page: photo, cards, questions, score, in the order a player needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st
from PIL import Image, ImageDraw

from ui import (
    book,
    cards,
    deck_line,
    decks,
    decks_page,
    drafts,
    evening_page,
    pad_sheet,
    picker,
    picture,
    questions,
    record_panel,
    score_panel,
    session,
    share_panel,
    table,
    upload,
)
from ui.catalogue import Say
from ui.scanning import ABOUT_PHOTO
from ui.scoring import hu_by_place, score_hand
from ui.scoring import questions as open_questions
from ui.style import BLACK, RED, style_sheet
from vision.states import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ui.setup import Setup
    from ui.state import EditHand


VIEWS = ("hand", "evening", "decks")


def page() -> None:
    """Draw everything from what the session remembers."""
    drafts.restore()
    setup = table.current()
    say = Say(setup.lang)
    st.set_page_config(page_title=say("app.title"), page_icon=_icon(), layout="centered")
    st.html(style_sheet(say))
    found = book.follow(say)
    view = _view(say)
    known = decks.entries()
    names = {entry.id: entry.name for entry in known}
    table.draw(table.current(), names, say)
    if trouble := session.notice():
        st.error(trouble)
    if view == "evening":
        evening_page.draw(found, table.current(), say)
    elif view == "decks":
        decks_page.draw(known, say)
    else:
        if not session.typing():
            upload.draw(say)
        upload.again(say)
        _hand(book.hand_setup(), names, say)
    drafts.keep()
    _mark()
    decks.get_ready(table.current())


def _mark() -> None:
    """Leave a mark by which whoever drives the page sees that it has answered: how often, and to how many photos."""
    runs = st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    st.html(f'<span hidden data-run="{runs}" data-photos="{st.session_state.get("photos", 0)}"></span>')


def _view(say: Say) -> str:
    st.session_state.setdefault("view", VIEWS[0])
    if st.session_state["view"] is None:
        st.session_state["view"] = VIEWS[0]
    view = st.segmented_control(
        say("app.title"),
        VIEWS,
        required=True,
        format_func=lambda name: say(f"view.{name}"),
        key="view",
        label_visibility="collapsed",
        width="stretch",
    )
    return str(view)


def _hand(setup: Setup, decks: Mapping[str, str], say: Say) -> None:
    hand = session.history().now
    photo = session.photo()
    if photo is not None:
        picture.draw(photo, hand, say)
        deck_line.draw(hand, setup, decks, say)
        _warnings(hand, say)
    if photo is None and not session.history().past and not hand.columns and not session.typing():
        _start(say)
        return
    if session.typing():
        pad_sheet.draw(hand, setup.rules, say)
        _tools(say)
    answers = session.answers()
    result = score_hand(hand, setup, answers)
    hu = hu_by_place(result, hand, answers)
    asked = frozenset(q.column for q in open_questions(hand, setup, answers) if q.column is not None)
    cards.draw(hand, hu, asked, setup.rules, say)
    if not session.typing():
        _tools(say)
    if hand.columns:
        questions.draw(hand, setup, say)
    score_panel.draw(hand, result, setup, say)
    if hand.columns:
        questions.draw_more(hand, setup, say)
        record_panel.draw(hand, result, setup, say)
        if result is not None and result.valid:
            share_panel.hand(hand, result, setup, answers, say)
    picker.draw(hand, say)


def _start(say: Say) -> None:
    """Say what to do; offer the evening that is going on, and the pad."""
    st.markdown(say("start.hint"))
    going = book.recent() if "evening" not in st.query_params else None
    if going is not None:
        words = say("start.continue", names=" ".join(going.seats), rounds=going.rounds)
        st.button(words, key="continue", on_click=_join, args=(going.id,), width="stretch")
    st.button(say("start.manual"), on_click=session.set_typing, kwargs={"on": True}, key="manual", width="stretch")


def _join(evening_id: str) -> None:
    say = Say(table.current().lang)
    book.trying(say, lambda: book.join(book.book().evening(evening_id), say))


def _warnings(hand: EditHand, say: Say) -> None:
    """Say what is wrong with the photo, and that amber cards want a look, until there are none."""
    doubtful = any(card.doubtful for card in hand.cards)
    names = [name.split(":")[0] for name in session.warnings()]
    lines = [sentence(name, say.lang) for name in dict.fromkeys(names) if name in ABOUT_PHOTO]
    if doubtful:
        lines.append(sentence("ambiguous", say.lang) if "ambiguous" in names else say("hand.doubtful"))
    if lines:
        st.caption("  \n".join(lines))


def _tools(say: Say) -> None:
    """Undo, redo, and the pad open or shut; under the open pad, so that they stay in sight while typing."""
    history, typing = session.history(), session.typing()
    with st.container(key="tools", horizontal=True, gap="xsmall"):
        st.button(say("tools.undo"), key="undo", on_click=session.undo, disabled=not history.past, shortcut="Ctrl+Z")
        st.button(say("tools.redo"), key="redo", on_click=session.redo, disabled=not history.future, shortcut="Ctrl+Y")
        words, key = ("pad.done", "pad-done") if typing else ("tools.add_column", "add-column")
        st.button(say(words), key=key, on_click=session.set_typing, kwargs={"on": not typing})


@st.cache_resource(show_spinner=False)
def _icon() -> Image.Image:
    """Draw two cards, one over the other: made here, so that no network is asked for it."""
    icon = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
    pen = ImageDraw.Draw(icon)
    pen.rounded_rectangle((8, 4, 34, 58), 5, fill=RED)
    pen.rounded_rectangle((28, 8, 56, 62), 5, fill="#fffdf6", outline=BLACK, width=2)
    pen.line([(36, 20), (48, 20)], fill=RED, width=5)
    pen.line([(33, 34), (51, 34)], fill=RED, width=5)
    return icon
