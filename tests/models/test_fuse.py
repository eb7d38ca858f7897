"""How both nets' word on whether there is a character is weighed."""

from __future__ import annotations

import numpy as np
import pytest

from models.crops import NOTHING
from models.fuse import UNKNOWN, Candidates, collect, fit_there, judge_there, logistic
from vision.secondlook import there


def candidates(rng, n, *, share=0.5):
    """The detector hardly tells, the second look does, and what is uncertain is the contrary of both."""
    real = rng.random(n) < share
    scores = np.zeros((n, 21))
    scores[:, 3] = np.clip(rng.normal(0.5, 0.15, n) + 0.05 * real, 0.02, 0.98)
    second = np.where(real, 3.0, -3.0) + rng.normal(0, 1.5, n)
    truth = np.where(real, 3, NOTHING)
    doubtful = rng.random(n) < 0.1
    truth[doubtful] = UNKNOWN
    second[doubtful] *= -1
    return Candidates(scores, np.zeros((n, 20)), second, truth, np.zeros(n, int))


@pytest.mark.parametrize("share", [0.5, 0.95])
def test_the_net_that_knows_is_believed_whatever_there_is_more_of(share):
    found = candidates(np.random.default_rng(0), 4000, share=share)
    weights = fit_there(found)
    assert weights[1] > 0.5
    kept, out = judge_there(found, weights)
    assert kept > 0.95
    assert out > 0.95


def test_a_logistic_regression_finds_the_weights_its_data_were_made_with():
    rng = np.random.default_rng(1)
    x = np.column_stack([rng.normal(0, 1, 20000), np.ones(20000)])
    y = rng.random(20000) < 1 / (1 + np.exp(-2.0 * x[:, 0]))
    assert logistic(x, y) == pytest.approx((2.0, 0.0), abs=0.1)


def test_no_net_is_believed_to_be_certain():
    sure = there(np.array([0.999, 0.001]), [np.array([1e9, -1e9])], (1.0, 1.0, 0.0))
    assert 0 < sure[1] < 1e-4
    assert 1 - 1e-5 < sure[0] < 1


def test_a_detector_that_finds_nothing_is_named(tmp_path):
    with pytest.raises(SystemExit, match="finds no characters"):
        collect(tmp_path, 9)
