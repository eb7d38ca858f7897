"""Everything about a hand that the rules ask for, counted once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorer.columns import KIND_SHAPES, Shape, shape_of
from scorer.context import usual_source
from scorer.errors import HandFormatError, shown
from scorer.faces import CHARACTERS, is_big, is_red
from scorer.hand import SOURCES, SPECIALS, Column, Hand, WinContext

if TYPE_CHECKING:
    from scorer.rules import RuleSet

QUADS = frozenset({"zhao", "long", "pao", "ti"})
MEMO_LIMIT = 50_000
MOST_LOSERS = 3
MOST_LOOSE = 21
LARGEST_CLAIM = 1_000_000
MOST_DRAWN = 100


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """One column under one rule set: `kind` is the rule set's own word, None with a `problem`."""

    kind: str | None
    shape: Shape | None
    hu: int
    reds: int
    bigs: int
    size: int
    face: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """A whole hand under one rule set; `reds`, `bigs` and `tiles` count the loose tiles of a dealt win too."""

    hand: Hand
    columns: tuple[ColumnFacts, ...]
    kinds: tuple[str | None, ...]
    shapes: tuple[Shape | None, ...]
    hu: tuple[int, ...]
    hu_total: int
    reds: int
    red_split: tuple[int, ...]
    bigs: int
    tiles: int
    special: bool
    tianhu: bool
    dihu: bool
    huilong: bool
    haidi: bool
    self_draw: bool
    dealer: bool
    source: str

    @property
    def red_columns(self) -> int:
        """How many columns hold a red tile."""
        return len(self.red_split)


def colour_key(face: str) -> str:
    """Column of the 胡 table that a face belongs to (rules.md §1.2).

    >>> colour_key("b2"), colour_key("s8")
    ('big_red', 'small_black')
    """
    return f"{'big' if is_big(face) else 'small'}_{'red' if is_red(face) else 'black'}"


def column_hu(kind: str, shape: Shape, face: str, rules: RuleSet) -> int:
    """胡 of one column: by kind for equal tiles, by shape for 123 and 2710, else 0 (rules.md §1.2)."""
    row = rules.hu.get(shape if kind == "chi" else kind)
    return row[colour_key(face)] if row else 0


def column_facts(column: Column, rules: RuleSet) -> ColumnFacts:
    """Facts of one column, remembered in the rule set: the same few hundred columns come again and again."""
    try:
        known = rules.memo.get((column.tiles, column.type))
    except (AttributeError, TypeError):
        _check_column(column)
        raise HandFormatError("a column is not made of tiles") from None
    if known is None:
        known = _count_column(column, rules)
        if len(rules.memo) >= MEMO_LIMIT:
            rules.memo.clear()
        rules.memo[column.tiles, column.type] = known
    return known


def _count_column(column: Column, rules: RuleSet) -> ColumnFacts:
    _check_column(column)
    tiles = column.tiles
    kind = rules.kinds.get(column.type, column.type)
    shape = shape_of(tiles)
    face = tiles[0] if tiles else ""
    problem = ""
    if shape is None or shape not in KIND_SHAPES[column.type]:
        problem = "bad_column"
    elif kind not in ("chi", "jiang") and kind not in rules.hu:
        problem = "bad_kind"
    hu = 0 if problem or shape is None else column_hu(kind, shape, face, rules)
    reds, bigs = sum(map(is_red, tiles)), sum(map(is_big, tiles))
    return ColumnFacts(None if problem else kind, shape, hu, reds, bigs, len(tiles), face, problem)


def _check_column(column: object) -> None:
    if not isinstance(column, Column):
        raise HandFormatError("every column must be a Column")
    if not isinstance(column.type, str) or column.type not in KIND_SHAPES:
        raise HandFormatError(f"{shown(column.type)} is no kind of column; known are {', '.join(KIND_SHAPES)}")
    check_tiles(column.tiles)


def check_columns(columns: object) -> None:
    """Refuse what is no tuple of columns; columns that are no 列 pass."""
    if not isinstance(columns, tuple):
        raise HandFormatError("columns must be a tuple")
    for column in columns:
        _check_column(column)


