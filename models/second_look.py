"""Trains the second look: a small net that names one character, says which way is up, and whether it is one at all."""

from __future__ import annotations

import json
import logging
import time
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models.crops import NOTHING, SIZE
from models.export import OPSET, add_metadata
from models.manifest import WEIGHTS, register
from scorer.faces import FACES
from vision.secondlook import MARGIN, OUTPUTS

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

log = logging.getLogger(__name__)
EMBEDDING = 128
TURN_SHARE = 1.0
THERE_SHARE = 0.5


def _block(inside: int, outside: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


class CharacterNet(nn.Module):
    """(n, 3, 48, 48) RGB in 0…1 → logits (n, 20), turn (n, 4), embedding (n, 128) of unit length, there (n, 1).

    The turn is cos θ, sin θ, cos 2θ, sin 2θ of the angle θ by which the character is turned clockwise: the double angle
    says along which line it stands where 一, 二, 三 or 十 do not tell up from down. ``there`` is the log-odds that the
    crop shows a character of a card, and not a flower of the tablecloth or another print.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _block(3, 32, 1),
            _block(32, 32, 2),
            _block(32, 64, 1),
            _block(64, 64, 2),
            _block(64, 128, 1),
            _block(128, 128, 2),
            _block(128, 192, 1),
        )
        self.embed = nn.Linear(192 * 9, EMBEDDING)
        self.head = nn.Linear(EMBEDDING, len(FACES))
        self.turn = nn.Linear(192 * 9, 4)
        self.there = nn.Linear(192 * 9, 1)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Logits, turn, embedding and whether there is a character."""
        x = functional.avg_pool2d(self.body((x - 0.5) * 4), 2).flatten(1)
        e = self.embed(x)
        return self.head(functional.relu(e)), self.turn(x), functional.normalize(e), self.there(x)


def _redrawn(x: torch.Tensor, share: float, generator: torch.Generator) -> torch.Tensor:
    """Strokes fatter or thinner on a ``share`` of the crops, so that one lettering stands for many: (n, 3, 48, 48)."""
    kind = torch.rand(len(x), generator=generator)
    out = x.clone()
    for chosen, sign in ((kind < share / 2, -1.0), ((kind >= share / 2) & (kind < share), 1.0)):
        if chosen.any():
            drawn = x[chosen]
            wide = sign * functional.max_pool2d(
                sign * drawn, 3, 1, 1
            )  # ink is darker than the card: the least is fatter
            wider = sign * functional.max_pool2d(sign * wide, 3, 1, 1)
            far = torch.rand(len(drawn), 1, 1, 1, generator=generator) * 2
            out[chosen] = torch.where(far < 1, torch.lerp(drawn, wide, far), torch.lerp(wide, wider, far - 1))
    return out


def _covered(x: torch.Tensor, share: float, generator: torch.Generator) -> torch.Tensor:
    """A strip along one side of a ``share`` of the crops in one colour, as the next card or a finger covers it."""
    n, _, height, width = x.shape
    deep = torch.where(
        torch.rand(n, 1, 1, generator=generator) < share, torch.rand(n, 1, 1, generator=generator) * 0.3, torch.zeros(1)
    )
    side = torch.floor(torch.rand(n, 1, 1, generator=generator) * 4)
    down = torch.linspace(0, 1, height).view(1, height, 1).expand(n, height, width)
    across = torch.linspace(0, 1, width).view(1, 1, width).expand(n, height, width)
    place = torch.where(side < 2, down, across)
    place = torch.where(side % 2 < 1, place, 1 - place)
    colour = torch.rand(n, 1, 1, 1, generator=generator) * 0.7 + torch.rand(n, 3, 1, 1, generator=generator) * 0.3
    return torch.where((place < deep)[:, None], colour, x)


def _bent(n: int, amount: float, generator: torch.Generator) -> torch.Tensor:
    """Smooth random displacements (n, 48, 48, 2), in halves of a crop's side: parts of a character grow and move."""
    knots = torch.randn(n, 2, 5, 5, generator=generator) * amount * torch.rand(n, 1, 1, 1, generator=generator)
    return functional.interpolate(knots, SIZE, mode="bicubic", align_corners=True).permute(0, 2, 3, 1)


def _augment(x: torch.Tensor, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Ink, light, colour, shape, any turn but mostly near one of four: (n, 3, 48, 48) → same, turns (n, 4)."""
    n = len(x)

    def rand(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, generator=generator)

    x = _covered(_redrawn(x, 0.5, generator), 0.2, generator)
    gain = 0.6 + 0.8 * rand(n, 1, 1, 1)
    tint = 0.85 + 0.3 * rand(n, 3, 1, 1)
    x = x * gain * tint + (rand(n, 1, 1, 1) - 0.5) * 0.2
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * torch.where(rand(n, 1, 1, 1) < 0.15, rand(n, 1, 1, 1), torch.ones(1))
    quarter = torch.floor(rand(n) * 4) * (torch.pi / 2)
    spread = torch.where(rand(n) < 0.2, torch.pi / 2, 0.5)
    angle = quarter + (rand(n) - 0.5) * spread
    size = 0.9 + 0.3 * rand(n)
    aspect = 0.85 + 0.3 * rand(n)
    slant = (rand(n) - 0.5) * 0.4
    cos, sin = torch.cos(angle), torch.sin(angle)
    # first the turn, then the shape: a slant or a squash of the upright character is part of its lettering
    row_x = torch.stack([aspect * cos + slant * sin, slant * cos - aspect * sin], 1)
    row_y = torch.stack([sin, cos], 1)
    shift = (rand(n, 2, 1) - 0.5) * 0.16
    theta = torch.cat([torch.stack([row_x, row_y], 1) * size[:, None, None], shift], 2)
    grid = functional.affine_grid(theta, list(x.shape), align_corners=False)
    # the grid is in halves of the upright crop's side: bending it there bends the character, whatever its turn
    grid = grid + _bent(n, 0.09, generator)
    turned = functional.grid_sample(x, grid, padding_mode="border", align_corners=False).clamp(0, 1)
    # the grid says where a pixel comes from: the character turns the other way
    turns = torch.stack([torch.cos(-angle), torch.sin(-angle), torch.cos(-2 * angle), torch.sin(-2 * angle)], 1)
    return turned, turns


def _judged(net: CharacterNet, crops: NDArray[np.uint8], labels: NDArray[np.uint8]) -> tuple[float, float]:
    """Share of characters named right, and share of all crops of which it is known whether they show one."""
    net.eval()
    named, known = 0, 0
    with torch.inference_mode():
        for k in range(0, len(labels), 1000):
            x = torch.from_numpy(np.ascontiguousarray(crops[k : k + 1000])).permute(0, 3, 1, 2).float() / 255
            logits, _, _, there = (part.numpy() for part in net(x))
            named += int((logits.argmax(1) == labels[k : k + 1000]).sum())
            known += int(((there[:, 0] > 0) == (labels[k : k + 1000] != NOTHING)).sum())
    net.train()
    return named / max(1, int((labels != NOTHING).sum())), known / max(1, len(labels))


def _loss(net: CharacterNet, x: torch.Tensor, turns: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Names and turns count where there is a character."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits, turn, _, there = (part.float() for part in net(x.contiguous(memory_format=torch.channels_last)))
    real = y != NOTHING
    loss = functional.cross_entropy(logits[real], y[real], label_smoothing=0.05)
    loss = loss + TURN_SHARE * functional.mse_loss(turn[real], turns[real])
    return loss + THERE_SHARE * functional.binary_cross_entropy_with_logits(there[:, 0], real.float())


def train_second_look(
    crops: Path, held_out: Path, out: Path, *, minutes: float, batch: int = 128, seed: int = 0
) -> Path:
    """Trains for ``minutes`` on ``crops`` (made by ``models.crops.cut``); returns the checkpoint ``out``.

    A checkpoint with the optimizer's state is written every minute; when ``out`` is there, training goes on from it and
    ``minutes`` counts from the beginning.
    """
    torch.manual_seed(seed)
    pixels = np.load(crops.with_suffix(".npy"))  # in memory: random rows of a mapped file are slow
    labels = np.load(crops.with_suffix(".labels.npy"))
    val_pixels = np.load(held_out.with_suffix(".npy"), mmap_mode="r")
    val_labels = np.load(held_out.with_suffix(".labels.npy"))
    net = CharacterNet().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.02)
    spent, step = 0.0, 0
    if out.exists():
        state = torch.load(out, weights_only=True)
        net.load_state_dict(state["net"])
        optimizer.load_state_dict(state["optimizer"])
        spent, step = state["spent"], state["step"]
    generator = torch.Generator().manual_seed(seed + step)
    rng = np.random.default_rng([seed, step])
    start, saved = time.monotonic() - spent, time.monotonic()
    out.parent.mkdir(parents=True, exist_ok=True)

    def save() -> None:
        state = {
            "net": net.state_dict(),
            "optimizer": optimizer.state_dict(),
            "spent": time.monotonic() - start,
            "step": step,
        }
        torch.save(state, out)

    def held_out_figures() -> str:
        named, known = _judged(net, val_pixels[: len(val_labels)], val_labels)
        return f"held-out letterings {named:.4f}, character or none {known:.4f} (n={len(val_labels)} crops)"

    net.train()
    while (done := (time.monotonic() - start) / (minutes * 60)) < 1:
        rate = 2e-3 * min(1.0, (step + 1) / 200) * (0.5 * (1 + np.cos(np.pi * done)) * 0.99 + 0.01)
        for group in optimizer.param_groups:
            group["lr"] = float(rate)
        chosen = np.sort(rng.integers(0, len(labels), batch))
        x = torch.from_numpy(pixels[chosen]).permute(0, 3, 1, 2).float() / 255
        y = torch.from_numpy(labels[chosen].astype(np.int64))
        x, turns = _augment(x, generator)
        loss = _loss(net, x, turns, y)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        step += 1
        if time.monotonic() - saved > 60:
            save()
            saved = time.monotonic()
            log.info("step %d, %.0f %%, loss %.3f, %s", step, 100 * done, float(loss), held_out_figures())
    save()
    log.info("%s", held_out_figures())
    return out


def export_second_look(checkpoint: Path) -> Path:
    """Writes second_look.onnx: crops (n, 3, 48, 48) RGB in 0…1 → what :class:`CharacterNet` gives."""
    net = CharacterNet()
    net.load_state_dict(torch.load(checkpoint, weights_only=True)["net"])
    net.eval()
    target = WEIGHTS / "second_look.onnx"
    WEIGHTS.mkdir(exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(2, 3, SIZE, SIZE),),
        str(target),
        input_names=["crops"],
        output_names=list(OUTPUTS),
        dynamic_axes={name: {0: "n"} for name in ("crops", *OUTPUTS)},
        opset_version=OPSET,
        dynamo=False,
    )
    add_metadata(target, {"names": json.dumps(FACES), "margin": str(MARGIN), "license": "AGPL-3.0"})
    register("second_look", target)
    return target
