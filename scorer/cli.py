"""`python -m scorer score FILE`: scores hands and prints them (contract 1)."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorer.errors import HandFormatError, ScorerError
from scorer.parse import parse_case
from scorer.rules import RuleSet, load_rules
from scorer.scoring import score
from scorer.texts import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST_FILE = 50_000_000
BAD_INPUT = 2


def read_input(name: str) -> Any:
    """Read JSON from a file or, for `-`, from standard input."""
    try:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1) if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise HandFormatError(f"cannot read {name}: {reason}") from None
    if len(data) > LARGEST_FILE:
        raise HandFormatError(f"{name} is too large to hold hands")
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise HandFormatError(f"{name} is not JSON") from None


def split_cases(data: object) -> list[object]:
    """Give the hands of a file: one hand, or all of `{"cases": […]}`."""
    if isinstance(data, dict) and "cases" in data:
        cases = data["cases"]
        if not isinstance(cases, list):
            raise HandFormatError("cases must be a list of hands")
        return list(cases)
    return [data]


def score_case(case: object, rules: RuleSet | None, *, as_json: bool, lang: str) -> str:
    """Score one hand and write it as contract 1 or as a table."""
    result = score(*parse_case(case, rules))
    if as_json:
        return json.dumps(result.to_dict(lang), ensure_ascii=False)
    return "\n".join([result.ruleset.titles[lang], *(f"  {line.text(lang)}" for line in result.lines), ""])


def run_score(args: argparse.Namespace) -> int:
    """Print each hand of the input; a case that is no hand keeps its place in the output and makes the status 2."""
    rules = load_rules(args.rules) if args.rules else None
    data = read_input(args.file)
    cases = split_cases(data)
    single = not (isinstance(data, dict) and "cases" in data)
    status = 0
    for place, case in enumerate(cases):
        try:
            print(score_case(case, rules, as_json=args.json, lang=args.lang))
        except ScorerError as error:
            if single:
                raise
            status = BAD_INPUT
            print(json.dumps({"case": place, "error": str(error)}, ensure_ascii=False) if args.json else "")
            print(f"scorer: cases[{place}]: {error}", file=sys.stderr)
    return status


def make_parser() -> argparse.ArgumentParser:
    """Build the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m scorer", description="Score winning hands of 大贰 / 跑胡子.")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("score", help="score the hands of a file")
    one.add_argument("file", help='JSON with one hand or {"cases": [...]}; - is standard input')
    one.add_argument("--json", action="store_true", help="one JSON object a line")
    one.add_argument("--rules", help="rule set by name or TOML file, instead of the hand's own")
    one.add_argument("--lang", choices=LANGUAGES, default="zh-Hans", help="language of the texts")
    one.set_defaults(run=run_score)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    args = make_parser().parse_args(argv)
    try:
        return int(args.run(args))
    except ScorerError as error:
        print(f"scorer: {' '.join(str(error).split())}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        return 0
