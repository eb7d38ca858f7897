"""The table of what a known deck is worth, on hands that are written down; the pictures it is made from."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.proof.ink import family_decks
from models.deck_trials import Remembering, trials
from models.decks import CONDITIONS, STRANGE, DeckRow, below, confirmed, enrolments, report, taps_of
from vision.scan import Scanner
from vision.types import CLASSES, CardReading, Glyph, HandReading, Photo


def glyph(face, x):
    scores = tuple(0.9 if c == face else 0.005 for c in CLASSES)
    return Glyph((x, 0, x + 10, 10), (x + 5, 0), (x + 5, 10), scores)


def card(face, x, column=0):
    return CardReading(face=face, p=0.9, alternatives=(), glyphs=(glyph(face, x),), column=column, seen=face)


def reading(*cards):
    return HandReading(photo="p", size=(100, 100), cards=cards, columns=(), legal=False)


TRUTH = {
    "cards": [{"face": "s1", "column": 0}, {"face": "s2", "column": 0}, {"face": "s9", "column": -1}],
    "characters": [{"face": "s1", "box": [0, 0, 10, 10]}, {"face": "s2", "box": [20, 0, 30, 10]}],
}


def test_taps_and_what_a_player_confirms():
    read = reading(card("s1", 0), card("s3", 20), card("b4", 60))
    assert taps_of(TRUTH, read) == 2
    assert [(c.face, c.told) for c in confirmed(TRUTH, read)] == [("s1", False), ("s2", True)]
    assert taps_of(TRUTH, reading(card("s1", 0), card("s2", 20), card("s9", 40, None))) == 0


def rows(deck, **taps):
    return [
        DeckRow(deck, condition.replace("_", " "), f"{deck} {k}", "clean", condition != "without", 21, t)
        for condition, each in taps.items()
        for k, t in enumerate(each)
    ]


def test_the_report_names_what_is_lifted_and_what_is_lowered():
    ten = [0] * 10
    known = rows("a/x", without=ten, one_photo=[3] * 10, three_hands=ten, another_deck=ten)
    known += rows("b/x", without=[1] * 10, one_photo=ten, three_hands=ten, another_deck=[2] * 10)
    assert below(known, "one photo", "a/x")
    assert not below(known, "three hands", "a/x")
    lines = report(known, ["c/x (deck_card_missing)"])
    assert lines[0] == "2 decks of 2 held-out letterings"
    assert "c/x (deck_card_missing)" in lines[1]
    assert any("lowered" in line and line.endswith("a/x") for line in lines)
    table = {name: next(line for line in lines if line.startswith("all") and name in line) for name in CONDITIONS}
    assert " 50.0% " in table["without"]
    assert "100.0% " in table["three hands"]
    lifted = "of their 10 wrong hands and 10 taps, lifted by one photo 0% of the hands, -200% of the taps; "
    assert lines.count(lifted + "by three hands 100% of the hands, 100% of the taps") == 2
    assert (
        lines.count("their wrong hands, without / one photo / three hands: clean 10/10/0, normal 0/0/0, hard 0/0/0")
        == 2
    )
    assert next(line for line in lines if line.startswith(STRANGE)).endswith("0 need fewer taps than without, 10 more")


def test_the_worst_letterings_are_those_of_all_their_decks():
    known = [r for k in range(6) for r in rows(f"{'abcdef'[k]}/x", without=[1], one_photo=[0], three_hands=[1])]
    known += rows("a/y", without=[0] * 9, one_photo=[0] * 9, three_hands=[0] * 9)
    worst = {line.split(":")[0]: line for line in report(known, []) if line.startswith("worst") and ":" in line}
    assert worst["worst 5 letterings"].endswith(": b, c, d, e, f")
    assert worst["worst 5 decks"].endswith(": a/x, b/x, c/x, d/x, e/x")


@pytest.mark.skipif(not family_decks(), reason="no held-out lettering is installed")
def test_the_pictures_of_a_seed_are_always_the_same():
    first, again = (next(trials(3, hands=1, learned=1)) for _ in range(2))
    assert (first.hands[0][0].pixels == again.hands[0][0].pixels).all()
    assert len({photo.name for photo, _ in (first.rows, first.poorer, *first.learned, *first.hands)}) == 4
    assert {c["face"] for c in first.rows[1]["cards"]} == set(CLASSES[:20])
    other = next(trials(4, hands=1, learned=1))
    assert (
        first.rows[0].pixels.shape != other.rows[0].pixels.shape or (first.rows[0].pixels != other.rows[0].pixels).any()
    )


def test_the_detector_runs_once_a_picture():
    class Counting:
        size, runs = 640, 0

        def detect(self, _photo):
            self.runs += 1
            return ()

    detector = Counting()
    scanner = Remembering(Scanner(detector))
    for name in ("a", "b", "a"):
        scanner.find(Photo(np.zeros((9, 9, 3), np.uint8), name, (9, 9)))
    assert detector.runs == 2


def test_refused_pictures_of_two_rows_are_counted_by_reason():
    clean, normal = enrolments(["right", "right"], ["wrong", "deck_card_missing"])
    assert "100.0%" in clean
    assert clean.endswith("of 2 pictures")
    assert normal.endswith("deck_card_missing: 1, wrong: 1")
