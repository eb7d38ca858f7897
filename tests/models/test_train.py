"""Training's own tests: they need the [train] extra and are skipped by name without it."""

import numpy as np
import pytest

pytestmark = pytest.mark.train
torch = pytest.importorskip("torch", reason="the [train] extra is not installed")
pytest.importorskip("ultralytics", reason="the [train] extra is not installed")


def shards(tmp_path, made, total):
    from models.train import Shards

    folder = tmp_path / "images" / "train"
    folder.mkdir(parents=True)
    for n in range(made):
        (folder / f"{n:06d}.jpg").touch()
    return Shards(tmp_path, total)


def test_the_least_used_complete_shard_comes_next(tmp_path, monkeypatch):
    monkeypatch.setattr("models.train.SHARD", 4)
    hand_out = shards(tmp_path, 9, 12)  # the third shard is still in the making
    names = [hand_out.next_list().name for _ in range(4)]
    assert sorted(names[:2]) == sorted(names[2:]) == ["shard-000.txt", "shard-001.txt"]
    assert len((tmp_path / "shard-001.txt").read_text().splitlines()) == 4


def test_a_stopped_second_look_goes_on(tmp_path):
    from models.second_look import train_second_look

    rng = np.random.default_rng(0)
    for name in ("train", "val"):
        np.save(tmp_path / f"{name}.npy", rng.integers(0, 255, (64, 48, 48, 3), np.uint8))
        np.save(tmp_path / f"{name}.labels.npy", rng.integers(0, 21, 64).astype(np.uint8))
    out = tmp_path / "net.pt"
    train_second_look(tmp_path / "train", tmp_path / "val", out, minutes=0.02, batch=8)
    first = torch.load(out, weights_only=True)["step"]
    train_second_look(tmp_path / "train", tmp_path / "val", out, minutes=0.06, batch=8)
    assert torch.load(out, weights_only=True)["step"] > first > 0
