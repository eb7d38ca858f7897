"""Seats at the table: who deals next, who is the 底家, and who pays what (rules.md §4, §5, §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.errors import BadRound

if TYPE_CHECKING:
    from ledger.types import Round
    from scorer import Settlement

FULL_TABLE = 4


def dijia_seat(seats: int, dealer: int) -> int | None:
    """Seat of the 底家: opposite the dealer at a table of four, else nobody.

    >>> dijia_seat(4, 3), dijia_seat(3, 0)
    (1, None)
    """
    return (dealer + 2) % FULL_TABLE if seats == FULL_TABLE else None


def next_dealer(played: Round) -> int:
    """Who deals after a round: the winner; a fouler (rules.md §5); after a drawn round the same dealer again.

    The rules say nothing on drawn rounds, so the deal stays where it was; `Round.dealer` can always be told otherwise.
    """
    if played.winner is not None:
        return played.winner
    return played.fouler if played.fouler is not None else played.dealer


def win_payments(
    settlement: Settlement, *, seats: int, winner: int, dealer: int, discarder: int | None = None
) -> tuple[int, ...]:
    """Spread the scorer's settlement over the seats.

    With four seats and fewer than three losers the seat opposite the dealer is the 底家 and pays nothing.

    Args:
        settlement: `Score.settlement`, scored with the losers of this table.
        seats: 2, 3 or 4.
        winner: seat of the winner.
        dealer: seat of the dealer.
        discarder: seat that played the winning tile; needed where the house lets it pay for all (放炮, A35).

    Returns:
        Points of each seat, shape (seats,), sum 0.

    Raises:
        BadRound: the settlement does not fit this table.

    >>> from scorer import Settlement
    >>> win_payments(Settlement(10, -6, 2), seats=4, winner=0, dealer=0)
    (10, -6, 2, -6)

    """
    dijia = dijia_seat(seats, dealer) if settlement.losers < seats - 1 else None
    if winner == dijia:
        raise BadRound("the seat opposite the dealer sits out this round and cannot win")
    payments = [settlement.loser_each] * seats
    payments[winner] = settlement.winner
    if dijia is not None:
        payments[dijia] = settlement.dijia
    if settlement.discarder:
        if discarder is None or discarder in {winner, dijia} or not 0 <= discarder < seats:
            raise BadRound("under these rules the discarder pays, so their seat is needed")
        payments[discarder] += settlement.discarder
    if sum(payments):
        raise BadRound(f"a settlement for {settlement.losers} losers does not fit a table of {seats}")
    return tuple(payments)


def foul_payments(each: int, *, seats: int, fouler: int) -> tuple[int, ...]:
    """What a foul costs: the fouler gives `each` to every other seat, the 底家 too (rules.md A30).

    >>> foul_payments(2, seats=4, fouler=1)
    (2, -6, 2, 2)
    """
    return tuple(-each * (seats - 1) if seat == fouler else each for seat in range(seats))
