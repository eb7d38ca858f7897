"""A deck as it comes from the printer: card stock, ends, characters at both ends, seals, ornaments and backs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from zlib import crc32

import cv2
import numpy as np

from datasets.proof.ink import DeckSpec, any_letter, letter
from scorer.faces import FACES, is_big, is_red

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

WIDE = 152
"""Pixels across a card's drawing."""
RIM = 3
"""Empty pixels around it, so that its edge is smooth."""
Quad = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Art:
    """A flat thing to lay on the table.

    Attributes:
        levels: float32 (h, w, 4) linear BGR and coverage, each level half the one before.
        size: (width, length) in millimetres.
        quads: corners of each character in millimetres from the middle, x right and y down; first corner left of head.

    """

    levels: tuple[Floats, ...]
    size: tuple[float, float]
    quads: tuple[Quad, ...] = ()


@dataclass(frozen=True)
class Deck:
    """Twenty faces and a back, and how the cards behave."""

    id: str
    art: dict[str, Art]
    thick: float
    gloss: float
    rough: float
    bend: float


def linear(colour: tuple[float, ...] | NDArray[Any]) -> Floats:
    """SRGB 0…255 to linear light 0…1."""
    c = np.asarray(colour, np.float32) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4).astype(np.float32)


def levels_of(image: Floats) -> tuple[Floats, ...]:
    """An image and its halves, premultiplied so that the edge does not bleed."""
    out = [image]
    while min(out[-1].shape[:2]) > 12:
        out.append(cv2.resize(out[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    return tuple(out)


def outline(high: int, wide: int, radius: float) -> Floats:
    """Coverage (high, wide) of a card with rounded corners, ``RIM`` empty pixels around it."""
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    half = np.array([(wide - 1) / 2, (high - 1) / 2])
    dx = np.abs(x - half[0]) - (half[0] - RIM - radius)
    dy = np.abs(y - half[1]) - (half[1] - RIM - radius)
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0) - radius
    return np.asarray(np.clip(0.5 - outside, 0, 1).astype(np.float32))


def blend(image: Floats, mask: Floats, colour: Floats, left: int, top: int) -> None:
    """Prints ``mask`` in ``colour`` at a place, in light."""
    h, w = mask.shape
    y0, x0, y1, x1 = max(top, 0), max(left, 0), min(top + h, image.shape[0]), min(left + w, image.shape[1])
    if y1 <= y0 or x1 <= x0:
        return
    part = mask[y0 - top : y1 - top, x0 - left : x1 - left, None]
    image[y0:y1, x0:x1, :3] = image[y0:y1, x0:x1, :3] * (1 - part) + part * colour


def resized(mask: Floats, width: float, height: float) -> Floats:
    """A mask at another size."""
    size = max(3, round(width)), max(3, round(height))
    how = cv2.INTER_AREA if size[0] < mask.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(mask, size, interpolation=how), np.float32)


def latin(text: str, scale: float, size: tuple[int, int], at: tuple[int, int], thick: int = 1) -> Floats:
    """Latin letters or figures as a mask of ``size`` (width, height)."""
    drawn = np.zeros((size[1], size[0]), np.uint8)
    cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, 255, thick, cv2.LINE_AA)
    return np.asarray(drawn, np.float32) / 255


STOCKS = ((244, 248, 250), (236, 244, 246), (214, 232, 240), (196, 220, 234), (170, 204, 222), (250, 250, 250))
REDS = ((40, 36, 205), (30, 30, 180), (52, 60, 190), (36, 20, 160), (60, 50, 225))
BLACKS = ((22, 20, 20), (38, 34, 30), (52, 40, 34), (12, 12, 14))
SEALS = ("龙", "泸", "川", "福", "金", "王", "梅", "飞马", "天府", "双龙", "凤")


