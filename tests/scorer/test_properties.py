"""What must hold for every hand: payments sum to nothing, lines add up, order never matters, nothing else is raised."""

import json
import math
import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scorer_hands import UNHURRIED

from scorer import Column, Hand, HandFormatError, ScorerError, WinContext, load_rules, parse_case, rule_names, score
from scorer.bench import random_hand
from scorer.faces import FACES

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))["cases"]
PHZ_KIND = {"kan": "wei", "long": "ti", "peng": "peng", "zhao": "pao"}


@st.composite
def legal(draw):
    """A random legally held hand, some of its triples and quads from the table, under any rule set."""
    rng = random.Random(draw(st.integers(0, 2**32)))  # noqa: S311
    rules = load_rules(draw(st.sampled_from(rule_names())))
    hand = random_hand(rng, triples=rng.choice([0.2, 0.6]), quads=rng.choice([0, 0.5]))
    columns = []
    for column in hand.columns:
        kind = column.type
        if rng.random() < 0.5:
            kind = {"kan": "peng", "long": "zhao"}.get(kind, kind)
        if rules.family == "phz":
            kind = PHZ_KIND.get(kind, kind)
        columns.append(Column(column.tiles, kind, exposed=rng.random() < 0.5))
    source = rng.choice(["self_draw", "other_draw"] if rules.family == "phz" else ["discard", "self_draw"])
    context = WinContext(
        source=source,
        has_dijia=rng.choice([None, True, False]),
        losers=rng.choice([None, 1, 2]),
        claimed_dao=rng.choice([None, None, 0, 1, 3, 9]),
        bao=rng.random() < 0.2,
        piao=rng.random() < 0.2,
        dihu=source == "discard" and rng.random() < 0.3,
    )
    return Hand(tuple(columns)), context, rules


@given(legal())
@settings(UNHURRIED)
def test_payments_sum_to_nothing(case):
    paid = score(*case).settlement
    if paid is not None:
        assert paid.winner + paid.losers * paid.loser_each + paid.dijia + paid.discarder == 0


@given(legal())
@settings(UNHURRIED)
def test_lines_sum_to_the_totals(case):
    result = score(*case)
    lines = result.lines
    numbers = {kind: [line.number for line in lines if line.kind == kind] for kind in {line.kind for line in lines}}
    assert sum(numbers["column"]) == result.hu_total == numbers["total"][0]
    assert [line.cards for line in lines if line.kind == "column"] == [column.tiles for column in case[0].columns]
    if not result.valid:
        assert len(numbers["fault"]) == len(result.errors)
        return
    if result.factors is not None:
        assert result.factor == math.prod(numbers.get("factor", [1]))
    if result.fan_uncapped is not None:
        assert result.fan_uncapped == math.prod(numbers.get("mingtang", numbers.get("pinghu")))
        last = [line.number for line in lines if line.kind in ("mingtang", "pinghu", "product", "floor", "cap")][-1]
        assert result.fan == last
    if result.ruleset.family == "phz":
        assert result.fan == (sum(numbers.get("mingtang", [])) or 1)
        assert result.di == (
            (result.deng + result.zimo) * result.fan
            if result.ruleset.options.zimo_mode == "before_fan"
            else result.deng * result.fan + result.zimo
        )
    if result.fan_sum is not None:
        assert result.fan_sum == sum(numbers.get("mingtang", []))
        assert numbers["unit"] == [result.base * 2**result.fan_sum]
        assert result.unit == [*numbers["unit"], *numbers.get("cap", [])][-1]
    if result.dao is not None:
        assert result.dao == [sum(numbers["dao"]), *numbers.get("cap", [])][-1] == numbers["dao_total"][0]
        claimed = [line.number for line in lines if line.kind == "claim"] or [result.dao]
        assert -result.settlement.loser_each == claimed[0] * result.ruleset.options.dao_unit
    paid = result.settlement
    assert numbers["loser"] == [paid.loser_each]
    assert numbers["winner"] == [paid.winner]
    assert sum(numbers.get("dijia", [])) == paid.dijia


