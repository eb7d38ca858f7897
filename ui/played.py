"""Between the page and the ledger: a scored hand as a round to record, and a recorded round as a hand to edit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ledger import Round, RulesUsed, ScoreNote, hand_json
from scorer import parse_case
from ui import house
from ui.edits import add_column
from ui.scoring import Answers, context_of, score_hand, to_hand
from ui.seats import foul_payments, payments
from ui.setup import Setup, seat_name
from ui.state import EditCard, EditHand

if TYPE_CHECKING:
    from ledger import Evening
    from scorer import Score
    from ui.catalogue import Say

CHIPS = ("tianhu", "dihu", "huilong", "haidi")


def rules_used(setup: Setup) -> RulesUsed:
    """Give the rules of the table as the ledger keeps them, a house's own with its text."""
    if not house.is_house(setup.system):
        return RulesUsed.of(setup.rules)
    return RulesUsed.of(setup.rules, house_file=f"{setup.rules.name}.toml", house_text=house.text_of(setup.system))


def system_of(rules: RulesUsed) -> str:
    """Give the name or key of the rules that an evening was played by; a house's own are kept here again.

    Raises:
        RulesError: the house's text is no rule set (any more).

    """
    if rules.house_text is None:
        return rules.name
    return house.keep(rules.house_text.encode(), rules.house_file or f"{rules.name}.toml")


def setup_of(evening: Evening, system: str, lang: str) -> Setup:
    """Give the set-up of an evening's table, the next dealer dealing."""
    names = (*evening.seats, "", "", "")[:4]
    return Setup(system, len(evening.seats), lang, names, evening.next_dealer)


def names_of(setup: Setup, say: Say) -> tuple[str, ...]:
    """Name all seats, no two alike: a name given twice gets its seat beside it."""
    names = [seat_name(setup, seat, say) for seat in range(setup.players)]
    return tuple(name if names.count(name) == 1 else f"{name} {say(f'seat.{seat}')}" for seat, name in enumerate(names))


def won_round(hand: EditHand, seen: EditHand | None, setup: Setup, answers: Answers, lang: str) -> Round | None:
    """Give the round to record; None while it is no win or a seat that matters is not told."""
    result = score_hand(hand, setup, answers)
    if result is None or result.settlement is None or answers.winner is None:
        return None
    points = payments(result.settlement, setup, answers)
    if points is None:
        return None
    context = context_of(hand, setup, answers)
    return Round(
        dealer=setup.dealer,
        payments=tuple(points[seat] for seat in range(setup.players)),
        rules_name=setup.rules.name,
        rules_version=setup.rules.version,
        winner=answers.winner,
        source=context.source,
        discarder=answers.discarder,
        seen=None if seen is None else seen_json(seen),
        hand=hand_json(to_hand(hand, answers), context),
        score=ScoreNote.of(result, lang),
    )


def foul_round(setup: Setup, fouler: int, each: int, result: Score | None = None) -> Round:
    """Give the round of a wrong win: the fouler gives ``each`` to every other seat."""
    from scorer import Foul

    points = foul_payments(Foul((), each, setup.players - 1), setup, fouler) or {}
    return Round(
        dealer=setup.dealer,
        payments=tuple(points[seat] for seat in range(setup.players)),
        rules_name=setup.rules.name,
        rules_version=setup.rules.version,
        fouler=fouler,
        compensation=each,
        hand=None if result is None else hand_json(result.hand, result.context),
    )


def drawn_round(setup: Setup) -> Round:
    """Give a round that nobody won (流局)."""
    return Round(
        dealer=setup.dealer,
        payments=(0,) * setup.players,
        rules_name=setup.rules.name,
        rules_version=setup.rules.version,
    )


def seen_json(seen: EditHand) -> dict[str, object]:
    """Write the hand as the scan saw it: each column's faces, its kind, and how sure it was."""
    columns = [
        {
            "kind": column.kind,
            "exposed": column.exposed,
            "cards": [[card.face, round(card.p, 4)] for card in column.cards],
        }
        for column in seen.columns
    ]
    return {"columns": columns, "strays": [[card.face, round(card.p, 4)] for card in seen.strays]}


def reopened(played: Round, setup: Setup) -> tuple[EditHand, Answers] | None:
    """Give a recorded hand and its answers to edit again; None for a round without a hand."""
    if played.hand is None:
        return None
    told, context, _ = parse_case(played.hand, setup.rules)
    hand = EditHand()
    for column in told.columns:
        hand = add_column(hand, column.tiles, exposed=column.exposed, kind=column.type)
    place = context.winning_column
    if place is not None and context.winning_tile is not None:
        card = next((c for c in hand.columns[place].cards if c.face == context.winning_tile), None)
        hand = replace(hand, winning=None if card is None else card.id)
    strays = tuple(EditCard(hand.next_id + place, face, touched=True) for place, face in enumerate(told.loose))
    hand = replace(hand, strays=strays, next_id=hand.next_id + len(strays))
    chip = told.special or next((name for name in CHIPS if getattr(context, name)), None)
    answers = Answers(
        winner=played.winner if played.winner is not None else played.fouler,
        source=None if context.source == "dealt" else context.source,
        chip=chip,
        elsewhere=place is None,
        discarder=played.discarder,
        claimed=context.claimed_dao,
        bao=context.bao,
        piao=context.piao,
    )
    return hand, answers
