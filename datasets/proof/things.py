"""Flat things that are no 字牌: printed paper, money, packets, and the cards and tiles of other games."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.proof.ink import any_letter, held_out_decks
from datasets.proof.stock import RIM, Art, blend, latin, levels_of, linear, outline, resized

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from datasets.fonts import FontSource

    Floats = NDArray[Any]

PROSE = (
    "今天下午茶馆人多老板娘把新茶端上来大家说笑打牌声音很大窗外下着小雨街上有人卖凉粉豆花面条和糖油果子孩子们放学回家路过门口"
    "往里看看就跑开了墙上挂着去年的日历电风扇慢慢转动桌上摆着瓜子花生和水果老人家爱听川戏年轻人看手机邻居送来自家做的泡菜味道好"
)
RED, BLACK, GREEN, BLUE = (linear(c) for c in ((35, 30, 200), (25, 22, 20), (50, 120, 30), (150, 70, 25)))


@lru_cache(maxsize=1)
def _fonts() -> tuple[FontSource, ...]:
    """Letterings in one file each: a web font spread over a hundred files is slow to search."""
    return tuple({s.font.id: s.font for s in held_out_decks() if len(s.font.files) == 1}.values())


def _sheet(
    width: float, length: float, colour: tuple[float, ...], scale: float, radius: float
) -> tuple[Floats, Floats]:
    wide, high = round(width * scale) + 2 * RIM, round(length * scale) + 2 * RIM
    image = np.empty((high, wide, 4), np.float32)
    image[..., :3] = linear(colour)
    image[..., 3] = 1
    return image, outline(high, wide, radius)


def _art(image: Floats, alpha: Floats, width: float, length: float) -> Art:
    image[..., 3] = alpha
    image[..., :3] *= alpha[..., None]
    shape = image.shape
    mm = width / (shape[1] - 2 * RIM)
    return Art(levels_of(image), (shape[1] * mm, max(shape[0] * mm, length)))


def _write(image: Floats, rng: np.random.Generator, text: str, em: int, at: tuple[int, int], colour: Floats) -> int:
    """Writes a line; returns its width in pixels (0 where no lettering holds it)."""
    try:
        mask = any_letter(rng, _fonts(), text, max(8, em))
    except ValueError:  # decoration only: the sheet stays without this line
        return 0
    blend(image, mask, colour, *at)
    return int(mask.shape[1])


def paper(rng: np.random.Generator) -> Art:
    """A page of text, a newspaper or a notice."""
    width, length = float(rng.uniform(120, 210)), float(rng.uniform(150, 290))
    scale = 4.0
    tone = rng.uniform(215, 250)
    image, alpha = _sheet(width, length, (tone - 8, tone - 2, tone), scale, 2)
    em = int(rng.uniform(3.2, 6.5) * scale)
    colour = RED if rng.random() < 0.12 else BLACK
    y = round(10 * scale)
    if rng.random() < 0.7:
        start = int(rng.integers(len(PROSE) - 8))
        _write(image, rng, PROSE[start : start + 6], round(2.6 * em), (round(14 * scale), y), colour)
        y += round(4 * em)
    per = int((image.shape[1] - 24 * scale) / (1.4 * em))
    while y < image.shape[0] - 12 * scale:
        start = int(rng.integers(len(PROSE) - 1))
        line = (PROSE[start:] + PROSE)[: per if rng.random() < 0.85 else per // 2]
        _write(image, np.random.default_rng(3), line, em, (round(12 * scale), y), colour)
        y += round(1.7 * em)
    return _art(image, alpha, width, length)


def money(rng: np.random.Generator) -> Art:
    """A banknote that never was: guilloche, a number, a line of text."""
    width, length = 72.0, 150.0
    hue = ((150, 130, 225), (170, 205, 165), (215, 185, 170), (150, 195, 215))[rng.integers(4)]
    image, alpha = _sheet(width, length, hue, 4.0, 3)
    y, x = np.mgrid[0 : image.shape[0], 0 : image.shape[1]].astype(np.float32)
    wave = np.sin(x / 7 + 4 * np.sin(y / 60)) * np.sin(y / 9 + 3 * np.sin(x / 45))
    image[..., :3] *= (1 - 0.35 * np.clip(wave, 0, 1) ** 2)[..., None]
    cv2.circle(
        image, (image.shape[1] // 2, image.shape[0] * 2 // 3), 70, (*(0.5 * linear(hue)).tolist(), 1.0), -1, cv2.LINE_AA
    )
    number = ("100", "50", "20", "10")[rng.integers(4)]
    mark = latin(number, 2.4, (200, 90), (6, 70), 4)
    turned = np.ascontiguousarray(np.rot90(mark))
    blend(image, turned, 0.4 * linear(hue), 30, 40)
    blend(image, np.ascontiguousarray(np.rot90(resized(mark, 100, 45))), 0.4 * linear(hue), 220, 420)
    return _art(image, alpha, width, length)


def packet(rng: np.random.Generator) -> Art:
    """A cigarette packet or a box of tea."""
    width, length = float(rng.uniform(54, 80)), float(rng.uniform(84, 120))
    hue = ((30, 30, 170), (240, 240, 240), (140, 90, 40), (60, 120, 40), (40, 160, 220))[rng.integers(5)]
    image, alpha = _sheet(width, length, hue, 4.0, 5)
    ink = linear((60, 190, 230)) if sum(hue) < 500 else RED
    cv2.ellipse(
        image, (image.shape[1] // 2, image.shape[0] // 3), (70, 50), 0, 0, 360, (*ink.tolist(), 1.0), 4, cv2.LINE_AA
    )
    start = int(rng.integers(len(PROSE) - 4))
    _write(image, rng, PROSE[start : start + 2], 56, (image.shape[1] // 2 - 70, image.shape[0] // 3 - 28), ink)
    _write(image, rng, PROSE[start : start + 4], 22, (30, image.shape[0] * 3 // 4), ink)
    return _art(image, alpha, width, length)


def _suit(kind: int, size: int) -> Floats:
    mask = np.zeros((size, size), np.float32)
    s = size / 40

    def disc(x: float, y: float, r: float) -> None:
        cv2.circle(mask, (round(x * s), round(y * s)), round(r * s), 1.0, -1, cv2.LINE_AA)

    def poly(*points: tuple[float, float]) -> None:
        cv2.fillPoly(mask, [np.array([(round(x * s), round(y * s)) for x, y in points], np.int32)], 1.0, cv2.LINE_AA)

    if kind == 0:
        disc(13, 14, 9)
        disc(27, 14, 9)
        poly((5, 18), (35, 18), (20, 38))
    elif kind == 1:
        poly((20, 2), (34, 20), (20, 38), (6, 20))
    elif kind == 2:
        disc(12, 22, 8)
        disc(28, 22, 8)
        disc(20, 11, 8)
        poly((20, 18), (26, 38), (14, 38))
    else:
        disc(12, 23, 8)
        disc(28, 23, 8)
        poly((20, 2), (35, 21), (5, 21))
        poly((20, 22), (26, 38), (14, 38))
    return mask


def playing_card(rng: np.random.Generator) -> Art:
    """A French-suited card."""
    width, length, scale = 58.0, 88.0, 4.0
    image, alpha = _sheet(width, length, (248, 250, 250), scale, 13)
    kind, rank = int(rng.integers(4)), int(rng.integers(1, 14))
    ink = RED if kind < 2 else BLACK
    name = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(rank, str(rank))
    mark = latin(name, 1.2 if len(name) < 2 else 0.9, (50, 44), (2, 36), 2)
    blend(image, mark, ink, 10, 8)
    blend(image, _suit(kind, 28), ink, 14, 54)
    if rank > 10:
        cv2.rectangle(image, (58, 40), (image.shape[1] - 58, image.shape[0] // 2), (*ink.tolist(), 1.0), 3, cv2.LINE_AA)
        blend(image, _suit(kind, 90), linear((40, 160, 220)), image.shape[1] // 2 - 45, 70)
    else:
        places = [(0, 0)] if rank == 1 else [(c, r) for r in range((rank + 1) // 2) for c in (-1, 1)][:rank]
        for c, r in places:
            blend(
                image,
                _suit(kind, 40),
                ink,
                round(image.shape[1] / 2 - 20 + c * 42),
                round(30 + r * 300 / 11 + (140 if rank == 1 else 10)),
            )
    half = image.shape[0] // 2
    image[half:] = np.ascontiguousarray(image[::-1, ::-1])[half:]
    return _art(image, alpha, width, length)


def mahjong_tile(rng: np.random.Generator) -> Art:
    """A mahjong tile: dots, sticks, winds and dragons, now and then a 萬."""
    width, length = 26.0, 35.0
    image, alpha = _sheet(width, length, (225, 238, 240), 6.0, 10)
    w, h = image.shape[1], image.shape[0]
    kind = float(rng.random())
    number = int(rng.integers(1, 10))
    if kind < 0.4:
        cells = [(c, r) for r in range(3) for c in range(3)][:number]
        for c, r in cells:
            at = (round(w * (0.25 + 0.25 * c)), round(h * (0.22 + 0.28 * r)))
            ink = (RED, GREEN, BLUE)[(c + r) % 3]
            cv2.circle(image, at, 17, (*ink.tolist(), 1.0), 5, cv2.LINE_AA)
            cv2.circle(image, at, 6, (*ink.tolist(), 1.0), -1, cv2.LINE_AA)
    elif kind < 0.7:
        for c, r in [(c, r) for r in range(3) for c in range(3)][:number]:
            x, y = round(w * (0.25 + 0.25 * c)), round(h * (0.12 + 0.28 * r))
            ink = RED if (c, r) == (1, 1) else GREEN
            cv2.rectangle(image, (x - 5, y), (x + 5, y + 44), (*ink.tolist(), 1.0), -1, cv2.LINE_AA)
    elif kind < 0.94:
        text = "东南西北中发"[rng.integers(6)]
        ink = RED if text == "中" else GREEN if text == "发" else BLUE
        _write(image, rng, text, 120, (round(w / 2 - 60), round(h / 2 - 60)), ink)
    else:
        _write(image, rng, "一二三四五六七八九"[number - 1], 84, (round(w / 2 - 42), 20), BLUE)
        _write(image, rng, "万", 84, (round(w / 2 - 42), h // 2 + 4), RED)
    return _art(image, alpha, width, length)


def domino(rng: np.random.Generator) -> Art:
    """A domino or 牌九 tile with pips."""
    width, length = 24.0, 60.0
    dark = rng.random() < 0.6
    image, alpha = _sheet(width, length, (30, 28, 28) if dark else (235, 242, 242), 5.0, 8)
    w, h = image.shape[1], image.shape[0]
    for half in (0, 1):
        pips = int(rng.integers(7))
        spots = [(0.25, 0.2), (0.75, 0.8), (0.75, 0.2), (0.25, 0.8), (0.25, 0.5), (0.75, 0.5)][: pips - pips % 2]
        spots += [(0.5, 0.5)] if pips % 2 else []
        ink = linear((40, 40, 210)) if pips in (1, 4) else linear((240, 240, 240)) if dark else BLACK
        for x, y in spots:
            at = (round(x * w), round((y + half) * h / 2))
            cv2.circle(image, at, 11, (*ink.tolist(), 1.0), -1, cv2.LINE_AA)
    return _art(image, alpha, width, length)


CLUTTER: tuple[Callable[[np.random.Generator], Art], ...] = (money, packet, paper)
GAMES: tuple[Callable[[np.random.Generator], Art], ...] = (playing_card, mahjong_tile, domino)
