"""Fits how much the detector and the second look count when what they say is fused, on held-out letterings."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from tqdm import tqdm

from models.crops import NOTHING, read_labels, read_picture, true_boxes, without_character
from vision.detector import Detector, overlaps
from vision.secondlook import SecondLook, fuse, there, there_features, total
from vision.types import BACK, CLASSES, Glyph
from vision.weights import find_weights

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

GRID = (0.0, 0.05, 0.1, 0.15, 0.25, 0.35, 0.5, 0.7, 0.85, 1.0, 1.25)
MATCH = 0.5
MIN_SCORE = 0.25
UNKNOWN = NOTHING + 1
STEPS, RIDGE = 25, 1e-4
ODD = 1
"""Only every other picture is fitted on; the figures are of the others."""


def matched(
    glyphs: Sequence[Glyph], labels: list[tuple[int, Glyph]], min_score: float = MIN_SCORE
) -> list[tuple[Glyph, int]]:
    """Detected characters of at least ``min_score`` with the class of the label they overlap most."""
    boxes = np.array([g.box for _, g in labels]).reshape(-1, 4)
    out = []
    for glyph in glyphs:
        if not len(boxes) or max(glyph.scores) < min_score:
            continue
        shared = overlaps(np.array(glyph.box), boxes)
        k = int(shared.argmax())
        if shared[k] > MATCH and labels[k][0] != BACK and glyph.face != CLASSES[BACK]:
            out.append((glyph, labels[k][0]))
    return out


@dataclass(frozen=True)
class Candidates:
    """What the detector takes for characters in some pictures.

    Attributes:
        scores: (n, 21) of the detector.
        logits: (n, 20) of the second look.
        there: (n,) its log-odds that there is a character.
        truth: (n,) class ids, ``NOTHING`` where there is none, ``UNKNOWN`` where it is too uncertain to count.
        picture: (n,) which picture.

    """

    scores: NDArray[Any]
    logits: NDArray[Any]
    there: NDArray[Any]
    truth: NDArray[Any]
    picture: NDArray[Any]

    def picked(self, chosen: NDArray[np.bool_]) -> Candidates:
        """Some of them: (n,) flags."""
        return Candidates(*(getattr(self, each.name)[chosen] for each in fields(self)))


def collect(data: Path, limit: int) -> Candidates:
    """The candidates of the val split.

    Raises:
        SystemExit: the detector finds none.

    """
    weights = find_weights()
    if weights.second_look is None:
        message = "the manifest has no second look"
        raise SystemExit(message)
    detector, second = Detector(weights.detector), SecondLook(weights.second_look)
    found = []
    for k, path in enumerate(tqdm(sorted((data / "images" / "val").glob("*.jpg"))[:limit], unit="img")):
        photo = read_picture(path)
        labels = read_labels(data / "labels" / "val" / f"{path.stem}.txt", *photo.size)
        glyphs = [g for g in detector.detect(photo) if g.face != CLASSES[BACK]]
        true = {id(g): c for g, c in matched(glyphs, labels, 0.0)}
        none = {id(g) for g in without_character(glyphs, true_boxes(path, labels))}
        truth = [true.get(id(g), NOTHING if id(g) in none else UNKNOWN) for g in glyphs]
        if glyphs:
            looked = second.look_twice(photo, glyphs)
            found.append(
                Candidates(looked.scores, looked.logits, looked.there, np.array(truth), np.full(len(glyphs), k))
            )
    if not found:
        message = f"the detector finds no characters on the pictures of {data}; train it longer"
        raise SystemExit(message)
    return Candidates(*(np.concatenate([getattr(c, each.name) for c in found]) for each in fields(Candidates)))


def logistic(x: NDArray[Any], y: NDArray[np.bool_]) -> tuple[float, ...]:
    """Weights (k,) of features (n, k) that make outcomes (n,), 0 or 1, likeliest: a logistic regression.

    Both outcomes count alike, however many there are of each: photos of hands have few mistakes, others nothing else.
    """
    w = np.zeros(x.shape[1])
    counts = np.where(y, 0.5 / max(1, y.sum()), 0.5 / max(1, (~y).sum()))
    for _ in range(STEPS):  # Newton's method; the ridge keeps it finite where the two kinds part cleanly
        p = 1 / (1 + np.exp(-x @ w))
        curve = x.T @ (x * (counts * p * (1 - p))[:, None]) + RIDGE * np.eye(len(w))
        w += np.linalg.solve(curve, x.T @ (counts * (y - p)) - RIDGE * w)
    return tuple(w.tolist())


def fit_there(found: Candidates) -> tuple[float, ...]:
    """Weights of both nets' log-odds that there is a character, and what is added."""
    found = found.picked(found.truth != UNKNOWN)
    return logistic(there_features(total(found.scores), [found.there]), found.truth != NOTHING)


def judge_there(found: Candidates, weights: tuple[float, ...]) -> tuple[float, float]:
    """(share of the characters kept, share of the others left out) when half is the bar."""
    kept = there(total(found.scores), [found.there], weights) >= 0.5
    return float(kept[found.truth < NOTHING].mean()), float((~kept)[found.truth == NOTHING].mean())


def judge_scores(scores: NDArray[Any], truth: NDArray[Any]) -> tuple[float, float]:
    """(mean negative log-likelihood, share right) of fused scores (n, 21)."""
    p = scores / scores.sum(axis=1, keepdims=True)
    return float(-np.log(p[np.arange(len(truth)), truth] + 1e-9).mean()), float((p.argmax(axis=1) == truth).mean())


def fit(data: Path, limit: int) -> tuple[float, float]:
    """Prints the figures of each net alone and fused, and writes the best weights into the second look's metadata."""
    from models.export import add_metadata
    from models.manifest import register

    found = collect(data, limit)
    odd = found.picked(found.picture % 2 == ODD)
    rest = found.picked(found.picture % 2 != ODD)
    exists = fit_there(odd)
    n, none = int((rest.truth < NOTHING).sum()), int((rest.truth == NOTHING).sum())
    for name, w3 in (("detector alone", (1.0, 0.0, 0.0)), ("fused " + " ".join(f"{w:.2f}" for w in exists), exists)):
        kept, out = judge_there(rest, w3)
        print(f"{name:<24} characters kept {kept:.2%} (n={n}), others left out {out:.2%} (n={none})")  # noqa: T201
    odd, rest = (part.picked(part.truth < NOTHING) for part in (odd, rest))
    best = min(
        itertools.product(GRID, GRID),
        key=lambda w: judge_scores(fuse(odd.scores, odd.logits, w), odd.truth)[0],
    )
    for name, w in (("detector alone", (1.0, 0.0)), ("second look alone", (0.0, 1.0)), (f"fused {best}", best)):
        loss, right = judge_scores(fuse(rest.scores, rest.logits, w), rest.truth)
        print(f"{name:<24} right {right:.2%}  loss {loss:.3f}  (n={len(rest.truth)} characters)")  # noqa: T201
    path = find_weights().second_look
    if path is None:
        message = "the manifest has no second look"
        raise SystemExit(message)
    add_metadata(path, {"weights": json.dumps(best), "there_weights": json.dumps([round(w, 4) for w in exists])})
    register("second_look", path)
    return best
