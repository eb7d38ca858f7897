"""Who pays whom (rules.md §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.result import Settlement

if TYPE_CHECKING:
    from scorer.hand import WinContext
    from scorer.rules import RuleSet

USUAL_LOSERS = 2


def has_dijia(context: WinContext, rules: RuleSet) -> bool:
    """Whether a 底家 sits at the table: as told, else by the rule set when three play and one sits out (A4)."""
    if context.has_dijia is not None:
        return context.has_dijia
    return rules.dijia and context.losers in (None, USUAL_LOSERS)


def settle(pays: int, dijia: int, context: WinContext, rules: RuleSet) -> Settlement:
    """Each loser pays `pays`; the 底家 takes its share out of the winner's (§10); 放炮 by option (A35)."""
    losers = context.losers or USUAL_LOSERS
    winner = losers * pays - dijia
    if rules.options.fangpao == "discarder" and context.source == "discard":
        return Settlement(winner, 0, dijia, losers, -losers * pays)
    return Settlement(winner, -pays, dijia, losers)
