import json

import pytest

from models.evaluate import judge, summary, table, wilson
from vision.types import CardReading, ColumnReading, HandReading


def reading(columns, strays=()):
    cards, seen = [], []
    for index, faces in enumerate(columns):
        seen.append(ColumnReading(tuple(range(len(cards), len(cards) + len(faces)))))
        cards += [CardReading(f, 0.9, (), (), index, f) for f in faces]
    cards += [CardReading(f, 0.9, (), (), None, f) for f in strays]
    return HandReading("x.jpg", (10, 10), tuple(cards), tuple(seen), legal=True, ms={"total": 12.0})


def truth(columns, strays=()):
    cards = [{"face": f, "column": k} for k, faces in enumerate(columns) for f in faces]
    cards += [{"face": f, "column": -1} for f in strays]
    shown = [{"shown": faces} for faces in columns]
    return json.loads(json.dumps({"style": "row", "hard": False, "deck": "d", "cards": cards, "columns": shown}))


def test_a_right_reading_is_exact_whatever_lies_beside_it():
    row = judge(truth([["s1", "s2", "s3"], ["b2"] * 3], ["s9"]), reading([["b2"] * 3, ["s3", "s2", "s1"]], ["b9"]))
    assert (row.cards, row.right, row.taps, row.columns_exact) == (6, 6, 0, True)


def test_missing_and_extra_cards_are_taps():
    row = judge(truth([["s1", "s2", "s3"]]), reading([["s1", "s2", "b3", "b4"]]))
    assert (row.right, row.missing, row.extra, row.taps, row.columns_exact) == (2, 1, 2, 2, False)


def test_a_card_in_the_wrong_column_is_no_tap_but_not_exact_columns():
    row = judge(truth([["s1", "s2"], ["s3", "s4"]]), reading([["s1", "s3"], ["s2", "s4"]]))
    assert (row.taps, row.columns_exact) == (0, False)


def test_the_interval_is_wilsons():
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(20, 20)[0] == pytest.approx(0.8389, abs=1e-4)  # Wilson 1927, 20 of 20


def test_the_table_has_a_line_a_deck_and_a_layout():
    rows = [judge(truth([["s1"]]), reading([["s1"]]))]
    lines = table(rows)
    assert [line.split()[0] for line in lines] == ["normal", "deck", "style", "all", "ms/photo"]
    assert "exact 100.0%" in summary("all", rows)
