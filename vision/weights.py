"""Finds the weights and refuses any file that is not the one in the manifest."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from dataclasses import dataclass
from pathlib import Path

from vision.errors import WeightsError

ENVIRONMENT = "DAER_WEIGHTS"
MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Weights:
    """Verified files.

    Attributes:
        detector: the ONNX file that finds characters.
        second_look: the ONNX file that reads upright crops; None where the manifest has none.
        calibration: the JSON file that tells what the probabilities are worth; None where the manifest has none.

    """

    detector: Path
    second_look: Path | None = None
    calibration: Path | None = None


def weights_folder() -> Path:
    """Return the folder of the weights: ``$DAER_WEIGHTS``, or ``weights`` inside the package ``models``.

    The package is located, not imported.
    """
    if chosen := os.environ.get(ENVIRONMENT):
        return Path(chosen)
    spec = importlib.util.find_spec("models")
    for place in spec.submodule_search_locations or () if spec else ():
        return Path(place) / "weights"
    raise WeightsError("the package models is not installed")


def find_weights(folder: Path | None = None) -> Weights:
    """Read the manifest and verify every file in it that is used here."""
    folder = folder or weights_folder()
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise WeightsError(f"no readable {MANIFEST}") from error
    if not isinstance(manifest, dict) or "detector" not in manifest:
        raise WeightsError(f"{MANIFEST} names no detector")
    more = [verified(folder, manifest[key]) if manifest.get(key) else None for key in ("second_look", "calibration")]
    return Weights(verified(folder, manifest["detector"]), *more)


def verified(folder: Path, entry: object) -> Path:
    """Return the path of a manifest entry ``{"file", "sha256"}`` after checking the file's sum."""
    if not isinstance(entry, dict) or not {"file", "sha256"} <= entry.keys():
        raise WeightsError(f"{MANIFEST}: an entry needs file and sha256")
    path = folder / str(entry["file"])
    try:
        found = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise WeightsError(f"{path.name} is missing") from error
    if found != entry["sha256"]:
        raise WeightsError(f"{path.name} is not the file in {MANIFEST}")
    return path
