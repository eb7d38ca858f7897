import numpy as np
import pytest

from datasets.camera import project
from datasets.decoys import KINDS, new_decoys, strew


@pytest.mark.parametrize("make", [make for make, _, _ in KINDS], ids=lambda make: make.__name__)
def test_every_kind_has_print_on_it_and_its_size(make):
    for seed in range(6):
        decoy = make(np.random.default_rng(seed))
        height, width = decoy.art.shape[:2]
        cover = decoy.art[:, :, 3]
        assert cover.min() >= 0
        assert cover.max() == 1
        assert decoy.art[:, :, :3][cover > 0.5].std() > 1
        long, short = max(decoy.size), min(decoy.size)
        assert max(height, width) / min(height, width) == pytest.approx(long / short, rel=0.1)


def test_shares_sum_to_one():
    assert sum(share for _, share, _ in KINDS) == pytest.approx(1)


def test_things_lie_where_they_are_put():
    image = np.zeros((300, 400, 3), np.float32)
    camera = np.array([[12.0, 0, 200], [0, 12, 150], [0, 0, 1]])
    strew(image, camera, (-8.0, 0.0), new_decoys(np.random.default_rng(2)), np.random.default_rng(3))
    ys, xs = np.nonzero(image.sum(axis=2))
    place = project(camera, np.array([[-8.0, 0.0]]))[0]
    assert np.hypot(xs - place[0], ys - place[1]).min() < 60


def test_what_lies_outside_the_picture_changes_nothing():
    image = np.full((100, 100, 3), 7, np.float32)
    camera = np.array([[5.0, 0, 5000], [0, 5, 50], [0, 0, 1]])
    strew(image, camera, (0.0, 0.0), new_decoys(np.random.default_rng(2)), np.random.default_rng(3))
    assert (image == 7).all()
