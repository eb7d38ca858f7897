"""A slow, plain finder of layouts, written apart from scorer/arrange.py: every partition of the tiles into 列."""

from collections import Counter
from functools import cache
from itertools import combinations, product

from scorer import LEGAL_COLUMNS, Column, Hand, score

LEGAL = {tuple(sorted(tiles)) for tiles in LEGAL_COLUMNS}


@cache
def partitions(tiles):
    """All multisets of legal columns that use up the sorted tiles; each column a sorted tuple."""
    if not tiles:
        return frozenset({()})
    first, rest = tiles[0], tiles[1:]
    found = set()
    for size in (1, 2, 3):
        for others in set(combinations(rest, size)):
            column = (first, *others)
            if column not in LEGAL:
                continue
            left = Counter(rest) - Counter(others)
            for more in partitions(tuple(sorted(left.elements()))):
                found.add(tuple(sorted((column, *more))))
    return frozenset(found)


def keeps_the_rules(columns, tiles, won):
    """Seven columns, a pair if and only if there is a quad, no 坎 or 垅 of the hand before the win broken."""
    sizes = Counter(map(len, columns))
    if len(columns) != 7 or sizes[2] != (1 if sizes[4] else 0):
        return False
    total = Counter(tiles)
    for face, count in total.items():
        held = count - (face == won)
        triple, quad = (face,) * 3 in columns, (face,) * 4 in columns
        if held == 4 and not quad:
            return False
        if held == 3 and not (triple or (quad and face == won)):
            return False
        if held <= 2 and (quad or (triple and not (held == 2 and face == won))):
            return False
    return True


def brute_layouts(tiles, won):
    return {columns for columns in partitions(tuple(sorted(tiles))) if keeps_the_rules(columns, tiles, won)}


def brute_best(tiles, context, rules):
    """What the best layout pays the winner, trying every kind of column and every place of the winning tile."""
    won = context.winning_tile
    best = None
    for columns in brute_layouts(tiles, won):
        for kinds in product(*[kinds_of(column, tiles, won) for column in columns]):
            hand = Hand(tuple(Column(c, kind) for c, kind in zip(columns, kinds, strict=True)))
            for place in [i for i, c in enumerate(columns) if won in c] or [None]:
                told = type(context)(winning_tile=won, winning_column=place, source=context.source)
                result = score(hand, told, rules)
                if result.valid and (best is None or result.settlement.winner > best):
                    best = result.settlement.winner
    return best


def kinds_of(column, tiles, won):
    if len(column) == 2:
        return ("jiang",)
    if len(set(column)) > 1:
        return ("chi",)
    held = Counter(tiles)[column[0]] - (column[0] == won)
    if len(column) == 4:
        return ("long",) if held == 4 else ("zhao",)
    return ("kan",) if held == 3 else ("peng",)
