"""Which question matters: the unknowns of a photo whose answer changes what is paid (rules.md §12).

Everything a photo cannot tell is tried: 碰 or 坎 and 招 or 垅 of each column together, and with them the winning tile,
its source and 天胡, 地胡, 回龙, 海底. An unknown is a question only if some pair of its answers, all else equal, pays
differently.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from scorer import texts
from scorer.context import dealt_kind, with_source, won_kind
from scorer.facts import check_context, check_hand
from scorer.hand import Column, Hand, WinContext
from scorer.scoring import score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.result import Score, Settlement
    from scorer.rules import RuleSet

MOST_JOINT = 5
YES_NO = ("haidi", "bao", "piao", "winner_is_next")
SISTER_KINDS = {
    "peng": ("peng", "kan"), "kan": ("peng", "kan"), "zhao": ("zhao", "long"), "long": ("zhao", "long"),
}  # fmt: skip
PHZ_KINDS = {
    "peng": ("peng", "wei"), "wei": ("peng", "wei"), "kan": ("peng", "kan"), "chouwei": ("peng", "chouwei"),
    "pao": ("pao", "ti"), "ti": ("pao", "ti"), "zhao": ("zhao", "long"), "long": ("zhao", "long"),
}  # fmt: skip
Case = tuple[Hand, WinContext]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question, and the hand and context it makes.

    `payments` are all that the winner may get with this answer, as the other columns may have come about: where an
    unknown matters only jointly with another, `paid` is the same for each answer and this is not. None is no win.
    """

    name: str
    value: str
    hand: Hand
    context: WinContext
    score: Score
    payments: tuple[int | None, ...] = ()

    @property
    def paid(self) -> int | None:
        """What the winner gets with this answer; None if the hand is then no win."""
        return self.score.settlement.winner if self.score.settlement else None

    def text(self, lang: str = "zh-Hans") -> str:
        """Say the answer in a word or two."""
        if self.name == "kind":
            return texts.kind_name(self.value, lang)
        if self.name == "winning_column" and self.value.isdigit():
            place = int(self.value)
            return texts.say("answer.column", lang, cards=self.hand.columns[place].tiles, columns=(place + 1,))
        return texts.say(f"answer.{self.value}", lang)


@dataclass(frozen=True, slots=True)
class Question:
    """An unknown whose answer changes the payment: its name, its column if it is about one, and each answer.

    Names: `kind` (碰 or 坎, 招 or 垅), `winning_column`, `source`, `opening` (天胡, 地胡, 回龙), `haidi`, and where the
    rules know them `bao`, `piao` and `winner_is_next`.
    """

    name: str
    column: int | None
    answers: tuple[Answer, ...]

    def text(self, lang: str = "zh-Hans") -> str:
        """Ask it in one sentence."""
        if self.column is None:
            return texts.say(f"ask.{self.name}", lang)
        cards = self.answers[0].hand.columns[self.column].tiles
        return texts.say(f"ask.{self.name}", lang, cards=cards, columns=(self.column + 1,))


def open_questions(
    hand: Hand,
    context: WinContext,
    rules: RuleSet,
    known: frozenset[str] = frozenset(),
) -> tuple[Question, ...]:
    """List the questions that matter, the hand and context standing for what is believed so far.

    `known` holds names of questions already answered (`kind_3` for the kind of the fourth column, or `kind` for all).
    """
    check_hand(hand)
    check_context(context)
    context = with_source(context, rules, special=hand.special is not None)
    unsure = [
        i
        for i, column in enumerate(hand.columns)
        if column.type in _sister_kinds(rules)
        and not {"kind", f"kind_{i}"} & known
        and not (i == context.winning_column and "winning_column" in known)
    ]
    hands = list(_hands(hand, unsure, rules))
    unknowns: list[tuple[str, int | None]] = [("kind", i) for i in unsure if i != context.winning_column]
    names = ("winning_column", "source", "opening", "haidi", *_told_only(context, rules))
    unknowns += [(name, None) for name in names if name not in known]
    found = []
    for name, column in unknowns:
        payments: dict[str, set[int | None]] = {}
        matters = False
        for other in hands:
            paid = _paid(_answers(name, column, (other, context), rules, unsure), rules)
            matters = matters or len({settlement for _, settlement in paid}) > 1
            for value, settlement in paid:
                payments.setdefault(value, set()).add(settlement.winner if settlement else None)
        if matters:
            answers = tuple(
                Answer(name, value, *case, score(*case, rules), _sorted(payments.get(value, set())))
                for value, case in _answers(name, column, (hand, context), rules, unsure)
            )
            found.append(Question(name, column, answers))
    return tuple(found)


def _told_only(context: WinContext, rules: RuleSet) -> tuple[str, ...]:
    """Facts that only some rule systems ask for: 报 or 听胡, 水上漂, and whether a 地胡 is the 下家's (A10)."""
    bao = ("bao",) if {"报", "听胡"} & set(rules.fan) else ()
    piao = ("piao",) if "漂" in rules.fan else ()
    return (*bao, *piao, *(("winner_is_next",) if context.dihu and rules.options.dihu_who == "next" else ()))


def _sister_kinds(rules: RuleSet) -> dict[str, tuple[str, str]]:
    return PHZ_KINDS if rules.family == "phz" else SISTER_KINDS


