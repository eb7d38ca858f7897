"""One sample on disk: picture, labels in Ultralytics' pose format, truth. Written whole or not at all."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

from vision.types import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from vision.types import Box, Point


class Labelled(Protocol):
    """A visible character: class and, in pixels, box, head and foot."""

    @property
    def face(self) -> str:
        """Class name."""

    @property
    def box(self) -> Box:
        """(x0, y0, x1, y1)."""

    @property
    def head(self) -> Point:
        """Middle of the edge toward the card's end."""

    @property
    def foot(self) -> Point:
        """Middle of the edge toward the card's middle."""


def label_line(character: Labelled, size: tuple[int, int]) -> str:
    """Class, box (centre, size), head and foot with visibility, as shares of a picture of ``size`` (width, height)."""
    w, h = size
    x0, y0, x1, y1 = character.box
    numbers = [(x0 + x1) / 2 / w, (y0 + y1) / 2 / h, (x1 - x0) / w, (y1 - y0) / h]
    words = [str(CLASSES.index(character.face)), *(f"{v:.6f}" for v in numbers)]
    for x, y in (character.head, character.foot):
        seen = 2 if 0 <= x < w and 0 <= y < h else 0
        words += [f"{min(max(x / w, 0), 1):.6f}", f"{min(max(y / h, 0), 1):.6f}", str(seen)]
    return " ".join(words)


def paths_of(out: Path, split: str, name: str) -> tuple[Path, Path, Path]:
    """Where picture, labels and truth of one sample lie."""
    return (
        out / "images" / split / f"{name}.jpg",
        out / "labels" / split / f"{name}.txt",
        out / "truth" / split / f"{name}.json",
    )


def write_sample(
    out: Path, split: str, name: str, jpg: bytes, characters: Iterable[Labelled], truth: dict[str, Any]
) -> Path:
    """Writes one sample; the picture last, so that one that is there is complete. ``truth["size"]`` is its size."""
    picture, label, known = paths_of(out, split, name)
    for path in (picture, label, known):
        path.parent.mkdir(parents=True, exist_ok=True)
    size = (int(truth["size"][0]), int(truth["size"][1]))
    write_whole(label, "\n".join(label_line(c, size) for c in characters).encode())
    write_whole(known, json.dumps(truth, ensure_ascii=False).encode())
    write_whole(picture, jpg)
    return picture


def write_whole(path: Path, data: bytes) -> None:
    """Whole or not at all: a stopped run leaves no half file."""
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(data)
    part.replace(path)
