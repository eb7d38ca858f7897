"""Pairing and columns on true characters: every layout, any turn, jittered, some dropped."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from datasets.characters import LAYOUTS, make_scene, turned
from datasets.faults import faulty, spun
from vision.columns import group_cards
from vision.reading import read_hand
from vision.types import CLASSES, Glyph

SEEDS = range(20)


@cache
def grouped(seed, layout, clean):
    noise = {"jitter": 0.0, "drop": 0.0} if clean else {}
    scene = make_scene(seed, layout, **noise)
    return scene, group_cards(scene.glyphs)


def columns_seen(grouping):
    return Counter(
        tuple(sorted(CLASSES[int(np.argmax(grouping.cards[c].scores))] for c in column.cards))
        for column in grouping.columns
        if column.stray < 0
    )


def pairs(scene, grouping):
    """(true pairs, pairs found), as sets of index pairs."""
    index = {glyph: k for k, glyph in enumerate(scene.glyphs)}
    of_card = {}
    for k, card in enumerate(scene.card):
        of_card.setdefault(card, set()).add(k)
    true = {frozenset(p) for p in of_card.values() if len(p) == 2}
    return true, {frozenset(index[g] for g in card.glyphs) for card in grouping.cards if len(card.glyphs) == 2}


@pytest.mark.parametrize(("layout", "share"), [("row", 1.0), ("tworow", 1.0), ("fan", 1.0), ("side", 1.0)])
def test_columns_of_true_characters(layout, share):
    scenes = [grouped(seed, layout, clean=True) for seed in SEEDS]
    right = sum(columns_seen(grouping) == Counter(scene.columns) for scene, grouping in scenes)
    assert right >= share * len(scenes)


@pytest.mark.parametrize(("layout", "share"), [("row", 0.95), ("tworow", 0.95), ("fan", 0.95), ("side", 0.95)])
def test_columns_of_jittered_characters_of_which_some_are_dropped(layout, share):
    scenes = [grouped(seed, layout, clean=False) for seed in SEEDS]
    right = sum(columns_seen(grouping) == Counter(scene.columns) for scene, grouping in scenes)
    assert right >= share * len(scenes)


@pytest.mark.parametrize(("clean", "share"), [(True, 0.998), (False, 0.99)])
def test_both_ends_of_a_card_are_paired(clean, share):
    true = found = wrong = 0
    for layout in LAYOUTS:
        for seed in SEEDS:
            expected, got = pairs(*grouped(seed, layout, clean=clean))
            true, found, wrong = true + len(expected), found + len(expected & got), wrong + len(got - expected)
    assert found >= share * true
    assert wrong <= (1 - share) * true


def meaning(reading):
    return (
        reading.legal,
        reading.warnings,
        [(c.face, round(c.p, 3), c.column) for c in reading.cards],
        [(c.cards, c.kind, c.area) for c in reading.columns],
    )


SCENES = {"seed": st.integers(0, 10**6), "layout": st.sampled_from(LAYOUTS), "faults": st.booleans()}


def glyphs_of(seed, layout, faults):
    scene = make_scene(seed, layout)
    return scene.size, (faulty(scene, seed) if faults else scene).glyphs


@given(**SCENES, quarters=st.integers(1, 3))
@example(seed=16342, layout="side", faults=True, quarters=1)
@settings(max_examples=25, deadline=None)
def test_turning_the_photo_changes_nothing_but_coordinates(seed, layout, faults, quarters):
    size, glyphs = glyphs_of(seed, layout, faults)
    once = read_hand(group_cards(glyphs))
    again = read_hand(group_cards([turned(g, size, quarters) for g in glyphs]))
    assert meaning(once) == meaning(again)
    where = [sorted_boxes(turned(g, size, quarters) for g in card.glyphs) for card in once.cards]
    assert where == [sorted_boxes(c.glyphs) for c in again.cards]


def sorted_boxes(glyphs):
    return sorted(tuple(round(v, 6) for v in g.box) for g in glyphs)


@given(**SCENES, order=st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_the_order_of_the_detections_does_not_matter(seed, layout, faults, order):
    _, glyphs = glyphs_of(seed, layout, faults)
    assert read_hand(group_cards(glyphs)) == read_hand(group_cards(order.sample(glyphs, len(glyphs))))


def test_table_melds_are_told_from_the_hand():
    """The farther of two rows is the table."""
    scene = make_scene(3, "tworow", jitter=0, drop=0, strays=0)
    reading = read_hand(group_cards(scene.glyphs))
    assert {c.area for c in reading.columns} == {"table", "hand"}
    assert {c.area for c in read_hand(grouped(0, "row", clean=True)[1]).columns} == {"hand"}


def card_at(x, y, face, length=400, width=100):
    """The two glyphs of one upright card whose upper left corner is (x, y)."""
    scores = tuple(0.9 if c == face else 0.001 for c in CLASSES)
    box = (x + 8, y + 5, x + width - 8, y + width)
    top = Glyph(box, (x + width / 2, y + 5), (x + width / 2, y + width), scores)
    low = y + length
    other = (x + 8, low - width, x + width - 8, low - 5)
    bottom = Glyph(other, (x + width / 2, low - 5), (x + width / 2, low - width), scores)
    return top, bottom


def column_at(x, y, faces, step=130):
    cards = [card_at(x, y + k * step, face) for k, face in enumerate(faces)]
    return [top for top, _ in cards] + [cards[-1][1]]


def test_four_equal_characters_of_a_kan_are_three_cards():
    grouping = group_cards(column_at(0, 0, ["b5"] * 3) + column_at(150, 10, ["s2", "s3", "s4"]))
    assert [len(c.cards) for c in grouping.columns] == [3, 3]


@pytest.mark.parametrize(
    ("faces", "kind"),
    [
        (["back", "back", "back", "b7"], "long"),
        (["s7", "s7", "s7", "back"], "long"),
        (["b9"] * 4, "zhao"),
        (["back"] * 3, "wei"),
        (["s1", "s1", "b1"], "chi"),
        (["b2", "b7", "b10"], "chi"),
        (["s6"] * 3, "kan"),
        (["s6"] * 2, "jiang"),
    ],
)
def test_kinds(faces, kind):
    others = [["b1", "b2", "b3"], ["b4", "b5", "b6"], ["s3", "s4", "s5"]]
    glyphs = column_at(0, 0, faces)
    for k, other in enumerate(others, 1):
        glyphs += column_at(150 * k, 0, other)
    reading = read_hand(group_cards(glyphs))
    assert reading.columns[0].kind == kind
    assert [reading.cards[c].face for c in reading.columns[0].cards] == faces


def test_a_lower_end_without_its_upper_one_counts_a_card():
    glyphs = column_at(0, 0, ["s1", "s2", "s3"]) + column_at(150, 0, ["b4", "b5", "b6"])
    top_of_the_last = glyphs[2]
    assert top_of_the_last.face == "s3"
    grouping = group_cards([g for g in glyphs if g is not top_of_the_last])
    assert [len(c.cards) for c in grouping.columns] == [3, 3]


def test_a_lower_end_without_its_upper_one_counts_a_card_where_cards_are_short():
    """Scene 800434: the character of a 将 and the other card's lower end are nearer than a card is long."""
    scene = make_scene(800434, "fan", turn=0, cut=0.05)
    reading = read_hand(group_cards(scene.glyphs))
    columns = [tuple(sorted(reading.cards[c].face for c in column.cards)) for column in reading.columns]
    assert Counter(columns) == Counter(scene.columns)