class Printer:
    """Prints the cards of one deck."""

    def __init__(self, spec: DeckSpec, seed: list[int]) -> None:
        self.rng = np.random.default_rng([*seed, 7])
        rng = self.rng
        self.spec = spec
        self.width = float(rng.uniform(19, 25))
        self.ratio = float(rng.uniform(3.75, 4.5) if rng.random() < 0.85 else rng.uniform(3.0, 3.6))
        self.wide = WIDE + 2 * RIM
        self.high = round(WIDE * self.ratio) + 2 * RIM
        self.paper = linear(np.clip(np.array(STOCKS[rng.integers(len(STOCKS))]) + rng.normal(0, 4, 3), 0, 255))
        self.red, self.black = (linear(np.array(c[rng.integers(len(c))])) for c in (REDS, BLACKS))
        self.radius = float(rng.choice([rng.uniform(4, 12), rng.uniform(18, 40), WIDE / 2], p=[0.5, 0.25, 0.25]))
        self.masks = letter(spec, seed)
        self.fill = float(rng.uniform(0.80, 0.94))
        self.stretch = float(rng.uniform(1.0, 1.22))
        self.small = float(rng.choice([rng.uniform(0.72, 0.85), rng.uniform(0.88, 1.0)]))
        self.inset = float(rng.uniform(0.02, 0.08) if self.radius < 60 else rng.uniform(0.05, 0.10))
        big = [m.shape[1] for f, m in self.masks.items() if is_big(f)]
        self.scale = self.fill * WIDE / float(np.median(big))
        self.seal = self._seal() if rng.random() < 0.45 else None
        self.frame = rng.random() < 0.3
        self.ornament = int(rng.integers(1, 4)) if self.seal is None and rng.random() < 0.35 else 0

    def _seal(self) -> tuple[Floats, Floats]:
        """A round red seal with one or two characters and a small ®: (ring and ground, characters)."""
        rng = self.rng
        side = round(WIDE * rng.uniform(0.42, 0.66))
        ground = np.zeros((side, side), np.float32)
        middle, radius = (side // 2, side // 2), side // 2 - 2
        solid = rng.random() < 0.5
        cv2.circle(ground, middle, radius, 1.0, -1 if solid else 3, cv2.LINE_AA)
        text = SEALS[rng.integers(len(SEALS))]
        try:
            drawn = any_letter(rng, (self.spec.font,), text[:1], 80)
            more = [any_letter(rng, (self.spec.font,), c, 80) for c in text[1:]]
        except ValueError:  # this lettering has other characters than the seal's
            drawn, more = self.masks["b1"] * 0, []
        marks = np.zeros_like(ground)
        parts = [drawn, *more]
        room = radius * 1.25
        for k, part in enumerate(parts):
            tall = room / len(parts)
            shape = resized(part, min(room * 0.8, tall * 1.2), tall * 0.92)
            top = round(side / 2 - room / 2 + k * tall)
            left = round(side / 2 - shape.shape[1] / 2)
            marks[top : top + shape.shape[0], left : left + shape.shape[1]] = shape
        if not solid:
            return np.maximum(ground, marks), np.zeros_like(ground)
        return ground, marks

    def _sheet(self) -> Floats:
        """Blank stock with its grain and a little wear."""
        rng = self.rng
        grain = cv2.GaussianBlur(rng.standard_normal((self.high, self.wide)).astype(np.float32), (0, 0), 1.2)
        stain = cv2.resize(rng.standard_normal((9, 4)).astype(np.float32), (self.wide, self.high))
        image = np.empty((self.high, self.wide, 4), np.float32)
        image[..., :3] = self.paper * (1 + 0.015 * grain + 0.02 * stain)[..., None]
        image[..., 3] = 1
        return image

    def _finished(self, image: Floats, quads: tuple[Quad, ...]) -> Art:
        alpha = outline(self.high, self.wide, self.radius)
        inner = cv2.erode(alpha, np.ones((5, 5), np.uint8))
        worn = 0.06 + 0.12 * float(self.rng.random())
        image[..., :3] *= (1 - worn * (alpha - inner))[..., None]  # the rim is rubbed and catches dirt
        image[..., 3] = alpha
        image[..., :3] *= alpha[..., None]
        return Art(levels_of(image), (self.width * self.wide / WIDE, self.width * self.high / WIDE), quads)

    def _quad(self, left: float, top: float, width: float, height: float, *, turned: bool) -> Quad:
        mm = self.width / WIDE
        x0, x1 = (left - self.wide / 2) * mm, (left + width - self.wide / 2) * mm
        y0, y1 = (top - self.high / 2) * mm, (top + height - self.high / 2) * mm
        quad = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        return tuple((-x, -y) for x, y in quad) if turned else quad

    def face(self, face: str) -> Art:
        """One of the twenty faces."""
        image = self._sheet()
        self._middle(image)
        mask = self.masks[face]
        scale = self.scale * (1.0 if is_big(face) else self.small)
        width = min(mask.shape[1] * scale, 0.95 * WIDE)
        height = min(mask.shape[0] * scale * self.stretch, 1.32 * WIDE)
        if not is_big(face) and mask.shape[0] > 0.5 * mask.shape[1]:
            height = max(height, 0.55 * WIDE)
        shape = resized(mask, width, height)
        jitter = self.rng.normal(0, 0.008 * WIDE, 2)
        left = round((self.wide - shape.shape[1]) / 2 + jitter[0])
        top = round(RIM + self.inset * WIDE * 1.4 + abs(jitter[1]))
        if face == "s1":
            top += round(0.25 * self.scale * self.masks["s3"].shape[0])
        blend(image, shape, self.red if is_red(face) else self.black, left, top)
        turned = np.ascontiguousarray(image[::-1, ::-1])
        half = self.high // 2
        image[half:] = turned[half:]
        sides = (left, top, shape.shape[1], shape.shape[0])
        first = self._quad(*sides, turned=False)
        second = self._quad(*sides, turned=True)
        self._stamp(image)
        return self._finished(image, (first, second))

    def _middle(self, image: Floats) -> None:
        """Frame and ornament, which stand the same both ways up."""
        ink = self.red if self.rng.random() < 0.5 else self.black
        if self.frame:
            m, r = RIM + 7, max(2, round(self.radius) - 7)
            mask = outline(self.high - 2 * m, self.wide - 2 * m, r)
            line = mask - cv2.erode(mask, np.ones((3, 3), np.uint8))
            blend(image, np.asarray(0.7 * line, np.float32), ink, m, m)
        middle, half = (self.wide // 2, self.high // 2), round(0.35 * WIDE)
        mask = np.zeros((self.high, self.wide), np.float32)
        if self.ornament == 1:
            cv2.ellipse(mask, middle, (half // 2, half), 0, 0, 360, 1.0, 2, cv2.LINE_AA)
            cv2.ellipse(mask, middle, (half // 4, half // 2), 0, 0, 360, 1.0, 2, cv2.LINE_AA)
        elif self.ornament == 2:
            points = np.array([(0, -half), (half // 2, 0), (0, half), (-half // 2, 0)]) + middle
            cv2.polylines(mask, [points.astype(np.int32)], isClosed=True, color=1.0, thickness=2, lineType=cv2.LINE_AA)
        elif self.ornament == 3:
            for k in (-1, 0, 1):
                cv2.circle(mask, (middle[0], middle[1] + k * half // 2), half // 5, 1.0, 2, cv2.LINE_AA)
        blend(image, mask, ink, 0, 0)

    def _stamp(self, image: Floats) -> None:
        if self.seal is None:
            return
        ground, marks = self.seal
        left, top = (self.wide - ground.shape[1]) // 2, (self.high - ground.shape[0]) // 2
        blend(image, ground, self.red, left, top)
        blend(image, marks, self.paper, left, top)
        sign = np.zeros((15, 15), np.float32)
        cv2.circle(sign, (7, 7), 6, 1.0, 1, cv2.LINE_AA)
        sign = np.maximum(sign, latin("R", 0.3, (15, 15), (4, 11)))
        blend(image, sign, self.red, left + ground.shape[1] + 2, top + ground.shape[0] - 14)

    def back(self) -> Art:
        """The back: one colour, a lattice or a small pattern, often with a white rim."""
        rng = self.rng
        image = self._sheet()
        hue = linear(
            np.array([(150, 60, 30), (40, 40, 150), (60, 110, 40), (120, 80, 90), (70, 70, 70), (40, 90, 170)])[
                rng.integers(6)
            ]
        )
        light = 0.55 * hue + 0.45 * self.paper
        m = RIM + (round(rng.uniform(6, 16)) if rng.random() < 0.7 else 0)
        ground = outline(self.high - 2 * (m - RIM), self.wide - 2 * (m - RIM), max(2.0, self.radius - m))
        blend(image, ground, hue, m - RIM, m - RIM)
        y, x = np.mgrid[0 : ground.shape[0], 0 : ground.shape[1]].astype(np.float32)
        step = float(rng.uniform(11, 26))
        kind = int(rng.integers(5))
        if kind == 0:
            lines = np.maximum(np.cos((x + y) * 2 * np.pi / step), np.cos((x - y) * 2 * np.pi / step)) > 0.9
        elif kind == 1:
            lines = np.hypot((x % step) - step / 2, (y % step) - step / 2) < step * 0.22
        elif kind == 2:
            lines = np.abs(np.hypot((x + (y // step % 2) * step / 2) % step - step / 2, y % step) - step * 0.4) < 1.6
        elif kind == 3:
            lines = np.cos(y * 2 * np.pi / step + 2.0 * np.sin(x * 2 * np.pi / (1.7 * step))) > 0.8
        else:
            lines = np.zeros_like(x, bool)
        pattern = cv2.GaussianBlur(lines.astype(np.float32), (0, 0), 0.8) * ground
        blend(image, np.asarray(pattern, np.float32), light, m - RIM, m - RIM)
        size = 0.92 * WIDE
        sides = ((self.wide - size) / 2, RIM + 0.04 * WIDE, size, size)
        return self._finished(image, (self._quad(*sides, turned=False), self._quad(*sides, turned=True)))


def print_deck(spec: DeckSpec, seed: int) -> Deck:
    """Prints a whole deck."""
    printer = Printer(spec, [seed, crc32(f"{spec.id}/{spec.forms}".encode())])
    art = {face: printer.face(face) for face in FACES}
    art["back"] = printer.back()
    rng = printer.rng
    plastic = rng.random() < 0.75
    return Deck(
        id=spec.id,
        art=art,
        thick=float(rng.uniform(0.3, 0.6)),
        gloss=float(rng.uniform(0.5, 1.0) if plastic else rng.uniform(0.05, 0.2)),
        rough=float(rng.uniform(0.05, 0.11) if plastic else rng.uniform(0.2, 0.3)),
        bend=float(rng.uniform(0.2, 2.2)),
    )
