"""The result: the total, what it is worth and why, and who pays whom; or why it is no win."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from scorer.explain import with_evidence
from ui.scoring import covered

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorer import Score
    from ui.catalogue import Say
    from ui.setup import Setup
    from ui.state import EditHand

PLAIN_REASONS = {"pinghu", "product", "floor", "cap", "claim"}
"""Kinds of the scorer's lines that belong to the reasons and are no counted item."""


def draw(hand: EditHand, result: Score | None, table: Setup, say: Say) -> None:
    """Show the score of the hand, or the sentences that say what is wrong with it."""
    st.html(panel(hand, result, table, say))
    if result is not None and result.lines:
        with st.expander(say("score.details"), key="details"):
            st.html(_list(f"<span>{escape(line.text(say.lang))}</span>" for line in result.lines))


def panel(hand: EditHand, result: Score | None, table: Setup, say: Say) -> str:
    """HTML of the panel."""
    if result is None:
        columns = "、".join(str(hand.columns.index(column) + 1) for column in covered(hand))
        sentences = [say("score.covered", columns=columns)] if columns else [say("score.empty")]
        return _faults(sentences, "", say)
    if not result.valid:
        return _faults([fault.text(say.lang) for fault in result.errors], _big(result, say), say)
    return (
        f'<div class="score" lang="{say.lang}" data-valid="true">{_big(result, say)}'
        f"{_list(_reasons(result, say))}{_suppressed(result, say)}{_payments(result, table, say)}</div>"
    )


def worth(result: Score) -> list[tuple[str, int]]:
    """Give what the hand is worth in its system's own measure: key of the catalogue and number.

    A system counts 等 and 分, or 番, or 道; what it does not know is None in the score.
    """
    if result.mingtang is not None and result.fan is not None:
        return [("score.fan", result.fan)]
    found = [("score.dao", result.dao), ("score.deng", result.deng), ("score.factor", result.factor)]
    return [(key, number) for key, number in found if number is not None and (key, number) != ("score.factor", 1)]


def _big(result: Score, say: Say) -> str:
    parts = "".join(f"<span>{escape(say(key, number=number))}</span>" for key, number in worth(result))
    unit = say("score.xi" if result.ruleset.family == "phz" else "score.hu")
    return f'<div class="big"><b class="total">{result.hu_total} {unit}</b>{parts if result.valid else ""}</div>'


def _faults(sentences: list[str], big: str, say: Say) -> str:
    words = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    return (
        f'<div class="score fault" lang="{say.lang}" data-valid="false">{big}'
        f"<h3>{escape(say('score.foul'))}</h3>{words}</div>"
    )


def _reasons(result: Score, say: Say) -> Iterable[str]:
    for counted in (*(result.mingtang or ()), *(result.factors or ()), *(result.dao_reasons or ())):
        item = with_evidence(counted, result)
        number = say("score.fan", number=item.fan) if result.mingtang is not None else f"×{item.fan}"
        yield (
            f"<span><strong>{escape(item.title(say.lang))}</strong> {escape(item.reason(say.lang))}</span>"
            f"<b>{escape(number)}</b>"
        )
    for line in result.lines:
        if line.kind in PLAIN_REASONS:
            yield f"<span>{escape(line.text(say.lang))}</span>"


def _suppressed(result: Score, say: Say) -> str:
    if not result.suppressed:
        return ""
    items = "".join(
        f'<li class="out"><span>{escape(item.text(say.lang))}</span><b>{escape(say("score.out"))}</b></li>'
        for item in result.suppressed
    )
    return f"<ul>{items}</ul>"


def _payments(result: Score, table: Setup, say: Say) -> str:
    paid = result.settlement
    if paid is None:
        return ""
    loser = say("score.loser") if paid.losers == 1 else say("score.loser_n", number=paid.losers)
    seats = [(say("score.winner"), paid.winner), (loser, paid.loser_each)]
    if table.has_dijia:
        seats.append((say("score.dijia"), paid.dijia))
    rows = "".join(
        f'<tr><td>{escape(name)}</td><td class="{"minus" if points < 0 else "plus"}">{points:+d}</td></tr>'
        for name, points in seats
    )
    return f"<h3>{escape(say('score.pays'))}</h3><table>{rows}</table>"


def _list(items: Iterable[str]) -> str:
    inside = "".join(f"<li>{item}</li>" for item in items)
    return f"<ul>{inside}</ul>" if inside else ""
