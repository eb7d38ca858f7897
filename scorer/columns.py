"""What a 列 (column) is: the 98 legal columns, their shapes and the kinds they may form (rules.md §1)."""

from __future__ import annotations

from typing import Literal

from scorer.faces import FACES

Shape = Literal["pair", "triple", "quad", "mix", "run", "run123", "run2710"]

SHAPE_KINDS: dict[Shape, tuple[str, ...]] = {
    "pair": ("jiang",),
    "triple": ("peng", "kan"),
    "quad": ("zhao", "long"),
    "mix": ("chi",),
    "run": ("chi",),
    "run123": ("chi",),
    "run2710": ("chi",),
}
KIND_SHAPES: dict[str, frozenset[Shape]] = {
    "peng": frozenset({"triple"}),
    "kan": frozenset({"triple"}),
    "wei": frozenset({"triple"}),
    "chouwei": frozenset({"triple"}),
    "zhao": frozenset({"quad"}),
    "pao": frozenset({"quad"}),
    "long": frozenset({"quad"}),
    "ti": frozenset({"quad"}),
    "chi": frozenset({"mix", "run", "run123", "run2710"}),
    "jiang": frozenset({"pair"}),
}
"""Every kind a column may be declared as, with the shapes of tiles that fit it."""

_ORDER = {face: place for place, face in enumerate(FACES)}


def sort_tiles(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Tiles in the order of the faces, small before big.

    >>> sort_tiles(("b2", "s10", "s2"))
    ('s2', 's10', 'b2')
    """
    return tuple(sorted(tiles, key=_ORDER.__getitem__))


def _run_shape(first: int) -> Shape:
    return "run123" if first == 1 else "run"


def _build() -> dict[tuple[str, ...], Shape]:
    shapes: dict[tuple[str, ...], Shape] = {}
    for face in FACES:
        shapes[face, face] = "pair"
        shapes[face, face, face] = "triple"
        shapes[face, face, face, face] = "quad"
    for n in range(1, 11):
        small, big = f"s{n}", f"b{n}"
        shapes[small, small, big] = "mix"
        shapes[small, big, big] = "mix"
    for size in "sb":
        for n in range(1, 9):
            shapes[f"{size}{n}", f"{size}{n + 1}", f"{size}{n + 2}"] = _run_shape(n)
        shapes[f"{size}2", f"{size}7", f"{size}10"] = "run2710"
    return shapes


SHAPES: dict[tuple[str, ...], Shape] = _build()
"""Shape of each legal column, by its tiles in the order of the faces."""

LEGAL_COLUMNS: tuple[tuple[str, ...], ...] = tuple(SHAPES)
"""The 98 legal columns as sorted tile tuples (rules.md §1)."""


def shape_of(tiles: tuple[str, ...]) -> Shape | None:
    """Shape that the tiles, in any order, form; None if they are not a 列.

    >>> shape_of(("b3", "b1", "b2")), shape_of(("s3", "s4", "s6"))
    ('run123', None)
    """
    if not 2 <= len(tiles) <= 4 or any(tile not in _ORDER for tile in tiles):
        return None
    return SHAPES.get(sort_tiles(tiles))


def legal_kinds(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Kinds of column that the tiles, in any order, may form; () if they are not a 列 (rules.md §1, 列 kinds).

    >>> legal_kinds(("s8", "s8", "s8")), legal_kinds(("s10", "s2", "s7")), legal_kinds(("s1", "b2"))
    (('peng', 'kan'), ('chi',), ())
    """
    shape = shape_of(tiles)
    return SHAPE_KINDS[shape] if shape else ()
