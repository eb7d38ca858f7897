"""The hand being edited: what every tap does to it."""

from dataclasses import replace

import pytest

from scorer import load_rules
from ui.edits import (
    add_card,
    add_column,
    arranged,
    dealt,
    delete_card,
    delete_column,
    from_faces,
    merge_columns,
    move_card,
    next_kind,
    read_again,
    set_face,
    set_kind,
    set_winning,
    split_column,
)
from ui.state import (
    BACK,
    EditCard,
    EditColumn,
    EditHand,
    History,
    column_of,
    find,
    from_reading,
    kinds_of,
    likeliest,
    settled,
    tiles_of,
)
from vision.types import CardReading, ColumnReading, Glyph, HandReading

DENG = load_rules("luzhou_deng")


def kinds(hand):
    return [column.kind for column in hand.columns]


def faces(hand):
    return [[card.face for card in column.cards] for column in hand.columns]


def reading(columns, *, areas=None, strays=(), **changes):
    cards, groups = [], []
    for index, column in enumerate(columns):
        groups.append(
            ColumnReading(
                tuple(range(len(cards), len(cards) + len(column))), "unknown", (areas or {}).get(index, "hand")
            )
        )
        cards += [_card(face, index, **changes.get(f"c{len(cards) + i}", {})) for i, face in enumerate(column)]
    cards += [_card(face, None) for face in strays]
    return HandReading("x.jpg", (100, 100), tuple(cards), tuple(groups), legal=False)


def _card(face, column, p=0.99, seen=None, alternatives=()):
    glyph = Glyph((1, 2, 3, 4), (0, 0), (0, 1), (0.0,) * 21)
    return CardReading(face, p, alternatives, (glyph,), column, seen or face)


def test_reading_becomes_hand_with_kinds_by_area():
    hand = from_reading(
        reading(
            [["b2"] * 3, ["s8"] * 3, ["s1", "s2", "s3"], ["s5", "s5"], ["s1", "s5"]], areas={1: "table"}, strays=["s9"]
        )
    )
    assert kinds(hand) == ["kan", "peng", "chi", "jiang", "unknown"]
    assert [card.face for card in hand.strays] == ["s9"]
    assert hand.columns[0].cards[0].boxes == ((1, 2, 3, 4),)


def test_another_reading_keeps_what_was_said_of_single_cards():
    old = from_reading(placed(["b2", "b3", "b4"]))
    old = replace(set_face(old, 1, "b9"), winning=2)
    new = from_reading(placed(["b5", "b6", "b7"]), first=old.next_id)
    assert {card.id for card in new.cards}.isdisjoint(card.id for card in old.cards)
    again = read_again(old, new)
    assert [card.face for card in again.cards] == ["b5", "b9", "b7"]
    assert [card.read for card in again.cards] == ["b5", "b6", "b7"]
    assert again.winning == again.cards[2].id
    assert again.next_id > max(card.id for card in again.cards)


def placed(faces):
    """A column whose cards lie in different places."""
    seen = reading([faces])
    glyphs = [Glyph((0, n, 1, n + 1), (0, 0), (0, 1), (0.0,) * 21) for n in range(len(faces))]
    return replace(seen, cards=tuple(replace(c, glyphs=(g,)) for c, g in zip(seen.cards, glyphs, strict=True)))


def test_doubtful_and_adjusted_cards_are_marked():
    hand = from_reading(reading([["b2", "b2", "b2"]], c0={"p": 0.5}, c1={"seen": "s2"}))
    assert [card.doubtful for card in hand.columns[0].cards] == [True, True, False]
    assert not any(card.doubtful for card in set_face(set_face(hand, 0, "b2"), 1, "b2").columns[0].cards)


@pytest.mark.parametrize("backs", [1, 3])
def test_backs_beside_equal_faces_make_a_long(backs):
    column = settled(EditColumn(0, tuple(EditCard(i, BACK if i < backs else "b7") for i in range(4))))
    assert tiles_of(column) == ("b7",) * 4
    assert column.kind == "long"


def test_three_backs_alone_stay_unknown():
    column = EditColumn(0, tuple(EditCard(i, BACK) for i in range(3)))
    assert kinds_of(column) == ()
    assert settled(column).kind == "unknown"


def test_changing_a_face_settles_the_column():
    hand = from_faces([["s1", "s2", "s4"]])
    card = hand.columns[0].cards[2]
    assert kinds(hand) == ["unknown"]
    assert kinds(set_face(hand, card.id, "s3")) == ["chi"]
    with pytest.raises(ValueError, match="x9"):
        set_face(hand, card.id, "x9")


