"""A deck: twenty card faces and a back as textures, with where on the card each character stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.backs import draw_back
from datasets.lettering import Lettering, ink_box, new_lettering
from scorer.faces import FACES, is_big, is_red

if TYPE_CHECKING:
    from numpy.typing import NDArray

Color = tuple[float, float, float]
WIDTH = 96
"""Width in pixels of a card's texture."""


@dataclass(frozen=True)
class CardArt:
    """One side of a card.

    Attributes:
        image: uint8 (height, WIDTH, 4), BGR and coverage.
        glyphs: for each of the two ends (x0, y0, x1, y1) of the ink in card widths, the first at the top end.

    """

    image: NDArray[Any]
    glyphs: tuple[tuple[float, float, float, float], tuple[float, float, float, float]]


@dataclass(frozen=True)
class Deck:
    """Everything that is the same for all pictures of one deck.

    Attributes:
        source: what lettering it has (font id or "brush").
        ratio: length of a card divided by its width.
        art: CardArt by face code, and by "back".

    """

    source: str
    ratio: float
    art: dict[str, CardArt]


def _coverage(height: int, rng: np.random.Generator) -> NDArray[Any]:
    """The card's outline: square ends with small radii, rounded, or semicircular ends."""
    kind = rng.random()
    radius = round(WIDTH * (rng.uniform(0.02, 0.1) if kind < 0.6 else rng.uniform(0.12, 0.3) if kind < 0.85 else 0.5))
    return rounded(WIDTH, height, max(1, min(radius, WIDTH // 2 - 1)))


def rounded(width: int, height: int, r: int) -> NDArray[Any]:
    """A rectangle with corners of radius ``r``, uint8 (height, width), 255 inside."""
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _stock_color(rng: np.random.Generator) -> Color:
    """White, cream or tan, BGR."""
    tone = rng.uniform(200, 253)
    yellow = rng.uniform(0, 60) if rng.random() < 0.6 else 0.0
    return (tone - yellow, tone - yellow * 0.35, tone)


def _ink_color(rng: np.random.Generator, *, red: bool) -> Color:
    if red:
        return (rng.uniform(10, 70), rng.uniform(5, 60), rng.uniform(140, 235))
    dark = rng.uniform(5, 55)
    return (dark * rng.uniform(0.8, 1.3), dark, dark * rng.uniform(0.8, 1.2))


def _blend(image: NDArray[Any], alpha: NDArray[Any], color: Color, x: int, y: int) -> None:
    """Lays ``color`` on ``image`` through ``alpha`` whose corner stands at (x, y); what falls outside is cut."""
    h, w = alpha.shape
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, image.shape[1]), min(y + h, image.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    part = alpha[y0 - y : y1 - y, x0 - x : x1 - x, None]
    image[y0:y1, x0:x1] += (np.array(color, np.float32) - image[y0:y1, x0:x1]) * part


def _paper(height: int, color: Color, rng: np.random.Generator) -> NDArray[Any]:
    image = np.full((height, WIDTH, 3), color, np.float32)
    image += rng.normal(0, rng.uniform(0, 3), (height, WIDTH, 1)).astype(np.float32)
    wear = rng.uniform(0, 14)
    coarse = cv2.resize(rng.normal(0, 1, (6, 3)).astype(np.float32), (WIDTH, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(image - wear * np.abs(coarse)[:, :, None], np.float32)


def _ornament(image: NDArray[Any], kind: float, lettering: Lettering, rng: np.random.Generator) -> None:
    """What may stand in the middle of a card: a round red seal with a character, a thin ornament, or nothing."""
    middle = (WIDTH // 2, image.shape[0] // 2)
    if kind < 0.2:
        radius = round(WIDTH * rng.uniform(0.18, 0.36))
        color = _ink_color(rng, red=True)
        filled = rng.random() < 0.5
        cv2.circle(image, middle, radius, color, -1 if filled else 2, cv2.LINE_AA)
        face = FACES[int(rng.integers(len(FACES)))]
        seal = cv2.resize(np.rot90(lettering.masks[face], 1).copy(), (radius * 3 // 2, radius * 3 // 2))
        _blend(
            image,
            seal,
            (235, 240, 245) if filled else color,
            middle[0] - seal.shape[1] // 2,
            middle[1] - seal.shape[0] // 2,
        )
    elif kind < 0.32:
        color = (float(rng.uniform(60, 180)), float(rng.uniform(60, 180)), float(rng.uniform(60, 180)))
        for k in range(int(rng.integers(1, 4))):
            axes = (round(WIDTH * rng.uniform(0.1, 0.3)), round(WIDTH * rng.uniform(0.1, 0.5)))
            cv2.ellipse(image, middle, axes, k * 60.0, 0, 360, color, 1, cv2.LINE_AA)


@dataclass(frozen=True)
class _Type:
    """Where characters stand on the cards of one deck, in card widths."""

    fill: float
    aspect_small: float
    aspect_big: float
    margin: float
    shrink_small: float


def _face(
    face: str,
    ratio: float,
    look: dict[str, Color],
    kind: _Type,
    lettering: Lettering,
    ornament: float,
    rng: np.random.Generator,
) -> CardArt:
    height = round(WIDTH * ratio)
    image = _paper(height, look["stock"], rng)
    if ornament >= 0:
        _ornament(image, ornament, lettering, rng)
    x0, y0, x1, y1 = ink_box(lettering.masks[face])
    ink = lettering.masks[face][y0:y1, x0:x1]
    em = 100.0  # ink narrower than three quarters of the em keeps its proportion to the others
    aspect = kind.aspect_big if is_big(face) else kind.aspect_small
    size = kind.fill * (1.0 if is_big(face) else kind.shrink_small)
    w = max(3, round(WIDTH * size * min(1.0, ink.shape[1] / max(ink.shape[1], 0.75 * em))))
    h = max(3, round(WIDTH * size * aspect * min(1.0, ink.shape[0] / max(ink.shape[0], 0.75 * em))))
    glyph = cv2.resize(ink, (w, h), interpolation=cv2.INTER_AREA)
    cell = WIDTH * size * aspect  # a flat 一 stands in the middle of its cell
    x = round((WIDTH - w) / 2 + rng.normal(0, 1))
    y = round(WIDTH * kind.margin + (cell - h) / 2)
    color = look["red" if is_red(face) else "black"]
    _blend(image, glyph, color, x, y)
    _blend(image, np.ascontiguousarray(glyph[::-1, ::-1]), color, WIDTH - x - w, height - y - h)
    if look["frame"][0] >= 0:
        inset = round(WIDTH * 0.03)
        cv2.rectangle(image, (inset, inset), (WIDTH - 1 - inset, height - 1 - inset), look["frame"], 1, cv2.LINE_AA)
    top = (x / WIDTH, y / WIDTH, (x + w) / WIDTH, (y + h) / WIDTH)
    bottom = (1 - top[2], ratio - top[3], 1 - top[0], ratio - top[1])
    return CardArt(np.dstack([np.clip(image, 0, 255).astype(np.uint8)]), (top, bottom))


def _back(ratio: float, rng: np.random.Generator) -> CardArt:
    """The side without characters; each end is labelled as one ``back``."""
    top = (0.04, 0.03, 0.96, 1.0)
    bottom = (0.04, ratio - 1.0, 0.96, ratio - 0.03)
    return CardArt(draw_back(WIDTH, round(WIDTH * ratio), rng), (top, bottom))


def make_deck(rng: np.random.Generator, split: str) -> Deck:
    """A new deck; ``split`` ("train", "val" or "wild") decides which letterings it may have."""
    lettering = new_lettering(rng, split)
    ratio = float(rng.uniform(3.7, 4.6) if rng.random() < 0.75 else rng.uniform(2.85, 3.7))
    look: dict[str, Color] = {
        "stock": _stock_color(rng),
        "red": _ink_color(rng, red=True),
        "black": _ink_color(rng, red=False),
        "frame": tuple(float(c) for c in rng.uniform(40, 200, 3)) if rng.random() < 0.15 else (-1.0, 0.0, 0.0),  # type: ignore[dict-item]
    }
    kind = _Type(
        fill=float(rng.uniform(0.78, 0.95)),
        aspect_small=float(rng.uniform(0.75, 1.25)),
        aspect_big=float(rng.uniform(0.9, 1.35)),
        margin=float(rng.uniform(0.02, 0.12)),
        shrink_small=float(rng.uniform(0.75, 1.0)),
    )
    ornament = float(rng.random()) if rng.random() < 0.6 else -1.0
    art = {f: _face(f, ratio, look, kind, lettering, ornament, rng) for f in FACES}
    art["back"] = _back(ratio, rng)
    cover = _coverage(round(WIDTH * ratio), rng)
    art = {f: CardArt(np.dstack([a.image, cover]), a.glyphs) for f, a in art.items()}
    return Deck(lettering.source, ratio, art)
