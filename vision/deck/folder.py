"""Decks of the command line: one file each in a folder. The app keeps the same bytes elsewhere."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from vision.deck.errors import DeckError, UnknownDeck
from vision.deck.file import SUFFIX, load_deck, to_bytes

if TYPE_CHECKING:
    from vision.deck.profile import DeckProfile

AUTO = "auto"


def decks_folder() -> Path:
    """Return ``decks`` in ``DAER_DATA``, or in what the operating system names for this user's data."""
    told = os.environ.get("DAER_DATA")
    return (Path(told).expanduser() if told else user_data_path("daer", appauthor=False)) / "decks"


def path_of(name: str, folder: Path) -> Path:
    """Return the file of a deck; names may hold what file names may not."""
    return folder / (hashlib.sha256(name.encode()).hexdigest()[:16] + SUFFIX)


def save_deck(profile: DeckProfile, folder: Path | None = None) -> Path:
    """Write a deck over the one of the same name, whole or not at all; returns its file.

    Raises:
        DeckError: it cannot be written.

    """
    folder = folder or decks_folder()
    path = path_of(profile.name, folder)
    part = path.with_suffix(".part")
    data = to_bytes(profile)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise DeckError(f"{path}: {error.strerror}") from error
    return path


def known_decks(folder: Path | None = None) -> dict[str, DeckProfile]:
    """Read every deck of a folder, by name.

    Raises:
        DeckError: one of the files is no deck.

    """
    files = sorted((folder or decks_folder()).glob(f"*{SUFFIX}"))
    return {deck.name: deck for deck in map(load_deck, files)}


def chosen_decks(folder: Path | None, name: str | None) -> tuple[DeckProfile, ...]:
    """Return the decks that a scan may use: none, the one of this name, or with ``auto`` all of them.

    Raises:
        DeckError: there is none of this name, or its file is none.

    """
    if name is None:
        return ()
    if name == AUTO:
        return tuple(known_decks(folder).values())
    path = path_of(name, folder or decks_folder())
    if not path.is_file():
        raise UnknownDeck(name)
    return (load_deck(path),)
