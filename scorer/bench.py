"""`python -m scorer bench`: how long one hand, one best arrangement and one list of waits take on this machine."""

from __future__ import annotations

import random
import statistics
import time
from functools import partial
from typing import TYPE_CHECKING

from scorer.arrange import arrangements, best_arrangement
from scorer.columns import SHAPES
from scorer.faces import number
from scorer.hand import Column, Hand, WinContext
from scorer.rules import load_rules
from scorer.scoring import score
from scorer.waits import waits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COLUMNS = 7
COPIES = 4
TRIES = 40
ALL_NUMBERS = frozenset(range(1, 11))
Pools = dict[str, list[tuple[str, ...]]]
POOLS: Pools = {size: [t for t, shape in SHAPES.items() if shape == size] for size in ("pair", "triple", "quad")}
POOLS["chi"] = [tiles for tiles, shape in SHAPES.items() if shape not in POOLS]


def random_hand(
    rng: random.Random,
    *,
    triples: float = 0.25,
    quads: float = 0.3,
    numbers: frozenset[int] = ALL_NUMBERS,
) -> Hand:
    """Make a random hand that was legally held: no 坎 or 垅 is broken, no face comes five times.

    All of it lies in hand, triples as 坎 and quads as 垅. Few `numbers` make hands that can be laid out in many ways.
    """
    pools = {size: [t for t in pool if {number(tile) for tile in t} <= numbers] for size, pool in POOLS.items()}
    while True:
        hand = _try_hand(rng, triples, quads, pools)
        if hand is not None:
            return hand


def _try_hand(rng: random.Random, triples: float, quads: float, pools: Pools) -> Hand | None:
    count = rng.choice((1, 1, 2)) if rng.random() < quads else 0
    sizes = ["quad"] * count + ["pair"] * bool(count)
    sizes += ["triple" if rng.random() < triples else "chi" for _ in range(COLUMNS - len(sizes))]
    held: dict[str, int] = {}
    whole: set[str] = set()
    columns = []
    for size in sizes:
        tiles = _draw(rng, pools[size], held, whole)
        if tiles is None:
            return None
        columns.append(Column(tiles, _kind(tiles)))
    rng.shuffle(columns)
    return Hand(tuple(columns))


def _draw(
    rng: random.Random,
    pool: list[tuple[str, ...]],
    held: dict[str, int],
    whole: set[str],
) -> tuple[str, ...] | None:
    for _ in range(TRIES):
        tiles = rng.choice(pool)
        equal = SHAPES[tiles] in ("quad", "triple")
        if whole & set(tiles) or any(held.get(t, 0) + tiles.count(t) > 2 for t in tiles if not equal):
            continue
        if equal and held.get(tiles[0], 0):
            continue
        for tile in tiles:
            held[tile] = held.get(tile, 0) + 1
        if equal:
            whole.add(tiles[0])
        return tiles
    return None


def _kind(tiles: tuple[str, ...]) -> str:
    shape = SHAPES[tiles]
    return {"quad": "long", "triple": "kan", "pair": "jiang"}.get(shape, "chi")


def _times(work: Sequence[Callable[[], object]]) -> list[float]:
    spent = []
    for job in work:
        start = time.perf_counter()
        job()
        spent.append((time.perf_counter() - start) * 1000)
    return spent


def _report(name: str, spent: list[float], goal: str) -> str:
    median, worst = statistics.median(spent), max(spent)
    return f"{name:34} {len(spent):6} runs   median {median:8.3f} ms   worst {worst:8.3f} ms   goal {goal}"


def bench(seed: int = 1, hands: int = 1000) -> list[str]:
    """Measure and give the lines to print."""
    rng = random.Random(seed)  # noqa: S311 - a repeatable draw of hands, not a secret
    rules = load_rules("luzhou_mingtang")
    made = [random_hand(rng) for _ in range(max(1, hands))]
    dense = frozenset(range(1, 8))
    pairs = [random_hand(rng, triples=0, quads=0, numbers=dense) for _ in range(max(1, hands))]
    plain = WinContext()
    for hand in made:
        score(hand, plain, rules)
    laid = [partial(score, hand, plain, rules) for hand in made]
    loose = [partial(best_arrangement, hand.tiles, (), _won(rng, hand), rules) for hand in made]
    runs = [partial(arrangements, hand.tiles, (), _won(rng, hand), rules) for hand in pairs]
    lacking = [partial(waits, _less_one(rng, hand), (), plain, rules) for hand in made[: max(1, hands // 10)]]
    return [
        _report("a laid-out hand", _times(laid), "0.1 ms"),
        _report("best arrangement, whole hand loose", _times(loose), "median 10, worst 100 ms"),
        _report("… hands of pairs and runs only", _times(runs), "worst 100 ms"),
        _report("waits of a hand that lacks one", _times(lacking), "100 ms"),
    ]


def _won(rng: random.Random, hand: Hand) -> WinContext:
    return WinContext(winning_tile=rng.choice(hand.tiles))


def _less_one(rng: random.Random, hand: Hand) -> tuple[str, ...]:
    tiles = list(hand.tiles)
    tiles.pop(rng.randrange(len(tiles)))
    return tuple(tiles)
