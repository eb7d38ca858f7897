"""Tables without end: wood, stone, felt, woven, printed and checked cloth, bamboo, paper and plain plates, by place."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.fonts import background_photos
from datasets.proof.stock import linear

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[Any]

TILE = 256


@lru_cache(maxsize=8)
def _tile(number: int) -> Floats:
    """Smooth noise that repeats without a seam, mean 0 and deviation 1."""
    white = np.random.default_rng([99, number]).standard_normal((TILE, TILE)).astype(np.float32)
    wide = cv2.copyMakeBorder(white, 16, 16, 16, 16, cv2.BORDER_WRAP)
    soft = cv2.GaussianBlur(wide, (0, 0), 1.6)[16:-16, 16:-16]
    return np.asarray((soft - soft.mean()) / soft.std(), np.float32)


class Ground:
    """Places of the table seen by each pixel, and noise that lies there."""

    def __init__(self, x: Floats, y: Floats, rng: np.random.Generator) -> None:
        """``x`` and ``y``: millimetres (h, w)."""
        self.x, self.y, self.rng = x, y, rng
        across = np.hypot(np.gradient(x[len(x) // 2]), np.gradient(y[len(y) // 2]))
        self.pixel = float(np.median(across))

    def noise(self, grain: float, stretch: float = 1.0) -> Floats:
        """Noise whose grains are ``grain`` mm wide and ``stretch`` times as long; 0 where a pixel is far coarser."""
        if grain < 0.5 * self.pixel:
            return np.zeros_like(self.x)
        off = self.rng.uniform(0, TILE, 2)
        step = grain / 3
        u = np.mod(self.x / step + off[0], TILE).astype(np.float32)
        v = np.mod(self.y / (step * stretch) + off[1], TILE).astype(np.float32)
        tile = cv2.copyMakeBorder(_tile(int(self.rng.integers(8))), 0, 1, 0, 1, cv2.BORDER_WRAP)
        return np.asarray(cv2.remap(tile, u, v, cv2.INTER_LINEAR), np.float32)

    def cloudy(self, grain: float, octaves: int = 4, stretch: float = 1.0) -> Floats:
        """Noise of many sizes, from ``grain`` mm down."""
        total = np.zeros_like(self.x)
        for k in range(octaves):
            total += self.noise(grain / 2**k, stretch) / 1.7**k
        return total


def _mixed(low: tuple[float, ...], high: tuple[float, ...], share: Floats) -> Floats:
    a, b = linear(low), linear(high)
    return np.asarray(a + (b - a) * np.clip(share, 0, 1)[..., None], np.float32)


WOODS = (((28, 44, 78), (70, 110, 165)), ((50, 85, 130), (120, 165, 205)), ((18, 26, 46), (46, 62, 100)),
         ((95, 130, 165), (165, 195, 220)), ((20, 30, 75), (45, 65, 125)))  # fmt: skip
CLOTHS = ((45, 85, 35), (95, 60, 30), (40, 30, 110), (60, 60, 60), (120, 105, 80), (30, 95, 75), (70, 40, 80))


def wood(g: Ground) -> Floats:
    """Boards with grain and joints."""
    dark, light = WOODS[g.rng.integers(len(WOODS))]
    board = float(g.rng.uniform(60, 180))
    plank = np.floor(g.x / board + g.rng.random())
    tint = np.sin(plank * 12.9898 + 4.1) * 0.16
    rings = np.sin(g.x / g.rng.uniform(3, 8) + 2.2 * g.noise(60, 9))
    share = 0.5 + tint + 0.14 * rings + 0.10 * g.cloudy(5, 3, 14) + 0.05 * g.noise(0.8, 25)
    joint = np.abs(g.x / board + 0.0 - np.round(g.x / board)) * board < 0.5
    return _mixed(dark, light, np.asarray(share * np.where(joint, 0.55, 1.0), np.float32))


def stone(g: Ground) -> Floats:
    """Marble or granite."""
    light = g.rng.random() < 0.5
    if light:
        veins = 1 - np.abs(np.sin(g.x / 55 + g.y / 80 + 1.3 * g.cloudy(90, 5)))
        return _mixed((225, 228, 230), (120, 122, 126), np.asarray(veins**6 * 0.8 + 0.05 * g.noise(3), np.float32))
    base = 0.35 + 0.2 * g.noise(1.6) + 0.15 * g.noise(4) + 0.1 * g.noise(12)
    return _mixed((45, 44, 44), (175, 172, 170), base)


def felt(g: Ground) -> Floats:
    """Short fibres, one colour, now and then a sewn line."""
    colour = np.array(CLOTHS[g.rng.integers(len(CLOTHS))], float)
    share = 0.5 + 0.14 * g.noise(0.9) + 0.10 * g.noise(2.2, 2.5) + 0.06 * g.noise(140)
    out = _mixed(tuple(colour * 0.55), tuple(np.minimum(colour * 1.5, 255)), share)
    if g.rng.random() < 0.4:
        line = np.abs(np.maximum(np.abs(g.x), np.abs(g.y)) - g.rng.uniform(120, 260)) < 1.5
        out[line] = out[line] * 0.4 + linear((160, 190, 200)) * 0.6
    return out


def woven(g: Ground) -> Floats:
    """Threads over and under, in checks of two colours."""
    a, b = (np.array(CLOTHS[k], float) for k in g.rng.choice(len(CLOTHS), 2, replace=False))
    step = float(g.rng.uniform(14, 45))
    check = (np.mod(g.x, step) < step / 2).astype(np.float32) + (np.mod(g.y, step) < step / 2)
    if g.rng.random() < 0.3:
        check = 2 * (np.mod(g.x, step) < step * 0.3).astype(np.float32)
    thread = 0.08 * np.sin(g.x * 2 * np.pi / 0.9) * np.sin(g.y * 2 * np.pi / 0.9) if g.pixel < 0.4 else 0
    pale = tuple(np.minimum(b + 110, 255))
    return _mixed(tuple(a * 0.9), pale, np.asarray(check / 2 + thread + 0.04 * g.cloudy(3, 2), np.float32))


def printed(g: Ground) -> Floats:
    """Cloth printed with flowers, rings and leaves."""
    ground, ink = (np.array(CLOTHS[k], float) for k in g.rng.choice(len(CLOTHS), 2, replace=False))
    if g.rng.random() < 0.6:
        ground = np.minimum(ground + 120, 245)
    step = float(g.rng.uniform(22, 60))
    line = np.floor(g.y / step)
    u = np.mod(g.x + line % 2 * step / 2, step) / step - 0.5
    v = np.mod(g.y, step) / step - 0.5
    radius, turn = np.hypot(u, v), np.arctan2(v, u)
    petals = int(g.rng.integers(4, 9))
    flower = radius < 0.26 + 0.12 * np.cos(petals * turn)
    heart = radius < 0.08
    share = flower.astype(np.float32) * 0.9 - heart * 0.6 + 0.05 * g.noise(1.0)
    if g.rng.random() < 0.4:
        share = np.maximum(share, (np.abs(radius - 0.46) < 0.02).astype(np.float32))
    return _mixed(tuple(ground), tuple(ink), np.asarray(share, np.float32))


def bamboo(g: Ground) -> Floats:
    """A mat of thin strips."""
    step = float(g.rng.uniform(3, 9))
    strip = np.floor(g.x / step)
    round_ = np.sqrt(np.clip(1 - (2 * np.mod(g.x, step) / step - 1) ** 2, 0, 1))
    share = 0.25 + 0.5 * round_ + 0.12 * np.sin(strip * 7.7) + 0.06 * g.cloudy(2, 3, 20)
    return _mixed((40, 75, 110), (130, 185, 215), np.asarray(share, np.float32))


def plate(g: Ground) -> Floats:
    """Plastic, glass or laminate of nearly one colour."""
    colour = np.clip(g.rng.uniform(40, 225) + g.rng.normal(0, 14, 3), 5, 250)
    share = 0.5 + 0.05 * g.noise(200) + 0.03 * g.noise(1.2)
    return _mixed(tuple(colour * 0.8), tuple(np.minimum(colour * 1.15, 255)), share)


def photo(g: Ground) -> Floats:
    """A photograph lies under the cards (pictures that training uses too; plain where none is installed)."""
    found = background_photos()
    image = cv2.imread(str(found[g.rng.integers(len(found))])) if found else None
    if image is None:
        return plate(g)
    h, w = image.shape[:2]
    scale = max(1, max(h, w) // 1400)
    small = cv2.resize(image, (w // scale, h // scale), interpolation=cv2.INTER_AREA)
    step = 700 / max(small.shape[:2])
    u = (g.x / step + small.shape[1] / 2).astype(np.float32)
    v = (g.y / step + small.shape[0] / 2).astype(np.float32)
    return linear(cv2.remap(small, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))


SURFACES: dict[str, Callable[[Ground], Floats]] = {
    f.__name__: f for f in (wood, stone, felt, woven, printed, bamboo, plate)
}


def surface(name: str, x: NDArray[Any], y: NDArray[Any], rng: np.random.Generator) -> Floats:
    """Linear BGR (h, w, 3) of a table at places ``x``, ``y`` in millimetres, turned at random."""
    turn = rng.uniform(0, np.pi)
    cos, sin = np.cos(turn), np.sin(turn)
    ground = Ground((x * cos - y * sin).astype(np.float32), (x * sin + y * cos).astype(np.float32), rng)
    return np.asarray(np.clip({**SURFACES, "photo": photo}[name](ground), 0.002, 1.0))
