"""Cuts the characters of made pictures into upright crops for the second look, as the scan will cut them."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

import cv2
import numpy as np
from tqdm import tqdm

from datasets.write import SPAWN
from scorer.faces import FACES
from vision.secondlook import MARGIN, upright_crops
from vision.types import CLASSES, Box, Glyph, Photo

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

SIZE = 48
PER_PICTURE = 24
"""At most so many crops of one picture, so that no picture counts for much."""
FLIPPED = 0.03
"""Share of crops cut upside down: now and then the detector takes the foot for the head."""


def read_labels(path: Path, width: int, height: int) -> list[tuple[int, Glyph]]:
    """Class ids and characters of a label file, in pixels of a picture of ``width`` × ``height``."""
    out = []
    for line in path.read_text(encoding="utf-8").splitlines():
        n = [float(v) for v in line.split()]
        cx, cy, w, h = n[1] * width, n[2] * height, n[3] * width, n[4] * height
        box: Box = (cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2)
        head, foot = (n[5] * width, n[6] * height), (n[8] * width, n[9] * height)
        out.append((int(n[0]), Glyph(box, head, foot, (0.0,) * len(CLASSES))))
    return out


def jittered(glyph: Glyph, rng: np.random.Generator) -> Glyph:
    """The glyph as a detector would give it: a little off in place, size and direction."""
    box = np.array(glyph.box)
    side = max(box[2] - box[0], box[3] - box[1])
    box = box + rng.normal(0, 0.03, 4) * side
    head = np.array(glyph.head) + rng.normal(0, 0.05, 2) * side
    foot = np.array(glyph.foot) + rng.normal(0, 0.05, 2) * side
    if rng.random() < FLIPPED:
        head, foot = foot, head
    return Glyph(tuple(box.tolist()), tuple(head.tolist()), tuple(foot.tolist()), glyph.scores)


def cut_picture(picture: Path) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Crops uint8 (n, SIZE, SIZE, 3) RGB and their class ids (n,) of one made picture; backs are left out."""
    cv2.setNumThreads(1)
    image = cv2.imread(str(picture))
    if image is None:
        message = f"{picture} is no picture"
        raise ValueError(message)
    height, width = image.shape[:2]
    split = picture.parent.name
    labels = read_labels(picture.parents[2] / "labels" / split / f"{picture.stem}.txt", width, height)
    labels = [(c, g) for c, g in labels if c < len(FACES)]
    rng = np.random.default_rng([int(picture.stem), len(labels)])
    if len(labels) > PER_PICTURE:
        labels = [labels[k] for k in rng.choice(len(labels), PER_PICTURE, replace=False)]
    if not labels:
        return np.empty((0, SIZE, SIZE, 3), np.uint8), np.empty(0, np.uint8)
    photo = Photo(np.asarray(image, np.uint8), picture.name, (width, height))
    crops = upright_crops(photo, [jittered(g, rng) for _, g in labels], SIZE, MARGIN)
    pixels = np.round(crops * 255).astype(np.uint8).transpose(0, 2, 3, 1)
    return pixels, np.array([c for c, _ in labels], np.uint8)


def cut(data: Path, split: str, count: int, out: Path, workers: int | None = None) -> int:
    """Writes ``out``.npy (n, SIZE, SIZE, 3) and ``out``.labels.npy (n,) from ``count`` pictures; returns n."""
    pictures = [data / "images" / split / f"{n:06d}.jpg" for n in range(count)]
    pictures = [p for p in pictures if p.exists()]
    out.parent.mkdir(parents=True, exist_ok=True)
    store = np.lib.format.open_memmap(
        out.with_suffix(".npy"), mode="w+", dtype=np.uint8, shape=(len(pictures) * PER_PICTURE, SIZE, SIZE, 3)
    )
    labels = np.empty(len(store), np.uint8)
    n = 0
    with ProcessPoolExecutor(workers, SPAWN) as pool, tqdm(total=len(pictures), unit="img", desc="crops") as bar:
        for pixels, classes in pool.map(cut_picture, pictures, chunksize=16):
            store[n : n + len(pixels)] = pixels
            labels[n : n + len(pixels)] = classes
            n += len(pixels)
            bar.update()
    store.flush()
    np.save(out.with_suffix(".labels.npy"), labels[:n])
    out.with_suffix(".json").write_text(json.dumps({"crops": n, "size": SIZE, "margin": MARGIN}), encoding="utf-8")
    return n
