# ruff: noqa: F811 - pytest hands a fixture to the argument of its name
"""What the app does with the ledger, on both databases."""

import datetime as dt
import threading
import uuid

import pytest
from ledger_databases import NAMES, RULES, address, evening, key, ledger, played, postgres, shared_schema, template  # noqa: F401 - fixtures

from ledger import (
    BadEvening,
    BadRound,
    ChangedMeanwhile,
    KeyReused,
    Ledger,
    NothingToRedo,
    NothingToUndo,
    RulesUsed,
    ScoreNote,
    UnbalancedRound,
    UnknownEvening,
    UnknownRound,
    hand_json,
    win_payments,
)
from scorer import load_rules, parse_case, read_notation, score

HAND = "碰贰贰贰 碰八八八 七七柒 十十拾 二三四 五六七 八九十 | 胡八"


def scored_round():
    rules = load_rules("luzhou_deng")
    hand, context = read_notation(HAND)
    result = score(hand, context, rules)
    assert result.valid
    pays = win_payments(result.settlement, seats=4, winner=1, dealer=0)
    fields = {"winner": 1, "source": "discard", "discarder": 3, "hand": hand_json(hand, context)}
    seen = {"cards": [{"face": "b2", "p": 0.75, "alternatives": [["s2", 0.2]]}], "legal": True}
    return played(*pays, score=ScoreNote.of(result), seen=seen, **fields), result


def test_a_round_comes_back_as_it_went_in(ledger):
    table = evening(ledger)
    round_, result = scored_round()
    name = key()
    ledger.record(table.id, round_, key=name)
    kept = ledger.evening(table.id).find(name)
    assert kept.round == round_
    assert kept.round.score.total == result.hu_total
    assert [line.text for line in kept.round.score.lines] == [line.text("zh-Hans") for line in result.lines]
    hand, context, rules = parse_case(kept.round.hand, load_rules("luzhou_deng"))
    assert score(hand, context, rules).settlement == result.settlement


def test_an_evening_from_set_up_to_totals(ledger):
    day = dt.date(2026, 1, 31)
    house = RulesUsed("luzhou_deng", "1", "my.toml", 'extends = "luzhou_deng"\n')
    table = ledger.start_evening(rules=house, seats=NAMES, dealer=2, date=day)
    assert (table.date, table.seats, table.rules, table.next_dealer) == (day, NAMES, house, 2)
    assert (table.totals, table.undoable) == ((0, 0, 0, 0), None)
    ledger.record(table.id, played(10, -6, 2, -6, winner=0), key=key())
    ledger.record(table.id, played(0, 0, 0, 0, dealer=0), key=key())
    now = ledger.record(table.id, played(2, 2, 2, -6, fouler=3, compensation=2), key=key())
    assert [one.number for one in now.rounds] == [1, 2, 3]
    assert [one.running for one in now.rounds] == [(10, -6, 2, -6), (10, -6, 2, -6), (12, -4, 4, -12)]
    assert [one.round.outcome for one in now.rounds] == ["win", "drawn", "foul"]
    assert now.totals == (12, -4, 4, -12)
    assert now == ledger.evening(table.id)
    (summary,) = ledger.evenings()
    assert (summary.id, summary.rounds, summary.totals) == (table.id, 3, now.totals)


def test_the_deal_goes_to_the_winner_or_the_fouler_and_stays_after_a_draw(ledger):
    table = evening(ledger, dealer=1)
    rounds = (
        (played(-6, 2, -6, 10, dealer=1, winner=3), 3),
        (played(0, 0, 0, 0, dealer=3), 3),
        (played(2, 2, -6, 2, dealer=3, fouler=2, compensation=2), 2),
    )
    for round_, deals in rounds:
        assert ledger.record(table.id, round_, key=key()).next_dealer == deals


def test_recording_twice_stores_once(ledger):
    table = evening(ledger, 2)
    name = uuid.uuid4()
    once = ledger.record(table.id, played(3, -3, winner=0), key=name)
    assert ledger.record(table.id, played(3, -3, winner=0), key=str(name).upper()) == once
    undone = ledger.undo(table.id)
    assert ledger.record(table.id, played(3, -3, winner=0), key=name) == undone


def test_a_key_stands_for_one_round(ledger):
    table, other = evening(ledger, 2), evening(ledger, 2)
    name = key()
    ledger.record(table.id, played(3, -3, winner=0), key=name)
    with pytest.raises(KeyReused):
        ledger.record(table.id, played(5, -5, winner=0), key=name)
    with pytest.raises(KeyReused):
        ledger.record(other.id, played(3, -3, winner=0), key=name)
    assert ledger.evening(other.id).rounds == ()


def test_setting_up_twice_is_one_evening(ledger):
    name = key()
    table = ledger.start_evening(rules=RULES, seats=NAMES, key=name, date=dt.date(2026, 1, 1))
    assert table == ledger.start_evening(rules=RULES, seats=NAMES, key=name, date=dt.date(2026, 1, 1))
    with pytest.raises(KeyReused):
        ledger.start_evening(rules=RULES, seats=NAMES[:3], key=name, date=dt.date(2026, 1, 1))
    assert len(ledger.evenings()) == 1


