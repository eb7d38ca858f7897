"""What comes out of the scorer: a Score with its faults, its numbers and the lines that explain them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scorer import texts
from scorer.headline import headline_parts, worth_of

if TYPE_CHECKING:
    from scorer.facts import Facts
    from scorer.hand import Hand, WinContext
    from scorer.rules import RuleSet

Data = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a hand: its name, the cards (tile codes) and columns it is about."""

    name: str
    cards: tuple[str, ...] = ()
    columns: tuple[int, ...] = ()
    data: Data = ()

    @property
    def key(self) -> str:
        """The name without the column number or threshold that `bad_column_2` or `below_10` carry."""
        head, _, tail = self.name.rpartition("_")
        return head if tail.isdigit() else self.name

    @property
    def foul(self) -> str:
        """Letter of the 犯规 that the hand itself shows (rules.md §5), or ""."""
        return texts.FOULS.get(self.key, "")

    def text(self, lang: str = "zh-Hans") -> str:
        """Say it in one sentence that a player understands."""
        columns = tuple(i + 1 for i in self.columns)
        return texts.say(f"fault.{self.key}", lang, cards=self.cards, columns=columns, **dict(self.data))


@dataclass(frozen=True, slots=True)
class Item:
    """One counted 名堂, 番 or factor: its name, what it is worth, and why."""

    name: str
    fan: int
    cards: tuple[str, ...] = ()
    columns: tuple[int, ...] = ()
    data: Data = ()

    @property
    def label(self) -> str:
        """As players say a factor: `红×2`."""
        return f"{self.name}×{self.fan}"

    def title(self, lang: str = "zh-Hans") -> str:
        """Give the name in a language."""
        return texts.name(self.name, lang)

    def reason(self, lang: str = "zh-Hans") -> str:
        """Say why this hand has it."""
        return texts.say(f"why.{self.name}", lang, cards=self.cards, **dict(self.data))


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A 名堂 that the hand has but that is not counted, because `by` holds it already (rules.md §9)."""

    name: str
    by: str
    fan: int
    kind: str = "logical"

    def text(self, lang: str = "zh-Hans") -> str:
        """Say what covers what, and why."""
        return texts.say(f"covered.{self.kind}", lang, names=(self.name, self.by))


@dataclass(frozen=True, slots=True)
class Settlement:
    """Points of the seats: winner + losers · loser_each + dijia + discarder = 0 (rules.md §10).

    `discarder` is 0 unless the house lets the one who played the tile pay for all (A35).
    """

    winner: int
    loser_each: int
    dijia: int
    losers: int = 2
    discarder: int = 0

    def to_dict(self) -> dict[str, int]:
        """Give the fields of contract 1."""
        data = {"winner": self.winner, "loser_each": self.loser_each, "dijia": self.dijia}
        return data | {"discarder": self.discarder} if self.discarder else data


@dataclass(frozen=True, slots=True)
class Foul:
    """点包子: what a wrongly declared win pays to each other player, who then deals (rules.md §5, A30)."""

    letters: tuple[str, ...]
    each: int | None
    players: int

    def text(self, lang: str = "zh-Hans") -> str:
        """Say what the foul costs."""
        key = "foul.amount" if self.each is not None else "foul.plain"
        each = self.each or 0
        return texts.say(key, lang, each=each, players=self.players, total=each * self.players)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the explanation: the cards it speaks of, its column (0-based) if it has one, and its number."""

    kind: str
    number: int | None = None
    cards: tuple[str, ...] = ()
    column: int | None = None
    key: str = ""
    data: Data = ()

    def text(self, lang: str = "zh-Hans") -> str:
        """Say the line in a language."""
        return texts.say(f"line.{self.key or self.kind}", lang, cards=self.cards, number=self.number, **dict(self.data))

    def to_dict(self, lang: str = "zh-Hans") -> dict[str, Any]:
        """Give the line as contract 1 prints it."""
        data = {"kind": self.kind, "column": self.column, "cards": list(self.cards), "number": self.number}
        return data | {"text": self.text(lang)}


