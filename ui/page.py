"""The one page: photo, cards, questions, score, in the order a player needs them."""

from __future__ import annotations

import streamlit as st

from ui import cards, picker, questions, score_panel, session, setup, upload
from ui.catalogue import Say
from ui.picture import picture
from ui.scoring import score_hand
from ui.session import Picking
from ui.style import style_sheet


def page() -> None:
    """Draw everything from what the session remembers."""
    st.set_page_config(page_title="大贰", page_icon="🀄", layout="centered")
    table = setup.current()
    say = Say(table.lang)
    st.html(style_sheet(say))
    setup.draw(table, say)
    upload.draw(say)
    hand = session.history().now
    photo = session.photo()
    if photo is not None:
        st.html(picture(photo, hand, say("picture.alt")))
    if photo is None and not session.history().past and not hand.columns:
        st.markdown(say("start.hint"))
        st.button(say("start.manual"), on_click=session.pick, args=(Picking(),), key="manual", width="stretch")
        picker.draw(hand, say)
        return
    result = score_hand(hand, table, session.answers())
    hu = dict(enumerate(result.hu)) if result is not None else {}
    cards.draw(hand, hu, say)
    _tools(say)
    score_panel.draw(hand, result, table, say)
    questions.draw(hand, table, say)
    picker.draw(hand, say)


def _tools(say: Say) -> None:
    history = session.history()
    with st.container(key="tools", horizontal=True, gap="xsmall"):
        st.button(say("tools.undo"), key="undo", on_click=session.undo, disabled=not history.past)
        st.button(say("tools.redo"), key="redo", on_click=session.redo, disabled=not history.future)
        st.button(say("tools.add_column"), key="add-column", on_click=session.pick, args=(Picking(),))
