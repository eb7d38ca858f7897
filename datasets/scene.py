"""One picture: a hand of one deck on a table, and the truth about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.backgrounds import make_background
from datasets.camera import expose, look, project, shine
from datasets.deck import WIDTH, Deck
from datasets.decoys import new_decoys, strew
from datasets.hands import TrueColumn, random_hand
from datasets.layout import PlacedCard, lay_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

MIN_VISIBLE = 0.6
"""A character less visible than this is not labelled (real-decks.md: labels)."""
MIN_PIXELS = 9.0
PATTERNED = 0.7
"""Share of the tables without cards that have a pattern: nothing else is mistaken for characters as often."""
TURNS = (0.0, np.pi / 2, np.pi, -np.pi / 2)


@dataclass(frozen=True)
class GlyphTruth:
    """A visible character: face (or "back"), upright box, head and foot, all in pixels, and its card's number."""

    face: str
    box: tuple[float, float, float, float]
    head: tuple[float, float]
    foot: tuple[float, float]
    card: int


@dataclass(frozen=True)
class Scene:
    """A picture, uint8 (h, w, 3) BGR, its visible characters, and its truth in the schema of the hand photos."""

    image: NDArray[Any]
    glyphs: tuple[GlyphTruth, ...]
    truth: dict[str, Any]


def _card_to_table(card: PlacedCard, ratio: float) -> NDArray[Any]:
    """From card coordinates (card widths, origin at the top left corner) to the table, (3, 3)."""
    cos, sin = np.cos(card.angle), np.sin(card.angle)
    move = np.array([[cos, -sin, card.x], [sin, cos, card.y], [0, 0, 1]])
    return np.asarray(move @ np.array([[1, 0, -0.5], [0, 1, -ratio / 2], [0, 0, 1.0]]), np.float64)


def _rect(x0: float, y0: float, x1: float, y1: float) -> NDArray[Any]:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


class _Canvas:
    """The picture while cards are laid on it, and which card each pixel belongs to."""

    def __init__(self, image: NDArray[Any]) -> None:
        self.image = image
        self.owner: NDArray[Any] = np.full(image.shape[:2], -1, np.int16)

    def lay(
        self,
        art: NDArray[Any],
        h: NDArray[Any],
        number: int,
        shadow: tuple[float, float, float],
        shade: float,
    ) -> None:
        """Lays a card's art (th, tw, 4) through ``h`` (texture pixels → picture), with the shadow it throws."""
        th, tw = art.shape[:2]
        corners = project(h, _rect(0, 0, tw, th))
        height, width = self.owner.shape
        low = np.floor(corners.min(axis=0)).astype(int) - 6
        high = np.ceil(corners.max(axis=0)).astype(int) + 7
        (x0, y0), (x1, y1) = np.maximum(low, 0).tolist(), np.minimum(high, (width, height)).tolist()
        if x0 >= x1 or y0 >= y1:
            return
        local = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ h
        warped = cv2.warpPerspective(art, local, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
        alpha = warped[:, :, 3:]
        dx, dy, dark = shadow
        move = np.array([[1, 0, dx], [0, 1, dy]], np.float64)
        cast = cv2.blur(cv2.warpAffine(alpha, move, alpha.shape[1::-1]), (5, 5))
        part = self.image[y0:y1, x0:x1]
        part *= 1 - dark * cast[:, :, None]
        part += (warped[:, :, :3] * shade - part) * alpha
        self.owner[y0:y1, x0:x1][alpha[:, :, 0] > 0.5] = number

    def visible(self, polygon: NDArray[Any], number: int) -> float:
        """Share of a polygon (n, 2) that belongs to the card and lies in the picture."""
        low = np.floor(polygon.min(axis=0)).astype(int)
        high = np.ceil(polygon.max(axis=0)).astype(int) + 1
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round(polygon - low).astype(np.int32), 1)
        total = int(mask.sum())
        (x0, y0), (x1, y1) = np.maximum(low, 0).tolist(), np.minimum(high, self.owner.shape[::-1]).tolist()
        if x0 >= x1 or y0 >= y1 or not total:
            return 0.0
        inside = mask[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0]]
        return float(((self.owner[y0:y1, x0:x1] == number) & (inside > 0)).sum() / total)


def _cover(canvas: _Canvas, glyph: float, rng: np.random.Generator) -> None:
    """A finger over a card's edge now and then: skin, belonging to no card."""
    h, w = canvas.owner.shape
    skin = np.array([rng.uniform(60, 160), rng.uniform(90, 190), rng.uniform(130, 235)], np.float32)
    mask = np.zeros((h, w), np.uint8)
    end = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
    side = rng.uniform(0, 2 * np.pi)
    start = (int(end[0] + np.cos(side) * w), int(end[1] + np.sin(side) * w))
    cv2.line(mask, start, end, 255, max(2, round(glyph * rng.uniform(0.5, 1.0))), cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, glyph * 0.04)).astype(np.float32)[:, :, None] / 255
    canvas.image += (skin - canvas.image) * soft
    canvas.owner[mask > 127] = -2


