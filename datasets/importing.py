"""A photo that a player corrected becomes a labelled sample: what was seen, named as the player says."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.labels import paths_of, write_sample
from scorer.notation import read_notation
from vision.photo import load_photo
from vision.scan import Scanner

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from scorer.hand import Column
    from vision.types import CardReading, Glyph, HandReading, Photo

QUALITY = 95
NO_FIT = 100.0
BACKS = {"long": ((3, 1), (1, 3)), "wei": ((3, 0),), "chouwei": ((3, 0),), "ti": ((3, 1), (4, 0))}
"""How many backs and faces lie in a column of a kind, beside all faces open."""


class UnmatchedPhotoError(ValueError):
    """The photo and what the player says do not fit together; the message is one sentence."""


@dataclass(frozen=True)
class NamedCharacter:
    """A character of the photo with the face that the player named."""

    face: str
    box: tuple[float, float, float, float]
    head: tuple[float, float]
    foot: tuple[float, float]


def import_photo(
    photo: Path,
    truth: str,
    out: Path,
    *,
    split: str = "val",
    lettering: str = "photo",
    scan: Callable[[Photo], HandReading] | None = None,
) -> Path:
    """Adds a photo to a set of samples.

    Args:
        photo: the picture file.
        truth: the hand in text notation.
        out: folder of the set, as ``python -m datasets make`` writes it.
        split: "train" or "val".
        lettering: what the results call this deck.
        scan: reads a photo; the project's own scanner when not given.

    Returns:
        Where the picture of the new sample lies.

    Raises:
        HandFormatError: when ``truth`` is no hand.
        PhotoError: when ``photo`` is no picture.
        UnmatchedPhotoError: when the characters seen cannot be matched with the columns of the hand.

    """
    hand, _ = read_notation(truth)
    if not hand.columns:
        raise UnmatchedPhotoError("the truth names no columns")
    picture = load_photo(photo)
    reading = (scan or Scanner.load().scan)(picture)
    pairs = matched(hand.columns, reading)
    pixels, zoom = picture.pixels, picture.pixels.shape[1] / picture.size[0]
    characters: list[NamedCharacter] = []
    cards: list[dict[str, Any]] = []
    columns: list[dict[str, Any]] = []
    for number, (column, seen, faces) in enumerate(pairs):
        columns.append(
            {"type": column.type, "faces": list(column.tiles), "shown": list(faces), "exposed": column.exposed}
        )
        for card, face in zip(seen, faces, strict=True):
            named = [_named(g, face, zoom) for g in card.glyphs]
            characters += named
            cards.append({"id": len(cards), "column": number, "face": face, "glyphs": [_corners(c) for c in named]})
    for card in reading.cards:  # the player names only the hand; a stray keeps the name that the scan gave it
        if card.column is None:
            named = [_named(g, card.face, zoom) for g in card.glyphs]
            characters += named
            cards.append({"id": len(cards), "column": -1, "face": card.face, "glyphs": [_corners(c) for c in named]})
    ok, jpg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not ok:
        raise UnmatchedPhotoError("the picture could not be written as JPEG")
    name = f"player-{photo.stem}"
    if paths_of(out, split, name)[0].exists():
        raise UnmatchedPhotoError(f"a sample called {name} is there already")
    known = {
        "style": "photo",
        "hard": False,
        "deck": lettering,
        "lettering": lettering,
        "size": [pixels.shape[1], pixels.shape[0]],
        "columns": columns,
        "cards": cards,
        "characters": [
            {"face": c.face, "box": list(c.box), "head": list(c.head), "foot": list(c.foot)} for c in characters
        ],
    }
    return write_sample(out, split, name, jpg.tobytes(), characters, known)


def _named(glyph: Glyph, face: str, zoom: float) -> NamedCharacter:
    x0, y0, x1, y1 = (round(v * zoom, 1) for v in glyph.box)
    head, foot = ((round(x * zoom, 1), round(y * zoom, 1)) for x, y in (glyph.head, glyph.foot))
    return NamedCharacter(face, (x0, y0, x1, y1), head, foot)


def _corners(c: NamedCharacter) -> list[list[float]]:
    x0, y0, x1, y1 = c.box
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


def shown_ways(column: Column) -> list[tuple[str, ...]]:
    """What a column may show from above: its faces, or some of them face down.

    >>> from scorer.hand import Column
    >>> shown_ways(Column(("s4",) * 4, "long", True))[1]
    ('back', 'back', 'back', 's4')
    """
    ways = [column.tiles]
    for backs, faces in BACKS.get(column.type, ()):
        ways.append(("back",) * backs + column.tiles[:faces])
    return ways


def _cost(cards: Sequence[CardReading], faces: Sequence[str]) -> float:
    """How little the eye agrees that ``cards`` are ``faces``, in this order."""
    total = 0.0
    for card, face in zip(cards, faces, strict=True):
        known = {card.face: card.p, **dict(card.alternatives)}
        seen = known.get(face, 0.0)
        if (card.face == "back") != (face == "back"):
            return NO_FIT
        total -= float(np.log(max(seen, 0.01)))
    return total


def _best(column: Column, cards: Sequence[CardReading]) -> tuple[float, tuple[str, ...]]:
    """The cheapest order of the column's cards for what was seen."""
    orders = (
        order
        for way in shown_ways(column)
        if len(way) == len(cards)
        for order in sorted(set(itertools.permutations(way)))
    )
    return min(((_cost(cards, order), order) for order in orders), default=(NO_FIT, ()))


def matched(columns: Sequence[Column], reading: HandReading) -> list[tuple[Column, list[CardReading], tuple[str, ...]]]:
    """Each true column with the cards that the scan saw there and the face of each.

    Raises:
        UnmatchedPhotoError: when the numbers differ, a column fits nothing, or a card shows nothing like its name.

    """
    seen = [[reading.cards[k] for k in c.cards] for c in reading.columns]
    if len(seen) != len(columns):
        raise UnmatchedPhotoError(f"{len(seen)} columns are seen in the photo and {len(columns)} are named")
    fits: list[list[tuple[float, tuple[str, ...]]]] = [[_best(column, cards) for cards in seen] for column in columns]
    left = list(range(len(columns)))
    order = _assigned(np.array([[cost for cost, _ in line] for line in fits]))
    out: list[Any] = [None] * len(left)
    for k, place in enumerate(order):
        cost, faces = fits[k][place]
        if cost >= NO_FIT:
            raise UnmatchedPhotoError(f"no column of the photo can be the {k + 1}. column named")
        unlike = [f for card, f in zip(seen[place], faces, strict=True) if _cost([card], [f]) > 4.6]
        if len(unlike) > len(faces) // 2:
            raise UnmatchedPhotoError(f"most cards of the {k + 1}. column named look like something else in the photo")
        out[place] = (columns[k], seen[place], faces)
    return out


def _assigned(costs: Any) -> list[int]:
    """For each row the column of the cheapest assignment (n, n), by dynamic programming over sets of columns.

    >>> import numpy as np
    >>> _assigned(np.array([[1.0, 9.0], [1.0, 2.0]]))
    [0, 1]
    """
    n = len(costs)
    best: dict[int, tuple[float, list[int]]] = {0: (0.0, [])}
    for row in range(n):
        following: dict[int, tuple[float, list[int]]] = {}
        for used, (cost, chosen) in best.items():
            for k in range(n):
                if used >> k & 1:
                    continue
                key, total = used | 1 << k, cost + float(costs[row][k])
                if key not in following or total < following[key][0]:
                    following[key] = (total, [*chosen, k])
        best = following
    return best[(1 << n) - 1][1]
