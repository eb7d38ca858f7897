"""Holds what is shipped against pictures whose hands are known, and pictures with no cards at all."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from tqdm import tqdm

from models.judging import Row, Tally, count, false_characters, judge
from models.tables import TIERS, summary, table, trust
from vision.photo import load_photo
from vision.scan import Scanner

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from vision.types import Glyph, Photo


class OnePass(Scanner):
    """A scanner that does not look at the hand a second time, larger."""

    def find(self, photo: Photo) -> tuple[Glyph, ...]:
        """Find the characters in the whole photo only."""
        return self.detector.detect(photo)


def pictures(folder: Path) -> list[tuple[Path, Path]]:
    """(photo, truth) pairs of a folder: NNN.jpg beside NNN.json, or made by ``python -m datasets``.

    A photo without a truth is left out.
    """
    split = folder / "images" / "val"
    if split.is_dir():
        pairs = [(p, folder / "truth" / "val" / f"{p.stem}.json") for p in sorted(split.glob("*.jpg"))]
    else:
        pairs = [(p, p.with_suffix(".json")) for p in sorted(folder.glob("*.jpg"))]
    return [(photo, truth) for photo, truth in pairs if truth.is_file()]


def evaluate(
    folder: Path, csv_path: Path | None, *, limit: int | None = None, both: bool = False, figures: Path | None = None
) -> list[Row]:
    """Scans every picture of ``folder`` and prints the table.

    Args:
        folder: pictures with their truth.
        csv_path: one line a photo, with stage times.
        limit: at most so many pictures.
        both: scan again without the second look, and in one pass, and print what those are worth.
        figures: stem of the confusion matrix and the reliability diagram.

    Raises:
        SystemExit: when there are no pictures.

    """
    pairs = pictures(folder)[:limit]
    if not pairs:
        message = f"no pictures with a truth in {folder}"
        raise SystemExit(message)
    scanner = Scanner.load()
    lesser: dict[str, Scanner] = {}
    if both:
        lesser["without the second look"] = Scanner(scanner.detector, None, scanner.calibration)
        lesser["in one pass"] = OnePass(scanner.detector, scanner.second_look, scanner.calibration)
    rows, false, tally = [], [], Tally()
    others: dict[str, list[Row]] = {name: [] for name in lesser}
    for photo, truth in tqdm(pairs, unit="photo"):
        known = json.loads(truth.read_text(encoding="utf-8"))
        picture = load_photo(photo)
        reading = scanner.scan(picture)
        if not known["columns"]:  # no hand to be right about: everything seen is false
            false.append((photo.name, len(false_characters(reading))))
            continue
        rows.append(judge(known, reading))
        count(tally, known, reading)
        for name, other in lesser.items():
            others[name].append(judge(known, other.scan(picture)))
    for line in report(rows, others, false, tally):
        print(line)  # noqa: T201
    if csv_path and rows:
        _write_csv(csv_path, rows)
    if figures and tally.confusion.any():
        from models.figures import write_figures

        print(*write_figures(figures, tally.confusion, tally.cards))  # noqa: T201
    return rows


def report(rows: list[Row], others: Mapping[str, list[Row]], false: list[tuple[str, int]], tally: Tally) -> list[str]:
    """All lines that the evaluation prints; ``others`` are the rows of lesser scanners by what they lack."""
    lines = table(rows) if rows else []
    for name, less in others.items():
        if less:
            lines.append(f"{name}:")
            lines += [summary(t, part) for t in TIERS if (part := [r for r in less if r.tier == t])]
            lines.append(summary("all", less))
    if tally.cards:
        lines.append(trust(tally.cards))
    if false:
        some = " ".join(f"{name}:{n}" for name, n in false if n)
        lines.append(f"no cards: {sum(n for _, n in false)} false characters in {len(false)} pictures {some}".rstrip())
    return lines


def _write_csv(path: Path, rows: Iterable[Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        lines = [asdict(r) | {"taps": r.taps} for r in rows]
        writer = csv.DictWriter(file, lines[0].keys())
        writer.writeheader()
        writer.writerows(lines)
