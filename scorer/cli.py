"""`python -m scorer score FILE`: scores hands and prints them (contract 1)."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorer.arrange import best_arrangement, better_layout
from scorer.bench import bench
from scorer.errors import HandFormatError, ScorerError, shown
from scorer.notation import read_notation, write_notation
from scorer.parse import parse_case
from scorer.readings import notes
from scorer.rules import RuleSet, load_rules, rule_names
from scorer.scoring import score
from scorer.texts import LANGUAGES, say
from scorer.waits import waits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer.hand import Hand, WinContext
    from scorer.result import Score

LARGEST_FILE = 50_000_000
BAD_INPUT = 2


def read_input(name: str) -> Any:
    """Read JSON from a file or, for `-`, from standard input."""
    shown = name[:80]
    try:
        if name == "-":
            data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise HandFormatError(f"cannot read {shown}: {reason}") from None
    if len(data) > LARGEST_FILE:
        raise HandFormatError(f"{shown} is too large to hold hands")
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_once)
    except HandFormatError as error:
        raise HandFormatError(f"{shown}: {error}") from None
    except (ValueError, RecursionError):
        raise HandFormatError(f"{shown} is not JSON") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its pairs; which of two values under one key is meant, nobody can say."""
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise HandFormatError(f"{shown(twice)} is given twice")
    return made


def split_cases(data: object) -> list[object]:
    """Give the hands of a file: one hand, or all of `{"cases": […]}`."""
    if isinstance(data, dict) and "cases" in data:
        cases = data["cases"]
        if not isinstance(cases, list):
            raise HandFormatError("cases must be a list of hands")
        return list(cases)
    return [data]


def score_case(case: object, rules: RuleSet | None, *, as_json: bool, lang: str) -> str:
    """Score one hand and write it as contract 1 or as a table, with what the player should hear besides."""
    return write_advised(*parse_case(case, rules), as_json=as_json, lang=lang)


def write_result(result: Score, *, as_json: bool, lang: str) -> str:
    """Write a Score as contract 1 or as a table a person can check aloud."""
    if as_json:
        return json.dumps(result.to_dict(lang), ensure_ascii=False)
    head = f"{result.ruleset.titles[lang]}  {result.headline(lang)}"
    return "\n".join([head, *(f"  {line.text(lang)}" for line in result.lines), ""])


def write_advised(hand: Hand, context: WinContext, rules: RuleSet, *, as_json: bool, lang: str) -> str:
    """Write the score of a hand as laid, what looks odd about it, and how its concealed part could be laid better."""
    result = score(hand, context, rules)
    odd = notes(hand, context)
    best = better_layout(hand, context, rules)
    if as_json:
        data = result.to_dict(lang)
        if odd:
            data["notes"] = [{"name": n.name, "cards": list(n.cards), "text": n.text(lang)} for n in odd]
        if best is not None:
            text = write_notation(best.hand, best.context)
            data["better"] = {"hand": text, "hu_total": best.score.hu_total, "winner": best.paid}
        return json.dumps(data, ensure_ascii=False)
    lines = [f"  {note.text(lang)}" for note in odd]
    if best is not None:
        laid = write_notation(best.hand, best.context)
        lines.append(f"  {say('line.better', lang, text=laid, number=best.paid)}")
    return "\n".join([write_result(result, as_json=False, lang=lang).rstrip("\n"), *lines, ""])


def run_score(args: argparse.Namespace) -> int:
    """Print each hand of the input; a case that is no hand keeps its place in the output and makes the status 2."""
    rules = None if args.rules is None else load_rules(args.rules)
    data = read_input(args.file)
    cases = split_cases(data)
    if rules is not None and any(isinstance(case, dict) and case.get("options") for case in cases):
        print("scorer: --rules stands in for the hands' own system and options", file=sys.stderr)
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


def run_hand(args: argparse.Namespace) -> int:
    """Score one hand in text notation, and say if its concealed part could be laid better."""
    hand, context = read_notation(args.text)
    rules = load_rules(args.rules)
    print(write_advised(hand, context, rules, as_json=args.json, lang=args.lang))
    return 0


def run_arrange(args: argparse.Namespace) -> int:
    """Lay the loose tiles (散…) of a text out as well as they can be, beside its fixed columns."""
    hand, context = read_notation(args.text)
    best = best_arrangement(hand.loose, hand.columns, context, load_rules(args.rules))
    if best is None:
        raise HandFormatError("these tiles cannot be laid out in seven columns")
    if not args.json:
        print(write_notation(best.hand, best.context))
    print(write_result(best.score, as_json=args.json, lang=args.lang))
    return 0


def run_waits(args: argparse.Namespace) -> int:
    """List the tiles that complete a hand: loose tiles (散…) beside its fixed columns."""
    hand, context = read_notation(args.text)
    seen = read_notation(f"散{args.seen}")[0].loose
    found = waits(hand.loose, hand.columns, context, load_rules(args.rules), seen)
    if not found and not args.json:
        print(say("line.no_wait", args.lang, number=len(hand.tiles)))
    for wait in found:
        if args.json:
            data = {"tile": wait.tile, "live": wait.live, "winner": wait.best.paid, "hu": wait.best.score.hu_total}
            print(json.dumps(data))
        else:
            print(say("line.wait", args.lang, cards=(wait.tile,), number=wait.best.paid, live=wait.live,
                      hu=wait.best.score.hu_total, text=write_notation(wait.best.hand)))  # fmt: skip
    return 0


def run_rules(args: argparse.Namespace) -> int:
    """List the rule systems."""
    for name in rule_names():
        rules = load_rules(name)
        print(f"{name:22} {rules.titles[args.lang]} (v{rules.version})")
    return 0


def run_bench(args: argparse.Namespace) -> int:
    """Print how long scoring takes here."""
    for line in bench(args.seed, args.hands):
        print(line)
    return 0


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
    texts = (
        ("hand", run_hand, "score a hand written as text, such as 碰贰贰贰 坎八八八 二七十 … | 胡九 自摸"),
        ("arrange", run_arrange, "lay loose tiles out best: 碰贰贰贰 散一二三四… | 胡九"),
        ("waits", run_waits, "which tiles complete a hand: 碰贰贰贰 散一二三四…"),
    )
    for name, run, text in texts:
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument("text", help="the hand in text notation")
        command.add_argument("--rules", default="luzhou_deng", help="rule set by name or TOML file")
        command.add_argument("--json", action="store_true", help="one JSON object a line")
        command.add_argument("--lang", choices=LANGUAGES, default="zh-Hans", help="language of the texts")
        if name == "waits":
            command.add_argument("--seen", default="", help="cards that lie open elsewhere, such as 二二玖")
        command.set_defaults(run=run)
    names = commands.add_parser("rules", help="list the rule systems")
    names.add_argument("--lang", choices=LANGUAGES, default="zh-Hans", help="language of the titles")
    names.set_defaults(run=run_rules)
    speed = commands.add_parser("bench", help="measure the speed on this machine")
    speed.add_argument("--hands", type=int, default=1000, help="how many random hands")
    speed.add_argument("--seed", type=int, default=1, help="which random hands")
    speed.set_defaults(run=run_bench)
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
