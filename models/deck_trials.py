"""A deck as a family has it: one picture of its twenty faces, a few hands to learn from, a few hands to be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from datasets.proof.ink import family_decks
from datasets.proof.scenes import FACTORS, TIERS, TestScene, make_rows, make_scene
from vision.scan import Scanner
from vision.types import Photo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.types import Glyph

    Known = tuple[Photo, dict[str, Any]]

SIZE = (1280, 960)
ROWS_SIZE = (1600, 1200)
"""Twenty cards side by side want a larger picture than a hand."""
LEARNED = 3
"""Hands that are confirmed before the last condition."""
STREAM = 23
"""Parts these pictures from the others of one seed."""


@dataclass(frozen=True)
class Trial:
    """Pictures of one deck.

    Attributes:
        deck: its lettering and manner, as ``datasets.proof`` names it.
        rows: the twenty faces in two rows, with their truth.
        poorer: the same in poorer light, more aslant, with other things beside; only to be enrolled.
        learned: hands to learn from, with their truth.
        hands: hands to be read, with their truth.

    """

    deck: str
    rows: Known
    poorer: Known
    learned: tuple[Known, ...]
    hands: tuple[Known, ...]


class Remembering(Scanner):
    """A scanner that runs the detector once a picture, whatever decks it is then read with."""

    def __init__(self, scanner: Scanner) -> None:
        super().__init__(scanner.detector, scanner.second_look, scanner.calibration)
        self._found: dict[str, tuple[Glyph, ...]] = {}

    def find(self, photo: Photo) -> tuple[Glyph, ...]:
        """Find the characters; pictures are told apart by their names."""
        if photo.name not in self._found:
            self._found[photo.name] = super().find(photo)
        return self._found[photo.name]


def trials(seed: int, hands: int, learned: int = LEARNED) -> Iterator[Trial]:
    """Make the pictures of every held-out deck in turn; those of one seed are always the same.

    Args:
        seed: of decks and pictures.
        hands: how many are to be read.
        learned: how many are to be learned from.

    """
    for number, spec in enumerate(family_decks()):
        streams = [np.random.default_rng([seed, STREAM, number, k]) for k in range(1 + learned + hands)]
        rows = make_rows(spec, seed, streams[0], ROWS_SIZE)
        poorer = make_rows(spec, seed, np.random.default_rng([seed, STREAM, number, 0, 1]), ROWS_SIZE, "normal")
        scenes = [
            make_scene(spec, seed, TIERS[k % len(TIERS)], rng, SIZE, frozenset(FACTORS))
            for k, rng in enumerate(streams[1:])
        ]
        known = [(as_photo(s, f"{spec.id} {k + 1}"), s.truth) for k, s in enumerate(scenes)]
        yield Trial(
            spec.id,
            (as_photo(rows, f"{spec.id} rows"), rows.truth),
            (as_photo(poorer, f"{spec.id} poorer rows"), poorer.truth),
            tuple(known[:learned]),
            tuple(known[learned:]),
        )


def as_photo(scene: TestScene, name: str) -> Photo:
    """Return a scene as the photo that its file would be.

    Raises:
        ValueError: it cannot be encoded.

    """
    ok, jpg = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, scene.quality])
    if not ok:
        raise ValueError(name)
    image = np.asarray(cv2.imdecode(jpg, cv2.IMREAD_COLOR), np.uint8)
    return Photo(image, name, (image.shape[1], image.shape[0]))
