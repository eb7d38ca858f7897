"""What a phone makes of the light: defocus, shake, a colour filter with shot and read noise, tone, sharpening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WELL = 1023


@dataclass(frozen=True)
class Sensor:
    """How the picture is taken.

    Attributes:
        exposure: factor on the light.
        tint: BGR factors that white balance left over.
        defocus: radius of the blur disc in pixels.
        motion: (dx, dy) of the camera's shake in pixels.
        shot, read: noise variance per signal and read noise, in shares of full scale.
        contrast: strength of the tone curve.
        sharpen: strength of the phone's sharpening.
        quality: JPEG quality.

    """

    exposure: float
    tint: tuple[float, float, float]
    defocus: float
    motion: tuple[float, float]
    shot: float
    read: float
    contrast: float
    sharpen: float
    quality: int

    @property
    def blur(self) -> float:
        """Deviation in pixels of all blur together."""
        return float(np.sqrt(self.defocus**2 / 4 + (self.motion[0] ** 2 + self.motion[1] ** 2) / 12 + 0.36))


def disc(radius: float) -> NDArray[np.float32]:
    """A blur disc of ``radius`` pixels with a soft edge, sum 1."""
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    kernel = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), np.float32)


def stroke(dx: float, dy: float) -> NDArray[np.float32]:
    """A straight shake as a kernel, sum 1."""
    reach = int(np.ceil(max(abs(dx), abs(dy)) / 2)) + 1
    big = np.zeros(((2 * reach + 1) * 4, (2 * reach + 1) * 4), np.float32)
    middle = np.array([big.shape[1] / 2, big.shape[0] / 2])
    a, b = middle - 2 * np.array([dx, dy]), middle + 2 * np.array([dx, dy])
    cv2.line(big, a.round().astype(int).tolist(), b.round().astype(int).tolist(), 1.0, 3, cv2.LINE_AA)
    small = cv2.resize(big, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return np.asarray(small / small.sum(), np.float32)


def expose(light: NDArray[Any], sensor: Sensor, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Linear BGR (h, w, 3) to the phone's 8-bit picture, before JPEG."""
    if sensor.defocus > 0.5:
        light = cv2.filter2D(light, -1, disc(sensor.defocus), borderType=cv2.BORDER_REFLECT)
    if np.hypot(*sensor.motion) > 0.7:
        light = cv2.filter2D(light, -1, stroke(*sensor.motion), borderType=cv2.BORDER_REFLECT)
    light = light * (sensor.exposure * np.array(sensor.tint, np.float32))
    raw = np.empty(light.shape[:2], np.float32)  # red, green / green, blue
    raw[0::2, 0::2], raw[0::2, 1::2] = light[0::2, 0::2, 2], light[0::2, 1::2, 1]
    raw[1::2, 0::2], raw[1::2, 1::2] = light[1::2, 0::2, 1], light[1::2, 1::2, 0]
    spread = np.sqrt(np.maximum(raw, 0) * sensor.shot + sensor.read**2)
    raw += spread * rng.standard_normal(raw.shape, dtype=np.float32)
    counts = np.clip(raw * WELL, 0, WELL).round().astype(np.uint16)
    colour = cv2.cvtColor(counts, cv2.COLOR_BayerBG2BGR).astype(np.float32) / WELL
    encoded = np.where(colour <= 0.0031308, 12.92 * colour, 1.055 * np.maximum(colour, 1e-6) ** (1 / 2.4) - 0.055)
    curved = encoded + sensor.contrast * (encoded * encoded * (3 - 2 * encoded) - encoded)
    if sensor.sharpen:
        curved = curved + sensor.sharpen * (curved - cv2.GaussianBlur(curved, (0, 0), 1.2))
    return np.asarray(np.clip(curved * 255, 0, 255).round().astype(np.uint8))
