from collections import Counter

import pytest

from scorer import LEGAL_COLUMNS, legal_kinds
from scorer.columns import SHAPES, shape_of


def test_there_are_98_legal_columns():
    assert len(LEGAL_COLUMNS) == len(set(LEGAL_COLUMNS)) == 98
    assert Counter(SHAPES.values()) == {
        "pair": 20, "triple": 20, "quad": 20, "mix": 20, "run": 14, "run123": 2, "run2710": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("tiles", "kinds"),
    [
        ("s8 s8 s8", ("peng", "kan")),
        ("b2 b2 b2 b2", ("zhao", "long")),
        ("s9 s9", ("jiang",)),
        ("s3 s1 s2", ("chi",)),
        ("b10 b2 b7", ("chi",)),
        ("b9 s9 s9", ("chi",)),
        ("s3 s4 s6", ()),
        ("s2 s7 b10", ()),
        ("s2 s3 b4", ()),
        ("s9 s10 s1", ()),
        ("s1 b1", ()),
        ("s1", ()),
        ("", ()),
        ("s1 s1 s1 s1 s1", ()),
        ("s1 s1 b1 b1", ()),
        ("zz s1 s2", ()),
    ],
)
def test_legal_kinds(tiles, kinds):
    assert legal_kinds(tuple(tiles.split())) == kinds


def test_order_of_tiles_never_matters():
    assert shape_of(("s10", "s7", "s2")) == shape_of(("s2", "s10", "s7")) == "run2710"