def test_deleting_the_last_card_removes_the_column_and_the_mark():
    hand = from_faces([["s1"], ["s2", "s2"]])
    lonely = hand.columns[0].cards[0].id
    hand = delete_card(set_winning(hand, lonely, "discard", DENG), lonely)
    assert faces(hand) == [["s2", "s2"]]
    assert hand.winning is None


def test_adding_and_moving_cards():
    hand = from_faces([["s2", "s2"], ["s7"]])
    hand = add_card(hand, hand.columns[0].id, "s2")
    assert kinds(hand) == ["kan", "unknown"]
    seven = hand.columns[1].cards[0].id
    hand = move_card(hand, seven, hand.columns[0].id)
    assert faces(hand) == [["s2", "s2", "s2", "s7"]]
    hand = move_card(hand, seven, None)
    assert faces(hand) == [["s2", "s2", "s2"], ["s7"]]
    assert move_card(hand, 999, None) is hand
    ids = [card.id for card in hand.cards]
    assert len(set(ids)) == len(ids)


def test_a_stray_can_be_moved_into_a_column():
    hand = from_reading(reading([["s2", "s2"]], strays=["s2"]))
    hand = move_card(hand, hand.strays[0].id, hand.columns[0].id)
    assert (kinds(hand), hand.strays) == (["kan"], ())


def test_a_column_is_split_before_a_card_and_joined_again():
    hand = from_faces([["s2", "s2", "s2", "s3", "s4", "s5"], ["b1", "b1"]])
    assert kinds(hand) == ["unknown", "jiang"]
    apart = split_column(hand, hand.columns[0].cards[3].id)
    assert faces(apart) == [["s2", "s2", "s2"], ["s3", "s4", "s5"], ["b1", "b1"]]
    assert kinds(apart) == ["kan", "chi", "jiang"]
    assert split_column(hand, hand.columns[0].cards[0].id) is hand
    assert faces(merge_columns(apart, apart.columns[0].id, 1)) == faces(hand)
    assert faces(merge_columns(apart, apart.columns[1].id, -1)) == faces(hand)
    assert merge_columns(apart, apart.columns[0].id, -1) is apart
    assert merge_columns(apart, apart.columns[2].id, 1) is apart
    ids = [column.id for column in apart.columns]
    assert len(set(ids)) == 3


def test_the_same_cards_laid_otherwise_keep_their_ids():
    hand = from_faces([["s1", "s1", "s1"], ["s2", "s2", "s2"], ["s3", "s3", "s3"]])
    run = ("s1", "s2", "s3")
    other = arranged(hand, [(run, "chi", False)] * 3)
    assert faces(other) == [list(run)] * 3
    assert {card.id for card in other.cards} == {card.id for card in hand.cards}
    with pytest.raises(ValueError, match="s9"):
        arranged(hand, [(("s9", "s9", "s9"), "kan", False)])


def test_a_kind_the_player_chose_is_told_until_the_cards_change():
    hand = from_faces([["s2"] * 3])
    assert not hand.columns[0].told
    hand = set_kind(hand, hand.columns[0].id, "peng")
    assert hand.columns[0].told
    changed = set_face(hand, hand.columns[0].cards[0].id, "b2")
    assert (changed.columns[0].kind, changed.columns[0].told) == ("chi", False)


def test_kinds_toggle_only_where_the_cards_allow_it():
    hand = from_faces([["s2"] * 3, ["s3"] * 4, ["s4", "s5", "s6"]])
    first, second, third = (column.id for column in hand.columns)
    assert kinds(next_kind(hand, first)) == ["peng", "zhao", "chi"]
    assert kinds(next_kind(next_kind(hand, first), first)) == kinds(hand)
    assert kinds(next_kind(hand, second)) == ["kan", "long", "chi"]
    assert next_kind(hand, third) == hand
    assert set_kind(hand, third, "peng") == hand


def test_the_winning_card_makes_a_triple_a_peng():
    hand = from_faces([["s2"] * 3, ["b4"] * 4])
    hand = set_kind(hand, hand.columns[1].id, "long")
    two, four = hand.columns[0].cards[1].id, hand.columns[1].cards[0].id
    assert kinds(set_winning(hand, two, "discard", DENG)) == ["peng", "long"]
    assert kinds(set_winning(hand, four, "self_draw", DENG)) == ["kan", "zhao"]
    assert kinds(set_winning(hand, four, "dealt", DENG)) == ["kan", "long"]
    assert set_winning(set_winning(hand, 1, "discard", DENG), None, "discard", DENG).winning is None


