"""Fits what a card's probability is worth, on generated scenes of held-out letterings, with the shipped nets."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from tqdm import tqdm

from models.crops import read_labels
from models.manifest import CALIBRATION, WEIGHTS, register
from vision.calibration import Calibration, log_odds
from vision.detector import Detector, overlaps
from vision.photo import load_photo
from vision.scan import Scanner
from vision.weights import find_weights

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.types import CardReading, Glyph

    Floats = NDArray[np.float64]

MATCH = 0.4
ODD = 1
"""Every other picture is fitted on; the reliability table is of the others."""
BINS = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0001)
PRIOR_SLOPE = 0.5


def is_right(card: CardReading, labels: Sequence[tuple[int, Glyph]], classes: Sequence[str]) -> bool:
    """Whether the label that the card's first character overlaps most has the card's face."""
    if not labels:
        return False
    shared = overlaps(np.array(card.glyphs[0].box), np.array([g.box for _, g in labels]))
    best = int(shared.argmax())
    return bool(shared[best] > MATCH and classes[labels[best][0]] == card.face)


def collect(data: Path, limit: int) -> tuple[Floats, NDArray[np.bool_], NDArray[np.intp]]:
    """Uncalibrated probabilities (n,), whether the card was right (n,), and picture numbers (n,).

    Raises:
        SystemExit: when there are no pictures.

    """
    from vision.secondlook import SecondLook
    from vision.types import CLASSES

    weights = find_weights()
    scanner = Scanner(Detector(weights.detector), SecondLook(weights.second_look) if weights.second_look else None)
    paths = sorted((data / "images" / "val").glob("*.jpg"))[:limit]
    if not paths:
        message = f"no pictures in {data}/images/val: python -m datasets make --split val --whole 1 --out {data}"
        raise SystemExit(message)
    p, right, number = [], [], []
    for k, path in enumerate(tqdm(paths, unit="img")):
        photo = load_photo(path)
        labels = read_labels(data / "labels" / "val" / f"{path.stem}.txt", *photo.size)
        for card in scanner.scan(photo).cards:
            p.append(card.p)
            right.append(is_right(card, labels, CLASSES))
            number.append(k)
    return np.array(p), np.array(right, bool), np.array(number, np.intp)


def fit(p: Floats, right: NDArray[np.bool_]) -> Calibration:
    """Logistic regression of being right on the log-odds of p, by Newton's method, slope drawn a little toward 1."""
    table = np.column_stack([np.ones(len(p)), [log_odds(float(v)) for v in p]])
    weights, prior = np.array([0.0, 1.0]), np.diag([1e-3, 1 / PRIOR_SLOPE**2])
    for _ in range(60):
        shown = 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))
        gradient = table.T @ (right - shown) - prior @ (weights - np.array([0.0, 1.0]))
        step = np.linalg.solve((table * (shown * (1 - shown))[:, None]).T @ table + prior, gradient)
        weights = weights + step * min(1.0, 0.5 / float(np.linalg.norm(step)))  # far from the end it would overshoot
    return Calibration(float(weights[0]), float(weights[1]))


def error(p: Floats, right: NDArray[np.bool_]) -> float:
    """Expected calibration error over ``BINS``."""
    place = np.digitize(p, BINS)
    return float(sum(abs(p[place == k].sum() - right[place == k].sum()) for k in np.unique(place)) / max(len(p), 1))


def reliability(p: Floats, right: NDArray[np.bool_]) -> list[str]:
    """The reliability table: shown probability, share right, number of cards."""
    lines = []
    for low, high in pairwise(BINS):
        inside = (p >= low) & (p < high)
        if inside.any():
            row = f"{p[inside].mean():6.1%}  right {right[inside].mean():6.1%}  n={int(inside.sum())}"
            lines.append(f"p {low:4.2f}…{min(high, 1):4.2f}  shown {row}")
    sure = p >= BINS[-3]
    if sure.any():
        lines.append(f"p ≥ 0.95: right {right[sure].mean():.1%} (n={int(sure.sum())} of {len(p)})")
    return [*lines, f"ECE {error(p, right):.3f}"]


def calibrate(data: Path, limit: int) -> Calibration:
    """Fit on every other picture, print the table of the rest, and write the file that the scan reads."""
    p, right, number = collect(data, limit)
    fitted = number % 2 == ODD
    found = fit(p[fitted], right[fitted])
    mapped = np.array([found(float(v)) for v in p[~fitted]])
    print("as it comes\n" + "\n".join(reliability(p[~fitted], right[~fitted])))  # noqa: T201
    print("calibrated\n" + "\n".join(reliability(mapped, right[~fitted])))  # noqa: T201
    path = WEIGHTS / f"{CALIBRATION}.json"
    numbers = {"offset": round(found.offset, 4), "slope": round(found.slope, 4), "cards": int(fitted.sum())}
    path.write_text(json.dumps(numbers) + "\n", encoding="utf-8")
    register(CALIBRATION, path)
    return found
