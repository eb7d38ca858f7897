"""The manifest of the weights: which files the scan loads, and their checksums."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

WEIGHTS = Path(__file__).with_name("weights")
MANIFEST = WEIGHTS / "manifest.json"
CALIBRATION = "calibration"


def register(name: str, path: Path, *, same_net: bool = False) -> None:
    """Writes the file's sha256 under ``name`` in the manifest that the app checks when it loads the weights.

    A calibration is that of the nets it was fitted with: when one of them changes it is no longer used. ``same_net``:
    only something was added to the file that changes no reading without a deck.
    """
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8")) if MANIFEST.exists() else {}
    entry = {"file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    if name != CALIBRATION and not same_net and manifest.get(name) != entry:
        manifest.pop(CALIBRATION, None)
    manifest[name] = entry
    MANIFEST.write_text(json.dumps(manifest, indent=2, sort_keys=True) + "\n", encoding="utf-8")
