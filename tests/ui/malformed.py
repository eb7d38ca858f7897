"""Sixty files that are no usable photo, made anew from fixed seeds: (name, bytes)."""

import io
import random
import struct
import zlib

from PIL import Image

SIZE = (320, 240)


def _picture(kind, **options):
    rng = random.Random(7)  # noqa: S311 - a picture, no secret
    image = Image.frombytes("RGB", SIZE, rng.randbytes(SIZE[0] * SIZE[1] * 3))
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def _png(width, height, *, depth=8, colour=2, data=b""):
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def files():
    """All sixty."""
    jpeg, png, webp = _picture("JPEG"), _picture("PNG"), _picture("WEBP")
    rng = random.Random(11)  # noqa: S311
    found = [(f"cut-{percent}.jpg", jpeg[: len(jpeg) * percent // 100]) for percent in (1, 5, 10, 20, 40, 60, 80, 95)]
    found += [(f"cut-{percent}.png", png[: len(png) * percent // 100]) for percent in (1, 5, 10, 20, 40, 60, 80, 95)]
    found += [(f"cut-{percent}.webp", webp[: len(webp) * percent // 100]) for percent in (1, 5, 10, 20, 40, 60, 80, 95)]
    found += [(f"noise-{size}.jpg", rng.randbytes(size)) for size in (1, 2, 3, 17, 100, 5000)]
    found += [(f"bomb-{side}.png", _png(side, side)) for side in (10_001, 40_000, 65_535, 2**31 - 1)]
    found += [(f"empty-{w}x{h}.png", _png(w, h)) for w, h in ((0, 0), (0, 100), (100, 0), (100, 100), (640, 480))]
    found += [(f"dot-{w}x{h}.png", _png(w, h, data=b"\0" * (3 * w + 1) * h)) for w, h in ((1, 1), (63, 400), (400, 63))]
    found += [
        ("no-such-depth.png", _png(100, 100, depth=77, data=b"\0" * 40_000)),
        ("no-such-colour.png", _png(100, 100, colour=9, data=b"\0" * 40_000)),
        ("crc.png", png[:20] + b"\xff" + png[21:]),
        ("head-only.jpg", jpeg[:2]),
        ("end-only.jpg", b"\xff\xd8\xff\xd9"),
        ("no-end.jpg", jpeg.replace(b"\xff\xd9", b"\0\0")),
        ("text.jpg", b"hello, this is no photo" * 20),
        ("page.jpg", b"<!doctype html><title>photo</title>" * 20),
        ("drawing.png", b'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>'),
        ("paper.jpg", b"%PDF-1.7\n" + b"0" * 500),
        ("archive.jpg", b"PK\x03\x04" + b"\0" * 500),
        ("film.jpg", b"\0\0\0\x18ftypmp42" + b"\0" * 500),
        ("phone.heic", b"\0\0\0\x18ftypheic" + b"\0" * 500),
        ("new.avif", b"\0\0\0\x18ftypavif" + b"\0" * 500),
        ("moving.gif", _picture("GIF")),
        ("old.bmp", _picture("BMP")),
        ("scan.tif", _picture("TIFF")),
        ("nothing.jpg", b""),
    ]
    return found
