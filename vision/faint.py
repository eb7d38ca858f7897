"""Faint characters: kept only where the sure ones leave a place for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.cards import Layout, layout_of, pair_scores
from vision.links import find_links
from vision.marks import Marks, marks_of
from vision.scale import estimate_scale
from vision.straighten import straightened
from vision.types import BACK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from vision.scale import Scale
    from vision.types import Glyph

SURE, SURE_BACK = 0.2, 0.4
"""A character of at least this score is believed by itself; patterns of the table are more often taken for backs."""
FITS_PAIR = 3.0
FITS_LINK = 0.8
ROUNDS = 3
MOST = 110


def pair_ends(glyphs: Iterable[Glyph]) -> Layout:
    """Find the two ends of every fully visible card; every other glyph is a card of its own.

    Faint glyphs are let in where they are the other end of a card, or continue a column, and nowhere else.
    """
    marks = likeliest(marks_of(glyphs))
    sure = marks.score >= np.where(marks.probs.argmax(axis=1) == BACK, SURE_BACK, SURE)
    if not sure.any():
        sure[:] = True
    scale = estimate_scale(marks.picked(sure))
    marks = straightened(marks, lone_ends(marks, sure, scale))
    chosen = sure.copy()
    for _ in range(0 if chosen.all() else ROUNDS):
        more = chosen | ends_of_cards(marks, layout_of(marks.picked(chosen), scale), chosen)
        more |= parts_of_columns(marks, chosen, Layout(marks, scale, singles_but_pairs(marks, more, scale)))
        if (more == chosen).all():
            break
        chosen = more
    return layout_of(marks.picked(chosen), scale)


def lone_ends(marks: Marks, chosen: NDArray[np.bool_], scale: Scale) -> list[int]:
    """Return the chosen marks that have no partner, and all that are not chosen."""
    return [e[0] for e in singles_but_pairs(marks, chosen, scale) if len(e) == 1]


def likeliest(marks: Marks) -> Marks:
    """Keep at most ``MOST`` marks: more than a hand and its strays can show are patterns of the table."""
    if len(marks) <= MOST:
        return marks
    keep = np.zeros(len(marks), bool)
    keep[np.argsort(-marks.score, kind="stable")[:MOST]] = True
    return marks.picked(keep)


def singles_but_pairs(marks: Marks, chosen: NDArray[np.bool_], scale: Scale) -> tuple[tuple[int, ...], ...]:
    """Pair the chosen marks; every other mark is a card of its own."""
    where = np.flatnonzero(chosen)
    layout = layout_of(marks.picked(chosen), scale)
    ends = [tuple(int(where[i]) for i in e) for e in layout.ends]
    return tuple(sorted([*ends, *((int(i),) for i in np.flatnonzero(~chosen))]))


def ends_of_cards(marks: Marks, layout: Layout, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which faint marks are the other end of a card that shows one sure end: (n,)."""
    found = np.zeros(len(marks), bool)
    where = np.flatnonzero(chosen)
    open_ends = where[[e[0] for e in layout.ends if len(e) == 1]]
    faint = np.flatnonzero(~chosen)
    if not len(open_ends) or not len(faint):
        return found
    first, second = (side.ravel() for side in np.meshgrid(open_ends, faint, indexing="ij"))
    score = pair_scores(marks, layout.scale, first, second)
    found[second[score > FITS_PAIR]] = True
    return found


def parts_of_columns(marks: Marks, chosen: NDArray[np.bool_], layout: Layout) -> NDArray[np.bool_]:
    """Which faint marks link up with a sure card, above or below it: (n,)."""
    found = np.zeros(len(marks), bool)
    for link in find_links(layout):
        above = layout.ends[link.above][0]
        if link.cost < FITS_LINK and chosen[above] != chosen[link.end]:
            found[above] = found[link.end] = True
    return found