def check_tiles(tiles: object) -> None:
    """Refuse what is no tuple of tile codes."""
    if not isinstance(tiles, tuple):
        raise HandFormatError("tiles must be a tuple of codes")
    for tile in tiles:
        if not isinstance(tile, str) or tile not in CHARACTERS:
            raise HandFormatError(f"{shown(tile)} is no tile; tiles are s1…s10 and b1…b10")


def check_hand(hand: object) -> None:
    """Refuse what is no hand at all; an illegal hand passes (it is a result, not an error)."""
    if not isinstance(hand, Hand) or not isinstance(hand.columns, tuple):
        raise HandFormatError("a hand must be a Hand with a tuple of columns")
    if hand.special is not None and (not isinstance(hand.special, str) or hand.special not in SPECIALS):
        raise HandFormatError(f"{shown(hand.special)} is no special win; known are {', '.join(SPECIALS)}")
    if hand.loose != ():
        check_tiles(hand.loose)


def check_context(context: object) -> None:
    """Refuse a context whose fields have the wrong type or an unknown value."""
    if not isinstance(context, WinContext):
        raise HandFormatError("the context must be a WinContext")
    c = context
    for flag in (c.winner_is_dealer, c.tianhu, c.dihu, c.huilong, c.haidi, c.bao, c.piao):
        if flag is not True and flag is not False:
            raise HandFormatError(f"a yes/no field of the context holds {shown(flag)}")
    for maybe in (c.has_dijia, c.winner_is_next):
        if maybe is not None and maybe is not True and maybe is not False:
            raise HandFormatError("has_dijia and winner_is_next must be true, false or left out")
    if c.source is not None and (not isinstance(c.source, str) or c.source not in SOURCES):
        raise HandFormatError(f"{shown(c.source)} is no source of a winning tile; known are {', '.join(SOURCES)}")
    if c.winning_tile is not None and (not isinstance(c.winning_tile, str) or c.winning_tile not in CHARACTERS):
        raise HandFormatError(f"{shown(c.winning_tile)} is no tile; tiles are s1…s10 and b1…b10")
    _check_number("winning_column", c.winning_column, 0, LARGEST_CLAIM)
    _check_number("losers", c.losers, 1, MOST_LOSERS)
    _check_number("claimed_dao", c.claimed_dao, 0, LARGEST_CLAIM)
    _check_number("drawn_deals", c.drawn_deals, 0, MOST_DRAWN)


def _check_number(name: str, value: object, low: int, high: int) -> None:
    if value is None:
        return
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise HandFormatError(f"{name} must be a whole number from {low} to {high}")


def _loose_hu(loose: tuple[str, ...], rules: RuleSet) -> int:
    if rules.options.loose_count != "best" or len(loose) > MOST_LOOSE:
        return 0
    from scorer.loose import best_loose_hu

    return best_loose_hu(loose, rules)


def gather(hand: Hand, context: WinContext, rules: RuleSet) -> Facts:
    """Count everything the rules ask for."""
    columns = tuple([column_facts(column, rules) for column in hand.columns])
    hu = tuple([column.hu for column in columns])
    reds = [column.reds for column in columns if column.reds]
    reds.sort(reverse=True)
    loose = hand.loose
    special = hand.special is not None
    source = context.source or usual_source(context, rules, special=special)
    next_only = rules.options.dihu_who == "next" and context.winner_is_next is False
    return Facts(
        hand=hand,
        columns=columns,
        kinds=tuple([column.kind for column in columns]),
        shapes=tuple([column.shape for column in columns]),
        hu=hu,
        hu_total=sum(hu) + (_loose_hu(loose, rules) if loose and special else 0),
        reds=sum(reds) + (sum(map(is_red, loose)) if loose else 0),
        red_split=tuple(reds),
        bigs=sum([column.bigs for column in columns]) + (sum(map(is_big, loose)) if loose else 0),
        tiles=sum([column.size for column in columns]) + len(loose),
        special=special,
        tianhu=context.tianhu or special or source == "dealt",
        dihu=context.dihu and not next_only,
        huilong=context.huilong,
        haidi=context.haidi and not (rules.options.haidi_self_only and source != "self_draw"),
        self_draw=source == "self_draw",
        dealer=context.winner_is_dealer,
        source=source,
    )
