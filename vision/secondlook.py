"""A closer look: a small net on crops says face and direction of each character, fused with what the detector saw."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from scorer.faces import FACES
from vision.errors import WeightsError
from vision.marks import normalised
from vision.reality import shows_cards
from vision.runtime import metadata, open_session
from vision.types import BACK, CLASSES, Glyph, Photo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.deck.use import DeckJudge

    Floats = NDArray[np.floating[Any]]

MARGIN = 0.15
SURELY, MOST_ODDS = 1e-3, 8.0
"""No net is believed to be surer than this that there is a character, or none."""
LEAST = 6e-6
"""What the net gives every face, so that it alone rules none out."""
WEIGHTS = (0.5, 0.5)
"""Weights of the detector's and of the second look's log-probabilities; the model's metadata sets what was fitted."""
THERE = (1.0, 0.0, 0.0)
"""Weights of the detector's and of the second look's log-odds that there is a character at all, and what is added; the
model's metadata sets what was fitted."""
TORN = 0.5
OUTPUTS = ("logits", "turn", "embedding", "there")


@dataclass(frozen=True)
class Looked:
    """What the net says of n characters.

    Attributes:
        glyphs: as the detector saw them, turned the way they stand.
        logits: (n, 20 or 21).
        embeddings: (n, d), each of unit length.
        there: (n,) log-odds that there is a character of a card at all.

    """

    glyphs: tuple[Glyph, ...]
    logits: NDArray[np.float64]
    embeddings: NDArray[np.float64]
    there: NDArray[np.float64]

    @property
    def scores(self) -> NDArray[np.float64]:
        """The detector's class scores (n, 21)."""
        return np.array([glyph.scores for glyph in self.glyphs], np.float64).reshape(-1, len(CLASSES))


