"""Uploads that are not nice: one clear sentence each, nothing in the log, nothing kept of where a photo was taken."""

import io
import logging
import sys

import pytest
from malformed import files
from PIL import Image
from ui_fakes import SEED_HAND, FakeScanner, reading

from ui import scanning
from ui.catalogue import TEXTS, Say
from ui.scanning import PhotoFile, Scanned, Trouble

FILES = files()


def test_there_are_sixty_different_ones():
    assert len(FILES) == len({name for name, _ in FILES}) == 60


@pytest.mark.parametrize("lang", TEXTS)
@pytest.mark.parametrize(("name", "data"), FILES, ids=[name for name, _ in FILES])
def test_a_malformed_file_is_one_clear_sentence(scanner, name, data, lang, caplog):
    with caplog.at_level(logging.WARNING):
        found = scanning.scan(PhotoFile(name, data), Say(lang))
    assert isinstance(found, Trouble)
    assert "\n" not in found.text
    assert "Error" not in found.text
    assert found.text != TEXTS[lang]["trouble.scan"], "what is wrong has a name"
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]
    assert scanner.scans == 0


def photo(mode="RGB", kind="JPEG", **options):
    colours = {
        "RGB": (60, 110, 80),
        "CMYK": (90, 20, 60, 10),
        "I;16": 30_000,
        "RGBA": (60, 110, 80, 40),
        "P": 3,
        "L": 90,
    }
    buffer = io.BytesIO()
    Image.new(mode, (400, 300), colours[mode]).save(buffer, kind, **options)
    return buffer.getvalue()


def animated():
    frames = [Image.new("RGB", (400, 300), (n, 90, 80)) for n in (0, 90, 180)]
    buffer = io.BytesIO()
    frames[0].save(buffer, "WEBP", save_all=True, append_images=frames[1:])
    return buffer.getvalue()


def tagged(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x8825] = {1: "N", 2: (28.0, 53.0, 0.0)}
    return photo(exif=exif)


@pytest.mark.parametrize(
    "data",
    [
        photo("CMYK"),
        photo("I;16", "PNG"),
        photo("RGBA", "PNG"),
        photo("P", "PNG"),
        photo("L"),
        photo(kind="WEBP"),
        animated(),
    ],
    ids=["cmyk", "16bit", "alpha", "palette", "grey", "webp", "animated"],
)
@pytest.mark.parametrize("name", ["hand.jpg", "hand.txt", "手牌"])
def test_odd_photos_are_read_whatever_they_are_called(scanner, data, name):
    assert isinstance(scanning.scan(PhotoFile(name, data), Say("zh-Hans")), Scanned)
    assert scanner.scans == 1


@pytest.mark.parametrize("orientation", range(1, 9))
def test_nothing_of_exif_is_kept(scanner, orientation):  # noqa: ARG001
    found = scanning.scan(PhotoFile("hand.jpg", tagged(orientation)), Say("zh-Hans"))
    for kept in (found.photo.jpeg, *found.photo.crops.values()):
        assert dict(Image.open(io.BytesIO(kept)).getexif()) == {}
        assert b"Exif" not in kept


def test_an_iphone_photo_without_its_decoder_is_a_sentence(scanner, monkeypatch):
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    found = scanning.scan(PhotoFile("IMG_0001.HEIC", b"\0\0\0\x18ftypheic" + b"\0" * 100), Say("zh-Hans"))
    assert "JPEG" in found.text
    assert scanner.scans == 0


@pytest.mark.parametrize("name", ["IMG_0001.HEIC", "hand.jpg"])
def test_an_iphone_photo_is_read_where_its_decoder_is(scanner, name):
    heif = pytest.importorskip("pillow_heif", reason="pillow-heif is not installed")
    heif.register_heif_opener()
    assert isinstance(scanning.scan(PhotoFile(name, photo(kind="HEIF")), Say("zh-Hans")), Scanned)
    assert scanner.scans == 1


def test_a_scan_that_breaks_is_a_sentence_and_the_next_one_works(scanner, jpeg, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(FakeScanner, "scan", lambda *_: 1 / 0)
        assert scanning.scan(PhotoFile("a.jpg", jpeg), Say("en")) == Trouble(TEXTS["en"]["trouble.scan"])
    scanner.result = reading(SEED_HAND)
    assert isinstance(scanning.scan(PhotoFile("a.jpg", jpeg), Say("en")), Scanned)
