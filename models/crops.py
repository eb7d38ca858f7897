"""Cuts made pictures into upright crops for the second look: characters, and what the detector takes for some."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from tqdm import tqdm

from datasets.write import SPAWN
from scorer.faces import FACES
from vision.detector import Detector, insides
from vision.secondlook import MARGIN, upright_crops
from vision.types import CLASSES, Box, Glyph, Photo
from vision.weights import find_weights

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

SIZE = 48
PER_PICTURE = 24
"""At most so many crops of one picture, so that no picture counts for much."""
NOTHING = len(FACES)
"""Class id of a crop that shows no character of a card."""
MISTAKEN, MISTAKEN_BARE, ELSEWHERE = 12, 30, 2
"""At most so many crops of what the detector takes for a character, in a picture without any so many, and so many of
any other place in a picture."""
DOUBTFUL = 0.005
"""The detector's mistakes are looked for down to this score."""
MOST = ELSEWHERE + max(PER_PICTURE + MISTAKEN, MISTAKEN_BARE)
APART = 0.1
"""What shares less than this with a character, of the smaller of both, is none."""
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


def read_picture(path: Path) -> Photo:
    """A made picture.

    Raises:
        ValueError: it cannot be read.

    """
    image = cv2.imread(str(path))
    if image is None:
        message = f"{path} is no picture"
        raise ValueError(message)
    height, width = image.shape[:2]
    return Photo(np.asarray(image, np.uint8), path.name, (width, height))


def true_boxes(picture: Path, labels: Sequence[tuple[int, Glyph]]) -> NDArray[np.float64]:
    """:func:`boxes_of` of a made picture."""
    truth = picture.parents[2] / "truth" / picture.parent.name / f"{picture.stem}.json"
    return boxes_of(json.loads(truth.read_text(encoding="utf-8")), labels)


def boxes_of(truth: dict[str, Any], labels: Sequence[tuple[int, Glyph]]) -> NDArray[np.float64]:
    """Boxes (n, 4) of all that is a character or a back, even where it is covered too far to be labelled."""
    cards = truth["cards"]
    known = [(*np.min(quad, axis=0), *np.max(quad, axis=0)) for card in cards for quad in card["glyphs"]]
    return np.array([*known, *(g.box for _, g in labels)], np.float64).reshape(-1, 4)


def without_character(glyphs: Sequence[Glyph], known: NDArray[np.float64]) -> list[Glyph]:
    """Those of the glyphs that show nothing of the boxes ``known`` (n, 4)."""
    if not len(known):
        return list(glyphs)
    return [g for g in glyphs if float(insides(np.array(g.box), known).max()) < APART]


def elsewhere(known: NDArray[np.float64], size: tuple[int, int], rng: np.random.Generator) -> list[Glyph]:
    """Places in a picture of ``size``, as large as its characters (n, 4), wherever they are."""
    sides = (known[:, 2:] - known[:, :2]).max(axis=1) if len(known) else np.array([0.05, 0.2]) * min(size)
    out = []
    for _ in range(ELSEWHERE):
        side = min(float(rng.uniform(sides.min(), sides.max()) * rng.uniform(0.8, 1.3)), float(min(size)))
        x, y = float(rng.uniform(0, size[0] - side)), float(rng.uniform(0, size[1] - side))
        middle = x + side / 2
        out.append(Glyph((x, y, x + side, y + side), (middle, y), (middle, y + side), (0.0,) * len(CLASSES)))
    return out


@cache
def _detector() -> Detector:
    """One for each process."""
    return Detector(find_weights().detector)


def cut_picture(picture: Path) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Crops uint8 (n, SIZE, SIZE, 3) RGB and their class ids (n,) of one made picture; backs are left out.

    Raises:
        ValueError: ``picture`` cannot be read.

    """
    cv2.setNumThreads(1)
    photo = read_picture(picture)
    every = read_labels(picture.parents[2] / "labels" / picture.parent.name / f"{picture.stem}.txt", *photo.size)
    labels = [(c, g) for c, g in every if c < len(FACES)]
    rng = np.random.default_rng([int(picture.stem), len(labels)])
    if len(labels) > PER_PICTURE:
        labels = [labels[k] for k in rng.choice(len(labels), PER_PICTURE, replace=False)]
    glyphs = [jittered(g, rng) for _, g in labels]
    known = true_boxes(picture, every)
    mistaken = without_character(_detector().detect(photo, DOUBTFUL), known)[
        : MISTAKEN if len(known) else MISTAKEN_BARE
    ]
    nothing = [*mistaken, *without_character(elsewhere(known, photo.size, rng), known)]
    crops = upright_crops(photo, [*glyphs, *nothing], SIZE, MARGIN)
    pixels = np.round(crops * 255).astype(np.uint8).transpose(0, 2, 3, 1)
    return pixels, np.array([c for c, _ in labels] + [NOTHING] * len(nothing), np.uint8)


def cut(data: Path, split: str, count: int, out: Path, workers: int | None = None) -> int:
    """Writes ``out``.npy (n, SIZE, SIZE, 3) and ``out``.labels.npy (n,) from ``count`` pictures; returns n."""
    pictures = [data / "images" / split / f"{n:06d}.jpg" for n in range(count)]
    pictures = [p for p in pictures if p.exists()]
    out.parent.mkdir(parents=True, exist_ok=True)
    store = np.lib.format.open_memmap(
        out.with_suffix(".npy"), mode="w+", dtype=np.uint8, shape=(len(pictures) * MOST, SIZE, SIZE, 3)
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
