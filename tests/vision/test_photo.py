"""Every way in which a file can be a photo, and every way in which it can be none."""

from __future__ import annotations

import io
import struct
import zlib

import cv2
import numpy as np
import pytest
from PIL import Image, ImageOps

from vision.errors import LANGUAGES, PhotoError
from vision.photo import ENOUGH_SIDE, MAX_BYTES, is_complete_jpeg, load_photo


def picture(width=320, height=200, mode="RGB"):
    """A picture whose four corners differ, so that every turn shows."""
    x, y = np.meshgrid(np.linspace(0, 255, width), np.linspace(0, 255, height))
    rgb = np.stack([x, y, np.full_like(x, 90)], axis=2).astype(np.uint8)
    return Image.fromarray(rgb).convert(mode)


def encoded(image, form="JPEG", **options):
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def png_header(width, height):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(b"\0" * 50))
        + chunk(b"IEND", b"")
    )


HOSTILE = {
    "empty": (b"", "empty_file"),
    "text named jpg": ("这不是照片".encode(), "not_a_photo"),
    "binary": (bytes(range(256)) * 40, "not_a_photo"),
    "one pixel": (encoded(picture(1, 1), "PNG"), "too_few_pixels"),
    "a thin strip": (encoded(picture(4000, 8), "PNG"), "too_few_pixels"),
    "huge header": (png_header(40_000, 40_000), "too_many_pixels"),
    "nothing but a huge header": (png_header(40_000, 40_000)[:33], "too_many_pixels"),
    "nothing but a header": (png_header(200, 200)[:33], "damaged_file"),
    "a little too many": (png_header(12_000, 9_000), "too_many_pixels"),
    "truncated jpeg": (encoded(picture())[:-700], "damaged_file"),
    "jpeg without its last bytes": (encoded(picture())[:-2], "damaged_file"),
    "jpeg header only": (encoded(picture())[:160], "damaged_file"),
    "truncated png": (encoded(picture(), "PNG")[:500], "damaged_file"),
    "truncated webp": (encoded(picture(), "WEBP")[:300], "damaged_file"),
    "png without pixels": (png_header(200, 200), "damaged_file"),
    "gif": (encoded(picture(), "GIF"), "unsupported_format"),
    "bmp": (encoded(picture(), "BMP"), "unsupported_format"),
    "tiff": (encoded(picture(), "TIFF"), "unsupported_format"),
    "too large": (b"\xff\xd8\xff" + bytes(MAX_BYTES), "file_too_large"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_have_a_name_and_a_sentence(case):
    data, name = HOSTILE[case]
    with pytest.raises(PhotoError) as caught:
        load_photo(data)
    assert caught.value.name == name
    assert "0x" not in str(caught.value)
    sentences = [caught.value.text(lang) for lang in LANGUAGES]
    assert len(set(sentences)) == len(LANGUAGES)
    assert all(s.endswith((".", "。", ")", "）")) and "\n" not in s for s in sentences)


def test_heic_is_named_unless_its_plugin_is_there():
    data = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(100)
    with pytest.raises(PhotoError) as caught:
        load_photo(data)
    assert caught.value.name in {"unsupported_format", "damaged_file"}


@pytest.mark.parametrize("what", ["missing.jpg", "."])
def test_paths_that_cannot_be_read(tmp_path, what):
    with pytest.raises(PhotoError) as caught:
        load_photo(tmp_path / what)
    assert caught.value.name == "missing_file"


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_exif_turns(orientation, form):
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(picture(), form, exif=exif)
    photo = load_photo(data)
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGB")
    assert photo.size == upright.size == photo.pixels.shape[1::-1]
    assert np.abs(photo.pixels[:, :, ::-1].astype(int) - np.asarray(upright, int)).mean() < 3


@pytest.mark.parametrize("orientation", [0, 9, 77])
def test_nonsense_orientation_is_ignored(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert load_photo(encoded(picture(), exif=exif)).size == (320, 200)


@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
def test_jpeg_modes(mode):
    photo = load_photo(encoded(picture(mode=mode)))
    expected = np.asarray(picture(mode=mode).convert("RGB"), int)
    assert np.abs(photo.pixels[:, :, ::-1].astype(int) - expected).mean() < 4


@pytest.mark.parametrize("mode", ["RGB", "L", "1", "P", "RGBA", "LA"])
def test_png_modes(mode):
    assert load_photo(encoded(picture(mode=mode), "PNG")).pixels.shape == (200, 320, 3)


def test_sixteen_bits_are_scaled():
    deep = np.linspace(0, 65535, 320 * 200).reshape(200, 320).astype(np.uint16)
    photo = load_photo(encoded(Image.fromarray(deep), "PNG"))
    assert np.abs(photo.pixels[:, :, 0].astype(int) - deep // 257).max() <= 1
    colour = cv2.imencode(".png", np.dstack([deep] * 3))[1].tobytes()
    assert np.abs(load_photo(colour).pixels[:, :, 1].astype(int) - deep // 257).max() <= 1


def test_what_is_transparent_is_white():
    image = Image.new("RGBA", (100, 80), (10, 20, 30, 0))
    assert (load_photo(encoded(image, "PNG")).pixels == 255).all()
    palette = Image.new("P", (100, 80), 0)
    assert (load_photo(encoded(palette, "PNG", transparency=0)).pixels == 255).all()


def test_first_frame_of_an_animation():
    frames = [Image.new("RGB", (100, 80), colour) for colour in ((200, 0, 0), (0, 200, 0))]
    for form in ("PNG", "WEBP"):
        photo = load_photo(encoded(frames[0], form, save_all=True, append_images=frames[1:]))
        assert photo.pixels[40, 50, 2] > 150
        assert photo.pixels[40, 50, 1] < 50


@pytest.mark.parametrize("mode", ["RGB", "CMYK"])
def test_large_jpegs_are_decoded_smaller_but_keep_their_size(mode):
    photo = load_photo(encoded(picture(4000, 3000, mode)), "big.jpg")
    assert photo.size == (4000, 3000)
    assert photo.name == "big.jpg"
    assert ENOUGH_SIDE <= photo.pixels.shape[1] < 4000
    assert photo.decode_ms > 0


def test_path_and_bytes_agree(tmp_path):
    path = tmp_path / "hand.png"
    path.write_bytes(encoded(picture(), "JPEG"))
    photo = load_photo(path)
    assert photo.name == "hand.png"
    assert (photo.pixels == load_photo(path.read_bytes()).pixels).all()


def test_two_pictures_in_one_jpeg_as_phones_write_them():
    data = encoded(picture(), "MPO", save_all=True, append_images=[picture(160, 100)])
    assert load_photo(data).size == (320, 200)


def test_a_thumbnails_end_is_not_the_pictures_end():
    exif = Image.Exif()
    whole = encoded(picture(), exif=exif.tobytes() + encoded(picture(64, 64)))
    assert is_complete_jpeg(whole)
    assert not is_complete_jpeg(whole[: len(whole) // 2])
    assert is_complete_jpeg(whole + b"trailing data of the phone")
