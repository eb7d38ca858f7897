"""Where the app keeps what it must remember: one folder, which DAER_DATA names."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Give the folder, made if need be: DAER_DATA, else ``.daer`` in the home of whoever started the app."""
    folder = Path(os.environ.get("DAER_DATA") or Path.home() / ".daer")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
