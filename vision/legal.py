"""Every way in which two, three or four cards can lie as a legal column, backs included (rules.md §1, §1.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from scorer.columns import LEGAL_COLUMNS
from scorer.faces import FACES
from vision.types import BACK, CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

RARE = -2.0
"""Log prior of columns that only 跑胡子 knows: 偎 (three backs) and 臭偎 (two backs and a face)."""
SIZES = (2, 3, 4)
LIKELY = 3.0
"""What the eye reads may be this much likelier than what a column must be, and still be it."""


@dataclass(frozen=True)
class Patterns:
    """All legal columns of one size as sequences of classes.

    Attributes:
        faces: (p, size) class ids in the order of the cards.
        counts: (p, 20) how many of each face the column holds, those lying face down included where they are known.
        prior: (p,) log prior.
        kinds: p names: jiang, chi, triple, zhao, long, wei.

    """

    faces: NDArray[np.intp]
    counts: NDArray[np.int8]
    prior: Floats
    kinds: tuple[str, ...]


@cache
def patterns(size: int) -> Patterns:
    """All legal columns of ``size`` cards, in every order of their cards.

    >>> [len(patterns(size).kinds) for size in (2, 3, 4)]
    [20, 249, 180]
    """
    rows = sorted(set(_rows(size)))
    faces = np.array([row[0] for row in rows], np.intp)
    counts = np.array([[row[1].count(f) for f in range(len(FACES))] for row in rows], np.int8)
    kinds = tuple(row[2] for row in rows)
    prior = np.array([RARE if kind == "wei" else 0.0 for kind in kinds])
    return Patterns(faces, counts, prior, kinds)


def _rows(size: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], str]]:
    """Yield (cards as they show, tiles they stand for, kind)."""
    for tiles in LEGAL_COLUMNS:
        column = tuple(sorted(CLASSES.index(tile) for tile in tiles))
        if len(column) != size:
            continue
        for order in permutations(column):
            yield order, column, kind_of_faces(column)
    for face in range(len(FACES)):
        for down, up in ((3, 1), (1, 3), (2, 1)):
            if down + up == size:
                for order in permutations((BACK,) * down + (face,) * up):
                    yield order, (face,) * size, "long" if size == 4 else "wei"
    if size == 3:
        yield (BACK,) * 3, (), "wei"


def kind_of_faces(column: tuple[int, ...]) -> str:
    """Kind of a legal column that lies face up.

    >>> kind_of_faces((1, 1)), kind_of_faces((1, 1, 11)), kind_of_faces((1, 1, 1))
    ('jiang', 'chi', 'triple')
    """
    if len(set(column)) > 1:
        return "chi"
    return {2: "jiang", 3: "triple", 4: "zhao"}[len(column)]


def log_likelihoods(logs: Floats) -> Floats:
    """Log-likelihood of every pattern for cards with log class probabilities ``logs`` (size, 21): (p,)."""
    table = patterns(len(logs))
    return np.asarray(logs[np.arange(len(logs))[None], table.faces].sum(axis=1) + table.prior)


def legalities(logs: Floats) -> Floats:
    """How much less likely the best legal reading of (k, size, 21) log class probabilities is than the eye's: (k,)."""
    size = logs.shape[1]
    table = patterns(size)
    # Looked up, class by class: as a product of matrices it is spread over all cores, which costs more than it gains.
    by_class = np.ascontiguousarray(logs.transpose(1, 2, 0))
    every = table.prior[:, None] + sum(by_class[at][table.faces[:, at]] for at in range(size))
    return np.asarray(every.max(axis=0, initial=-np.inf) - logs.max(axis=2).sum(axis=1))


def legality(logs: Floats) -> float:
    """How much less likely the best legal reading is than the eye's: 0 where the eye reads a legal column.

    >>> import numpy as np
    >>> sure = np.log(np.eye(21)[[0, 1, 2]] + 0.001)
    >>> legality(sure)
    0.0
    """
    if len(logs) not in SIZES:
        return -np.inf
    return float(log_likelihoods(logs).max() - logs.max(axis=1).sum())


@cache
def shortened(size: int) -> NDArray[np.intp]:
    """All legal columns of one card more, in every order, of which one card was not seen: (p, size) class ids.

    >>> len(shortened(3)) < len(shortened(2))
    True
    """
    longer = patterns(size + 1).faces
    return np.unique(np.concatenate([np.delete(longer, at, axis=1) for at in range(size + 1)]), axis=0)


def lacks_a_card(logs: Floats) -> bool:
    """Whether cards (size, 21) are as likely as not a legal column of which one card was not seen.

    >>> import numpy as np
    >>> sure = np.log(np.eye(21) + 0.001)
    >>> lacks_a_card(sure[[0, 1]]), lacks_a_card(sure[[0, 0, 20]]), lacks_a_card(sure[[0, 4]]), lacks_a_card(sure[[0]])
    (True, True, False, True)
    """
    size = len(logs)
    if size + 1 not in SIZES:
        return True
    best = logs[np.arange(size)[None], shortened(size)].sum(axis=1).max()
    return bool(best > logs.max(axis=1).sum() - LIKELY)


def kind_name(kind: str, area: str) -> str:
    """Contract 2: a triple whose kind no photo can tell is 碰 on the table and 坎 in the hand.

    >>> kind_name("triple", "table"), kind_name("triple", "hand"), kind_name("long", "hand")
    ('peng', 'kan', 'long')
    """
    if kind == "triple":
        return "peng" if area == "table" else "kan"
    return kind
