"""From the edited hand, the set-up and the answers of this round to what the scorer says of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from scorer import (
    Arrangement,
    Column,
    Hand,
    Question,
    Reading,
    Score,
    Wait,
    WinContext,
    better_layout,
    dealt_kind,
    open_questions,
    other_readings,
    score,
    waits,
)
from scorer.faces import FACES
from ui.edits import set_kind, set_winning
from ui.state import BACK, EditColumn, EditHand, column_of, find, kinds_of, tiles_of

if TYPE_CHECKING:
    from scorer import RuleSet
    from ui.setup import Setup

DEALER_CHIPS = ("tianhu", "huilong", "haidi")
OTHER_CHIPS = ("dihu", "haidi")
SPECIALS = ("3long", "5kan")
"""Wins with the dealt cards alone: 三垅 and 五坎 (rules.md A7–A9); the scorer's own names."""
LONG_NEEDED = 3
FIRST_DISCARD = frozenset({"dihu", "huilong"})
"""地胡 and 回龙 win on somebody's first discard (rules.md §2.6, §5)."""
SOURCES = ("discard", "self_draw", "other_draw")
DRAWN = ("self_draw", "other_draw")
UNFINISHED = 20
QUAD = 4
OPEN_KINDS = frozenset({"peng", "zhao"})
DEALT_KINDS = frozenset({"long", "kan"})


@dataclass(frozen=True)
class Answers:
    """What no photo shows, asked anew for every hand.

    Attributes:
        winner: seat of the winner; None until it is told.
        source: where the winning card came from; None stands for what is usual under the rules.
        chip: which of tianhu, dihu, huilong, haidi, 3long, 5kan happened; no two of them can.
        elsewhere: whether the winning card is known to lie in no triple and no quad.
        discarder: seat that played the winning card, where it was played; None where nobody said.
        claimed: 道 that the winner announced, where the house counts 道.
        bao: whether the winner had declared ready on the dealt cards.
        piao: whether the winner won on the first card turned up.

    """

    winner: int | None = None
    source: str | None = None
    chip: str | None = None
    elsewhere: bool = False
    discarder: int | None = None
    claimed: int | None = None
    bao: bool = False
    piao: bool = False


def sources(rules: RuleSet) -> tuple[str, ...]:
    """Where a winning card may come from, the usual first; 跑胡子 wins on no discard (rules.md §6).

    >>> from scorer import load_rules
    >>> sources(load_rules("phz_ping")), sources(load_rules("luzhou_deng"))[0]
    (('other_draw', 'self_draw'), 'discard')
    """
    return ("other_draw", "self_draw") if rules.family == "phz" else SOURCES


def ready_word(rules: RuleSet) -> str:
    """Give the catalogue's name for having declared ready on the dealt cards, which 跑胡子 calls otherwise.

    >>> from scorer import load_rules
    >>> ready_word(load_rules("phz_full")), ready_word(load_rules("daozi"))
    ('tinghu', 'bao')
    """
    return "tinghu" if rules.family == "phz" else "bao"


def chips(setup: Setup, answers: Answers) -> tuple[str, ...]:
    """天胡 and 回龙 are the dealer's, 地胡 the others'; 三垅 and 五坎 whoever was dealt them."""
    return (*(DEALER_CHIPS if answers.winner == setup.dealer else OTHER_CHIPS), *SPECIALS)


def special_of(hand: EditHand, setup: Setup, answers: Answers) -> str | None:
    """Give the win with the dealt cards that this hand is, if that pays something else than it does as laid."""
    kinds = [_as_dealt(column) for column in hand.columns]
    enough = {"3long": LONG_NEEDED, "5kan": setup.rules.options.kan_needed}
    names = dict(zip(SPECIALS, ("long", "kan"), strict=True))
    for special in SPECIALS:
        if kinds.count(names[special]) >= enough[special]:
            now = score_hand(hand, setup, replace(answers, chip=None))
            told = score_hand(hand, setup, replace(answers, chip=special))
            if told is not None and told.valid and (now is None or now.settlement != told.settlement):
                return special
    return None


