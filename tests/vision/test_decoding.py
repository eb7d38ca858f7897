"""The likeliest legal hand, and honesty about doubt."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from datasets.characters import CONFUSED, make_scene, random_hand
from scorer.columns import LEGAL_COLUMNS
from vision.columns import Column, Grouping, group_cards
from vision.legal import log_likelihoods, patterns
from vision.reading import read_hand
from vision.search import best_hands, column_options
from vision.types import CLASSES, Card, Glyph

HAND = [
    ("s1", "s2", "s3"),
    ("b2", "b7", "b10"),
    ("b4", "b4", "b4"),
    ("s5", "s5", "b5"),
    ("b7", "b8", "b9"),
    ("s8", "s8", "s8"),
    ("s4", "s5", "s6"),
]


def card(scores, strength=0.9):
    """A card whose classes are given as {face: share}."""
    row = np.full(len(CLASSES), 0.001)
    for face, share in scores.items():
        row[CLASSES.index(face)] = share * strength
    glyph = Glyph((0, 0, 10, 10), (5, 0), (5, 10), tuple(row))
    return Card((glyph,), tuple(row / row.sum()))


def grouping(columns, strays=None):
    """Columns of {face: share} or plain faces."""
    cards, spans = [], []
    for column in columns:
        start = len(cards)
        cards += [card(c if isinstance(c, dict) else {c: 1.0}) for c in column]
        spans.append(tuple(range(start, len(cards))))
    strays = strays or [-9.0] * len(spans)
    return Grouping(tuple(cards), tuple(Column(s, "hand", o) for s, o in zip(spans, strays, strict=True)))


def faces(reading):
    return [tuple(reading.cards[c].face for c in column.cards) for column in reading.columns]


def test_a_clear_legal_hand_stays_what_it_is():
    reading = read_hand(grouping(HAND))
    assert faces(reading) == HAND
    assert reading.legal
    assert reading.adjusted == ()
    assert reading.rivals == ()
    assert reading.warnings == ()
    assert min(c.p for c in reading.cards) > 0.97


def test_a_misread_card_is_put_right_and_listed():
    hand = [list(c) for c in HAND]
    hand[0][1] = {"s3": 0.6, "s2": 0.35}
    reading = read_hand(grouping(hand))
    assert faces(reading) == HAND
    assert reading.legal
    (change,) = reading.adjusted
    assert (change["card"], change["from"], change["to"]) == (1, "s3", "s2")
    assert reading.cards[1].seen == "s3"
    assert reading.cards[1].alternatives[0][0] == "s3" or reading.cards[1].p > 0.9


def test_what_is_nowhere_near_legal_is_left_alone_and_named():
    hand = [list(c) for c in HAND]
    hand[3] = ["s1", "b6", "s9"]
    reading = read_hand(grouping(hand))
    assert faces(reading)[3] == ("s1", "b6", "s9")
    assert not reading.legal
    assert reading.columns[3].kind == "unknown"
    assert "illegal_column:3" in reading.warnings
    assert [f for k, f in enumerate(faces(reading)) if k != 3] == [c for k, c in enumerate(HAND) if k != 3]


def test_no_face_is_there_five_times():
    hand = [
        ("s7", "s7", "s7"),
        ({"s7": 0.5, "s10": 0.45}, {"s7": 0.5, "s10": 0.45}, {"s7": 0.5, "s10": 0.45}),
        *HAND[2:],
    ]
    reading = read_hand(grouping(hand))
    assert faces(reading)[1] == ("s10",) * 3
    assert reading.legal
    assert max(Counter(f for c in faces(reading) for f in c).values()) <= 4


def test_a_quad_needs_a_pair_and_a_pair_a_quad():
    quad = [("s8",) * 4, *HAND[:4], ("s9", "s9"), HAND[6]]
    assert read_hand(grouping(quad)).legal
    without = [("s8",) * 4, *HAND[:5], HAND[6]]
    reading = read_hand(grouping(without))
    assert not reading.legal
    assert "quad_without_pair" in reading.warnings
    alone = [*HAND[:6], ("s9", "s9")]
    reading = read_hand(grouping(alone))
    assert not reading.legal
    assert "pair_without_quad" in reading.warnings


def test_a_stray_is_left_out_where_seven_columns_stand_without_it():
    reading = read_hand(grouping([*HAND, ("b1",)], [-9.0] * 7 + [0.0]))
    assert faces(reading) == HAND
    assert reading.legal
    assert reading.cards[-1].column is None


@pytest.mark.parametrize("first", [True, False])
def test_of_two_pairs_the_doubtful_marks_are_the_flowers_of_the_cloth(first):
    hand = [("s1",) * 4, *HAND[1:6]]
    pairs = [("b2", "b2"), ("s6", "s6")]
    known = grouping(hand + (pairs if first else pairs[::-1]), [-9.0] * len(hand) + [-6.0] * 2)
    flowers = [k for k, c in enumerate(known.cards) if c.scores.index(max(c.scores)) == CLASSES.index("s6")]
    faint = [card({"s6": 1.0}, 0.45) if k in flowers else c for k, c in enumerate(known.cards)]
    reading = read_hand(replace(known, cards=tuple(faint)))
    assert reading.legal
    assert faces(reading) == [*hand, ("b2", "b2")]
    assert len(reading.cards) == sum(map(len, hand)) + 2


def test_two_hands_nearly_as_likely_are_both_offered():
    hand = [list(c) for c in HAND]
    hand[3] = ["s5", "s5", {"b5": 0.48, "s5": 0.5}]  # 绞 or 坎: both legal
    hand[6] = ["s1", "s2", "s3"]
    reading = read_hand(grouping(hand))
    assert "ambiguous" in reading.warnings
    assert reading.rivals == (((11, "b5"),),)
    assert 0.4 < reading.cards[11].p < 0.6
    assert reading.cards[11].alternatives[0][0] == "b5"


def test_a_faint_extra_mark_is_dropped_and_a_faint_needed_one_kept():
    extra = [[*HAND[0], {"b3": 1.0}], *HAND[1:]]
    made = grouping(extra)
    cards = list(made.cards)
    cards[3] = card({"b3": 1.0}, strength=0.12)
    assert faces(read_hand(Grouping(tuple(cards), made.columns))) == HAND
    made = grouping(HAND)
    cards = list(made.cards)
    cards[2] = card({"s3": 1.0}, strength=0.12)
    assert faces(read_hand(Grouping(tuple(cards), made.columns))) == HAND


def test_a_long_of_which_a_card_was_not_seen_is_no_kan():
    """Two faces up and a back can be nothing else; the pair of such a hand says so too."""
    seen = [("b3", "b3", "back"), *HAND[:5], ("s9", "s9")]
    assert faces(read_hand(grouping(seen)))[0] == ("b3", "b3", "back")


def test_another_grouping_is_taken_where_it_makes_the_hand_legal():
    lost = grouping([("s1", "s2"), *HAND[1:]])
    whole = replace(grouping(HAND), odds=-2.0)
    assert not read_hand(lost).legal
    assert faces(read_hand(replace(lost, rivals=(whole,)))) == HAND
    far = replace(whole, odds=-20.0)
    assert not read_hand(replace(lost, rivals=(far,))).legal
    assert faces(read_hand(replace(whole, rivals=(replace(lost, odds=9.0),)))) == HAND


def test_backs_count_as_the_tiles_they_are():
    hidden = [("back", "back", "back", "s8"), *HAND[:5], ("s9", "s9")]
    reading = read_hand(grouping(hidden))
    assert reading.legal
    assert reading.columns[0].kind == "long"
    five = [("back", "back", "back", "s8"), *HAND[:4], ("s9", "s9"), ("s7", {"s8": 0.6, "b8": 0.1}, "s9")]
    assert not read_hand(grouping(five)).legal


def test_likelihoods_agree_with_a_plain_sum():
    rng = np.random.default_rng(2)
    logs = np.log(rng.dirichlet(np.ones(21), 3))
    best = max(
        sum(logs[k, CLASSES.index(f)] for k, f in enumerate(order))
        for column in LEGAL_COLUMNS
        if len(column) == 3
        for order in permutations(column)
    )
    table = patterns(3)
    open_rows = [k for k, kind in enumerate(table.kinds) if kind != "wei"]
    assert log_likelihoods(logs)[open_rows].max() == pytest.approx(best)


def brute_force(options):
    """The best score over every combination, judged as the search judges it."""
    choice = np.indices([len(o) for o in options]).reshape(len(options), -1)

    def total(value):
        return sum(np.array([value(o) for o in column])[at] for column, at in zip(options, choice, strict=True))

    quads = total(lambda o: o.kind in ("zhao", "long"))
    pairs = total(lambda o: o.kind == "jiang")
    legal = (total(lambda o: o.counts).max(axis=1) <= 4) & (total(lambda o: o.state == "legal") == 7)
    legal &= pairs == (quads > 0)
    return total(lambda o: o.score)[legal].max(initial=-np.inf)


def test_the_search_is_exact():
    rng = np.random.default_rng(7)
    for _ in range(6):
        columns = []
        for tiles in random_hand(rng):
            logs = np.log(rng.dirichlet(np.full(21, 0.3), len(tiles)) * 0.35 + 1e-4)
            for k, tile in enumerate(tiles):
                logs[k, CLASSES.index(tile)] = np.log(0.6)
            columns.append(column_options(logs, np.full(len(tiles), 0.999), -9.0)[:4])
        hands, complete = best_hands(columns)
        assert complete
        legal = [h.score for h in hands if h.legal]
        expected = brute_force(columns)
        if np.isfinite(expected) and legal:
            assert max(legal) == pytest.approx(expected)


def test_corrupted_classes_are_restored_at_least_twice_as_often_as_read_right():
    raw = right = 0
    for seed in range(40):
        scene = make_scene(seed, "row", jitter=0.02, drop=0, corrupt=0.12, strays=0)
        reading = read_hand(group_cards(scene.glyphs))
        want = Counter(f for column in scene.columns for f in column)
        raw += Counter(c.seen for c in reading.cards) == want
        right += Counter(c.face for c in reading.cards) == want
    assert right >= 2 * raw
    assert right >= 30
    assert set(CONFUSED) == set(CLASSES)
