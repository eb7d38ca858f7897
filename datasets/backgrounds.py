"""What lies under and beside the cards: tables, cloth, wood, photos of other things, printed text, coins, fingers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.fonts import background_photos, draw_character, text_font

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

OTHER_TEXT = "春夏秋冬东南西北中发白福禄寿喜万条筒上下左右大小天地人和茶酒红黑王"
PHOTO_SIDE = 900
MOTIF = 128
Motif = tuple["NDArray[Any]", "NDArray[Any]"]
"""A figure printed on cloth: its ink (MOTIF, MOTIF), 0 none … 1 full, and its colours (MOTIF, MOTIF, 3) BGR."""


def _noise(h: int, w: int, cells: tuple[int, int], rng: np.random.Generator) -> NDArray[Any]:
    """Smooth noise about 0 with unit spread, float32 (h, w), with the given number of cells (down, across)."""
    coarse = rng.normal(0, 1, (max(2, cells[0]), max(2, cells[1]))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)


def tint(rng: np.random.Generator, value: tuple[float, float] = (25, 240), most: float = 200) -> NDArray[Any]:
    """Any colour, float32 (3,) BGR, with a ``value`` in this range and a saturation of at ``most`` this (of 255)."""
    hue, sat, val = rng.uniform(0, 180), rng.uniform(0, most), rng.uniform(*value)
    pixel = np.array([[[hue, sat, val]]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


@lru_cache(maxsize=80)
def _photo(path: Path) -> NDArray[Any] | None:
    image = cv2.imread(str(path), cv2.IMREAD_REDUCED_COLOR_2)
    if image is None or min(image.shape[:2]) < 64:
        return None
    scale = PHOTO_SIDE / min(image.shape[:2])
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _from_photo(h: int, w: int, rng: np.random.Generator) -> NDArray[Any] | None:
    paths = background_photos()
    if not paths:
        return None
    photo = _photo(paths[int(rng.integers(len(paths)))])
    if photo is None:
        return None
    side = int(rng.uniform(0.3, 1.0) * min(photo.shape[:2]))
    y, x = int(rng.integers(photo.shape[0] - side + 1)), int(rng.integers(photo.shape[1] - side + 1))
    part = np.rot90(photo[y : y + side, x : x + side], int(rng.integers(4)))
    return np.asarray(cv2.resize(part, (w, h), interpolation=cv2.INTER_LINEAR), np.float32)


def _wood(image: NDArray[Any], rng: np.random.Generator) -> None:
    """Long grain."""
    h, w = image.shape[:2]
    cells = (int(rng.integers(2, 6)), int(rng.integers(40, 120)))
    grain = _noise(h, w, cells if rng.random() < 0.5 else cells[::-1], rng)
    image *= 1 + 0.15 * grain[:, :, None] * rng.uniform(0.3, 1.2)


def _weave(image: NDArray[Any], rng: np.random.Generator) -> None:
    """Cloth whose threads are seen."""
    h, w = image.shape[:2]
    period = int(rng.integers(3, 40))
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    weave = np.sin(xs * 2 * np.pi / period) * np.sin(ys * 2 * np.pi / period)
    image += weave[:, :, None] * rng.uniform(2, 35) * rng.uniform(0.3, 1, 3).astype(np.float32)


def _stone(image: NDArray[Any], rng: np.random.Generator) -> None:
    """Clouds, speckles of up to full contrast, and veins where a smooth field changes its sign."""
    h, w = image.shape[:2]
    for side in (4, 12, 40):
        image += _noise(h, w, (side, side), rng)[:, :, None] * rng.uniform(3, 22)
    if rng.random() < 0.4:
        side = int(rng.integers(40, 200))
        image += np.clip(_noise(h, w, (side, side), rng) * rng.uniform(1, 4), -1, 1)[:, :, None] * rng.uniform(10, 90)
    if rng.random() < 0.4:
        side = int(rng.integers(4, 16))
        field = _noise(h, w, (side, side), rng) + _noise(h, w, (side * 4, side * 4), rng) * 0.25
        vein = np.exp(-((field / rng.uniform(0.01, 0.06)) ** 2))
        image += (tint(rng) - image) * (vein * rng.uniform(0.3, 0.9))[:, :, None]


def _boards(image: NDArray[Any], rng: np.random.Generator) -> None:
    """Edges of boards."""
    h, w = image.shape[:2]
    for _ in range(int(rng.integers(1, 9))):
        a, b = rng.uniform(0, w, 2), rng.uniform(0, h, 2)
        line = tuple(float(c) for c in tint(rng))
        cv2.line(image, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), line, int(rng.integers(1, 9)), cv2.LINE_AA)


def _turned(image: NDArray[Any], rng: np.random.Generator) -> tuple[NDArray[Any], NDArray[Any]]:
    """Coordinates along and across a cloth that lies turned, in pixels, each float32 (h, w)."""
    h, w = image.shape[:2]
    angle = float(rng.uniform(0, np.pi))
    cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    return xs * cos + ys * sin, ys * cos - xs * sin


def _printed_cloth(image: NDArray[Any], rng: np.random.Generator) -> None:
    """A pattern of strong colours, turned: checks, stripes, dots, joints between tiles.

    Its squares and dots are as large as characters and as regular as backs of cards, and are neither.
    """
    period = float(rng.uniform(0.015, 0.25) * min(image.shape[:2]))
    along, across = _turned(image, rng)
    u, v = along / period % 1, across / (period * rng.uniform(0.6, 1.6)) % 1
    share, kind = float(rng.uniform(0.2, 0.6)), rng.random()
    if kind < 0.4:  # where two stripes cross, the colour is full
        ink = ((u < share).astype(np.float32) + (v < share)) / 2
    elif kind < 0.6:
        ink = (u < share).astype(np.float32)
    elif kind < 0.8:
        ink = (np.hypot(u - 0.5, v - 0.5) < share * 0.7).astype(np.float32)
    else:
        joint = float(rng.uniform(0.02, 0.1))
        ink = ((u < joint) | (v < joint)).astype(np.float32)
    image += (tint(rng) - image) * (cv2.blur(ink, (3, 3)) * rng.uniform(0.4, 1.0))[:, :, None]


def _plaid(image: NDArray[Any], rng: np.random.Generator) -> None:
    """Woven checks of several colours and widths, the same both ways."""
    period = float(rng.uniform(0.04, 0.4) * min(image.shape[:2]))
    ways = [line / period % 1 for line in _turned(image, rng)]
    thread = np.float32(rng.uniform(0.3, 0.6))
    for _ in range(int(rng.integers(2, 6))):
        start, width = rng.uniform(0, 1), rng.uniform(0.02, 0.4)
        color, dense = tint(rng), thread * np.float32(rng.uniform(0.5, 1.4))
        for way in ways:
            image += (color - image) * (((way - start) % 1 < width) * dense)[:, :, None]


def _flower(rng: np.random.Generator) -> Motif:
    ys, xs = (np.mgrid[0:MOTIF, 0:MOTIF].astype(np.float32) + 0.5) / MOTIF * 2 - 1
    colors, ink = np.zeros((MOTIF, MOTIF, 3), np.float32), np.zeros((MOTIF, MOTIF), np.float32)
    radius, turn = np.hypot(xs, ys), np.arctan2(ys, xs) + rng.uniform(0, 2 * np.pi)
    petals = int(rng.integers(3, 10))
    deep = rng.uniform(0.05, 0.35)
    wave = np.cos(petals * turn) if rng.random() < 0.6 else 2 * np.abs(np.cos(petals * turn / 2)) - 1
    for size in rng.uniform(0.45, 0.95) * np.array([1.0, rng.uniform(0.45, 0.8), rng.uniform(0.12, 0.3)]):
        part = radius < size * (1 - deep + deep * wave)
        colors[part], ink[part] = tint(rng), rng.uniform(0.7, 1.0)
    if rng.random() < 0.4:
        ring = np.abs(radius - rng.uniform(0.7, 0.98)) < rng.uniform(0.02, 0.08)
        colors[ring], ink[ring] = tint(rng), 1.0
    return ink, colors


def _petals(rng: np.random.Generator) -> Motif:
    """Leaves or petals about a middle, each apart from the next: seen small, its strokes are those of a character."""
    ink, colors = np.zeros((MOTIF, MOTIF), np.float32), np.zeros((MOTIF, MOTIF, 3), np.float32)
    count, turn = int(rng.integers(2, 9)), float(rng.uniform(0, 360))
    near, far, wide = rng.uniform(0.0, 0.25), rng.uniform(0.55, 0.95), rng.uniform(0.06, 0.3)
    middle, petal, heart = MOTIF // 2, tint(rng), tint(rng)
    mask = np.zeros((MOTIF, MOTIF), np.uint8)
    for k in range(count):
        angle = turn + 360 * k / count
        at = middle * (1 + (near + far) / 2 * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]))
        axes = (max(2, round((far - near) / 2 * middle)), max(1, round(wide * middle)))
        cv2.ellipse(mask, at.round().astype(int).tolist(), axes, angle, 0, 360, 255, -1, cv2.LINE_AA)
    colors[:] = petal
    ink[:] = mask.astype(np.float32) / 255
    if rng.random() < 0.5:
        dot = np.zeros((MOTIF, MOTIF), np.uint8)
        cv2.circle(dot, (middle, middle), round(middle * rng.uniform(0.08, 0.3)), 255, -1, cv2.LINE_AA)
        colors[dot > 0] = heart
        ink = np.maximum(ink, dot.astype(np.float32) / 255)
    if rng.random() < 0.4:
        ring = np.zeros((MOTIF, MOTIF), np.uint8)
        cv2.circle(ring, (middle, middle), round(middle * 0.93), 255, int(rng.integers(1, 7)), cv2.LINE_AA)
        ink = np.maximum(ink, ring.astype(np.float32) / 255)
    return ink, colors


def _ornament(rng: np.random.Generator) -> Motif:
    colors, ink = np.zeros((MOTIF, MOTIF, 3), np.float32), np.zeros((MOTIF, MOTIF), np.float32)
    palette = [tint(rng) for _ in range(int(rng.integers(1, 4)))]
    for _ in range(int(rng.integers(2, 9))):
        stroke = np.zeros((MOTIF, MOTIF), np.uint8)
        a, b = rng.integers(0, MOTIF, 2).tolist(), rng.integers(0, MOTIF, 2).tolist()
        width = int(rng.integers(3, 22))
        kind = rng.random()
        if kind < 0.4:
            axes = rng.integers(6, MOTIF // 2, 2).tolist()
            cv2.ellipse(
                stroke, a, axes, float(rng.uniform(0, 180)), 0, float(rng.uniform(90, 360)), 255, width, cv2.LINE_AA
            )
        elif kind < 0.75:
            cv2.line(stroke, a, b, 255, width, cv2.LINE_AA)
        else:
            cv2.circle(stroke, a, width, 255, -1, cv2.LINE_AA)
        part = stroke.astype(np.float32) / 255
        if rng.random() < 0.7:  # most ornaments are the same left and right
            part = np.maximum(part, part[:, ::-1])
        colors[part > 0.3] = palette[int(rng.integers(len(palette)))]
        ink = np.maximum(ink, part)
    return ink, colors


def _motif(rng: np.random.Generator) -> Motif:
    kinds = (_flower, _petals, _ornament)
    return kinds[int(rng.choice(len(kinds), p=[0.35, 0.3, 0.35]))](rng)


def _rows(image: NDArray[Any], motif: Motif, step: float, half: float, rng: np.random.Generator) -> None:
    """Print a motif, ``half`` of its side being so many pixels, every ``step`` pixels on a turned cloth."""
    ink, colors = motif
    along, across = _turned(image, rng)
    shift = np.floor(across / step) * 0.5 if rng.random() < 0.5 else rng.uniform(0, 1)
    scale = MOTIF / 2 / half * step
    xs, ys = (
        ((line % 1 - 0.5) * scale + MOTIF / 2).astype(np.float32) for line in (along / step + shift, across / step)
    )
    kept = cv2.remap(ink, xs, ys, cv2.INTER_LINEAR, borderValue=0)
    color = cv2.remap(colors, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    image += (color - image) * kept[:, :, None]


def _strewn(image: NDArray[Any], motif: Motif, half: float, rng: np.random.Generator) -> None:
    """Print a motif here and there, turned and larger or smaller."""
    ink, colors = motif
    h, w = image.shape[:2]
    for _ in range(int(rng.uniform(0.1, 0.6) * h * w / (2 * half) ** 2)):
        grow = half / (MOTIF / 2) * rng.uniform(0.7, 1.3)
        side = round(MOTIF * grow * 1.42)
        left, top = int(rng.uniform(-side, w)), int(rng.uniform(-side, h))
        turn = cv2.getRotationMatrix2D((MOTIF / 2, MOTIF / 2), float(rng.uniform(0, 360)), float(grow))
        turn[:, 2] = turn[:, 2] + (side - MOTIF) / 2
        x0, y0, x1, y1 = max(0, left), max(0, top), min(w, left + side), min(h, top + side)
        if x0 >= x1 or y0 >= y1:
            continue
        inside = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        kept = cv2.warpAffine(ink, turn, (side, side))[inside]
        color = cv2.warpAffine(colors, turn, (side, side), borderMode=cv2.BORDER_REPLICATE)[inside]
        part = image[y0:y1, x0:x1]
        part += (color - part) * kept[:, :, None]


def _figured_cloth(image: NDArray[Any], rng: np.random.Generator) -> None:
    """Flowers and ornaments, in rows as on oilcloth and wallpaper or strewn as on calico."""
    step = float(rng.uniform(0.03, 0.25) * min(image.shape[:2]))
    rows = rng.random() < 0.65
    for _ in range(int(rng.integers(1, 4))):
        ink, colors = _motif(rng)
        motif = ink * np.float32(rng.uniform(0.5, 1.0)), colors
        half = step * float(rng.uniform(0.25, 0.55))
        if rows:
            _rows(image, motif, step, half, rng)
        else:
            _strewn(image, motif, half, rng)


TABLES = (
    (_wood, 0.22),
    (_weave, 0.15),
    (_stone, 0.15),
    (_boards, 0.1),
    (_printed_cloth, 0.15),
    (_plaid, 0.08),
    (_figured_cloth, 0.15),
)
"""What a table looks like, and how often."""
MISTAKEN = (_printed_cloth, _plaid, _figured_cloth, _figured_cloth)
"""What is mistaken for characters most."""


def _table(h: int, w: int, rng: np.random.Generator, *, patterned: bool) -> NDArray[Any]:
    image = np.full((h, w, 3), tint(rng), np.float32)
    if patterned:
        MISTAKEN[int(rng.integers(len(MISTAKEN)))](image, rng)
    else:
        TABLES[int(rng.choice(len(TABLES), p=[share for _, share in TABLES]))][0](image, rng)
    image += _noise(h, w, (3, 3), rng)[:, :, None] * rng.uniform(0, 25)
    return image


def _printed_text(image: NDArray[Any], rng: np.random.Generator) -> None:
    font = text_font(rng)
    if font is None:
        return
    size = int(rng.uniform(0.03, 0.12) * image.shape[0])
    x, y = int(rng.integers(image.shape[1])), int(rng.integers(image.shape[0]))
    color = tint(rng)
    vertical = rng.random() < 0.5
    turn = int(rng.integers(4))
    for k in range(int(rng.integers(1, 6))):
        try:
            mask = draw_character(font, OTHER_TEXT[int(rng.integers(len(OTHER_TEXT)))])
        except ValueError:  # this font does not hold that character
            continue
        mask = np.rot90(cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA), turn)
        px, py = (x, y + k * size) if vertical else (x + k * size, y)
        part = image[py : py + size, px : px + size]
        if part.shape[:2] == (size, size):
            part += (color - part) * mask[:, :, None]


def _things(image: NDArray[Any], rng: np.random.Generator) -> None:
    """Coins, cups, notes and other cards; none of them shows one of the twenty characters."""
    h, w = image.shape[:2]
    for _ in range(int(rng.choice(5, p=[0.4, 0.25, 0.2, 0.1, 0.05]))):
        x, y = int(rng.uniform(0, w)), int(rng.uniform(0, h))
        color = tuple(float(c) for c in tint(rng))
        other = tuple(float(c) for c in tint(rng))
        size = rng.uniform(0.04, 0.22) * min(h, w)
        if rng.random() < 0.5:
            for k in range(int(rng.integers(1, 4))):
                cv2.circle(image, (x, y), int(size * (1 - k * 0.25)), color if k % 2 == 0 else other, -1, cv2.LINE_AA)
        else:
            rect = ((float(x), float(y)), (size * 2.2, size * rng.uniform(0.5, 1.4)), float(rng.uniform(0, 180)))
            box = cv2.boxPoints(rect).astype(np.int32)
            cv2.fillPoly(image, [box], color, cv2.LINE_AA)
            cv2.polylines(
                image, [box], isClosed=True, color=other, thickness=int(rng.integers(1, 4)), lineType=cv2.LINE_AA
            )


def _aslant(image: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
    """The table seen aslant: what is printed on it gets smaller toward one side."""
    h, w = image.shape[:2]
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    inner = float(rng.uniform(0.05, 0.4))
    seen = corners + np.array([[-inner, 0], [inner, 0], [0, 0], [0, 0]], np.float32) * w
    seen[:2, 1] -= np.float32(rng.uniform(0, 0.5) * h)
    turn = int(rng.integers(4))
    way = cv2.getPerspectiveTransform(np.roll(seen, turn, axis=0), np.roll(corners, turn, axis=0))
    # the far side shows more of the table than was drawn: it is drawn on, mirrored
    return np.asarray(cv2.warpPerspective(image, way, (w, h), borderMode=cv2.BORDER_REFLECT_101), np.float32)


def make_background(h: int, w: int, rng: np.random.Generator, *, patterned: bool = False) -> NDArray[Any]:
    """A scene without cards, float32 (h, w, 3) BGR about 0…255; ``patterned``: surely a cloth with a pattern."""
    image = _from_photo(h, w, rng) if not patterned and rng.random() < 0.45 else None
    if image is None:
        image = _table(h, w, rng, patterned=patterned)
    image = np.ascontiguousarray(_aslant(image, rng) if rng.random() < 0.5 else image)
    if rng.random() < 0.45:
        _things(image, rng)
    for _ in range(int(rng.choice(4, p=[0.55, 0.25, 0.12, 0.08]))):
        _printed_text(image, rng)
    if rng.random() < 0.3:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.5, 6))), np.float32)
    return image