@pytest.mark.parametrize(
    ("before", "source", "after"),
    [
        (["peng", "zhao"], "self_draw", ["kan", "zhao"]),
        (["kan", "long"], "self_draw", ["kan", "long"]),
        (["kan", "long"], "other_draw", ["peng", "zhao"]),
    ],
)
def test_in_paohuzi_it_hangs_on_who_drew_the_winning_card(before, source, after):
    hand = from_faces([["s2"] * 3, ["b4"] * 4])
    for column, kind in zip(hand.columns, before, strict=True):
        hand = set_kind(hand, column.id, kind)
    for column in hand.columns:
        hand = set_winning(hand, column.cards[0].id, source, load_rules("phz_ping"))
    assert kinds(hand) == after


def test_words_of_paohuzi_are_taken_for_the_same_columns():
    hand = from_faces([["s2"] * 3, ["b4"] * 4])
    hand = set_kind(set_kind(hand, 0, "peng"), hand.columns[1].id, "ti")
    assert kinds(set_kind(hand, hand.columns[0].id, "wei")) == ["kan", "long"]
    assert kinds(add_column(EditHand(), ["s2"] * 4, exposed=True, kind="pao")) == ["zhao"]


def test_columns_come_and_go():
    hand = add_column(EditHand(), ["s1", "s2", "s3"], exposed=True)
    hand = set_winning(hand, hand.columns[0].cards[0].id, "discard", DENG)
    hand = delete_column(hand, hand.columns[0].id)
    assert (hand.columns, hand.winning) == ((), None)


def test_undo_and_redo():
    one, two = from_faces([["s1"]]), from_faces([["s2"]])
    history = History().do(one).do(two).do(two)
    assert history.undo().now == one
    assert history.undo().redo() == history
    assert history.undo().undo().undo().now == EditHand()
    assert history.redo() == history
    assert history.undo().do(from_faces([["s3"]])).future == ()


def test_likeliest_are_five_different_faces():
    card = EditCard(0, "b2", 0.6, (("b7", 0.2), ("s2", 0.1), ("back", 0.05)), seen="b7")
    assert likeliest(card)[:3] == ("b2", "b7", "s2")
    assert len(set(likeliest(card))) == 5
    assert len(likeliest(EditCard(0, BACK, 0.9, (("s1", 0.02), ("s2", 0.01))))) == 2


def test_find_and_column_of():
    hand = from_faces([["s1", "s2"]])
    card = hand.columns[0].cards[1]
    assert find(hand, card.id) == card
    assert column_of(hand, card.id) == hand.columns[0]
    assert column_of(replace(hand, strays=(EditCard(77, "s1"),)), 77) is None


def test_what_was_read_stays_within_a_tap():
    hand = from_reading(reading([["b2", "b2", "b2"]], c0={"p": 0.6, "alternatives": (("s2", 0.3),)}))
    changed = set_face(set_face(hand, 0, "s9"), 0, "s8")
    assert likeliest(changed.columns[0].cards[0])[:3] == ("s8", "b2", "s2")


def test_cards_of_a_rival_reading_are_amber():
    hand = from_reading(replace(reading([["b2", "b2", "b2"]]), rivals=(((1, "b7"), (2, "b2")),)))
    assert [card.doubtful for card in hand.columns[0].cards] == [False, True, False]
    assert likeliest(hand.columns[0].cards[1])[1] == "b7"


def test_a_first_win_was_dealt_but_for_the_column_of_the_winning_card():
    cards = tuple(EditCard(i, face) for i, face in enumerate(["b2"] * 3 + ["s8"] * 3 + ["s1"] * 3 + ["s2", "s3", "s4"]))
    columns = (
        EditColumn(20, cards[:3], "peng", exposed=True),
        EditColumn(21, cards[3:6], "peng", exposed=True),
        EditColumn(22, cards[6:9], "peng", exposed=True, told=True),
        EditColumn(23, cards[9:], "chi", exposed=True),
    )
    hand = EditHand(columns, winning=4, next_id=30)
    assert [column.kind for column in dealt(hand, but_won=True).columns] == ["kan", "peng", "peng", "chi"]
    assert [column.exposed for column in dealt(hand, but_won=True).columns] == [False, True, False, False]
    assert [column.kind for column in dealt(hand, but_won=False).columns] == ["kan", "kan", "peng", "chi"]