def test_editing_keeps_the_place_and_what_it_was(ledger):
    table = evening(ledger, 2)
    first, second = key(), key()
    ledger.record(table.id, played(3, -3, winner=0), key=first)
    ledger.record(table.id, played(1, -1, winner=0), key=second)
    now = ledger.edit(first, played(-4, 4, winner=1))
    assert [one.key for one in now.rounds] == [first, second]
    assert [one.running for one in now.rounds] == [(-4, 4), (-3, 3)]
    assert [step.round.payments for step in ledger.history(table.id)] == [(3, -3), (1, -1), (-4, 4)]
    assert ledger.edit(first, played(-4, 4, winner=1)) == now
    assert ledger.undo(table.id).totals == (4, -4)
    assert ledger.redo(table.id) == now


def test_what_two_phones_change_at_once_is_refused_to_the_second(ledger):
    table = evening(ledger, 2)
    name = key()
    seen = ledger.record(table.id, played(3, -3, winner=0), key=name)
    revision = seen.find(name).revision
    ledger.edit(name, played(4, -4, winner=0), revision=revision)
    with pytest.raises(ChangedMeanwhile):
        ledger.edit(name, played(5, -5, winner=0), revision=revision)
    with pytest.raises(ChangedMeanwhile):
        ledger.delete(name, revision=revision)
    with pytest.raises(ChangedMeanwhile):
        ledger.undo(table.id, step=seen.undoable)
    assert ledger.evening(table.id).totals == (4, -4)


def test_undo_asked_twice_takes_back_one_step(ledger):
    table = evening(ledger, 2)
    for points in (1, 2, 3):
        now = ledger.record(table.id, played(points, -points, winner=0), key=key())
    undone = ledger.undo(table.id, step=now.undoable)
    assert undone.totals == (3, -3)
    assert ledger.undo(table.id, step=now.undoable) == undone
    assert ledger.redo(table.id, step=undone.redoable) == now
    assert ledger.redo(table.id, step=undone.redoable) == now


def test_delete_undo_and_what_cannot_be_redone_stays_in_the_history(ledger):
    table = evening(ledger, 2)
    first, second = key(), key()
    ledger.record(table.id, played(3, -3, winner=0), key=first)
    ledger.record(table.id, played(1, -1, winner=0), key=second)
    now = ledger.delete(first)
    assert (now.totals, [one.number for one in now.rounds]) == ((1, -1), [1])
    assert ledger.delete(first) == now
    with pytest.raises(UnknownRound):
        ledger.edit(first, played(2, -2, winner=0))
    assert ledger.undo(table.id).totals == (4, -4)
    now = ledger.record(table.id, played(0, 0), key=key())
    assert now.redoable is None
    with pytest.raises(NothingToRedo):
        ledger.redo(table.id)
    assert [step.state for step in ledger.history(table.id)] == ["applied", "applied", "abandoned", "applied"]


def test_nothing_to_undo(ledger):
    table = evening(ledger, 2)
    with pytest.raises(NothingToUndo):
        ledger.undo(table.id)
    with pytest.raises(NothingToRedo):
        ledger.redo(table.id)


def test_names_and_rules_of_a_table_can_be_corrected(ledger):
    table = evening(ledger, 3)
    ledger.record(table.id, played(2, -1, -1, winner=0), key=key())
    now = ledger.change_evening(table.id, seats=["张", "王", "李"], rules=RulesUsed("phz_full", "2"))
    assert (now.seats, now.rules.name) == (("张", "王", "李"), "phz_full")
    assert now.rounds[0].round.rules_name == "luzhou_deng"
    with pytest.raises(BadEvening):
        ledger.change_evening(table.id, seats=["张", "王"])


@pytest.mark.parametrize("unknown", [key(), "nonsense", ""])
def test_what_is_not_there_is_named(ledger, unknown):
    for ask in (ledger.evening, ledger.history, ledger.undo, ledger.redo, ledger.export_json, ledger.export_csv):
        with pytest.raises(UnknownEvening):
            ask(unknown)
    for ask in (ledger.delete, lambda name: ledger.edit(name, played(0, 0))):
        with pytest.raises(UnknownRound):
            ask(unknown)


def test_a_bad_round_leaves_no_trace(ledger):
    table = evening(ledger, 3)
    with pytest.raises(UnbalancedRound):
        ledger.record(table.id, played(6, -3, -2, winner=0), key=key())
    with pytest.raises(BadRound):
        ledger.record(table.id, played(6, -6, winner=0), key=key())
    with pytest.raises(BadRound):
        ledger.record(table.id, played(0, 0, 0), key="no uuid")
    assert ledger.history(table.id) == ()


def test_ten_phones_record_at_once(address):
    with Ledger(address) as ledger:
        table = evening(ledger, 2)
        keys = [[key() for _ in range(5)] for _ in range(10)]
        troubles = []

        def phone(mine):
            try:
                with Ledger(address) as own:
                    for name in mine:
                        for _ in range(2):
                            own.record(table.id, played(1, -1, winner=0), key=name)
            except Exception as error:  # noqa: BLE001 - whatever it is, the test shows it
                troubles.append(error)

        threads = [threading.Thread(target=phone, args=(mine,)) for mine in keys]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not troubles
        now = ledger.evening(table.id)
        assert sorted(one.key for one in now.rounds) == sorted(name for mine in keys for name in mine)
        assert [step.number for step in ledger.history(table.id)] == list(range(1, 51))
        assert now.totals == (50, -50)
        assert ledger.check().ok
