"""The line under the photo: which deck helped to read it, and the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from ui import session
from ui.setup import ANY_DECK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ui.catalogue import Say
    from ui.setup import Setup
    from ui.state import EditHand


def draw(hand: EditHand, setup: Setup, decks: Mapping[str, str], say: Say) -> None:
    """Say which deck was used, if decks are played with, and offer to read the photo without it, or with it after all.

    Args:
        hand: the hand on the page.
        setup: the set-up.
        decks: names of the decks that are known, by their ids.
        say: the catalogue.

    """
    if hand.deck is not None and hand.deck in decks:
        _line(say("deck.used", name=decks[hand.deck]), say("deck.not_mine"), again=False)
    elif setup.deck in decks:
        name = decks[setup.deck]
        _line(say("deck.unlike") if hand.deck == "" else "", say("deck.again", name=name), again=True)
    elif setup.deck == ANY_DECK and decks:
        _line(say("deck.unlike") if hand.deck == "" else "", say("deck.again_any"), again=True)


def _line(words: str, button: str, *, again: bool) -> None:
    with st.container(key="deck-line", horizontal=True, vertical_alignment="center", gap="small"):
        if words:
            st.caption(words)
        if session.file() is not None:
            st.button(button, key="deck-again", on_click=_again, args=(again,))


def _again(again: bool) -> None:  # noqa: FBT001 - Streamlit hands it on by place
    st.session_state["again"] = again
