"""A pinhole camera over the table. The table is the plane z = 0, millimetres, x right, y away from the player, z up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]


@dataclass(frozen=True)
class Pinhole:
    """Intrinsics and pose.

    Attributes:
        focal: focal length in pixels.
        middle: principal point in pixels.
        turn: (3, 3) rows are the camera's right, down and forward in table coordinates.
        eye: (3,) where the camera is.
        size: (width, height) of the picture.

    """

    focal: float
    middle: tuple[float, float]
    turn: Points
    eye: Points
    size: tuple[int, int]

    def project(self, points: NDArray[Any]) -> Points:
        """Table points (n, 3) to pixels (n, 2).

        >>> camera = look_at((0, 0), 0, 0, 0, 400, 1000, (640, 480))
        >>> camera.project(np.array([[0, 0, 0], [10, 0, 0], [0, 10, 0]])).round(6).tolist()
        [[320.0, 240.0], [345.0, 240.0], [320.0, 215.0]]
        """
        seen = (np.asarray(points, np.float64) - self.eye) @ self.turn.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + self.middle)

    def plane(self, z: float = 0.0) -> Points:
        """Homography (3, 3) from (x, y, 1) at height ``z`` to pixels."""
        inner = np.array([[self.focal, 0, self.middle[0]], [0, self.focal, self.middle[1]], [0, 0, 1]])
        axes = np.column_stack([[1.0, 0, 0], [0, 1.0, 0], np.array([0, 0, z]) - self.eye])
        return np.asarray(inner @ self.turn @ axes)

    def on_table(self, pixels: NDArray[Any]) -> Points:
        """Pixels (n, 2) to points (n, 2) of the table."""
        ray = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.plane()).T
        return np.asarray(ray[:, :2] / ray[:, 2:])


def look_at(
    target: tuple[float, float],
    tilt: float,
    azimuth: float,
    roll: float,
    distance: float,
    focal: float,
    size: tuple[int, int],
) -> Pinhole:
    """A camera ``distance`` mm from a point of the table.

    Args:
        target: the point in the middle of the picture.
        tilt: degrees from straight above.
        azimuth: degrees; 0 stands on the player's side.
        roll: degrees by which the camera is turned about its axis.
        distance: millimetres.
        focal: pixels.
        size: (width, height) in pixels.

    """
    t, a, r = np.radians([tilt, azimuth, roll])
    away = np.array([np.sin(t) * np.sin(a), -np.sin(t) * np.cos(a), np.cos(t)])
    forward = -away
    right = np.cross(forward, [0.0, 1.0, 0.0])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    axes = np.array([np.cos(r) * right + np.sin(r) * down, np.cos(r) * down - np.sin(r) * right, forward])
    eye = np.array([*target, 0.0]) + distance * away
    return Pinhole(focal, (size[0] / 2, size[1] / 2), axes, eye, size)
