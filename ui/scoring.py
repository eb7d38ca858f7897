"""From the edited hand, the set-up and the answers of this round to the scorer's result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorer import Column, Hand, Score, WinContext, load_rules, score
from ui.state import BACK, EditColumn, EditHand, column_of, find, kinds_of, set_winning, tiles_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ui.setup import Setup

DEALER_CHIPS = ("tianhu", "huilong", "haidi")
OTHER_CHIPS = ("dihu", "haidi")
SOURCES = ("discard", "self_draw", "other_draw")


@dataclass(frozen=True)
class Answers:
    """What no photo shows, asked anew for every hand.

    Attributes:
        dealer: whether the winner is the dealer.
        source: where the winning card came from.
        chip: which of tianhu, dihu, huilong, haidi happened; no two of them can.

    """

    dealer: bool = False
    source: str = "discard"
    chip: str | None = None

    @property
    def possible_chips(self) -> tuple[str, ...]:
        """天胡 and 回龙 are the dealer's, 地胡 the others'.

        >>> Answers(dealer=True).possible_chips
        ('tianhu', 'huilong', 'haidi')
        """
        return DEALER_CHIPS if self.dealer else OTHER_CHIPS

    @property
    def true_source(self) -> str:
        """Where the card came from, given what happened: 天胡 takes no card, 海底 is drawn.

        >>> Answers(dealer=True, chip="tianhu").true_source, Answers(chip="haidi").true_source
        ('dealt', 'self_draw')
        """
        if self.chip == "tianhu":
            return "dealt"
        return "self_draw" if self.chip == "haidi" and self.source == "discard" else self.source


def covered(hand: EditHand) -> tuple[EditColumn, ...]:
    """Columns with a face-down card that nothing tells the number of."""
    return tuple(column for column in hand.columns if BACK in tiles_of(column))


def score_hand(hand: EditHand, setup: Setup, answers: Answers) -> Score | None:
    """Give the score; None while there is no column or a card's number is unknown."""
    if not hand.columns or covered(hand):
        return None
    columns = tuple(Column(tiles_of(column), _type(column), column.exposed) for column in hand.columns)
    return score(Hand(columns), _context(hand, setup, answers), load_rules(setup.system))


def payments(result: Score | None) -> tuple[object, ...]:
    """Give what a result comes to, to compare two of them: whether it is legal and what everybody pays."""
    return () if result is None else (result.valid, result.settlement)


def matters(hand: EditHand, setup: Setup, answers: Answers, others: Iterable[Answers]) -> bool:
    """Whether any of the other answers would change who pays what."""
    now = payments(score_hand(hand, setup, answers))
    return any(payments(score_hand(hand, setup, other)) != now for other in others)


def source_matters(hand: EditHand, setup: Setup, answers: Answers) -> bool:
    """Whether it has to be asked where the winning card came from."""
    return answers.chip is None and matters(
        hand, setup, answers, (replace(answers, source=source) for source in SOURCES)
    )


def winning_matters(hand: EditHand, setup: Setup, answers: Answers) -> bool:
    """Whether the winning card has to be marked: some 坎 would be 碰, or 垅 招, if it had won there."""
    if hand.winning is not None:
        return False
    now = payments(score_hand(hand, setup, answers))
    closed = [column for column in hand.columns if column.kind in {"kan", "long"} and kinds_of(column)]
    return any(payments(score_hand(set_winning(hand, column.cards[-1].id), setup, answers)) != now for column in closed)


def _type(column: EditColumn) -> str:
    return "chi" if column.kind == "unknown" else column.kind


def _context(hand: EditHand, setup: Setup, answers: Answers) -> WinContext:
    card = None if hand.winning is None else find(hand, hand.winning)
    column = None if card is None else column_of(hand, card.id)
    chip = answers.chip if answers.chip in answers.possible_chips else None
    return WinContext(
        winning_tile=None if card is None or card.face == BACK else card.face,
        winning_column=None if column is None else hand.columns.index(column),
        source=answers.true_source,
        winner_is_dealer=answers.dealer,
        tianhu=chip == "tianhu",
        dihu=chip == "dihu",
        huilong=chip == "huilong",
        haidi=chip == "haidi",
        has_dijia=setup.has_dijia,
        losers=setup.losers,
    )
