"""A deck that no font holds, learned from one photo: the shipped nets, no fake."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from deck_photos import ROWS, brush_deck, photo_of, table

from scorer.faces import FACES
from vision.deck import ConfirmedCard, enrol, learn
from vision.deck.enrol import Enrolment
from vision.deck.errors import BadDeckName, CardMissing, CardTooMany, DeckError, NotInOrder
from vision.deck.learn import with_crops
from vision.deck.profile import MOST_CROPS, FaceCrops
from vision.deck.prototypes import prototypes, seen
from vision.scan import Scanner, to_json


@pytest.fixture(scope="module")
def scanner():
    return Scanner.load()


@pytest.fixture(scope="module")
def deck():
    with pytest.MonkeyPatch.context() as patch:
        return brush_deck(9, patch)


@pytest.fixture(scope="module")
def enrolled(scanner, deck):
    return enrol(scanner, photo_of(table(deck, ROWS)))


def test_the_order_tells_the_faces(enrolled):
    assert tuple(card.face for card in enrolled.cards) == FACES
    assert sum(card.seen == card.face for card in enrolled.cards) >= 15
    assert all(1 <= len(card.pixels) <= 2 for card in enrolled.cards)


@pytest.mark.parametrize(
    ("rows", "turn", "tilt"),
    [
        (ROWS[::-1], 90, 0.0),
        ((ROWS[0][::-1], ROWS[1][::-1]), 200, 0.15),
    ],
)
def test_any_turn_and_either_row_first(scanner, deck, rows, turn, tilt, enrolled):
    cards = enrol(scanner, photo_of(table(deck, rows), turn, tilt)).cards
    _, vectors = seen(scanner.second_look, np.stack([card.pixels[0] for card in cards]))
    known = prototypes(scanner.second_look, enrolled.profile("a"))
    assert (known.likeness(vectors).argmax(axis=1) == np.arange(20)).all()


def test_a_card_too_few_or_too_many_or_out_of_order(scanner, deck):
    with pytest.raises(CardMissing):
        enrol(scanner, photo_of(table(deck, (ROWS[0][:9], ROWS[1]))))
    with pytest.raises(CardTooMany):
        enrol(scanner, photo_of(table(deck, ((*ROWS[0], "b3"), ROWS[1]))))
    mixed = np.random.default_rng(0).permutation(FACES).tolist()
    with pytest.raises(NotInOrder):
        enrol(scanner, photo_of(table(deck, (mixed[:10], mixed[10:]))))
    with pytest.raises(CardMissing):
        enrol(scanner, photo_of(np.full((400, 600, 3), 90, np.float32)))
    with pytest.raises(DeckError):
        enrol(Scanner(scanner.detector), photo_of(table(deck, ROWS)))


def test_cards_laid_wrong_are_put_right_by_hand(enrolled):
    swapped = enrolled.corrected({0: "s2", 1: "s1"})
    assert (swapped.cards[0].pixels == enrolled.cards[1].pixels).all()
    with pytest.raises(NotInOrder):
        enrolled.corrected({0: "s2"})
    with pytest.raises(BadDeckName):
        enrolled.profile("")


def test_the_deck_of_the_photo_is_found_and_another_is_not_used(scanner, deck, enrolled):
    photo = photo_of(table(deck, ROWS), turn=8, light=0.8, blur=0.7)
    own = enrolled.profile("own")
    strange = Enrolment(tuple(replace(c, pixels=255 - c.pixels[:, ::-1]) for c in enrolled.cards)).profile("strange")
    found = scanner.scan(photo, [strange, own])
    assert found.deck == to_json(found)["deck"] == "own"
    alone = scanner.scan(photo, [strange])
    assert alone.deck == ""
    assert to_json(alone)["deck"] is None
    assert [c.face for c in alone.cards] == [c.face for c in scanner.scan(photo).cards]


def test_learning_is_bounded_refuses_outliers_and_leaves_the_old_deck_as_it_is(scanner, deck, enrolled):
    photo = photo_of(table(deck, ROWS))
    before = enrolled.profile("a")
    counts = [len(face) for face in before.faces]
    cards = [ConfirmedCard(c.face, c.glyphs) for c in enrolled.cards]
    after = before
    for _ in range(3):
        after = learn(scanner.second_look, after, photo, cards)
    assert all(len(face) == MOST_CROPS for face, n in zip(after.faces, counts, strict=True) if n == 2)
    assert [len(face) for face in before.faces] == counts
    astray = [ConfirmedCard("s1", enrolled.cards[17].glyphs)]
    assert learn(scanner.second_look, before, photo, astray) is before
    assert learn(scanner.second_look, before, photo, [ConfirmedCard("back", enrolled.cards[0].glyphs)]) is before
    told = [replace(astray[0], told=True)]
    assert len(learn(scanner.second_look, before, photo, told).faces[0]) > counts[0]


def test_what_was_told_outlives_what_was_only_seen():
    pixels = np.zeros((1, 48, 48, 3), np.uint8)
    face = FaceCrops(np.concatenate([pixels, pixels + 1]), np.array([False, False]))
    face = with_crops(face, pixels + 50, np.array([True]))
    for k in range(20):
        face = with_crops(face, pixels + 100 + k, np.array([False]))
    assert face.pixels[:, 0, 0, 0].tolist() == [0, 1, 50, 115, 116, 117, 118, 119]