def _glyphs(canvas: _Canvas, deck: Deck, cards: list[PlacedCard], to_picture: list[NDArray[Any]]) -> list[GlyphTruth]:
    h, w = canvas.owner.shape
    out = []
    for number, (card, m) in enumerate(zip(cards, to_picture, strict=True)):
        for end, (x0, y0, x1, y1) in enumerate(deck.art[card.face].glyphs):
            polygon = project(m, _rect(x0, y0, x1, y1))
            if canvas.visible(polygon, number) < MIN_VISIBLE:
                continue
            low, high = polygon.min(axis=0), polygon.max(axis=0)
            if max(high - low) < MIN_PIXELS:
                continue
            low, high = np.maximum(low, 0), np.minimum(high, (w, h))
            mid = (x0 + x1) / 2
            tips = project(m, np.array([[mid, y0], [mid, y1]] if end == 0 else [[mid, y1], [mid, y0]]))
            out.append(
                GlyphTruth(
                    card.face,
                    (float(low[0]), float(low[1]), float(high[0]), float(high[1])),
                    (float(tips[0, 0]), float(tips[0, 1])),
                    (float(tips[1, 0]), float(tips[1, 1])),
                    number,
                )
            )
    return out


def _truth(
    hand: tuple[TrueColumn, ...],
    style: str,
    deck: Deck,
    cards: list[PlacedCard],
    to_picture: list[NDArray[Any]],
    size: tuple[int, int],
    hard: float,
    turn: float,
) -> dict[str, Any]:
    return {
        "style": style,
        "hard": hard > 0.5,
        "rotation": float(np.degrees(turn)),
        "columns": [{"type": c.type, "faces": c.faces, "shown": c.shown, "exposed": c.exposed} for c in hand],
        "cards": [
            {
                "id": n,
                "column": c.column,
                "face": c.face,
                "corners": project(m, _rect(0, 0, 1, deck.ratio)).round(1).tolist(),
                "glyphs": [project(m, _rect(*g)).round(1).tolist() for g in deck.art[c.face].glyphs],
            }
            for n, (c, m) in enumerate(zip(cards, to_picture, strict=True))
        ],
        "size": list(size),
        "deck": deck.source,
    }


def make_scene(
    deck: Deck,
    rng: np.random.Generator,
    size: tuple[int, int],
    fraction: tuple[float, float],
    *,
    hard_share: float = 0.35,
    bare_share: float = 0.15,
) -> Scene:
    """A picture of a random hand of ``deck``.

    Args:
        deck: whose cards lie there.
        rng: decides everything else.
        size: (width, height) in pixels.
        fraction: range of the share of the picture that the hand takes; above 1 only a part of the hand is seen.
        hard_share: share of pictures with bad light, blur and noise.
        bare_share: share of pictures without cards.

    """
    hard = float(rng.uniform(0.5, 1)) if rng.random() < hard_share else float(rng.uniform(0, 0.4))
    hand = random_hand(rng)
    style, cards = lay_out(hand, deck.ratio, rng)
    bare = rng.random() < bare_share
    if bare:
        hand, cards = (), []
    turn = (
        TURNS[int(rng.integers(4))] + float(rng.normal(0, 0.15))
        if rng.random() < 0.8
        else float(rng.uniform(0, 2 * np.pi))
    )
    tilt = float(rng.uniform(0, 0.8) * rng.uniform(0.2, 1)) if rng.random() < 0.7 else float(rng.uniform(0.4, 0.95))
    corners = [project(_card_to_table(c, deck.ratio), _rect(0, 0, 1, deck.ratio)) for c in cards if c.column >= 0]
    extent = np.concatenate(corners) if corners else _rect(-5, -5, 5, 5)
    camera = look(extent, size, turn, tilt, float(rng.uniform(*fraction)), rng)
    to_picture = [camera @ _card_to_table(c, deck.ratio) for c in cards]
    unit = project(camera, np.array([[0, 0], [1, 0], [0, 1.0]]))
    glyph = float(max(np.hypot(*(unit[1] - unit[0])), np.hypot(*(unit[2] - unit[0])), 4))

    canvas = _Canvas(make_background(size[1], size[0], rng, patterned=bare and rng.random() < PATTERNED))
    for _ in range(int(rng.integers(1, 5)) if bare else int(rng.choice(3, p=[0.55, 0.3, 0.15]))):
        spread = np.ptp(extent, axis=0) * (0.35 if bare else 0.6)
        middle = extent.mean(axis=0) + rng.normal(0, 1, 2) * spread
        strew(canvas.image, camera, (float(middle[0]), float(middle[1])), new_decoys(rng), rng)
    texture = min(WIDTH, max(8, round(glyph * 1.15)))
    art = {}
    for face in sorted({c.face for c in cards}):
        small = cv2.resize(deck.art[face].image, (texture, round(texture * deck.ratio)), interpolation=cv2.INTER_AREA)
        art[face] = small.astype(np.float32) * np.array([1, 1, 1, 1 / 255], np.float32)
    light = rng.uniform(-1, 1, 2) * glyph * 0.05
    shadow = (float(light[0]), float(light[1]), float(rng.uniform(0.1, 0.5)))
    for number, (card, m) in enumerate(zip(cards, to_picture, strict=True)):
        pixels = m @ np.diag([1 / texture, 1 / texture, 1.0])
        canvas.lay(art[card.face], pixels, number, shadow, float(rng.uniform(0.93, 1.03)))
    if rng.random() < 0.12:
        _cover(canvas, glyph, rng)
    image = expose(shine(canvas.image, rng, hard), rng, hard, glyph)
    glyphs = _glyphs(canvas, deck, cards, to_picture)
    return Scene(image, tuple(glyphs), _truth(hand, style, deck, cards, to_picture, size, hard, turn))
