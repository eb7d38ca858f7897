"""What may go into the ledger: one set of checks for the app's rounds and for a stranger's file."""

from __future__ import annotations

import datetime as dt
import io
import json
import math
import unicodedata
import uuid
import warnings
from dataclasses import replace
from typing import Any

from ledger.errors import BadEvening, BadRound, PhotoRefused, UnbalancedRound
from ledger.schema import MOST_POINTS
from ledger.types import Json, Round, RulesUsed, ScoreLine, ScoreNote
from scorer import HandFormatError, load_rules, parse_case
from scorer.faces import CHARACTERS
from scorer.hand import SOURCES

TABLES = (2, 3, 4)
LONGEST_NAME = 20
LONGEST_WORD = 100
LONGEST_SENTENCE = 500
LARGEST_HOUSE_TEXT = 64 * 1024
LARGEST_JSON = 64 * 1024
DEEPEST_JSON = 12
MOST_PARTS = 100
"""Most labels of a score, cards of a line, columns of a hand."""
LARGEST_PHOTO = 4 * 1024 * 1024
PHOTO_FORMATS = ("JPEG", "PNG", "WEBP")
JOINER = "\u200d"
HAND_KEYS = frozenset(
    {"columns", "special", "loose", "winning_tile", "winning_column", "source", "context", "system", "options"}
)
COLUMN_KEYS = frozenset({"tiles", "type", "exposed"})


