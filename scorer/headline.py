"""What a hand comes to, step by step, in the measure of its rule system: 胡 → 等 → 分, 番, 道, 底 (rules.md §2–§7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.texts import say

if TYPE_CHECKING:
    from scorer.result import Item, Score


def headline_parts(score: Score, lang: str) -> tuple[str, ...]:
    """Give the steps from 胡 to what is paid; a hand that is no win has only its 胡."""
    total = say("worth.total", lang, n=score.hu_total, u=score.ruleset.unit)
    if not score.valid:
        return (total,)
    return (total, *_STEPS[score.ruleset.family](score, lang))


def _say(key: str, number: int | None, lang: str) -> str:
    return say(f"worth.{key}", lang, n=number)


def _deng(score: Score, lang: str) -> tuple[str, ...]:
    points = _say("points", score.deng_points, lang)
    times = f" {_say('times', score.factor, lang)}" if score.factor != 1 else ""
    return (_say("deng", score.deng, lang), points + times)


def _fan(score: Score, lang: str) -> tuple[str, ...]:
    return (_say("fan", score.fan, lang),)


def _dao(score: Score, lang: str) -> tuple[str, ...]:
    dao = (_say("dao", score.dao, lang),)
    return dao if score.claimed_dao is None else (*dao, _say("claim", score.claimed_dao, lang))


def _phz(score: Score, lang: str) -> tuple[str, ...]:
    more = "+1" if score.zimo else ""
    deng = _say("deng", score.deng, lang)
    after = score.ruleset.options.zimo_mode == "after_fan"
    times = f" {_say('times_fan', score.fan, lang)}" if score.fan != 1 else ""
    step = f"{deng}{times}{more}" if after else f"{deng}{more}{times}"
    return (step, _say("di", score.di, lang))


def _daozi(score: Score, lang: str) -> tuple[str, ...]:
    times = f" {_say('times', 2**score.fan_sum, lang)}" if score.fan_sum else ""
    return (_say("base", score.base, lang) + times, _say("unit", score.unit, lang))


_STEPS = {"deng": _deng, "mingtang": _fan, "dao": _dao, "phz": _phz, "daozi": _daozi}


def worth_of(item: Item, score: Score, lang: str) -> str:
    """Say what one counted item is worth in its system's measure; the doublings of 道子 as a factor."""
    family = score.ruleset.family
    if family == "deng":
        return _say("times", item.fan, lang)
    if family == "dao":
        return _say("dao_more" if item.name.startswith("十个红") else "dao", item.fan, lang)
    if family == "daozi":
        return _say("times", 2**item.fan, lang)
    return _say("fan", item.fan, lang)
