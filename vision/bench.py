"""How long a photo takes, stage by stage, and against the bare ONNX session: ``python -m vision bench``."""

from __future__ import annotations

import statistics
import time
from functools import partial
from typing import TYPE_CHECKING

from vision.columns import group_cards
from vision.deck import DeckError, enrol
from vision.deck.prototypes import Prototypes
from vision.deck.use import DeckJudge
from vision.detector import canvas_shape, letterbox
from vision.photo import load_photo
from vision.reading import read_hand
from vision.runtime import open_session
from vision.scan import Scanner
from vision.secondlook import SecondLook
from vision.weights import find_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

READ_LIMIT = 25.0
"""Pairing, grouping and decoding are to take at most this many milliseconds a photo."""
ENROL_LIMIT, DECK_LIMIT = 3000.0, 5.0
"""The same of enrolling a deck, and of what its use adds to a scan."""


def median_ms(work: Callable[[], object], times: int) -> float:
    """Median time of one call in milliseconds, after one that does not count."""
    work()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def bench(photos: Sequence[Path], times: int = 5) -> list[str]:
    """Return one line a photo: medians in milliseconds, and the whole scan as a multiple of the bare session."""
    scanner = Scanner.load()
    session = open_session(find_weights().detector)
    entry = session.get_inputs()[0]
    fixed = all(isinstance(side, int) for side in entry.shape[2:])
    lines = []
    for path in photos:
        photo = load_photo(path)
        side = scanner.detector.size
        blob, _ = letterbox(photo.pixels, (side, side) if fixed else canvas_shape(photo.pixels.shape[:2], side))
        found = scanner.find(photo)
        look = scanner.second_look
        glyphs = look.look(photo, found) if look else found
        grouping = group_cards(glyphs)
        bare = median_ms(partial(session.run, None, {entry.name: blob}), times)
        stages = {
            "decode": median_ms(partial(load_photo, path), times),
            "session": bare,
            "detect": median_ms(partial(scanner.find, photo), times),
            "second look": median_ms(partial(look.look, photo, found), times) if look else 0.0,
            "group": median_ms(partial(group_cards, glyphs), times),
            "read": median_ms(partial(read_hand, grouping), times),
            "scan": median_ms(partial(scanner.scan, photo), times),
        }
        shown = "  ".join(f"{name} {ms:.1f}" for name, ms in stages.items())
        ratio = stages["scan"] / bare
        reader = stages["group"] + stages["read"]
        verdict = f"group + read {reader:.1f} ms (goal {READ_LIMIT:.0f})"
        lines.append(f"{path.name}  {len(grouping.cards)} cards  {shown} ms  scan/session {ratio:.2f}  {verdict}")
    return lines


def bench_deck(rows: Path, photos: Sequence[Path], times: int = 5) -> list[str]:
    """Return how long it takes to enrol the deck of a photo of two rows, and what its use adds to each photo's scan.

    Raises:
        DeckError: the scanner has no second look, or the deck cannot be enrolled.

    """
    scanner = Scanner.load()
    second = scanner.second_look
    if not isinstance(second, SecondLook):
        raise DeckError("without the second look no deck can be learned")
    photo = load_photo(rows)
    profile = enrol(scanner, photo).profile("bench")
    whole = median_ms(partial(enrol, scanner, photo), times)
    scan = median_ms(partial(scanner.scan, photo), times)
    known = median_ms(partial(Prototypes, second, profile), times)
    more = f"its prototypes once an evening {known:.0f} ms"
    lines = [f"{rows.name}  enrolled in {whole:.0f} ms (goal {ENROL_LIMIT:.0f} after a scan of {scan:.0f}), {more}"]
    for path in photos:
        picture = load_photo(path)
        looked = second.look_twice(picture, scanner.find(picture))
        plain = median_ms(partial(second.fused, looked), 10 * times)
        helped = median_ms(partial(DeckJudge(second, [profile]), looked), 10 * times)
        lines.append(f"{path.name}  the deck adds {helped - plain:.2f} ms (goal {DECK_LIMIT:.0f})")
    return lines
