"""The page's evening in the ledger: one ledger for all users of the server, one evening for each table."""

from __future__ import annotations

import datetime as dt
import logging
import uuid
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import streamlit as st

from ledger import Ledger, LedgerError, UnknownEvening
from scorer import RulesError
from ui import session, table
from ui.played import names_of, rules_used, setup_of, system_of
from vision.errors import VisionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ledger import Evening, EveningSummary, Round
    from ui.catalogue import Say
    from ui.setup import Setup

_log = logging.getLogger(__name__)
STILL_ON = dt.timedelta(days=1)


@dataclass(frozen=True)
class Noted:
    """The round that the hand on the page was recorded as.

    Attributes:
        key: key of the round.
        dealer: who dealt it; the page's own dealer has moved on since.
        revision: the step that gave it its present form.
        played: what was recorded.

    """

    key: str
    dealer: int
    revision: int
    played: Round


@st.cache_resource(show_spinner=False)
def book() -> Ledger:
    """Open the ledger, once for all users of this server."""
    return Ledger()


def evening() -> Evening | None:
    """Read this page's evening, as all phones have left it; None before the first round.

    The browser's way back takes it out of the address, but nobody away from the table: only ``leave`` does.
    """
    seen = st.session_state.get("evening-seen")
    key = st.query_params.get("evening") or (seen[0] if seen else None)
    if not key:
        return None
    try:
        found = book().evening(key)
    except UnknownEvening:
        _forget()
        return None
    if "evening" not in st.query_params:
        st.query_params["evening"] = key
    return found


def follow(say: Say) -> Evening | None:
    """Take over what the ledger knows of the table: names and rules once, the dealer whenever a round has changed.

    A ledger that cannot be read is said in a sentence; the hand can be scored all the same.
    """
    try:
        found = evening()
    except LedgerError as error:
        session.set_notice(error.text(say.lang))
        return None
    if found is None:
        return None
    stamp = (found.id, found.undoable, len(found.rounds))
    seen = st.session_state.get("evening-seen")
    if seen == stamp:
        return found
    st.session_state["evening-seen"] = stamp
    setup = table.current()
    if seen is not None and seen[0] == found.id:
        table.change(replace(setup, dealer=found.next_dealer))
    else:
        join(found, say)
    return found


def join(found: Evening, say: Say) -> None:
    """Sit down at a table that the ledger knows."""
    setup = table.current()
    try:
        system = system_of(found.rules)
    except RulesError as error:
        session.set_notice(say("setup.house_bad", reason=error))
        system = setup.system
    st.query_params["evening"] = found.id
    st.session_state["evening-seen"] = (found.id, found.undoable, len(found.rounds))
    table.change(replace(setup_of(found, system, setup.lang), deck=setup.deck))
    session.forget_widgets("setup-name-")


def leave() -> None:
    """Begin a new evening: the seats stay as they are, nothing is taken out of the ledger."""
    _forget()
    st.session_state.pop("evening-key", None)
    set_noted(None)


def _forget() -> None:
    st.session_state.pop("evening-seen", None)
    if "evening" in st.query_params:
        del st.query_params["evening"]


def recent() -> EveningSummary | None:
    """Give the latest evening if it may still be going on; none where the ledger cannot be read."""
    try:
        latest = book().evenings(1)
    except LedgerError:
        _log.warning("the ledger cannot be read", exc_info=True)
        return None
    today = dt.datetime.now().astimezone().date()
    return latest[0] if latest and today - latest[0].date <= STILL_ON else None


def record(played: Round, key: str, say: Say, photo: bytes | None = None) -> Evening:
    """Write a round into this page's evening, which begins with it if need be; twice is once."""
    setup = table.current()
    there = evening()
    if there is None:
        there = book().start_evening(
            rules=rules_used(setup), seats=names_of(setup, say), dealer=played.dealer, key=_key("evening-key")
        )
    found = book().record(there.id, played, key=key, photo=photo)
    settle_dealer(found)
    return found


def settle_dealer(found: Evening) -> None:
    """Let this page's dealer be the one who deals next, after a change that was made here."""
    st.query_params["evening"] = found.id
    st.session_state["evening-seen"] = (found.id, found.undoable, len(found.rounds))
    table.change(replace(table.current(), dealer=found.next_dealer), keep_answers=True)


def table_changed(old: Setup, new: Setup, say: Say) -> None:
    """Tell the ledger of other names or rules; another number of seats is another evening."""
    found = evening()
    if found is None:
        return
    if old.players != new.players:
        leave()
    elif (old.names, old.system) != (new.names, new.system):
        book().change_evening(found.id, seats=names_of(new, say), rules=rules_used(new))


def noted() -> Noted | None:
    """Give the round that the hand on the page was recorded as."""
    return cast("Noted | None", st.session_state.get("noted"))


def set_noted(what: Noted | None) -> None:
    """Remember, or forget, what the hand was recorded as."""
    st.session_state["noted"] = what


def round_key() -> str:
    """Give the key under which the hand on the page will be recorded, however often that is tried."""
    return _key("round-key")


def make_keys() -> None:
    """Settle under which keys this page's next round, and the evening that may begin with it, will be recorded."""
    for name in ("round-key", "evening-key"):
        _key(name)


def _key(name: str) -> str:
    return cast("str", st.session_state.setdefault(name, str(uuid.uuid4())))


def trying(say: Say, action: Callable[[], object]) -> bool:
    """Do something to the ledger, or with a photo; what goes wrong becomes the page's notice."""
    try:
        action()
    except (LedgerError, VisionError) as error:
        session.set_notice(error.text(say.lang))
        return False
    session.set_notice(None)
    return True


def hand_setup() -> Setup:
    """Give the set-up that the hand on the page is scored under: the dealer is the one who dealt it."""
    setup, done = table.current(), noted()
    return setup if done is None else replace(setup, dealer=done.dealer)
