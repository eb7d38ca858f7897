"""Characters of letterings that training never saw, thickened as printers of decks do it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets.fonts import PROOF_DECKS, FontSource, files_of, installed
from scorer.faces import CHARACTERS, FACES, is_big

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    Mask = NDArray[Any]

EM, SIDE = 200, 280
LENDERS = ("lxgw-wenkai-bold", "cwtex-fangsong")
PRINTED = {
    "old": {"b2": "貳贰", "b3": "叄參叁参", "b6": "陸陆"},
    "new": {"b2": "贰貳", "b3": "叁参參叄", "b6": "陆陸"},
    "mixed": {"b2": "貳贰", "b3": "參参叄叁", "b6": "陸陆", "b7": "㭍柒"},
}
"""Forms of a face in the order in which a manner of printing prefers them; the first that the font holds is taken."""


@dataclass(frozen=True)
class DeckSpec:
    """One lettering in one printer's manner."""

    font: FontSource
    style: str
    forms: str

    @property
    def id(self) -> str:
        """What the results call it."""
        return f"{self.font.id}/{self.style}"


@lru_cache(maxsize=1)
def held_out_decks() -> tuple[DeckSpec, ...]:
    """The decks of the test scenes whose lettering is on this machine.

    Raises:
        ValueError: when a deck names a lettering that is not held out.

    """
    return _listed("deck")


@lru_cache(maxsize=1)
def family_decks() -> tuple[DeckSpec, ...]:
    """The same and some more, for what a known deck is worth."""
    return held_out_decks() + _listed("known")


def _listed(kind: str) -> tuple[DeckSpec, ...]:
    listed = tomllib.loads(PROOF_DECKS.read_text(encoding="utf-8"))
    fonts = {f.id: f for f in installed("val")}
    for e in listed["font"]:
        if files := files_of(e):
            fonts[e["id"]] = FontSource(e["id"], e["package"], e["licence"], "val", files)
    trained = {f.id for f in installed("train")}
    wrong = [e["font"] for e in listed[kind] if e["font"] in trained]
    if wrong:
        raise ValueError(f"{wrong[0]} is in the training pictures")
    return tuple(DeckSpec(fonts[e["font"]], e["style"], e["forms"]) for e in listed[kind] if e["font"] in fonts)


@lru_cache(maxsize=1)
def known_decks() -> tuple[DeckSpec, ...]:
    """Letterings of the training pictures, for scenes in which another factor is held out."""
    return tuple(DeckSpec(f, "plain", "old") for f in installed("train"))


@lru_cache(maxsize=4096)
def _font(path: Path, index: int, em: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), em, index=index)


@lru_cache(maxsize=4096)
def file_with(source: FontSource, text: str) -> Path | None:
    """The file of a lettering that draws ``text`` (web fonts are spread over many), or None."""
    for path in source.files:
        font = _font(path, source.index, 32)
        absent = {bytes(font.getmask(c)) for c in "\uffff\U000f1234"}
        if all(any(m := bytes(font.getmask(c))) and m not in absent for c in text):
            return path
    return None


def draw_text(source: FontSource, text: str, em: int) -> Mask | None:
    """A line of text, float32 (h, w), 0 paper … 1 ink, cut to its ink; None when the lettering lacks a character."""
    parts = []
    for character in text:
        path = file_with(source, character)
        if path is None:
            return None
        image = Image.new("L", (round(em * 1.4), round(em * 1.4)), 0)
        ImageDraw.Draw(image).text(
            (em * 0.7, em * 0.7), character, fill=255, font=_font(path, source.index, em), anchor="mm"
        )
        parts.append(np.asarray(image, np.float32) / 255)
    return cut(np.hstack(parts)) if parts else None


