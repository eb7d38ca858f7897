"""What is fitted for decks, on decks that are points in space; and one deck that is made and shown."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.deck import make_deck
from datasets.fonts import installed
from models.fit_deck import Decks, Seen, fitted_on, judged, loss_of, parted, report, shown, told_apart
from vision.deck.prototypes import unit_rows
from vision.secondlook import SecondLook, fuse
from vision.weights import find_weights

PLAIN = (0.35, 1.25)
DIMENSIONS = 32


def world(decks=12, blur=0.05, own=0.35):
    """Faces far apart, decks a little, pictures of one deck hardly; nets that are right in two of three cases."""
    rng = np.random.default_rng(0)
    faces = rng.normal(0, 1, (20, DIMENSIONS))
    means = unit_rows((faces + rng.normal(0, own, (decks, 20, DIMENSIONS))).reshape(-1, DIMENSIONS))
    means = means.reshape(decks, 20, DIMENSIONS)
    seen = []
    for deck in range(decks):
        for _ in range(3):
            truth = rng.integers(0, 20, 30)
            embeddings = unit_rows(means[deck, truth] + rng.normal(0, blur, (30, DIMENSIONS)))
            read = np.where(rng.random(30) < 0.67, truth, rng.integers(0, 20, 30))
            scores = np.hstack([0.02 + 0.8 * np.eye(20)[read], np.full((30, 1), 0.001)])
            seen.append(Seen(deck, scores, 5.0 * np.eye(20)[read], embeddings, truth))
    return Decks(means, np.broadcast_to(np.eye(20), (decks, 20, 20))), seen


def test_a_fit_lifts_its_own_decks_and_tells_them_from_others():
    decks, seen = world()
    rest = [s for s in seen if s.deck % 2 == 0]
    fit = told_apart(fitted_on(decks, [s for s in seen if s.deck % 2], PLAIN), decks.means, rest, PLAIN)
    without = judged([fuse(s.scores, s.logits, PLAIN) for s in rest], rest)
    with_deck = loss_of(decks, rest, fit.weights, fit.alike)
    assert with_deck[1] > without[1] + 0.1
    assert with_deck[0] < without[0]
    own, strange = parted(fit, PLAIN, decks.means, rest)
    assert (own >= fit.least).mean() > 0.9
    assert (strange >= fit.least).mean() < 0.15
    assert fit.unlike[0] < fit.unlike[1] <= fit.alike[0] < fit.alike[1]
    assert any("own deck" in line for line in report(fit, decks, rest, PLAIN))


def test_the_nets_keep_their_say_where_a_deck_tells_nothing():
    decks, seen = world(blur=3.0)
    assert fitted_on(decks, seen, PLAIN).weights[:2] == PLAIN


@pytest.mark.skipif(not installed("train"), reason="no lettering is installed")
def test_a_deck_is_shown_until_each_of_its_faces_was_seen():
    path = find_weights().second_look
    assert path is not None
    rng = np.random.default_rng(1)
    known = shown(SecondLook(path), make_deck(rng, "train"), rng)
    assert known is not None
    assert known.means.shape[0] == 20
