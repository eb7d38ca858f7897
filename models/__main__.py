"""``python -m models``: train, export to ONNX, and hold what is shipped against pictures with known hands."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path


def _train(args: argparse.Namespace) -> None:
    from models.train import train

    checkpoint = train(
        args.data,
        args.out,
        hours=args.hours,
        total=args.total,
        imgsz=args.imgsz,
        batch=args.batch,
        rate=args.rate,
        weights=args.weights,
        resume=args.resume,
        seed=args.seed,
    )
    print(checkpoint)


def _crops(args: argparse.Namespace) -> None:
    from models.crops import cut

    for split, count in (("train", args.total), ("val", args.total)):
        print(split, cut(args.data, split, count, args.data / f"crops-{split}"), "crops")


def _train_second_look(args: argparse.Namespace) -> None:
    from models.second_look import train_second_look

    print(
        train_second_look(
            args.data / "crops-train", args.data / "crops-val", args.out, minutes=args.minutes, seed=args.seed
        )
    )


def _export(args: argparse.Namespace) -> None:
    if args.net == "detector":
        from models.export import export_detector

        print(export_detector(args.checkpoint or Path("models/weights/detector.pt"), args.imgsz))
    else:
        from models.second_look import export_second_look

        print(export_second_look(args.checkpoint or Path("models/weights/second_look.pt")))


def _fuse(args: argparse.Namespace) -> None:
    from models.fuse import fit

    fit(args.data, args.limit)


def _fit_deck(args: argparse.Namespace) -> None:
    from models.fit_deck import fit_deck

    fit_deck(args.decks, args.seed)


def _calibrate(args: argparse.Namespace) -> None:
    from models.calibrate import calibrate

    calibrate(args.data, args.limit)


def _check_grouping(args: argparse.Namespace) -> None:
    from models.grouping import check_grouping

    check_grouping(args.count, args.seed)


def _evaluate(args: argparse.Namespace) -> None:
    from models.evaluate import evaluate

    evaluate(args.folder, args.csv, limit=args.limit, both=args.both, figures=args.figures)


def _evaluate_decks(args: argparse.Namespace) -> None:
    from models.decks import evaluate_decks

    evaluate_decks(args.csv, seed=args.seed, hands=args.hands)


def _add_evaluate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    p = commands.add_parser("evaluate", help="scan pictures with known hands and print how many are read right")
    p.add_argument("folder", type=Path, help="made by datasets make, or NNN.jpg beside NNN.json")
    p.add_argument("--csv", type=Path, help="write one line a photo")
    p.add_argument("--limit", type=int)
    p.add_argument("--both", action="store_true", help="also scan without the second look, and in one pass")
    p.add_argument("--figures", type=Path, help="stem of a confusion matrix and a reliability diagram (PNG)")
    p.set_defaults(run=_evaluate)

    p = commands.add_parser("evaluate-decks", help="read hands of held-out decks without the deck, and with it known")
    p.add_argument("--csv", type=Path, help="write one line a hand and condition")
    p.add_argument("--hands", type=int, default=8, help="hands of each deck that are read (default %(default)s)")
    p.add_argument("--seed", type=int, default=3)
    p.set_defaults(run=_evaluate_decks)


def main() -> None:
    """Parses the command line and runs one command."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(prog="python -m models", description=__doc__)
    commands = parser.add_subparsers(required=True)

    p = commands.add_parser("train", help="train the detector (needs the [train] extra)")
    p.add_argument(
        "--data", type=Path, default=Path("data/scenes"), help="pictures made by datasets (default %(default)s)"
    )
    p.add_argument("--out", type=Path, default=Path("runs/detector"), help="folder of the run (default %(default)s)")
    p.add_argument("--hours", type=float, default=1.0, help="how long to train (default %(default)s)")
    p.add_argument("--total", type=int, default=24000, help="pictures of the train split (default %(default)s)")
    p.add_argument("--imgsz", type=int, default=416)
    p.add_argument("--batch", type=int, default=16)
    p.add_argument("--rate", type=float, default=0.002, help="highest learning rate (default %(default)s)")
    p.add_argument("--weights", type=Path, help="checkpoint to start from")
    p.add_argument("--resume", action="store_true", help="go on with the stopped run in --out")
    p.add_argument("--seed", type=int, default=0)
    p.set_defaults(run=_train)

    p = commands.add_parser("crops", help="cut the characters of made pictures for the second look")
    p.add_argument("--data", type=Path, default=Path("data/scenes"))
    p.add_argument("--total", type=int, default=24000, help="pictures to cut from (default %(default)s)")
    p.set_defaults(run=_crops)

    p = commands.add_parser("train-second-look", help="train the net that names one upright character (needs [train])")
    p.add_argument("--data", type=Path, default=Path("data/scenes"), help="folder with the crops (default %(default)s)")
    p.add_argument(
        "--out", type=Path, default=Path("runs/second_look.pt"), help="checkpoint; gone on with when it is there"
    )
    p.add_argument("--minutes", type=float, default=20)
    p.add_argument("--seed", type=int, default=0)
    p.set_defaults(run=_train_second_look)

    p = commands.add_parser("export", help="write the ONNX that the app uses, with names and meaning in its metadata")
    p.add_argument("net", choices=("detector", "second_look"))
    p.add_argument("--checkpoint", type=Path, help="default: the one in models/weights")
    p.add_argument(
        "--imgsz", type=int, default=640, help="side in pixels of the picture the net sees (default %(default)s)"
    )
    p.set_defaults(run=_export)

    p = commands.add_parser("fuse", help="fit the weights of detector and second look on held-out letterings")
    p.add_argument("--data", type=Path, default=Path("data/scenes"))
    p.add_argument("--limit", type=int, default=400, help="pictures (default %(default)s)")
    p.set_defaults(run=_fuse)

    p = commands.add_parser(
        "fit-deck", help="fit how a known deck is used, on decks made anew; after every change of nets"
    )
    p.add_argument("--decks", type=int, default=60, help="decks that are made (default %(default)s)")
    p.add_argument("--seed", type=int, default=5)
    p.set_defaults(run=_fit_deck)

    p = commands.add_parser(
        "calibrate", help="fit what the probabilities of cards are worth; after every change of nets"
    )
    p.add_argument(
        "--data", type=Path, default=Path("data/calibration"), help="whole hands made by datasets --split val"
    )
    p.add_argument("--limit", type=int, default=200, help="pictures (default %(default)s)")
    p.set_defaults(run=_calibrate)

    p = commands.add_parser(
        "check-grouping", help="read hands of true characters: columns, pairs, what the rules restore"
    )
    p.add_argument("--count", type=int, default=500, help="hands (default %(default)s)")
    p.add_argument("--seed", type=int, default=0)
    p.set_defaults(run=_check_grouping)

    _add_evaluate(commands)

    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
