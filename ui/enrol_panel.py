"""A new deck: one photo of its twenty faces in two rows, looked at under their names, kept under its own."""

from __future__ import annotations

import base64
import logging
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import cv2
import streamlit as st

from ledger.decks import LONGEST_NAME
from scorer.faces import FACES, character, is_red
from ui import book, decks, table
from ui.cards import all_faces, label, style
from ui.scanning import PhotoFile, turnstile
from vision.errors import VisionError

if TYPE_CHECKING:
    from ui.catalogue import Say
    from vision.deck import EnrolledCard, Enrolment

ROW = 10
_log = logging.getLogger(__name__)


def draw(say: Say, *, first: bool) -> None:
    """Show how to lay the cards, the uploader, and what the last photo told.

    Args:
        say: the catalogue.
        first: whether no deck is kept yet; then it is open.

    """
    with st.expander(say("deck.enrol"), expanded=first, key="enrol-box"):
        st.markdown(say("deck.how"))
        st.html(layout_html(say))
        _upload(say)
        found = enrolment()
        if found is not None:
            _check(found, say)
            _keep(say)
    _pick(say)


def layout_html(say: Say) -> str:
    """HTML of the two rows as they are to be laid."""
    rows = "".join(
        "<div>"
        + "".join(f'<i class="{"red" if is_red(face) else ""}">{character(face)}</i>' for face in FACES[at : at + ROW])
        + "</div>"
        for at in (0, ROW)
    )
    return f'<div class="tens" role="img" aria-label="{say("deck.how_alt")}">{rows}</div>'


def enrolment() -> Enrolment | None:
    """Give what the photo told, until it is kept or given up."""
    return cast("Enrolment | None", st.session_state.get("enrolment"))


def _upload(say: Say) -> None:
    file = st.file_uploader(say("deck.photo"), type="image", key="deck-photo", label_visibility="collapsed")
    if file is not None and st.session_state.get("deck-photo-seen") != file.file_id:
        st.session_state["deck-photo-seen"] = file.file_id
        with st.spinner(say("deck.reading")):
            st.session_state["enrol-trouble"] = _read(PhotoFile(file.name, file.getvalue()), say)
        st.session_state["photos"] = st.session_state.get("photos", 0) + 1
    if trouble := st.session_state.get("enrol-trouble"):
        st.error(trouble)


def _read(file: PhotoFile, say: Say) -> str | None:
    """Read the cards; a sentence where that fails, and then what was read before stays."""
    try:
        st.session_state["enrolment"] = turnstile().enrol(file)
    except VisionError as error:
        return error.text(say.lang)
    except Exception:  # noqa: BLE001 - whatever a photo does to the scan, the player gets a sentence
        _log.exception("enrolling failed")
        return say("trouble.scan")
    st.session_state["deck-key"] = str(uuid.uuid4())
    return None


def _check(found: Enrolment, say: Say) -> None:
    """Draw every card under its name; what the eye alone would have read otherwise is amber."""
    st.caption(say("deck.check"))
    st.html(f"<style>{''.join(_crop_css(k, card) for k, card in enumerate(found.cards))}</style>")
    with st.container(key="deck-grid", horizontal=True, gap=None):
        for k, card in enumerate(found.cards):
            doubt = "-doubt" if card.seen != card.face else ""
            st.button(label(card.face), key=f"crop-{k}{style(card.face)}{doubt}", on_click=_open, args=(k,))


def _crop_css(number: int, card: EnrolledCard) -> str:
    data = base64.b64encode(crop_jpeg(card)).decode()
    picture = f"{{ background-image: url(data:image/jpeg;base64,{data}); }}"
    return f'.stApp [class*="st-key-crop-{number}-"] button, .stApp .st-key-crop-{number} button {picture}'


def crop_jpeg(card: EnrolledCard) -> bytes:
    """Give the first of a card's characters as a small picture."""
    good, data = cv2.imencode(".jpg", card.pixels[0][:, :, ::-1])
    return data.tobytes() if good else b""


def _open(number: int | None = None) -> None:
    st.session_state["crop"] = number


def _pick(say: Say) -> None:
    """Open the sheet for the card that was tapped."""
    number, found = st.session_state.get("crop"), enrolment()
    if number is not None and found is not None:
        st.dialog(say("picker.change"), on_dismiss=_open)(_sheet)(int(number), found)


def _sheet(number: int, found: Enrolment) -> None:
    if st.session_state.get("crop") != number:
        st.rerun()
    st.image(crop_jpeg(found.cards[number]), width=96)
    all_faces(_choose, found.cards[number].face)


def _choose(face: str) -> None:
    """Let the card show ``face``; the one that showed it shows the other's."""
    number, found = st.session_state.get("crop"), enrolment()
    if number is not None and found is not None:
        other = next(k for k, card in enumerate(found.cards) if card.face == face)
        st.session_state["enrolment"] = found.corrected({number: face, other: found.cards[number].face})
    _open()


def _keep(say: Say) -> None:
    st.text_input(say("deck.name"), max_chars=LONGEST_NAME, key="deck-name", placeholder=say("deck.name_hint"))
    st.button(say("deck.save"), key="deck-save", type="primary", on_click=_save, args=(say,), width="stretch")
    st.button(say("deck.give_up"), key="deck-give-up", on_click=_forget, width="stretch")


def _save(say: Say) -> None:
    found = enrolment()
    name = " ".join(str(st.session_state.get("deck-name", "")).split())
    if found is not None:
        book.trying(say, lambda: _saved(found, name, say))


def _saved(found: Enrolment, name: str, say: Say) -> None:
    deck = decks.written(found.profile(name), name)
    entry = book.book().decks.add(name, deck, key=st.session_state["deck-key"])
    table.change(replace(table.current(), deck=entry.id), keep_answers=True)
    st.session_state["deck-done"] = say("deck.saved", name=name)
    _forget()


def _forget() -> None:
    for key in ("enrolment", "crop", "deck-key", "enrol-trouble", "deck-name"):
        st.session_state.pop(key, None)
