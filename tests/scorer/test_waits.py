import pytest

from scorer import Column, HandFormatError, WinContext, load_rules, read_notation, waits, write_notation

RULES = load_rules("luzhou_deng")


def listed(text, rules=RULES, seen=(), **context):
    hand, _ = read_notation(text)
    return {wait.tile: wait for wait in waits(hand.loose, hand.columns, WinContext(**context), rules, seen)}


def test_a_run_open_at_both_ends():
    # 一二三 3, 贰 9: 12 胡 whatever comes
    found = listed("碰贰贰贰 散一二三叁肆伍陆柒捌九九玖八八捌五六")
    assert set(found) == {"s4", "s7"}
    assert all(wait.best.score.hu_total == 12 for wait in found.values())


def test_two_pairs_wait_for_a_triple_and_for_the_other_size():
    # 九九 一一 and five columns: 九 and 一 make a 碰, but the other pair is then left over
    assert listed("碰贰贰贰 散一二三叁肆伍陆柒捌四五六九九八八") == {}
    # with a quad one pair is the 将
    found = listed("招四四四四 碰贰贰贰 散一二三叁肆伍陆柒捌九九八八")
    # 贰 and 伍 lengthen 叁…捌: 贰叁肆 伍陆柒 八八捌, 叁肆伍 伍陆柒 八八捌
    assert set(found) == {"s8", "b8", "s9", "b9", "b2", "b5"}
    assert found["s9"].best.score.hu_total == found["b9"].best.score.hu_total + 1


def test_a_tile_that_leaves_too_little_hu_is_no_wait():
    # 9 胡 with 玖, 10 with 九 that makes a 碰
    found = listed("碰贰贰贰 散三四五六七八叁肆伍陆柒捌九九一一壹")
    assert set(found) == {"s9"}


def test_what_is_still_live():
    text = "碰贰贰贰 散一二三叁肆伍陆柒捌九九玖八八捌五六"
    assert {tile: wait.live for tile, wait in listed(text).items()} == {"s4": 4, "s7": 4}
    seen = ("s4", "s4", "s4", "s4", "s7")
    assert {tile: wait.live for tile, wait in listed(text, seen=seen).items()} == {"s4": 0, "s7": 3}


def test_single_tile_wait_with_a_quad():
    found = listed("招八八八八 碰贰贰贰 吃一二三 吃四五六 吃叁肆伍 吃陆柒捌 散九")
    assert set(found) == {"s9"}
    assert found["s9"].live == 3


@pytest.mark.parametrize("written", ["坎拾拾拾 散一一", "散一一拾拾拾"])
def test_a_kan_in_hand_may_meet_its_fourth_tile_however_it_is_written(written):
    found = listed("碰贰贰贰 吃四五六 吃叁肆伍 碰九九九 吃陆柒捌 " + written)
    # 碰贰 9, 碰九 1, 坎拾 12: 22; 碰一 one more; 招拾 15 and 一一 the 将
    assert {tile: wait.best.score.hu_total for tile, wait in found.items()} == {"s1": 23, "b1": 22, "b10": 25}
    assert "招拾拾拾拾" in write_notation(found["b10"].best.hand)


def test_columns_in_hand_may_be_laid_otherwise():
    # 三四五 六七: 二五八; laid as 四五六 and 三七 nothing would fit
    table = "碰贰贰贰 吃叁肆伍 碰九九九 吃陆柒捌 吃一一壹 "
    assert set(listed(table + "四五六 散三七")) == set(listed(table + "散三四五六七")) == {"s2", "s5", "s8"}


def test_phz_raises_a_table_triple_from_the_pile():
    rules = load_rules("phz_ping")
    text = "偎贰贰贰 偎叁叁叁 碰八八八 二七十 一二三 四五六 散九九"
    turned = listed(text, rules, source="other_draw")
    assert set(turned) == {"s8", "b2", "b3", "s9", "b9"}
    assert "pao" in [column.type for column in turned["b2"].best.hand.columns]
    own = listed(text, rules, source="self_draw")
    assert "ti" in [column.type for column in own["b2"].best.hand.columns]
    assert "pao" in [column.type for column in own["s8"].best.hand.columns]
    assert listed(text, RULES) == {}


@pytest.mark.parametrize(
    "call",
    [
        (None, (), WinContext()),
        (("x",), (), WinContext()),
        ((), None, WinContext()),
        ((), (Column(("s1",), "poker"),), WinContext()),
        ((), (), None),
        ((), (), WinContext(source="dealt")),
    ],
)
def test_bad_calls_are_refused(call):
    concealed, fixed, context = call
    with pytest.raises(HandFormatError):
        waits(concealed, fixed, context, RULES)


def test_no_hand_waits_for_nothing():
    assert waits((), (), WinContext(), RULES) == ()
