"""The explanation of a Score: lines that name their cards and add up to its totals (rules.md §12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.faces import is_big, is_red
from scorer.families.phz import xi_doubled
from scorer.mingtang import sisters
from scorer.result import Item, Line
from scorer.rules import step

if TYPE_CHECKING:
    from scorer.result import Score, Settlement

RED_NAMES = frozenset({
    "红", "红胡", "真珠", "假珠", "招印", "垅印", "合印", "散印", "偏", "花", "遍地金", "十三太保", "十五观灯", "点胡",
    "红乌", "四七红",
})  # fmt: skip
TILE_NAMES = frozenset({"海底捞", "海底", "地胡", "地", "回龙地胡", "回笼", "捉小三", "自摸", "漂"})
TEN_REDS = "十个红"
SISTERS = {"姊妹碰": "peng", "姊妹招": "zhao", "姊妹垅": "long"}


def explain(score: Score) -> tuple[Line, ...]:
    """Write every line of the explanation, in the order a person would check it aloud."""
    lines = _columns(score)
    if not score.valid:
        lines += [Line("fault", None, f.cards, f.columns[0] if f.columns else None, "", (("fault", f.text),))
                  for f in score.errors]  # fmt: skip
        if score.foul:
            each = score.foul.each
            number = None if each is None else -each * score.foul.players
            lines.append(Line("foul", number, data=(("foul", score.foul.text),)))
        return tuple(lines)
    lines += _deng(score) + _mingtang(score) + _dao(score) + _stakes(score)
    return tuple(lines + _seats(score))


def _columns(score: Score) -> list[Line]:
    lines = []
    unit = ("u", score.ruleset.unit)
    for i, (column, facts) in enumerate(zip(score.hand.columns, score.facts.columns, strict=True)):
        if facts.problem:
            lines.append(Line("column", 0, column.tiles, i, "column_bad"))
        else:
            kind = "hand" if column.type == "chi" and not column.exposed else column.type
            lines.append(Line("column", facts.hu, column.tiles, i, "", (("kind", kind), unit)))
    if score.hand.loose:
        counted = score.hu_total - sum(score.hu)
        lines.append(Line("loose", counted, score.hand.loose, key="loose_hu" if counted else "loose", data=(unit,)))
    lines.append(Line("total", score.hu_total, data=(unit,)))
    return lines


def _deng(score: Score) -> list[Line]:
    if score.deng is None:
        return []
    data = (("hu", score.hu_total), ("u", score.ruleset.unit), ("twice", 2 * score.hu_total))
    doubled = score.ruleset.family == "phz" and xi_doubled(score.facts, score.ruleset)
    lines = [Line("deng", score.deng, key="deng_doubled" if doubled else "", data=data)]
    if score.deng_points is not None:
        lines.append(Line("points", score.deng_points, data=(("deng", score.deng),)))
    if score.factors:
        lines += [_item_line("factor", item, score) for item in score.factors]
        if len(score.factors) > 1:
            lines.append(Line("factor_total", score.factor))
    return lines


def _item_line(kind: str, item: Item, score: Score, key: str = "") -> Line:
    full = with_evidence(item, score)
    data = (("item", item.name.partition("+")[0]), ("reason", full.reason))
    return Line(kind, item.fan, full.cards, full.columns[0] if len(full.columns) == 1 else None, key, data)


def with_evidence(item: Item, score: Score) -> Item:
    """Add to a counted item the cards and columns that show it, and the numbers its reason speaks of."""
    facts, hand = score.facts, score.hand
    data = (
        ("reds", facts.reds), ("red_columns", facts.red_columns), ("hu", facts.hu_total),
        ("bigs", facts.bigs), ("smalls", facts.tiles - facts.bigs), ("tiles", facts.tiles),
    )  # fmt: skip
    cards: tuple[str, ...] = ()
    columns: tuple[int, ...] = ()
    if item.name in RED_NAMES or item.name.startswith(TEN_REDS):
        cards = tuple(tile for tile in hand.tiles if is_red(tile))
        columns = tuple(i for i, column in enumerate(facts.columns) if column.reds)
    elif item.name in SISTERS:
        columns = sisters(facts, score.ruleset, SISTERS[item.name])
        cards = tuple(tile for i in columns for tile in hand.columns[i].tiles)
    elif item.name == "双飘带":
        columns = tuple(i for i, c in enumerate(facts.columns) if c.shape in ("run123", "run2710"))
        cards = tuple(tile for i in columns for tile in hand.columns[i].tiles)
    elif item.name in ("十八大", "十八小", "大字胡", "小字胡"):
        big = "大" in item.name
        cards = tuple(tile for tile in hand.tiles if is_big(tile) == big)
    elif item.name in TILE_NAMES and score.context.winning_tile:
        cards = (score.context.winning_tile,)
    return Item(item.name, item.fan, cards, columns, data)


def _mingtang(score: Score) -> list[Line]:
    if score.mingtang is None:
        return []
    doubles = score.fan_sum is not None
    lines = [_item_line("mingtang", item, score, "doubling" if doubles else "") for item in score.mingtang]
    lines += [Line("suppressed", None, data=(("covered", item.text),)) for item in score.suppressed or ()]
    if score.fan_uncapped is None:
        total = sum(item.fan for item in score.mingtang)
        added = [Line("sum", total, key="doublings" if doubles else "")] if len(score.mingtang) > 1 else []
        return lines + added + _drawn_deals(score, total or 1)
    if score.pinghu:
        lines.append(Line("pinghu", score.fan_uncapped))
    elif len(score.mingtang) > 1:
        lines.append(Line("product", score.fan_uncapped))
    reached = score.fan_uncapped
    floor = step(score.ruleset.pinghu, score.hu_total)
    if score.ruleset.options.ping_floor and reached < floor:
        lines.append(Line("floor", floor))
        reached = floor
    if score.fan is not None and score.fan < reached:
        lines.append(Line("cap", score.fan))
    return lines


def _drawn_deals(score: Score, total: int) -> list[Line]:
    """黄番: the deals that nobody won before this one multiply the 番 (§11.2)."""
    if score.ruleset.family != "phz" or score.fan is None or score.fan == total:
        return []
    data = (("deals", score.context.drawn_deals), ("times", score.fan // total))
    return [Line("drawn_deals", score.fan, data=data)]


def _dao(score: Score) -> list[Line]:
    if score.dao is None:
        return []
    stairs, *others = score.dao_reasons or ()
    more = [item for item in others if item.name.startswith(TEN_REDS)]
    fives = [item for item in others if item not in more]
    first, *same = fives or [stairs]
    data = (("hu", score.hu_total),)
    lines = [_item_line("dao", first, score, "dao_five") if fives else Line("dao", first.fan, key="dao_hu", data=data)]
    lines += [_item_line("dao", item, score, "dao_more") for item in more]
    lines += [_item_line("dao_too", item, score) for item in same]
    if score.dao < first.fan + sum(item.fan for item in more):
        lines.append(Line("cap", score.dao, key="dao_cap"))
    lines.append(Line("dao_total", score.dao))
    claim = score.claimed_dao
    if claim is not None and claim < score.dao:
        lines.append(Line("claim", claim, key="claim_less"))
    if claim is not None and claim > score.dao:
        lines.append(Line("claim", 0, key="claim_more", data=(("claim", claim),)))
    return lines


def _stakes(score: Score) -> list[Line]:
    lines = []
    if score.di is not None:
        if score.zimo:
            after = score.ruleset.options.zimo_mode == "after_fan"
            lines.append(Line("zimo", 1, key="zimo_after" if after else ""))
        lines.append(_di_line(score))
    if score.unit is not None and score.base is not None and score.fan_sum is not None:
        times = 2**score.fan_sum
        full = score.base * times
        lines += [Line("base", score.base), Line("unit", full, data=(("base", score.base), ("times", times)))]
        if score.unit < full:
            lines.append(Line("cap", score.unit, key="unit_cap"))
    return lines


def _di_line(score: Score) -> Line:
    """底: 等 × 番, the 等 of a 自摸 added before or after (A31)."""
    if score.fan == 1:
        return Line("di", score.di)
    plus = "+1" if score.zimo else ""
    after = score.ruleset.options.zimo_mode == "after_fan"
    deng = f"({score.deng}{plus})" if plus and not after else str(score.deng)
    return Line("di", score.di, key="di_fan", data=(("sum", f"{deng}×{score.fan}{plus if after else ''}"),))


def _seats(score: Score) -> list[Line]:
    paid = score.settlement
    if paid is None:
        return []
    lines = [_loser_line(score, paid)]
    if paid.discarder:
        lines = [Line("discarder", paid.discarder, data=(("losers", paid.losers),))]
    if paid.dijia:
        lines.append(Line("dijia", paid.dijia))
    each = (paid.winner + paid.dijia) // paid.losers
    data = (("losers", paid.losers), ("each", each), ("dijia", paid.dijia))
    return [*lines, Line("winner", paid.winner, key="winner_dijia" if paid.dijia else "", data=data)]


def _loser_line(score: Score, paid: Settlement) -> Line:
    if score.factor and score.deng_points is not None:
        extra = -paid.loser_each // score.factor - score.deng_points
        data = (("points", score.deng_points), ("extra", extra), ("factor", score.factor))
        return Line("loser", paid.loser_each, key="loser_deng", data=data)
    if score.fan_uncapped is not None:
        last = score.ruleset.points[-1][0]
        beyond = score.fan is not None and score.fan > last
        told = (("fan", score.fan), ("last", last))
        return Line("loser", paid.loser_each, key="loser_fan_beyond" if beyond else "loser_fan", data=told)
    if score.pay_dao is not None:
        told = (("dao", score.pay_dao), ("unit", score.ruleset.options.dao_unit))
        return Line("loser", paid.loser_each, key="loser_dao", data=told)
    return Line("loser", paid.loser_each)
