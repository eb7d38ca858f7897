"""The weighted set partition agrees with trying everything."""

from itertools import combinations

import numpy as np

from vision.partition import MOST, best_partitions


def every_way(members, values):
    """The value of every way to part the elements, best first."""
    return sorted(
        (
            values[list(rows)].sum()
            for size in range(1, members.shape[1] + 1)
            for rows in combinations(range(len(values)), size)
            if (members[list(rows)].sum(axis=0) == 1).all()
        ),
        reverse=True,
    )


def problems():
    rng = np.random.default_rng(11)
    for _ in range(12):
        members = np.vstack([rng.random((9, 5)) < 0.45, np.eye(5, dtype=bool)])
        members = members[members.any(axis=1)]
        yield members, np.concatenate([rng.normal(2, 3, len(members) - 5), rng.normal(-2, 1, 5)])


def test_it_is_exact():
    for members, values in problems():
        ((chosen, value),) = best_partitions(members, values)
        assert (members[chosen].sum(axis=0) == 1).all()
        assert np.isclose(values[chosen].sum(), value)
        assert np.isclose(value, every_way(members, values)[0])


def test_the_next_best_ways_come_in_order():
    for members, values in problems():
        every = every_way(members, values)
        near = [value for value in every if value > every[0] - 4][:MOST]
        found = best_partitions(members, values, within=4)
        assert np.allclose([value for _, value in found], near)
        assert len({tuple(rows) for rows, _ in found}) == len(found)
