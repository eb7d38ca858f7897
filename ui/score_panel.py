"""The result: the total, what it is worth and why, and who pays whom; or why it is no win."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from scorer.explain import with_evidence
from scorer.headline import headline_parts
from ui import advice, session
from ui.edits import arranged
from ui.scoring import UNFINISHED, better, covered, doubts, waiting
from ui.seats import foul_payments, payments
from ui.setup import seat_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorer import Arrangement, Score
    from ui.catalogue import Say
    from ui.scoring import Answers
    from ui.setup import Setup
    from ui.state import EditHand

PLAIN_REASONS = {"pinghu", "product", "floor", "cap", "claim"}
"""Kinds of the scorer's lines that belong to the reasons and are no counted item."""


def draw(hand: EditHand, result: Score | None, setup: Setup, say: Say) -> None:
    """Show the score of the hand, or the sentences that say what is wrong with it."""
    answers = session.answers()
    st.html(panel(hand, result, setup, answers, say))
    if result is not None and hand.columns:
        st.html(bar(result, say))
        _advice(hand, result, setup, answers, say)
    if result is not None and result.lines:
        with st.expander(say("score.details"), key="details"):
            st.html(_list(f"<span>{escape(line.text(say.lang))}</span>" for line in result.lines))


def _advice(hand: EditHand, result: Score, setup: Setup, answers: Answers, say: Say) -> None:
    best = better(hand, setup, answers)
    if best is not None:
        st.html(advice.better_html(best, say))
        st.button(say("better.take"), key="take-better", on_click=_take, args=(best,), width="stretch")
    if result.valid:
        readings = doubts(hand, setup, answers)
        if readings:
            st.html(advice.doubts_html(readings, say))
        return
    found = waiting(hand, setup, answers)
    if found is not None:
        st.html(advice.waits_html(found, say))


def _take(best: Arrangement) -> None:
    hand = session.history().now
    columns = [(column.tiles, column.type, column.exposed) for column in best.hand.columns]
    session.edit(arranged(hand, columns))


def panel(hand: EditHand, result: Score | None, setup: Setup, answers: Answers, say: Say) -> str:
    """HTML of the panel."""
    if result is None:
        columns = "、".join(str(hand.columns.index(column) + 1) for column in covered(hand))
        sentences = [say("score.covered", columns=columns)] if columns else [say("score.empty")]
        return _faults(sentences, "", "", say)
    if not result.valid:
        foul = _foul(result, setup, answers, say) if complete(hand) else ""
        return _faults([fault.text(say.lang) for fault in result.errors], _big(result, say), foul, say)
    return (
        f'<div class="score" lang="{say.lang}" data-valid="true">{_big(result, say)}'
        f"{_list(_reasons(result, say))}{_suppressed(result, say)}{_payments(result, setup, answers, say)}</div>"
    )


def bar(result: Score, say: Say) -> str:
    """HTML of the line at the foot of the page that is always in sight."""
    total, *steps = headline_parts(result, say.lang)
    word = _steps(steps) if result.valid else f"<span>{escape(say('score.foul'))}</span>"
    return f'<div class="bar {"" if result.valid else "bad"}"><b>{escape(total)}</b>{word}</div>'


def complete(hand: EditHand) -> bool:
    """Whether as many cards lie there as somebody lays down who declares a win."""
    return sum(len(column.cards) for column in hand.columns) > UNFINISHED


def counted(result: Score, say: Say) -> list[tuple[str, str, str]]:
    """Give title, reason and worth of every counted item; no reason where it only repeats the title (13胡)."""
    found = []
    for item in (*(result.mingtang or ()), *(result.factors or ()), *(result.dao_reasons or ())):
        title, reason = item.title(say.lang), with_evidence(item, result).reason(say.lang)
        found.append((title, "" if reason in title else reason, result.worth(item, say.lang)))
    return found


def _big(result: Score, say: Say) -> str:
    total, *steps = headline_parts(result, say.lang)
    return f'<div class="big"><b class="total">{escape(total)}</b>{_steps(steps)}</div>'


def _steps(steps: Iterable[str]) -> str:
    return "".join(f"<span>→ {escape(step)}</span>" for step in steps)


def _faults(sentences: list[str], big: str, foul: str, say: Say) -> str:
    words = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    return (
        f'<div class="score fault" lang="{say.lang}" data-valid="false">{big}'
        f"<h3>{escape(say('score.foul'))}</h3>{words}{foul}</div>"
    )


def _reasons(result: Score, say: Say) -> Iterable[str]:
    for title, reason, worth in counted(result, say):
        yield f"<span><strong>{escape(title)}</strong> {escape(reason)}</span><b>{escape(worth)}</b>"
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


def _foul(result: Score, setup: Setup, answers: Answers, say: Say) -> str:
    """犯规: what it costs whoever lays this down as a win."""
    if result.foul is None:
        return ""
    letters = escape("、".join(result.foul.letters))
    points = foul_payments(result.foul, setup, answers.winner)
    table = seat_table(points, setup, say) if points else ""
    return f"<h3>{escape(say('foul.title'))} {letters}</h3><p>{escape(result.foul.text(say.lang))}</p>{table}"


def _payments(result: Score, setup: Setup, answers: Answers, say: Say) -> str:
    paid = result.settlement
    if paid is None:
        return ""
    points = payments(paid, setup, answers)
    title = f"<h3>{escape(say('score.pays'))}</h3>"
    if points is not None:
        return title + seat_table(points, setup, say)
    losers = paid.losers - (1 if paid.discarder else 0)
    loser = say("score.loser") if losers == 1 else say("score.loser_n", number=losers)
    seats = [(say("score.winner"), paid.winner)]
    seats += [(say("score.discarder"), paid.discarder)] if paid.discarder else []
    seats += [(loser, paid.loser_each)] if losers and paid.loser_each else []
    seats += [(say("score.dijia"), paid.dijia)] if paid.dijia else []
    return title + _table(seats)


def seat_table(points: Mapping[int, int], setup: Setup, say: Say) -> str:
    """HTML of what every seat gets, by name."""
    return _table(named(points, setup, say))


def named(points: Mapping[int, int], setup: Setup, say: Say) -> list[tuple[str, int]]:
    """Put the seats' names to their points, most first; a seat that neither gets nor pays is left out."""
    names = {seat: seat_name(setup, seat, say) for seat in points}
    if setup.dijia in names:
        names[setup.dijia] = say("score.dijia_is", name=names[setup.dijia])
    ranked = sorted(points.items(), key=lambda item: -item[1])
    return [(names[seat], number) for seat, number in ranked if number]


def signed(points: int) -> str:
    """Write points with their sign; nothing is plain 0.

    >>> signed(3), signed(-3), signed(0)
    ('+3', '-3', '0')
    """
    return f"{points:+d}" if points else "0"


def _table(seats: Iterable[tuple[str, int]]) -> str:
    rows = "".join(
        f'<tr><td>{escape(name)}</td><td class="{"minus" if points < 0 else "plus"}">{signed(points)}</td></tr>'
        for name, points in seats
    )
    return f"<table>{rows}</table>"


def _list(items: Iterable[str]) -> str:
    inside = "".join(f"<li>{item}</li>" for item in items)
    return f"<ul>{inside}</ul>" if inside else ""
