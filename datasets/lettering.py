"""A lettering: the twenty characters of one deck as ink masks, from a font or a brush, made uneven as printing does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.brush import Hand, new_hand, stroke_data, wild_hand, write_character
from datasets.fonts import CANVAS, EM, VARIANTS, FontSource, draw_character, forms, installed
from scorer.faces import CHARACTERS, FACES

if TYPE_CHECKING:
    from numpy.typing import NDArray

BRUSH_SHARE = 0.6
"""Share of training decks written by the brush; fonts alone are too few and too thin."""
HEAVY = 0.55
"""A lettering that fills more of its boxes with ink is not made fatter: no one could read its blots."""
FATTENED, INK, FATTEST = 0.6, (0.38, 0.6), 15
"""Share of thin letterings that are made as heavy as real decks, how much of their boxes is then ink, and by how many
pixels at most their strokes are made wider.
"""


@dataclass(frozen=True)
class Lettering:
    """Twenty ink masks, float32 (CANVAS, CANVAS) in [0, 1], by face code, and where they come from."""

    source: str
    masks: dict[str, NDArray[Any]]


def _choose(options: tuple[tuple[str, float], ...], rng: np.random.Generator) -> str:
    weights = np.array([w for _, w in options])
    return options[int(rng.choice(len(options), p=weights / weights.sum()))][0]


def _field(rng: np.random.Generator, knots: int, amount: float) -> NDArray[Any]:
    """A smooth random displacement, float32 (CANVAS, CANVAS), in pixels."""
    coarse = rng.normal(0, amount, (knots, knots)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC), np.float32)


@dataclass(frozen=True)
class Press:
    """How a deck's characters are changed on their way to the card, the same for all twenty."""

    shear: float
    warp: float
    weight: float
    blur: float
    rough: float
    turn: float
    fat: int
    """Pixels by which every stroke is made wider, as the heavy hands of real decks are."""
    stretch: tuple[float, float, float, float]
    """Parts of a character grow at the cost of others: amount in pixels and phase, across and down."""

    @staticmethod
    def draw(rng: np.random.Generator, *, thin: bool, fat: int = 0) -> Press:
        """Draws the habits of one press; thin letterings may get more weight."""
        return Press(
            shear=float(rng.normal(0, 0.05)),
            warp=float(rng.uniform(0, 2.2) if rng.random() < 0.75 else rng.uniform(2.2, 4.5)),
            weight=float(rng.uniform(-0.18, 0.38)) if thin else float(rng.uniform(-0.12, 0.12)),
            blur=float(rng.uniform(0.8, 2.6)),
            rough=float(rng.uniform(0, 0.25) ** 2 * 4),
            turn=float(rng.normal(0, 2.0)),
            fat=fat,
            stretch=tuple(rng.uniform((0, 0, 0, 0), (4.5, 2 * np.pi, 4.5, 2 * np.pi)).tolist()),
        )

    def apply(self, mask: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
        """The character after warping, spreading ink and roughening its edge; same shape as ``mask``."""
        ys, xs = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)
        mid = CANVAS / 2
        angle = np.radians(self.turn)
        across, at_x, down, at_y = self.stretch
        xs = xs + across * np.sin(2 * np.pi * xs / EM + at_x)
        ys = ys + down * np.sin(2 * np.pi * ys / EM + at_y)
        mask = fattened(mask, self.fat)
        dx, dy = xs - mid, ys - mid
        sx = mid + dx * np.cos(angle) - dy * np.sin(angle) + self.shear * dy + _field(rng, 4, self.warp)
        sy = mid + dx * np.sin(angle) + dy * np.cos(angle) + _field(rng, 4, self.warp)
        moved = cv2.remap(mask, sx.astype(np.float32), sy.astype(np.float32), cv2.INTER_LINEAR)
        spread = np.clip(cv2.GaussianBlur(moved, (0, 0), self.blur), 0, 1)
        if self.rough > 0.02:
            spread = spread + _field(rng, 40, self.rough) * spread * (1 - spread) * 4
        level = 0.5 - self.weight
        softness = min(self.blur / 3, 1.8 * level)  # blank paper must stay blank
        out = np.clip((spread - level) / softness + 0.5, 0, 1).astype(np.float32)
        return out if out.max() > 0.5 else moved