@given(legal(), st.randoms(use_true_random=False))
@settings(UNHURRIED)
def test_order_never_matters(case, rng):
    hand, context, rules = case
    columns = []
    for column in hand.columns:
        tiles = list(column.tiles)
        rng.shuffle(tiles)
        columns.append(Column(tuple(tiles), column.type, column.exposed))
    order = list(range(len(columns)))
    rng.shuffle(order)
    place = rng.choice([None, *order])
    told = replace(context, winning_tile=None if place is None else columns[place].tiles[0], winning_column=place)
    moved = replace(told, winning_column=None if place is None else order.index(place))
    one = score(Hand(tuple(columns)), told, rules)
    two = score(Hand(tuple(columns[i] for i in order)), moved, rules)
    assert [one.hu[i] for i in order] == list(two.hu)
    assert one.settlement == two.settlement
    assert one.hu_total == two.hu_total
    assert {fault.key for fault in one.errors} == {fault.key for fault in two.errors}
    assert (one.mingtang and {item.name for item in one.mingtang}) == (
        two.mingtang and {item.name for item in two.mingtang}
    )


def other_size(face):
    return ("b" if face[0] == "s" else "s") + face[1:]


@given(legal())
@settings(UNHURRIED)
def test_swapping_small_and_big_maps_hu_by_the_table(case):
    hand, context, rules = case
    swapped = Hand(tuple(replace(c, tiles=tuple(map(other_size, c.tiles))) for c in hand.columns))
    one, two = score(hand, context, rules), score(swapped, context, rules)
    for column, before, after in zip(hand.columns, one.hu, two.hu, strict=True):
        assert after == swapped_hu(column, before, rules), column


def swapped_hu(column, before, rules):
    """rules.md §1.2 and §6: 跑胡子 and big sequences are 3 more than small, 大贰 碰 2 more black and 3 more red."""
    if not before:
        return 0
    small = column.tiles[0][0] == "s"
    black_peng = column.type == "peng" and (rules.family == "phz" or column.tiles[0][1:] not in ("2", "7", "10"))
    step = 2 if black_peng else 3
    return before + step if small else before - step


@given(legal())
@settings(UNHURRIED)
def test_a_score_says_what_it_was_made_under(case):
    result = score(*case)
    data = result.to_dict()
    assert data["rules"] == {"name": case[2].name, "version": case[2].version}
    assert json.loads(json.dumps(data)) == json.loads(json.dumps(result.to_dict()))
    assert result.reds == sum(1 for tile in case[0].tiles if tile[1:] in ("2", "7", "10"))


@given(legal())
@settings(UNHURRIED, max_examples=30)
def test_every_line_can_be_said(case):
    for lang in ("zh-Hans", "zh-Hant", "en"):
        for line in score(*case).lines:
            text = line.text(lang)
            assert text
            assert not any(mark in text for mark in "{}<>")


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(FACES)
    | st.just(10**400),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)  # fmt: skip


@given(junk)
@settings(UNHURRIED)
def test_any_object_is_a_hand_or_refused(obj):
    with pytest.raises(HandFormatError):
        parse_case(obj)


PLACES = ["system", "columns", "winning_tile", "winning_column", "source", "context", "options", "special", "loose"]
INNER = ["winner_is_dealer", "tianhu", "dihu", "huilong", "haidi", "has_dijia", "losers", "claimed_dao", "bao", "piao",
         "winner_is_next", "other"]  # fmt: skip


@given(st.sampled_from(CASES), st.sampled_from(PLACES), junk)
@settings(UNHURRIED, max_examples=300)
def test_a_hand_with_one_wrong_field_is_scored_or_refused(case, place, value):
    try_case({**case, place: value})


@given(st.sampled_from(CASES), st.sampled_from(INNER), junk)
@settings(UNHURRIED, max_examples=300)
def test_a_context_with_one_wrong_field_is_scored_or_refused(case, place, value):
    try_case({**case, "context": {**case["context"], place: value}})


