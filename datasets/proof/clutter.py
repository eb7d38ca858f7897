"""What stands and lies about: cups, fingers, money, papers, other cards, and the shadows of phone and arm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.proof.arrange import Pose
from datasets.proof.stage import COVER, Finish
from datasets.proof.stock import Art, linear
from datasets.proof.things import CLUTTER, GAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.proof.stage import Stage

    Floats = NDArray[Any]

SKINS = ((120, 150, 205), (95, 130, 190), (140, 170, 222), (75, 105, 160))
CUPS = ((235, 240, 240), (60, 70, 90), (180, 150, 110), (210, 220, 215), (50, 60, 120))
TEAS = ((20, 70, 120), (40, 130, 170), (60, 140, 130))


def reach_of(poses: list[Pose]) -> float:
    """Radius in millimetres of the circle about (0, 0) that holds all cards."""
    return float(max(np.hypot(*p.corners()[:, :2].T).max() for p in poses)) if poses else 60.0


def box_of(poses: list[Pose]) -> tuple[float, float]:
    """Half extents (x, y) in millimetres of all cards about (0, 0)."""
    if not poses:
        return 40.0, 40.0
    corners = np.abs(np.concatenate([p.corners() for p in poses])[:, :2]).max(axis=0)
    return float(corners[0]), float(corners[1])


def beside(poses: list[Pose], size: tuple[float, float], rng: np.random.Generator) -> tuple[float, float]:
    """A place for something ``size`` mm large that touches no card of the hand."""
    half = box_of(poses)
    room = float(np.hypot(*size)) / 2 + rng.uniform(6, 60)
    along = rng.uniform(-1.1, 1.1)
    if rng.random() < 0.5:
        return float(np.sign(rng.random() - 0.5) * (half[0] + room)), float(along * half[1])
    return float(along * half[0]), float(np.sign(rng.random() - 0.5) * (half[1] + room))


def flat_things(stage: Stage, poses: list[Pose], rng: np.random.Generator, count: int) -> None:
    """Lays money, packets, pages and other games' cards about the hand."""
    for _ in range(count):
        pool = GAMES if rng.random() < 0.2 else CLUTTER
        art = pool[rng.integers(len(pool))](rng)
        x, y = beside(poses, art.size, rng)
        pose = Pose("", -1, x, y, float(rng.uniform(0, 2 * np.pi)), art.size)
        stage.place(pose, art, Finish(1.0, 0.0), COVER)


