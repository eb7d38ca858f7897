import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scorer_hands import UNHURRIED

from scorer import Column, Hand, HandFormatError, WinContext, parse_case, read_notation, write_notation
from scorer.columns import KIND_SHAPES
from scorer.faces import FACES
from scorer.hand import SOURCES, SPECIALS
from scorer.texts import to_hant

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))["cases"]

tiles = st.lists(st.sampled_from(FACES), max_size=5).map(tuple)
columns = st.builds(Column, tiles, st.sampled_from(sorted(KIND_SHAPES)), st.booleans())
hands = st.builds(
    Hand,
    st.lists(columns, max_size=9).map(tuple),
    st.sampled_from((None, *SPECIALS)),
    tiles,
)
flags = st.booleans()
contexts = st.builds(
    WinContext,
    winning_tile=st.none() | st.sampled_from(FACES),
    winning_column=st.none() | st.integers(0, 98),
    source=st.sampled_from(SOURCES),
    winner_is_dealer=flags,
    tianhu=flags,
    dihu=flags,
    huilong=flags,
    haidi=flags,
    has_dijia=st.none() | flags,
    losers=st.none() | st.integers(1, 3),
    claimed_dao=st.none() | st.integers(0, 1000),
    drawn_deals=st.none() | st.integers(0, 100),
    bao=flags,
    piao=flags,
    winner_is_next=st.none() | flags,
)


@given(hands, contexts)
@settings(UNHURRIED)
def test_what_is_written_reads_the_same(hand, context):
    assert read_notation(write_notation(hand, context)) == (hand, context)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_hands_round_trip(case):
    hand, context, _ = parse_case(case)
    assert read_notation(write_notation(hand, context)) == (hand, context)


def test_the_example():
    text = "碰贰贰贰 坎八八八 垅四四四四 二七十 壹贰叁 五六七 将九九 | 胡九 自摸"
    hand, context = read_notation(text)
    assert [column.type for column in hand.columns] == ["peng", "kan", "long", "chi", "chi", "chi", "jiang"]
    assert [column.exposed for column in hand.columns] == [True, False, True, False, False, False, False]
    assert hand.columns[0].tiles == ("b2", "b2", "b2")
    assert (context.winning_tile, context.source) == ("s9", "self_draw")
    assert write_notation(hand, context) == text


def test_traditional_characters_and_spaces():
    traditional = read_notation("碰貳貳貳　壠叄叄叄叄\n將九九 ｜ 自摸  莊")
    assert traditional == read_notation("碰贰贰贰 垅叁叁叁叁 将九九 | 自摸 庄")


@given(hands, contexts)
@settings(UNHURRIED)
def test_what_is_written_in_traditional_characters_reads_the_same(hand, context):
    assert read_notation(to_hant(write_notation(hand, context))) == (hand, context)


@pytest.mark.parametrize("printed", ["貳", "貮", "弍"])
def test_cards_as_other_decks_print_them(printed):
    assert read_notation(f"碰{printed * 3} 碰參參參 碰叄叄叄 碰参参参 碰陸陸陸") == read_notation(
        "碰贰贰贰 碰叁叁叁 碰叁叁叁 碰叁叁叁 碰陆陆陆"
    )


def test_what_contradicts_itself_is_refused():
    for told in ("自摸 他打", "胡二 胡九", "胡二@1 胡二@2", "有底 无底", "下家 非下家", "报2道 报3道", "输1家 输2家"):
        with pytest.raises(HandFormatError, match="contradicts"):
            read_notation(f"二七十 | {told}")
    assert read_notation("二七十 | 自摸 自摸 庄 庄") == read_notation("二七十 | 自摸 庄")


@pytest.mark.parametrize(
    "text",
    ["碰x", "碰贰贰贰 hello", "二七十 | 胡", "二七十 | 胡x", "二七十 | 胡二@0", "二七十 | 二", "二七十 | 输9家",
     "散x",
     "二七十 | 胡二@9999", "胡二", "二七十 | 报二道", "二七十 | @3", "x" * 3000, "二七十 || 自摸"],
)  # fmt: skip
def test_what_is_no_hand_is_refused(text):
    with pytest.raises(HandFormatError):
        read_notation(text)


@pytest.mark.parametrize("text", [None, 3, b"x", ["x"]])
def test_what_is_no_text_is_refused(text):
    with pytest.raises(HandFormatError):
        read_notation(text)


@given(st.text())
@settings(UNHURRIED)
def test_any_text_is_read_or_refused(text):
    try:
        hand, context = read_notation(text)
    except HandFormatError:
        return
    assert read_notation(write_notation(hand, context)) == (hand, context)


ALPHABET = "碰坎招垅将偎臭跑提吃手明暗散胡自摸他打起庄天地回龙海底报漂三五垅坎有无输家道非下一二壹贰|@123 "


@given(st.text(alphabet=ALPHABET, max_size=60))
@settings(UNHURRIED)
def test_nearly_notation_is_read_or_refused(text):
    try:
        hand, context = read_notation(text)
    except HandFormatError:
        return
    assert read_notation(write_notation(hand, context)) == (hand, context)
