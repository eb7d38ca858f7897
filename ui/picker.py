"""The sheet that opens on a tapped card: the likeliest faces first, then all twenty, one tap sets it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from ui import session
from ui.book import hand_setup
from ui.cards import all_faces, face_row
from ui.edits import (
    add_card,
    delete_card,
    delete_column,
    merge_columns,
    move_card,
    set_face,
    set_kind,
    split_column,
)
from ui.scoring import as_won
from ui.session import Picking
from ui.state import BACK, EditCard, EditColumn, EditHand, column_of, find, kinds_of, likeliest
from ui.table import current

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.catalogue import Say


def draw(hand: EditHand, say: Say) -> None:
    """Open the picker if a card was tapped."""
    what = session.picking()
    if what is None or (what.card is not None and find(hand, what.card) is None):
        session.pick(None)
        return
    title = say("picker.change") if what.card is not None else say("picker.add")
    st.dialog(title, on_dismiss=_close)(_sheet)(what, say)


def _sheet(what: Picking, say: Say) -> None:
    if session.picking() != what:
        st.rerun()
    hand = session.history().now
    card = None if what.card is None else find(hand, what.card)
    if card is not None:
        _likely(card, say)
    all_faces(_choose, None if card is None else card.face)
    with st.container(key="faces-more", horizontal=True, gap=None):
        st.button(say("picker.back"), key="pick-back", on_click=_choose, args=(BACK,))
        if card is not None:
            won = hand.winning == card.id
            _action(say("picker.unwin" if won else "picker.win"), "win", _won, None if won else card.id)
            _action(say("picker.delete"), "delete", delete_card, card.id)
    if card is not None:
        home = column_of(hand, card.id)
        _move(hand, card, home, say)
        if home is not None:
            _whole_column(hand, card, home, say)


def _likely(card: EditCard, say: Say) -> None:
    photo = session.photo()
    crop = photo.crops.get(card.id) if photo else None
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="likely"):
        if crop:
            st.image(crop, width=56)
        with st.container(key="likely-faces", gap="xxsmall"):
            st.caption(say("picker.likely"))
            face_row("likely", likeliest(card), _choose, card.face)


def _move(hand: EditHand, card: EditCard, home: EditColumn | None, say: Say) -> None:
    """Every other column by its number, and a new one, each one tap away."""
    st.caption(say("picker.move"))
    with st.container(key="moves", horizontal=True, gap=None):
        for place, column in enumerate(hand.columns):
            if column is not home:
                _action(str(place + 1), f"move-{place}", move_card, card.id, column.id)
        if home is None or len(home.cards) > 1:
            _action(say("picker.move_new"), "move-new", move_card, card.id, None)


def _whole_column(hand: EditHand, card: EditCard, home: EditColumn, say: Say) -> None:
    place = hand.columns.index(home)
    st.caption(say("picker.column", place=place + 1))
    kinds = current().rules.kinds
    with st.container(key="column-tools", horizontal=True, gap=None):
        for kind in kinds_of(home):
            if kind != home.kind:
                words = say("picker.kind", kind=say(f"kind.{kinds.get(kind, kind)}"))
                _action(words, f"kind-{kind}", set_kind, home.id, kind)
        if card is not home.cards[0]:
            _action(say("picker.split"), "split", split_column, card.id)
        if place > 0:
            _action(say("picker.merge_left"), "merge-left", merge_columns, home.id, -1)
        if place + 1 < len(hand.columns):
            _action(say("picker.merge_right"), "merge-right", merge_columns, home.id, 1)
        st.button(say("picker.add_here"), key="pick-add", on_click=session.pick, args=(Picking(column=home.id),))
        _action(say("picker.delete_column"), "delete-column", delete_column, home.id)


def _action(words: str, name: str, change: Callable[..., EditHand], *args: object) -> None:
    st.button(words, key=f"pick-{name}", on_click=_apply, args=(change, *args))


def _apply(change: Callable[..., EditHand], *args: object) -> None:
    session.edit(change(session.history().now, *args))
    _close()


def _won(hand: EditHand, card_id: int | None) -> EditHand:
    return as_won(replace(hand, winning=card_id), hand_setup(), session.answers())


def _choose(face: str) -> None:
    what, hand = session.picking(), session.history().now
    if what is None:
        return
    if what.card is not None:
        session.edit(set_face(hand, what.card, face))
    elif what.column is not None:
        session.edit(add_card(hand, what.column, face))
    _close()


def _close() -> None:
    session.pick(None)