def test_a_brand_seal_in_the_middle_of_a_card_is_no_card():
    glyphs = column_at(0, 0, ["s1", "s2", "s3"])
    scores = tuple(0.2 if c == "b2" else 0.001 for c in CLASSES)
    seal = Glyph((30, 440, 70, 480), (50, 440), (50, 480), scores)
    grouping = group_cards([*glyphs, seal])
    assert len(grouping.cards) == 3


HAND = [["s1", "s2", "s3"], ["b2", "b7", "b10"], ["b4"] * 3, ["s5", "s5", "b5"], ["b7", "b8", "b9"], ["s8"] * 3]
HAND += [["s4", "s5", "s6"]]


def whole_hand():
    return [g for k, faces in enumerate(HAND) for g in column_at(150 * k, 0, faces)]


def assert_is_the_hand(reading):
    assert [[reading.cards[c].face for c in column.cards] for column in reading.columns] == HAND
    assert reading.legal


def print_at(x, y, face, score, size=70):
    scores = tuple(score if c == face else 0.001 for c in CLASSES)
    return Glyph((x, y, x + size, y + size), (x, y + size / 2), (x + size, y + size / 2), scores)


@pytest.mark.parametrize("score", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("place", [(1500, 900), (-300, 300), (400, 1000)])
def test_a_false_character_beside_the_hand_is_in_no_column(place, score):
    assert_is_the_hand(read_hand(group_cards([*whole_hand(), print_at(*place, "b3", score)])))


@pytest.mark.parametrize("score", [0.3, 0.6, 0.9])
def test_a_line_of_print_is_no_column(score):
    line = [print_at(1300 + 110 * k, 950, face, score) for k, face in enumerate(["b3", "s9", "b1"])]
    assert_is_the_hand(read_hand(group_cards([*whole_hand(), *line])))


def test_the_flowers_of_a_tablecloth_are_no_cards():
    """A face seen dozens of times is a pattern: no deck has so many of it."""
    hand = whole_hand()
    places = [(x, y) for x in range(-900, 2600, 170) for y in (-700, -520, 1500, 1680)]
    for face, score in (("b6", 0.85), ("b7", 0.5)):  # 柒 is in the hand, too, and surer there
        flowers = [print_at(x, y, face, score) for x, y in places]
        assert_is_the_hand(read_hand(group_cards([*hand, *flowers])))
    assert group_cards(flowers).cards == ()


@pytest.mark.parametrize("face", ["s1", "b9"])
def test_a_character_found_twice_is_one_card(face):
    x0, y0, x1, y1 = whole_hand()[4].box
    again = print_at(x0 + 15, y0 + 15, face, 0.6, size=x1 - x0)
    assert_is_the_hand(read_hand(group_cards([*whole_hand(), again])))
    assert y1 > y0


@pytest.mark.parametrize("quarters", [1, 2, 3])
@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_a_direction_told_wrong_costs_no_card(at, quarters):
    """The first column's upper ends and its last lower end, each in turn."""
    glyphs = whole_hand()
    glyphs[at] = spun(glyphs[at], quarters)
    assert_is_the_hand(read_hand(group_cards(glyphs)))


@pytest.mark.parametrize("lost", [{3}, {2}, {2, 3}, {1}])
def test_every_card_of_which_an_end_is_left_is_counted(lost):
    left = [g for k, g in enumerate(whole_hand()) if k not in lost]
    there = [face for k, face in enumerate(HAND[0]) if k not in lost or (k == 2 and 3 not in lost)]
    reading = read_hand(group_cards(left))
    assert [[reading.cards[c].face for c in column.cards] for column in reading.columns] == [there, *HAND[1:]]


@pytest.mark.parametrize("end", [0, 3])
def test_a_character_alone_is_a_column_where_the_hand_lacks_one(end):
    """The upper end of the first column's first card, or the lower end of its last one."""
    reading = read_hand(group_cards([g for k, g in enumerate(whole_hand()) if k > 3 or k == end]))
    alone = HAND[0][min(end, 2)]
    assert [[reading.cards[c].face for c in column.cards] for column in reading.columns] == [[alone], *HAND[1:]]


def test_a_character_alone_is_none_beside_a_whole_hand():
    extra = print_at(-130, 5, "b3", 0.9, size=84)
    assert_is_the_hand(read_hand(group_cards([*whole_hand(), replace(extra, foot=(-88.0, 89.0), head=(-88.0, 5.0))])))


def test_two_cards_are_one_column_though_the_one_between_was_not_seen():
    glyphs = whole_hand()
    reading = read_hand(group_cards([g for k, g in enumerate(glyphs) if k != 1]))
    assert [reading.cards[c].face for c in reading.columns[0].cards] == ["s1", "s3"]


def test_two_rows_are_read_from_the_far_one():
    near = [g for k, faces in enumerate(HAND[3:]) for g in column_at(150 * k, 800, faces)]
    far = [g for k, faces in enumerate(HAND[:3]) for g in column_at(150 * k, 0, faces)]
    reading = read_hand(group_cards(near + far))
    assert_is_the_hand(reading)
    assert [c.area for c in reading.columns] == ["table"] * 3 + ["hand"] * 4


def test_reading_order_is_that_of_the_table():
    glyphs = column_at(0, 0, ["s1", "s2", "s3"]) + column_at(150, 12, ["b4", "b5", "b6"])
    reading = read_hand(group_cards(glyphs))
    assert [c.face for c in reading.cards] == ["s1", "s2", "s3", "b4", "b5", "b6"]
    sideways = [g for k, f in enumerate(["s7", "s8", "s9"]) for g in card_at(105 * k, 0, f)]
    assert [c.face for c in read_hand(group_cards(sideways)).cards] == ["s7", "s8", "s9"]


NUMBERS = st.one_of(st.floats(allow_nan=True, allow_infinity=True), st.floats(0, 1000))
POINTS = st.tuples(NUMBERS, NUMBERS)
GLYPHS = st.builds(
    Glyph,
    st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS),
    POINTS,
    POINTS,
    st.one_of(st.just((0.5,) * 21), st.lists(NUMBERS, min_size=21, max_size=21).map(tuple), st.just((1.0,))),
)


