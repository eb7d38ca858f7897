"""A house's own rules: a TOML file that a player uploads, checked before it is kept, loaded by its key ever after."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from scorer import RulesError, load_rules, rule_names
from scorer.rules import read_toml
from ui.paths import data_folder

if TYPE_CHECKING:
    from pathlib import Path

    from scorer import RuleSet

PREFIX = "house-"
MAX_BYTES = 64_000
_KEY = re.compile(rf"{PREFIX}[0-9a-f]{{16}}-[\w\-]{{1,40}}")


def is_house(system: str) -> bool:
    """Whether the name of a rule system is the key of a house's file.

    >>> is_house("house-0123456789abcdef-ours"), is_house("luzhou_deng"), is_house("house-../../x")
    (True, False, False)
    """
    return _KEY.fullmatch(system) is not None


def keep(data: bytes, filename: str) -> str:
    """Check a house's file and keep it; give its key, the same for the same file.

    Raises:
        RulesError: one sentence that says what is wrong with the file.

    """
    text = _text_of(data)
    stem = re.sub(r"[^\w\-]+", "-", filename.rsplit(".", 1)[0])[:40].strip("-") or "house"
    key = f"{PREFIX}{hashlib.sha256(data).hexdigest()[:16]}-{stem}"
    path = _path(key)
    fresh = not path.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    try:
        rules_of(key)
    except RulesError:
        if fresh:
            path.unlink()
        raise
    return key


def known(system: str) -> bool:
    """Whether these rules can be loaded here."""
    return system in rule_names() or (is_house(system) and _path(system).is_file())


def rules_of(system: str) -> RuleSet:
    """Load a rule system by its name, or a house's by its key.

    Raises:
        RulesError: there is no such rule system.

    """
    return _load_house(str(_path(system))) if is_house(system) else load_rules(system)


@lru_cache(maxsize=32)
def _load_house(path: str) -> RuleSet:
    return load_rules(path)


def text_of(key: str) -> str:
    """Give what a house's file says."""
    return _path(key).read_text(encoding="utf-8")


def _path(key: str) -> Path:
    digest, stem = key.removeprefix(PREFIX).split("-", 1)
    return data_folder() / "houses" / digest / f"{stem}.toml"


def _text_of(data: bytes) -> str:
    """Decode the file and make sure that it builds on a rule system of ours and on no other file of this computer."""
    if len(data) > MAX_BYTES:
        raise RulesError(f"a rule file has at most {MAX_BYTES // 1000} kB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulesError("the file is no UTF-8 text") from None
    raw = read_toml(text, "the file")
    if raw.get("extends") not in rule_names():
        raise RulesError(f'the file must say extends = "…", one of {", ".join(rule_names())}')
    return text
