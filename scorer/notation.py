"""A hand as players would write it: `碰贰贰贰 坎八八八 垅四四四四 二七十 壹贰叁 五六七 将九九 | 胡九 自摸`.

Columns stand in the order they lie, each with its kind before its characters; a column in hand (手) may stand bare.
Behind the bar stands what no photo shows: the winning tile (`胡九`, `胡九@7` in the seventh column), its source, the
seats. `明` and `暗` before a column say that it lies otherwise than its kind usually does.
"""

from __future__ import annotations

import re
from typing import Any

from scorer.errors import HandFormatError
from scorer.faces import CHARACTERS
from scorer.facts import check_context, check_hand
from scorer.hand import Column, Hand, WinContext

KINDS = {"碰": "peng", "坎": "kan", "招": "zhao", "垅": "long", "将": "jiang", "偎": "wei", "臭偎": "chouwei",
         "跑": "pao", "提": "ti", "吃": "chi", "手": "chi"}  # fmt: skip
LETTERS = {kind: letter for letter, kind in KINDS.items() if letter != "手"}
IN_HAND = frozenset({"kan", "jiang"})
SPECIALS = {"三垅": "3long", "五坎": "5kan"}
SOURCES = {"自摸": "self_draw", "他摸": "other_draw", "起手": "dealt", "他打": "discard"}
FLAGS = {"庄": "winner_is_dealer", "天胡": "tianhu", "地胡": "dihu", "回龙": "huilong", "海底": "haidi", "报": "bao",
         "漂": "piao"}  # fmt: skip
MAYBE = {"有底": ("has_dijia", True), "无底": ("has_dijia", False),
         "下家": ("winner_is_next", True), "非下家": ("winner_is_next", False)}  # fmt: skip
COUNTS = (("losers", "输", "家"), ("claimed_dao", "报", "道"), ("drawn_deals", "黄", "庄"))
LOOSE = "散"
TRADITIONAL = str.maketrans("貳貮弍叄參参弎陸壠壟垄將莊龍無輸報黃", "贰贰贰叁叁叁叁陆垅垅垅将庄龙无输报黄")
FACES = {character: face for face, character in CHARACTERS.items()}
LONGEST = 2000
COLUMN = re.compile(rf"([明暗]?)({'|'.join(sorted(KINDS, key=len, reverse=True))})?([{''.join(FACES)}]*)")
WINNING = re.compile(rf"胡([{''.join(FACES)}])?(?:@(\d{{1,3}}))?")


def read_notation(text: str) -> tuple[Hand, WinContext]:
    """Read a hand in text notation, in either script.

    >>> hand, context = read_notation("碰贰贰贰 将九九 吃二七十 | 胡九@2 自摸")
    >>> hand.columns[1], context.winning_tile, context.winning_column
    (Column(tiles=('s9', 's9'), type='jiang', exposed=False), 's9', 1)
    """
    if not isinstance(text, str):
        raise HandFormatError("a hand in text must be a text")
    if len(text) > LONGEST:
        raise HandFormatError(f"a hand in text is at most {LONGEST} characters long")
    laid, _, told = text.translate(TRADITIONAL).replace("｜", "|").partition("|")
    columns: list[Column] = []
    loose: tuple[str, ...] = ()
    special: str | None = None
    for word in laid.split():
        if word in SPECIALS:
            if special not in (None, SPECIALS[word]):
                raise HandFormatError(f"{word} contradicts what was said before it")
            special = SPECIALS[word]
        elif word.startswith(LOOSE):
            loose += _faces(word[1:], word)
        else:
            columns.append(_column(word))
    hand = Hand(tuple(columns), special, loose)
    values: dict[str, Any] = {}
    for word in told.split():
        told_now = _told(word)
        if any(values.get(name, value) != value for name, value in told_now.items()):
            raise HandFormatError(f"{word[:40]!r} contradicts what was said before it")
        values |= told_now
    context = WinContext(**values)
    check_hand(hand)
    check_context(context)
    return hand, context


def _faces(characters: str, word: str) -> tuple[str, ...]:
    unknown = [c for c in characters if c not in FACES]
    if unknown:
        raise HandFormatError(f"{word[:40]!r} holds {unknown[0]!r}, which is no tile")
    return tuple(FACES[c] for c in characters)


def _column(word: str) -> Column:
    match = COLUMN.fullmatch(word)
    if match is None:
        raise HandFormatError(f"{word[:40]!r} is no column")
    shown, letter, characters = match.groups()
    kind = KINDS[letter or "手"]
    exposed = letter == "吃" if kind == "chi" else kind not in IN_HAND
    if shown:
        exposed = shown == "明"
    return Column(tuple(FACES[c] for c in characters), kind, exposed)


def _told(word: str) -> dict[str, Any]:
    if word in SOURCES:
        return {"source": SOURCES[word]}
    if word in FLAGS:
        return {FLAGS[word]: True}
    if word in MAYBE:
        name, value = MAYBE[word]
        return {name: value}
    for name, before, after in COUNTS:
        digits = word[1:-1]
        if word[0] == before and word[-1] == after and digits.isascii() and digits.isdigit() and len(digits) <= 7:
            return {name: int(digits)}
    match = WINNING.fullmatch(word)
    if match is None or word == "胡":
        raise HandFormatError(f"{word[:40]!r} says nothing about a win")
    tile, place = match.groups()
    told: dict[str, Any] = {} if tile is None else {"winning_tile": FACES[tile]}
    return told if place is None else told | {"winning_column": _place(place)}


def _place(place: str) -> int:
    if int(place) < 1:
        raise HandFormatError("columns are counted from 1")
    return int(place) - 1


def write_notation(hand: Hand, context: WinContext | None = None) -> str:
    """Write a hand in text notation; reading it gives the same hand again.

    >>> write_notation(*read_notation("碰贰贰贰 将九九 手二七十 | 胡九@2 自摸"))
    '碰贰贰贰 将九九 二七十 | 胡九@2 自摸'
    """
    words = [word for word, special in SPECIALS.items() if special == hand.special]
    words += [_write_column(column) for column in hand.columns]
    if hand.loose:
        words.append(LOOSE + _characters(hand.loose))
    laid = " ".join(words)
    told = _write_context(context) if context else ""
    return f"{laid} | {told}" if told else laid


def _characters(tiles: tuple[str, ...]) -> str:
    return "".join(CHARACTERS[tile] for tile in tiles)


def _write_column(column: Column) -> str:
    characters = _characters(column.tiles)
    if column.type == "chi":
        letter = "吃" if column.exposed else "" if characters else "手"
        return letter + characters
    usual = column.type not in IN_HAND
    shown = "" if column.exposed == usual else "明" if column.exposed else "暗"
    return shown + LETTERS[column.type] + characters


def _write_context(context: WinContext) -> str:
    words = []
    if context.winning_tile is not None or context.winning_column is not None:
        tile = CHARACTERS[context.winning_tile] if context.winning_tile else ""
        place = "" if context.winning_column is None else f"@{context.winning_column + 1}"
        words.append(f"胡{tile}{place}")
    words += [word for word, source in SOURCES.items() if source == context.source]
    words += [word for word, name in FLAGS.items() if getattr(context, name)]
    words += [word for word, (name, value) in MAYBE.items() if getattr(context, name) is value]
    for name, before, after in COUNTS:
        if (count := getattr(context, name)) is not None:
            words.append(f"{before}{count}{after}")
    return " ".join(words)
