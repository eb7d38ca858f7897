"""One decode for every caller: format by content, limits before decoding, EXIF turned, always BGR."""

from __future__ import annotations

import io
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from PIL import Image

from vision.errors import (
    DamagedFile,
    EmptyFile,
    FileTooLarge,
    MissingFile,
    NotAPhoto,
    TooFewPixels,
    TooManyPixels,
    UnsupportedFormat,
)
from vision.types import Photo

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_BYTES = 25_000_000
MAX_PIXELS = 100_000_000
MIN_SIDE = 64
ENOUGH_SIDE = 1920
"""A JPEG is decoded at 1/2, 1/4 or 1/8 scale as long as its long side keeps this many pixels."""

FORMATS = ("JPEG", "PNG", "WEBP")
"""Read here. What many phones write as JPEG turns out to be MPO when it is opened."""

ORIENTATION_TAG = 0x0112
WHITE = 255

_REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_UNREADABLE = (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError, OverflowError, MemoryError)
_HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis")


def load_photo(source: Path | bytes, name: str = "") -> Photo:
    """Decode a photo from a file or from bytes, turned upright.

    Args:
        source: a path, or the bytes of the file.
        name: what to call it; the file's name when empty.

    Raises:
        PhotoError: a subclass of it for each way in which this can be no photo.

    """
    start = time.perf_counter()
    data = read_bytes(source)
    name = name or (source.name if isinstance(source, Path) else "")
    image = open_image(data)
    width, height = image.size
    check_size(width, height)
    orientation = orientation_of(image)
    pixels = decode_jpeg(data, image) if image.format in ("JPEG", "MPO") else decode_pillow(image)
    size = (height, width) if orientation >= 5 else (width, height)
    return Photo(turn(pixels, orientation), name, size, (time.perf_counter() - start) * 1000)


def read_bytes(source: Path | bytes) -> bytes:
    """Return the file's bytes, never more than ``MAX_BYTES``."""
    if isinstance(source, bytes):
        data = source
        if len(data) > MAX_BYTES:
            raise FileTooLarge(f"{len(data)} bytes")
    else:
        try:
            if source.stat().st_size > MAX_BYTES:
                raise FileTooLarge(f"{source.stat().st_size} bytes")
            data = source.read_bytes()
        except (OSError, ValueError) as error:
            raise MissingFile(getattr(error, "strerror", None) or str(error)) from error
    if not data:
        raise EmptyFile
    return data


def open_image(data: bytes) -> Image.Image:
    """Read the header only; no pixel is decoded."""
    formats = [*FORMATS]
    if is_heif(data):
        if not register_heif():
            raise UnsupportedFormat("HEIC needs the package pillow-heif")
        formats += ["HEIF", "AVIF"]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            return Image.open(io.BytesIO(data), formats=formats)
    except Image.DecompressionBombError as error:
        raise TooManyPixels from error
    except _UNREADABLE as error:
        check_size(*png_size(data))
        if looks_like_picture(data):
            raise DamagedFile from error
        if looks_like_other_picture(data):
            raise UnsupportedFormat from error
        raise NotAPhoto from error


def looks_like_picture(data: bytes) -> bool:
    """Whether the first bytes are those of JPEG, PNG or WEBP.

    >>> looks_like_picture(b"hello"), looks_like_picture(bytes([0xFF, 0xD8, 0xFF, 0xE0]))
    (False, True)
    """
    return data[:3] == b"\xff\xd8\xff" or data[:8] == b"\x89PNG\r\n\x1a\n" or is_webp(data)


def png_size(data: bytes) -> tuple[int, int]:
    """Width and height that the header of a PNG announces, even where nothing follows it; else the least size allowed.

    >>> png_size(b"hello")
    (64, 64)
    """
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or len(data) < 24:
        return MIN_SIDE, MIN_SIDE
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def is_webp(data: bytes) -> bool:
    """Whether the container is WEBP."""
    return data[:4] == b"RIFF" and data[8:12] == b"WEBP"


def looks_like_other_picture(data: bytes) -> bool:
    """Whether it is a picture of a format that is not read here: GIF, BMP, TIFF.

    >>> looks_like_other_picture(b"GIF89a")
    True
    """
    return data[:4] in (b"GIF8", b"II*\0", b"MM\0*") or data[:2] == b"BM"