def cut(mask: Mask) -> Mask:
    """The part of a mask that holds ink.

    Raises:
        ValueError: when there is none.

    """
    rows, columns = np.flatnonzero(mask.max(axis=1) > 0.5), np.flatnonzero(mask.max(axis=0) > 0.5)
    if not len(rows):
        raise ValueError("no ink")
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def character_of(spec: DeckSpec, face: str) -> tuple[FontSource, str]:
    """The lettering and the form with which this deck prints a face.

    Three of the letterings hold nineteen faces and no 柒; it is borrowed from another lettering that is held out.

    Raises:
        ValueError: when no held-out lettering has the face.

    """
    lenders = [s.font for s in held_out_decks() if s.font.id in LENDERS] if spec.font.split == "val" else []
    for font in (spec.font, *lenders):
        for character in PRINTED[spec.forms].get(face, CHARACTERS[face]):
            if file_with(font, character):
                return font, character
    raise ValueError(f"{spec.font.id} has no {CHARACTERS[face]}")


def _smooth(mask: Mask, sigma: float, low: float = 0.35, high: float = 0.65) -> Mask:
    soft = cv2.GaussianBlur(mask, (0, 0), sigma)
    return np.asarray(np.clip((soft - low) / (high - low), 0, 1).astype(np.float32))


def _nib(long: float, short: float, degrees: float) -> NDArray[np.uint8]:
    reach = int(np.ceil(long))
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    cv2.ellipse(kernel, (reach, reach), (max(1, round(long)), max(1, round(short))), degrees, 0, 360, 1, -1)
    return kernel


def _noise(shape: tuple[int, int], rng: np.random.Generator, across: float, along: float) -> Mask:
    noise = cv2.GaussianBlur(rng.standard_normal(shape).astype(np.float32), (0, 0), sigmaX=along, sigmaY=across)
    return np.asarray(noise / noise.std(), np.float32)


def plain(mask: Mask, weight: float, rng: np.random.Generator) -> Mask:
    """As the lettering is, a little heavier."""
    del rng
    return _smooth(cv2.dilate(mask, _nib(1 + 0.4 * weight, 1 + 0.4 * weight, 0)), 1.2)


def fat(mask: Mask, weight: float, rng: np.random.Generator) -> Mask:
    """Round heavy strokes."""
    del rng
    return _smooth(cv2.dilate(mask, _nib(weight, weight, 0)), 1.5 + 0.35 * weight)


def brush(mask: Mask, weight: float, rng: np.random.Generator) -> Mask:
    """A flat nib held aslant, the character leaning."""
    lean = np.array([[1, rng.uniform(0.03, 0.14), 0], [rng.uniform(-0.05, 0.02), 1, 0]], np.float32)
    lean[:, 2] = SIDE / 2 - lean[:, :2] @ (SIDE / 2, SIDE / 2)
    leaning = cv2.warpAffine(mask, lean, (SIDE, SIDE))
    return _smooth(cv2.dilate(leaning, _nib(1.3 * weight, 0.55 * weight, 38)), 2.2)


def joined(mask: Mask, weight: float, rng: np.random.Generator) -> Mask:
    """Strokes that run into one another where they come near."""
    heavy = brush(mask, 0.75 * weight, rng)
    size = round(4 + weight)
    return _smooth(cv2.morphologyEx(heavy, cv2.MORPH_CLOSE, _nib(size, 0.5 * size, 70)), 2.0)


def spread(mask: Mask, weight: float, rng: np.random.Generator) -> Mask:
    """Ink that ran: ragged edges."""
    soft = cv2.GaussianBlur(cv2.dilate(mask, _nib(weight, weight, 0)), (0, 0), 3.0)
    ragged = (soft + 0.13 * _noise(mask.shape, rng, 2.5, 2.5) > 0.5) & (soft > 0.12)
    return _smooth(np.asarray(ragged, np.float32), 1.0)


def dry(mask: Mask, weight: float, rng: np.random.Generator) -> Mask:
    """A brush short of ink: white streaks along the strokes."""
    heavy = brush(mask, 1.1 * weight, rng)
    streaks = _noise(mask.shape, rng, 0.9, 11) > 1.3
    patches = _noise(mask.shape, rng, 22, 22) > 0.6
    return _smooth(heavy * (1 - np.asarray(streaks & patches, np.float32)), 0.8)


