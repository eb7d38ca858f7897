"""A house's own rules: what is kept, what is refused and with which words."""

import pytest

from scorer import RulesError, load_rules
from ui import house

OURS = 'extends = "luzhou_mingtang"\n[fan]\n"青" = 16\n'.encode()


def test_a_good_file_is_kept_and_loaded_by_its_key():
    key = house.keep(OURS, "our table.toml")
    assert house.is_house(key)
    assert house.known(key)
    rules = house.rules_of(key)
    assert (rules.fan["青"], rules.name) == (16, "our-table")
    assert house.keep(OURS, "our table.toml") == key


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"\xff\xfe\x00", "UTF-8"),
        (b"no toml at all", "TOML"),
        (b'extends = "/etc/passwd"', "extends"),
        (b'title = "x"', "extends"),
        (b'extends = "luzhou_deng"\nnonsense = 1', "nonsense"),
        (b'extends = "luzhou_deng"\nmin_hu = -4', "min_hu"),
        (b"x" * 70_000, "64"),
        (b"a = " + b"[" * 5000, "nested"),
    ],
)
def test_a_bad_file_is_refused_by_name_and_not_kept(data, word, tmp_path):
    with pytest.raises(RulesError, match=word) as caught:
        house.keep(data, "bad.toml")
    assert "\n" not in str(caught.value)
    assert str(tmp_path) not in str(caught.value)
    assert not list(tmp_path.rglob("*.toml"))


def test_only_keys_of_our_own_making_reach_the_disk():
    assert not house.known("house-0123456789abcdef-../../secret")
    assert not house.known("house-0123456789abcdef-absent")
    assert house.known("luzhou_deng")
    assert house.rules_of("luzhou_deng") is load_rules("luzhou_deng")
