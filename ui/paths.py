"""Where the app keeps what it must remember: the ledger's folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.database import data_dir

if TYPE_CHECKING:
    from pathlib import Path


def data_folder() -> Path:
    """Give the folder, made if need be: DAER_DATA, else the place that the system keeps for a user's data."""
    folder = data_dir()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