def fattened(mask: NDArray[Any], fat: int) -> NDArray[Any]:
    """The character with strokes that are ``fat`` pixels wider."""
    if not fat:
        return mask
    return np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (fat, fat))), np.float32)


def heavy_enough(masks: dict[str, NDArray[Any]], share: float) -> int:
    """By how many pixels strokes must be made wider until the large faces fill that ``share`` of their boxes."""
    for fat in range(FATTEST):
        if ink_share({face: fattened(mask, fat) for face, mask in masks.items()}) >= share:
            return fat
    return FATTEST


def _brushed(face: str, hand: Hand, rng: np.random.Generator) -> NDArray[Any]:
    known = tuple(o for o in VARIANTS.get(face, ((CHARACTERS[face], 1.0),)) if o[0] in stroke_data())
    return write_character(_choose(known, rng), hand, rng)


def from_font(source: FontSource, rng: np.random.Generator) -> Lettering:
    """The lettering of a font; a face that it lacks (many Japanese fonts have no 柒) is written by the brush."""
    hand = new_hand(rng)
    drawn = {}
    for face in FACES:
        options = forms(source, face, CHARACTERS[face])
        drawn[face] = draw_character(source, _choose(options, rng)) if options else _brushed(face, hand, rng)
    thin = ink_share(drawn) < HEAVY
    fat = heavy_enough(drawn, float(rng.uniform(*INK))) if thin and rng.random() < FATTENED else 0
    press = Press.draw(rng, thin=thin, fat=fat)
    return Lettering(source.id, {face: press.apply(mask, rng) for face, mask in drawn.items()})


def ink_share(masks: dict[str, NDArray[Any]]) -> float:
    """Share of their boxes that the ten large faces fill with ink, 0…1."""
    shares = []
    for face in FACES[10:]:
        x0, y0, x1, y1 = ink_box(masks[face])
        shares.append(float(masks[face][y0:y1, x0:x1].mean()))
    return float(np.mean(shares))


def from_brush(rng: np.random.Generator, hand: Hand | None = None) -> Lettering:
    """A lettering that no font holds, by a ``hand`` or by any."""
    hand = hand or new_hand(rng)
    press = Press.draw(rng, thin=False)
    masks = {}
    for face in FACES:
        mask = _brushed(face, hand, rng)
        if face == "s7" and rng.random() < 0.15:  # some towns print a 七 that is nearly an X
            turn = cv2.getRotationMatrix2D((CANVAS / 2, CANVAS / 2), float(rng.uniform(10, 28)), 1.0)
            mask = np.asarray(cv2.warpAffine(mask, turn, (CANVAS, CANVAS)), np.float32)
        masks[face] = press.apply(mask, rng)
    return Lettering("brush", masks)


def new_lettering(rng: np.random.Generator, split: str) -> Lettering:
    """A lettering for a deck of one split.

    Args:
        rng: decides everything else.
        split: "train" (fonts and brush), "val" (held-out fonts only, brush if none), or "wild" (a brush in a hurry).

    """
    if split == "wild":
        return from_brush(rng, wild_hand(rng))
    fonts = installed(split)
    if fonts and (split == "val" or rng.random() >= BRUSH_SHARE):
        return from_font(fonts[int(rng.integers(len(fonts)))], rng)
    return from_brush(rng)


def ink_box(mask: NDArray[Any]) -> tuple[int, int, int, int]:
    """(x0, y0, x1, y1) of the ink in pixels of the mask; the em square when there is none."""
    ys, xs = np.nonzero(mask > 0.35)
    if not len(xs):
        a = (CANVAS - EM) // 2
        return a, a, CANVAS - a, CANVAS - a
    return int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1
