"""Names every fault of a hand before it is scored (rules.md §1, §1.1, §5 犯规, §12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.facts import MOST_LOSERS, QUADS, Facts
from scorer.result import Fault

if TYPE_CHECKING:
    from scorer.hand import Hand, WinContext
    from scorer.rules import RuleSet

COLUMNS = 7
COPIES = 4
DEALT_TILES = (20, 21)
LONG_NEEDED = 3


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
    if not _plain(context):
        faults += _context(context, rules, facts)
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
    barred = _dealt_kinds(rules, context)
    for i in holding:
        if facts.kinds[i] not in barred:
            return []
    first = holding[0]
    kind = facts.columns[first].kind
    return [Fault(f"{kind}_completed_by_winning_tile", hand.columns[first].tiles, (first,), (("kind", kind),))]


def _dealt_kinds(rules: RuleSet, context: WinContext) -> tuple[str, ...]:
    """Kinds that the winning tile cannot complete: in 大贰 坎 and 垅, in 跑胡子 偎 and 提 unless self-drawn."""
    if rules.family != "phz":
        return ("kan", "long")
    return () if context.source == "self_draw" else ("wei", "ti")


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
    if facts.tiles not in DEALT_TILES:
        faults.append(Fault("special_tile_count", data=(("n", facts.tiles),)))
    if rules.options.tianhu_dealer_only and not facts.dealer:
        faults.append(Fault("special_not_dealer"))
    return faults


def _context(context: WinContext, rules: RuleSet, facts: Facts) -> list[Fault]:
    """Check that what the context says of itself holds together (rules.md §2.6, §5, A7–A12)."""
    dealer, source = context.winner_is_dealer, context.source
    checks = (
        (facts.tianhu and not facts.special and not dealer, "tianhu_not_dealer"),
        (context.tianhu and source in ("self_draw", "other_draw"), "tianhu_not_dealt"),
        (context.dihu and dealer, "dihu_by_dealer"),
        (context.dihu and source != "discard" and rules.family != "phz", "dihu_not_on_discard"),
        (context.huilong and not dealer, "huilong_not_dealer"),
        (context.huilong and source != "discard" and rules.family != "phz", "huilong_not_on_discard"),
        (facts.tianhu + context.dihu + context.huilong > 1, "two_openings"),
        (context.haidi and (facts.tianhu or context.dihu or context.huilong), "haidi_with_opening"),
        (context.haidi and source == "discard", "haidi_on_discard"),
        (context.has_dijia is True and context.losers == MOST_LOSERS, "dijia_with_3_losers"),
    )
    return [Fault(name, _tile(context)) for wrong, name in checks if wrong]


def _plain(context: WinContext) -> bool:
    """Whether the context claims nothing that could contradict itself."""
    c = context
    return not (c.tianhu or c.dihu or c.huilong or c.haidi or c.has_dijia or c.source == "dealt")
