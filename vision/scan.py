"""The whole way from a photo to a reading, timed stage by stage."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

from vision.calibration import Calibration, calibrated, load_calibration
from vision.closer import SURE, cut_window, hand_window, merged
from vision.columns import group_cards
from vision.detector import Detector
from vision.reading import read_hand
from vision.states import states_of
from vision.types import Glyph, HandReading, Photo
from vision.weights import find_weights

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.deck.profile import DeckProfile
    from vision.types import CardReading


class FindsGlyphs(Protocol):
    """Anything that finds characters in a photo."""

    @property
    def size(self) -> int:
        """Side of the input in pixels."""

    def detect(self, photo: Photo) -> tuple[Glyph, ...]:
        """Find every character, in pixels of ``photo.size``."""


class LooksAgain(Protocol):
    """Anything that reads characters again, closer."""

    def look(self, photo: Photo, glyphs: tuple[Glyph, ...]) -> tuple[Glyph, ...]:
        """Return the glyphs with better class scores; none where the photo shows no cards."""


class Scanner:
    """Photo → HandReading. Holds nothing between photos; one scanner serves all threads."""

    def __init__(
        self,
        detector: FindsGlyphs,
        second_look: LooksAgain | None = None,
        calibration: Calibration = Calibration(),  # noqa: B008 (frozen)
    ) -> None:
        self.detector = detector
        self.second_look = second_look
        self.calibration = calibration

    @classmethod
    def load(cls, folder: Path | None = None) -> Scanner:
        """Open the verified weights of ``folder`` (default: those of the project)."""
        weights = find_weights(folder)
        second = None
        if weights.second_look is not None:
            from vision.secondlook import SecondLook

            second = SecondLook(weights.second_look)
        return cls(Detector(weights.detector), second, load_calibration(weights.calibration))

    def find(self, photo: Photo) -> tuple[Glyph, ...]:
        """Find the characters, in two passes when the hand takes a smaller part of the photo."""
        glyphs = self.detector.detect(photo)
        window = hand_window(glyphs, photo.size)
        if window is None:
            return glyphs
        return merged(glyphs, self.detector.detect(cut_window(photo, window)), window)

    def look(
        self, photo: Photo, glyphs: tuple[Glyph, ...], decks: Sequence[DeckProfile]
    ) -> tuple[tuple[Glyph, ...], str]:
        """Look again, closer, with the help of the deck that is in the photo: the glyphs, and the deck's name or ""."""
        from vision.secondlook import SecondLook

        if self.second_look is None:
            return (glyphs if any(max(g.scores) >= SURE for g in glyphs) else ()), ""
        if not decks or not isinstance(self.second_look, SecondLook):
            return self.second_look.look(photo, glyphs), ""
        from vision.deck.use import DeckJudge

        judge = DeckJudge(self.second_look, decks)
        glyphs = self.second_look.look(photo, glyphs, judge)
        return glyphs, "" if judge.used is None else judge.used.name

    def scan(self, photo: Photo, decks: Sequence[DeckProfile] = ()) -> HandReading:
        """Read the hand in a photo.

        Args:
            photo: the photo.
            decks: decks that it may show; the one that fits it best is used, and none where none fits.

        """
        clock = [time.perf_counter()]
        glyphs, deck = self.look(photo, self.find(photo), decks)
        clock.append(time.perf_counter())
        grouping = group_cards(glyphs)
        clock.append(time.perf_counter())
        reading = calibrated(read_hand(grouping), self.calibration)
        clock.append(time.perf_counter())
        states = states_of(photo, reading.cards, self.detector.size)
        stages = [(after - before) * 1000 for before, after in pairwise(clock)]
        ms = dict(zip(("detect", "group", "read"), stages, strict=True))
        total = photo.decode_ms + (time.perf_counter() - clock[0]) * 1000
        return HandReading(
            photo=photo.name,
            size=photo.size,
            cards=reading.cards,
            columns=reading.columns,
            legal=reading.legal,
            adjusted=reading.adjusted,
            rivals=reading.rivals,
            warnings=(*states, *(reading.warnings if reading.cards else ())),
            ms={"decode": photo.decode_ms, **ms, "total": total},
            deck=deck,
        )


def to_json(reading: HandReading) -> dict[str, Any]:
    """Contract 2: the reading as plain JSON types."""
    return {
        "photo": reading.photo,
        "size": list(reading.size),
        "cards": [card_json(card) for card in reading.cards],
        "columns": [{"kind": c.kind, "cards": list(c.cards), "area": c.area} for c in reading.columns],
        "legal": reading.legal,
        "adjusted": list(reading.adjusted),
        "rivals": [[{"card": card, "face": face} for card, face in changes] for changes in reading.rivals],
        "warnings": list(reading.warnings),
        "deck": reading.deck or None,
        "ms": {stage: round(ms, 1) for stage, ms in reading.ms.items()},
    }


def card_json(card: CardReading) -> dict[str, Any]:
    """One card of contract 2."""
    return {
        "face": card.face,
        "p": round(card.p, 4),
        "alternatives": [[face, round(p, 4)] for face, p in card.alternatives],
        "glyphs": [
            {
                "box": [round(v, 1) for v in glyph.box],
                "head": [round(v, 1) for v in glyph.head],
                "foot": [round(v, 1) for v in glyph.foot],
            }
            for glyph in card.glyphs
        ],
        "column": card.column,
    }
