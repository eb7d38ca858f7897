"""Words of the exported spreadsheet in the three languages."""

from __future__ import annotations

TEXTS = {
    "zh-Hans": {
        "number": "局",
        "time": "时间",
        "dealer": "庄家",
        "outcome": "结果",
        "win": "胡",
        "drawn": "流局",
        "foul": "犯规",
        "who": "谁",
        "discarder": "放炮",
        "rules": "规则",
        "hu": "胡数",
        "labels": "名堂",
        "running": "{name} 累计",
        "total": "合计",
    },
    "zh-Hant": {
        "number": "局",
        "time": "時間",
        "dealer": "莊家",
        "outcome": "結果",
        "win": "胡",
        "drawn": "流局",
        "foul": "犯規",
        "who": "誰",
        "discarder": "放炮",
        "rules": "規則",
        "hu": "胡數",
        "labels": "名堂",
        "running": "{name} 累計",
        "total": "合計",
    },
    "en": {
        "number": "Round",
        "time": "Time",
        "dealer": "Dealer",
        "outcome": "Outcome",
        "win": "won",
        "drawn": "drawn",
        "foul": "foul",
        "who": "Who",
        "discarder": "Tile from",
        "rules": "Rules",
        "hu": "Hu",
        "labels": "Patterns",
        "running": "{name} so far",
        "total": "Total",
    },
}


def say(key: str, lang: str, **words: str) -> str:
    """Give a word in a language; an unknown language is answered in simplified Chinese.

    >>> say("running", "en", name="Li")
    'Li so far'
    """
    return TEXTS.get(lang, TEXTS["zh-Hans"])[key].format_map(words)
