"""Where the two rows lie: characters of known places, some of them not found, some misread, among patterns."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.faces import FACES
from vision.deck.errors import CardMissing, CardTooMany, NotInOrder
from vision.deck.rows import two_rows
from vision.types import CLASSES, Glyph


def seen(centre, up, face, score=0.8, half=20.0):
    x, y = centre
    room = half * float(np.abs(up).sum())
    scores = np.full(len(CLASSES), 0.005)
    scores[CLASSES.index(face)] = score
    box = (float(x - room), float(y - room), float(x + room), float(y + room))
    head, foot = np.asarray(centre) + half * up, np.asarray(centre) - half * up
    return Glyph(box, tuple(head.tolist()), tuple(foot.tolist()), tuple(scores.tolist()))


def laid(rng, faces=FACES, per_row=10, turn=0.0, tilt=0.0):
    """Two rows of cards seen aslant: {(card, end): glyph}."""
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))

    def pixel(place):
        x, y = place @ np.array([[cos, sin], [-sin, cos]])
        return np.array([x, y]) / (1 + tilt * y / 1000) + 900

    out = {}
    for k, face in enumerate(faces):
        row, column = divmod(k, per_row)
        middle = np.array([(column - 4.5) * 62 + rng.normal(0, 3), (row - 0.5) * 230 + rng.normal(0, 4)])
        for end, way in enumerate((-1, 1)):
            spot, out_of = pixel(middle + np.array([0, 75 * way])), pixel(middle + np.array([0, 85 * way]))
            up = (out_of - spot) / np.linalg.norm(out_of - spot)
            out[k, end] = seen(spot, up, face)
    return out


def middle_of(glyph):
    return np.array(glyph.box).reshape(2, 2).mean(axis=0)


def strays(rng, count, places):
    out = []
    taken = np.array([middle_of(g) for g in places])
    while len(out) < count:
        spot, angle = rng.uniform(400, 1400, 2), rng.uniform(0, 2 * np.pi)
        if np.linalg.norm(taken - spot, axis=1).min() > 30:
            up, score = np.array([np.cos(angle), np.sin(angle)]), float(rng.uniform(0.06, 0.7))
            out.append(seen(spot, up, FACES[rng.integers(20)], score, rng.uniform(8, 22)))
    return out


@pytest.mark.parametrize("seed", range(12))
def test_twenty_cards_are_found_in_order_whatever_else_is_seen(seed):
    rng = np.random.default_rng(seed)
    places = laid(rng, turn=rng.uniform(0, 360), tilt=rng.uniform(-0.3, 0.3))
    lost = [(int(rng.integers(20)), int(rng.integers(2))) for _ in range(3)]
    wrong = rng.choice(20, 4, replace=False).tolist()
    glyphs = {k: g for k, g in places.items() if k not in lost}
    for at, glyph in list(glyphs.items()):
        if at[0] in wrong:
            up = np.subtract(glyph.head, glyph.foot)
            misread = FACES[int(rng.integers(20))]
            glyphs[at] = seen(middle_of(glyph), up / np.linalg.norm(up), misread, 0.4)
    cards, _ = two_rows([*glyphs.values(), *strays(rng, 25, places.values())])
    for k, ends in enumerate(cards):
        assert {min(places, key=lambda at, g=glyph: distance(places[at], g)) for glyph in ends} <= {(k, 0), (k, 1)}
        assert max(min(distance(places[k, end], glyph) for end in (0, 1)) for glyph in ends) < 20


def distance(one, other):
    return float(np.linalg.norm(middle_of(one) - middle_of(other)))


@pytest.mark.parametrize("card", [0, 1, 9, 14, 19])
def test_a_card_that_was_not_seen_has_its_place(card):
    places = laid(np.random.default_rng(3), turn=100, tilt=0.2)
    cards, probs = two_rows([g for (k, _), g in places.items() if k != card])
    assert len(cards[card]) == 2
    assert not any(any(glyph.scores) for glyph in cards[card])
    assert np.allclose(probs[card], 1 / 20)
    assert max(min(distance(places[card, end], glyph) for end in (0, 1)) for glyph in cards[card]) < 20


def test_what_are_no_two_rows_of_ten_is_refused():
    rng = np.random.default_rng(5)
    with pytest.raises(CardMissing):
        two_rows(list(laid(rng, FACES[:10]).values()))
    with pytest.raises(CardMissing):
        two_rows(list(laid(rng, (*FACES[:5], *FACES[10:]), per_row=5).values()))
    with pytest.raises(CardMissing):
        two_rows([])
    with pytest.raises(CardTooMany):
        two_rows(list(laid(rng, (*FACES[:10], "b3", *FACES[10:]), per_row=11).values()))
    with pytest.raises(NotInOrder):
        two_rows(list(laid(rng, tuple(rng.permutation(FACES).tolist())).values()))
