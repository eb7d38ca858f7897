"""Trains the detector on pictures of ``datasets``; survives being stopped (``--resume``).

Ultralytics trains every epoch on one fixed list of pictures. Here an epoch is one shard of the pictures, taken in turn:
the learning rate moves often, and pictures may still be in the making while the first shards are trained on.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

import torch
from ultralytics import YOLO
from ultralytics.nn.tasks import PoseModel

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ARCHITECTURE = "yolo11n-pose.yaml"
SHARD = 1600
log = logging.getLogger(__name__)

AUGMENT: dict[str, Any] = {
    # a mirrored character is another character; the scene maker already turns, tilts and crops
    "fliplr": 0.0,
    "flipud": 0.0,
    "mosaic": 0.0,
    "mixup": 0.0,
    "degrees": 0.0,
    "erasing": 0.0,
    "close_mosaic": 0,
    "hsv_h": 0.01,
    "hsv_s": 0.4,
    "hsv_v": 0.3,
    "scale": 0.2,
    "translate": 0.05,
}
SCHEDULE: dict[str, Any] = {
    "optimizer": "AdamW",
    "lrf": 0.02,
    "cos_lr": True,
    "weight_decay": 0.01,
    "warmup_epochs": 0.5,
    "warmup_bias_lr": 0.0,
    "cls": 1.0,
    "pose": 6.0,
}


def _floats(value: Any) -> Any:
    """Every tensor in a nested value as float32."""
    if isinstance(value, torch.Tensor):
        return value.float() if value.is_floating_point() else value
    if isinstance(value, dict):
        return {k: _floats(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_floats(v) for v in value)
    return value


def _bfloat16_on_cpu() -> None:
    """Runs the training pass in bfloat16, channels last, twice as fast; Ultralytics' own ``amp`` refuses the CPU."""
    plain: Callable[..., Any] = PoseModel.predict

    def predict(self: PoseModel, x: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        if not self.training or x.device.type != "cpu":
            return plain(self, x, *args, **kwargs)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return _floats(plain(self, x.contiguous(memory_format=torch.channels_last), *args, **kwargs))

    PoseModel.predict = predict


class Shards:
    """Hands out lists of pictures, the least used complete shard first; waits while none is complete."""

    def __init__(self, data: Path, total: int) -> None:
        self._data = data
        count = max(1, total // SHARD)
        self._pictures = {
            k: [data / "images" / "train" / f"{n:06d}.jpg" for n in range(k * SHARD, min((k + 1) * SHARD, total))]
            for k in range(count)
        }
        self._used = dict.fromkeys(self._pictures, 0)
        self._complete: set[int] = set()

    def next_list(self) -> Path:
        """A text file with the pictures of the next shard."""
        while True:
            for k, pictures in self._pictures.items():
                if k not in self._complete and all(p.exists() for p in pictures):
                    self._complete.add(k)
            if self._complete:
                break
            log.warning("waiting for %s", self._pictures[0][-1].name)
            time.sleep(10)
        k = min(self._complete, key=lambda n: (self._used[n], -n))
        self._used[k] += 1
        path = self._data / f"shard-{k:03d}.txt"
        path.write_text("\n".join(str(p.resolve()) for p in self._pictures[k]), encoding="utf-8")
        return path


def train(
    data: Path,
    out: Path,
    *,
    hours: float,
    total: int,
    imgsz: int,
    batch: int,
    rate: float,
    weights: Path | None,
    resume: bool,
    seed: int,
) -> Path:
    """Trains for about ``hours``; returns the last checkpoint (``out``/weights/last.pt).

    Args:
        data: folder made by ``python -m datasets make``.
        out: folder of this run; a checkpoint is written after every shard.
        hours: how long; the learning rate falls to its end by then.
        total: pictures of the train split, those still in the making included.
        imgsz: side in pixels of the training pictures.
        batch: pictures a step.
        rate: highest learning rate.
        weights: a checkpoint to start from (its learning rate starts anew).
        resume: go on with the stopped run in ``out`` where it was.
        seed: of the weights and the order.

    """
    _bfloat16_on_cpu()
    threads = torch.get_num_threads()
    shards = Shards(data, total)
    last = out / "weights" / "last.pt"

    def take_shard(trainer: Any) -> None:
        trainer.train_loader.close()
        listed = shards.next_list()
        log.info("epoch %d: %s", trainer.epoch, listed.name)
        trainer.train_loader = trainer.get_dataloader(str(listed), batch_size=trainer.batch_size, rank=-1, mode="train")

    def start(trainer: Any) -> None:
        torch.set_num_threads(threads)  # selecting the CPU set it to one
        trainer.model.to(memory_format=torch.channels_last)

    # opened as itself: loaded into the bare architecture (80 classes, 17 points) a checkpoint would lose its heads
    model = YOLO(str(last if resume else weights or ARCHITECTURE), task="pose")
    model.add_callback("on_train_start", start)
    model.add_callback("on_train_epoch_start", take_shard)
    listed = Shards(data, total).next_list()  # its length is the length of every epoch
    description = data / "train.yaml"
    text = (data / "data.yaml").read_text(encoding="utf-8")
    # no split is validated on while training, yet Ultralytics asks for one that exists
    for split in ("train", "val"):
        text = text.replace(f"{split}: images/{split}", f"{split}: {listed.name}")
    description.write_text(text, encoding="utf-8")
    model.train(
        data=str(description),
        project=str(out.parent.resolve()),
        name=out.name,
        exist_ok=True,
        resume=resume,
        time=hours,
        epochs=100,
        imgsz=imgsz,
        batch=batch,
        workers=1,
        device="cpu",
        seed=seed,
        val=False,
        plots=False,
        nbs=batch,
        amp=False,
        lr0=rate,
        pretrained=bool(weights),
        **SCHEDULE,
        **AUGMENT,
    )
    return last
