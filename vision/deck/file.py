"""A deck as one small file, and back: nothing in it is run, and nothing in it is believed.

Layout: ``MAGIC``, then one version byte, then zlib-packed: 4 bytes length of the head (big-endian), the head as JSON
``{"name", "crops": [[told, …], … 20 faces]}``, and the pixels of all crops in that order. The photo that the
deck was learned from is not in it.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from scorer.faces import FACES
from vision.deck.errors import BadDeckName, DamagedDeck, DeckTooLarge, NotADeck, OtherDeckVersion
from vision.deck.profile import MOST_CROPS, SIZE, DeckProfile, FaceCrops, checked

if TYPE_CHECKING:
    from pathlib import Path

MAGIC = b"DAERDECK"
VERSION = 1
CROP = SIZE * SIZE * 3
LARGEST_HEAD = 4096
LARGEST = len(FACES) * MOST_CROPS * CROP + LARGEST_HEAD + 4
"""Most bytes, unpacked; a packed file that is larger is none either."""
SUFFIX = ".daerdeck"


def to_bytes(profile: DeckProfile) -> bytes:
    """Write a deck.

    Raises:
        BadDeckName, DamagedDeck: the profile is impossible.

    """
    checked(profile)
    crops = [face.told.tolist() for face in profile.faces]
    head = json.dumps({"name": profile.name, "crops": crops}, ensure_ascii=False)
    written = head.encode()
    pixels = b"".join(face.pixels.tobytes() for face in profile.faces)
    packed = zlib.compress(len(written).to_bytes(4, "big") + written + pixels, 9)
    return MAGIC + bytes([VERSION]) + packed


def from_bytes(data: bytes) -> DeckProfile:
    """Read a deck that anybody may have written.

    Raises:
        DeckTooLarge, NotADeck, OtherDeckVersion, BadDeckName, DamagedDeck: as named, all of them DeckError.

    """
    if len(data) > LARGEST:
        raise DeckTooLarge(f"{len(data)} bytes")
    if not data.startswith(MAGIC):
        raise NotADeck
    version = data[len(MAGIC) : len(MAGIC) + 1]
    if not version:
        raise DamagedDeck("cut short")
    if version[0] != VERSION:
        raise OtherDeckVersion(f"version {version[0]}")
    unpacked = _unpacked(data[len(MAGIC) + 1 :])
    length = int.from_bytes(unpacked[:4], "big")
    if not 0 < length <= LARGEST_HEAD or len(unpacked) < 4 + length:
        raise DamagedDeck("no head")
    name, told = _head(unpacked[4 : 4 + length])
    pixels = np.frombuffer(unpacked, np.uint8, offset=4 + length)
    if pixels.size != CROP * sum(map(len, told)):
        raise DamagedDeck("not as many crops as announced")
    crops = pixels.reshape(-1, SIZE, SIZE, 3)
    ends = np.cumsum([len(t) for t in told])[:-1]
    parts = zip(np.split(crops, ends), told, strict=True)
    return checked(DeckProfile(name, tuple(FaceCrops(p, np.array(t, bool)) for p, t in parts)))


def _unpacked(packed: bytes) -> bytes:
    """Unpack, never more than ``LARGEST`` bytes."""
    reader = zlib.decompressobj()
    try:
        unpacked = reader.decompress(packed, LARGEST)
    except zlib.error as error:
        raise DamagedDeck("cannot be unpacked") from error
    if reader.unconsumed_tail:
        raise DeckTooLarge("unpacked it is larger than any deck")
    if not reader.eof or reader.unused_data:
        raise DamagedDeck("cut short, or something follows")
    return unpacked


def _head(written: bytes) -> tuple[str, list[list[bool]]]:
    try:
        head: Any = json.loads(written)
        name, told = head["name"], head["crops"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DamagedDeck("the head cannot be read") from error
    if not isinstance(name, str):
        raise BadDeckName
    if not isinstance(told, list) or len(told) != len(FACES):
        raise DamagedDeck("a deck has 20 faces")
    for crops in told:
        if not isinstance(crops, list) or not 1 <= len(crops) <= MOST_CROPS:
            raise DamagedDeck(f"a face has 1 to {MOST_CROPS} crops")
        if not all(isinstance(flag, bool) for flag in crops):
            raise DamagedDeck("told is true or false")
    return name, told


def load_deck(path: Path) -> DeckProfile:
    """Read a deck's file; its size is looked at before it is read.

    Raises:
        DeckError: as ``from_bytes``; NotADeck also when it cannot be opened.

    """
    try:
        if path.stat().st_size > LARGEST:
            raise DeckTooLarge(f"{path.stat().st_size} bytes")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise NotADeck(error.strerror or "") from error
    return from_bytes(data)
