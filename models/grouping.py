"""Holds the reader against hands of true characters: columns, pairs of ends, and what the rules restore."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tqdm import tqdm

from datasets.characters import LAYOUTS, Scene, make_scene
from datasets.faults import faulty
from vision.columns import group_cards
from vision.reading import read_hand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.reading import Reading

TURNS = (0, 90, 180, 270, None)
CUT = 0.05
CORRUPT = 0.05


@dataclass(frozen=True)
class Figures:
    """One scene.

    Attributes:
        exact: whether its columns were read right.
        cards, extra, lost: cards of the hand; those in columns that are not there; those that are in no column.
        pairs, paired, wrong: pairs of ends, those found, those that are none.
        ms: milliseconds of CPU.

    """

    seed: int
    layout: str
    turn: str
    exact: bool
    cards: int
    extra: int
    lost: int
    pairs: int
    paired: int
    wrong: int
    ms: float


def columns_of(reading: Reading) -> Counter[tuple[str, ...]]:
    """The hand's columns as sorted faces."""
    found: dict[int, list[str]] = {}
    for card in reading.cards:
        if card.column is not None:
            found.setdefault(card.column, []).append(card.face)
    return Counter(tuple(sorted(faces)) for faces in found.values())


def pairs_of(scene: Scene, reading: Reading) -> tuple[set[int], set[int], int]:
    """Cards of which two characters are there, those found paired, and how many pairs hold two cards' characters."""
    number = dict(zip(scene.glyphs, scene.card, strict=True))
    seen = Counter(scene.card)
    pairs = [{number[glyph] for glyph in card.glyphs} for card in reading.cards if len(card.glyphs) == 2]
    return (
        {card for card, count in seen.items() if count > 1},
        {card for pair in pairs if len(pair) == 1 for card in pair},
        sum(len(pair) > 1 for pair in pairs),
    )


def check(seed: int, *, faults: bool = False) -> Figures:
    """Make one scene, of which a detector gets some wrong on demand, and read it."""
    layout, turn = LAYOUTS[seed % len(LAYOUTS)], TURNS[seed // len(LAYOUTS) % len(TURNS)]
    scene = make_scene(seed, layout, turn=turn, cut=CUT)
    scene = faulty(scene, seed) if faults else scene
    start = time.process_time()
    reading = read_hand(group_cards(scene.glyphs))
    ms = (time.process_time() - start) * 1000
    true, got, wrong = pairs_of(scene, reading)
    want, found = Counter(scene.columns), columns_of(reading)
    cards, seen = (Counter(face for column in c.elements() for face in column) for c in (want, found))
    return Figures(
        seed,
        layout,
        "any" if turn is None else str(turn),
        want == found,
        cards.total(),
        (seen - cards).total(),
        (cards - seen).total(),
        len(true),
        len(true & got),
        wrong,
        ms,
    )


def summary(name: str, rows: Sequence[Figures]) -> str:
    """One line of the table."""
    pairs, cards = max(1, sum(r.pairs for r in rows)), max(1, sum(r.cards for r in rows))
    times = sorted(r.ms for r in rows)
    return (
        f"{name:<16} n={len(rows):<4} columns exact {sum(r.exact for r in rows) / len(rows):7.2%}  "
        f"extra/hand {sum(r.extra for r in rows) / len(rows):.2f}  cards lost {sum(r.lost for r in rows) / cards:.2%}  "
        f"ends paired {sum(r.paired for r in rows) / pairs:7.2%} of {pairs}, wrongly {sum(r.wrong for r in rows)}  "
        f"ms median {times[len(times) // 2]:.1f}"
    )


def restored(seed: int) -> tuple[bool, bool]:
    """Whether a hand with corrupted classes is right as the eye reads it, and after the rules."""
    scene = make_scene(seed, LAYOUTS[seed % len(LAYOUTS)], drop=0.0, corrupt=CORRUPT, strays=0.0)
    reading = read_hand(group_cards(scene.glyphs))
    want = Counter(face for column in scene.columns for face in column)
    return Counter(c.seen for c in reading.cards) == want, Counter(c.face for c in reading.cards) == want


def check_grouping(count: int, seed: int) -> list[Figures]:
    """Read ``count`` generated hands from ``seed`` on and print the table, and the seeds of what went wrong.

    Then the same hands with a detector's faults, and with corrupted classes.
    """
    seeds = range(seed, seed + count)
    rows = [check(k) for k in tqdm(seeds, unit="hand")]
    show(rows, ("layout", "turn"))
    print("ends wrong at seeds", *(r.seed for r in rows if r.wrong or r.paired < r.pairs))  # noqa: T201
    print("with false, doubled and turned characters")  # noqa: T201
    show([check(k, faults=True) for k in tqdm(seeds, unit="hand")], ("layout",))
    hands = [restored(k) for k in range(seed, seed + count // 4)]
    eye, rules = (sum(h[k] for h in hands) / max(1, len(hands)) for k in (0, 1))
    print(f"{CORRUPT:.0%} of classes corrupted: hand right {eye:.1%} by the eye, {rules:.1%} by the rules")  # noqa: T201
    return rows


def show(rows: Sequence[Figures], fields: Sequence[str]) -> None:
    """Print a table, split by each of ``fields``, and where columns went wrong."""
    for field in fields:
        for value in sorted({getattr(r, field) for r in rows}):
            print(summary(f"{field} {value}", [r for r in rows if getattr(r, field) == value]))  # noqa: T201
    print(summary("all", rows))  # noqa: T201
    print("columns wrong at seeds", *(r.seed for r in rows if not r.exact))  # noqa: T201
