"""The loose tiles of a win with three 垅 or five 坎, for houses that count their best columns (rules.md A9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.columns import SHAPES
from scorer.facts import column_hu

if TYPE_CHECKING:
    from scorer.rules import RuleSet

KIND = {"triple": "kan", "quad": "long", "run123": "chi", "run2710": "chi"}


def best_loose_hu(loose: tuple[str, ...], rules: RuleSet) -> int:
    """Most 胡 that columns of loose tiles can score, the rest of them counting nothing.

    >>> from scorer.rules import load_rules
    >>> best_loose_hu(("s2", "s7", "s10", "s1", "s3", "b9"), load_rules("luzhou_deng"))
    6
    """
    scoring = []
    for tiles, shape in SHAPES.items():
        kind = KIND.get(shape)
        if kind is None or any(loose.count(tile) < tiles.count(tile) for tile in tiles):
            continue
        hu = column_hu(rules.kinds.get(kind, kind), shape, tiles[0], rules)
        if hu:
            scoring.append((tiles, hu))
    return _most(list(loose), scoring)


def _most(left: list[str], scoring: list[tuple[tuple[str, ...], int]]) -> int:
    most = 0
    for i, (tiles, hu) in enumerate(scoring):
        if any(left.count(tile) < tiles.count(tile) for tile in tiles):
            continue
        rest = list(left)
        for tile in tiles:
            rest.remove(tile)
        most = max(most, hu + _most(rest, scoring[i:]))
    return most
