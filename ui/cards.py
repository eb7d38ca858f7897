"""The hand drawn as cards: every card a button, every column with its kind and its 胡 below."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from scorer.faces import FACES, character, is_red
from ui import session
from ui.edits import next_kind
from ui.state import BACK, EditCard, EditColumn, EditHand, kinds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorer import RuleSet
    from ui.catalogue import Say

UNKNOWN = "？"


def label(face: str) -> str:
    """Give what is printed on the card.

    >>> label("b2"), label("back")
    ('贰', '▒')
    """
    return character(face) if face in FACES else "▒"


def style(face: str) -> str:
    """Give the part of a card's key that its style hangs on.

    >>> style("s7"), style("s1"), style("back")
    ('-red', '', '-back')
    """
    if face == BACK:
        return "-back"
    return "-red" if is_red(face) else ""


def card_key(card: EditCard, *, last: bool, won: bool) -> str:
    """Give the button's key, which is also its CSS class."""
    parts = [f"card-{card.id}", style(card.face)]
    parts += ["-doubt"] * card.doubtful + ["-win"] * won + ["-last"] * last
    return "".join(parts)


def draw(hand: EditHand, hu: Mapping[int, int], asked: frozenset[int], rules: RuleSet, say: Say) -> None:
    """All columns side by side.

    Args:
        hand: the hand.
        hu: the 胡 of each column by its place, where a score is known.
        asked: places of the columns whose kind is still a question.
        rules: what the columns are called under.
        say: the catalogue.

    """
    with st.container(key="hand", horizontal=True, gap=None):
        for place, column in enumerate(hand.columns):
            with st.container(key=f"col-{column.id}", gap=None):
                _column(hand, column, hu.get(place), kind_name(column, rules, say), asked=place in asked)
    if hand.strays:
        st.caption(say("hand.strays"))
        with st.container(key="strays", horizontal=True, gap=None):
            for card in hand.strays:
                _card(card, hand, last=True)


def face_row(name: str, faces: Sequence[str], choose: Callable[[str], None], now: str | None = None) -> None:
    """Buttons of faces side by side, for a sheet to choose from; ``now`` is marked."""
    with st.container(key=f"faces-{name}", horizontal=True, gap=None):
        for face in faces:
            st.button(
                label(face),
                key=f"face-{name}-{face}{style(face)}{'-now' if face == now else ''}",
                on_click=choose,
                args=(face,),
            )


def all_faces(choose: Callable[[str], None], now: str | None = None) -> None:
    """Buttons of all twenty faces."""
    for row in range(4):
        face_row(f"all-{row}", FACES[5 * row : 5 * row + 5], choose, now)


def kind_name(column: EditColumn, rules: RuleSet, say: Say) -> str:
    """Name the kind of a column as the rule set does: 坎 is 偎 in 跑胡子."""
    return say(f"kind.{rules.kinds.get(column.kind, column.kind)}") if kinds_of(column) else UNKNOWN


def _column(hand: EditHand, column: EditColumn, hu: int | None, kind: str, *, asked: bool) -> None:
    for card in column.cards:
        _card(card, hand, last=card is column.cards[-1])
    st.button(
        kind,
        key=f"kind-{column.id}{'-doubt' if asked else ''}",
        disabled=len(kinds_of(column)) < 2,
        on_click=_toggle,
        args=(column.id,),
    )
    if hu is None:
        st.html('<div class="hu nil">–</div>')
    else:
        st.html(f'<div class="hu{"" if hu else " nil"}">{hu}</div>')


def _card(card: EditCard, hand: EditHand, *, last: bool) -> None:
    st.button(
        label(card.face),
        key=card_key(card, last=last, won=card.id == hand.winning),
        on_click=session.pick,
        args=(session.Picking(card=card.id),),
    )


def _toggle(column_id: int) -> None:
    session.edit(next_kind(session.history().now, column_id))
