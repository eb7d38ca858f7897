"""Files of decks that anybody may have written, and the folder they lie in."""

from __future__ import annotations

import json
import zlib

import numpy as np
import pytest

from vision.cli import main
from vision.deck import DeckError, DeckProfile, FaceCrops, from_bytes, load_deck, to_bytes
from vision.deck.errors import BadDeckName, DamagedDeck, DeckTooLarge, NotADeck, OtherDeckVersion, UnknownDeck
from vision.deck.file import CROP, LARGEST, MAGIC
from vision.deck.folder import chosen_decks, known_decks, save_deck
from vision.deck.profile import MOST_CROPS


def profile(name="外婆的牌", crops=2, seed=0):
    rng = np.random.default_rng(seed)
    faces = [FaceCrops(rng.integers(0, 256, (crops, 48, 48, 3), np.uint8), np.arange(crops) == 1) for _ in range(20)]
    return DeckProfile(name, tuple(faces))


def packed(head, pixels=b"", length=None):
    written = head if isinstance(head, bytes) else json.dumps(head).encode()
    announced = len(written) if length is None else length
    return MAGIC + b"\x01" + zlib.compress(announced.to_bytes(4, "big") + written + pixels)


def head(**changed):
    return {"name": "a", "crops": [[False]] * 20} | changed


def test_a_deck_comes_back_as_it_was():
    before = profile()
    after = from_bytes(to_bytes(before))
    assert after.name == before.name
    for a, b in zip(after.faces, before.faces, strict=True):
        assert (a.pixels == b.pixels).all()
        assert (a.told == b.told).all()


def test_the_largest_deck_fits_its_own_limit():
    assert len(from_bytes(to_bytes(profile(crops=MOST_CROPS))).faces[19]) == MOST_CROPS


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", NotADeck),
        (b"\x80\x04\x95pickle", NotADeck),
        (MAGIC, DamagedDeck),
        (MAGIC + b"\x02abc", OtherDeckVersion),
        (MAGIC + b"\x01abc", DamagedDeck),
        (to_bytes(profile())[:-9], DamagedDeck),
        (to_bytes(profile()) + b"more", DamagedDeck),
        (bytes(LARGEST + 1), DeckTooLarge),
        (MAGIC + b"\x01" + zlib.compress(bytes(100_000_000)), DeckTooLarge),
        (packed(head(), bytes(CROP * 19)), DamagedDeck),
        (packed(head(), bytes(CROP * 20), length=2**31), DamagedDeck),
        (packed(head(crops=[[False]] * 19), bytes(CROP * 19)), DamagedDeck),
        (packed(head(crops=[[]] * 20)), DamagedDeck),
        (packed(head(crops=[[False] * 9] * 20), bytes(CROP * 180)), DeckTooLarge),
        (packed(head(crops=[[float("nan")]] * 20), bytes(CROP * 20)), DamagedDeck),
        (packed(head(crops=None), bytes(CROP * 20)), DamagedDeck),
        (packed(b"[" * 4000), DamagedDeck),
        (packed([1]), DamagedDeck),
        (packed(b"\xff\xfe"), DamagedDeck),
        (packed(head(name=7), bytes(CROP * 20)), BadDeckName),
        (packed(head(name="a\nb"), bytes(CROP * 20)), BadDeckName),
        (packed(head(name="a" * 41), bytes(CROP * 20)), BadDeckName),
    ],
)
def test_what_is_no_deck_is_refused_with_a_sentence(data, error):
    with pytest.raises(error) as refused:
        from_bytes(data)
    for lang in ("zh-Hans", "zh-Hant", "en"):
        assert "\n" not in refused.value.text(lang)
        assert len(refused.value.text(lang)) > 5
    assert refused.value.name not in ("deck_error", "vision_error")


def test_the_size_is_looked_at_before_the_file_is_read(tmp_path):
    path = tmp_path / "large.daerdeck"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(DeckTooLarge):
        load_deck(path)
    with pytest.raises(NotADeck):
        load_deck(tmp_path / "missing")


def test_decks_lie_in_a_folder_under_any_name(tmp_path):
    for name in ("外婆的牌", "../a/b", "auto?"):
        save_deck(profile(name), tmp_path / "decks")
    save_deck(profile("外婆的牌", seed=5), tmp_path / "decks")
    assert set(known_decks(tmp_path / "decks")) == {"外婆的牌", "../a/b", "auto?"}
    assert {p.parent for p in tmp_path.rglob("*.daerdeck")} == {tmp_path / "decks"}
    (deck,) = chosen_decks(tmp_path / "decks", "外婆的牌")
    assert (deck.faces[3].pixels == profile(seed=5).faces[3].pixels).all()
    assert len(chosen_decks(tmp_path / "decks", "auto")) == 3
    assert chosen_decks(tmp_path / "decks", None) == ()
    with pytest.raises(UnknownDeck):
        chosen_decks(tmp_path / "decks", "other")


def test_the_commands_say_what_is_wrong_in_one_line(tmp_path, capsys):
    assert main(["decks", "--decks", str(tmp_path)]) == 0
    assert main(["scan", "x.jpg", "--deck", "none", "--decks", str(tmp_path)]) == 2
    (tmp_path / "a.daerdeck").write_bytes(b"what")
    assert main(["decks", "--decks", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DeckError):
        save_deck(profile(), tmp_path / "file")