@given(st.lists(GLYPHS, max_size=12))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_input_raises(glyphs):
    read_hand(group_cards(glyphs))


PLACES = st.integers(0, 40)


@given(
    st.lists(st.tuples(PLACES, PLACES, PLACES, st.sampled_from(CLASSES), st.sampled_from([0.0, 0.5, 1.0])), max_size=40)
)
@settings(max_examples=60, deadline=None)
def test_no_crowd_of_equal_sizes_and_places_raises(places):
    """Boxes on a grid: many in one place, some of no size, some of no score."""
    glyphs = []
    for x, y, size, face, score in places:
        scores = tuple(score if c == face else 0.0 for c in CLASSES)
        glyphs.append(Glyph((x, y, x + size, y + size), (x + size / 2, y), (x + size / 2, y + size), scores))
    reading = read_hand(group_cards(glyphs))
    assert sum(len(card.glyphs) for card in reading.cards) <= len(glyphs)
    assert all(0 <= card.p <= 1 for card in reading.cards)


@pytest.mark.parametrize("count", [0, 1, 2, 300])
@pytest.mark.parametrize("face", ["s1", "b8", "back"])
def test_any_number_of_equal_characters(count, face):
    rng = np.random.default_rng(count)
    glyphs = []
    for _ in range(count):
        x, y = rng.uniform(0, 2000, 2)
        glyphs.append(card_at(float(x), float(y), face)[int(rng.integers(2))])
    reading = read_hand(group_cards(glyphs))
    assert len(reading.cards) <= count


def test_equal_glyphs_in_one_place():
    glyph = card_at(0, 0, "s5")[0]
    read_hand(group_cards([glyph] * 40))
