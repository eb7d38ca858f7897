"""Letterings without end: a brush that writes along the stroke centre lines of ``strokes.json``.

One deck is written by one hand, so its habits (weight, nib, taper, slant, joins) are drawn once and kept for all its
characters. The centre lines and outlines come from hanzi-writer-data (Arphic Public License, ``strokes.LICENSE.txt``).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.fonts import CANVAS, EM

if TYPE_CHECKING:
    from numpy.typing import NDArray

STROKES = Path(__file__).with_name("strokes.json")


@dataclass(frozen=True)
class Hand:
    """The habits of one writer. Lengths are fractions of the em, angles radians."""

    weight: float
    horizontal: float
    """Weight of horizontal strokes as a fraction of vertical ones."""
    nib_flat: float
    nib_angle: float
    press: float
    """How much fatter a stroke starts."""
    taper: float
    """How thin it ends: 0 sharp … 1 blunt."""
    rise: float
    slant: float
    wobble: float
    join: float
    """Chance that the brush stays on the paper between two strokes."""
    shorten: float
    drop: float
    smooth: int
    flow: int
    """How round a brush that stays on the paper turns from one stroke into the next."""
    outline: bool
    """Fills the printed outlines instead of brushing along the centre lines."""


def wild_hand(rng: np.random.Generator) -> Hand:
    """Draws the habits of a writer who hurries more than any that a net is trained on."""
    return replace(
        new_hand(rng),
        rise=float(rng.uniform(-0.02, 0.25)),
        slant=float(rng.normal(0, 0.12)),
        wobble=float(rng.uniform(0.015, 0.045)),
        join=float(rng.uniform(0.5, 0.95)),
        shorten=float(rng.uniform(0, 0.25)),
        drop=float(rng.uniform(0, 0.15)),
        smooth=int(rng.integers(6, 25)),
        flow=int(rng.integers(20, 80)),
        outline=False,
    )


def new_hand(rng: np.random.Generator) -> Hand:
    """Draws the habits of a writer."""
    cursive = rng.random() < 0.4
    return Hand(
        weight=float(rng.uniform(0.06, 0.155) if rng.random() < 0.85 else rng.uniform(0.155, 0.2)),
        horizontal=float(rng.uniform(0.5, 1.05)),
        nib_flat=float(rng.uniform(0.45, 1.0)),
        nib_angle=float(rng.uniform(-0.2, 1.1)),
        press=float(rng.uniform(-0.15, 0.5)),
        taper=float(rng.uniform(0.15, 1.1)),
        rise=float(rng.uniform(-0.02, 0.14)),
        slant=float(rng.normal(0, 0.06)),
        wobble=float(rng.uniform(0.0, 0.02)),
        join=float(rng.uniform(0.15, 0.8)) if cursive else float(rng.uniform(0, 0.08)),
        shorten=float(rng.uniform(-0.06, 0.12)),
        drop=float(rng.uniform(0.0, 0.06)) if cursive else 0.0,
        smooth=int(rng.integers(2, 9)) if cursive else int(rng.integers(0, 3)),
        flow=int(rng.integers(0, 30)) if cursive else 0,
        outline=bool(rng.random() < 0.3),
    )


@lru_cache(maxsize=1)
def stroke_data() -> dict[str, Any]:
    """Character → strokes (SVG outlines) and medians (centre lines), y up, em 1024, baseline 900 from the top."""
    data: dict[str, Any] = json.loads(STROKES.read_text(encoding="utf-8"))
    return data


def _to_canvas(points: NDArray[Any]) -> NDArray[Any]:
    unit = np.stack([points[:, 0] / 1024 - 0.5, (900 - points[:, 1]) / 1024 - 0.5], axis=1)
    return np.asarray(unit * EM + CANVAS / 2, np.float64)


def _resample(line: NDArray[Any], step: float) -> NDArray[Any]:
    gaps = np.hypot(*np.diff(line, axis=0).T)
    along = np.concatenate([[0], np.cumsum(gaps)])
    n = max(3, int(along[-1] / step))
    t = np.linspace(0, along[-1], n)
    return np.asarray(np.stack([np.interp(t, along, line[:, 0]), np.interp(t, along, line[:, 1])], axis=1))


def _bend(line: NDArray[Any], hand: Hand, rng: np.random.Generator) -> NDArray[Any]:
    """One stroke as this hand writes it: shifted, turned, stretched, smoothed, rising to the right."""
    centre = line.mean(axis=0)
    turn = rng.normal(0, 0.05 + hand.wobble * 2)
    size = 1 - hand.shorten * rng.random() + rng.normal(0, 0.03)
    cos, sin = np.cos(turn) * size, np.sin(turn) * size
    out: NDArray[Any] = (
        (line - centre) @ np.array([[cos, sin], [-sin, cos]]) + centre + rng.normal(0, hand.wobble * EM, 2)
    )
    for _ in range(hand.smooth):
        out[1:-1] = (out[:-2] + 2 * out[1:-1] + out[2:]) / 4
    mid = CANVAS / 2
    out[:, 1] -= (out[:, 0] - mid) * hand.rise
    out[:, 0] -= (out[:, 1] - mid) * hand.slant
    return out


def _widths(line: NDArray[Any], hand: Hand, rng: np.random.Generator) -> NDArray[Any]:
    """Brush diameter in pixels along a stroke."""
    n = len(line)
    t = np.linspace(0, 1, n)
    run = line[-1] - line[0]
    flatness = abs(run[0]) / (np.hypot(*run) + 1e-6)
    base = hand.weight * EM * (1 - flatness * (1 - hand.horizontal)) * rng.uniform(0.88, 1.12)
    start = 1 + hand.press * np.exp(-t * 7)
    end = 1 - (1 - hand.taper) * np.clip((t - 0.6) / 0.4, 0, 1) ** 1.5
    return np.asarray(np.maximum(base * start * end, 1.5), np.float64)


def _brush(canvas: NDArray[Any], line: NDArray[Any], widths: NDArray[Any], hand: Hand) -> None:
    angle = float(np.degrees(hand.nib_angle))
    for (x, y), w in zip(line, widths, strict=True):
        centre, axes = (round(x * 8), round(y * 8)), (round(w * 4), max(8, round(w * 4 * hand.nib_flat)))
        cv2.ellipse(canvas, centre, axes, angle, 0, 360, 255, -1, cv2.LINE_AA, 3)


def _write(canvas: NDArray[Any], run: list[tuple[NDArray[Any], NDArray[Any]]], hand: Hand) -> None:
    """Write strokes between which the brush stays on the paper: points (n, 2) and diameters (n,) of each."""
    path = np.concatenate([np.column_stack([line, widths]) for line, widths in run])
    for _ in range(hand.flow if len(run) > 1 else 0):
        path[1:-1] = (path[:-2] + 2 * path[1:-1] + path[2:]) / 4
    _brush(canvas, path[:, :2], path[:, 2], hand)


def _outline(path: str) -> list[NDArray[Any]]:
    """Polygons of an SVG path of M, L, Q, C and Z commands, curves as short chords."""
    tokens = re.findall(r"[MLQCZ]|-?\d+\.?\d*", path)
    polygons: list[NDArray[Any]] = []
    points: list[tuple[float, float]] = []
    i = 0
    while i < len(tokens):
        command = tokens[i]
        i += 1
        count = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}[command]
        ctrl = [(float(tokens[i + 2 * k]), float(tokens[i + 2 * k + 1])) for k in range(count)]
        i += 2 * count
        if command == "Z":
            polygons.append(np.array(points))
            points = []
        elif command in "ML":
            points.append(ctrl[0])
        else:
            knots = np.array([points[-1], *ctrl])
            for t in np.linspace(0.2, 1, 5):
                level = knots
                while len(level) > 1:
                    level = level[:-1] * (1 - t) + level[1:] * t
                points.append((float(level[0, 0]), float(level[0, 1])))
    return polygons


def write_character(character: str, hand: Hand, rng: np.random.Generator) -> NDArray[Any]:
    """One character by this hand, float32 (CANVAS, CANVAS), 0 paper … 1 ink."""
    data = stroke_data()[character]
    canvas = np.zeros((CANVAS, CANVAS), np.uint8)
    lines = [_to_canvas(np.array(m, np.float64)) for m in data["medians"]]
    few = len(lines) <= 3
    run: list[tuple[NDArray[Any], NDArray[Any]]] = []
    for line, outline in zip(lines, data["strokes"], strict=True):
        bent = _bend(_resample(line, 2.0), hand, rng)
        dropped = not few and rng.random() < hand.drop and len(bent) < 15
        if dropped:
            continue
        if hand.outline:
            for polygon in _outline(outline):
                moved = _to_canvas(polygon) + (bent.mean(axis=0) - line.mean(axis=0)) * 0.5
                cv2.fillPoly(canvas, [np.round(moved * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
            continue
        widths = _widths(bent, hand, rng)
        if run and rng.random() < hand.join:
            link = _resample(np.array([run[-1][0][-1], bent[0]]), 2.0)
            run.append((link, np.full(len(link), hand.weight * EM * rng.uniform(0.2, 0.7))))
        elif run:
            _write(canvas, run, hand)
            run = []
        run.append((bent, widths))
    if run:
        _write(canvas, run, hand)
    return canvas.astype(np.float32) / 255
