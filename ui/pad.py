"""Typing a hand in: a kind of column first, then its first card gives the whole column. Nothing of Streamlit."""

from __future__ import annotations

from scorer.faces import FACES

KINDS = ("run", "2710", "mix", "peng", "kan", "zhao", "long", "jiang", "single")
"""Kinds of column in the order of the pad; what they are called is in the catalogue under ``pad.``."""

SIZES = {"peng": 3, "kan": 3, "zhao": 4, "long": 4, "jiang": 2, "single": 1}
OPEN = frozenset({"peng", "zhao"})
"""Kinds that lay open on the table before the win."""
COPIES = 4
COLUMNS = 7
MOST_NUMBER = 10


def faces_of(kind: str, first: str) -> tuple[str, ...]:
    """Give the column of this kind that the first card begins; () where there is none.

    >>> faces_of("run", "s8"), faces_of("mix", "b7"), faces_of("2710", "b2")
    (('s8', 's9', 's10'), ('s7', 'b7', 'b7'), ('b2', 'b7', 'b10'))
    >>> faces_of("run", "b9"), faces_of("2710", "s7"), faces_of("long", "s3")
    ((), (), ('s3', 's3', 's3', 's3'))
    """
    size, number = first[0], int(first[1:])
    if kind == "run":
        numbers = (number, number + 1, number + 2)
        return tuple(f"{size}{n}" for n in numbers) if numbers[-1] <= MOST_NUMBER else ()
    if kind == "2710":
        return tuple(f"{size}{n}" for n in (2, 7, 10)) if number == 2 else ()
    if kind == "mix":
        return (f"s{number}", first, f"b{number}")
    return (first,) * SIZES[kind]


def possible(kind: str, held: tuple[str, ...]) -> frozenset[str]:
    """Tell which first cards still make a column of this kind, no face coming more than four times.

    >>> sorted(possible("2710", ("s7", "s7", "s7", "s7")))
    ['b2']
    """
    return frozenset(
        first
        for first in FACES
        if (faces := faces_of(kind, first)) and all(held.count(f) + faces.count(f) <= COPIES for f in faces)
    )
