"""The weighted set partition agrees with trying everything."""

from itertools import combinations

import numpy as np

from vision.partition import best_partition


def best_by_trying(members, values):
    best = -np.inf
    for size in range(1, members.shape[1] + 1):
        for rows in combinations(range(len(values)), size):
            if (members[list(rows)].sum(axis=0) == 1).all():
                best = max(best, values[list(rows)].sum())
    return best


def test_it_is_exact():
    rng = np.random.default_rng(11)
    for _ in range(12):
        members = np.vstack([rng.random((9, 5)) < 0.45, np.eye(5, dtype=bool)])
        members = members[members.any(axis=1)]
        values = np.concatenate([rng.normal(2, 3, len(members) - 5), rng.normal(-2, 1, 5)])
        chosen = best_partition(members, values)
        assert (members[chosen].sum(axis=0) == 1).all()
        assert np.isclose(values[chosen].sum(), best_by_trying(members, values))
