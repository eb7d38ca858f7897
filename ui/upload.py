"""The big button: take or choose a photo; a bad one leaves a sentence and everything else as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from ui import decks, session, table
from ui.edits import read_again
from ui.scanning import PhotoFile, Scanned, scan

if TYPE_CHECKING:
    from ui.catalogue import Say


def draw(say: Say) -> None:
    """Show the uploader; a new file is scanned once."""
    uploaded = st.file_uploader(say("upload.label"), type="image", key="upload", label_visibility="collapsed")
    if uploaded is not None and st.session_state.get("upload-seen") != uploaded.file_id:
        st.session_state["upload-seen"] = uploaded.file_id
        file = PhotoFile(uploaded.name, uploaded.getvalue())
        with st.spinner(say("upload.scanning")):
            found = scan(file, say, decks.to_try(table.current()))
        st.session_state["photos"] = st.session_state.get("photos", 0) + 1
        session.pick(None)
        if isinstance(found, Scanned):
            session.start(found.hand, found.photo, found.warnings, file if decks.entries() else None)
            session.set_trouble(None)
        else:
            session.set_trouble(found.text)
    sentence = session.trouble()
    if sentence:
        with st.container(key="trouble"):
            st.error(sentence)


def again(say: Say) -> None:
    """Read the same photo once more if the player asked for it: with the decks of this table, or with none."""
    wanted, file = st.session_state.pop("again", None), session.file()
    if wanted is None or file is None:
        return
    old = session.history().now
    with st.spinner(say("upload.scanning")):
        found = scan(file, say, decks.to_try(table.current()) if wanted else (), old.next_id)
    if isinstance(found, Scanned):
        session.read_otherwise(read_again(old, found.hand), found.hand, found.photo, found.warnings)
    else:
        session.set_trouble(found.text)
