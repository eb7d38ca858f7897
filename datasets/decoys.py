"""Things with print on them that are no 字牌: pages, packets, money, other games. Nothing on them is ever labelled.

A detector that saw characters on these cards only takes every character for one. So pages carry ordinary text (with the
numbers that ordinary text has), tiles of 麻将 show 一…九 over 萬, and long cards of other games have our shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.backgrounds import tint
from datasets.camera import project
from datasets.deck import rounded
from datasets.fonts import draw_character, text_font

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from datasets.fonts import FontSource

COMMON = (
    "的是了不在有人我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么"
    "去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机民第公此已工使情明性知全"
    "三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门"
    "任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做"
    "接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南"
    "春夏秋冬东南西北中发白福禄寿喜万条筒左右茶酒红黑龙凤和一十"
)
"""What running text is made of."""
LARGE = "茶酒福喜春花龙虎金玉大吉香醇老名优特南北中华王府川湘渝泸"
"""What a packet or a poster says in large characters."""
LATIN = "A23456789JQK"
NUMBERS = "一二三四五六七八九"
DOT = 24
"""Pixels of a decoy's texture to a card width."""


@dataclass(frozen=True)
class Decoy:
    """A flat thing: its look, float32 (h, w, 4) BGR and coverage 0…1, and its size (width, height) in card widths."""

    art: NDArray[Any]
    size: tuple[float, float]


def _color(rng: np.random.Generator, low: float, high: float) -> tuple[float, float, float]:
    b, g, r = tint(rng, (low, high), 220).tolist()
    return b, g, r


def _red(rng: np.random.Generator) -> tuple[float, float, float]:
    """Red print, fresh or faded."""
    pale = float(rng.uniform(0, 90))
    return pale + float(rng.uniform(0, 40)), pale + float(rng.uniform(0, 30)), float(rng.uniform(130, 240))


