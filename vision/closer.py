"""The second pass: where the hand was found in the whole photo, it is looked at again as large as the input allows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.types import Box, Glyph, Photo

if TYPE_CHECKING:
    from collections.abc import Sequence

SURE = 0.25
"""Characters of at least this score say where the hand is."""
FEWEST = 4
MARGIN = 2.5
"""Room around the outermost characters, in characters: the other half of a card may be there."""
WORTH = 0.75
"""A window whose long side is a larger share of the photo's gains too little sharpness to be looked at."""


def hand_window(glyphs: Sequence[Glyph], size: tuple[int, int]) -> Box | None:
    """Return (x0, y0, x1, y1) in whole pixels around the hand, or None when a closer look would not help.

    >>> row = [Glyph((40 * k, 100, 40 * k + 30, 130), (0, 0), (0, 1), (0.9,) * 21) for k in range(5)]
    >>> hand_window(row, (2000, 1500))
    (0, 25, 265, 205)
    """
    sure = [g for g in glyphs if max(g.scores) >= SURE]
    if len(sure) < FEWEST:
        return None
    boxes = np.array([g.box for g in sure])
    room = MARGIN * float(np.median((boxes[:, 2:] - boxes[:, :2]).max(axis=1)))
    low = np.maximum(boxes[:, :2].min(axis=0) - room, 0)
    high = np.minimum(boxes[:, 2:].max(axis=0) + room, size)
    if float((high - low).max()) > WORTH * max(size):
        return None
    return (int(low[0]), int(low[1]), int(high[0]), int(high[1]))


def cut_window(photo: Photo, window: Box) -> Photo:
    """Return the part of a photo inside ``window`` (pixels of ``photo.size``) as a photo of its own."""
    zoom = photo.pixels.shape[1] / photo.size[0]
    x0, y0, x1, y1 = (round(v * zoom) for v in window)
    size = (int(window[2] - window[0]), int(window[3] - window[1]))
    return replace(photo, pixels=photo.pixels[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)], size=size)


def merged(first: Sequence[Glyph], closer: Sequence[Glyph], window: Box) -> tuple[Glyph, ...]:
    """Return the closer look's glyphs, moved to their place in the photo, and the first look's outside the window."""
    x, y = window[:2]
    moved = tuple(
        Glyph(
            (g.box[0] + x, g.box[1] + y, g.box[2] + x, g.box[3] + y),
            (g.head[0] + x, g.head[1] + y),
            (g.foot[0] + x, g.foot[1] + y),
            g.scores,
        )
        for g in closer
    )
    return moved + tuple(g for g in first if not _inside(g, window))


def _inside(glyph: Glyph, window: Box) -> bool:
    x, y = (glyph.box[0] + glyph.box[2]) / 2, (glyph.box[1] + glyph.box[3]) / 2
    return window[0] <= x <= window[2] and window[1] <= y <= window[3]
