"""The pad: which column a kind and a first card make."""

import pytest

from scorer import legal_kinds
from scorer.faces import FACES
from ui import pad
from ui.catalogue import TEXTS


@pytest.mark.parametrize("kind", [kind for kind in pad.KINDS if kind != "single"])
def test_every_column_of_the_pad_is_legal(kind):
    made = [faces for first in FACES if (faces := pad.faces_of(kind, first))]
    assert made
    assert all(legal_kinds(faces) for faces in made)
    assert all(kind in legal_kinds(faces) for faces in made if kind in {"peng", "kan", "zhao", "long", "jiang"})


def test_a_face_comes_four_times_at_most():
    assert "s2" not in pad.possible("kan", ("s2", "s2"))
    assert "s2" in pad.possible("kan", ("s2",))
    assert pad.possible("run", ("s5",) * 4) == pad.possible("run", ()) - {"s3", "s4", "s5"}


def test_every_kind_has_a_name():
    for texts in TEXTS.values():
        assert all(f"pad.{kind}" in texts or f"kind.{kind}" in texts for kind in pad.KINDS)
