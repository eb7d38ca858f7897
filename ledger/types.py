"""What the ledger takes and gives: frozen values, nothing of the database."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import datetime as dt

    from scorer import Hand, RuleSet, Score, WinContext

Json = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class RulesUsed:
    """The rule set of an evening.

    Attributes:
        name: name of the rule set (`scorer.rule_names()`, or the name that the house file gives itself).
        version: its version.
        house_file: name of the house's own TOML, if there is one.
        house_text: what that file said on the evening, so that the evening can be scored again when it has changed.

    """

    name: str
    version: str
    house_file: str | None = None
    house_text: str | None = None

    @classmethod
    def of(cls, rules: RuleSet, house_file: str | None = None, house_text: str | None = None) -> RulesUsed:
        """Take name and version from a loaded rule set.

        >>> from scorer import load_rules
        >>> RulesUsed.of(load_rules("luzhou_deng")).name
        'luzhou_deng'
        """
        return cls(rules.name, rules.version, house_file, house_text)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score's explanation (contract 1): its text, the cards it speaks of, its column and number."""

    text: str
    kind: str = ""
    number: int | None = None
    column: int | None = None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreNote:
    """What is kept of a score: 胡 (or 息) in all, the 名堂 or factors as people say them, and every line.

    The texts are in the language they were recorded in; `Round.hand` is enough to score the hand again in another.
    """

    total: int
    labels: tuple[str, ...] = ()
    lines: tuple[ScoreLine, ...] = ()

    @classmethod
    def of(cls, score: Score, lang: str = "zh-Hans") -> ScoreNote:
        """Keep a score, with its texts in one language."""
        items = (*(score.factors or ()), *(score.mingtang or ()), *(score.dao_reasons or ()))
        lines = tuple(
            ScoreLine(line.text(lang), line.kind, line.number, line.column, tuple(line.cards)) for line in score.lines
        )
        return cls(score.hu_total, tuple(item.title(lang) for item in items), lines)


def hand_json(hand: Hand, context: WinContext) -> Json:
    """Write a hand and how it was won in the schema of `rules/cases.json`, as `Round.hand` wants it.

    `scorer.parse_case(hand_json(hand, context), rules)` gives both back.

    >>> from scorer import parse_case, load_rules, read_notation
    >>> hand, context = read_notation("碰贰贰贰 坎八八八 | 胡八")
    >>> parse_case(hand_json(hand, context), load_rules("luzhou_deng"))[:2] == (hand, context)
    True
    """
    circumstances = asdict(context)
    data: Json = {
        "columns": [{"tiles": list(c.tiles), "type": c.type, "exposed": c.exposed} for c in hand.columns],
        "special": hand.special,
        "loose": list(hand.loose),
        "winning_tile": circumstances.pop("winning_tile"),
        "winning_column": circumstances.pop("winning_column"),
        "source": circumstances.pop("source"),
    }
    return data | {"context": circumstances}


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round as the table agreed on it. Seats are numbered from 0 in playing order.

    Won (`winner`), drawn (流局: neither `winner` nor `fouler`) or foul (犯规: `fouler`, who gives `compensation` to
    each of the others). `ledger.win_payments` and `ledger.foul_payments` make `payments` out of what the scorer says.

    Attributes:
        dealer: seat of the dealer (庄家).
        payments: points of each seat, one whole number a seat, summing to 0.
        rules_name: name of the rule set that the round was scored under.
        rules_version: its version.
        winner: seat that won, or None.
        source: where the winning tile came from (`scorer`'s discard, self_draw, other_draw, dealt), if told.
        discarder: seat that discarded or drew the winning tile for the winner, if told.
        fouler: seat that declared wrongly, or None.
        compensation: what the fouler gives to each of the others.
        seen: the hand as the scan read it (any JSON object up to 64 KiB, e.g. contract 2), or None.
        hand: the hand as corrected, in the schema of `rules/cases.json` (see `hand_json`), or None.
        score: what the hand came to, or None.

    """

    dealer: int
    payments: tuple[int, ...]
    rules_name: str
    rules_version: str
    winner: int | None = None
    source: str | None = None
    discarder: int | None = None
    fouler: int | None = None
    compensation: int | None = None
    seen: Json | None = None
    hand: Json | None = None
    score: ScoreNote | None = None

    @property
    def outcome(self) -> str:
        """`win`, `foul` or `drawn`.

        >>> Round(dealer=0, payments=(0, 0), rules_name="luzhou_deng", rules_version="1").outcome
        'drawn'
        """
        if self.winner is not None:
            return "win"
        return "foul" if self.fouler is not None else "drawn"


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round that counts.

    Attributes:
        key: the key it was recorded under.
        number: place among the rounds that count, from 1, as players number them; moves up when one before is undone.
        revision: number of the step that gave it its present form; hand it to `Ledger.edit` and `Ledger.delete`.
        recorded_at: when it was first recorded (UTC).
        changed_at: when it got its present form (UTC).
        round: what happened.
        running: total of each seat after this round.
        has_photo: whether a photo is kept (`Ledger.photo`).

    """

    key: str
    number: int
    revision: int
    recorded_at: dt.datetime
    changed_at: dt.datetime
    round: Round
    running: tuple[int, ...]
    has_photo: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of an evening's history; nothing is ever taken out of it.

    Attributes:
        number: 1, 2, … in the order the steps were made.
        key: the round it is about.
        action: `record`, `edit` or `delete`.
        state: `applied`, `undone` (redo brings it back) or `abandoned` (undone, then something else was done).
        at: when it was made (UTC).
        round: the round as this step left it; for `delete` the round that was deleted.

    """

    number: int
    key: str
    action: str
    state: str
    at: dt.datetime
    round: Round


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening as it stands.

    Attributes:
        id: its key.
        date: the day it was played.
        seats: names, in playing order; the index is the seat's number.
        first_dealer: who dealt first.
        rules: the rule set of the table; each round keeps the one it was scored under.
        created_at: when it was set up (UTC).
        rounds: the rounds that count, in order; `rounds[i].running` makes the chart.
        totals: points of each seat; they sum to 0.
        next_dealer: who deals the next round.
        undoable: number of the step that `Ledger.undo` would take back, or None.
        redoable: number of the step that `Ledger.redo` would bring back, or None.

    """

    id: str
    date: dt.date
    seats: tuple[str, ...]
    first_dealer: int
    rules: RulesUsed
    created_at: dt.datetime
    rounds: tuple[RecordedRound, ...] = ()
    totals: tuple[int, ...] = ()
    next_dealer: int = 0
    undoable: int | None = None
    redoable: int | None = None

    def find(self, key: str) -> RecordedRound | None:
        """Give the round that counts under a key, or None when there is none (never recorded, undone or deleted)."""
        return next((recorded for recorded in self.rounds if recorded.key == key), None)


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """An evening in a list: what it was and how it stands."""

    id: str
    date: dt.date
    seats: tuple[str, ...]
    rules: RulesUsed
    rounds: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Health:
    """What `Ledger.check` found: how much there is, and one sentence for each thing that is wrong."""

    evenings: int
    rounds: int
    problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems
