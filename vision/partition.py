"""The likeliest way to part all characters of a photo into columns: weighted set partition, solved exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]
    Flags = NDArray[np.bool_]

ROUNDS = 12
MAX_NODES = 3000
"""Search stops here with the best found so far."""
MOST = 6
"""So many ways at most."""
TIE = 1e-9


def best_partitions(members: Flags, values: Floats, within: float = 0.0) -> list[tuple[list[int], float]]:
    """Choose rows such that every column is in exactly one, with the largest sum of values, and the next best ways.

    Args:
        members: (h, n) which elements each subset has; every element must also be a subset of its own.
        values: (h,).
        within: how much less than the best other ways may be worth; at most ``MOST`` are kept.

    Returns:
        row numbers, ascending, and the sum of their values: best first.

    The dual gives every element a price such that no subset is worth more than its elements; the prices bound
    what a search can still reach, and what costs more than the gap to a known partition is left out.

    >>> import numpy as np
    >>> subsets = [[1, 1, 0], [0, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    >>> values = np.array([3.0, 4, 2, 0, 0])
    >>> [(rows, float(value)) for rows, value in best_partitions(np.array(subsets, bool), values, within=4)]
    [([1, 2], 6.0), ([0, 4], 3.0)]

    """
    if not members.shape[1]:
        return [([], 0.0)]
    prices = dual_prices(members, values)
    loss = members @ prices - values
    chosen = greedy(members, loss)
    gap = float(prices.sum() - values[chosen].sum())
    if gap >= TIE:
        chosen = (search(members, loss, gap, 0.0) or [chosen])[-1]
    found = [chosen]
    if within:
        least = float(loss[chosen].sum())
        # The best is found before others are looked for: the search for those may be cut short.
        found += [rows for rows in search(members, loss, least + within, within) if sorted(rows) != sorted(chosen)]
    ways = [(sorted(rows), float(values[rows].sum())) for rows in found]
    return ways[:1] + sorted(ways[1:], key=lambda way: -way[1])[: MOST - 1]


def dual_prices(members: Flags, values: Floats) -> Floats:
    """Lower the price of each element, (n,), until a subset with it is worth its elements."""
    sizes = members.sum(axis=1)
    share = values / np.maximum(sizes, 1)
    prices = np.where(members, share[:, None], -np.inf).max(axis=0)
    table = members.astype(np.float64)
    holders = [np.flatnonzero(members[:, k]) for k in range(members.shape[1])]
    slack = table @ prices - values
    for at in range(ROUNDS):
        order = range(len(prices)) if at % 2 == 0 else range(len(prices) - 1, -1, -1)
        for k in order:
            # Half of what may be taken goes now, so that the elements after this one get their share; all in the end.
            drop = float(slack[holders[k]].min()) * (0.5 if at < ROUNDS - 2 else 1.0)
            prices[k] -= drop
            slack[holders[k]] -= drop
    return np.asarray(prices)


def greedy(members: Flags, loss: Floats) -> list[int]:
    """Take the subset that loses least, among those still disjoint, until all is covered."""
    chosen: list[int] = []
    taken = np.zeros(members.shape[1], bool)
    order = np.argsort(loss / members.sum(axis=1), kind="stable")
    for k in order.tolist():
        if not (members[k] & taken).any():
            chosen.append(k)
            taken |= members[k]
    return chosen


def search(members: Flags, loss: Floats, limit: float, within: float) -> list[list[int]]:
    """Depth first over the element with the fewest subsets: ways that lose less than ``limit``.

    Each loses less than ``within`` more than the least before it: with 0 the last one is the best.
    """
    rows = np.flatnonzero(loss <= limit + TIE)
    masks = {int(k): int.from_bytes(np.packbits(members[k], bitorder="little").tobytes(), "little") for k in rows}
    order = sorted(masks, key=lambda k: loss[k])
    holders = [[k for k in order if masks[k] >> e & 1] for e in range(members.shape[1])]
    turn = sorted(range(members.shape[1]), key=lambda e: len(holders[e]))
    whole = (1 << members.shape[1]) - 1
    found: list[list[int]] = []
    limit -= TIE
    stack: list[tuple[int, float, tuple[int, ...]]] = [(0, 0.0, ())]
    nodes = 0
    while stack and nodes < MAX_NODES:
        taken, lost, chosen = stack.pop()
        if lost >= limit:
            continue
        if taken == whole:
            limit = min(limit, lost + within)
            found.append(list(chosen))
            continue
        nodes += 1
        element = next(e for e in turn if not taken >> e & 1)
        more = [k for k in holders[element] if not masks[k] & taken and lost + loss[k] < limit]
        stack += [(taken | masks[k], lost + float(loss[k]), (*chosen, k)) for k in reversed(more)]
    return found
