"""Checkpoint → ONNX with everything a reader of the file needs in its metadata, and its checksum in the manifest."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import onnx
import torch
from ultralytics import YOLO

from models.manifest import WEIGHTS, register
from vision.types import CLASSES

KEYPOINTS = ("head", "foot")
OPSET = 17


def add_metadata(path: Path, entries: dict[str, str]) -> None:
    """Sets the ONNX file's metadata entries, replacing what stood there."""
    model = onnx.load(str(path))
    kept = {p.key: p.value for p in model.metadata_props} | entries
    del model.metadata_props[:]
    onnx.helper.set_model_props(model, kept)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def without_paths(checkpoint: Path) -> None:
    """Keeps of the files that a checkpoint speaks of only their names, not where they lay."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=False)
    for part in (state.get("train_args"), getattr(state.get("model"), "args", None)):
        if isinstance(part, dict):
            part |= {k: Path(v).name for k, v in part.items() if isinstance(v, str) and "/" in v}
    model = state.get("model")
    if isinstance(getattr(model, "pt_path", None), str):  # the checkpoint that training began from
        model.pt_path = Path(model.pt_path).name
    torch.save(state, checkpoint)


def export_detector(checkpoint: Path, imgsz: int) -> Path:
    """Exports the detector for pictures whose long side is ``imgsz``; raw outputs, so that all class scores survive.

    Output of the net: float32 (1, 4 + 21 + 6, N): box centre and size, 21 class scores in [0, 1], then x, y and
    visibility of head and foot; lengths in pixels of the net's input.
    """
    WEIGHTS.mkdir(exist_ok=True)
    if checkpoint.parent == WEIGHTS:
        without_paths(checkpoint)
    model = YOLO(str(checkpoint), task="pose")
    exported = Path(
        model.export(format="onnx", imgsz=imgsz, opset=OPSET, simplify=True, dynamic=True, nms=False, device="cpu")
    )
    target = WEIGHTS / "detector.onnx"
    shutil.move(exported, target)
    add_metadata(
        target,
        {
            "names": json.dumps(CLASSES),
            "description": "Characters of 字牌 with head and foot; trained on made pictures only",
            "imgsz": str(imgsz),
            "kpt_names": json.dumps(KEYPOINTS),
            "kpt_meaning": "head: middle of the character's edge toward the card's end; foot: toward the card's middle",
            "license": "AGPL-3.0",
        },
    )
    register("detector", target)
    return target
