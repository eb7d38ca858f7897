"""The one way from a hand to its Score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.context import with_source
from scorer.errors import RulesError
from scorer.facts import check_context, check_hand, gather
from scorer.families import FAMILIES
from scorer.result import Fault, Foul, Score
from scorer.rules import RuleSet
from scorer.settle import USUAL_LOSERS, has_dijia
from scorer.validate import find_faults

if TYPE_CHECKING:
    from scorer.hand import Hand, WinContext

FOUL_DAO = 2


def score(hand: Hand, context: WinContext, rules: RuleSet) -> Score:
    """Score a hand as it is laid out (rules.md §2–§7).

    An illegal hand gives a Score that is not valid and names its faults; HandFormatError is raised only for what is
    no hand at all.
    """
    check_hand(hand)
    check_context(context)
    if not isinstance(rules, RuleSet):
        raise RulesError("the rules must be a RuleSet made by load_rules")
    context = with_source(context, rules, special=hand.special is not None)
    facts = gather(hand, context, rules)
    faults = find_faults(hand, context, rules, facts)
    fields = {} if faults else FAMILIES[rules.family](facts, context, rules)
    return Score(
        valid=not faults,
        errors=faults,
        hu=facts.hu,
        hu_total=facts.hu_total,
        reds=facts.reds,
        red_columns=len(facts.red_split),
        tiles=facts.tiles,
        hand=hand,
        context=context,
        ruleset=rules,
        facts=facts,
        foul=find_foul(faults, context, rules) if faults else None,
        **fields,
    )


def find_foul(faults: tuple[Fault, ...], context: WinContext, rules: RuleSet) -> Foul | None:
    """点包子 that the hand itself shows: 二道 to each of the others at the table, the 底家 too (rules.md §5, A30).

    Only the 重庆 document names an amount.
    """
    letters = tuple(sorted({fault.foul for fault in faults} - {""}))
    if not letters or rules.family == "phz":
        return None
    others = (context.losers or USUAL_LOSERS) + has_dijia(context, rules)
    return Foul(letters, FOUL_DAO * rules.options.dao_unit if rules.family == "dao" else None, others)
