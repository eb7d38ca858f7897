"""Named states of a photo: what is wrong with it and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.errors import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.types import CardReading, Photo

DARK = 40.0
SMALL = 12.0
"""Pixels of the detector's first look below which characters are missed."""
SHARP_SIDE, PHOTO_SIDE = 32, 512
BLURRED, BLURRED_CARDS = 0.0012, 0.006
"""Sharpness below which a photo without cards, and cards, are blurred; sharp photos have 0.003 and
more, sharp characters 0.01."""
MAX_CARDS = 28
EDGE = 0.004
GLARE = 0.35
SURE_CARD = 0.95
BLOWN = 250
FEWEST_CARDS = 20

TEXTS: dict[str, tuple[str, str, str]] = {
    "no_cards": (
        "照片里没有找到牌，请把摊开的牌拍进画面。",
        "照片裡沒有找到牌，請把攤開的牌拍進畫面。",
        "No cards were found in this photo; please photograph the cards laid out.",
    ),
    "too_dark": ("照片太暗，请开灯再拍。", "照片太暗，請開燈再拍。", "The photo is too dark; please add light."),
    "blurred": (
        "照片模糊，请拿稳、对焦后再拍。",
        "照片模糊，請拿穩、對焦後再拍。",
        "The photo is blurred; please hold still and focus.",
    ),
    "too_small": (
        "牌太小，请靠近一点再拍。",
        "牌太小，請靠近一點再拍。",
        "The cards are too small; please move closer.",
    ),
    "cut_off": (
        "有牌被画面边缘切掉，请把整手牌拍进画面。",
        "有牌被畫面邊緣切掉，請把整手牌拍進畫面。",
        "A card is cut off at the edge; please show the whole hand.",
    ),
    "too_many_cards": (
        "牌太多，请只拍一手牌。",
        "牌太多，請只拍一手牌。",
        "Too many cards; please photograph one hand only.",
    ),
    "glare": (
        "反光盖住了牌，请换个角度再拍。",
        "反光蓋住了牌，請換個角度再拍。",
        "Glare covers some cards; please change the angle.",
    ),
    "fewer_than_20_cards": (
        "看到的牌不足 20 张，请检查有没有漏牌。",
        "看到的牌不足 20 張，請檢查有沒有漏牌。",
        "Fewer than 20 cards were seen; please check for missing ones.",
    ),
    "not_seven_columns": (
        "没有看出 7 列，请检查分列。",
        "沒有看出 7 列，請檢查分列。",
        "There are not seven columns; please check the grouping.",
    ),
    "illegal_column": (
        "有一列不成牌，请检查这一列。",
        "有一列不成牌，請檢查這一列。",
        "A column is not a legal one; please check it.",
    ),
    "quad_without_pair": (
        "有招或垅却没有将，请检查。",
        "有招或壠卻沒有將，請檢查。",
        "There is a quad but no pair; please check.",
    ),
    "pair_without_quad": (
        "有将却没有招或垅，或不止一对将，请检查。",
        "有將卻沒有招或壠，或不止一對將，請檢查。",
        "There is a pair without a quad, or more than one pair; please check.",
    ),
    "too_many_of_a_face": (
        "同一种牌超过 4 张，请检查。",
        "同一種牌超過 4 張，請檢查。",
        "There are more than four of one face; please check.",
    ),
    "ambiguous": (
        "还有另一种读法差不多可能，请核对标黄的牌。",
        "還有另一種讀法差不多可能，請核對標黃的牌。",
        "Another reading is nearly as likely; please check the amber cards.",
    ),
}
"""Name of a warning (before any colon) → its sentence in each of ``LANGUAGES``."""


def sentence(warning: str, lang: str = "en") -> str:
    """Return one sentence for a warning, with what to do about it.

    >>> sentence("no_cards", "zh-Hans")
    '照片里没有找到牌，请把摊开的牌拍进画面。'
    >>> sentence("illegal_column:3")
    'A column is not a legal one; please check it.'
    """
    texts = TEXTS.get(warning.split(":", maxsplit=1)[0])
    if texts is None:
        return warning
    return texts[LANGUAGES.index(lang) if lang in LANGUAGES else LANGUAGES.index("en")]


