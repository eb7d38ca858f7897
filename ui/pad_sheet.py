"""The pad to type a hand in: the kind of column, then one tap on its first card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from scorer.faces import FACES
from ui import pad, session
from ui.cards import label, style
from ui.edits import add_column
from ui.state import kinds_of, tiles_of

if TYPE_CHECKING:
    from scorer import RuleSet
    from ui.catalogue import Say
    from ui.state import EditHand


def draw(hand: EditHand, rules: RuleSet, say: Say) -> None:
    """Show the open pad."""
    with st.container(key="pad", gap="xsmall"):
        st.session_state.setdefault("pad-kind", pad.KINDS[0])
        kind = st.segmented_control(
            say("pad.title"),
            pad.KINDS,
            required=True,
            format_func=lambda name: kind_word(name, rules, say),
            key="pad-kind",
        )
        held = tuple(tile for column in hand.columns for tile in tiles_of(column))
        may = pad.possible(str(kind), held)
        for row in range(4):
            faces = FACES[5 * row : 5 * row + 5]
            with st.container(key=f"faces-pad-{row}", horizontal=True, gap=None):
                for face in faces:
                    st.button(
                        label(face),
                        key=f"face-pad-{face}{style(face)}",
                        disabled=face not in may,
                        on_click=_typed,
                        args=(face,),
                    )


def kind_word(kind: str, rules: RuleSet, say: Say) -> str:
    """Name a kind on the pad; equal cards as the rule set calls them (坎 or 偎)."""
    return say(f"kind.{rules.kinds.get(kind, kind)}") if kind in pad.SIZES and kind != "single" else say(f"pad.{kind}")


def _typed(face: str) -> None:
    kind = str(st.session_state["pad-kind"])
    faces = pad.faces_of(kind, face)
    told = kind if kind in {"peng", "kan", "zhao", "long"} else "unknown"
    hand = add_column(session.history().now, faces, exposed=kind in pad.OPEN, kind=told)
    session.edit(hand)
    if len(hand.columns) == pad.COLUMNS and all(kinds_of(column) for column in hand.columns):
        session.set_typing(on=False)
