"""Whether a photo shows cards at all."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reality import shows_cards


@pytest.mark.parametrize("stay", [0, 1, 4, 15])
def test_a_tablecloth_of_which_few_flowers_stay_shows_no_cards(stay):
    after = np.concatenate([np.full(stay, 0.7), np.full(40 - stay, 0.01)])
    assert not shows_cards(np.full(40, 0.6), after)


def test_a_hand_on_such_a_tablecloth_is_seen():
    after = np.concatenate([np.full(12, 0.97), np.full(48, 0.01)])
    assert shows_cards(np.full(60, 0.6), after)


def test_a_blurred_hand_of_which_most_stays_is_seen():
    assert shows_cards(np.full(30, 0.4), np.concatenate([np.full(20, 0.6), np.full(10, 0.2)]))


def test_nothing_shows_no_cards():
    assert not shows_cards(np.zeros(0), np.zeros(0))
    assert not shows_cards(np.full(3, 0.05), np.full(3, 0.05))
