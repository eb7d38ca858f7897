"""The hand in the making, kept on the server too: a reload, or a phone that slept, finds it by the page's address.

Streamlit forgets a page two minutes after its phone has gone to sleep; what is kept here outlives that.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import streamlit as st

from ui import book, session

if TYPE_CHECKING:
    from collections.abc import Mapping

PARAM = "hand"
MOST = 40
"""So many hands are kept, the latest ones; each with its photo is less than half a megabyte."""
MOST_FILES = 8
"""So many of the latest photos are kept as they came, to be read again or learned from."""
PARTS = (
    "history", "photo", "warnings", "answers", "seen", "round-key", "evening-key", "noted", "lesson", "typing", "view",
    "enrolment", "deck-key",
)  # fmt: skip
"""What of a page belongs to its hand, and to a deck not yet kept; all of it is frozen, so that it can be shared."""


class Shelf:
    """The latest hands by their key; several pages may use it at once."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Mapping[str, Any]] = OrderedDict()

    def put(self, key: str, parts: Mapping[str, Any]) -> None:
        """Keep a hand as it is now; the one not touched for longest makes room.

        >>> shelf = Shelf(most=1)
        >>> shelf.put("a", {}); shelf.put("b", {"view": "hand"})
        >>> shelf.get("a"), shelf.get("b")
        (None, {'view': 'hand'})
        """
        with self._lock:
            self._kept[key] = parts
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def drop(self, key: str) -> None:
        """Forget a hand."""
        with self._lock:
            self._kept.pop(key, None)

    def get(self, key: str) -> Mapping[str, Any] | None:
        """Give a hand; None for one that is not here (any more)."""
        with self._lock:
            return self._kept.get(key)


@st.cache_resource(show_spinner=False)
def shelf() -> Shelf:
    """Give the one shelf of this server."""
    return Shelf()


@st.cache_resource(show_spinner=False)
def files() -> Shelf:
    """Give the shelf of the uploaded files, by the keys of their hands."""
    return Shelf(MOST_FILES)


def restore() -> None:
    """Let a page that has just been opened go on with the hand that its address names.

    From here on it is this page's own: two phones with the same address do not change each other's cards, but what
    they record is the same round.
    """
    if "draft" in st.session_state:
        return
    st.session_state["draft"] = secrets.token_urlsafe(9)
    key = st.query_params.get(PARAM, "")
    for name, value in {**(shelf().get(key) or {}), **(files().get(key) or {})}.items():
        st.session_state[name] = value


def keep() -> None:
    """Keep the hand, and the deck not yet kept, as they are at the end of this run, if there are any."""
    history = session.history()
    if session.file() is None:
        files().drop(st.session_state["draft"])
    else:
        files().put(st.session_state["draft"], {"file": session.file()})
    begun = history.now.columns or history.past or history.future or session.photo() is not None
    if begun or "enrolment" in st.session_state:
        key = st.session_state["draft"]
        book.make_keys()  # before anything is recorded: a page reloaded while it records must not record again
        shelf().put(key, {name: st.session_state[name] for name in PARTS if name in st.session_state})
        if st.query_params.get(PARAM) != key:
            st.query_params[PARAM] = key
    elif PARAM in st.query_params:
        del st.query_params[PARAM]