def _sheet(size: tuple[float, float], color: tuple[float, float, float], corner: float = 0.0) -> NDArray[Any]:
    """A blank piece of paper or card of ``size`` card widths, its corners rounded by ``corner`` card widths."""
    w, h = (max(4, round(v * DOT)) for v in size)
    art = np.empty((h, w, 4), np.float32)
    art[:, :, :3] = color
    cover = rounded(w, h, min(round(corner * DOT), (min(w, h) - 1) // 2))
    art[:, :, 3] = cover / np.float32(255)
    return art


def _write(
    art: NDArray[Any], text: str, box: tuple[int, int, int, int], color: tuple[float, ...], font: FontSource | None
) -> None:
    """Sets ``text`` one character under another into ``box`` (x, y, side, pitch) pixels; what has no room is left."""
    x, y, side, pitch = box
    for k, character in enumerate(text):
        at = y + k * pitch
        part = art[at : at + side, x : x + side, :3]
        if font is None or part.shape[:2] != (side, side):
            return
        try:
            mask = cv2.resize(draw_character(font, character), (side, side), interpolation=cv2.INTER_AREA)
        except ValueError:  # this font does not hold that character
            continue
        part += (np.array(color, np.float32) - part) * mask[:, :, None]


def _figures(art: NDArray[Any], text: str, at: tuple[int, int], scale: float, color: tuple[float, ...]) -> None:
    """Latin letters and figures, their lower left corner at ``at``."""
    mask = np.zeros(art.shape[:2], np.uint8)  # OpenCV writes on bytes only
    cv2.putText(mask, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, 255, 2, cv2.LINE_AA)
    art[:, :, :3] += (np.array(color, np.float32) - art[:, :, :3]) * (mask / np.float32(255))[:, :, None]


def _text(letters: str, count: int, rng: np.random.Generator) -> str:
    return "".join(letters[int(k)] for k in rng.integers(len(letters), size=count))


def page(rng: np.random.Generator) -> Decoy:
    """A printed page, a newspaper or a written sheet: columns or lines of text, sometimes a heading and ruled lines."""
    size = (float(rng.uniform(4, 11)), float(rng.uniform(4, 12)))
    art = _sheet(size, (float(rng.uniform(170, 250)),) * 3)
    h, w = art.shape[:2]
    side = round(DOT * float(rng.uniform(0.35, 1.3)))
    pitch, line = round(side * rng.uniform(1.02, 1.3)), round(side * rng.uniform(1.15, 2.2))
    ink = (float(rng.uniform(10, 70)),) * 3
    if rng.random() < 0.5:  # red above all, as the cards are
        ink = _color(rng, 10, 110) if rng.random() < 0.3 else _red(rng)
    font = text_font(rng)
    palette = _text(COMMON, 24, rng)  # one page's own small stock of characters: drawing each anew takes too long
    if rng.random() < 0.35:
        big = round(side * rng.uniform(1.4, 2.4))
        _write(art, _text(LARGE, 4, rng), (w - big - 2, side // 2, big, round(big * 1.1)), ink, font)
    for x in range(side // 2, w - side, line):
        if rng.random() < 0.1:
            continue
        _write(
            art,
            _text(palette, int(rng.integers(max(2, h // pitch // 2), h // pitch + 3)), rng),
            (x, side // 2, side, pitch),
            ink,
            font,
        )
        if rng.random() < 0.2:
            cv2.line(art, (x - 2, 0), (x - 2, h), (*ink, 1.0), 1)
    return Decoy(np.rot90(art, int(rng.integers(4))), size)


def packet(rng: np.random.Generator) -> Decoy:
    """A packet, a poster or a book: colour, a stripe or two, a few large characters."""
    size = (float(rng.uniform(2, 6)), float(rng.uniform(2.5, 8)))
    art = _sheet(size, _color(rng, 30, 240), float(rng.uniform(0, 0.3)))
    h, w = art.shape[:2]
    for _ in range(int(rng.integers(0, 4))):
        y = int(rng.integers(h))
        art[y : y + int(rng.integers(2, max(3, h // 4))), :, :3] = _color(rng, 30, 250)
    side = round(min(w * rng.uniform(0.25, 0.9), h * 0.45))
    text = _text(LARGE, int(rng.integers(1, 5)), rng)
    _write(
        art,
        text,
        ((w - side) // 2, round(h * rng.uniform(0.02, 0.2)), side, round(side * 1.05)),
        _color(rng, 20, 250),
        text_font(rng),
    )
    return Decoy(np.rot90(art, int(rng.integers(4))), size)


def playing_card(rng: np.random.Generator) -> Decoy:
    """A card of 扑克: its letter in two corners, marks in the middle, or a patterned back."""
    size = (2.7, 3.8)
    art = _sheet(size, (245, 248, 248), 0.18)
    h, w = art.shape[:2]
    red = rng.random() < 0.5
    ink = (30.0, 25.0, 200.0) if red else (25.0, 20.0, 20.0)
    if rng.random() < 0.2:
        step = int(rng.integers(3, 9))
        for d in range(-h, w, step):
            cv2.line(art, (d, 4), (d + h, h - 4), (*_color(rng, 40, 200), 1.0), 1, cv2.LINE_AA)
        return Decoy(art, size)
    letter = LATIN[int(rng.integers(len(LATIN)))]
    for x in np.linspace(0.3, 0.7, int(rng.integers(1, 4))):
        for y in np.linspace(0.2, 0.8, int(rng.integers(1, 5))):
            at, r = (round(x * w), round(y * h)), round(w * 0.07)
            if red:
                cv2.fillPoly(
                    art, [np.array([(0, -r), (r, 0), (0, r), (-r, 0)], np.int32) + at], (*ink, 1.0), cv2.LINE_AA
                )
            else:
                cv2.circle(art, at, r, (*ink, 1.0), -1, cv2.LINE_AA)
    for _ in range(2):
        _figures(art, letter, (3, round(h * 0.19)), w / 110, ink)
        art = np.ascontiguousarray(art[::-1, ::-1])
    return Decoy(art, size)


def tile(rng: np.random.Generator) -> Decoy:
    """A tile of 麻将: a number over 萬, one large character, dots or rods."""
    size = (float(rng.uniform(0.95, 1.3)), float(rng.uniform(1.3, 1.7)))
    art = _sheet(size, (float(rng.uniform(190, 235)), 240, 245), 0.12)
    h, w = art.shape[:2]
    font, kind = text_font(rng), rng.random()
    if kind < 0.45:
        side = round(min(w * 0.62, h * 0.45))
        dark = (60.0, 40.0, 20.0)
        _write(art, NUMBERS[int(rng.integers(9))], ((w - side) // 2, round(h * 0.06), side, side), dark, font)
        _write(art, "萬", ((w - side) // 2, round(h * 0.5), side, side), (30.0, 25.0, 190.0), font)
    elif kind < 0.65:
        side = round(w * 0.8)
        _write(
            art,
            _text("东南西北中發", 1, rng),
            ((w - side) // 2, (h - side) // 2, side, side),
            _color(rng, 20, 160),
            font,
        )
    else:
        for x in np.linspace(0.28, 0.72, int(rng.integers(1, 4))):
            for y in np.linspace(0.2, 0.8, int(rng.integers(1, 4))):
                at, ink = (round(x * w), round(y * h)), (*_color(rng, 20, 170), 1.0)
                if kind < 0.85:
                    cv2.circle(art, at, round(w * 0.11), ink, 2, cv2.LINE_AA)
                else:
                    cv2.line(art, (at[0], at[1] - h // 12), (at[0], at[1] + h // 12), ink, 3, cv2.LINE_AA)
    return Decoy(art, size)


def long_card(rng: np.random.Generator) -> Decoy:
    """A long card of another game (上大人, 川牌 …): our shape, other print."""
    size = (1.0, float(rng.uniform(3, 4.6)))
    art = _sheet(size, (float(rng.uniform(190, 250)),) * 3, float(rng.uniform(0, 0.4)))
    h, w = art.shape[:2]
    ink = (30.0, 25.0, 190.0) if rng.random() < 0.4 else (30.0, 30.0, 30.0)
    word, font = _text("上大人孔乙己化士尔小生可知礼佳作仁福禄寿", 1, rng), text_font(rng)
    side, worded, dots = round(w * 0.8), rng.random() < 0.7, rng.uniform(0.25, 0.75, int(rng.integers(2, 6)))
    for _ in range(2):
        if worded:
            _write(art, word, ((w - side) // 2, round(h * 0.03), side, side), ink, font)
        else:
            for k, x in enumerate(dots):
                cv2.circle(
                    art, (round(w * x), round(h * (0.06 + 0.08 * k))), round(w * 0.11), (*ink, 1.0), -1, cv2.LINE_AA
                )
        art = np.ascontiguousarray(art[::-1, ::-1])
    return Decoy(art, size)


def money(rng: np.random.Generator) -> Decoy:
    """A banknote: tinted paper, fine rings, a portrait's blot, large figures."""
    size = (float(rng.uniform(5.5, 7)), float(rng.uniform(2.7, 3.3)))
    art = _sheet(size, _color(rng, 140, 235))
    h, w = art.shape[:2]
    ink = (*_color(rng, 60, 160), 1.0)
    for k in range(int(rng.integers(4, 14))):
        cv2.ellipse(art, (w // 2, h // 2), (3 + 3 * k, 2 + k), float(rng.uniform(0, 180)), 0, 360, ink, 1, cv2.LINE_AA)
    cv2.ellipse(art, (round(w * 0.75), h // 2), (w // 9, h // 3), 0, 0, 360, ink, -1, cv2.LINE_AA)
    figure = str(int(rng.choice([1, 5, 10, 20, 50, 100])))
    for x in (0.04, 0.8):
        _figures(art, figure, (round(x * w), round(h * 0.9)), h / 70, ink[:3])
    return Decoy(art, size)


KINDS: tuple[tuple[Callable[[np.random.Generator], Decoy], float, int], ...] = (
    (page, 0.3, 1),
    (packet, 0.2, 2),
    (playing_card, 0.2, 9),
    (tile, 0.15, 9),
    (long_card, 0.07, 9),
    (money, 0.08, 3),
)
"""What there is, how often, and how many at most: a page lies alone, tiles and cards of other games lie in numbers."""


def new_decoys(rng: np.random.Generator) -> list[Decoy]:
    """One or several things of one kind."""
    make, _, most = KINDS[int(rng.choice(len(KINDS), p=[share for _, share, _ in KINDS]))]
    return [make(rng) for _ in range(int(rng.integers(1, most + 1)))]


def strew(
    image: NDArray[Any], camera: NDArray[Any], at: tuple[float, float], decoys: list[Decoy], rng: np.random.Generator
) -> None:
    """Lays things about ``at`` (card widths on the table), side by side or in a heap, on the picture (h, w, 3)."""
    heap, angle = rng.random() < 0.3, float(rng.uniform(0, 2 * np.pi))
    x = 0.0
    for decoy in decoys:
        wide, tall = decoy.size
        own = angle + float(rng.uniform(0, 2 * np.pi) if heap else rng.normal(0, 0.03))
        place = rng.normal(0, 2.5, 2) if heap else np.array([np.cos(angle), np.sin(angle)]) * (x + wide / 2)
        x += wide * float(rng.uniform(1.0, 1.15))
        cos, sin = np.cos(own), np.sin(own)
        th, tw = decoy.art.shape[:2]
        on_table = np.array([[cos, -sin, at[0] + place[0]], [sin, cos, at[1] + place[1]], [0, 0, 1.0]])
        scaled = np.array([[wide / tw, 0, -wide / 2], [0, tall / th, -tall / 2], [0, 0, 1.0]])
        _lay(image, decoy.art, camera @ on_table @ scaled)


def _lay(image: NDArray[Any], art: NDArray[Any], h: NDArray[Any]) -> None:
    th, tw = art.shape[:2]
    corners = project(h, np.array([[0, 0], [tw, 0], [tw, th], [0, th]], np.float64))
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, image.shape[1::-1])
    if (low >= high).any():
        return
    local = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]]) @ h
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    shrink = np.sqrt(max(1.0, tw * th / max(1.0, float(cv2.contourArea(corners.astype(np.float32))))))
    if shrink > 1.5:  # far smaller than its texture: without this, print would break up into dots
        small = cv2.resize(art, (max(1, round(tw / shrink)), max(1, round(th / shrink))), interpolation=cv2.INTER_AREA)
        local = local @ np.diag([tw / small.shape[1], th / small.shape[0], 1.0])
        art = small
    warped = cv2.warpPerspective(art, local, size, flags=cv2.INTER_LINEAR)
    part = image[low[1] : high[1], low[0] : high[0]]
    part *= 1 - 0.25 * cv2.blur(warped[:, :, 3:], (5, 5))[:, :, None]
    part += (warped[:, :, :3] - part) * warped[:, :, 3:]
