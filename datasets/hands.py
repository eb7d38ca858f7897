"""Random winning hands for pictures: seven columns that are 列 (rules.md §1), and what of each lies face up (§1.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorer.faces import FACES

if TYPE_CHECKING:
    import numpy as np

COLUMNS = 7
PAIRED = {"s": "b", "b": "s"}


@dataclass(frozen=True)
class TrueColumn:
    """One column: kind, faces, what the camera sees of each card, and whether it lay open before the win."""

    type: str
    faces: tuple[str, ...]
    shown: tuple[str, ...]
    exposed: bool


def _chi(rng: np.random.Generator) -> tuple[str, ...]:
    size = "sb"[int(rng.integers(2))]
    kind = rng.random()
    if kind < 0.6:
        first = int(rng.integers(1, 9))
        faces = [f"{size}{first + k}" for k in range(3)]
    elif kind < 0.75:
        faces = [f"{size}{n}" for n in (2, 7, 10)]
    else:
        n = int(rng.integers(1, 11))
        faces = [f"{size}{n}", f"{size}{n}", f"{PAIRED[size]}{n}"]
    if rng.random() < 0.25:
        rng.shuffle(faces)
    elif rng.random() < 0.3:
        faces.reverse()
    return tuple(faces)


def _shown(kind: str, faces: tuple[str, ...], rng: np.random.Generator) -> tuple[str, ...]:
    if kind == "long":
        return ("back",) * 3 + faces[:1] if rng.random() < 0.75 else (*faces[:3], "back")
    if kind == "wei":
        return ("back",) * 3
    return faces


def random_hand(rng: np.random.Generator) -> tuple[TrueColumn, ...]:
    """Seven columns with at most four cards of a face; one 将 exactly when there is a quad."""
    while True:
        quads = int(rng.choice(5, p=[0.55, 0.22, 0.13, 0.07, 0.03]))
        kinds = [("long" if rng.random() < 0.6 else "zhao") for _ in range(quads)]
        kinds += ["jiang"] if quads else []
        while len(kinds) < COLUMNS:
            kinds.append(
                "chi" if rng.random() < 0.6 else ("kan", "peng", "wei")[int(rng.choice(3, p=[0.47, 0.47, 0.06]))]
            )
        rng.shuffle(kinds)
        columns = []
        for kind in kinds:
            n = {"jiang": 2, "long": 4, "zhao": 4}.get(kind, 3)
            faces = _chi(rng) if kind == "chi" else (FACES[int(rng.integers(len(FACES)))],) * n
            exposed = kind in ("peng", "zhao", "long", "wei") or (kind == "chi" and rng.random() < 0.4)
            columns.append(TrueColumn(kind, faces, _shown(kind, faces, rng), exposed))
        counts = [f for c in columns for f in c.faces]
        if all(counts.count(f) <= 4 for f in set(counts)):
            return tuple(columns)
