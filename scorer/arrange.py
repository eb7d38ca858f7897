"""Finds every legal way to lay concealed tiles out in columns, and the one that pays the winner best (A44).

坎 and 垅 of the hand before the win are never broken (一坎牌不能拆散，一垅牌不能拆散); pairs may be. A triple that the
winning tile completes is a 碰, a quad a 招 (rules.md §1.1); in 跑胡子, when self-drawn, a 偎 and a 提 (§6).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from scorer.columns import SHAPES
from scorer.context import with_source
from scorer.errors import HandFormatError
from scorer.faces import FACES
from scorer.facts import QUADS, check_columns, check_context, check_hand, check_tiles, column_facts
from scorer.hand import Column, Hand, WinContext
from scorer.scoring import score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.facts import ColumnFacts
    from scorer.result import Score
    from scorer.rules import RuleSet

COLUMNS = 7
DECK = 80
PLACE = {face: i for i, face in enumerate(FACES)}
Cover = tuple[tuple[str, ...], ...]
Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way to lay the hand out, with what it scores."""

    hand: Hand
    context: WinContext
    score: Score

    @property
    def paid(self) -> int:
        """What the winner gets; 0 if the layout is no win."""
        return self.score.settlement.winner if self.score.settlement else 0


@dataclass(frozen=True, slots=True)
class _Melds:
    """How this table names the equal tiles of a hand, by how they came together."""

    kan: str
    long: str
    won_triple: str
    won_quad: str


def _melds(context: WinContext, rules: RuleSet) -> _Melds:
    if rules.family != "phz":
        return _Melds("kan", "long", "peng", "zhao")
    if context.source == "self_draw":
        return _Melds("kan", "ti", "wei", "ti")
    return _Melds("kan", "ti", "peng", "pao")


@dataclass(frozen=True, slots=True)
class _Candidate:
    """One legal column as the search takes it: its tiles and how many of each face it needs."""

    tiles: tuple[str, ...]
    needs: tuple[tuple[int, int], ...]
    pair: int


@cache
def _candidates() -> tuple[tuple[_Candidate, ...], ...]:
    """For each face the columns whose first face it is, without triples and quads."""
    table: list[list[_Candidate]] = [[] for _ in FACES]
    for tiles, shape in SHAPES.items():
        if shape not in ("quad", "triple"):
            needs = tuple(sorted(Counter(PLACE[tile] for tile in tiles).items()))
            table[needs[0][0]].append(_Candidate(tiles, needs, int(shape == "pair")))
    return tuple(tuple(row) for row in table)


def covers(counts: Counts, *, pair: bool, triple: int | None = None) -> Iterator[Cover]:
    """Give every way to lay tiles out in runs, 123, 2710, 大小搭, a pair if asked and one face's triple if allowed.

    `counts` holds how many of each face, in the order of the faces. Each way comes once.
    """
    if sum(counts) % 3 == (2 if pair else 0):
        yield from _Search(list(counts), triple).run(0, 0, int(pair))


class _Search:
    """An exact cover of tiles by columns, the first face that is left always first."""

    def __init__(self, left: list[int], triple: int | None) -> None:
        self.left = left
        self.triple = triple
        self.chosen: list[tuple[str, ...]] = []
        self.rows = _candidates()

    def run(self, face: int, start: int, pairs: int) -> Iterator[Cover]:
        """Cover what is left; columns of one first face come in one order, so that no set comes twice."""
        left = self.left
        if not left[face]:
            start = 0
            while not left[face]:
                face += 1
                if face == len(left):
                    if not pairs:
                        yield tuple(self.chosen)
                    return
        if self.triple == face and left[face] == 3:
            yield from self._take(_triple(face), face, 0, pairs)
        row = self.rows[face]
        for at in range(start, len(row)):
            candidate = row[at]
            if candidate.pair <= pairs and self._fits(candidate):
                yield from self._take(candidate, face, at, pairs - candidate.pair)

    def _fits(self, candidate: _Candidate) -> bool:
        left = self.left
        for i, n in candidate.needs:  # noqa: SIM110 - the inner loop of the search; all() is twice as slow
            if left[i] < n:
                return False
        return True

    def _take(self, candidate: _Candidate, face: int, at: int, pairs: int) -> Iterator[Cover]:
        left = self.left
        for i, n in candidate.needs:
            left[i] -= n
        self.chosen.append(candidate.tiles)
        yield from self.run(face, at, pairs)
        self.chosen.pop()
        for i, n in candidate.needs:
            left[i] += n


