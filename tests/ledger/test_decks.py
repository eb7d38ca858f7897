# ruff: noqa: F811 - pytest hands a fixture to the argument of its name
"""Decks kept in the ledger: versions, undo, names, and a database of the version before."""

import sqlite3
import uuid
from pathlib import Path

import pytest
from ledger_databases import address, evening, ledger, postgres, shared_schema, template  # noqa: F401 - fixtures

from ledger import BadDeckRecord, ChangedMeanwhile, DeckNameTaken, Ledger, NothingToUndo, UnknownDeck
from ledger.decks import LARGEST_DECK, MOST_VERSIONS


def test_a_deck_is_added_changed_and_taken_back(ledger):
    first = ledger.decks.add("外婆的牌", b"one")
    assert (first.version, first.undoable, ledger.decks.load(first.id)) == (1, False, b"one")
    second = ledger.decks.save(first.id, b"two", version=1)
    assert (second.version, second.size, second.undoable) == (2, 3, True)
    back = ledger.decks.undo(first.id, version=2)
    assert (back.version, ledger.decks.load(first.id)) == (1, b"one")
    with pytest.raises(NothingToUndo):
        ledger.decks.undo(first.id, version=1)
    again = ledger.decks.save(first.id, b"three", version=1)
    assert (again.version, ledger.decks.load(first.id)) == (2, b"three")
    assert ledger.decks.list() == (again,)
    assert ledger.decks.find("外婆的牌") == again


def test_only_the_last_versions_are_kept(ledger):
    deck = ledger.decks.add("a", b"0")
    for number in range(1, MOST_VERSIONS + 3):
        deck = ledger.decks.save(deck.id, str(number).encode(), version=deck.version)
    taken = 0
    while deck.undoable:
        deck = ledger.decks.undo(deck.id, version=deck.version)
        taken += 1
    assert taken == MOST_VERSIONS - 1
    assert ledger.decks.load(deck.id) == b"3"


def test_two_phones_do_not_overwrite_each_other(ledger):
    deck = ledger.decks.add("a", b"0")
    ledger.decks.save(deck.id, b"mine", version=1)
    for change in (
        lambda: ledger.decks.save(deck.id, b"yours", version=1),
        lambda: ledger.decks.undo(deck.id, version=1),
    ):
        with pytest.raises(ChangedMeanwhile):
            change()
    assert ledger.decks.load(deck.id) == b"mine"


def test_names_are_unique_and_may_be_changed(ledger):
    first, second = ledger.decks.add("a", b"1"), ledger.decks.add("b", b"2")
    with pytest.raises(DeckNameTaken):
        ledger.decks.add("a", b"3")
    with pytest.raises(DeckNameTaken):
        ledger.decks.rename(second.id, "a")
    ledger.decks.save(second.id, b"22", version=1)
    renamed = ledger.decks.rename(second.id, "c")
    assert ledger.decks.undo(second.id, version=renamed.version).name == "c"
    assert ledger.decks.load(second.id) == b"2"
    assert {d.name for d in ledger.decks.list()} == {"a", "c"}
    assert renamed.id == second.id
    ledger.decks.remove(first.id)
    ledger.decks.remove(first.id)
    assert [d.name for d in ledger.decks.list()] == ["c"]


def test_the_same_deck_sent_twice_is_one(ledger):
    key = uuid.uuid4()
    assert ledger.decks.add("a", b"1", key=key) == ledger.decks.add("a", b"1", key=key)
    assert len(ledger.decks.list()) == 1


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("", b"1"), ("x" * 41, b"1"), (" a", b"1"), ("a\n", b"1"), ("a\x00", b"1"),
        ("a", b""), ("a", b"1" * (LARGEST_DECK + 1)), ("a", "text"),
    ],
    ids=range(8),
)  # fmt: skip
def test_what_is_no_deck_is_refused(ledger, name, data):
    with pytest.raises(BadDeckRecord):
        ledger.decks.add(name, data)
    assert ledger.decks.list() == ()


@pytest.mark.parametrize("name", ["", "x" * 41, " a", "a\n"])
def test_what_is_no_name_is_refused(ledger, name):
    deck = ledger.decks.add("a", b"1")
    with pytest.raises(BadDeckRecord):
        ledger.decks.rename(deck.id, name)
    assert ledger.decks.list() == (deck,)


def test_unknown_decks(ledger):
    for deck in (uuid.uuid4(), "nonsense"):
        with pytest.raises(UnknownDeck):
            ledger.decks.load(deck)
        with pytest.raises(UnknownDeck):
            ledger.decks.save(deck, b"1", version=1)
        with pytest.raises(UnknownDeck):
            ledger.decks.rename(deck, "b")
        with pytest.raises(UnknownDeck):
            ledger.decks.undo(deck, version=1)
    with pytest.raises(UnknownDeck):
        ledger.decks.find("a")


def test_a_ledger_from_before_the_decks_keeps_its_evenings(tmp_path):
    path = tmp_path / "old.sqlite3"
    with Ledger(path) as old:
        kept = evening(old, 3)
    with sqlite3.connect(path) as file:
        file.executescript("DROP TABLE deck_versions; DROP TABLE decks; UPDATE ledger_version SET version_num = '0001'")
    file.close()
    with Ledger(Path(path)) as opened:
        assert opened.evening(kept.id) == kept
        assert opened.decks.add("a", b"1").version == 1
