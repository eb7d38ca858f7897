"""Writes test scenes; the same for any number of workers."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from tqdm import tqdm

from datasets.labels import paths_of, write_sample
from datasets.proof.scenes import TIERS, TestScene, decks_for, make_scene, make_without_cards

if TYPE_CHECKING:
    from pathlib import Path

SPLIT = "val"
"""The folder that ``models evaluate`` reads."""
SPAWN = multiprocessing.get_context("spawn")
"""Workers start afresh: a fork of a process whose libraries have threads may hang."""


@dataclass(frozen=True)
class Job:
    """Which pictures a worker makes: those of one deck, or one without cards (deck −1)."""

    out: Path
    seed: int
    deck: int
    numbers: tuple[int, ...]
    size: tuple[int, int]
    held_out: frozenset[str]


def scene_of(job: Job, number: int) -> TestScene:
    """The scene of one number: its tier goes round with the number, its deck with the number of tiers.

    Raises:
        ValueError: when no lettering is installed.

    """
    rng = np.random.default_rng([job.seed, 11, number + 1, job.deck < 0])
    if job.deck < 0:
        return make_without_cards(number, rng, job.size)
    decks = decks_for(job.held_out)
    return make_scene(decks[job.deck], job.seed, TIERS[number % len(TIERS)], rng, job.size, job.held_out)


def name_of(job: Job, number: int) -> str:
    """What the files are called: without cards n0000, with cards 0000."""
    return f"n{number:04d}" if job.deck < 0 else f"{number:05d}"


def make_job(job: Job) -> int:
    """Makes what is not there yet; returns how many pictures the job covers."""
    cv2.setNumThreads(1)
    for number in job.numbers:
        name = name_of(job, number)
        if paths_of(job.out, SPLIT, name)[0].exists():
            continue
        scene = scene_of(job, number)
        ok, jpg = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, scene.quality])
        if not ok:
            raise RuntimeError(f"picture {name} could not be encoded")
        write_sample(job.out, SPLIT, name, jpg.tobytes(), scene.characters, scene.truth)
    return len(job.numbers)


def jobs_for(
    out: Path, count: int, without: int, seed: int, size: tuple[int, int], held_out: frozenset[str]
) -> list[Job]:
    """All jobs of a set: tiers in turn, decks in turn.

    Raises:
        ValueError: when no lettering is installed.

    """
    decks = len(decks_for(held_out))
    if count and not decks:
        raise ValueError("no lettering for the test scenes is installed: see python -m datasets fonts")
    tiers = len(TIERS)
    jobs = [
        Job(out, seed, first // tiers % decks, tuple(range(first, min(first + tiers, count))), size, held_out)
        for first in range(0, count, tiers)
    ]
    bare = [Job(out, seed, -1, (number,), size, held_out) for number in range(without)]
    step = max(1, len(jobs) // max(1, without))
    mixed: list[Job] = []
    for k, job in enumerate(jobs):  # a run that is stopped has some of everything
        mixed.append(job)
        if k % step == step - 1 and bare:
            mixed.append(bare.pop(0))
    return mixed + bare


def make_proof(
    out: Path,
    count: int,
    without: int,
    seed: int,
    *,
    size: tuple[int, int],
    held_out: frozenset[str],
    workers: int | None,
) -> None:
    """Makes ``count`` pictures with a hand and ``without`` with no cards; what is there from a stopped run is kept.

    Raises:
        ValueError: when no lettering is installed.

    """
    jobs = jobs_for(out, count, without, seed, size, held_out)
    with (
        ProcessPoolExecutor(workers or os.cpu_count(), SPAWN) as pool,
        tqdm(total=count + without, unit="img", desc="proof") as bar,
    ):
        for done in pool.map(make_job, jobs):
            bar.update(done)
