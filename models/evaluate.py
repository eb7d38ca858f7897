"""Holds what is shipped against pictures whose hands are known, with the figures of the card table.

A card with column −1 is not part of the hand. ``exact``: all cards of the hand right, none missing, none too many;
``taps``: cards to change, add or remove by hand, max(missing, extra); ``columns exact``: also in the right columns.
"""

from __future__ import annotations

import csv
import json
import math
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from vision.photo import load_photo
from vision.scan import Scanner

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from vision.types import HandReading


@dataclass(frozen=True)
class Row:
    """One photo's figures."""

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

    @property
    def taps(self) -> int:
        """Cards to touch until the hand is right."""
        return max(self.missing, self.extra)


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


def judge(truth: dict[str, Any], reading: HandReading) -> Row:
    """Compares a reading with the truth of its photo."""
    want = Counter(c["face"] for c in truth["cards"] if c["column"] >= 0)
    inside = [c for c in reading.cards if c.column is not None]
    got = Counter(c.face for c in inside)
    columns = Counter(tuple(sorted(c["shown"])) for c in truth["columns"])
    seen: dict[int | None, list[str]] = {}
    for card in inside:
        seen.setdefault(card.column, []).append(card.face)
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
    )


def summary(name: str, rows: Sequence[Row]) -> str:
    """One line of the table."""
    n = len(rows)
    exact = sum(r.taps == 0 for r in rows)
    low, high = wilson(exact, n)
    cards = max(1, sum(r.cards for r in rows))
    one, three = (sum(r.taps <= k for r in rows) / n for k in (1, 3))
    return (
        f"{name:<18} n={n:<4} exact {exact / n:6.1%} [{low:.0%},{high:.0%}]  ≤1 tap {one:6.1%}  ≤3 taps {three:6.1%}  "
        f"taps/hand {sum(r.taps for r in rows) / n:5.2f}  "
        f"cards found {sum(r.right for r in rows) / cards:6.2%}  extra/hand {sum(r.extra for r in rows) / n:5.2f}  "
        f"columns exact {sum(r.columns_exact for r in rows) / n:6.1%}"
    )


def table(rows: Sequence[Row]) -> list[str]:
    """The whole table: normal and hard, each lettering, each layout, all."""
    lines = [
        summary(k, part)
        for k, part in (("normal", [r for r in rows if not r.hard]), ("hard", [r for r in rows if r.hard]))
        if part
    ]
    for field in ("deck", "style"):
        values = sorted({getattr(r, field) for r in rows})
        lines += [summary(f"{field} {v}", [r for r in rows if getattr(r, field) == v]) for v in values]
    lines.append(summary("all", rows))
    times = sorted(r.ms_total for r in rows)
    lines.append(f"ms/photo median {times[len(times) // 2]:.0f}, worst {times[-1]:.0f}")
    return lines


def pictures(folder: Path) -> list[tuple[Path, Path]]:
    """(photo, truth) pairs of a folder: NNN.jpg beside NNN.json, or made by ``datasets make``."""
    split = folder / "images" / "val"
    if split.is_dir():
        return [(p, folder / "truth" / "val" / f"{p.stem}.json") for p in sorted(split.glob("*.jpg"))]
    return [(p, p.with_suffix(".json")) for p in sorted(folder.glob("*.jpg"))]


def evaluate(folder: Path, csv_path: Path | None, *, limit: int | None = None) -> list[Row]:
    """Scans every picture of ``folder``, prints the table, and writes one line a photo to ``csv_path``.

    Raises:
        SystemExit: when there are no pictures.

    """
    pairs = pictures(folder)[:limit]
    if not pairs:
        message = f"no pictures with a truth in {folder}"
        raise SystemExit(message)
    scanner = Scanner.load()
    rows = []
    for photo, truth in tqdm(pairs, unit="photo"):
        known = json.loads(truth.read_text(encoding="utf-8"))
        if known["columns"]:  # a table without cards has no hand to be right about
            rows.append(judge(known, scanner.scan(load_photo(photo))))
    for line in table(rows):
        print(line)  # noqa: T201
    if csv_path:
        _write_csv(csv_path, rows)
    return rows


def _write_csv(path: Path, rows: Iterable[Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        lines = [asdict(r) | {"taps": r.taps} for r in rows]
        writer = csv.DictWriter(file, lines[0].keys())
        writer.writeheader()
        writer.writerows(lines)
