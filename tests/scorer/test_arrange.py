"""The best arrangement against a brute-force finder, and by hand."""

import json
import random
from pathlib import Path

import pytest
from brute_force import brute_best, brute_layouts, partitions

from scorer import (
    Column,
    Hand,
    HandFormatError,
    WinContext,
    arrangements,
    best_arrangement,
    better_layout,
    load_rules,
    read_notation,
    score,
    write_notation,
)  # fmt: skip
from scorer.arrange import layouts
from scorer.bench import random_hand

CORPUS = json.loads((Path(__file__).parent / "arrangements.json").read_text(encoding="utf-8"))
SYSTEMS = ("luzhou_mingtang", "luzhou_deng", "chongqing_dao", "tianquan_deng")
PARTS = 10


def check(tiles, context, rules, count, best):
    got = [tuple(sorted(tuple(sorted(column.tiles)) for column in free)) for free in layouts(tiles, (), context, rules)]
    assert len(got) == len(set(got)) == count
    found = best_arrangement(tiles, (), context, rules)
    paid = found.paid if found and found.score.valid else None
    assert paid == best
    return got


@pytest.mark.parametrize("row", CORPUS, ids=range(len(CORPUS)))
def test_regression_corpus(row):
    tiles = tuple(row["tiles"].split())
    check(tiles, WinContext(winning_tile=row["won"]), load_rules(row["rules"]), row["layouts"], row["best"])


def test_the_corpus_holds_40_hands():
    assert len(CORPUS) == 40


