"""Who pays whom by seat: the scorer's settlement laid over the seats of the table (rules.md §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer import Foul, Settlement
    from ui.scoring import Answers
    from ui.setup import Setup


def payments(paid: Settlement, setup: Setup, answers: Answers) -> dict[int, int] | None:
    """Give the points of every seat; None while a seat that matters is not told.

    The sum is 0. Under a house rule that lets the discarder pay for all, that seat has to be known.
    """
    winner = answers.winner
    if winner is None or (paid.discarder and answers.discarder is None):
        return None
    points = dict.fromkeys(range(setup.players), 0)
    for seat in setup.playing:
        points[seat] = paid.winner if seat == winner else paid.loser_each
    if paid.discarder and answers.discarder is not None:
        points[answers.discarder] = paid.discarder
    if setup.dijia is not None:
        points[setup.dijia] = paid.dijia
    return points


def foul_payments(foul: Foul, setup: Setup, fouler: int | None) -> dict[int, int] | None:
    """Give the points of every seat when ``fouler`` makes good a wrong win; None while seat or amount is not known."""
    if fouler is None or foul.each is None:
        return None
    points = dict.fromkeys(range(setup.players), foul.each)
    points[fouler] = -foul.each * (setup.players - 1)
    return points
