"""Writes pictures, labels in Ultralytics' pose format and true hands; the same for any number of workers."""

from __future__ import annotations

import json
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from tqdm import tqdm

from datasets.deck import make_deck
from datasets.scene import Scene, make_scene
from vision.types import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PER_DECK = 8
"""Pictures made of one deck before the next is drawn."""
SPLITS = ("train", "val")
SPAWN = multiprocessing.get_context("spawn")
"""Workers start afresh: a fork of a process whose libraries have threads (OpenCV, ONNX Runtime) may hang."""


@dataclass(frozen=True)
class Job:
    """What a worker needs to make the pictures of one deck."""

    out: Path
    split: str
    seed: int
    deck: int
    first: int
    last: int
    size: tuple[int, int]
    whole_share: float
    hard_share: float
    bare_share: float


def label_lines(scene: Scene) -> list[str]:
    """One line a character: class, box (centre, size), head and foot with visibility, as shares of the picture."""
    h, w = scene.image.shape[:2]
    lines = []
    for g in scene.glyphs:
        x0, y0, x1, y1 = g.box
        points = [
            (g.head, 2 if 0 <= g.head[0] < w and 0 <= g.head[1] < h else 0),
            (g.foot, 2 if 0 <= g.foot[0] < w and 0 <= g.foot[1] < h else 0),
        ]
        numbers = [(x0 + x1) / 2 / w, (y0 + y1) / 2 / h, (x1 - x0) / w, (y1 - y0) / h]
        tail = " ".join(f"{min(max(x / w, 0), 1):.6f} {min(max(y / h, 0), 1):.6f} {v}" for (x, y), v in points)
        lines.append(f"{CLASSES.index(g.face)} " + " ".join(f"{v:.6f}" for v in numbers) + " " + tail)
    return lines


def _paths(job: Job, number: int) -> tuple[Path, Path, Path]:
    name = f"{number:06d}"
    return (
        job.out / "images" / job.split / f"{name}.jpg",
        job.out / "labels" / job.split / f"{name}.txt",
        job.out / "truth" / job.split / f"{name}.json",
    )


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all, so that a stopped run leaves no half file."""
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(data)
    part.replace(path)


def make_deck_pictures(job: Job) -> int:
    """Makes the pictures of one deck that are not there yet; returns how many the job covers."""
    cv2.setNumThreads(1)
    count = job.last - job.first
    if all(_paths(job, n)[0].exists() for n in range(job.first, job.last)):
        return count
    key = [job.seed, SPLITS.index(job.split), job.deck]
    deck = make_deck(np.random.default_rng(key), job.split)
    for number in range(job.first, job.last):
        rng = np.random.default_rng([*key, 1 + number])
        fraction = (0.33, 1.0) if rng.random() < job.whole_share else (1.0, 2.2)
        scene = make_scene(deck, rng, job.size, fraction, hard_share=job.hard_share, bare_share=job.bare_share)
        ok, jpg = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 96))])
        if not ok:
            message = f"picture {number} could not be encoded"
            raise RuntimeError(message)
        image, label, truth = _paths(job, number)
        _write(label, "\n".join(label_lines(scene)).encode())
        _write(truth, json.dumps(scene.truth, ensure_ascii=False).encode())
        _write(image, jpg.tobytes())  # last: a picture that is there is complete
    return count


def _jobs(
    out: Path, split: str, count: int, seed: int, size: tuple[int, int], whole: float, hard: float, bare: float
) -> Iterator[Job]:
    for deck, first in enumerate(range(0, count, PER_DECK)):
        yield Job(out, split, seed, deck, first, min(first + PER_DECK, count), size, whole, hard, bare)


def write_data_yaml(out: Path) -> Path:
    """The description that Ultralytics reads (names, keypoints, and that a mirrored character is another one)."""
    names = "\n".join(f"  {i}: {c}" for i, c in enumerate(CLASSES))
    path = out / "data.yaml"
    where = f"path: {out.resolve()}\ntrain: images/train\nval: images/val\n"
    text = f"{where}kpt_shape: [2, 3]\nflip_idx: [0, 1]\nnames:\n{names}\n"
    path.write_text(text, encoding="utf-8")
    return path


def make(
    out: Path,
    split: str,
    count: int,
    seed: int,
    *,
    size: tuple[int, int],
    whole_share: float,
    hard_share: float,
    bare_share: float,
    workers: int | None,
) -> None:
    """Makes ``count`` pictures of one split under ``out``; what is already there from a stopped run is kept."""
    for folder in ("images", "labels", "truth"):
        (out / folder / split).mkdir(parents=True, exist_ok=True)
    write_data_yaml(out)
    jobs = list(_jobs(out, split, count, seed, size, whole_share, hard_share, bare_share))
    with (
        ProcessPoolExecutor(workers or os.cpu_count(), SPAWN) as pool,
        tqdm(total=count, unit="img", desc=split) as bar,
    ):
        for done in pool.map(make_deck_pictures, jobs):
            bar.update(done)
