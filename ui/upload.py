"""The big button: take or choose a photo; a bad one leaves a sentence and everything else as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from ui import session
from ui.scanning import Scanned, scan

if TYPE_CHECKING:
    from ui.catalogue import Say


def draw(say: Say) -> None:
    """Show the uploader; a new file is scanned once."""
    file = st.file_uploader(say("upload.label"), type="image", key="upload", label_visibility="collapsed")
    if file is not None and st.session_state.get("upload-seen") != file.file_id:
        st.session_state["upload-seen"] = file.file_id
        with st.spinner(say("upload.scanning")):
            found = scan(file.getvalue(), file.name, say)
        st.session_state["photos"] = st.session_state.get("photos", 0) + 1
        session.pick(None)
        if isinstance(found, Scanned):
            session.start(found.hand, found.photo, found.warnings)
            session.set_trouble(None)
        else:
            session.set_trouble(found.text)
    sentence = session.trouble()
    if sentence:
        with st.container(key="trouble"):
            st.error(sentence)
