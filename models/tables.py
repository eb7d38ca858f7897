"""The tables of the evaluation: shares with Wilson's 95 % intervals, by tier and by what the photo is like."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from models.judging import Row

TIERS = ("clean", "normal", "hard")
BINS = {"character_px": (24, 32, 40, 56, 80), "blur": (0.8, 1.2, 1.8), "tilt": (10, 20, 30)}
"""Upper ends of the groups of a measured quantity; above the last is one more group."""
ECE_BINS = 10
SURE = 0.95


def wilson(k: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927).

    >>> [round(v, 3) for v in wilson(5, 10)]
    [0.237, 0.763]
    """
    if not n:
        return 0.0, 1.0
    p = k / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def share(k: int, n: int) -> str:
    """A share with its interval.

    >>> share(5, 10)
    ' 50.0% [24%,76%]'
    """
    low, high = wilson(k, n)
    return f"{k / max(1, n):6.1%} [{low:.0%},{high:.0%}]"


def summary(name: str, rows: Sequence[Row]) -> str:
    """One line of the table."""
    n = len(rows)
    cards = max(1, sum(r.cards for r in rows))
    by_eye = share(sum(r.eye_taps == 0 for r in rows), n)
    line = (
        f"{name:<26} n={n:<4} exact {share(sum(r.taps == 0 for r in rows), n)}  "
        f"by the eye {by_eye}  ≤1 tap {share(sum(r.taps <= 1 for r in rows), n)}  "
        f"taps/hand {sum(r.taps for r in rows) / n:5.2f}  cards found {sum(r.right for r in rows) / cards:6.2%}  "
        f"extra/hand {sum(r.extra for r in rows) / n:5.2f}  "
        f"columns exact {sum(r.columns_exact for r in rows) / n:6.1%}"
    )
    characters = sum(r.characters for r in rows)
    if not characters:
        return line
    right, found = sum(r.characters_right for r in rows), sum(r.characters_found for r in rows)
    return (
        f"{line}  characters {share(right, characters)} n={characters}, found {found / characters:.2%}, "
        f"named right of found {right / max(1, found):.2%}"
    )


def group_of(value: float, ends: Sequence[float]) -> str:
    """The group of a measured quantity.

    >>> group_of(27, (24, 32)), group_of(90, (24, 32))
    ('24–32', '> 32')
    """
    low: float | None = None
    for high in ends:
        if value <= high:
            return f"≤ {high:g}" if low is None else f"{low:g}–{high:g}"
        low = high
    return f"> {ends[-1]:g}"


def grouped(name: str, rows: Sequence[Row], key: Callable[[Row], object]) -> list[str]:
    """A line for each value of ``key``, when there is more than one."""
    parts: dict[object, list[Row]] = {}
    for row in rows:
        parts.setdefault(key(row), []).append(row)
    if len(parts) < 2:
        return []
    order = sorted(parts, key=lambda value: (str(value).startswith(">"), not str(value).startswith("≤"), str(value)))
    return [summary(f"{name} {value}", parts[value]) for value in order]


def table(rows: Sequence[Row]) -> list[str]:
    """The whole table: tiers, letterings, decks, layouts, turns, sizes, blur, tilt, all, times."""
    lines = [summary(t, part) for t in TIERS if (part := [r for r in rows if r.tier == t])]
    decks = () if all(r.deck == r.lettering for r in rows) else ("deck",)
    for field in ("lettering", *decks, "style", "turn"):
        lines += grouped(field, rows, lambda r, f=field: getattr(r, f))  # type: ignore[misc]
    for field, ends in BINS.items():
        if any(getattr(r, field) for r in rows):
            lines += grouped(field, rows, lambda r, f=field, e=ends: group_of(getattr(r, f), e))  # type: ignore[misc]
    lines.append(summary("all", rows))
    times = sorted(r.ms_total for r in rows)
    lines.append(f"ms/photo median {times[len(times) // 2]:.0f}, worst {times[-1]:.0f}")
    return lines


def expected_calibration_error(cards: Sequence[tuple[float, bool]]) -> float:
    """Mean gap between what cards' probabilities promise and the share right, in ten bins weighted by cards.

    >>> expected_calibration_error([(0.9, True), (0.9, False)])
    0.4
    """
    gap = 0.0
    for part in binned(cards):
        if part:
            gap += abs(sum(p for p, _ in part) - sum(right for _, right in part))
    return round(gap / max(1, len(cards)), 6)


def binned(cards: Sequence[tuple[float, bool]]) -> list[list[tuple[float, bool]]]:
    """(probability, right) by tenths of the probability."""
    out: list[list[tuple[float, bool]]] = [[] for _ in range(ECE_BINS)]
    for p, right in cards:
        out[min(ECE_BINS - 1, int(p * ECE_BINS))].append((p, right))
    return out


def trust(cards: Sequence[tuple[float, bool]]) -> str:
    """One line: what a card's probability is worth."""
    sure = [right for p, right in cards if p >= SURE]
    return (
        f"card probabilities: ECE {expected_calibration_error(cards):.3f} (n={len(cards)}); "
        f"p ≥ {SURE} right {share(sum(sure), len(sure))} n={len(sure)}"
    )