def _filled(stage: Stage, points: NDArray[Any]) -> Floats:
    mask = np.zeros(stage.things.shape, np.uint8)
    cv2.fillPoly(mask, [(points * 16).round().astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(mask, np.float32) / 255


def cup(stage: Stage, poses: list[Pose], rng: np.random.Generator) -> None:
    """A tea cup beside the hand."""
    radius, height = float(rng.uniform(28, 42)), float(rng.uniform(35, 75))
    x, y = beside(poses, (2 * radius, 2 * radius), rng)
    turn = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)

    def circle(size: float, z: float) -> NDArray[np.float64]:
        places = np.column_stack([x + size * ring[:, 0], y + size * ring[:, 1], np.full(60, z)])
        return stage.camera.project(places)

    if stage.camera.eye[2] < height + 60:
        return
    top, bottom = circle(radius, height), circle(0.75 * radius, 0)
    lean = (np.array([x, y]) - stage.lamp.place[:2]) / stage.lamp.place[2] * height * 0.8
    shadow = _filled(
        stage,
        cv2.convexHull(np.vstack([bottom, bottom + (stage.scale_at(x, y) * lean * (1, -1))]).astype(np.float32))[:, 0],
    )
    stage.light *= (1 - 0.45 * cv2.GaussianBlur(shadow, (0, 0), 8))[..., None]
    body = _filled(stage, cv2.convexHull(np.vstack([top, bottom]).astype(np.float32))[:, 0])
    colour = linear(CUPS[rng.integers(len(CUPS))])
    low, high = bottom[:, 0].min(), top[:, 0].max()
    across = (np.arange(body.shape[1], dtype=np.float32) - low) / max(high - low, 1)
    round_ = np.clip(0.45 + 0.75 * np.sin(np.pi * np.clip(across, 0, 1)), 0, 1.2)
    stage.cover(body, colour * round_[None, :, None], 0.2)
    stage.cover(_filled(stage, top), 0.8 * colour, 0.0)
    stage.cover(_filled(stage, circle(0.92 * radius, height - 2)), 0.35 * colour, 0.0)
    stage.cover(_filled(stage, circle(0.86 * radius, height - 10)), linear(TEAS[rng.integers(len(TEAS))]), 0.0)


def _limb(stage: Stage, line: NDArray[Any], wide: float, skin: Floats) -> None:
    """A round limb of skin along ``line`` (n, 2) pixels, ``wide`` pixels across."""
    mask = np.zeros(stage.things.shape, np.uint8)
    cv2.polylines(mask, [line.round().astype(np.int32)], False, 255, max(3, round(wide)), cv2.LINE_AA)  # noqa: FBT003
    inside = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    round_ = np.sqrt(np.clip(inside / (0.5 * wide), 0, 1))[..., None]
    stage.cover(np.asarray(mask, np.float32) / 255, (skin * (0.5 + 0.55 * round_)).astype(np.float32), 0.3)


def fingers(stage: Stage, tip: tuple[float, float], toward: float, count: int, rng: np.random.Generator) -> None:
    """A hand that comes in along ``toward`` (radians on the table), ``count`` of its fingers ending about ``tip``."""
    scale = stage.scale_at(*tip)
    skin = linear(np.minimum(np.array(SKINS[rng.integers(len(SKINS))]) + rng.normal(0, 6, 3), 240))
    along = np.array([np.cos(toward), np.sin(toward)])
    across = np.array([-along[1], along[0]])
    middle = np.array(tip) + across * (count - 1) * 9
    palm = np.array([middle - along * 82, middle - along * 130, middle - along * 320 + across * rng.normal(0, 40)])
    _limb(stage, stage.camera.project(np.column_stack([palm, [20, 30, 50]])), 76 * scale, skin)
    for k in range(count):
        wide = float(rng.uniform(15, 18))
        end = np.array(tip) + across * (k * 18) - along * abs(k - 1) * 7
        bend = end - along * 34 + across * rng.normal(0, 3)
        start = middle - along * 85 + across * (k - (count - 1) / 2) * 18
        line = stage.camera.project(np.column_stack([np.array([end, bend, start]), [6, 16, 24]]))
        _limb(stage, line, wide * scale, skin)
        nail = np.zeros(stage.things.shape, np.uint8)
        way = (line[0] - line[1]) / max(float(np.linalg.norm(line[0] - line[1])), 1e-6)
        at = line[0] + way * 0.12 * wide * scale
        degrees = float(np.degrees(np.arctan2(way[1], way[0])))
        axes = (max(1, round(0.36 * wide * scale)), max(1, round(0.27 * wide * scale)))
        cv2.ellipse(nail, at.round().astype(int).tolist(), axes, degrees, 0, 360, 255, -1, cv2.LINE_AA)
        stage.cover(np.asarray(nail, np.float32) / 255, np.minimum(skin * 1.35, 1).astype(np.float32), 0.0)


def shadow_of_phone(stage: Stage, rng: np.random.Generator, strength: float) -> None:
    """The phone's and the arm's soft shadow lies across the table."""
    h, w = (s // 8 for s in stage.things.shape)
    mask = np.zeros((h, w), np.float32)
    middle = (rng.uniform(0.1, 0.9) * w, rng.uniform(0.1, 0.9) * h)
    size = rng.uniform(0.25, 0.45) * h
    angle = float(rng.uniform(0, 180))
    box = cv2.boxPoints((middle, (size, 2.05 * size), angle))
    cv2.fillPoly(mask, [box.astype(np.int32)], 1.0)
    away = np.array(middle) + (np.array(middle) - (w / 2, h / 2)) * 6 + rng.normal(0, 10, 2)
    cv2.line(mask, [round(v) for v in middle], away.round().astype(int).tolist(), 1.0, max(2, round(0.7 * size)))
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(1.5, 7)))
    stage.shade(np.asarray(cv2.resize(soft, stage.things.shape[::-1], interpolation=cv2.INTER_LINEAR)), strength)


def another_deck(
    stage: Stage, art: dict[str, Art], poses: list[Pose], size: tuple[float, float], rng: np.random.Generator
) -> list[Pose]:
    """Strays: a few cards of the deck away from the hand, some half outside the picture."""
    out: list[Pose] = []
    faces = [f for f in art if f != "back"]
    half = box_of(poses)
    for _ in range(int(rng.integers(1, 4))):
        face = "back" if rng.random() < 0.4 else faces[rng.integers(len(faces))]
        room = size[1] * rng.uniform(0.75, 1.2)
        corners = stage.camera.on_table(
            np.array([(0, 0), (stage.camera.size[0], 0), stage.camera.size, (0, stage.camera.size[1])])
        )
        edge = corners[rng.integers(4)] * rng.uniform(0.75, 0.98)
        if abs(edge[0]) < half[0] + room and abs(edge[1]) < half[1] + room:
            continue
        if any(np.hypot(edge[0] - p.x, edge[1] - p.y) < size[1] * 1.15 for p in out):
            continue
        out.append(Pose(face, -1, float(edge[0]), float(edge[1]), float(rng.uniform(0, 2 * np.pi)), size))
    return out