def _hands(hand: Hand, unsure: list[int], rules: RuleSet) -> Iterator[Hand]:
    """Give every way the unsure columns may have come about together; the one believed first."""
    kinds = _sister_kinds(rules)
    if len(unsure) > MOST_JOINT:
        yield hand
        yield from (_with_kind(hand, i, kind) for i in unsure for kind in kinds[hand.columns[i].type])
        return
    for choice in product(*[kinds[hand.columns[i].type] for i in unsure]):
        changed = hand
        for i, kind in zip(unsure, choice, strict=True):
            changed = _with_kind(changed, i, kind)
        yield changed


def _with_kind(hand: Hand, place: int, kind: str) -> Hand:
    columns = list(hand.columns)
    if columns[place].type == kind:
        return hand
    columns[place] = Column(columns[place].tiles, kind, exposed=kind != "kan")
    return replace(hand, columns=tuple(columns))


def _paid(answers: list[tuple[str, Case]], rules: RuleSet) -> list[tuple[str, Settlement | None]]:
    """What each answer pays; too little 胡 is an answer too (None), a contradiction is not."""
    paid = []
    for value, case in answers:
        result = score(*case, rules)
        if result.settlement or all(fault.key == "below" for fault in result.errors):
            paid.append((value, result.settlement))
    return paid


def _sorted(payments: set[int | None]) -> tuple[int | None, ...]:
    return tuple(sorted(payments, key=lambda paid: (paid is not None, paid or 0)))


def _answers(
    name: str,
    column: int | None,
    case: Case,
    rules: RuleSet,
    unsure: list[int],
) -> list[tuple[str, Case]]:
    hand, context = case
    if name == "kind" and column is not None:
        return [(kind, (_with_kind(hand, column, kind), context))
                for kind in _sister_kinds(rules)[hand.columns[column].type]]  # fmt: skip
    if name == "winning_column":
        return list(_winning_columns(case, rules))
    if name == "source":
        sources = ("self_draw", "other_draw") if rules.family == "phz" else ("discard", "self_draw", "other_draw")
        return [(source, _from(source, case, rules)) for source in sources]
    if name in YES_NO:
        return _yes_or_no(name, case)
    return list(_openings(case, rules, unsure))


def _yes_or_no(name: str, case: Case) -> list[tuple[str, Case]]:
    """Tell a flag of the context both ways; the last and the first card of the pile are turned, not discarded."""
    hand, context = case
    turned = name in ("haidi", "piao") and context.source == "discard"
    answers = []
    for value, yes in (("no", False), ("yes", True)):
        source = "other_draw" if yes and turned else context.source
        answers.append((value, (hand, replace(context, source=source, **{name: yes}))))  # type: ignore[arg-type]
    return answers


def _winning_columns(case: Case, rules: RuleSet) -> Iterator[tuple[str, Case]]:
    """Put the winning tile in a triple or quad, which it then completed, or somewhere it changes nothing."""
    hand, context = case
    harmless = [i for i, column in enumerate(hand.columns) if column.type not in _sister_kinds(rules)]
    if harmless:
        tile = hand.columns[harmless[-1]].tiles[-1:]
        told = replace(context, winning_tile=tile[0] if tile else None, winning_column=harmless[-1] if tile else None)
        yield "elsewhere", (hand, told)
    source = context.source or rules.source
    for i, column in enumerate(hand.columns):
        if column.type in _sister_kinds(rules) and column.tiles:
            told = replace(context, winning_tile=column.tiles[0], winning_column=i)
            yield str(i), (_with_kind(hand, i, won_kind(column.type, source, rules)), told)


def _from(source: str, case: Case, rules: RuleSet) -> Case:
    """Let the winning tile come from elsewhere: a triple that it completed is then of another kind (§6)."""
    hand, context = case
    place = context.winning_column
    if place is not None and place < len(hand.columns):
        kind = hand.columns[place].type
        if kind in _sister_kinds(rules):
            hand = _with_kind(hand, place, won_kind(kind, source, rules))
    return hand, replace(context, source=source)


def _openings(case: Case, rules: RuleSet, unsure: list[int]) -> Iterator[tuple[str, Case]]:
    """天胡 and 回龙 are the dealer's, 地胡 is everybody else's; the impossible ones are not asked."""
    hand, context = case
    plain = replace(context, tianhu=False, dihu=False, huilong=False)
    plain = replace(plain, source=rules.source if context.source == "dealt" else context.source)
    yield "none", (hand, plain)
    if context.haidi:
        return
    thrown = plain.source if rules.family == "phz" else "discard"
    if context.winner_is_dealer:
        told = replace(plain, tianhu=True, source="dealt", winning_tile=None, winning_column=None)
        yield "tianhu", (_as_dealt(hand, None, unsure), told)
        yield "huilong", (hand, replace(plain, huilong=True, source=thrown))
    else:
        first = hand if rules.family == "phz" else _as_dealt(hand, context.winning_column, unsure)
        yield "dihu", (first, replace(plain, dihu=True, source=thrown))


def _as_dealt(hand: Hand, won: int | None, unsure: list[int]) -> Hand:
    """Take the hand as dealt, but for the column that the winning tile completed; what is known stays as it is."""
    columns = []
    for i, column in enumerate(hand.columns):
        kind = dealt_kind(column.type) if i in unsure else column.type
        open_still = column.exposed and kind in ("peng", "zhao", "long", "ti", "wei", "pao", "chouwei")
        columns.append(column if i == won else Column(column.tiles, kind, exposed=open_still))
    return replace(hand, columns=tuple(columns))