@given(st.sampled_from(CASES), st.integers(0, 9), st.sampled_from(["tiles", "type", "exposed"]), junk)
@settings(UNHURRIED, max_examples=300)
def test_a_column_with_one_wrong_field_is_scored_or_refused(case, place, name, value):
    columns = [dict(column) for column in case["columns"]]
    columns[place % len(columns)][name] = value
    try_case({**case, "columns": columns})


@given(st.sampled_from(CASES), st.data())
@settings(UNHURRIED, max_examples=300)
def test_a_hand_of_any_columns_is_scored(case, data):
    tiles = st.lists(st.sampled_from(FACES), max_size=5)
    kinds = st.sampled_from(["peng", "kan", "zhao", "long", "chi", "jiang", "wei", "chouwei", "pao", "ti"])
    column = st.fixed_dictionaries({"tiles": tiles, "type": kinds, "exposed": st.booleans()})
    case = {
        **case,
        "columns": data.draw(st.lists(column, max_size=9)),
        "special": data.draw(st.sampled_from([None, "3long", "5kan"])),
        "loose": data.draw(tiles),
        "source": data.draw(st.sampled_from(["discard", "self_draw", "other_draw", "dealt"])),
        "winning_tile": data.draw(st.none() | st.sampled_from(FACES)),
        "winning_column": data.draw(st.none() | st.integers(0, 9)),
    }
    result = score(*parse_case(case))
    assert result.valid == (not result.errors)
    assert json.dumps(result.to_dict("en"))


@pytest.mark.parametrize("place", [*PLACES, *INNER])
def test_a_number_that_python_cannot_write_out_is_refused(place):
    huge, case = 10**5000, CASES[0]
    wrong = {**case, "context": {place: huge}} if place in INNER else {**case, place: huge}
    with pytest.raises(HandFormatError):
        parse_case(wrong)
    if place in WinContext.__dataclass_fields__:
        with pytest.raises(HandFormatError):
            score(parse_case(case)[0], replace(WinContext(), **{place: huge}), load_rules("luzhou_deng"))


def try_case(case):
    with suppress(HandFormatError):
        assert json.dumps(score(*parse_case(case)).to_dict())


objects = st.none() | st.integers() | st.text(max_size=3) | st.lists(st.integers(), max_size=2) | st.just(math.nan)


@given(objects, objects, objects)
@settings(UNHURRIED)
def test_score_refuses_what_is_no_hand(hand, context, rules):
    with pytest.raises(ScorerError):
        score(hand, context, rules)
    with pytest.raises(ScorerError):
        score(Hand(()), WinContext(), rules)
    with pytest.raises(ScorerError):
        score(Hand(()), context, load_rules("luzhou_deng"))


@given(st.sampled_from(["tiles", "type", "columns", "special", "loose"]), junk)
@settings(UNHURRIED)
def test_hands_made_of_junk_are_scored_or_refused(place, value):
    column = Column(("s1", "s2", "s3"), "chi")
    hand = {
        "tiles": lambda: Hand((replace(column, tiles=value),)),
        "type": lambda: Hand((replace(column, type=value),)),
        "columns": lambda: Hand(value),
        "special": lambda: Hand((column,), special=value),
        "loose": lambda: Hand((column,), loose=value),
    }[place]()
    with suppress(HandFormatError):
        score(hand, WinContext(), load_rules("luzhou_deng"))


@given(st.sampled_from(list(WinContext.__dataclass_fields__)), junk)
@settings(UNHURRIED)
def test_contexts_made_of_junk_are_scored_or_refused(place, value):
    hand = Hand((Column(("s1", "s2", "s3"), "chi"),) * 7)
    for rules in ("luzhou_deng", "phz_half", "chongqing_dao", "daozi"):
        with suppress(HandFormatError):
            score(hand, replace(WinContext(), **{place: value}), load_rules(rules))
