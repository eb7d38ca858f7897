# ruff: noqa: F811 - pytest hands a fixture to the argument of its name
"""Whatever is done in whatever order: sums stay 0, totals are the sum of the payments, undo and redo lose nothing."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ledger_databases import address, evening, key, ledger, local, played, postgres, shared_schema, template  # noqa: F401 - fixtures

from ledger import NothingToRedo, NothingToUndo, UnknownRound

ACTIONS = ("record", "record", "record", "again", "edit", "delete", "undo", "undo", "redo", "move")
STEPS = st.lists(
    st.tuples(st.sampled_from(ACTIONS), st.integers(0, 20), st.integers(-50, 50), st.integers(-50, 50)), max_size=12
)


class Model:
    """What the ledger should hold: the rounds now, before and after, as dictionaries in the order of recording."""

    def __init__(self):
        self.now, self.past, self.future, self.order = {}, [], [], []

    def do(self, rounds):
        self.past.append(self.now)
        self.now, self.future = rounds, []

    def undo(self):
        self.future.append(self.now)
        self.now = self.past.pop()

    def redo(self):
        self.past.append(self.now)
        self.now = self.future.pop()


def perform(ledger, table, model, action, which, payments):
    name = model.order[which % len(model.order)] if model.order else key()
    round_ = played(*payments, winner=which % 3)
    if action == "record":
        name = key()
        model.order.append(name)
        model.do(model.now | {name: round_})
        ledger.record(table, round_, key=name)
    elif action == "again" and model.order:
        first = next(step.round for step in ledger.history(table) if step.key == name)
        ledger.record(table, first, key=name)
    elif action == "edit" and name in model.now:
        if model.now[name] != round_:
            model.do(model.now | {name: round_})
        ledger.edit(name, round_)
    elif action == "edit":
        with pytest.raises(UnknownRound):
            ledger.edit(name, round_)
    elif action == "delete" and name in model.order:
        if name in model.now:
            model.do({one: kept for one, kept in model.now.items() if one != name})
        ledger.delete(name)
    elif action == "undo":
        turn(ledger.undo, table, model.past, model.undo, NothingToUndo)
    elif action == "redo":
        turn(ledger.redo, table, model.future, model.redo, NothingToRedo)


def turn(move, table, there, follow, nothing):
    if there:
        follow()
        move(table)
    else:
        with pytest.raises(nothing):
            move(table)


def agree(ledger, table, model):
    now = ledger.evening(table)
    live = [name for name in model.order if name in model.now]
    assert [(one.key, one.round) for one in now.rounds] == [(name, model.now[name]) for name in live]
    columns = zip(*(one.round.payments for one in now.rounds), strict=True)
    assert now.totals == (tuple(map(sum, columns)) if live else (0, 0, 0))
    assert sum(now.totals) == 0
    assert all(sum(one.running) == 0 for one in now.rounds)
    assert [one.number for one in now.rounds] == list(range(1, len(live) + 1))
    assert (now.undoable is not None, now.redoable is not None) == (bool(model.past), bool(model.future))
    (summary,) = [one for one in ledger.evenings() if one.id == table]
    assert (summary.rounds, summary.totals) == (len(live), now.totals)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=STEPS)
def test_any_sequence_keeps_the_books(ledger, local, actions):
    home, away = ledger, local
    table = evening(home, 3).id
    model = Model()
    history = ()
    for action, which, first, second in actions:
        if action == "move":  # the evening goes on in another ledger, on the other database or this one
            moved = away.import_json(home.export_json(table)) if table not in _ids(away) else None
            if moved is not None:
                assert moved == home.evening(table)
                assert away.export_json(table) == home.export_json(table)
                home, away = away, home
        else:
            perform(home, table, model, action, which, (first, second, -first - second))
        agree(home, table, model)
        before, history = history, home.history(table)
        assert [replace(step, state="") for step in history[: len(before)]] == [
            replace(step, state="") for step in before
        ]  # nothing is ever taken out or changed
    assert home.check().ok


def _ids(ledger):
    return {one.id for one in ledger.evenings()}
