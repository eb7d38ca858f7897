"""``python -m datasets``: make pictures, look at them, and see which letterings are installed."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from datasets.fonts import background_photos, manifest, packages


def _make(args: argparse.Namespace) -> None:
    from datasets.write import make

    _report_missing()
    make(
        args.out,
        args.split,
        args.count,
        args.seed,
        size=(args.width, args.height),
        whole_share=args.whole,
        hard_share=args.hard,
        bare_share=args.bare,
        workers=args.workers,
    )


def _report_missing() -> None:
    for font in manifest():
        if not font.files:
            print(f"lettering {font.id} skipped: {font.package} is not installed", file=sys.stderr)
    if not background_photos():
        print("no background photos installed: tables are drawn only", file=sys.stderr)


def _fonts(args: argparse.Namespace) -> None:
    if args.packages:
        print(*packages(args.packages))
        return
    for font in manifest():
        print(f"{'found  ' if font.files else 'missing'} {font.split:5} {font.id:24} {font.package:36} {font.licence}")


def _sheet(args: argparse.Namespace) -> None:
    from datasets.sheet import contact_sheet, sheet_of_folder

    if args.folder:
        sheet_of_folder(args.folder, args.seed, args.out, columns=args.columns, rows=args.rows)
    else:
        contact_sheet(args.seed, args.split, args.out, columns=args.columns, rows=args.rows)
    print(args.out)


def _states(args: argparse.Namespace) -> None:
    from datasets.states import make_states

    truth = json.loads(args.photo.with_suffix(".json").read_text(encoding="utf-8"))
    print(*make_states(args.photo, truth, args.out), sep="\n")


def _proof(args: argparse.Namespace) -> None:
    from datasets.proof.make import make_proof
    from datasets.proof.scenes import FACTORS

    _report_missing()
    held_out = frozenset(FACTORS if args.held_out == "all" else (args.held_out,))
    try:
        make_proof(
            args.out,
            args.count,
            args.no_cards,
            args.seed,
            size=(args.width, args.height),
            held_out=held_out,
            workers=args.workers,
        )
    except ValueError as error:
        sys.exit(str(error))


def _import(args: argparse.Namespace) -> None:
    from datasets.importing import UnmatchedPhotoError, import_photo
    from scorer.errors import HandFormatError
    from vision.errors import PhotoError

    try:
        print(import_photo(args.photo, args.truth, args.out, split=args.split, lettering=args.lettering))
    except (UnmatchedPhotoError, HandFormatError, PhotoError) as error:
        sys.exit(f"{args.photo}: {error}")


def _add_test_sets(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    p = commands.add_parser("proof", help="make test scenes with the second renderer and letterings training never saw")
    p.add_argument("--out", type=Path, default=Path("data/proof"), help="folder to write to (default %(default)s)")
    p.add_argument(
        "--count", type=int, default=300, help="pictures with a hand: clean, normal, hard in turn (default %(default)s)"
    )
    p.add_argument("--no-cards", type=int, default=0, help="pictures without any 字牌 (default %(default)s)")
    p.add_argument("--seed", type=int, default=41)
    p.add_argument("--width", type=int, default=1280)
    p.add_argument("--height", type=int, default=960)
    p.add_argument(
        "--held-out",
        choices=("all", "lettering", "background", "camera"),
        default="all",
        help="hold out only one factor; the others are such as training saw (default %(default)s)",
    )
    p.add_argument("--workers", type=int, help="processes (default: one a core); the pictures do not depend on it")
    p.set_defaults(run=_proof)

    p = commands.add_parser("import", help="make a corrected photo a labelled sample")
    p.add_argument("photo", type=Path)
    p.add_argument("--truth", required=True, help='the hand as laid out: "碰贰贰贰 坎八八八 …", columns in any order')
    p.add_argument("--out", type=Path, default=Path("data/players"), help="folder to add to (default %(default)s)")
    p.add_argument("--split", choices=("train", "val"), default="val", help="train or test set (default %(default)s)")
    p.add_argument("--lettering", default="photo", help="what the results call this deck (default %(default)s)")
    p.set_defaults(run=_import)


def main() -> None:
    """Parses the command line and runs one command."""
    parser = argparse.ArgumentParser(prog="python -m datasets", description=__doc__)
    commands = parser.add_subparsers(required=True)

    p = commands.add_parser("make", help="make pictures with labels and true hands")
    p.add_argument("--out", type=Path, default=Path("data/scenes"), help="folder to write to (default %(default)s)")
    p.add_argument(
        "--split", choices=("train", "val"), default="train", help="which letterings to use (default %(default)s)"
    )
    p.add_argument("--count", type=int, default=1000, help="how many pictures (default %(default)s)")
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--width", type=int, default=512)
    p.add_argument("--height", type=int, default=512)
    p.add_argument(
        "--whole", type=float, default=0.6, help="share of pictures that show the whole hand (default %(default)s)"
    )
    p.add_argument("--hard", type=float, default=0.35, help="share with bad light, blur, noise (default %(default)s)")
    p.add_argument("--bare", type=float, default=0.15, help="share without cards (default %(default)s)")
    p.add_argument("--workers", type=int, help="processes (default: one a core); the pictures do not depend on it")
    p.set_defaults(run=_make)

    p = commands.add_parser("fonts", help="list the letterings of the manifest and which are installed")
    p.add_argument("--packages", choices=("debian", "npm"), help="print the packages to install instead")
    p.set_defaults(run=_fonts)

    p = commands.add_parser("sheet", help="one picture with many scenes, labels drawn, to look at")
    p.add_argument("--out", type=Path, default=Path("data/sheet.jpg"))
    p.add_argument("--split", choices=("train", "val"), default="train")
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--folder", type=Path, help="look at pictures already made (by make, proof or import) instead")
    p.add_argument("--columns", type=int, default=4)
    p.add_argument("--rows", type=int, default=3)
    p.set_defaults(run=_sheet)

    p = commands.add_parser("states", help="spoil one good photo in each way that the scan has a name for")
    p.add_argument("photo", type=Path, help="NNN.jpg beside NNN.json")
    p.add_argument("--out", type=Path, default=Path("datasets/samples/states"))
    p.set_defaults(run=_states)

    _add_test_sets(commands)

    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
