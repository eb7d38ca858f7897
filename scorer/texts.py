"""What the scorer says, in Chinese (both scripts) and English; players see characters, never codes."""

from __future__ import annotations

import re
from typing import Any

from scorer.faces import CHARACTERS
from scorer.fault_phrases import FAULTS, FOULS
from scorer.phrases import ENGLISH_NAMES, KINDS, LINES, OTHER, SAME, UNITS, WHY, WORTH

LANGUAGES = ("zh-Hans", "zh-Hant", "en")
HANT = str.maketrans(
    "来笼别于样应该谁数邻么吗还摆两个为乌乱从余却叁双听团圆对将带庄开张归时没灯点种红经给绞规计话贰赔赢输这里闲陆顶飘龙垅观简报庆泸试验据边后让单钓捞黄",
    "來籠別於樣應該誰數鄰麼嗎還擺兩個為烏亂從餘卻叄雙聽團圓對將帶莊開張歸時沒燈點種紅經給絞規計話貳賠贏輸這裡閒陸頂飄龍壠觀簡報慶瀘試驗據邊後讓單釣撈黃",
)
"""Characters that differ in the traditional script, of those used here; each has only one traditional form here."""

_HU = re.compile(r"(\d+)胡$")
__all__ = ["FOULS", "LANGUAGES", "characters", "kind_name", "name", "say", "to_hant"]


def to_hant(text: str) -> str:
    """Write simplified Chinese in traditional characters; only the characters used here are known.

    >>> to_hant("没有红牌，赢家得贰分")
    '沒有紅牌，贏家得貳分'
    """
    return text.translate(HANT)


_TABLES = {"why": WHY, "fault": FAULTS, "line": LINES, "worth": WORTH}


def characters(cards: tuple[str, ...]) -> str:
    """Write tile codes as their characters.

    >>> characters(("b2", "s8"))
    '贰八'
    """
    return "".join([CHARACTERS.get(card, card) for card in cards])


def kind_name(kind: str, lang: str) -> str:
    """Name a kind of column."""
    hans, english = KINDS.get(kind, (kind, kind))
    return english if lang == "en" else _script(hans, lang)


def name(item: str, lang: str) -> str:
    """Name a 名堂 or factor; in English the Chinese name stays beside it, as players will say it."""
    if lang != "en":
        return _script(item, lang)
    base, plus, more = item.partition("+")
    english = ENGLISH_NAMES.get(base) or _HU.sub(r"\1 hu", base)
    return f"{item} ({english}{plus and ' +'}{more})" if english != base else item


def _script(text: str, lang: str) -> str:
    return to_hant(text) if lang == "zh-Hant" else text


def _lookup(key: str) -> tuple[str, str]:
    table, _, entry = key.partition(".")
    if key in OTHER:
        return OTHER[key]
    if table == "why":
        entry = SAME.get(entry, entry)
        return WHY.get(entry) or (WHY["十个红"] if entry.startswith("十个红") else WHY["hu"])
    return _TABLES[table][entry]


def say(key: str, lang: str, *, cards: tuple[str, ...] = (), **data: Any) -> str:
    """Fill a sentence; an unknown language is answered in simplified Chinese.

    >>> say("fault.below", "en", hu=9, least=10, u="hu")
    'Only 9 hu; at least 10 are needed.'
    """
    hans, english = _lookup(key)
    words: dict[str, Any] = {"cards": characters(cards), **data}
    for part, value in list(words.items()):
        words[part] = _word(part, value, lang)
    if "names" in data:
        words["one"], words["two"] = (name(item, lang) for item in data["names"])
    columns = data.get("columns")
    if columns:
        words.setdefault("column", ", ".join(map(str, columns)))
    words.setdefault("as_kind", "")
    text = (english if lang == "en" else hans).format_map(words)
    return text if lang == "en" else _script(text, lang)


def _word(part: str, value: Any, lang: str) -> Any:
    if part == "kind" and isinstance(value, str):
        return kind_name(value, lang)
    if part == "u":
        return UNITS[value][lang == "en"]
    if part == "item" and isinstance(value, str):
        return name(value, lang)
    return value(lang) if callable(value) else value