def counted_places(hand: EditHand, answers: Answers) -> tuple[int, ...]:
    """Give the places of the columns that count as such: all, but 垅 and 坎 alone where only they were dealt."""
    if answers.chip not in SPECIALS:
        return tuple(range(len(hand.columns)))
    return tuple(place for place, column in enumerate(hand.columns) if _as_dealt(column) in DEALT_KINDS)


def hu_by_place(result: Score | None, hand: EditHand, answers: Answers) -> dict[int, int]:
    """Give the 胡 of each column that counts, by its place."""
    return {} if result is None else dict(zip(counted_places(hand, answers), result.hu, strict=True))


def source_of(setup: Setup, answers: Answers) -> str:
    """Where the card came from, given what happened: 天胡 takes none, 地胡 and 回龙 a discard, 海底 and 漂 a draw."""
    rules = setup.rules
    usual = sources(rules)
    source = answers.source if answers.source in usual else usual[0]
    chip = answers.chip if answers.chip in chips(setup, answers) else None
    if chip == "tianhu" or chip in SPECIALS:
        return "dealt"
    if chip in FIRST_DISCARD and rules.family != "phz":
        return "discard"
    turned = chip == "haidi" or (answers.piao and rules.family == "daozi")
    return "other_draw" if turned and source == "discard" else source


def settled_answers(setup: Setup, new: Answers) -> Answers:
    """Let the answers agree: whatever a chip or a seat rules out goes back to what is possible."""
    chip = new.chip if new.chip in chips(setup, new) else None
    new = replace(new, chip=chip, winner=new.winner if new.winner in setup.playing else None)
    source = source_of(setup, new)
    if source in sources(setup.rules) and new.source is not None:
        new = replace(new, source=source)
    thrown = source == "discard" and new.discarder in setup.playing and new.discarder != new.winner
    return new if thrown else replace(new, discarder=None)


def covered(hand: EditHand) -> tuple[EditColumn, ...]:
    """Columns with a face-down card that nothing tells the number of."""
    return tuple(column for column in hand.columns if BACK in tiles_of(column))


def to_hand(hand: EditHand, answers: Answers) -> Hand:
    """Give the hand as the scorer takes it; only where no card's number is unknown."""
    if answers.chip not in SPECIALS:
        return Hand(tuple(Column(tiles_of(column), _type(column), column.exposed) for column in hand.columns))
    places = counted_places(hand, answers)
    dealt = tuple(Column(tiles_of(hand.columns[place]), _as_dealt(hand.columns[place])) for place in places)
    loose = [tile for place, column in enumerate(hand.columns) if place not in places for tile in tiles_of(column)]
    loose += [card.face for card in hand.strays if card.face != BACK]
    return Hand(dealt, answers.chip, tuple(loose))


def context_of(hand: EditHand, setup: Setup, answers: Answers) -> WinContext:
    """Give the circumstances of the win as the scorer takes them."""
    card = None if hand.winning is None else find(hand, hand.winning)
    column = None if card is None else column_of(hand, card.id)
    place = None if column is None else hand.columns.index(column)
    tile = None
    if card is not None and column is not None:
        tile = tiles_of(column)[[c.id for c in column.cards].index(card.id)]
    chip = answers.chip if answers.chip in chips(setup, answers) else None
    next_seat = None if answers.winner is None else setup.playing[1:2] == (answers.winner,)
    dealt = chip == "tianhu" or chip in SPECIALS
    return WinContext(
        winning_tile=None if dealt else tile,
        winning_column=None if dealt else place,
        source=source_of(setup, answers),
        winner_is_dealer=answers.winner == setup.dealer,
        tianhu=chip == "tianhu",
        dihu=chip == "dihu",
        huilong=chip == "huilong",
        haidi=chip == "haidi",
        has_dijia=setup.has_dijia,
        losers=setup.losers,
        claimed_dao=answers.claimed if setup.rules.family == "dao" else None,
        bao=answers.bao,  # rules that know neither of the two take no notice
        piao=answers.piao,
        winner_is_next=next_seat,
    )


def score_hand(hand: EditHand, setup: Setup, answers: Answers) -> Score | None:
    """Give the score; None while there is no column or a card's number is unknown."""
    if not hand.columns or covered(hand):
        return None
    return score(to_hand(hand, answers), context_of(hand, setup, answers), setup.rules)


