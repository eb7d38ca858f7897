"""What goes into the scorer: the laid-out hand and the circumstances of the win."""

from __future__ import annotations

from dataclasses import dataclass

SOURCES = ("discard", "self_draw", "other_draw", "dealt")
"""Where the winning tile came from: 他人打, 自摸, 他人摸, or no tile at all (won as dealt)."""

SPECIALS = ("3long", "5kan")
"""Wins at once with the dealt tiles: 3垅 or 5坎 (rules.md A7–A9)."""


@dataclass(frozen=True, slots=True)
class Column:
    """One 列: its tiles in the order they lie, its kind, and whether it lay open on the table before the win."""

    tiles: tuple[str, ...]
    type: str
    exposed: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as laid out: its columns; `special` and `loose` only for a win with the dealt tiles (rules.md A9)."""

    columns: tuple[Column, ...]
    special: str | None = None
    loose: tuple[str, ...] = ()

    @property
    def tiles(self) -> tuple[str, ...]:
        """Every tile of the hand, columns first."""
        tiles = [tile for column in self.columns for tile in column.tiles]
        return (*tiles, *self.loose)


@dataclass(frozen=True, slots=True)
class WinContext:
    """What no photo shows: the winning tile, where it came from, who won, who sits at the table (rules.md §12).

    `source` None means the usual one of the rule set (`usual_source`).
    `losers` counts the players who pay (2 unless told); `has_dijia` None means what the rule set says for that table.
    `winner_is_next` tells whether the winner sits next after the dealer; only the option `dihu_who = "next"` asks.
    `drawn_deals` counts the deals before this one that nobody won; only 黄番 asks (rules.md §11.2).
    """

    winning_tile: str | None = None
    winning_column: int | None = None
    source: str | None = None
    winner_is_dealer: bool = False
    tianhu: bool = False
    dihu: bool = False
    huilong: bool = False
    haidi: bool = False
    has_dijia: bool | None = None
    losers: int | None = None
    claimed_dao: int | None = None
    bao: bool = False
    piao: bool = False
    winner_is_next: bool | None = None
    drawn_deals: int | None = None