def is_heif(data: bytes) -> bool:
    """Whether the bytes are HEIC, HEIF or AVIF."""
    return data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS


def register_heif() -> bool:
    """Let Pillow open HEIC where the optional package pillow-heif is installed."""
    try:
        from pillow_heif import register_heif_opener
    except ImportError:
        return False
    register_heif_opener()
    return True


def check_size(width: int, height: int) -> None:
    """Raise when the header's size is out of the limits."""
    if width * height > MAX_PIXELS:
        raise TooManyPixels(f"{width}×{height}")
    if min(width, height) < MIN_SIDE:
        raise TooFewPixels(f"{width}×{height}")


def orientation_of(image: Image.Image) -> int:
    """Return the EXIF orientation 1…8; 1 when there is none or it is nonsense."""
    try:
        value = image.getexif().get(ORIENTATION_TAG, 1)
    except (*_UNREADABLE, AttributeError, RuntimeError):
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def turn(pixels: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """Undo an EXIF orientation.

    Args:
        pixels: (h, w, 3).
        orientation: 1…8 as in EXIF.

    >>> import numpy as np
    >>> turn(np.zeros((2, 5, 3), np.uint8), 6).shape
    (5, 2, 3)

    """
    if orientation in (5, 6, 7, 8):
        pixels = np.transpose(pixels, (1, 0, 2))
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels)


def reduction(width: int, height: int) -> int:
    """Return the power of two by which a JPEG of this size is decoded smaller.

    >>> reduction(4000, 3000), reduction(8000, 6000), reduction(1600, 1200)
    (2, 4, 1)
    """
    factor = 1
    while factor < 8 and max(width, height) // (factor * 2) >= ENOUGH_SIDE:
        factor *= 2
    return factor


def decode_jpeg(data: bytes, image: Image.Image) -> NDArray[np.uint8]:
    """Decode a JPEG, reduced where it is large, to (h, w, 3) BGR."""
    if not is_complete_jpeg(data):
        raise DamagedFile("the file ends before the picture does")
    factor = reduction(*image.size)
    if image.mode == "CMYK":
        image.draft("CMYK", (image.width // factor, image.height // factor))
        return decode_pillow(image)
    flags = _REDUCED[factor] | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error as error:
        raise DamagedFile from error
    return decode_pillow(image) if pixels is None else np.asarray(pixels, np.uint8)


def is_complete_jpeg(data: bytes) -> bool:
    """Whether the end marker follows the start of the picture's own scan (a thumbnail in EXIF has one of its own)."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == 0xDA:
            return data.find(b"\xff\xd9", at) >= 0
        standalone = marker == 0x01 or 0xD0 <= marker <= 0xD8
        at += 2 if standalone else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return False


def decode_pillow(image: Image.Image) -> NDArray[np.uint8]:
    """Decode the first frame of anything Pillow has opened to (h, w, 3) BGR; what is transparent becomes white."""
    try:
        image.load()
        if image.mode.startswith("I") or image.mode == "F":
            return deep_grey(np.asarray(image, np.float64))
        if image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info:
            rgba = image.convert("RGBA")
            flat: Any = Image.new("RGBA", rgba.size, (WHITE, WHITE, WHITE, WHITE))
            flat.alpha_composite(rgba)
            image = flat
        rgb = np.asarray(image.convert("RGB"), np.uint8)
    except Image.DecompressionBombError as error:
        raise TooManyPixels from error
    except _UNREADABLE as error:
        raise DamagedFile(str(error)[:100]) from error
    return np.ascontiguousarray(rgb[:, :, ::-1])


def deep_grey(grey: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Bring 16-bit grey to (h, w, 3) of 8 bits.

    >>> import numpy as np
    >>> deep_grey(np.array([[65535.0, 0.0]])).tolist()
    [[[255, 255, 255], [0, 0, 0]]]
    """
    top = 255.0 if grey.max(initial=0.0) <= 255 else 65535.0
    eight = np.clip(np.rint(grey * (255.0 / top)), 0, 255).astype(np.uint8)
    return np.repeat(eight[:, :, None], 3, axis=2)
