"""The evening: who stands how, every round, and what can be done about them."""

from __future__ import annotations

import uuid
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from ui import book, chart, session, share_panel, table
from ui.catalogue import Say
from ui.played import drawn_round, foul_round, reopened
from ui.score_panel import signed
from ui.setup import seat_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from ledger import Evening, RecordedRound, Round
    from ui.setup import Setup

MOST_POINTS = 100_000


def draw(found: Evening | None, setup: Setup, say: Say) -> None:
    """Show totals, chart and rounds; let a round be added without a hand, changed, undone, taken along."""
    if found is None:
        st.markdown(say("evening.none"))
    else:
        st.html(totals_html(found, say))
        if found.rounds:
            running = [recorded.running for recorded in found.rounds]
            chart.draw(found.seats, running, say("evening.chart"))
    _without_hand(setup, say)
    if found is not None:
        _history(found, say)
        if found.rounds:
            st.html(rounds_html(found, say))
            _one_round(found, say)
        share_panel.evening(found, say)
        _files(found, say)
        st.button(say("evening.new"), key="new-evening", on_click=book.leave, width="stretch")
    _import(say)


def totals_html(found: Evening, say: Say) -> str:
    """HTML of the totals, best first; the next dealer is marked."""
    order = sorted(range(len(found.seats)), key=lambda seat: -found.totals[seat])
    rows = "".join(
        f"<tr><td>{escape(found.seats[seat])}"
        f"{' <small>' + escape(say('evening.deals')) + '</small>' if seat == found.next_dealer else ''}</td>"
        f'<td class="{"minus" if found.totals[seat] < 0 else "plus"}">{signed(found.totals[seat])}</td></tr>'
        for seat in order
    )
    title = escape(say("evening.totals", rounds=len(found.rounds)))
    return f'<div class="score totals" data-rounds="{len(found.rounds)}"><h3>{title}</h3><table>{rows}</table></div>'


def what(recorded: Round, names: tuple[str, ...], say: Say) -> str:
    """Say in a few words what happened in a round."""
    if recorded.winner is not None:
        note = recorded.score
        labels = "" if note is None else " ".join((str(note.total), *note.labels))
        return say("evening.won", name=names[recorded.winner], score=labels).strip()
    if recorded.fouler is not None:
        return say("evening.foul", name=names[recorded.fouler])
    return say("evening.drawn")


def rounds_html(found: Evening, say: Say) -> str:
    """HTML of all rounds, the latest first."""
    head = "".join(f"<th>{escape(name)}</th>" for name in found.seats)
    rows = "".join(
        f"<tr><td>{entry.number}</td><td>{escape(what(entry.round, found.seats, say))}</td>"
        + "".join(
            f'<td class="{"minus" if p < 0 else "plus" if p else ""}">{signed(p)}</td>' for p in entry.round.payments
        )
        + "</tr>"
        for entry in reversed(found.rounds)
    )
    return f'<div class="rounds"><table><tr><th></th><th></th>{head}</tr>{rows}</table></div>'


def _without_hand(setup: Setup, say: Say) -> None:
    with st.expander(say("evening.add"), key="add-round"):
        st.button(say("evening.add_drawn"), key="add-drawn", on_click=_add, args=(drawn_round,), width="stretch")
        st.session_state.setdefault("foul-seat", setup.dealer)
        seats = tuple(range(setup.players))
        if st.session_state["foul-seat"] not in seats:
            st.session_state["foul-seat"] = setup.dealer
        st.segmented_control(
            say("evening.fouler"),
            seats,
            required=True,
            format_func=lambda seat: seat_name(setup, seat, say),
            key="foul-seat",
        )
        st.number_input(say("evening.each"), 0, MOST_POINTS, 2, key="foul-each")
        st.button(say("evening.add_foul"), key="add-foul", on_click=_add, args=(_foul,), width="stretch")


def _foul(setup: Setup) -> Round:
    return foul_round(setup, int(st.session_state["foul-seat"]), int(st.session_state["foul-each"]))


def _add(make: Callable[[Setup], Round]) -> None:
    """Record a round without a hand, under a key that stays the same until it is written down."""
    setup = table.current()
    say = Say(setup.lang)
    key = st.session_state.setdefault("bare-key", str(uuid.uuid4()))
    if book.trying(say, lambda: book.record(make(setup), key, say)):
        st.session_state.pop("bare-key", None)


