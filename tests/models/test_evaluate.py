import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.evaluate import pictures, report
from models.figures import write_figures
from models.judging import MISSED, Tally, count, judge, match_characters
from models.tables import expected_calibration_error, summary, table, trust, wilson
from vision.types import CLASSES, CardReading, ColumnReading, Glyph, HandReading


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


def test_the_table_has_a_line_for_each_value_that_differs():
    other = truth([["s1"]]) | {"deck": "e", "style": "fan", "tier": "hard", "blur": 1.0}
    rows = [judge(truth([["s1"]]), reading([["s1"]])), judge(other, reading([["s2"]]))]
    heads = [line.split("n=")[0].strip() for line in table(rows)[:-1]]
    tail = ["style fan", "style row", "blur ≤ 0.8", "blur 0.8–1.2", "all"]
    assert heads == ["normal", "hard", "lettering d", "lettering e", *tail]
    named = [replace(row, lettering="l") for row in rows]  # two decks of one lettering
    heads = [line.split("n=")[0].strip() for line in table(named)[:-1]]
    assert heads == ["normal", "hard", "deck d", "deck e", *tail]
    assert "exact 100.0%" in summary("x", rows[:1])
    assert "exact   0.0%" in summary("x", rows[1:])


def glyph(face, x, wide=20.0):
    return Glyph((x, 0.0, x + wide, 20.0), (x, 0.0), (x, 20.0), tuple(float(c == face) for c in CLASSES))


def seen(*glyphs, p=0.9):
    cards = tuple(CardReading(g.face, p, (), (g,), 0, g.face) for g in glyphs)
    return HandReading("x.jpg", (200, 20), cards, (ColumnReading(tuple(range(len(cards)))),), legal=True)


def with_characters(*faces):
    boxes = [(f, [40.0 * k, 0.0, 40.0 * k + 20, 20.0]) for k, f in enumerate(faces)]
    known = truth([list(faces)])
    for card, (_, (x0, y0, x1, y1)) in zip(known["cards"], boxes, strict=True):
        card["glyphs"] = [[[x0, y0], [x1, y0], [x1, y1], [x0, y1]]]
    return known | {"characters": [{"face": f, "box": b} for f, b in boxes]}


def test_characters_are_matched_by_place():
    known = with_characters("s1", "s2", "back")
    pairs = match_characters(known, seen(glyph("s3", 42), glyph("s1", 1), glyph("b4", 150)))
    ids = {c: k for k, c in enumerate(CLASSES)} | {None: MISSED}
    expected = [("s1", "s1"), ("s2", "s3"), ("back", None), (None, "b4")]
    assert pairs == [(ids[a], ids[b]) for a, b in expected]


def test_characters_are_counted_without_backs():
    row = judge(with_characters("s1", "s2", "back"), seen(glyph("s3", 42), glyph("s1", 1), glyph("b4", 150)))
    assert (row.characters, row.characters_found, row.characters_right, row.characters_false) == (2, 2, 1, 1)


def test_a_half_hidden_character_is_neither_right_nor_false():
    known = with_characters("s1", "s2")
    known["characters"] = known["characters"][:1]
    assert match_characters(known, seen(glyph("s1", 0), glyph("s2", 40))) == [(0, 0)]


def test_cards_are_counted_for_the_reliability_of_their_probabilities():
    tally = Tally()
    count(tally, with_characters("s1", "s2"), seen(glyph("s1", 0), glyph("s3", 40), p=0.96))
    assert tally.cards == [(0.96, True), (0.96, False)]
    assert tally.confusion[0, 0] == tally.confusion[1, 2] == 1
    assert expected_calibration_error(tally.cards) == pytest.approx(0.46)
    assert "p ≥ 0.95 right  50.0%" in trust(tally.cards)


def test_false_characters_on_pictures_without_cards_are_reported():
    lines = report([], {}, [("a.jpg", 0), ("b.jpg", 2)], Tally())
    assert lines == ["no cards: 2 false characters in 2 pictures b.jpg:2"]


def test_the_eye_alone_is_judged_by_what_it_saw():
    cards = (CardReading("s1", 0.9, (), (), 0, "s7"),)
    helped = HandReading("x", (9, 9), cards, (ColumnReading((0,)),), legal=True)
    row = judge(truth([["s1"]]), helped)
    assert (row.taps, row.eye_taps) == (0, 1)


def test_a_photo_without_a_truth_is_left_out(tmp_path):
    for name in ("a.jpg", "b.jpg"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "a.json").write_text("{}")
    assert [photo.name for photo, _ in pictures(tmp_path)] == ["a.jpg"]


def test_figures_are_small_pictures(tmp_path):
    counts = np.zeros((MISSED + 1, MISSED + 1), int)
    counts[0, 0], counts[1, 2] = 9, 1
    for path in write_figures(tmp_path / "r", counts, [(0.9, True), (0.3, False)]):
        assert path.stat().st_size < 60_000
        image = cv2.imread(str(path))
        assert len(np.unique(image.reshape(-1, 3), axis=0)) > 4
