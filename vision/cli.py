"""``python -m vision scan PHOTO… [--json] [--draw OUT.png]``: contract 2; ``enrol`` learns a deck, ``bench`` times."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from scorer.faces import CHARACTERS
from vision.bench import bench, bench_deck
from vision.deck import DeckError, enrol
from vision.deck.folder import chosen_decks, known_decks, save_deck
from vision.draw import draw
from vision.errors import PhotoError, VisionError
from vision.photo import load_photo
from vision.scan import Scanner, to_json
from vision.states import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.deck import DeckProfile
    from vision.types import CardReading, HandReading

KINDS = {
    "chi": "吃",
    "peng": "碰",
    "kan": "坎",
    "zhao": "招",
    "long": "垅",
    "jiang": "将",
    "wei": "偎",
    "unknown": "？",
}
OK, FAILED, UNUSABLE = 0, 1, 2


def parser() -> argparse.ArgumentParser:
    """Build the command line."""
    top = argparse.ArgumentParser(prog="python -m vision", description="Read a 大贰 / 跑胡子 hand from a photo.")
    commands = top.add_subparsers(dest="command", required=True)
    scan = commands.add_parser("scan", help="read the hand in each photo")
    scan.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    scan.add_argument("--json", action="store_true", help="print one JSON object a line")
    scan.add_argument(
        "--draw",
        type=Path,
        metavar="OUT.png",
        help="write the picture with boxes; with several photos the photo's name is added to OUT",
    )
    scan.add_argument("--weights", type=Path, metavar="DIR", help="folder of the weights (default: the project's)")
    scan.add_argument("--deck", metavar="NAME", help="an enrolled deck, or auto: the one that fits the photo, if any")
    learned = commands.add_parser(
        "enrol", help="learn a deck from a photo of its 20 faces in two rows, 一…十 and 壹…拾"
    )
    learned.add_argument("photo", type=Path, metavar="PHOTO")
    learned.add_argument("--name", required=True, help="what to call the deck; one of this name is replaced")
    listed = commands.add_parser("decks", help="list the enrolled decks")
    for command in (scan, learned, listed):
        command.add_argument("--decks", type=Path, metavar="DIR", help="folder of the decks (default: the user's data)")
    timed = commands.add_parser("bench", help="time every stage, and the scan against the bare ONNX session")
    timed.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    timed.add_argument("--rows", type=Path, metavar="PHOTO", help="two rows of a deck: also time its enrolment and use")
    timed.add_argument("--times", type=int, default=5, help="runs of each stage (default %(default)s)")
    return top


def main(argv: Sequence[str] | None = None, scanner: Scanner | None = None) -> int:
    """Run the command line; returns the exit status."""
    args = parser().parse_args(argv)
    if args.command == "bench":
        return timings(args.photos, args.times, args.rows)
    try:
        if args.command == "decks":
            print(*known_decks(args.decks), sep="\n")
            return OK
        if args.command == "enrol":
            return enrolled(scanner or Scanner.load(), args.photo, args.name, args.decks)
        decks = chosen_decks(args.decks, args.deck)
        scanner = scanner or Scanner.load(args.weights)
    except VisionError as error:
        print(f"vision: {error}", file=sys.stderr)
        return UNUSABLE
    return max(scan_one(scanner, path, args, decks) for path in args.photos)


def scan_one(scanner: Scanner, path: Path, args: argparse.Namespace, decks: Sequence[DeckProfile]) -> int:
    """Read one photo and print what was read; returns the exit status."""
    try:
        photo = load_photo(path)
    except PhotoError as error:
        print(f"{path}: {error}", file=sys.stderr)
        return FAILED
    reading = scanner.scan(photo, decks)
    if args.json:
        print(json.dumps(to_json(reading), ensure_ascii=False), flush=True)
    elif reading.cards:
        print(table(reading), flush=True)
    if args.deck and not args.json:
        print(f"  deck: {reading.deck or 'none fits'}")
    if not reading.cards:
        print(f"{path}: {sentence(next(iter(reading.warnings), 'no_cards'))}", file=sys.stderr)
    if args.draw:
        out = drawing_path(args.draw, path, several=len(args.photos) > 1)
        if not written(out, draw(photo, reading)):
            print(f"{out}: cannot be written", file=sys.stderr)
            return FAILED
    return OK


def enrolled(scanner: Scanner, path: Path, name: str, folder: Path | None) -> int:
    """Learn a deck and keep it; print what was read otherwise than the order has it; returns the exit status."""
    try:
        enrolment = enrol(scanner, load_photo(path))
        print(save_deck(enrolment.profile(name), folder))
    except (PhotoError, DeckError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return FAILED
    for card in enrolment.cards:
        if card.seen != card.face:
            print(f"  {CHARACTERS[card.face]} was read as {CHARACTERS[card.seen]}: learned")
    return OK


def timings(photos: Sequence[Path], times: int, rows: Path | None) -> int:
    """Print how long each stage takes; returns the exit status."""
    try:
        print(*bench(photos, times), *(bench_deck(rows, photos, times) if rows else ()), sep="\n")
    except VisionError as error:
        print(f"vision: {error}", file=sys.stderr)
        return UNUSABLE
    return OK


def written(out: Path, picture: cv2.typing.MatLike) -> bool:
    """Write a picture; False where that fails."""
    try:
        fine, data = cv2.imencode(out.suffix or ".png", picture)
        if fine:
            out.write_bytes(data.tobytes())
    except (OSError, cv2.error):
        return False
    return bool(fine)


def drawing_path(out: Path, photo: Path, *, several: bool) -> Path:
    """Return where the drawing of one photo goes.

    >>> drawing_path(Path("a.png"), Path("x/7.jpg"), several=True).name
    'a-7.png'
    """
    return out.with_name(f"{out.stem}-{photo.stem}{out.suffix}") if several else out


def table(reading: HandReading) -> str:
    """Write a reading for people: one line a column."""
    verdict = "legal" if reading.legal else "not legal"
    count = f"{len(reading.cards)} cards, {len(reading.columns)} columns"
    lines = [f"{reading.photo}: {count}, {verdict}, {reading.ms.get('total', 0):.0f} ms"]
    for at, column in enumerate(reading.columns, 1):
        faces = " ".join(shown(reading.cards[k]) for k in column.cards)
        lines.append(f"  {at} {column.area:<5} {KINDS.get(column.kind, column.kind)}  {faces}")
    strays = [shown(card) for card in reading.cards if card.column is None]
    if strays:
        lines.append("  strays " + " ".join(strays))
    lines += [f"  ! {w}: {sentence(w)}" for w in reading.warnings]
    return "\n".join(lines)


def shown(card: CardReading) -> str:
    """Write one card: its character, its probability where it is in doubt, and what the eye read."""
    text = CHARACTERS.get(card.face, "背")
    if card.seen != card.face:
        text += f"(←{CHARACTERS.get(card.seen, '背')})"
    return text if card.p >= 0.95 else f"{text}?{card.p:.2f}"
