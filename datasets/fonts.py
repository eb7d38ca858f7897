"""Letterings from fonts: the manifest ``sources.toml``, what of it is installed, and one character drawn."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from numpy.typing import NDArray

SOURCES = Path(__file__).with_name("sources.toml")
PROOF_DECKS = SOURCES.with_name("proof") / "decks.toml"
DEBIAN_FONTS = Path("/usr/share/fonts")
CANVAS = 144
"""Side in pixels of the square a character is drawn on."""
EM = 112
"""Size in pixels of the em square, centred on the canvas."""

VARIANTS: dict[str, tuple[tuple[str, float], ...]] = {
    "b1": (("壹", 0.97), ("壱", 0.03)),
    "b2": (("貳", 0.6), ("贰", 0.4)),
    "b3": (("叁", 0.4), ("叄", 0.25), ("參", 0.25), ("参", 0.1)),
    "b5": (("伍", 0.96), ("亿", 0.04)),
    "b6": (("陸", 0.7), ("陆", 0.3)),
}
"""Printed forms of one face and how often a deck has them; the other faces have one form each."""


@dataclass(frozen=True)
class FontSource:
    """One lettering of the manifest with the files that hold it (npm fonts are spread over many subset files)."""

    id: str
    package: str
    licence: str
    split: str
    files: tuple[Path, ...]
    index: int = 0


def npm_roots() -> tuple[Path, ...]:
    """Folders where ``node_modules`` may lie: ``DAER_NPM`` and the project's ``data/npm``."""
    given = os.environ.get("DAER_NPM")
    roots = [Path(given)] if given else []
    return (*roots, SOURCES.parent.parent / "data" / "npm" / "node_modules")


def files_of(entry: dict[str, str]) -> tuple[Path, ...]:
    """The files of an entry of the manifest that are on this machine."""
    if entry["kind"] == "debian":
        path = DEBIAN_FONTS / entry["file"]
        return (path,) if path.is_file() else ()
    for root in npm_roots():
        found = sorted((root / entry["package"] / "files").glob(entry["file"]))
        if found:
            return tuple(found)
    return ()


@lru_cache(maxsize=1)
def manifest() -> tuple[FontSource, ...]:
    """All letterings of ``sources.toml``; those that are not installed have no files."""
    entries = tomllib.loads(SOURCES.read_text(encoding="utf-8"))["font"]
    return tuple(
        FontSource(e["id"], e["package"], e["licence"], e["split"], files_of(e), e.get("index", 0)) for e in entries
    )


def installed(split: str) -> tuple[FontSource, ...]:
    """The letterings of one split ("train" or "val") that are on this machine."""
    return tuple(f for f in manifest() if f.files and f.split == split)


def text_font(rng: np.random.Generator) -> FontSource | None:
    """A training font to print other text with; None when none is installed."""
    fonts = [f for f in installed("train") if len(f.files) == 1]  # fonts spread over a hundred files are slow to search
    return fonts[int(rng.integers(len(fonts)))] if fonts else None


def packages(kind: str) -> tuple[str, ...]:
    """Names of the packages of ``sources.toml`` and ``proof/decks.toml`` that come from "debian" or "npm"."""
    entries = tomllib.loads(SOURCES.read_text(encoding="utf-8"))
    fonts = entries["font"] + tomllib.loads(PROOF_DECKS.read_text(encoding="utf-8"))["font"]
    names = {e["package"] for e in fonts if e["kind"] == kind}
    if kind == "debian":
        names |= {e["package"] for e in entries["background"]}
    return tuple(sorted(names))


@lru_cache(maxsize=1)
def background_photos() -> tuple[Path, ...]:
    """Photos of other things (desktop wallpapers by package) to lie under the cards; empty when none is installed."""
    entries = tomllib.loads(SOURCES.read_text(encoding="utf-8"))["background"]
    found = [p for e in entries for p in Path(e["folder"]).rglob("*")]
    return tuple(sorted(p for p in found if p.suffix.lower() in {".jpg", ".png", ".webp"}))


@lru_cache(maxsize=2048)
def _load(path: Path, index: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), EM, index=index)


def _has(path: Path, index: int, character: str) -> bool:
    font = _load(path, index)
    mask = bytes(font.getmask(character))
    return any(mask) and mask != bytes(font.getmask("\uffff")) and mask != bytes(font.getmask("\U000f1234"))


@cache  # a font of npm is spread over a hundred files: each is looked through once
def _holder(source: FontSource, character: str) -> Path | None:
    """The file of a font that holds a character."""
    return next((path for path in source.files if _has(path, source.index, character)), None)


def forms(source: FontSource, face: str, character: str) -> tuple[tuple[str, float], ...]:
    """The printed forms of a face that this font holds, with their weights; empty when it holds none."""
    wanted = VARIANTS.get(face, ((character, 1.0),))
    return tuple((c, w) for c, w in wanted if _holder(source, c))


def draw_character(source: FontSource, character: str) -> NDArray[Any]:
    """One character, float32 (CANVAS, CANVAS), 0 paper … 1 ink, the em square in the middle."""
    path = _holder(source, character)
    if path is None:
        message = f"{source.id} does not hold {character}"
        raise ValueError(message)
    image = Image.new("L", (CANVAS, CANVAS), 0)
    draw = ImageDraw.Draw(image)
    draw.text((CANVAS / 2, CANVAS / 2), character, fill=255, font=_load(path, source.index), anchor="mm")
    return np.asarray(image, np.float32) / 255
