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


def best_partition(members: Flags, values: Floats) -> list[int]:
    """Choose rows such that every column is in exactly one, with the largest sum of values.

    Args:
        members: (h, n) which elements each subset has; every element must also be a subset of its own.
        values: (h,).

    Returns:
        row numbers, ascending.

    The dual gives every element a price such that no subset is worth more than its elements; the prices bound
    what a search can still reach, and what costs more than the gap to a known partition is left out.

    >>> import numpy as np
    >>> subsets = [[1, 1, 0], [0, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    >>> best_partition(np.array(subsets, bool), np.array([3.0, 4, 2, 0, 0]))
    [1, 2]

    """
    if not members.shape[1]:
        return []
    prices = dual_prices(members, values)
    loss = members @ prices - values
    chosen = greedy(members, loss)
    gap = float(prices.sum() - values[chosen].sum())
    if gap < 1e-9:
        return sorted(chosen)
    keep = np.flatnonzero(loss <= gap + 1e-9)
    found = search(members[keep], loss[keep], gap)
    return sorted(int(keep[k]) for k in found) if found is not None else sorted(chosen)


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


def search(members: Flags, loss: Floats, gap: float) -> list[int] | None:
    """Depth first over the element with the fewest subsets; None where nothing loses less than ``gap``."""
    masks = [int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little") for row in members]
    order = sorted(range(len(masks)), key=lambda k: loss[k])
    holders = [[k for k in order if masks[k] >> e & 1] for e in range(members.shape[1])]
    turn = sorted(range(members.shape[1]), key=lambda e: len(holders[e]))
    whole = (1 << members.shape[1]) - 1
    best: tuple[float, list[int] | None] = (gap - 1e-9, None)
    stack: list[tuple[int, float, tuple[int, ...]]] = [(0, 0.0, ())]
    nodes = 0
    while stack and nodes < MAX_NODES:
        taken, lost, chosen = stack.pop()
        if lost >= best[0]:
            continue
        if taken == whole:
            best = (lost, list(chosen))
            continue
        nodes += 1
        element = next(e for e in turn if not taken >> e & 1)
        more = [k for k in holders[element] if not masks[k] & taken and lost + loss[k] < best[0]]
        stack += [(taken | masks[k], lost + float(loss[k]), (*chosen, k)) for k in reversed(more)]
    return best[1]