class SecondLook:
    """The ONNX net: (n, channels, size, size) crops in 0…1 → ``OUTPUTS``.

    They are (n, 20 or 21) logits, (n, 4) turns, (n, d) embeddings and (n, 1) log-odds that there is a character.

    Attributes:
        weights: of the detector's and of this net's log-probabilities.
        there: of both nets' log-odds that there is a character, and what is added to them.
        deck_fit: what was fitted for the use of decks, as the file has it, or None (``vision.deck.fit``).

    """

    def __init__(self, source: Path | Any) -> None:
        """Open the ONNX file ``source``, or take a session that is already open."""
        session = open_session(source) if isinstance(source, Path) else source
        entry = session.get_inputs()[0]
        meta = metadata(session)
        names = meta.get("names")
        self.classes = len(names) if isinstance(names, list) else 0
        if tuple(names or ()) not in (FACES, CLASSES):
            raise WeightsError("the second look's classes are not s1…s10 b1…b10 (back)")
        self._session = session
        self._input = entry.name
        self.channels, self.size = int(entry.shape[1]), int(entry.shape[3])
        self.margin = float(meta.get("margin", MARGIN))
        first, second = meta.get("weights", WEIGHTS)
        self.weights = (float(first), float(second))
        first, second, more = meta.get("there_weights", THERE)
        self.there = (float(first), float(second), float(more))
        self.deck_fit: Any = meta.get("deck_fit")

    def _ask(self, photo: Photo, glyphs: Sequence[Glyph]) -> list[NDArray[np.float64]]:
        """Return what ``OUTPUTS`` names, of crops cut as the keypoints say."""
        crops = upright_crops(photo, glyphs, self.size, self.margin, grey=self.channels == 1)
        outputs = self._session.run(list(OUTPUTS), {self._input: crops})
        return [np.asarray(output, np.float64) for output in outputs]

    def see(self, crops: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What upright crops (n, channels, size, size) are, and where they lie among all characters.

        Returns:
            (n, 20) probabilities of the faces and (n, d) embeddings, each of unit length.

        """
        logits, embeddings = self._session.run(["logits", "embedding"], {self._input: crops})
        return softmax(logits[:, : len(FACES)]), np.asarray(embeddings, np.float64)

    def look_twice(self, photo: Photo, glyphs: Sequence[Glyph]) -> Looked:
        """Turn the glyphs the way the net sees them, and look again."""
        square = [squared(glyph) for glyph in glyphs]
        logits, turns, _, there = self._ask(photo, square)
        upright = [turned(glyph, turn) for glyph, turn in zip(square, turns, strict=True)]
        again, turns, embeddings, still = self._ask(photo, upright)
        upright = [turned(glyph, turn) for glyph, turn in zip(upright, turns, strict=True)]
        return Looked(tuple(upright), (logits + again) / 2, embeddings, (there + still).ravel() / 2)

    def look(self, photo: Photo, glyphs: tuple[Glyph, ...], judge: DeckJudge | None = None) -> tuple[Glyph, ...]:
        """Return the glyphs with fused class scores; none where the photo shows no cards, and no deck that is known.

        Face-down backs are left as they are. Whether there is a character is asked of the photo as a whole: asked of
        each character alone, this net takes running hands and blurred ones for nothing (84.7 % instead of 88.2 % of 340
        hands read right, ``datasets proof`` of seeds 902 and 905).

        Their directions stay the detector's: it sees the whole card. With the net's own, 79 % instead of 84 % of 90
        hands of held-out letterings (``datasets make --split val --count 100 --seed 77``) were read right. Only where
        the detector is torn between two ways, and its head and foot meet halfway, the net's is taken.

        Args:
            photo: the photo.
            glyphs: what the detector saw in it.
            judge: fuses the scores with the help of a known deck; ``self.fused`` if not told.

        """
        chosen = [k for k, glyph in enumerate(glyphs) if glyph.face != CLASSES[BACK]]
        if not chosen:
            return glyphs
        looked = self.look_twice(photo, [glyphs[k] for k in chosen])
        fused = (judge or self.fused)(looked)
        recognised = judge is not None and judge.used is not None
        if not recognised and not self.shows_cards(looked, fused):
            return ()
        better = {
            k: replace(seen if is_torn(glyphs[k]) else glyphs[k], scores=tuple(scores))
            for k, seen, scores in zip(chosen, looked.glyphs, fused.tolist(), strict=True)
        }
        return tuple(better.get(k, glyph) for k, glyph in enumerate(glyphs))

    def fused(self, looked: Looked) -> Floats:
        """Class scores (n, 21) of what was seen twice."""
        return fuse(looked.scores, looked.logits, self.weights)

    def shows_cards(self, looked: Looked, fused: Floats) -> bool:
        """Whether both nets see cards in the photo of which they were asked; ``fused`` are the class scores (n, 21)."""
        seen = total(looked.scores)
        return shows_cards(seen, fused.max(axis=1) * there(seen, [looked.there], self.there) / seen)


def is_torn(glyph: Glyph) -> bool:
    """Whether a glyph's head and foot are far nearer to each other than its box is large, so that they tell no way.

    >>> is_torn(Glyph((0, 0, 50, 50), (25, 20), (25, 30), (0.0,) * 21))
    True
    >>> is_torn(Glyph((0, 0, 50, 10), (25, 0), (25, 10), (0.0,) * 21))
    False
    """
    way = np.subtract(glyph.head, glyph.foot, dtype=np.float64)
    length = max(float(np.linalg.norm(way)), 1e-9)
    width, height = glyph.box[2] - glyph.box[0], glyph.box[3] - glyph.box[1]
    return length < TORN * extent_along(float(width), float(height), way / length)


def squared(glyph: Glyph) -> Glyph:
    """Return the glyph as if it stood upright in its box, whatever its keypoints say.

    >>> g = squared(Glyph((10, 10, 30, 50), (0, 0), (9, 9), (0.0,) * 21))
    >>> g.head, g.foot
    ((20.0, 10.0), (20.0, 50.0))
    """
    x0, y0, x1, y1 = glyph.box
    return replace(glyph, head=((x0 + x1) / 2, float(y0)), foot=((x0 + x1) / 2, float(y1)))


def turned(glyph: Glyph, turn: Floats) -> Glyph:
    """Turn a glyph's head and foot about its middle by what the net saw.

    Args:
        glyph: its crop was cut along its present head and foot.
        turn: (4,) cos θ, sin θ, cos 2θ, sin 2θ of the clockwise angle at which the character stood in the crop. The
            double angle gives the line, the single one which end of it is up.

    >>> import numpy as np
    >>> g = Glyph((0, 0, 10, 10), (5, 0), (5, 10), (0.0,) * 21)
    >>> head = turned(g, np.array([0.0, 1.0, -1.0, 0.0])).head
    >>> tuple(round(v, 6) for v in head)
    (10.0, 5.0)

    """
    line = float(np.arctan2(turn[3], turn[2])) / 2
    if np.cos(line) * turn[0] + np.sin(line) * turn[1] < 0:
        line += np.pi
    centre, up, _ = frame(glyph)
    cos, sin = np.cos(line), np.sin(line)
    up = np.array([up[0] * cos - up[1] * sin, up[0] * sin + up[1] * cos])
    width, height = glyph.box[2] - glyph.box[0], glyph.box[3] - glyph.box[1]
    tall = extent_along(float(width), float(height), up)
    head, foot = centre + up * tall / 2, centre - up * tall / 2
    return replace(glyph, head=(float(head[0]), float(head[1])), foot=(float(foot[0]), float(foot[1])))


def extent_along(width: float, height: float, up: Floats) -> float:
    """Extent of a turned rectangle along ``up`` from its upright box; near 45° the box does not tell and half is taken.

    >>> import numpy as np
    >>> extent_along(30.0, 40.0, np.array([1.0, 0.0]))
    30.0
    """
    a, b = abs(float(up[1])), abs(float(up[0]))
    even = (width + height) / (2 * (a + b))
    if abs(a - b) < 0.4:
        return even
    along = (height * a - width * b) / (a * a - b * b)
    return float(np.clip(along, 0.25 * even, 1.75 * even))


def softmax(logits: Floats) -> NDArray[np.float64]:
    """Probabilities (n, k) of logits (n, k).

    >>> softmax(np.array([[0.0, 0.0]])).tolist()
    [[0.5, 0.5]]
    """
    raised = np.exp(np.asarray(logits, np.float64) - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def total(scores: Floats) -> NDArray[np.float64]:
    """Return the detector's probability (n,) that there is any character, from its class scores (n, 21)."""
    return np.asarray(np.clip(np.asarray(scores, np.float64).sum(axis=1), SURELY, 1 - SURELY))


def there(seen: Floats, clues: Sequence[Floats], weights: Sequence[float]) -> NDArray[np.float64]:
    """Probability (n,) that there is a character.

    Args:
        seen: (n,) the detector's probability.
        clues: the second look's log-odds (n,), and whatever else tells something, each (n,).
        weights: of the detector's log-odds and of each clue, and what is added.

    >>> there(np.array([0.5, 0.5]), [np.array([0.0, -4.0])], (1.0, 1.0, 0.0)).round(2).tolist()
    [0.5, 0.02]

    """
    return np.asarray(1 / (1 + np.exp(-there_features(seen, clues) @ np.asarray(weights))), np.float64)


def there_features(seen: Floats, clues: Sequence[Floats]) -> NDArray[np.float64]:
    """What :func:`there` weighs, (n, 2 + clues): no net is believed to be too sure."""
    bounded = [np.clip(clue, -MOST_ODDS, MOST_ODDS) for clue in clues]
    return np.column_stack([np.log(seen / (1 - seen)), *bounded, np.ones(len(seen))])


def fuse(
    scores: Floats, logits: Floats, weights: tuple[float, float], more: Floats | float = 0.0
) -> NDArray[np.float64]:
    """Mix detector scores (n, 21), classifier logits (n, 20 or 21) and log-odds ``more`` of the same shape: (n, 21).

    How sure the detector is of any character, the sum of its scores, which stays high where it hesitates between two
    faces, is shared out anew. A classifier without the class back leaves that as it was seen.

    >>> import numpy as np
    >>> seen = np.full((1, 21), 0.01); seen[0, :2] = 0.4, 0.5
    >>> fuse(seen, 9.0 * np.eye(20)[[0]], (0.5, 0.5)).argmax()
    np.int64(0)
    """
    seen = normalised(np.asarray(scores, np.float64))
    second = np.log(np.maximum(softmax(logits), LEAST))
    known = logits.shape[1]
    mixed = weights[0] * np.log(seen[:, :known]) + weights[1] * second + more
    mixed = np.exp(mixed - mixed.max(axis=1, keepdims=True))
    mixed *= seen[:, :known].sum(axis=1, keepdims=True) / mixed.sum(axis=1, keepdims=True)
    return np.asarray(np.hstack([mixed, seen[:, known:]]) * total(scores)[:, None])


def upright_crops(
    photo: Photo, glyphs: Sequence[Glyph], size: int, margin: float = MARGIN, *, grey: bool = False
) -> NDArray[np.float32]:
    """Cut out characters, each turned so that its head is up.

    Args:
        photo: the photo.
        glyphs: n glyphs in pixels of ``photo.size``.
        size: side of a crop in pixels.
        margin: share of the character's larger extent that is added around it.
        grey: one channel instead of RGB.

    Returns:
        (n, 1 or 3, size, size) float32 in 0…1.

    """
    levels = [photo.pixels]
    zoom = photo.pixels.shape[1] / photo.size[0]
    crops = np.empty((len(glyphs), size, size, 3), np.uint8)
    for at, glyph in enumerate(glyphs):
        centre, up, side = frame(glyph)
        step = side * (1 + margin) * zoom / size
        level = max(0, int(np.log2(max(step, 1.0))))
        while len(levels) <= level and min(levels[-1].shape[:2]) > 2:
            half = levels[-1].shape[1] // 2, levels[-1].shape[0] // 2
            levels.append(np.asarray(cv2.resize(levels[-1], half, interpolation=cv2.INTER_AREA), np.uint8))
        level = min(level, len(levels) - 1)
        shrink = levels[level].shape[1] / photo.pixels.shape[1]
        affine = crop_affine(centre * zoom * shrink, up, step * shrink, size)
        crops[at] = cv2.warpAffine(
            levels[level],
            affine,
            (size, size),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    rgb = crops[..., ::-1].astype(np.float32) / 255
    if grey:
        rgb = (rgb @ np.array([0.299, 0.587, 0.114], np.float32))[..., None]
    return np.ascontiguousarray(rgb.transpose(0, 3, 1, 2))


def frame(glyph: Glyph) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Return a glyph's middle (2,), its unit vector toward the head (2,), and its larger extent.

    >>> middle, up, side = frame(Glyph((10, 10, 30, 40), (20, 40), (20, 10), (0.0,) * 21))
    >>> middle.tolist(), up.tolist(), float(side)
    ([20.0, 25.0], [0.0, 1.0], 30.0)
    """
    head, foot = np.array(glyph.head, np.float64), np.array(glyph.foot, np.float64)
    tall = float(np.linalg.norm(head - foot))
    up = (head - foot) / tall if tall > 1e-6 else np.array([0.0, -1.0])
    box = np.array(glyph.box, np.float64)
    slant = float(np.abs(up).sum())
    wide = float((box[2:] - box[:2]).sum()) / slant - tall
    return (box[:2] + box[2:]) / 2, up, max(tall, wide, 2.0)


def crop_affine(centre: NDArray[np.float64], up: NDArray[np.float64], step: float, size: int) -> NDArray[np.float64]:
    """Matrix (2, 3) from crop pixels to photo pixels.

    >>> import numpy as np
    >>> crop_affine(np.array([50.0, 50.0]), np.array([0.0, -1.0]), 2.0, 11)[:, 2].tolist()
    [40.0, 40.0]
    """
    right, down = np.array([-up[1], up[0]]), -up
    half = (size - 1) / 2
    start = centre - (right + down) * half * step
    return np.column_stack([right * step, down * step, start])
