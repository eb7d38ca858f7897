"""The decks: learn a new one, see what is kept of each, rename it, take back what it learned, take it along."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from ledger.decks import LONGEST_NAME
from ui import book, decks, enrol_panel, session, table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ledger import DeckEntry
    from ui.catalogue import Say

LARGEST_MB = 2
"""What the browser lets through; how large a deck may be at most the file's own check says."""


def draw(known: Sequence[DeckEntry], say: Say) -> None:
    """Show everything about the decks."""
    if done := st.session_state.pop("deck-done", None):
        st.success(done)
    enrol_panel.draw(say, first=not known)
    if known:
        st.html(decks_html(known, say))
        _one(known, say)
    _import(say)


def decks_html(known: Sequence[DeckEntry], say: Say) -> str:
    """HTML of the decks: what each is called, how often it has learned, how large it is."""
    rows = "".join(
        f"<tr><td>{escape(entry.name)}</td><td>{escape(say('deck.lessons', number=entry.version - 1))}</td>"
        f"<td>{_kilobytes(entry)} kB</td></tr>"
        for entry in known
    )
    return f'<div class="decks"><table>{rows}</table></div>'


def _kilobytes(entry: DeckEntry) -> int:
    return max(1, round(entry.size / 1000))


def _one(known: Sequence[DeckEntry], say: Say) -> None:
    """Change one deck."""
    with st.expander(say("deck.change"), key="change-deck"):
        ids = [entry.id for entry in known]
        if st.session_state.get("deck-one") not in ids:
            st.session_state["deck-one"] = ids[0]
        names = {entry.id: entry.name for entry in known}
        chosen = st.pills(say("deck.which"), ids, required=True, format_func=names.__getitem__, key="deck-one")
        entry = next(entry for entry in known if entry.id == chosen)
        _crops(entry, say)
        st.text_input(say("deck.name"), value=entry.name, max_chars=LONGEST_NAME, key=f"rename-{entry.id}")
        _button("rename", say, _rename, entry)
        _button("undo", say, _undo, entry, disabled=not entry.undoable)
        st.download_button(
            say("deck.export", size=_kilobytes(entry)),
            lambda: decks.as_file(entry),
            f"{file_name(entry.name)}.daerdeck",
            "application/octet-stream",
            key="deck-export",
            width="stretch",
            on_click="ignore",
        )
        _remove(entry, say)


def file_name(name: str) -> str:
    """Give a deck's name as files may be called.

    >>> file_name("our deck/2 <old>"), file_name("...")
    ('our deck-2 -old', 'deck')
    """
    return re.sub(r"[^\w \-]+", "-", name).strip(" -") or "deck"


def _crops(entry: DeckEntry, say: Say) -> None:
    def count() -> None:
        faces = decks.profile(entry).faces
        told = sum(int(face.told.sum()) for face in faces)
        st.caption(say("deck.crops", number=sum(map(len, faces)), told=told))

    if not book.trying(say, count):
        st.error(session.notice() or "")
        session.set_notice(None)


def _button(
    name: str, say: Say, action: Callable[[DeckEntry, Say], None], entry: DeckEntry, *, disabled: bool = False
) -> None:
    words = say(f"deck.{name}", name=entry.name)
    st.button(words, key=f"deck-{name}", on_click=action, args=(entry, say), disabled=disabled, width="stretch")


def _rename(entry: DeckEntry, say: Say) -> None:
    name = " ".join(str(st.session_state[f"rename-{entry.id}"]).split())
    if name != entry.name and book.trying(say, lambda: book.book().decks.rename(entry.id, name)):
        st.session_state["deck-done"] = say("deck.renamed", name=name)


def _undo(entry: DeckEntry, say: Say) -> None:
    if book.trying(say, lambda: book.book().decks.undo(entry.id, version=entry.version)):
        st.session_state["deck-done"] = say("deck.undone", name=entry.name)


def _remove(entry: DeckEntry, say: Say) -> None:
    """Two taps: the second one destroys the deck."""
    if st.session_state.get("deck-removing") != entry.id:
        _button("remove", say, _ask, entry)
        return
    st.warning(say("deck.remove_sure", name=entry.name))
    _button("remove_yes", say, _removed, entry)
    _button("remove_no", say, _kept, entry)


def _ask(entry: DeckEntry, _say: Say) -> None:
    st.session_state["deck-removing"] = entry.id


def _kept(_entry: DeckEntry, _say: Say) -> None:
    st.session_state["deck-removing"] = None


def _removed(entry: DeckEntry, say: Say) -> None:
    st.session_state["deck-removing"] = None
    if book.trying(say, lambda: book.book().decks.remove(entry.id)):
        st.session_state["deck-done"] = say("deck.removed", name=entry.name)
        setup = table.current()
        if setup.deck == entry.id:
            table.change(replace(setup, deck=""), keep_answers=True)


def _import(say: Say) -> None:
    with st.expander(say("deck.import"), key="import-deck"):
        file = st.file_uploader(
            say("deck.import"), key="deck-file", label_visibility="collapsed", max_upload_size=LARGEST_MB
        )
        if file is not None and st.session_state.get("deck-file-seen") != file.file_id:
            st.session_state["deck-file-seen"] = file.file_id
            if book.trying(say, lambda: _take_in(file.size, file.getvalue, say)):
                st.rerun()
            else:
                st.session_state["deck-file-trouble"] = session.notice()
                session.set_notice(None)
        if trouble := st.session_state.get("deck-file-trouble"):
            st.error(trouble)


def _take_in(size: int, read: Callable[[], bytes], say: Say) -> None:
    entry = decks.take_in(size, read)
    st.session_state["deck-file-trouble"] = None
    st.session_state["deck-done"] = say("deck.imported", name=entry.name)
    session.forget_widgets("deck-one")  # the deck changed last is the one to look at
