import pytest

from scorer import load_rules, open_questions, read_notation, score

RULES = load_rules("luzhou_deng")


def asked(text, rules=RULES, known=()):
    hand, context = read_notation(text)
    questions = open_questions(hand, context, rules, frozenset(known))
    return {(q.name, q.column): {a.value: a.paid for a in q.answers} for q in questions}


# 贰 碰 9 or 坎 12, 八 碰 1 or 坎 6, 九 碰 1 or 坎 6: from 11 to 24 胡, 2 or 3 等, 2 or 3 分
TRIPLES = "碰贰贰贰 碰八八八 碰九九九 三四五 六七八 吃叁肆伍 吃一一壹 | 胡一@7"


def test_kinds_matter_when_they_can_cross_a_threshold():
    found = asked(TRIPLES, known={"winning_column", "opening"})
    # 贰 moves 11, 16, 21 to 14, 19, 24: never over 20; 八 and 九 together do
    assert {place for name, place in found if name == "kind"} == {1, 2}


def test_what_matters_only_jointly_shows_what_may_be_paid():
    hand, context = read_notation(TRIPLES)
    found = open_questions(hand, context, RULES, frozenset({"winning_column", "opening"}))
    for question in found:
        # 八 alone or 九 alone stay under 21 胡; both as 坎 are 21 and pay 3 分
        assert [answer.paid for answer in question.answers] == [5, 5]
        assert {answer.value: answer.payments for answer in question.answers} == {"peng": (5,), "kan": (5, 7)}


def test_known_kinds_are_not_asked():
    assert asked(TRIPLES, known={"winning_column", "opening", "kind"}) == {}
    some = asked(TRIPLES, known={"winning_column", "opening", "kind_0", "kind_1"})
    # 11 or 16 胡: both 2 分
    assert some == {}


def test_unknowns_that_change_nothing_are_not_listed():
    # no triple at all: 一二三 and 壹贰叁 only
    found = asked("一二三 一二三 壹贰叁 四五六 肆伍陆 九九玖 八八捌 | 胡八@7")
    assert found == {("opening", None): {"none": 5, "dihu": 10}}


def test_a_first_win_is_asked_with_the_hand_as_it_must_have_been_dealt():
    text = "碰贰贰贰 吃二七十 碰八八八 坎一一一 三四五 叁肆伍 九玖玖 | 胡八@3"
    hand, context = read_notation(text)
    (opening,) = [q for q in open_questions(hand, context, RULES) if q.name == "opening"]
    dihu = next(answer for answer in opening.answers if answer.value == "dihu")
    assert [column.type for column in dihu.hand.columns] == ["kan", "chi", "peng", "kan", "chi", "chi", "chi"]
    assert not dihu.hand.columns[1].exposed
    # 12 + 6 + 1 + 6 = 25 胡, 3 分, ×2
    assert dihu.paid == 2 * 2 * (3 + 1) - 2
    # a 碰 that is known rules it out
    assert ("opening", None) not in asked(text, known={"kind"})


def test_the_dealer_is_asked_about_his_own_openings():
    found = asked("一二三 一二三 壹贰叁 四五六 肆伍陆 九九玖 八八捌 | 庄")
    # 12 胡, 2 分: 回龙 is no factor in 算等
    assert found == {("opening", None): {"none": 5, "tianhu": 10, "huilong": 5}}


def test_the_winning_column_matters_where_it_turns_a_kan_into_a_peng():
    found = asked("坎贰贰贰 碰拾拾拾 三四五 六七八 吃叁肆伍 吃一一壹 吃九九玖", known={"kind", "opening"})
    # 坎贰 12 + 碰拾 9 = 21 胡, 3 分; won on 贰 it is 碰: 18 胡, 2 分
    assert found == {("winning_column", None): {"elsewhere": 7, "0": 5, "1": 7}}


def test_haidi_is_asked_only_where_it_counts():
    text = "坎贰贰贰 二七十 碰八八八 一二三 叁肆伍 九玖玖 四五六 | 胡八@3 他摸"
    known = {"kind", "winning_column", "opening"}
    assert asked(text, known=known) == {}
    mingtang = load_rules("luzhou_mingtang")
    # a plain win is 2番 already, with 海底捞 it is still 2
    assert ("haidi", None) not in asked(text, mingtang, known)
    pearl = "一二三 坎捌捌捌 碰叁叁叁 四五六 吃叁肆伍 肆伍陆 吃九九玖 | 胡叁@3 他摸"
    assert asked(pearl, mingtang, known)["haidi", None] == {"no": 24, "yes": 36}


def test_source_matters_in_phz():
    text = "偎贰贰贰 偎叁叁叁 偎玖玖玖 一二三 四五六 吃伍陆柒 吃八八捌 | 胡八@7 他摸"
    found = asked(text, load_rules("phz_ping"), {"kind", "winning_column", "opening"})
    assert found == {("source", None): {"self_draw": 8, "other_draw": 6}}


@pytest.mark.parametrize("lang", ["zh-Hans", "zh-Hant", "en"])
def test_every_question_and_answer_is_a_text(lang):
    rules = load_rules("phz_half")
    hand, context = read_notation("偎贰贰贰 偎捌捌捌 碰八八八 碰九九九 碰四四四 碰五五五 六七八 | 他摸")
    for question in open_questions(hand, context, rules):
        assert question.text(lang)
        for answer in question.answers:
            assert answer.text(lang)
            assert answer.score == score(answer.hand, answer.context, rules)


def test_answers_stand_for_the_hand_as_believed():
    hand, context = read_notation(TRIPLES + " 他打")
    for question in open_questions(hand, context, RULES):
        assert any((a.hand, a.context) == (hand, context) for a in question.answers) or question.name != "kind"


TEN = "一二三 二七十 陆柒捌 碰一一一 肆伍陆 九九玖 八八捌 | 胡八@7"


def test_declared_and_first_card_are_asked_where_the_rules_know_them():
    known = {"winning_column", "opening"}
    daozi = asked(TEN, load_rules("daozi"), known)
    # 3 + 6 + 1 = 10 胡, base 2, six reds: each doubles it; so does the last card
    assert [daozi[name, None] for name in ("bao", "piao", "haidi")] == [{"no": 4, "yes": 8}] * 3
    assert {name for name, _ in asked(TRIPLES, RULES, known)}.isdisjoint({"bao", "piao", "winner_is_next"})
    full = asked("偎贰贰贰 偎叁叁叁 一二三 四五六 五六七 吃伍陆柒 吃八八捌 | 他摸", load_rules("phz_full"), known)
    # six reds, one 等: 听胡 is 6 番
    assert full["bao", None] == {"no": 2, "yes": 12}


def test_the_next_seat_is_asked_only_where_an_earthly_win_hangs_on_it():
    next_only = load_rules("luzhou_deng", dihu_who="next")
    text = "坎贰贰贰 二七十 三四五 六七八 叁肆伍 一一壹 九九玖 | 胡九@7 地胡"
    known = {"kind", "winning_column", "opening"}
    assert asked(text, next_only, known) == {("winner_is_next", None): {"no": 5, "yes": 10}}
    assert asked(text, RULES, known) == {}
