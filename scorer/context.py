"""What the circumstances of a win say where nobody told: the usual source of the winning tile, what it completed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.hand import WinContext
    from scorer.rules import RuleSet

PENG_OR_ZHAO = {"kan": "peng", "long": "zhao"}
AS_DEALT = {"peng": "kan", "zhao": "long", "pao": "long", "chouwei": "kan"}
BY_ANOTHER = {"wei": "peng", "chouwei": "peng", "kan": "peng", "ti": "pao", "long": "zhao"}


def dealt_kind(kind: str) -> str:
    """Kind that a column of equal tiles has if it was dealt: 坎 or 垅 (rules.md §1.1).

    >>> dealt_kind("peng"), dealt_kind("long"), dealt_kind("chi")
    ('kan', 'long', 'chi')
    """
    return AS_DEALT.get(kind, kind)


def usual_source(context: WinContext, rules: RuleSet, *, special: bool = False) -> str:
    """Where the winning tile comes from unless somebody says otherwise (rules.md §12).

    A win with the dealt tiles takes none, the last and the first tile of the pile are turned, 地胡 and 回龙 take a
    discard; everything else is as the rule set says.

    >>> from scorer import WinContext, load_rules
    >>> usual_source(WinContext(), load_rules("luzhou_deng")), usual_source(WinContext(), load_rules("phz_ping"))
    ('discard', 'other_draw')
    """
    if context.tianhu or special:
        return "dealt"
    if context.haidi or (context.piao and rules.family == "daozi"):
        return "other_draw"
    if (context.dihu or context.huilong) and rules.family != "phz":
        return "discard"
    return rules.source


def with_source(context: WinContext, rules: RuleSet, *, special: bool = False) -> WinContext:
    """Give the context with its source told."""
    if context.source is not None:
        return context
    return replace(context, source=usual_source(context, rules, special=special))


def won_kind(kind: str, source: str, rules: RuleSet) -> str:
    """Kind that a column of equal tiles has if the winning tile completed it (rules.md §1.1, §6).

    In 大贰 碰 or 招, whoever turned the tile. In 跑胡子 碰 or 跑 when another turned it, 偎 when the winner did; a
    self-drawn fourth tile makes a 提, but beside a 碰 on the table a 跑, so a 跑 stays what it is.

    >>> from scorer import load_rules
    >>> won_kind("kan", "self_draw", load_rules("luzhou_deng")), won_kind("peng", "self_draw", load_rules("phz_ping"))
    ('peng', 'wei')
    """
    if source == "dealt":
        return kind
    if rules.family != "phz":
        return PENG_OR_ZHAO.get(kind, kind)
    if source == "self_draw":
        return "wei" if kind == "peng" else kind
    return BY_ANOTHER.get(kind, kind)