def is_whole(value: object, least: int, most: int) -> bool:
    """Whether a value is a whole number in a range; true and false are none.

    >>> is_whole(3, 0, 3), is_whole(True, 0, 3), is_whole(1.0, 0, 3)
    (True, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_text(value: object, most: int, *, lines: bool = False) -> bool:
    """Whether a value is text that both databases can keep and a page can show: no control characters.

    >>> is_text("张三", 20), is_text(chr(0), 20), is_text("", 20)
    (True, False, False)
    """
    if not isinstance(value, str) or not 1 <= len(value) <= most:
        return False
    allowed = {JOINER, "\n", "\r", "\t"} if lines else {JOINER}
    return all(unicodedata.category(char) not in {"Cc", "Cf", "Cs"} or char in allowed for char in value)


def check_key(key: object) -> str:
    """Give a key (UUID) as text in its usual form.

    Raises:
        ValueError: it is no UUID.

    >>> check_key("{C0FFEE00-0000-4000-8000-000000000000}")
    'c0ffee00-0000-4000-8000-000000000000'

    """
    return str(key if isinstance(key, uuid.UUID) else uuid.UUID(str(key)))


def check_evening(date: object, rules: RulesUsed, seats: object, dealer: object) -> tuple[str, ...]:
    """Give the names of a table that can be played at.

    Raises:
        BadEvening: it cannot; the detail says why.

    """
    if not isinstance(date, dt.date) or isinstance(date, dt.datetime):
        raise BadEvening("date must be a date")
    if not isinstance(seats, tuple | list) or len(seats) not in TABLES:
        raise BadEvening("seats must be 2 to 4 names")
    names = tuple(name.strip() if isinstance(name, str) else name for name in seats)
    if not all(is_text(name, LONGEST_NAME) for name in names):
        raise BadEvening(f"a name has 1 to {LONGEST_NAME} characters")
    if len(set(names)) != len(names):
        raise BadEvening("two players have the same name")
    if not is_whole(dealer, 0, len(names) - 1):
        raise BadEvening("the dealer must be one of the seats")
    if not (is_text(rules.name, LONGEST_WORD) and is_text(rules.version, LONGEST_WORD)):
        raise BadEvening("rules need a name and a version")
    if rules.house_file is not None and not is_text(rules.house_file, LONGEST_SENTENCE):
        raise BadEvening("house_file must be the name of a file")
    if rules.house_text is not None and not is_text(rules.house_text, LARGEST_HOUSE_TEXT, lines=True):
        raise BadEvening(f"house_text must be text of at most {LARGEST_HOUSE_TEXT} characters")
    return names


def check_round(played: Round, seats: int) -> Round:
    """Give the round as it will be kept, if it is possible at a table of so many.

    Raises:
        BadRound: a field is impossible; the detail names it.
        UnbalancedRound: the payments do not sum to 0.

    """
    last = seats - 1
    if not is_whole(played.dealer, 0, last):
        raise BadRound("dealer must be a seat")
    for name in ("winner", "discarder", "fouler"):
        seat = getattr(played, name)
        if seat is not None and not is_whole(seat, 0, last):
            raise BadRound(f"{name} must be a seat or none")
    _check_outcome(played)
    if not isinstance(played.payments, tuple | list) or len(played.payments) != seats:
        raise BadRound(f"payments must be {seats} whole numbers")
    if not all(is_whole(points, -MOST_POINTS, MOST_POINTS) for points in played.payments):
        raise BadRound(f"payments must be whole numbers of at most {MOST_POINTS}")
    if sum(played.payments):
        raise UnbalancedRound(f"the sum is {sum(played.payments)}")
    if not (is_text(played.rules_name, LONGEST_WORD) and is_text(played.rules_version, LONGEST_WORD)):
        raise BadRound("a round needs the name and version of its rules")
    return replace(
        played,
        payments=tuple(played.payments),
        seen=None if played.seen is None else _check_json(played.seen, "seen"),
        hand=None if played.hand is None else _check_hand(played.hand),
        score=None if played.score is None else _check_score(played.score),
    )


def _check_outcome(played: Round) -> None:
    if played.fouler is not None and played.winner is not None:
        raise BadRound("a round is won or foul, not both")
    if played.compensation is not None and (played.fouler is None or not is_whole(played.compensation, 0, MOST_POINTS)):
        raise BadRound("compensation is what a fouler gives each, a whole number")
    if played.source is not None and (played.winner is None or played.source not in SOURCES):
        raise BadRound(f"source is one of {', '.join(SOURCES)}, of a round that was won")
    if played.discarder is not None and (played.winner is None or played.discarder == played.winner):
        raise BadRound("discarder is another seat than the winner's, of a round that was won")


def _check_hand(hand: object) -> Json:
    kept = _check_json(hand, "hand")
    unknown = set(kept) - HAND_KEYS
    columns = kept.get("columns")
    for column in columns if isinstance(columns, list) else []:
        unknown |= set(column) - COLUMN_KEYS if isinstance(column, dict) else set()
    if unknown:
        raise BadRound(f"hand has no {min(unknown)[:40]!r}")
    try:
        parse_case(kept, load_rules("luzhou_deng"))  # any rules: only the form is checked
    except HandFormatError as error:
        raise BadRound(f"hand: {error}") from error
    return kept


def _check_score(score: object) -> ScoreNote:
    if not isinstance(score, ScoreNote) or not is_whole(score.total, -MOST_POINTS, MOST_POINTS):
        raise BadRound("score.total must be a whole number")
    if not _texts(score.labels, LONGEST_WORD):
        raise BadRound("score.labels must be short texts")
    if not isinstance(score.lines, tuple | list) or not all(_is_line(line) for line in score.lines):
        raise BadRound("score.lines must be lines of an explanation")
    kept = ScoreNote(
        score.total, tuple(score.labels), tuple(replace(line, cards=tuple(line.cards)) for line in score.lines)
    )
    if sum(len(line.text) for line in kept.lines) + sum(map(len, kept.labels)) > LARGEST_JSON:
        raise BadRound("score is too long")
    return kept


def _is_line(line: object) -> bool:
    return (
        isinstance(line, ScoreLine)
        and is_text(line.text, LONGEST_SENTENCE, lines=True)
        and (line.kind == "" or is_text(line.kind, LONGEST_WORD))
        and (line.number is None or is_whole(line.number, -MOST_POINTS, MOST_POINTS))
        and (line.column is None or is_whole(line.column, 0, MOST_PARTS))
        and _texts(line.cards, LONGEST_WORD)
        and all(card in CHARACTERS for card in line.cards)
    )


def _texts(value: object, most: int) -> bool:
    return isinstance(value, tuple | list) and len(value) <= MOST_PARTS and all(is_text(text, most) for text in value)


def _check_json(value: object, name: str) -> Json:
    """Give a JSON object as reading it back will give it: lists for tuples, finite numbers only."""
    if not isinstance(value, dict) or not _plain(value, DEEPEST_JSON):
        raise BadRound(f"{name} must be a JSON object of plain values")
    written = json.dumps(value, allow_nan=False)
    if len(written) > LARGEST_JSON:
        raise BadRound(f"{name} is larger than {LARGEST_JSON} bytes")
    kept: Json = json.loads(written)
    return kept


def _plain(value: Any, depth: int) -> bool:
    if isinstance(value, dict):
        return depth > 0 and all(isinstance(k, str) and _plain(v, depth - 1) for k, v in value.items())
    if isinstance(value, list | tuple):
        return depth > 0 and all(_plain(item, depth - 1) for item in value)
    if isinstance(value, int) and not isinstance(value, bool):
        return abs(value) < 1 << 53
    if isinstance(value, str):
        return not any("\ud800" <= char <= "\udfff" for char in value)
    return value is None or isinstance(value, bool) or (isinstance(value, float) and math.isfinite(value))


def check_photo(image: object) -> bytes:
    """Give a photo that may be kept: JPEG, PNG or WEBP up to 4 MiB, without EXIF or XMP (place, time, device).

    Raises:
        PhotoRefused: it may not; whoever keeps photos writes them anew, without EXIF, first.

    """
    from PIL import Image

    if not isinstance(image, bytes):
        raise PhotoRefused("a photo is bytes")
    if len(image) > LARGEST_PHOTO:
        raise PhotoRefused(f"more than {LARGEST_PHOTO} bytes")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(image), formats=PHOTO_FORMATS)
            told = set(picture.info) | ({"exif"} if picture.getexif() else set())
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PhotoRefused("no JPEG, PNG or WEBP") from error
    if told & {"exif", "xmp", "XML:com.adobe.xmp"}:
        raise PhotoRefused("it still carries EXIF or XMP")
    return image
