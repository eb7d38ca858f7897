"""The table set-up: rule system and players, asked once and kept in the page's address, so a reload keeps it too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from scorer import load_rules, rule_names
from ui.catalogue import LANGUAGES, Say, language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

PLAYERS = (4, 3, 2)


@dataclass(frozen=True)
class Setup:
    """What stays the same all evening.

    Attributes:
        system: name of the rule set.
        players: 4 (one of them sits out as 底家), 3 or 2.
        lang: language of the page.

    """

    system: str
    players: int = 4
    lang: str = "zh-Hans"

    @property
    def losers(self) -> int:
        """How many pay: all who play but the winner.

        >>> [Setup("luzhou_deng", players).losers for players in (4, 3, 2)]
        [2, 2, 1]
        """
        return 1 if self.players == 2 else 2

    @property
    def has_dijia(self) -> bool:
        """Whether a fourth player sits out and shares."""
        return self.players == 4


def from_query(query: Mapping[str, str], systems: Sequence[str], lang: str) -> Setup:
    """Give the set-up that a page's address carries; whatever is missing or nonsense gets its default.

    >>> from_query({"players": "3", "system": "nonsense"}, ["luzhou_deng"], "en")
    Setup(system='luzhou_deng', players=3, lang='en')
    """
    system = query.get("system", "")
    players = query.get("players", "")
    return Setup(
        system if system in systems else systems[0],
        int(players) if players in {str(number) for number in PLAYERS} else PLAYERS[0],
        query["lang"] if query.get("lang") in LANGUAGES else lang,
    )


def system_name(name: str, say: Say) -> str:
    """Name a rule set; the rule file itself says it in every language."""
    rules = load_rules(name)
    return rules.titles.get(say.lang, rules.title)


def current() -> Setup:
    """Give the set-up of this page."""
    if "setup" not in st.session_state:
        st.session_state["setup"] = from_query(st.query_params, rule_names(), language_of(st.context.locale))
    setup: Setup = st.session_state["setup"]
    return setup


def draw(setup: Setup, say: Say) -> None:
    """Rule set, players and language behind one line that sums them up."""
    summary = " · ".join([system_name(setup.system, say), say(f"setup.players.{setup.players}")])
    with st.expander(f"{say('setup.title')}：{summary}", key="setup-box"):
        _choice("system", say("setup.system"), tuple(rule_names()), lambda name: system_name(name, say), setup.system)
        _choice("players", say("setup.players"), PLAYERS, lambda n: say(f"setup.players.{n}"), setup.players)
        _choice("lang", say("setup.lang"), tuple(LANGUAGES), LANGUAGES.__getitem__, setup.lang)


def _choice(name: str, label: str, options: Sequence[Any], show: Callable[[Any], str], now: object) -> None:
    key = f"setup-{name}"
    st.session_state.setdefault(key, now)
    st.pills(label, options, required=True, format_func=show, key=key, on_change=_chosen, args=(name,))


def _chosen(name: str) -> None:
    value = st.session_state[f"setup-{name}"]
    st.session_state["setup"] = replace(st.session_state["setup"], **{name: value})
    st.query_params[name] = str(value)
