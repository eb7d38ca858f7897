"""What other tables would say: the doubtful rules that change this hand's payment, and what looks odd about it.

Where the documents are silent the narrower reading is the rule set's (rules.md §8); the player may want to hear that
some tables count otherwise, before announcing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorer import texts
from scorer.facts import check_context, check_hand
from scorer.scoring import score

if TYPE_CHECKING:
    from scorer.hand import Hand, WinContext
    from scorer.result import Score
    from scorer.rules import RuleSet

KAN = 3
OTHERS: dict[str, tuple[str | int | bool | None, ...]] = {
    "kan_needed": (4, 5),
    "loose_count": ("locked", "best"),
    "tianhu_dealer_only": (False, True),
    "dihu_who": ("any", "next"),
    "deng_table": ("ceil10", "stairs", "floor10"),
    "deng_points": ("max2", "plus1"),
    "deng_factor": ("mul", "add"),
    "keep_dijia_point": (False, True),
    "fan_cap": (32, None),
    "red13_mode": ("at_least", "exact"),
    "yin_211": ("none", "sanyin"),
    "zimei": ("same", "adjacent"),
    "zimei_kan": (False, True),
    "piao_forbids_zhao": (False, True),
    "shuangpiaodai_mixed": (False, True),
    "ping_floor": (True, False),
    "overlap": ("logical", "ladder", "none"),
    "haidi_self_only": (False, True),
    "zimo_bonus": ("off", "x2"),
    "dao_cap": (5, None),
    "zimo_mode": ("before_fan", "after_fan"),
    "haidi_pinghu_total": (1, 2),
    "tianhu_phz": ("zimo", "xi_x2", "fan6"),
}
"""The switches that are doubtful about a hand, with the readings that are found (rules.md §8)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One switch set otherwise, and the score it gives."""

    switch: str
    value: str | int | bool | None
    score: Score

    @property
    def paid(self) -> int | None:
        """What the winner gets under this reading; None if the hand is then no win."""
        return self.score.settlement.winner if self.score.settlement else None

    def text(self, lang: str = "zh-Hans") -> str:
        """Say what some tables do otherwise."""
        paid = self.paid
        what = texts.say(f"switch.{self.switch}", lang)
        return texts.say("reading.paid" if paid is not None else "reading.none", lang, what=what, number=paid)


def other_readings(hand: Hand, context: WinContext, rules: RuleSet) -> tuple[Reading, ...]:
    """List the doubtful switches of the rule set that, set otherwise, change what is paid."""
    now = score(hand, context, rules)
    found = []
    for switch, values in OTHERS.items():
        if switch not in rules.switches:
            continue
        for value in values:
            if value == getattr(rules.options, switch):
                continue
            options = replace(rules.options, **{switch: value})  # type: ignore[arg-type]
            other = score(hand, context, replace(rules, options=options))
            if other.settlement != now.settlement:
                found.append(Reading(switch, value, other))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Note:
    """Something odd about a hand that is no fault: its name and the cards and columns it is about."""

    name: str
    cards: tuple[str, ...]
    columns: tuple[int, ...]

    def text(self, lang: str = "zh-Hans") -> str:
        """Say it in one sentence."""
        return texts.say(f"note.{self.name}", lang, cards=self.cards, columns=tuple(i + 1 for i in self.columns))


def notes(hand: Hand, context: WinContext) -> tuple[Note, ...]:
    """List what looks odd: a 坎 in hand laid out in several columns (犯规 G), a 碰 or 招 in a dealt win."""
    check_hand(hand)
    check_context(context)
    return (*_split_kan(hand, context), *_dealt_melds(hand, context))


def _split_kan(hand: Hand, context: WinContext) -> list[Note]:
    """Three equal tiles in hand before the win cannot be laid out apart; what lay on the table does not count."""
    inside = [
        i for i, column in enumerate(hand.columns)
        if not column.exposed and column.type in ("chi", "jiang") and i != context.winning_column
    ]  # fmt: skip
    held = Counter(tile for i in inside for tile in hand.columns[i].tiles)
    if context.winning_column is None and context.winning_tile is not None and context.winning_tile in held:
        held[context.winning_tile] -= 1
    return [
        Note("kan_split", (tile,) * count, tuple(i for i in inside if tile in hand.columns[i].tiles))
        for tile, count in held.items()
        if count >= KAN
    ]


def _dealt_melds(hand: Hand, context: WinContext) -> list[Note]:
    if context.source != "dealt" and not context.tianhu:
        return []
    kinds = ("peng", "zhao", "pao")
    return [Note("dealt_meld", c.tiles, (i,)) for i, c in enumerate(hand.columns) if c.type in kinds]
