"""What a detector gets wrong, drawn at random on top of true characters."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.types import CLASSES, Glyph

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.characters import Scene

    Floats = NDArray[np.float64]

TEXT = 0.25
"""Share of false characters that come as a line of three, as print on other things does."""
FALSE_SCORES = (0.1, 0.8)
INSIDE = 0.5
"""Share of false characters among the hand, the others lie in the whole picture."""
ROOM = 3.0
"""How far the picture goes beyond the outermost characters, in characters."""


def faulty(scene: Scene, seed: int, *, false: float = 2.0, doubled: float = 0.02, astray: float = 0.01) -> Scene:
    """Add a detector's faults to a scene; its truth stays what it was.

    Args:
        scene: true characters, some of them missing already.
        seed: of the faults.
        false: mean number of false finds a hand, of any class, size and direction.
        doubled: share of characters found twice, the second time fainter, beside the first and maybe as another.
        astray: share of characters whose direction is told wrong, by a quarter or a half turn.

    """
    rng = np.random.default_rng([seed, 1])
    glyphs = [spun(g, int(rng.integers(1, 4))) if rng.random() < astray else g for g in scene.glyphs]
    again = [k for k in range(len(glyphs)) if rng.random() < doubled]
    twins = [twin(glyphs[k], rng) for k in again]
    wrong = false_glyphs(glyphs, int(rng.poisson(false)), rng)
    return replace(
        scene,
        glyphs=(*glyphs, *twins, *wrong),
        card=(*scene.card, *(scene.card[k] for k in again), *(-1 - k for k in range(len(wrong)))),
        column=(*scene.column, *(scene.column[k] for k in again), *(-1 for _ in wrong)),
    )


def spun(glyph: Glyph, quarters: int) -> Glyph:
    """Turn a glyph's direction about its middle, the box stays."""
    middle = (np.array(glyph.head) + glyph.foot) / 2
    arm = np.array(glyph.head) - middle
    for _ in range(quarters):
        arm = np.array([-arm[1], arm[0]])
    head, foot = middle + arm, middle - arm
    return replace(glyph, head=(float(head[0]), float(head[1])), foot=(float(foot[0]), float(foot[1])))


def twin(glyph: Glyph, rng: np.random.Generator) -> Glyph:
    """Find a glyph a second time."""
    side = (glyph.box[2] - glyph.box[0] + glyph.box[3] - glyph.box[1]) / 2
    dx, dy = (float(rng.uniform(0.1, 0.25) * side * v) for v in unit_vector(rng))
    face = glyph.face if rng.random() < 0.5 else CLASSES[int(rng.integers(len(CLASSES)))]
    x0, y0, x1, y1 = glyph.box
    return Glyph(
        (x0 + dx, y0 + dy, x1 + dx, y1 + dy),
        (glyph.head[0] + dx, glyph.head[1] + dy),
        (glyph.foot[0] + dx, glyph.foot[1] + dy),
        scored(face, rng.uniform(0.2, 0.9) * max(glyph.scores), rng),
    )


def unit_vector(rng: np.random.Generator) -> tuple[float, float]:
    """Return any direction."""
    angle = rng.uniform(0, 2 * np.pi)
    return float(np.cos(angle)), float(np.sin(angle))


def scored(face: str, score: float, rng: np.random.Generator) -> tuple[float, ...]:
    """Class scores (21,) with one clear winner."""
    scores = rng.uniform(0.0005, 0.003, len(CLASSES))
    scores[CLASSES.index(face)] = score
    return tuple(float(s) for s in scores)


def false_glyphs(glyphs: list[Glyph], count: int, rng: np.random.Generator) -> list[Glyph]:
    """Place false characters where none is, lines of print now and then."""
    boxes = np.array([g.box for g in glyphs])
    side = float(np.median((boxes[:, 2:] - boxes[:, :2]).max(axis=1)))
    taken = list((boxes[:, :2] + boxes[:, 2:]) / 2)
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    found: list[Glyph] = []
    while count > 0:
        inside = rng.random() < INSIDE
        room = 0.0 if inside else ROOM * side
        at = rng.uniform(low - room, high + room)
        size = side * rng.uniform(0.5, 1.3)
        line, up = np.array(unit_vector(rng)), np.array(unit_vector(rng))
        for k in range(3 if rng.random() < TEXT else 1):
            middle = at + k * 1.2 * size * line
            if min(float(np.linalg.norm(middle - t)) for t in taken) > 0.6 * side:
                found.append(square(middle, up, size, rng))
                taken.append(middle)
                count -= 1
    return found


def square(middle: Floats, up: Floats, size: float, rng: np.random.Generator) -> Glyph:
    """Return a false character of any class."""
    head, foot = middle + up * size / 2, middle - up * size / 2
    half = size / 2 * float(np.abs(up).sum())
    low, high = FALSE_SCORES
    face = CLASSES[int(rng.integers(len(CLASSES)))]
    score = low + (high - low) * rng.random() ** 2
    (x, y), (hx, hy), (fx, fy) = middle.tolist(), head.tolist(), foot.tolist()
    return Glyph((x - half, y - half, x + half, y + half), (hx, hy), (fx, fy), scored(face, float(score), rng))
