"""The table behind one line: rule system, a house's own rules, seats with names, dealer, language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from scorer import RulesError, rule_names
from ui import house, session
from ui.catalogue import LANGUAGES, Say, language_of
from ui.scoring import settled_answers
from ui.setup import (
    ANY_DECK,
    LONGEST_NAME,
    NO_DECK,
    PLAYERS,
    Setup,
    from_query,
    seat_name,
    system_name,
    to_query,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def current() -> Setup:
    """Give the set-up of this page."""
    if "setup" not in st.session_state:
        query = st.query_params
        wanted = query.get("system", "")
        systems = (*rule_names(), wanted) if house.known(wanted) else rule_names()
        st.session_state["setup"] = from_query(query, systems, language_of(st.context.locale))
    setup: Setup = st.session_state["setup"]
    return setup


def change(setup: Setup, *, keep_answers: bool = False) -> None:
    """Take the set-up over; answers that it rules out are forgotten, unless they are of a round that is over."""
    st.session_state["setup"] = setup
    for name, value in to_query(setup).items():
        if value:
            st.query_params[name] = value
        elif name in st.query_params:
            del st.query_params[name]
    if not keep_answers:
        session.answer(settled_answers(setup, session.answers()))


def draw(setup: Setup, decks: Mapping[str, str], say: Say) -> None:
    """Everything about the table behind one line that sums it up.

    Args:
        setup: the set-up.
        decks: names of the decks that are known, by their ids.
        say: the catalogue.

    """
    parts = [system_name(setup.system, say), say(f"setup.players.{setup.players}")]
    parts.append(say("setup.dealer_is", name=seat_name(setup, setup.dealer, say)))
    parts += [decks[setup.deck]] if setup.deck in decks else []
    with st.expander(" · ".join(parts), key="setup-box"):
        _system(setup, say)
        _choice("players", say("setup.players"), PLAYERS, lambda n: say(f"setup.players.{n}"), setup.players)
        _names(setup, say)
        _choice(
            "dealer",
            say("setup.dealer"),
            tuple(range(setup.players)),
            lambda seat: seat_name(setup, seat, say),
            setup.dealer,
        )
        if decks:
            words = {NO_DECK: say("deck.none"), ANY_DECK: say("deck.auto")} | dict(decks)
            deck = setup.deck if setup.deck in words else NO_DECK
            _choice("deck", say("setup.deck"), tuple(words), words.__getitem__, deck)
        _choice("lang", say("setup.lang"), tuple(LANGUAGES), LANGUAGES.__getitem__, setup.lang)


def _system(setup: Setup, say: Say) -> None:
    own = st.session_state.get("houses", ())
    mine = (setup.system,) if house.is_house(setup.system) and setup.system not in own else ()
    systems = (*own, *mine, *rule_names())
    _choice("system", say("setup.system"), systems, lambda name: system_name(name, say), setup.system)
    file = st.file_uploader(say("setup.house"), type="toml", key="house-file", label_visibility="collapsed")
    if file is not None and st.session_state.get("house-seen") != file.file_id:
        st.session_state["house-seen"] = file.file_id
        try:
            key = house.keep(file.getvalue(), file.name)
        except RulesError as error:
            st.session_state["house-trouble"] = str(error)
        else:
            st.session_state["house-trouble"] = None
            st.session_state["houses"] = tuple(dict.fromkeys((key, *own)))
            _tell(replace(setup, system=key))
            session.forget_widgets("setup-system")
            st.rerun()
    if trouble := st.session_state.get("house-trouble"):
        st.error(say("setup.house_bad", reason=trouble))


def _names(setup: Setup, say: Say) -> None:
    with st.container(key="setup-names", horizontal=True, gap="small"):
        for seat in range(setup.players):
            key = f"setup-name-{seat}"
            st.session_state.setdefault(key, setup.names[seat])
            st.text_input(
                say("setup.name", seat=say(f"seat.{seat}")),
                key=key,
                max_chars=LONGEST_NAME,
                placeholder=say(f"seat.{seat}"),
                on_change=_named,
                args=(seat,),
            )


def _named(seat: int) -> None:
    _tell(current().with_name(seat, st.session_state[f"setup-name-{seat}"]))


def _tell(new: Setup) -> None:
    """Take over what the player changed, here and in the ledger."""
    from ui import book  # the ledger's side of the table, which needs this module

    old = current()
    change(new)
    book.trying(Say(new.lang), lambda: book.table_changed(old, new, Say(new.lang)))


def _choice(name: str, label: str, options: Sequence[Any], show: Callable[[Any], str], now: object) -> None:
    key = f"setup-{name}"
    if st.session_state.get(key) not in options or st.session_state[key] != now:
        st.session_state[key] = now
    st.pills(label, options, required=True, format_func=show, key=key, on_change=_chosen, args=(name,))


def _chosen(name: str) -> None:
    value = st.session_state[f"setup-{name}"]
    setup = current()
    _tell(setup.with_players(value) if name == "players" else replace(setup, **{name: value}))