def clerical(mask: Mask, weight: float, rng: np.random.Generator) -> Mask:
    """Clerical hand: squat, heavy across, flared."""
    del rng
    squat = cv2.warpAffine(mask, np.array([[1, 0, 0], [0, 0.86, 0.07 * SIDE]], np.float32), (SIDE, SIDE))
    return _smooth(cv2.dilate(squat, _nib(1.25 * weight, 0.7 * weight, 0)), 1.8)


def squat(mask: Mask, weight: float, rng: np.random.Generator) -> Mask:
    """The top squashed, the foot long, as narrow cards ask for it."""
    rows = np.linspace(0, 1, SIDE, dtype=np.float32)
    bent = (rows ** rng.uniform(0.78, 0.92) * (SIDE - 1)).astype(np.float32)
    x, y = np.meshgrid(np.arange(SIDE, dtype=np.float32), bent)
    return fat(cv2.remap(mask, x, y, cv2.INTER_LINEAR), weight, rng)


STYLES: dict[str, Callable[[Mask, float, np.random.Generator], Mask]] = {
    f.__name__: f for f in (plain, fat, brush, joined, spread, dry, clerical, squat)
}
HEAVIEST = 0.66
"""A character more of whose box is ink can no longer be told from another."""


def _shaped(mask: Mask, spec: DeckSpec, weight: float, key: list[int]) -> Mask:
    return cut(STYLES[spec.style](mask, weight, np.random.default_rng(key)))


def letter(spec: DeckSpec, seed: list[int]) -> dict[str, Mask]:
    """All twenty characters of a deck, face → float32 (h, w) of one scale, cut to their ink.

    The weight is one for the whole deck: that at which the ten big characters fill 43–57 % of their boxes; a character
    that would fill up is drawn lighter.
    """
    drawn, lent = {}, set()
    for face in FACES:
        source, character = character_of(spec, face)
        if source is not spec.font:
            lent.add(face)
        path = file_with(source, character)
        image = Image.new("L", (SIDE, SIDE), 0)
        if path is not None:
            font = _font(path, source.index, EM)
            ImageDraw.Draw(image).text((SIDE / 2, SIDE / 2), character, fill=255, font=font, anchor="mm")
        drawn[face] = np.asarray(image, np.float32) / 255
    wanted = float(np.random.default_rng([*seed, 1]).uniform(0.43, 0.57))
    weight = 1.0
    while weight < 12:
        share = [float(_shaped(drawn[f], spec, weight, [*seed, 2]).mean()) for f in ("b1", "b4", "b7", "b8")]
        if np.median(share) >= wanted:
            break
        weight += 1.0
    out = {}
    for number, face in enumerate(FACES):
        key, own = [*seed, 3, number], weight
        out[face] = _shaped(drawn[face], spec, own, key)
        while face in lent and own < 16 and out[face].mean() < 0.9 * share_of_big(out):
            own += 1.0
            out[face] = _shaped(drawn[face], spec, own, key)
        while own > 1 and face not in ("s1", "s2", "s3", "s10") and out[face].mean() > HEAVIEST:
            own -= 1.0
            out[face] = _shaped(drawn[face], spec, own, key)
    return out


def share_of_big(masks: dict[str, Mask]) -> float:
    """Median share of ink of the big characters drawn so far."""
    return float(np.median([m.mean() for f, m in masks.items() if is_big(f)]))


def any_letter(rng: np.random.Generator, fonts: tuple[Any, ...], text: str, em: int) -> Mask:
    """``text`` in one of ``fonts`` that holds it.

    Raises:
        ValueError: when none does.

    """
    for k in rng.permutation(len(fonts)):
        drawn = draw_text(fonts[int(k)], text, em)
        if drawn is not None:
            return drawn
    raise ValueError(f"no lettering holds {text}")