def states_of(photo: Photo, cards: Sequence[CardReading], input_side: int) -> list[str]:
    """Name what is wrong with a photo, the worst first.

    Args:
        photo: the photo.
        cards: what was read in it.
        input_side: the detector's input side in pixels.

    """
    grey = np.asarray(cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    boxes = np.array([g.box for card in cards for g in card.glyphs], np.float64).reshape(-1, 4)
    patches = [p for p in crops(grey, boxes * (photo.pixels.shape[1] / photo.size[0])) if p.size]
    found = []
    if brightness(grey, patches) < DARK:
        found.append("too_dark")
    if is_blurred(grey, patches):
        found.append("blurred")
    if not cards:
        return [*found, "no_cards"]
    sides = np.sqrt(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1))
    if np.median(sides) * input_side / max(photo.size) < SMALL:
        found.append("too_small")
    if len(cards) > MAX_CARDS:
        found.append("too_many_cards")
    if touches_edge(np.array([g.box for c in cards if c.column is not None for g in c.glyphs]), photo.size):
        found.append("cut_off")
    if has_glare(grey, cards, photo.pixels.shape[1] / photo.size[0]):
        found.append("glare")
    return found


def has_glare(grey: NDArray[np.uint8], cards: Sequence[CardReading], zoom: float) -> bool:
    """Whether light hides a character: a doubtful one is blown out, or cards are missing where the photo is white.

    White stock in bright light is blown out too and reads well; that is no reason to take the photo again.
    """
    doubtful = [g.box for card in cards if card.p < SURE_CARD for g in card.glyphs]
    patches = crops(grey, np.array(doubtful, np.float64).reshape(-1, 4) * zoom)
    if any(float((p >= BLOWN).mean()) > GLARE for p in patches if p.size):
        return True
    boxes = np.array([g.box for card in cards if card.column is not None for g in card.glyphs], np.float64)
    if not len(boxes) or sum(card.column is not None for card in cards) >= FEWEST_CARDS:
        return False
    return has_white_gap(grey, boxes * zoom)


def has_white_gap(grey: NDArray[np.uint8], boxes: NDArray[np.float64]) -> bool:
    """Whether a blown-out patch larger than two characters lies among the (n, 4) characters and is not their stock."""
    side = float(np.median(np.sqrt(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1))))
    low, high = boxes[:, :2].min(axis=0) - 2 * side, boxes[:, 2:].max(axis=0) + 2 * side
    white = (grey >= BLOWN).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(white, connectivity=4)
    around = crops(np.asarray(labels), boxes)
    stock = {int(k) for p in around for k in np.flatnonzero(np.bincount(p.ravel()) > GLARE * p.size)}
    return any(
        k not in stock and area > 2 * side**2 and (low <= (x, y)).all() and (high >= (x + width, y + height)).all()
        for k, (x, y, width, height, area) in enumerate(stats[:count])
        if k
    )


def crops(grey: NDArray[Any], boxes: NDArray[np.float64]) -> list[NDArray[Any]]:
    """Cut (n, 4) boxes out of a (h, w) picture."""
    low, high = np.floor(boxes[:, :2]).astype(int).clip(0), np.ceil(boxes[:, 2:]).astype(int)
    return [grey[y0:y1, x0:x1] for (x0, y0), (x1, y1) in zip(low, high, strict=True)]


def brightness(grey: NDArray[np.uint8], patches: Sequence[NDArray[np.uint8]]) -> float:
    """Light of the cards' stock, or of the brightest tenth of the photo where there are no cards: 0…255."""
    if patches:
        return float(np.median([np.percentile(p, 90) for p in patches]))
    return float(np.percentile(grey[::4, ::4], 90))


def is_blurred(grey: NDArray[np.uint8], patches: Sequence[NDArray[np.uint8]]) -> bool:
    """Whether edges are soft: at one size and one contrast, strokes have strong second derivatives."""
    if not patches:
        return sharpness(resized(grey, PHOTO_SIDE)) < BLURRED
    return float(np.median([sharpness(resized(p, SHARP_SIDE)) for p in patches])) < BLURRED_CARDS


def resized(grey: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    """Shrink or enlarge (h, w) to ``width``."""
    height = max(1, width * grey.shape[0] // grey.shape[1])
    return np.asarray(cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def sharpness(grey: NDArray[np.uint8]) -> float:
    """Variance of the Laplacian over that of the picture, in [0, …)."""
    values = grey.astype(np.float32)
    return float(cv2.Laplacian(values, cv2.CV_32F).var() / (values.var() * 16 + 30))


def touches_edge(boxes: NDArray[np.float64], size: tuple[int, int]) -> bool:
    """Whether a box of the hand touches the photo's edge."""
    if not len(boxes):
        return False
    margin = EDGE * max(size)
    return bool((boxes[:, :2] < margin).any() or (boxes[:, 2:] > np.array(size) - margin).any())
