"""What was read against what lies there: characters, cards, the whole hand.

A card with column −1 is not part of the hand. ``exact``: all cards of the hand right, none missing, none too many;
``taps``: cards to change, add or remove by hand, max(missing, extra); ``columns exact``: also in the right columns.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from vision.detector import overlaps
from vision.types import CLASSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Glyph, HandReading

MATCH = 0.3
"""A character seen is the true one that it overlaps most, at least so much; 一 is flat, so the bar is low."""
MISSED = len(CLASSES)


@dataclass(frozen=True)
class Row:
    """One photo's figures; ``eye_…`` before the rules help."""

    photo: str
    deck: str
    style: str
    hard: bool
    cards: int
    right: int
    missing: int
    extra: int
    columns_exact: bool
    legal: bool
    adjusted: int
    ms_decode: float
    ms_detect: float
    ms_total: float
    tier: str = ""
    lettering: str = ""
    turn: int = 0
    character_px: float = 0.0
    blur: float = 0.0
    tilt: float = 0.0
    eye_taps: int = 0
    characters: int = 0
    characters_found: int = 0
    characters_right: int = 0
    characters_false: int = 0
    ms_group: float = 0.0
    ms_read: float = 0.0

    @property
    def taps(self) -> int:
        """Cards to touch until the hand is right."""
        return max(self.missing, self.extra)


@dataclass
class Tally:
    """Characters and cards of all photos: confusion counts (true class or none, class read or none) and (p, right)."""

    confusion: np.ndarray[Any, np.dtype[np.int64]] = field(
        default_factory=lambda: np.zeros((MISSED + 1, MISSED + 1), np.int64)
    )
    cards: list[tuple[float, bool]] = field(default_factory=list)


def _taps(want: Counter[str], got: Counter[str]) -> int:
    return max((want - got).total(), (got - want).total())


def judge(truth: dict[str, Any], reading: HandReading) -> Row:
    """Compares a reading with the truth of its photo."""
    want = Counter(c["face"] for c in truth["cards"] if c["column"] >= 0)
    inside = [c for c in reading.cards if c.column is not None]
    got = Counter(c.face for c in inside)
    columns = Counter(tuple(sorted(c["shown"])) for c in truth["columns"])
    seen: dict[int | None, list[str]] = {}
    for card in inside:
        seen.setdefault(card.column, []).append(card.face)
    pairs = match_characters(truth, reading)
    named = [(t, s) for t, s in pairs if t not in (MISSED, CLASSES.index("back"))]
    return Row(
        photo=reading.photo,
        deck=str(truth.get("deck") or ""),
        style=truth["style"],
        hard=bool(truth["hard"]),
        cards=want.total(),
        right=(want & got).total(),
        missing=(want - got).total(),
        extra=(got - want).total(),
        columns_exact=columns == Counter(tuple(sorted(v)) for v in seen.values()),
        legal=reading.legal,
        adjusted=len(reading.adjusted),
        ms_decode=round(reading.ms.get("decode", 0), 1),
        ms_detect=round(reading.ms.get("detect", 0), 1),
        ms_total=round(reading.ms.get("total", 0), 1),
        tier=truth.get("tier") or ("hard" if truth["hard"] else "normal"),
        lettering=str(truth.get("lettering") or truth.get("deck") or ""),
        turn=int(truth.get("turn", round(truth.get("rotation", 0) / 90) % 4 * 90)),
        character_px=float(truth.get("character_px", 0)),
        blur=float(truth.get("blur", 0)),
        tilt=float(truth.get("tilt", 0)),
        eye_taps=_taps(want, Counter(c.seen for c in inside)),
        characters=len(named),
        characters_found=sum(s != MISSED for _, s in named),
        characters_right=sum(t == s for t, s in named),
        characters_false=sum(t == MISSED for t, _ in pairs),
        ms_group=round(reading.ms.get("group", 0), 1),
        ms_read=round(reading.ms.get("read", 0), 1),
    )


def match_characters(truth: dict[str, Any], reading: HandReading) -> list[tuple[int, int]]:
    """Class ids (true, read) of every character; ``MISSED`` stands for nothing there or nothing read.

    Only with a truth that lists its characters. What is read where a true character can be seen too little to be
    labelled is neither right nor false, and is left out.
    """
    if "characters" not in truth:
        return []
    known = truth["characters"]
    glyphs = [g for card in reading.cards for g in card.glyphs]
    free = set(range(len(glyphs)))
    out = []
    for c in known:
        best = nearest(c["box"], [glyphs[k].box for k in sorted(free)])
        place = sorted(free)[best] if best is not None else None
        if place is not None:
            free.discard(place)
        read = MISSED if place is None else CLASSES.index(glyphs[place].face)
        out.append((CLASSES.index(c["face"]), read))
    hidden = [_around(q) for card in truth["cards"] for q in card["glyphs"]]
    out += [
        (MISSED, CLASSES.index(glyphs[k].face)) for k in sorted(free) if nearest(glyphs[k].box, hidden, 0.1) is None
    ]
    return out


def _around(quad: Sequence[Sequence[float]]) -> tuple[float, float, float, float]:
    low, high = np.min(quad, axis=0), np.max(quad, axis=0)
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def nearest(box: Sequence[float], others: Sequence[Sequence[float]], least: float = MATCH) -> int | None:
    """Which of ``others`` overlaps ``box`` most, at least ``least``."""
    if not others:
        return None
    shared = overlaps(np.array(box, float), np.array(others, float))
    best = int(shared.argmax())
    return best if shared[best] >= least else None


def count(tally: Tally, truth: dict[str, Any], reading: HandReading) -> None:
    """Adds a photo's characters and cards to ``tally``."""
    for true, read in match_characters(truth, reading):
        tally.confusion[true, read] += 1
    known = truth.get("characters", [])
    for card in reading.cards:
        if card.column is None:
            continue
        matched = [nearest(g.box, [c["box"] for c in known]) for g in card.glyphs]
        names = {known[k]["face"] for k in matched if k is not None}
        if known:
            tally.cards.append((card.p, names == {card.face}))


def false_characters(reading: HandReading) -> list[Glyph]:
    """What the app would show of a picture without cards: the characters of every card of the reading."""
    return [glyph for card in reading.cards for glyph in card.glyphs]