def _triple(face: int) -> _Candidate:
    return _Candidate((FACES[face],) * 3, ((face, 3),), 0)


def _count(tiles: tuple[str, ...]) -> list[int]:
    counts = [0] * len(FACES)
    for tile in tiles:
        counts[PLACE[tile]] += 1
    return counts


def check_loose(tiles: object) -> None:
    """Refuse what is no tuple of tile codes, or more of them than there are."""
    check_tiles(tiles)
    if isinstance(tiles, tuple) and len(tiles) > DECK:
        raise HandFormatError(f"{len(tiles)} tiles are more than the deck")


def layouts(
    concealed: tuple[str, ...],
    fixed: tuple[Column, ...],
    context: WinContext,
    rules: RuleSet,
) -> Iterator[tuple[Column, ...]]:
    """Every set of columns that the concealed tiles (the winning tile among them) can be laid out in.

    The fixed columns are not repeated. Columns come in the order of their tiles, so the input's order never shows.
    """
    counts = _count(concealed)
    if max(counts) > 4:
        return
    won = None if context.winning_tile is None or context.source == "dealt" else PLACE[context.winning_tile]
    if won is not None and not counts[won]:
        won = None
    names = _melds(context, rules)
    held = list(counts)
    if won is not None:
        held[won] -= 1
    locked: list[Column] = []
    for i, n in enumerate(held):
        if n >= 3 and i != won:
            locked.append(Column((FACES[i],) * n, names.kan if n == 3 else names.long))
            counts[i] = 0
    yield from _with_won(counts, held, won, names, (tuple(locked), fixed))


def _with_won(
    counts: list[int],
    held: list[int],
    won: int | None,
    names: _Melds,
    done: tuple[tuple[Column, ...], tuple[Column, ...]],
) -> Iterator[tuple[Column, ...]]:
    """Lay the rest out: a 坎 that meets its fourth tile may become a quad, or stay while that tile goes elsewhere."""
    locked, fixed = done
    if won is not None and held[won] == 3:
        rest = [0 if i == won else n for i, n in enumerate(counts)]
        quad = Column((FACES[won],) * 4, names.won_quad, exposed=True)
        yield from _finish(rest, (*locked, quad), fixed, None, names)
        rest[won] = 1
        kan = Column((FACES[won],) * 3, names.kan)
        yield from _finish(rest, (*locked, kan), fixed, None, names)
    else:
        yield from _finish(counts, locked, fixed, won, names)


def _finish(
    rest: list[int],
    locked: tuple[Column, ...],
    fixed: tuple[Column, ...],
    won: int | None,
    names: _Melds,
) -> Iterator[tuple[Column, ...]]:
    kinds = [column.type for column in (*locked, *fixed)]
    has_quad = any(kind in QUADS for kind in kinds)
    pair = has_quad and "jiang" not in kinds
    missing = COLUMNS - len(kinds) - pair
    if missing < 0 or sum(rest) != 3 * missing + 2 * pair:
        return
    for cover in covers(tuple(rest), pair=pair, triple=won):
        columns = [_free_column(tiles, names) for tiles in cover]
        yield tuple(sorted((*locked, *columns), key=_sort_key))


def _free_column(tiles: tuple[str, ...], names: _Melds) -> Column:
    if len(tiles) == 2:
        return Column(tiles, "jiang")
    if tiles[0] == tiles[2]:
        return Column(tiles, names.won_triple, exposed=True)
    return Column(tiles, "chi")