def _history(found: Evening, say: Say) -> None:
    with st.container(key="round-tools", horizontal=True, gap="xsmall"):
        st.button(
            say("evening.undo"),
            key="round-undo",
            disabled=found.undoable is None,
            on_click=_step,
            args=("undo", found.id, found.undoable),
        )
        st.button(
            say("evening.redo"),
            key="round-redo",
            disabled=found.redoable is None,
            on_click=_step,
            args=("redo", found.id, found.redoable),
        )


def _step(name: str, evening_id: str, step: int) -> None:
    action = book.book().undo if name == "undo" else book.book().redo
    book.trying(Say(table.current().lang), lambda: book.settle_dealer(action(evening_id, step=step)))


def _one_round(found: Evening, say: Say) -> None:
    """Change one round: its numbers, or its hand back on the page; or take it out."""
    with st.expander(say("evening.change"), key="change-round"):
        numbers = [entry.number for entry in reversed(found.rounds)]
        if st.session_state.get("round-number") not in numbers:
            st.session_state["round-number"] = numbers[0]
        number = st.selectbox(say("evening.which"), numbers, key="round-number")
        entry = found.rounds[int(number) - 1]
        st.caption(what(entry.round, found.seats, say))
        base = f"{entry.key}-{entry.revision}"
        with st.container(key="round-points", horizontal=True, gap="small"):
            for seat, name in enumerate(found.seats):
                st.number_input(
                    name, -MOST_POINTS, MOST_POINTS, entry.round.payments[seat], key=f"points-{seat}-{base}"
                )
        st.button(say("evening.save"), key="round-save", on_click=_save, args=(entry, base), width="stretch")
        if entry.round.hand is not None:
            st.button(say("evening.reopen"), key="round-reopen", on_click=_reopen, args=(entry,), width="stretch")
        st.button(say("evening.delete"), key="round-delete", on_click=_delete, args=(entry,), width="stretch")
        if entry.has_photo:
            picture = book.book().photo(entry.key)
            if picture is not None:
                st.image(picture)
            st.button(say("evening.drop_photo"), key="photo-drop", on_click=_drop, args=(entry,), width="stretch")


def _save(entry: RecordedRound, base: str) -> None:
    points = tuple(int(st.session_state[f"points-{seat}-{base}"]) for seat in range(len(entry.round.payments)))
    changed = replace(entry.round, payments=points)
    _on_round(lambda: book.settle_dealer(book.book().edit(entry.key, changed, revision=entry.revision)))


def _delete(entry: RecordedRound) -> None:
    _on_round(lambda: book.settle_dealer(book.book().delete(entry.key, revision=entry.revision)))


def _drop(entry: RecordedRound) -> None:
    _on_round(lambda: book.book().drop_photo(entry.key))


def _on_round(action: Callable[[], object]) -> None:
    book.trying(Say(table.current().lang), action)


def _reopen(entry: RecordedRound) -> None:
    """Put a recorded hand back on the page; what is changed there changes that round."""
    setup = replace(table.current(), dealer=entry.round.dealer)
    found = reopened(entry.round, setup)
    if found is None:
        return
    hand, answers = found
    session.start(hand, None)
    session.answer(answers)
    book.set_noted(book.Noted(entry.key, entry.round.dealer, entry.revision, entry.round))
    st.session_state["view"] = "hand"


def _files(found: Evening, say: Say) -> None:
    with st.expander(say("evening.files"), key="files"):
        name = f"daer-{found.date.isoformat()}"
        st.download_button(
            say("evening.csv"),
            lambda: book.book().export_csv(found.id, say.lang),
            f"{name}.csv",
            "text/csv",
            key="csv",
            width="stretch",
            on_click="ignore",
        )
        st.download_button(
            say("evening.json"),
            lambda: book.book().export_json(found.id, with_photos=True),
            f"{name}.json",
            "application/json",
            key="json",
            width="stretch",
            on_click="ignore",
        )


def _import(say: Say) -> None:
    with st.expander(say("evening.import"), key="import-box"):
        file = st.file_uploader(say("evening.import"), type="json", key="import-file", label_visibility="collapsed")
        if file is not None and st.session_state.get("import-seen") != file.file_id:
            st.session_state["import-seen"] = file.file_id
            data = file.getvalue()
            if book.trying(say, lambda: book.join(book.book().import_json(data), say)):
                st.session_state["imported"] = True
            st.rerun()
