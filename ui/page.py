"""The one page: photo, cards, questions, score, in the order a player needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st
from PIL import Image, ImageDraw

from ui import cards, pad_sheet, picker, picture, questions, score_panel, session, table, upload
from ui.catalogue import Say
from ui.scanning import ABOUT_PHOTO
from ui.scoring import questions as open_questions
from ui.scoring import score_hand
from ui.style import BLACK, RED, style_sheet
from vision.states import sentence

if TYPE_CHECKING:
    from ui.setup import Setup
    from ui.state import EditHand


def page() -> None:
    """Draw everything from what the session remembers."""
    setup = table.current()
    say = Say(setup.lang)
    st.set_page_config(page_title=say("app.title"), page_icon=_icon(), layout="centered")
    st.html(style_sheet(say))
    table.draw(setup, say)
    upload.draw(say)
    _hand(setup, say)


def _hand(setup: Setup, say: Say) -> None:
    hand = session.history().now
    photo = session.photo()
    if photo is not None:
        picture.draw(photo, hand, say)
        _warnings(hand, say)
    if photo is None and not session.history().past and not hand.columns and not session.typing():
        st.markdown(say("start.hint"))
        st.button(say("start.manual"), on_click=session.set_typing, kwargs={"on": True}, key="manual", width="stretch")
        return
    pad_sheet.draw(hand, setup.rules, say)
    answers = session.answers()
    result = score_hand(hand, setup, answers)
    hu = dict(enumerate(result.hu)) if result is not None else {}
    asked = frozenset(q.column for q in open_questions(hand, setup, answers) if q.column is not None)
    cards.draw(hand, hu, asked, setup.rules, say)
    _tools(say)
    if hand.columns:
        questions.draw(hand, setup, say)
    score_panel.draw(hand, result, setup, say)
    if hand.columns:
        questions.draw_more(hand, setup, say)
    picker.draw(hand, say)


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
    history = session.history()
    with st.container(key="tools", horizontal=True, gap="xsmall"):
        st.button(say("tools.undo"), key="undo", on_click=session.undo, disabled=not history.past, shortcut="Ctrl+Z")
        st.button(say("tools.redo"), key="redo", on_click=session.redo, disabled=not history.future, shortcut="Ctrl+Y")
        st.button(say("tools.add_column"), key="add-column", on_click=session.set_typing, kwargs={"on": True})


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