def _sort_key(column: Column) -> tuple[int, ...]:
    return (-len(column.tiles), *(PLACE[tile] for tile in column.tiles))


def place_winning_tile(columns: tuple[Column, ...], context: WinContext, rules: RuleSet) -> WinContext:
    """Say in which column the winning tile lies: one that it may complete, the last of them."""
    if context.winning_tile is None:
        return replace(context, winning_column=None)
    holding = [i for i, column in enumerate(columns) if context.winning_tile in column.tiles]
    may = [i for i in holding if columns[i].type not in ("kan", "long")]
    if rules.family == "phz" and context.source != "self_draw":
        may = [i for i in may if columns[i].type not in ("wei", "chouwei", "ti")]
    if context.winning_column in may:
        return context
    places = may or holding
    return replace(context, winning_column=places[-1] if places else None)


def arrangements(
    concealed: tuple[str, ...],
    fixed: tuple[Column, ...],
    context: WinContext,
    rules: RuleSet,
) -> tuple[Arrangement, ...]:
    """Every way to lay the hand out, best first; ways that score alike in every column are tried once.

    Best is what the winner is paid, then the 胡; a layout that is no win comes after every one that is.
    """
    check_loose(concealed)
    check_context(context)
    check_columns(fixed)
    context = with_source(context, rules)
    seen: dict[object, tuple[Column, ...]] = {}
    for free in layouts(concealed, fixed, context, rules):
        key = _alike([column_facts(column, rules) for column in free])
        known = seen.get(key)
        if known is None or _order(free) < _order(known):
            seen[key] = free
    found = []
    for free in seen.values():
        columns = (*fixed, *free)
        told = place_winning_tile(columns, context, rules)
        hand = Hand(columns)
        found.append(Arrangement(hand, told, score(hand, told, rules)))
    found.sort(key=lambda a: (not a.score.valid, -a.paid, -a.score.hu_total, _order(a.hand.columns)))
    return tuple(found)


def _alike(facts: list[ColumnFacts]) -> object:
    """Give what a layout's score depends on: two layouts alike in this are paid alike."""
    return tuple(sorted([_trait(column) for column in facts]))


def _trait(column: ColumnFacts) -> tuple[str, str, int, int, int, str]:
    kind, shape = column.kind or "", column.shape or ""
    return (kind, shape, column.hu, column.reds, column.bigs, "" if kind == "chi" else column.face)


def _order(columns: tuple[Column, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple([_sort_key(column) for column in columns])


def best_arrangement(
    concealed: tuple[str, ...],
    fixed: tuple[Column, ...],
    context: WinContext,
    rules: RuleSet,
) -> Arrangement | None:
    """Give the layout that pays the winner best, None if the tiles cannot be laid out in seven columns at all."""
    found = arrangements(concealed, fixed, context, rules)
    return found[0] if found else None


def better_layout(hand: Hand, context: WinContext, rules: RuleSet) -> Arrangement | None:
    """Say how the concealed part could be laid better, None if it lies best already (A44).

    Only columns in hand and the column of the winning tile may be laid otherwise; 坎 and 垅 stay.
    """
    check_hand(hand)
    check_context(context)
    if hand.special is not None or hand.loose:
        return None
    context = with_source(context, rules)
    now = score(hand, context, rules)
    free = [i for i, column in enumerate(hand.columns) if _is_free(column) or i == context.winning_column]
    fixed = tuple(column for i, column in enumerate(hand.columns) if i not in free)
    concealed = tuple(tile for i in free for tile in hand.columns[i].tiles)
    told = replace(context, winning_column=None)
    if context.winning_column is None and any(context.winning_tile in column.tiles for column in fixed):
        return None  # the tile may lie in a column that stays: nobody can say what was in the hand before it
    best = best_arrangement(concealed, fixed, told, rules)
    if best is None or not best.score.valid:
        return None
    paid = now.settlement.winner if now.settlement else None
    return best if paid is None or best.paid > paid else None


def _is_free(column: Column) -> bool:
    return not column.exposed and column.type in ("chi", "jiang")
