"""`python -m ledger`: list, export, import and check evenings."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.errors import LANGUAGES, LedgerError, LedgerUnavailable, NotAnExport, UnknownEvening
from ledger.exchange import LARGEST_FILE
from ledger.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Sequence

BAD = 1
BAD_INPUT = 2


def run_list(ledger: Ledger, _args: argparse.Namespace) -> int:
    """Print a line an evening, latest first."""
    for evening in ledger.evenings():
        totals = ", ".join(f"{name} {points:+d}" for name, points in zip(evening.seats, evening.totals, strict=True))
        print(f"{evening.id}  {evening.date}  {evening.rules.name}  {evening.rounds}: {totals}")
    return 0


def run_export(ledger: Ledger, args: argparse.Namespace) -> int:
    """Write evenings to files, or the latest (or a named) one to standard output."""
    ids = [evening.id for evening in ledger.evenings()]
    if args.all:
        folder = Path(args.out or ".")
        for evening_id in ids:
            _write(folder / f"{evening_id}.{args.format}", _content(ledger, evening_id, args))
        print(f"{len(ids)} → {folder}")
        return 0
    if not (args.evening or ids):
        raise UnknownEvening
    content = _content(ledger, args.evening or ids[0], args)
    if args.out:
        _write(Path(args.out), content)
    else:
        sys.stdout.buffer.write(content + b"\n" * (args.format == "json"))
    return 0


def _content(ledger: Ledger, evening_id: str, args: argparse.Namespace) -> bytes:
    if args.format == "csv":
        return ledger.export_csv(evening_id, args.lang)
    return ledger.export_json(evening_id, with_photos=args.photos)


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise LedgerUnavailable(f"{path}: {error.strerror}") from error


def run_import(ledger: Ledger, args: argparse.Namespace) -> int:
    """Take in files; each wholly or not at all."""
    status = 0
    for name in args.files:
        try:
            evening = ledger.import_json(_read(name))
        except LedgerError as error:
            status = BAD_INPUT
            print(f"ledger: {name}: {error}", file=sys.stderr)
        else:
            print(f"{name}: {evening.id}  {evening.date}  {len(evening.rounds)}")
    return status


def _read(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(LARGEST_FILE + 1)
        with Path(name).open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise NotAnExport(getattr(error, "strerror", None) or str(error)) from error


def run_check(ledger: Ledger, _args: argparse.Namespace) -> int:
    """Say whether the ledger is whole; the status tells it too."""
    health = ledger.check()
    for problem in health.problems:
        print(problem, file=sys.stderr)
    state = "ok" if health.ok else f"{len(health.problems)} problems"
    print(f"{ledger.url.render_as_string()}: {health.evenings} evenings, {health.rounds} rounds, {state}")
    return 0 if health.ok else BAD


def make_parser() -> argparse.ArgumentParser:
    """Build the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m ledger", description="The ledger of 大贰 / 跑胡子 evenings.")
    parser.add_argument("--db", help="sqlite:///…, postgresql://… or a file; default: the app's own")
    commands = parser.add_subparsers(dest="command", required=True)
    listed = commands.add_parser("list", help="list the evenings, latest first")
    listed.set_defaults(run=run_list)
    export = commands.add_parser("export", help="write an evening as JSON or CSV")
    export.add_argument("--evening", help="its id (see list); default: the latest")
    export.add_argument("--all", action="store_true", help="every evening, one file each, into the folder OUT")
    export.add_argument("--format", choices=("json", "csv"), default="json", help="json keeps all, csv is to read")
    export.add_argument("--photos", action="store_true", help="put the photos that were kept into the JSON")
    export.add_argument("--lang", choices=LANGUAGES, default="zh-Hans", help="language of the CSV's headings")
    export.add_argument("--out", "-o", help="file (with --all: folder) to write; default: standard output")
    export.set_defaults(run=run_export)
    take = commands.add_parser("import", help="take in evenings that export wrote as JSON")
    take.add_argument("files", nargs="+", help="files; - is standard input")
    take.set_defaults(run=run_import)
    check = commands.add_parser("check", help="check the database, the sums and every round")
    check.set_defaults(run=run_check)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    args = make_parser().parse_args(argv)
    path = Path(args.db) if args.db and "://" not in args.db else args.db
    try:
        with Ledger(path) as ledger:
            return int(args.run(ledger, args))
    except LedgerError as error:
        print(f"ledger: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        return 0
