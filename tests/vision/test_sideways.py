"""Cards side by side: no card of a meld is the first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.characters import make_scene
from vision.cards import find_pairs
from vision.marks import marks_of
from vision.scale import estimate_scale
from vision.sideways import beside
from vision.table import free_cards


def melds(table):
    """Score and axis of every meld by the characters of its cards, each either way up."""
    found = []
    for h in beside(table):
        double = np.stack([h.up[:, 0] ** 2 - h.up[:, 1] ** 2, 2 * h.up[:, 0] * h.up[:, 1]], axis=1)
        rows = zip(h.cards.tolist(), h.score.tolist(), double.tolist(), strict=True)
        found += [(*sorted(cards), round(score, 6), *np.round(axis, 6)) for cards, score, axis in rows]
    return sorted(found)


@pytest.mark.parametrize("seed", range(4))
def test_melds_do_not_depend_on_which_card_comes_first(seed):
    marks = marks_of(make_scene(seed, "side").glyphs)
    scale = estimate_scale(marks)
    table = free_cards(marks, scale, find_pairs(marks, scale))
    back = replace(
        table,
        number=table.number[::-1],
        middle=table.middle[::-1],
        up=table.up[::-1],
        length=table.length[::-1],
        score=table.score[::-1],
        shared=table.shared[::-1, ::-1],
    )
    assert melds(table) == melds(back)
    assert len(melds(table)) > 10
