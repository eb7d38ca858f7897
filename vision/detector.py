"""Photo → glyphs: letterbox, session, boxes with two keypoints and all class scores, class-agnostic NMS."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.errors import WeightsError
from vision.runtime import metadata, open_session
from vision.types import CLASSES, Glyph, Photo

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating[Any]]

KEYPOINTS = ("head", "foot")
STRIDE = 32
GREY = 114
MIN_SCORE = 0.02
"""Far below what is believed: the second look and the reading decide what becomes of a faint character."""
MAX_OVERLAP = 0.5
MAX_INSIDE = 0.75
"""A box of which more than this share lies inside a better one is a part of that character."""
MAX_GLYPHS = 300
ROWS = 4 + len(CLASSES) + 3 * len(KEYPOINTS)


@dataclass(frozen=True)
class Letterbox:
    """How a photo was fitted into the input: input = pixel × scale + (left, top)."""

    scale: float
    left: float
    top: float


class Detector:
    """The ONNX detector. Thread-safe: a session may run in several threads at once."""

    def __init__(self, source: Path | Any) -> None:
        """Open the ONNX file ``source``, or take a session that is already open."""
        session = open_session(source) if isinstance(source, Path) else source
        entry = session.get_inputs()[0]
        meta = metadata(session)
        check_metadata(meta)
        self._session = session
        self._input = entry.name
        self._size = input_size(entry.shape, meta.get("imgsz"))
        self._dynamic = not all(isinstance(side, int) for side in entry.shape[2:])

    @property
    def size(self) -> int:
        """Side of the input in pixels."""
        return self._size

    def detect(self, photo: Photo, min_score: float = MIN_SCORE) -> tuple[Glyph, ...]:
        """Find every character, best first, in pixels of ``photo.size``; those below ``min_score`` are left out."""
        shape = canvas_shape(photo.pixels.shape[:2], self._size) if self._dynamic else (self._size, self._size)
        blob, box = letterbox(photo.pixels, shape)
        output = np.asarray(self._session.run(None, {self._input: blob})[0])
        if output.ndim != 3 or output.shape[1] != ROWS:
            raise WeightsError(f"the detector's output has shape {output.shape}, not (1, {ROWS}, n)")
        zoom = photo.size[0] / photo.pixels.shape[1]
        return glyphs_of(suppress(output[0].T, min_score), box, zoom, photo.size)


def check_metadata(meta: dict[str, Any]) -> None:
    """Raise unless the classes and keypoints are the ones this program means."""
    names = meta.get("names")
    if isinstance(names, dict):
        names = list(names.values())
    if names is None or tuple(names) != CLASSES:
        raise WeightsError("the detector's classes are not s1…s10 b1…b10 back")
    if tuple(meta.get("kpt_names") or KEYPOINTS) != KEYPOINTS:
        raise WeightsError("the detector's keypoints are not head, foot")


def input_size(shape: list[Any], meta_size: Any) -> int:
    """Return the input's side: fixed in the model, or from the metadata where the model leaves it open.

    >>> input_size([1, 3, 960, 960], None), input_size([1, 3, "height", "width"], [640, 640])
    (960, 640)
    """
    if len(shape) == 4 and isinstance(shape[2], int) and shape[2] == shape[3]:
        return int(shape[2])
    if isinstance(meta_size, list) and meta_size:
        meta_size = max(meta_size)
    if isinstance(meta_size, int) and meta_size > 0:
        return meta_size
    raise WeightsError("the detector's input size is unknown")


def canvas_shape(shape: tuple[int, ...], size: int) -> tuple[int, int]:
    """Return the smallest (height, width) in whole strides that holds a photo whose long side is ``size``.

    >>> canvas_shape((1500, 2000), 960)
    (736, 960)
    """
    scale = size / max(shape[:2])
    height, width = (max(STRIDE, -(-round(side * scale) // STRIDE) * STRIDE) for side in shape[:2])
    return height, width


def letterbox(pixels: NDArray[np.uint8], shape: tuple[int, int]) -> tuple[NDArray[np.float32], Letterbox]:
    """Fit (h, w, 3) BGR into (1, 3, *shape) float32 RGB in 0…1, grey around it."""
    height, width = pixels.shape[:2]
    scale = min(shape[0] / height, shape[1] / width)
    inner = max(1, round(width * scale)), max(1, round(height * scale))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(pixels, inner, interpolation=how)
    left, top = (shape[1] - inner[0]) // 2, (shape[0] - inner[1]) // 2
    canvas = np.full((*shape, 3), GREY, np.uint8)
    canvas[top : top + inner[1], left : left + inner[0]] = small
    blob = canvas[:, :, ::-1].transpose(2, 0, 1)[None].astype(np.float32)
    blob *= np.float32(1 / 255)
    return blob, Letterbox(scale, left, top)


def overlaps(box: Floats, boxes: Floats) -> Floats:
    """Intersection over union of one box (4,) with boxes (n, 4), all x0 y0 x1 y1.

    >>> import numpy as np
    >>> overlaps(np.array([0., 0, 2, 2]), np.array([[1., 0, 3, 2], [5, 5, 6, 6]])).round(2).tolist()
    [0.33, 0.0]
    """
    low = np.maximum(box[:2], boxes[:, :2])
    high = np.minimum(box[2:], boxes[:, 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=1)
    union = np.prod(box[2:] - box[:2]) + np.prod(boxes[:, 2:] - boxes[:, :2], axis=1) - shared
    return np.asarray(shared / np.maximum(union, 1e-9))


def insides(box: Floats, boxes: Floats) -> Floats:
    """Share of the smaller of two boxes that lies inside the other, for one box (4,) and boxes (n, 4): (n,).

    >>> import numpy as np
    >>> insides(np.array([0.0, 0, 4, 4]), np.array([[1.0, 1, 2, 2], [3, 3, 5, 5]])).tolist()
    [1.0, 0.25]
    """
    low = np.maximum(box[:2], boxes[:, :2])
    high = np.minimum(box[2:], boxes[:, 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=1)
    areas = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    return np.asarray(shared / np.maximum(np.minimum(areas, np.prod(box[2:] - box[:2])), 1e-9))


def suppress(rows: Floats, min_score: float = MIN_SCORE, max_overlap: float = MAX_OVERLAP) -> Floats:
    """Class-agnostic NMS that keeps what the suppressed boxes say about the class.

    Args:
        rows: (n, 31) as the model gives them: cx cy w h, 21 scores, 2 × (x, y, visibility).
        min_score: rows whose best class is below are ignored.
        max_overlap: boxes that overlap a better one by more are merged into it.

    Returns:
        (m, 31), best first. Box and keypoints are the best box's; class scores are the mean of the merged ones,
        weighted by their own confidence, scaled so that the best score stays what it was.

    """
    end = 4 + len(CLASSES)
    rows = rows[np.isfinite(rows).all(axis=1)]
    best = rows[:, 4:end].max(axis=1, initial=0)
    rows = rows[best >= min_score]
    rows = rows[np.argsort(-rows[:, 4:end].max(axis=1, initial=0), kind="stable")]
    half = rows[:, 2:4] / 2
    boxes = np.hstack([rows[:, :2] - half, rows[:, :2] + half])
    left = np.arange(len(rows))
    kept: list[Floats] = []
    while len(left) and len(kept) < MAX_GLYPHS:
        same = overlaps(boxes[left[0]], boxes[left]) > max_overlap
        same |= insides(boxes[left[0]], boxes[left]) > MAX_INSIDE
        same[0] = True
        row = rows[left[0]].copy()
        row[4:end] = merged_scores(rows[left[same], 4:end])
        kept.append(row)
        left = left[~same]
    return np.stack(kept) if kept else np.empty((0, ROWS), rows.dtype)


def merged_scores(scores: Floats) -> Floats:
    """Combine (k, 21) class scores of boxes around one character, best box first, into (21,)."""
    weight = scores.max(axis=1, keepdims=True) ** 2
    mean = (scores * weight).sum(axis=0) / weight.sum()
    return np.asarray(mean * (scores[0].max() / max(float(mean.max()), 1e-9)))


def glyphs_of(rows: Floats, box: Letterbox, zoom: float, size: tuple[int, int]) -> tuple[Glyph, ...]:
    """Turn (n, 31) rows in input pixels into glyphs in pixels of a photo of ``size``."""
    end = 4 + len(CLASSES)
    half = rows[:, 2:4] / 2
    points = np.stack(
        [rows[:, :2] - half, rows[:, :2] + half, rows[:, end : end + 2], rows[:, end + 3 : end + 5]], axis=1
    ).astype(np.float64)
    points = (points - (box.left, box.top)) / box.scale * zoom
    points[:, :2] = np.clip(points[:, :2], 0, size)
    return tuple(
        Glyph(
            (float(p[0, 0]), float(p[0, 1]), float(p[1, 0]), float(p[1, 1])),
            (float(p[2, 0]), float(p[2, 1])),
            (float(p[3, 0]), float(p[3, 1])),
            tuple(float(s) for s in row[4:end]),
        )
        for p, row in zip(points, rows, strict=True)
        if (p[1] > p[0]).all()
    )
