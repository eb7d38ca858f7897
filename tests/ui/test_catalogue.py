"""The catalogues say the same things in every language, and all that the app asks for."""

import re
import string
from pathlib import Path

import pytest

from scorer import rule_names
from ui import catalogue
from ui.catalogue import LANGUAGES, TEXTS, Say
from ui.setup import system_name

UI = Path(catalogue.__file__).parent.parent


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_language_has_a_catalogue():
    assert set(LANGUAGES) == set(TEXTS)


@pytest.mark.parametrize("lang", TEXTS)
def test_same_keys_and_placeholders(lang):
    assert set(TEXTS[lang]) == set(TEXTS["zh-Hans"])
    assert all(fields(text) == fields(TEXTS["zh-Hans"][key]) for key, text in TEXTS[lang].items())
    assert all(text.strip() for text in TEXTS[lang].values())


def test_every_key_in_the_code_is_in_the_catalogue():
    asked = {
        key
        for path in UI.glob("*.py")
        for key in re.findall(r'say\(\s*"([a-z_.0-9]+)"', path.read_text(encoding="utf-8"))
    }
    assert asked
    assert asked <= set(TEXTS["zh-Hans"])


def test_every_rule_set_has_a_name():
    for lang in LANGUAGES:
        names = [system_name(name, Say(lang)) for name in rule_names()]
        assert all(names)
        assert len(set(names)) == len(names)


def test_no_chinese_outside_the_catalogue():
    spoken = re.compile(r"[\u4e00-\u9fff]")
    for path in UI.glob("*.py"):
        code = re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        lines = [line for line in code.splitlines() if spoken.search(line.split("#")[0])]
        assert not lines, f"{path.name}: {lines}"