@pytest.mark.parametrize("part", range(PARTS))
def test_as_the_brute_force_says(part):
    rng = random.Random(1000 + part)  # noqa: S311
    for _ in range(2000 // PARTS):
        low = rng.randint(1, 4)
        numbers = frozenset(range(low, low + 7)) if rng.random() < 0.6 else frozenset(range(1, 11))
        hand = random_hand(rng, triples=rng.choice([0, 0, 0.1, 0.5]), quads=rng.choice([0, 0, 0.5]), numbers=numbers)
        tiles = list(hand.tiles)
        rng.shuffle(tiles)
        context = WinContext(winning_tile=rng.choice(tiles))
        rules = load_rules(rng.choice(SYSTEMS))
        expected = brute_layouts(tiles, context.winning_tile)
        got = check(tuple(tiles), context, rules, len(expected), brute_best(tiles, context, rules))
        assert set(got) == expected
        partitions.cache_clear()


def test_three_ways_of_the_same_tiles():
    hand, context = read_notation("碰玖玖玖 吃四五六 吃肆伍陆 壹贰叁 一一壹 二二贰 三三叁 | 胡玖@1")
    rules = load_rules("luzhou_deng")
    better = better_layout(hand, context, rules)
    assert better.score.hu_total == 21
    assert better.paid == 7
    assert write_notation(better.hand).endswith("一二三 一二三 壹贰叁 壹贰叁 碰玖玖玖")
    assert better_layout(better.hand, better.context, rules) is None
    assert sorted(found.score.hu_total for found in arrangements(hand.tiles, (), context, rules)) == [6, 9, 21]


def test_columns_on_the_table_stay():
    rules = load_rules("luzhou_deng")
    hand, context = read_notation("碰玖玖玖 吃四五六 吃肆伍陆 吃壹贰叁 吃一一壹 吃二二贰 吃三三叁 | 胡玖@1")
    assert better_layout(hand, context, rules) is None


def test_input_order_never_matters():
    rng = random.Random(5)  # noqa: S311
    rules = load_rules("luzhou_mingtang")
    for _ in range(100):
        hand = random_hand(rng, numbers=frozenset(range(1, 8)))
        tiles = list(hand.tiles)
        context = WinContext(winning_tile=tiles[0])
        first = best_arrangement(tuple(tiles), (), context, rules)
        rng.shuffle(tiles)
        assert best_arrangement(tuple(tiles), (), context, rules) == first


def test_fixed_columns_count_with_the_loose_ones():
    rules = load_rules("luzhou_deng")
    fixed = (Column(("b2",) * 3, "peng", exposed=True), Column(("s8",) * 4, "zhao", exposed=True))
    concealed = ("s3", "s4", "s5", "b3", "b4", "b5", "b6", "b7", "b8", "s1", "s1", "b1", "s9", "s9")
    best = best_arrangement(concealed, fixed, WinContext(winning_tile="s9"), rules)
    assert best.hand.columns[:2] == fixed
    assert [column.type for column in best.hand.columns].count("jiang") == 1
    assert best.score.valid
    assert best.score == score(best.hand, best.context, rules)


def test_a_kan_is_never_broken_but_its_fourth_tile_may_go_elsewhere():
    rules = load_rules("luzhou_deng")
    # 坎八 held; the won 八 goes into 七八九, or the hand becomes 招八 with too few tiles for a pair
    tiles = ("s8", "s8", "s8", "s8", "s7", "s9", "b2", "b2", "b2", "s1", "s2", "s3", "b3", "b4", "b5", "b6", "b7", "b8",
             "s5", "s5", "b5")  # fmt: skip
    best = best_arrangement(tiles, (), WinContext(winning_tile="s8"), rules)
    assert "坎八八八" in write_notation(best.hand)
    assert best.hand.columns[best.context.winning_column].tiles == ("s7", "s8", "s9")
    # as any other tile won, all four were held: a 垅, and no seven columns
    assert best_arrangement(tiles, (), WinContext(winning_tile="s9"), rules) is None


def test_a_held_kan_met_by_its_fourth_tile_is_a_zhao():
    rules = load_rules("luzhou_deng")
    tiles = ("s8", "s8", "s8", "s8", "b2", "b2", "b2", "s1", "s2", "s3", "b3", "b4", "b5", "b6", "b7", "b8", "s5", "s5",
             "s4", "s5", "s6")  # fmt: skip
    context = WinContext(winning_tile="s8", source="self_draw")
    assert best_arrangement(tiles, (), context, rules) is None  # 三 五 make a 坎: no pair is left
    tiles = (*tiles[:16], "s9", "s9", "s4", "s5", "s6")
    best = best_arrangement(tiles, (), context, rules)
    assert "招八八八八" in write_notation(best.hand)


def test_phz_names_by_who_turned_the_tile():
    rules = load_rules("phz_half")
    tiles = ("b9", "b9", "b9", "s1", "s2", "s3", "s4", "s5", "s6", "b5", "b6", "b7", "s8", "s8", "b8", "b2", "b2", "b2",
             "b3", "b3", "b3")  # fmt: skip
    own = best_arrangement(tiles, (), WinContext(winning_tile="b9", source="self_draw"), rules)
    other = best_arrangement(tiles, (), WinContext(winning_tile="b9", source="other_draw"), rules)
    assert "偎玖玖玖" in write_notation(own.hand)
    assert "碰玖玖玖" in write_notation(other.hand)
    assert own.score.valid
    assert other.score.valid


def test_dealt_hands_have_no_peng():
    tiles = read_notation("坎贰贰贰 二七十 坎八八八 坎一一一 三四五 叁肆伍 九玖玖")[0].tiles
    context = WinContext(source="dealt", winner_is_dealer=True, tianhu=True)
    best = best_arrangement(tiles, (), context, load_rules("luzhou_mingtang"))
    assert [column.type for column in best.hand.columns].count("kan") == 3


@pytest.mark.parametrize("tiles", [(), ("s1",), ("s1",) * 21, tuple(["s1"] * 5 + ["s2"] * 16), ("s1", "s2", "s3") * 7])
def test_impossible_hands_are_no_arrangement_or_refused(tiles):
    assert best_arrangement(tiles, (), WinContext(), load_rules("luzhou_deng")) is None


def test_more_tiles_than_the_deck_are_refused():
    with pytest.raises(HandFormatError, match="81 tiles"):
        best_arrangement(("s1",) * 81, (), WinContext(), load_rules("luzhou_deng"))


@pytest.mark.parametrize("tiles", [None, 3, "s1", ["s1"], ("x",), (None,), (["s1"],), ({},)])
def test_what_is_no_tuple_of_tiles_is_refused(tiles):
    with pytest.raises(HandFormatError):
        best_arrangement(tiles, (), WinContext(), load_rules("luzhou_deng"))
    with pytest.raises(HandFormatError):
        best_arrangement((), tiles, WinContext(), load_rules("luzhou_deng"))
    with pytest.raises(HandFormatError):
        better_layout(tiles, WinContext(), load_rules("luzhou_deng"))


def test_a_special_hand_is_laid_as_it_lies():
    hand, context = read_notation("三垅 垅八八八八 垅叁叁叁叁 垅一一一一 散二七四五肆伍玖九 | 起手")
    assert better_layout(hand, context, load_rules("luzhou_deng")) is None
    assert better_layout(Hand(()), WinContext(), load_rules("luzhou_deng")) is None
