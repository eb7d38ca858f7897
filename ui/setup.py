"""The table set-up: rule system, seats and dealer; the page's address carries it, so that a reload keeps it too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ui.catalogue import LANGUAGES
from ui.house import is_house, rules_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorer import RuleSet
    from ui.catalogue import Say

PLAYERS = (4, 3, 2)
BETWEEN = "~"
"""Stands between the names in the page's address."""
LONGEST_NAME = 12
NO_DECK, ANY_DECK = "", "auto"
LONGEST_ID = 36


@dataclass(frozen=True)
class Setup:
    """What stays the same all evening.

    Attributes:
        system: name of the rule set, or the key of a house's own.
        players: 4 (one of them sits out as 底家), 3 or 2.
        lang: language of the page.
        names: names of the seats in the order of play; "" where none was given.
        dealer: seat of the dealer.
        deck: id of the deck that is played with, "auto" for the one that a photo shows, "" for none that is known.

    """

    system: str
    players: int = 4
    lang: str = "zh-Hans"
    names: tuple[str, ...] = ("", "", "", "")
    dealer: int = 0
    deck: str = NO_DECK

    @property
    def rules(self) -> RuleSet:
        """The rule set of this table."""
        return rules_of(self.system)

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

    @property
    def dijia(self) -> int | None:
        """Seat of the 底家: opposite the dealer (rules.md §12).

        >>> Setup("luzhou_deng", dealer=1).dijia, Setup("luzhou_deng", 3).dijia
        (3, None)
        """
        return (self.dealer + 2) % 4 if self.has_dijia else None

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats that hold cards, in the order of play from the dealer.

        >>> Setup("luzhou_deng", dealer=1).playing, Setup("luzhou_deng", 2).playing
        ((1, 2, 0), (0, 1))
        """
        seats = ((self.dealer + step) % self.players for step in range(self.players))
        return tuple(seat for seat in seats if seat != self.dijia)

    def with_players(self, players: int) -> Setup:
        """Give the set-up for another number of seats; a dealer whose seat is gone hands over to the first."""
        return replace(self, players=players, dealer=self.dealer if self.dealer < players else 0)

    def with_name(self, seat: int, name: str) -> Setup:
        """Give the set-up with one seat named.

        >>> Setup("luzhou_deng").with_name(1, " a~b ").names
        ('', 'a b', '', '')
        """
        clean = " ".join(name.replace(BETWEEN, " ").split())[:LONGEST_NAME]
        return replace(self, names=tuple(clean if i == seat else old for i, old in enumerate(self.names)))


def from_query(query: Mapping[str, str], systems: Sequence[str], lang: str) -> Setup:
    """Give the set-up that a page's address carries; whatever is missing or nonsense gets its default.

    >>> from_query({"players": "3", "system": "nonsense", "names": "A~B", "dealer": "7"}, ["luzhou_deng"], "en")
    Setup(system='luzhou_deng', players=3, lang='en', names=('A', 'B', '', ''), dealer=0, deck='')
    """
    system, players, dealer = (query.get(name, "") for name in ("system", "players", "dealer"))
    setup = Setup(
        system if system in systems else systems[0],
        int(players) if players in {str(number) for number in PLAYERS} else PLAYERS[0],
        query["lang"] if query.get("lang") in LANGUAGES else lang,
    )
    for seat, name in enumerate(query.get("names", "").split(BETWEEN)[:4]):
        setup = setup.with_name(seat, name)
    dealer = dealer if dealer in {str(seat) for seat in range(setup.players)} else "0"
    return replace(setup, dealer=int(dealer), deck=query.get("deck", NO_DECK)[:LONGEST_ID])


def to_query(setup: Setup) -> dict[str, str]:
    """Give what the page's address carries; ``from_query`` reads it back.

    >>> to_query(Setup("luzhou_deng", 3, names=("A", "", "", "")))["names"]
    'A'
    """
    return {
        "system": setup.system,
        "players": str(setup.players),
        "lang": setup.lang,
        "names": BETWEEN.join(setup.names).rstrip(BETWEEN),
        "dealer": str(setup.dealer),
        "deck": setup.deck,
    }


def system_name(name: str, say: Say) -> str:
    """Name a rule set; the rule file itself says it in every language, and a house's says its own name on top."""
    rules = rules_of(name)
    title = rules.titles.get(say.lang, rules.title)
    return f"{title} · {rules.name}" if is_house(name) else title


def seat_name(setup: Setup, seat: int, say: Say) -> str:
    """Name a seat: what its player is called, else where it is."""
    return setup.names[seat] or say(f"seat.{seat}")
