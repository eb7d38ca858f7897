"""The table under a lamp, and one thing after another laid on it: light is added up linearly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.proof.arrange import Pose
    from datasets.proof.pinhole import Pinhole
    from datasets.proof.stock import Art

    Floats = NDArray[Any]

NOTHING, COVER = -1, -2
"""What the map of things says of the table, and of anything that is no card."""


@dataclass(frozen=True)
class Lamp:
    """One lamp over the table.

    Attributes:
        place: (x, y, z) in millimetres.
        ambient: share of the light that comes from everywhere.
        colour: BGR.

    """

    place: tuple[float, float, float]
    ambient: float
    colour: tuple[float, float, float]


@dataclass(frozen=True)
class Finish:
    """How a thing takes the light: thickness in millimetres, strength and width of its shine."""

    thick: float = 0.4
    gloss: float = 0.0
    rough: float = 0.2


class Stage:
    """The picture as it grows.

    Attributes:
        light: float32 (h, w, 3) linear BGR.
        things: int16 (h, w), which thing each pixel shows.

    """

    def __init__(self, camera: Pinhole, lamp: Lamp) -> None:
        self.camera, self.lamp = camera, lamp
        width, height = camera.size
        x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        inverse = np.linalg.inv(camera.plane()).astype(np.float32)
        w = inverse[2, 0] * x + inverse[2, 1] * y + inverse[2, 2]
        self.x = (inverse[0, 0] * x + inverse[0, 1] * y + inverse[0, 2]) / w
        self.y = (inverse[1, 0] * x + inverse[1, 1] * y + inverse[1, 2]) / w
        away = np.hypot(self.x - lamp.place[0], self.y - lamp.place[1])
        fall = (lamp.place[2] ** 2 / (away**2 + lamp.place[2] ** 2)) ** 1.5
        self.lit = (lamp.ambient + (1 - lamp.ambient) * fall).astype(np.float32)
        self.light = np.zeros((height, width, 3), np.float32)
        self.things = np.full((height, width), NOTHING, np.int16)

    def cover_table(self, albedo: Floats) -> None:
        """Lays the table."""
        self.light = albedo * (self.lit[..., None] * np.array(self.lamp.colour, np.float32))

    def shade(self, mask: Floats, strength: float) -> None:
        """A soft shadow of something outside the picture falls on all that will lie here."""
        self.lit = self.lit * (1 - strength * mask)

    def scale_at(self, x: float, y: float) -> float:
        """Pixels per millimetre of the table near a place."""
        a, b, c = self.camera.project(np.array([[x, y, 0], [x + 1, y, 0], [x, y + 1, 0]]))
        return float((np.linalg.norm(b - a) + np.linalg.norm(c - a)) / 2)

    def _window(self, points: NDArray[Any], margin: float) -> tuple[int, int, int, int] | None:
        low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
        width, height = self.camera.size
        x0, y0 = int(max(low[0], 0)), int(max(low[1], 0))
        x1, y1 = int(min(high[0] + 1, width)), int(min(high[1] + 1, height))
        return (x0, y0, x1, y1) if x1 - x0 > 1 and y1 - y0 > 1 else None

    def place(self, pose: Pose, art: Art, finish: Finish, number: int) -> None:
        """Lays a flat thing: its shadow, its edge, its face with light and shine."""
        base = pose.layer * finish.thick
        rim = np.linspace(-0.5, 0.5, 9)[:, None]
        sides = [np.hstack([rim * 0 + s, rim]) for s in (-0.5, 0.5)]
        points = self.camera.project(pose.at(np.vstack(sides) * art.size, base))
        scale = self.scale_at(pose.x, pose.y)
        height = finish.thick * 1.5 + 0.6 * abs(pose.bend)
        lean = (np.array([pose.x, pose.y]) - self.lamp.place[:2]) / self.lamp.place[2] * height
        foot = np.array([[pose.x, pose.y, 0], [pose.x + lean[0], pose.y + lean[1], 0], [pose.x, pose.y, 1]])
        foot = self.camera.project(foot)
        offset, rise = foot[1] - foot[0], foot[2] - foot[0]
        soft = max(1.0, 0.45 * height * scale)
        window = self._window(points, 4 + 3 * soft + float(np.abs(offset).max()))
        if window is None:
            return
        x0, y0, x1, y1 = window
        u, v = self._local(pose, base + finish.thick, rise, window)
        face = _sampled(art, u, v)
        alpha = face[..., 3]
        part = (slice(y0, y1), slice(x0, x1))
        self._cast(part, alpha, offset, soft, scale)
        edge = cv2.warpAffine(
            alpha, np.array([[1, 0, -rise[0]], [0, 1, -rise[1]]]) * [1, 1, finish.thick], alpha.shape[::-1]
        )
        lit = self.lit[part][..., None] * np.array(self.lamp.colour, np.float32)
        self.light[part] = self.light[part] * (1 - edge[..., None]) + (0.42 * edge)[..., None] * lit
        slope = self._slope(pose, v)
        toward = np.array(self.lamp.place) - (pose.x, pose.y, 0)
        side = float(toward[:2] @ (np.sin(pose.angle), -np.cos(pose.angle)) / toward[2])
        colour = face[..., :3] * lit * np.clip(1 - slope * side, 0.4, 1.5)[..., None]
        if finish.gloss > 0.01:
            colour = colour + (self._shine(pose, slope, part, finish) * alpha)[..., None] * self.lamp.colour
        self.light[part] = self.light[part] * (1 - alpha[..., None]) + colour
        self.things[part][alpha > 0.5] = number

    def _local(
        self, pose: Pose, base: float, rise: NDArray[Any], window: tuple[int, int, int, int]
    ) -> tuple[Floats, Floats]:
        """Millimetres on the thing for each pixel; the bend moves a point along ``rise``."""
        cos, sin = np.cos(pose.angle), np.sin(pose.angle)
        flat = np.array([[cos, sin, pose.x], [sin, -cos, pose.y], [0, 0, 1]])
        back = np.linalg.inv(self.camera.plane(base) @ flat).astype(np.float32)
        x, y = np.meshgrid(
            np.arange(window[0], window[2], dtype=np.float32), np.arange(window[1], window[3], dtype=np.float32)
        )
        px, py = x, y
        for _ in range(1 if pose.bend == 0 else 3):
            w = back[2, 0] * px + back[2, 1] * py + back[2, 2]
            u = (back[0, 0] * px + back[0, 1] * py + back[0, 2]) / w
            v = (back[1, 0] * px + back[1, 1] * py + back[1, 2]) / w
            bend = pose.bend_at(np.clip(v, -pose.size[1] / 2, pose.size[1] / 2)).astype(np.float32)
            px, py = x - bend * np.float32(rise[0]), y - bend * np.float32(rise[1])
        return u, v

    def _cast(self, part: tuple[slice, slice], alpha: Floats, offset: NDArray[Any], soft: float, scale: float) -> None:
        """The thing's shadow on what lies under it: a soft one away from the lamp and a thin dark one at its rim."""
        moved = cv2.warpAffine(alpha, np.array([[1, 0, offset[0]], [0, 1, offset[1]]], np.float64), alpha.shape[::-1])
        wide = cv2.GaussianBlur(moved, (0, 0), soft)
        near = cv2.GaussianBlur(alpha, (0, 0), max(0.7, 0.25 * scale))
        dark = (1 - 0.55 * (1 - self.lamp.ambient) * wide) * (1 - 0.30 * near)
        self.light[part] = self.light[part] * dark[..., None]

    def _slope(self, pose: Pose, v: Floats) -> Floats:
        length = pose.size[1]
        return (-8 * pose.bend / length**2 * np.clip(v, -length / 2, length / 2)).astype(np.float32)

    def _shine(self, pose: Pose, slope: Floats, part: tuple[slice, slice], finish: Finish) -> Floats:
        """The lamp mirrored in plastic."""
        place = np.stack([self.x[part], self.y[part], np.zeros_like(slope)], axis=-1)
        sight = np.asarray(self.camera.eye, np.float32) - place
        toward = np.asarray(self.lamp.place, np.float32) - place
        half = sight / np.linalg.norm(sight, axis=-1, keepdims=True)
        half += toward / np.linalg.norm(toward, axis=-1, keepdims=True)
        half /= np.linalg.norm(half, axis=-1, keepdims=True)
        normal = np.stack([-slope * np.sin(pose.angle), slope * np.cos(pose.angle), np.ones_like(slope)], axis=-1)
        normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
        off = 2 * (1 - np.clip((half * normal).sum(axis=-1), -1, 1))
        return np.asarray(finish.gloss * (1 - self.lamp.ambient) * np.exp(-off / finish.rough**2), np.float32)

    def cover(self, mask: Floats, colour: Floats, shadow: float = 0.35) -> None:
        """Something solid in the picture: ``mask`` (h, w) of ``colour`` (h, w, 3) or (3,), with a shadow about it."""
        dark = cv2.GaussianBlur(mask, (0, 0), 9)
        self.light = self.light * (1 - shadow * dark[..., None])
        lit = self.lit[..., None] * np.array(self.lamp.colour, np.float32)
        self.light = self.light * (1 - mask[..., None]) + mask[..., None] * colour * lit
        self.things[mask > 0.5] = COVER

    def share_seen(self, quad: NDArray[Any], number: int) -> float:
        """Share of a quadrilateral (4, 2) in pixels that shows thing ``number``."""
        area = cv2.contourArea(quad.astype(np.float32))
        window = self._window(quad, 1)
        if window is None or area < 1:
            return 0.0
        x0, y0, x1, y1 = window
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, ((quad - (x0, y0)) * 16).round().astype(np.int32), 1, cv2.LINE_8, 4)
        return float(((self.things[y0:y1, x0:x1] == number) & (mask > 0)).sum() / area)


def _sampled(art: Art, u: Floats, v: Floats) -> Floats:
    """The thing's drawing (h, w, 4), premultiplied, at places in millimetres from its middle."""
    step = max(
        float(np.hypot(u[0, -1] - u[0, 0], v[0, -1] - v[0, 0])) / max(1, u.shape[1] - 1),
        float(np.hypot(u[-1, 0] - u[0, 0], v[-1, 0] - v[0, 0])) / max(1, u.shape[0] - 1),
    )
    density = art.levels[0].shape[1] / art.size[0]
    level = int(np.clip(np.log2(max(step * density, 1.0)) + 0.3, 0, len(art.levels) - 1))
    image = art.levels[level]
    high, wide = image.shape[:2]
    tx = (u / art.size[0] + 0.5) * wide - 0.5
    ty = (v / art.size[1] + 0.5) * high - 0.5
    return np.asarray(
        cv2.remap(image, tx, ty, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0), np.float32
    )