def questions(hand: EditHand, setup: Setup, answers: Answers) -> tuple[Question, ...]:
    """Give the questions whose answer changes what is paid; what the player or the photo has told is none."""
    if not hand.columns or covered(hand):
        return ()
    known = {f"kind_{place}" for place, column in enumerate(hand.columns) if _kind_is_told(column)}
    if hand.winning is not None or answers.elsewhere:
        known.add("winning_column")
    return _questions(to_hand(hand, answers), context_of(hand, setup, answers), setup.rules, frozenset(known))


def as_won(hand: EditHand, setup: Setup, answers: Answers) -> EditHand:
    """Give the hand with the column of the winning card as its source makes it: 碰 or 偎, 跑 or 提 in 跑胡子."""
    return set_winning(hand, hand.winning, source_of(setup, answers), setup.rules)


def with_answer(
    hand: EditHand, setup: Setup, answers: Answers, question: Question, value: str
) -> tuple[EditHand, Answers]:
    """Take over the answer to a question about 碰 or 坎, or about where the winning card lies."""
    if question.name == "kind" and question.column is not None:
        return set_kind(hand, hand.columns[question.column].id, value), answers
    if question.name == "winning_column" and value.isdigit():
        won = replace(hand, winning=hand.columns[int(value)].cards[-1].id)
        return as_won(won, setup, answers), replace(answers, elsewhere=False)
    return replace(hand, winning=None), replace(answers, elsewhere=True)


def better(hand: EditHand, setup: Setup, answers: Answers) -> Arrangement | None:
    """Give a layout of the cards in hand that pays more; None if there is none."""
    if not hand.columns or covered(hand) or not all(kinds_of(column) for column in hand.columns):
        return None
    return _better(to_hand(hand, answers), context_of(hand, setup, answers), setup.rules)


def doubts(hand: EditHand, setup: Setup, answers: Answers) -> tuple[Reading, ...]:
    """Give the doubtful rules that, read as other tables do, would change what is paid for this hand."""
    return _doubts(to_hand(hand, answers), context_of(hand, setup, answers), setup.rules)


def waiting(hand: EditHand, setup: Setup, answers: Answers) -> tuple[Wait, ...] | None:
    """Give the cards that a hand which lacks one waits for; None if it does not lack just one.

    What lies in hand is tried both ways: laid anew, and as it was laid (whether a 吃 lay open, no photo can tell).
    """
    columns = hand.columns
    quads = sum(len(tiles_of(column)) == QUAD and bool(kinds_of(column)) for column in columns)
    count = sum(len(column.cards) for column in columns)
    if covered(hand) or count != UNFINISHED + max(0, quads - 1):
        return None
    plain = replace(answers, chip=None)
    context = replace(context_of(replace(hand, winning=None), setup, plain), winning_tile=None, winning_column=None)
    best: dict[str, Wait] = {}
    for stays in (_lies_open, _is_whole):
        fixed = tuple(Column(tiles_of(column), column.kind, exposed=True) for column in columns if stays(column))
        concealed = tuple(tile for column in columns if not stays(column) for tile in tiles_of(column))
        for wait in _waits(concealed, fixed, context, setup.rules):
            known = best.get(wait.tile)
            if known is None or wait.best.paid > known.best.paid:
                best[wait.tile] = wait
    return tuple(best[tile] for tile in FACES if tile in best)


def _type(column: EditColumn) -> str:
    return "chi" if column.kind == "unknown" else column.kind


def _as_dealt(column: EditColumn) -> str:
    """Give the kind of a column whose cards were all dealt, unless the player has said what it is."""
    if not kinds_of(column):
        return "unknown"
    return column.kind if column.told else dealt_kind(column.kind)


def _lies_open(column: EditColumn) -> bool:
    return bool(kinds_of(column)) and (column.kind in OPEN_KINDS or (column.exposed and column.kind == "chi"))


def _is_whole(column: EditColumn) -> bool:
    return bool(kinds_of(column)) and column.kind != "jiang"


def _kind_is_told(column: EditColumn) -> bool:
    return column.told or any(card.face == BACK for card in column.cards)


_questions = lru_cache(maxsize=256)(open_questions)
_better = lru_cache(maxsize=256)(better_layout)
_doubts = lru_cache(maxsize=256)(other_readings)
_waits = lru_cache(maxsize=256)(waits)