@dataclass(frozen=True)
class Score:
    """A hand scored under one rule set; fields that the rule set does not know are None."""

    valid: bool
    errors: tuple[Fault, ...]
    hu: tuple[int, ...]
    hu_total: int
    reds: int
    red_columns: int
    tiles: int
    hand: Hand
    context: WinContext
    ruleset: RuleSet
    facts: Facts = field(repr=False)
    deng: int | None = None
    deng_points: int | None = None
    factors: tuple[Item, ...] | None = None
    factor: int | None = None
    mingtang: tuple[Item, ...] | None = None
    suppressed: tuple[Suppressed, ...] | None = None
    pinghu: bool | None = None
    fan_uncapped: int | None = None
    fan: int | None = None
    dao: int | None = None
    dao_reasons: tuple[Item, ...] | None = None
    claimed_dao: int | None = None
    pay_dao: int | None = None
    zimo: bool | None = None
    di: int | None = None
    base: int | None = None
    fan_sum: int | None = None
    unit: int | None = None
    settlement: Settlement | None = None
    foul: Foul | None = None

    @property
    def rules(self) -> str:
        """Name of the rule set this was made under."""
        return self.ruleset.name

    @property
    def version(self) -> str:
        """Version of the rule set this was made under."""
        return self.ruleset.version

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The explanation: lines that name their cards and add up to the totals."""
        from scorer.explain import explain  # made only when somebody reads them

        return explain(self)

    def headline(self, lang: str = "zh-Hans") -> str:
        """Say what the hand comes to in its system's own measure: `24胡 → 2道`, `18息 → 2等 ×3番 → 底6`."""
        return " → ".join(headline_parts(self, lang))

    def worth(self, item: Item, lang: str = "zh-Hans") -> str:
        """Say what a counted item of this score is worth: `8番`, `×2`, `+1道`."""
        return worth_of(item, self, lang)

    def to_dict(self, lang: str = "zh-Hans") -> dict[str, Any]:
        """Give the JSON object of contract 1, with texts in one language."""
        data: dict[str, Any] = {
            "valid": self.valid,
            "errors": [fault.name for fault in self.errors],
            "hu_total": self.hu_total,
            "hu": list(self.hu),
            "reds": self.reds,
            "red_columns": self.red_columns,
            "tiles": self.tiles,
        }
        if self.valid:
            data |= self._family_fields()
        if self.errors:
            data["faults"] = [
                {"name": f.name, "cards": list(f.cards), "columns": list(f.columns), "text": f.text(lang)}
                for f in self.errors
            ]
        if self.foul:
            data["foul"] = {"letters": list(self.foul.letters), "each": self.foul.each, "players": self.foul.players}
        data["lines"] = [line.to_dict(lang) for line in self.lines]
        data["rules"] = {"name": self.rules, "version": self.version}
        return data

    def _family_fields(self) -> dict[str, Any]:
        lists: dict[str, Any] = {}
        if self.factors is not None:
            lists["factors"] = [item.label for item in self.factors]
        if self.mingtang is not None:
            lists["mingtang"] = [[item.name, item.fan] for item in self.mingtang]
        if self.suppressed is not None:
            lists["suppressed"] = [[item.name, item.by] for item in self.suppressed]
        if self.dao_reasons is not None:
            lists["dao_reasons"] = [item.name for item in self.dao_reasons]
        plain = {name: getattr(self, name) for name in PLAIN_FIELDS if getattr(self, name) is not None}
        settlement = {"settlement": self.settlement.to_dict()} if self.settlement else {}
        return lists | plain | settlement


PLAIN_FIELDS = (
    "deng",
    "deng_points",
    "factor",
    "pinghu",
    "fan_uncapped",
    "fan",
    "dao",
    "claimed_dao",
    "pay_dao",
    "zimo",
    "di",
    "base",
    "fan_sum",
    "unit",
)
