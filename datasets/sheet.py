"""A contact sheet: many scenes in one picture with their labels drawn, to look at what the eye is trained on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.deck import make_deck
from datasets.scene import Scene, make_scene

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

SIDE = 512


def with_labels(scene: Scene) -> NDArray[Any]:
    """The picture with boxes (green), heads (red) and the line to the foot (magenta)."""
    image = scene.image.copy()
    for g in scene.glyphs:
        x0, y0, x1, y1 = map(round, g.box)
        head, foot = tuple(map(round, g.head)), tuple(map(round, g.foot))
        cv2.rectangle(image, (x0, y0), (x1, y1), (0, 255, 0), 1)
        cv2.line(image, head, foot, (255, 0, 255), 1)
        cv2.circle(image, head, 2, (0, 0, 255), -1)
    return image


def contact_sheet(seed: int, split: str, out: Path, *, columns: int, rows: int) -> None:
    """Writes ``columns`` × ``rows`` scenes, every one of another deck."""
    pictures = []
    for n in range(columns * rows):
        rng = np.random.default_rng([seed, n])
        fraction = (0.4, 1.0) if n % 3 else (1.0, 2.2)
        pictures.append(with_labels(make_scene(make_deck(rng, split), rng, (SIDE, SIDE), fraction)))
    sheet = np.vstack([np.hstack(pictures[r * columns : (r + 1) * columns]) for r in range(rows)])
    out.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(out), sheet):
        message = f"cannot write {out}"
        raise OSError(message)


def sheet_of_folder(folder: Path, seed: int, out: Path, *, columns: int, rows: int) -> None:
    """Writes ``columns`` × ``rows`` pictures of a set, drawn at random, with the labels of their files.

    Raises:
        SystemExit: when the folder holds no pictures.

    """
    pictures = sorted((folder / "images").glob("*/*.jpg"))
    if not pictures:
        message = f"no pictures in {folder}"
        raise SystemExit(message)
    rng = np.random.default_rng(seed)
    chosen = sorted(rng.choice(len(pictures), min(columns * rows, len(pictures)), replace=False))
    tiles = [_tile(pictures[k]) for k in chosen]
    tiles += [np.zeros_like(tiles[0])] * (columns * rows - len(tiles))
    sheet = np.vstack([np.hstack(tiles[r * columns : (r + 1) * columns]) for r in range(rows)])
    out.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(out), sheet):
        message = f"cannot write {out}"
        raise OSError(message)


def _tile(picture: Path) -> NDArray[Any]:
    """One picture of a set with its labels, its long side ``SIDE`` pixels."""
    image = cv2.imread(str(picture))
    if image is None:
        message = f"{picture} is no picture"
        raise SystemExit(message)
    zoom = SIDE / max(image.shape[:2])
    wide, high = round(image.shape[1] * zoom), round(image.shape[0] * zoom)
    tile = np.zeros((SIDE, SIDE, 3), np.uint8)
    tile[:high, :wide] = cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA)
    labels = picture.parents[2] / "labels" / picture.parent.name / f"{picture.stem}.txt"
    for line in labels.read_text(encoding="utf-8").splitlines():
        n = np.array([float(v) for v in line.split()])
        middle, half = n[1:3] * (wide, high), n[3:5] * (wide, high) / 2
        low, top = (middle - half).round().astype(int), (middle + half).round().astype(int)
        cv2.rectangle(tile, low.tolist(), top.tolist(), (0, 255, 0), 1)
        cv2.circle(tile, (n[5:7] * (wide, high)).round().astype(int).tolist(), 2, (0, 0, 255), -1)
    return tile
