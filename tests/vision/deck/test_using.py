"""What a deck that is known changes in the reading, on a net that sees nothing but patterns."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scorer.faces import FACES
from vision.deck import DeckProfile, FaceCrops
from vision.deck.fit import fit_of
from vision.deck.learn import with_crops
from vision.deck.use import DeckJudge, fused_with
from vision.errors import WeightsError
from vision.secondlook import Looked, SecondLook, fuse
from vision.types import CLASSES, Glyph

SURE, WRONG = 6.0, 3.0


FIT = {
    "weights": [0.15, 1.25, 15.0],
    "unlike": [0.2, 0.4],
    "alike": [0.4, 0.6],
    "average": np.zeros((20, 108)).tolist(),
    "directions": np.eye(108).tolist(),
    "least": 0.8,
}


class Patterns:
    """Two crops are as alike as their coarse patterns; the logits are the test's."""

    weights = (0.15, 1.25)
    deck_fit = FIT

    def see(self, crops):
        """The first twenty patterns are read as the faces in turn."""
        vectors = self.embed(crops)
        faces = self.embed(np.stack([pattern(k) for k in range(20)]).transpose(0, 3, 1, 2).astype(np.float32) / 255)
        likest = (vectors @ faces.T).argmax(axis=1)
        return np.eye(20)[likest], vectors

    def embed(self, crops):
        coarse = np.stack([cv2.resize(c.transpose(1, 2, 0), (6, 6), interpolation=cv2.INTER_AREA) for c in crops])
        flat = coarse.reshape(len(crops), -1)
        flat = flat - flat.mean(axis=1, keepdims=True)
        return flat / np.linalg.norm(flat, axis=1, keepdims=True)

    def fused(self, looked):
        return fuse(looked.scores, looked.logits, self.weights)


def pattern(seed):
    coarse = np.random.default_rng(seed).integers(0, 256, (6, 6, 3)).astype(np.uint8)
    return cv2.resize(coarse, (48, 48), interpolation=cv2.INTER_CUBIC)


def known(first, name="a"):
    return DeckProfile(name, tuple(FaceCrops(pattern(first + k)[None], np.array([False])) for k in range(20)))


def looked(second, patterns, logits):
    glyph = Glyph((0, 0, 9, 9), (4, 0), (4, 9), (0.04,) * 20 + (0.001,))
    crops = np.stack(patterns).transpose(0, 3, 1, 2).astype(np.float32) / 255
    return Looked((glyph,) * len(patterns), np.asarray(logits, float), second.embed(crops), np.zeros(len(patterns)))


@pytest.fixture
def odd():
    """Twelve characters as the deck prints them, and a 四 like none of them that the net takes for 捌."""
    second = Patterns()
    logits = SURE * np.eye(20)[:13]
    logits[12] = WRONG * np.eye(20)[FACES.index("b8")]
    return second, looked(second, [*(pattern(k) for k in range(12)), pattern(999)], logits)


def face(scores):
    return CLASSES[int(scores.argmax())]


@pytest.mark.parametrize("sure", [WRONG, 40.0])
def test_a_face_that_was_corrected_is_right_the_next_time(odd, sure):
    second, seen = odd
    seen.logits[12] *= sure / WRONG
    before = known(0)
    assert face(DeckJudge(second, [before])(seen)[12]) == "b8"
    s4 = FACES.index("s4")
    faces = list(before.faces)
    faces[s4] = with_crops(faces[s4], pattern(999)[None], np.array([True]))
    scores = DeckJudge(second, [replace(before, faces=tuple(faces))])(seen)
    assert face(scores[12]) == "s4"
    assert [face(row) for row in scores[:12]] == list(FACES[:12])


def test_what_the_net_takes_the_decks_own_crops_for_is_not_held_against_a_face():
    """The net is sure of 叁; on the deck's own crops it takes 四 for 叁, too, and this one is a little more like 四."""
    s4, b3 = FACES.index("s4"), FACES.index("b3")
    scores = np.hstack([0.01 + 0.7 * np.eye(20)[[b3]], [[0.001]]])
    likeness = np.full((1, 20), 0.3)
    likeness[0, [s4, b3]] = 0.95, 0.75
    takes = np.eye(20)
    for read, expected in ((takes, "b3"), (np.where(np.arange(20)[:, None] == s4, takes[b3], takes), "s4")):
        fused = fused_with(scores, 40.0 * takes[[b3]], likeness, read, (0.5, 1.25, 20.0), (0.4, 0.6))
        assert face(fused[0]) == expected
        assert fused.sum() == pytest.approx(scores.sum())


def test_the_deck_that_fits_is_used_and_none_where_none_does(odd):
    second, seen = odd
    judge = DeckJudge(second, [known(300, "other"), known(0, "own")])
    judge(seen)
    assert judge.used.name == "own"
    for decks in ([known(300)], []):
        judge = DeckJudge(second, decks)
        assert (judge(seen) == second.fused(seen)).all()
        assert judge.used is None


def test_a_photo_in_which_nothing_is_sure_uses_no_deck():
    second = Patterns()
    seen = looked(second, [pattern(k) for k in range(12)], np.zeros((12, 20)))
    judge = DeckJudge(second, [known(0)])
    judge(seen)
    assert judge.used is None


def test_a_photo_that_shows_the_deck_shows_cards_however_little_of_it_is_sure(odd):
    second, seen = odd
    second.look_twice = lambda *_: seen
    second.shows_cards = lambda *_: False
    for deck, count in ((known(300), 0), (known(0), len(seen.glyphs))):
        assert len(SecondLook.look(second, None, seen.glyphs, DeckJudge(second, [deck]))) == count


def test_a_character_like_none_of_the_deck_is_hardly_there(odd):
    second, seen = odd
    scores = DeckJudge(second, [known(0)])(seen)
    plain = second.fused(seen)
    assert scores[12, :20].sum() < 0.2 * plain[12, :20].sum()
    assert np.allclose(scores[:12].sum(axis=1), plain[:12].sum(axis=1), atol=0.02)


def test_a_net_for_which_nothing_was_fitted_uses_no_deck(odd):
    _, seen = odd
    second = Patterns()
    second.deck_fit = None
    judge = DeckJudge(second, [known(0)])
    assert (judge(seen) == second.fused(seen)).all()
    assert judge.used is None


@pytest.mark.parametrize("change", [{"weights": [1, 2]}, {"average": [[0.0]] * 20}, {"least": None}, {"unlike": "a"}])
def test_a_fit_of_another_shape_is_refused(change):
    second = Patterns()
    second.deck_fit = FIT | change
    with pytest.raises(WeightsError):
        fit_of(second)
