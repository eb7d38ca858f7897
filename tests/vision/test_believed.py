"""Whether a photo shows cards at all: what is believed of what the nets saw."""

from __future__ import annotations

import pytest

from vision.scan import believed
from vision.types import CLASSES, Glyph


def seen(*scores):
    rest = (0.0,) * (len(CLASSES) - 1)
    return tuple(Glyph((40 * k, 0, 40 * k + 30, 30), (0, 0), (0, 30), (s, *rest)) for k, s in enumerate(scores))


def test_faint_characters_count_beside_likely_ones():
    faint = seen(0.2, 0.06)
    assert believed(faint, faint) == ()
    beside = seen(0.2, 0.06, 0.6)
    assert believed(beside, beside) == beside


def test_one_card_that_both_nets_see_is_believed():
    found = seen(0.8, 0.7)
    assert believed(found, found) == found


@pytest.mark.parametrize("stay", [1, 4, 15])
def test_a_tablecloth_of_which_few_flowers_stay_shows_no_cards(stay):
    found = seen(*[0.6] * 40)
    after = seen(*[0.7] * stay, *[0.01] * (40 - stay))
    assert believed(found, after) == ()


def test_a_hand_on_such_a_tablecloth_stays_and_its_flowers_go():
    found = seen(*[0.6] * 60)
    after = seen(*[0.97] * 12, *[0.01] * 48)
    assert believed(found, after) == after[:12]


def test_nothing_shows_nothing():
    assert believed((), ()) == ()
