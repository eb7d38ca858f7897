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
