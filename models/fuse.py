"""Fits how much the detector and the second look count when their class scores are fused, on held-out letterings."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from tqdm import tqdm

from models.crops import read_labels
from vision.detector import Detector, overlaps
from vision.secondlook import SecondLook, fuse
from vision.types import BACK, CLASSES, Glyph, Photo
from vision.weights import find_weights

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

GRID = (0.0, 0.05, 0.1, 0.15, 0.25, 0.35, 0.5, 0.7, 0.85, 1.0, 1.25)
MATCH = 0.5
MIN_SCORE = 0.25
ODD = 1
"""Only every other picture is fitted on; the figures are of the others."""


def matched(glyphs: tuple[Glyph, ...], labels: list[tuple[int, Glyph]]) -> list[tuple[Glyph, int]]:
    """Detected characters with the class of the label they overlap most."""
    boxes = np.array([g.box for _, g in labels]).reshape(-1, 4)
    out = []
    for glyph in glyphs:
        if not len(boxes) or max(glyph.scores) < MIN_SCORE:
            continue
        shared = overlaps(np.array(glyph.box), boxes)
        k = int(shared.argmax())
        if shared[k] > MATCH and labels[k][0] != BACK and glyph.face != CLASSES[BACK]:
            out.append((glyph, labels[k][0]))
    return out


def collect(data: Path, limit: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Detector scores (n, 21), second-look logits (n, 20), true classes (n,), picture numbers (n,): the val split."""
    weights = find_weights()
    if weights.second_look is None:
        message = "the manifest has no second look"
        raise SystemExit(message)
    detector, second = Detector(weights.detector), SecondLook(weights.second_look)
    scores, logits, truth, number = [], [], [], []
    for k, path in enumerate(tqdm(sorted((data / "images" / "val").glob("*.jpg"))[:limit], unit="img")):
        image = cv2.imread(str(path))
        if image is None:
            message = f"{path} is no picture"
            raise SystemExit(message)
        height, width = image.shape[:2]
        photo = Photo(np.asarray(image, np.uint8), path.name, (width, height))
        labels = read_labels(data / "labels" / "val" / f"{path.stem}.txt", width, height)
        pairs = matched(detector.detect(photo), labels)
        if pairs:
            scores += [g.scores for g, _ in pairs]
            logits.append(second.look_twice(photo, [g for g, _ in pairs]).logits)
            truth += [c for _, c in pairs]
            number += [k] * len(pairs)
    return np.array(scores), np.concatenate(logits), np.array(truth), np.array(number)


def judge_scores(scores: NDArray[Any], truth: NDArray[Any]) -> tuple[float, float]:
    """(mean negative log-likelihood, share right) of fused scores (n, 21)."""
    p = scores / scores.sum(axis=1, keepdims=True)
    return float(-np.log(p[np.arange(len(truth)), truth] + 1e-9).mean()), float((p.argmax(axis=1) == truth).mean())


def fit(data: Path, limit: int) -> tuple[float, float]:
    """Prints the figures of each net alone and fused, and writes the best weights into the second look's metadata."""
    from models.export import add_metadata
    from models.manifest import register

    scores, logits, truth, number = collect(data, limit)
    fitted = number % 2 == ODD
    best = min(
        itertools.product(GRID, GRID),
        key=lambda w: judge_scores(fuse(scores[fitted], logits[fitted], w), truth[fitted])[0],
    )
    rest = ~fitted
    for name, w in (("detector alone", (1.0, 0.0)), ("second look alone", (0.0, 1.0)), (f"fused {best}", best)):
        loss, right = judge_scores(fuse(scores[rest], logits[rest], w), truth[rest])
        print(f"{name:<24} right {right:.2%}  loss {loss:.3f}  (n={int(rest.sum())} characters)")  # noqa: T201
    path = find_weights().second_look
    if path is None:
        message = "the manifest has no second look"
        raise SystemExit(message)
    add_metadata(path, {"weights": json.dumps(best)})
    register("second_look", path)
    return best
