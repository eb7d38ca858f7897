"""Names every fault of a hand before it is scored (rules.md §1, §1.1, §5 犯规, §12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.facts import MOST_LOSERS, QUADS, Facts
from scorer.result import Fault

if TYPE_CHECKING:
    from scorer.hand import Column, Hand, WinContext
    from scorer.rules import RuleSet

COLUMNS = 7
COPIES = 4
DEALT_TO_DEALER = 21
DEALT_TO_OTHERS = 20
LONG_NEEDED = 3
LATER_KINDS = frozenset({"peng", "zhao", "pao", "chouwei"})


def find_faults(hand: Hand, context: WinContext, rules: RuleSet, facts: Facts) -> tuple[Fault, ...]:
    """Every fault of the hand and its context, each with the cards it is about.

    A hand whose columns do not stand yet (too few, not a 列) is not also blamed for its pair or its 胡.
    """
    faults = _bad_columns(hand, facts) if None in facts.kinds else []
    faults += _copies(hand)
    if hand.special is None:
        if len(hand.columns) != COLUMNS:
            faults.insert(0, Fault("not_7_columns", data=(("n", len(hand.columns)),)))
        if hand.loose:
            faults.append(Fault("loose_tiles", hand.loose))
        if len(hand.columns) == COLUMNS and None not in facts.kinds:
            faults += _pairs(hand, facts)
            faults += _least_hu(rules, facts)
            faults += _winning_tile(hand, context, rules, facts)
    else:
        faults += _special(hand, rules, facts)
    if hand.special is not None or not _plain(context):
        faults += _context(hand, context, rules, facts)
    if rules.family == "phz" and context.source == "discard" and not facts.tianhu:
        faults.append(Fault("phz_cannot_win_on_discard", _tile(context)))
    return tuple(faults)


def _tile(context: WinContext) -> tuple[str, ...]:
    return (context.winning_tile,) if context.winning_tile else ()


def _bad_columns(hand: Hand, facts: Facts) -> list[Fault]:
    return [
        Fault(f"{column.problem}_{i}", hand.columns[i].tiles, (i,), (("kind", hand.columns[i].type),))
        for i, column in enumerate(facts.columns)
        if column.problem
    ]


def _copies(hand: Hand) -> list[Fault]:
    counts: dict[str, int] = {}
    for tile in hand.tiles:
        counts[tile] = counts.get(tile, 0) + 1
    if not counts or max(counts.values()) <= COPIES:
        return []
    over = tuple(tile for tile, count in counts.items() if count > COPIES)
    where = tuple(i for i, column in enumerate(hand.columns) if set(over) & set(column.tiles))
    return [Fault("more_than_4_copies", over, where, (("n", max(counts.values())),))]


def _pairs(hand: Hand, facts: Facts) -> list[Fault]:
    """With a quad exactly one 将, without a quad none (rules.md §1)."""
    kinds = facts.kinds
    if "jiang" not in kinds and not QUADS.intersection(kinds):
        return []
    pairs = [i for i, kind in enumerate(kinds) if kind == "jiang"]
    quads = [i for i, kind in enumerate(kinds) if kind in QUADS]
    if quads and not pairs:
        return [Fault("quad_without_pair", _cards(hand, quads), tuple(quads))]
    if pairs and not quads:
        return [Fault("pair_without_quad", _cards(hand, pairs), tuple(pairs))]
    if len(pairs) > 1:
        return [Fault("more_than_one_pair", _cards(hand, pairs), tuple(pairs))]
    return []


def _cards(hand: Hand, columns: list[int]) -> tuple[str, ...]:
    return tuple(tile for i in columns for tile in hand.columns[i].tiles)


def _least_hu(rules: RuleSet, facts: Facts) -> list[Fault]:
    if facts.hu_total >= rules.min_hu or (rules.family == "daozi" and facts.hu_total == 0):
        return []
    return [Fault(f"below_{rules.min_hu}", data=(("hu", facts.hu_total), ("least", rules.min_hu), ("u", rules.unit)))]


def _winning_tile(hand: Hand, context: WinContext, rules: RuleSet, facts: Facts) -> list[Fault]:
    """Check that the winning tile lies in its column and completes none that must have been dealt (rules.md §1.1)."""
    tile, place = context.winning_tile, context.winning_column
    if place is not None and place >= len(hand.columns):
        return [Fault("winning_column_missing", _tile(context), data=(("column", place + 1),))]
    if tile is None:
        holding = [] if place is None else [place]
    elif place is None:
        holding = [i for i, column in enumerate(hand.columns) if tile in column.tiles]
        if not holding:
            return [Fault("winning_tile_not_in_hand", (tile,))]
    elif tile in hand.columns[place].tiles:
        holding = [place]
    else:
        return [Fault("winning_tile_not_in_column", (tile,), (place,), (("column", place + 1),))]
    if not holding or facts.tianhu:
        return []
    for i in holding:
        if not _cannot_complete(facts.kinds[i], rules, context):
            return []
    first = holding[0]
    kind = facts.columns[first].kind
    return [Fault(f"{kind}_completed_by_winning_tile", hand.columns[first].tiles, (first,), (("kind", kind),))]


def _cannot_complete(kind: str | None, rules: RuleSet, context: WinContext) -> bool:
    """Whether the winning tile cannot have completed such a column.

    In 大贰 no 坎 and no 垅; in 跑胡子 no 偎 and no 提 unless self-drawn, and then no 碰 (rules.md §1.1, §6).
    """
    if rules.family != "phz":
        return kind in ("kan", "long")
    return kind == "peng" if context.source == "self_draw" else kind in ("wei", "ti")


def _special(hand: Hand, rules: RuleSet, facts: Facts) -> list[Fault]:
    """3垅 or 5坎 of the dealt tiles, everything else loose (rules.md A7–A9)."""
    if None in facts.kinds:
        return []
    kind, needed = ("long", LONG_NEEDED) if hand.special == "3long" else ("kan", rules.options.kan_needed)
    kind = rules.kinds.get(kind, kind)
    kinds = facts.kinds
    faults = []
    if kinds.count(kind) < needed:
        faults.append(Fault(f"special_without_{needed}{'long' if needed == LONG_NEEDED else 'kan'}"))
    others = [i for i, name in enumerate(kinds) if name not in ("long", "ti", "kan", "wei")]
    if others:
        faults.append(Fault("special_other_column", _cards(hand, others), tuple(others)))
    dealt = DEALT_TO_DEALER if facts.dealer else DEALT_TO_OTHERS
    if facts.tiles != dealt:
        faults.append(Fault("special_tile_count", data=(("n", facts.tiles), ("dealt", dealt))))
    if rules.options.tianhu_dealer_only and not facts.dealer:
        faults.append(Fault("special_not_dealer"))
    return faults


def _context(hand: Hand, context: WinContext, rules: RuleSet, facts: Facts) -> list[Fault]:
    """Check that what the context says of itself and of the hand holds together (rules.md §2.6, §5, A7–A12)."""
    dealer, source = context.winner_is_dealer, context.source
    discards = rules.family != "phz"
    checks = (
        (facts.tianhu and not facts.special and not dealer, "tianhu_not_dealer"),
        (facts.tianhu and source != "dealt", "tianhu_not_dealt"),
        (context.dihu and dealer, "dihu_by_dealer"),
        (context.dihu and source != "discard" and discards, "dihu_not_on_discard"),
        (context.huilong and not dealer, "huilong_not_dealer"),
        (context.huilong and source != "discard" and discards, "huilong_not_on_discard"),
        (facts.tianhu + context.dihu + context.huilong > 1, "two_openings"),
        (context.haidi and (facts.tianhu or context.dihu or context.huilong), "haidi_with_opening"),
        (context.haidi and source == "discard", "haidi_on_discard"),
        (context.piao and source == "discard" and rules.family == "daozi", "piao_on_discard"),
        (context.has_dijia is True and context.losers == MOST_LOSERS, "dijia_with_3_losers"),
        (context.winner_is_next is True and dealer, "next_is_dealer"),
    )
    faults = [Fault(name, _tile(context)) for wrong, name in checks if wrong]
    if not facts.special and (facts.tianhu or (context.dihu and discards)):
        faults += _dealt_only(hand, context, facts)
    return faults


def _dealt_only(hand: Hand, context: WinContext, facts: Facts) -> list[Fault]:
    """天胡 wins with the dealt tiles, 地胡 with one more: nothing was eaten, 碰 or 招 before, nor drawn (§1)."""
    name = "tianhu" if facts.tianhu else "dihu"
    table = [i for i, column in enumerate(hand.columns) if _came_later(column)]
    if name == "dihu":
        table = _without_won(table, hand, context)
    faults = [Fault(f"{name}_with_table_column", hand.columns[i].tiles, (i,)) for i in table]
    if len(hand.columns) == COLUMNS and None not in facts.kinds and facts.tiles > DEALT_TO_DEALER:
        faults.append(Fault(f"{name}_tile_count", data=(("n", facts.tiles),)))
    return faults


def _came_later(column: Column) -> bool:
    """Whether a column can only have come about after the deal; a dealt 垅 lies open, so that it does is no sign."""
    return column.type in LATER_KINDS or (column.exposed and column.type in ("chi", "kan", "jiang"))


def _without_won(table: list[int], hand: Hand, context: WinContext) -> list[int]:
    """Take out the column that the winning tile completed, or the one that it may have if nobody told which."""
    if context.winning_column is not None:
        return [i for i in table if i != context.winning_column]
    tile = context.winning_tile
    may = [i for i in table if tile is None or tile in hand.columns[i].tiles]
    return [i for i in table if i not in may[-1:]]


def _plain(context: WinContext) -> bool:
    """Whether the context claims nothing that could contradict itself."""
    c = context
    return not (
        c.tianhu or c.dihu or c.huilong or c.haidi or c.piao or c.has_dijia or c.winner_is_next or c.source == "dealt"
    )
