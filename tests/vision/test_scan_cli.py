"""The command line of contract 2, on a detector that finds what the test lays out."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image
from test_grouping import column_at
from vision_fakes import FakeDetector

import vision.draw
from vision.cli import main
from vision.draw import draw
from vision.photo import load_photo
from vision.scan import Scanner
from vision.states import TEXTS, sentence, states_of
from vision.types import Photo

HAND = [
    ["s1", "s2", "s3"],
    ["b2", "b7", "b10"],
    ["b4", "b4", "b4"],
    ["s5", "s5", "b5"],
    ["b7", "b8", "b9"],
    ["s8", "s8", "s8"],
    ["s4", "s5", "s6"],
]


def scanner(hand=HAND):
    return Scanner(FakeDetector(tuple(g for k, column in enumerate(hand) for g in column_at(150 * k, 0, column))))


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "手牌.jpg"
    rng = np.random.default_rng(1)
    image = rng.integers(60, 220, (700, 1100, 3)).astype(np.uint8)
    path.write_bytes(cv2.imencode(".jpg", image)[1].tobytes())
    return path


def test_one_json_object_a_line(photo, capsys):
    assert main(["scan", "--json", str(photo), str(photo)], scanner()) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    hand = json.loads(lines[0])
    assert hand["photo"] == "手牌.jpg"
    assert hand["size"] == [1100, 700]
    assert hand["legal"] is True
    assert set(hand["ms"]) == {"decode", "detect", "group", "read", "total"}
    assert [c["kind"] for c in hand["columns"]] == ["chi", "chi", "kan", "chi", "chi", "kan", "chi"]
    assert {c["area"] for c in hand["columns"]} == {"hand"}
    cards = hand["cards"]
    assert [[cards[k]["face"] for k in c["cards"]] for c in hand["columns"]] == HAND
    assert [card["column"] for card in cards] == [k // 3 for k in range(21)]
    for card in cards:
        assert {"face", "p", "alternatives", "glyphs", "column"} <= set(card)
        assert 0 <= card["p"] <= 1
        for glyph in card["glyphs"]:
            assert (len(glyph["box"]), len(glyph["head"]), len(glyph["foot"])) == (4, 2, 2)
    assert sum(len(card["glyphs"]) for card in cards) == 28


def test_the_table_for_people_shows_characters(photo, capsys):
    assert main(["scan", str(photo)], scanner()) == 0
    out = capsys.readouterr().out
    assert "吃  一 二 三" in out
    assert "坎  肆 肆 肆" in out
    assert "21 cards, 7 columns, legal" in out


def test_what_is_no_photo_is_one_line_and_the_rest_is_scanned(photo, tmp_path, capsys):
    text = tmp_path / "text.jpg"
    text.write_text("no photo")
    status = main(["scan", "--json", str(text), str(tmp_path / "missing.jpg"), str(photo)], scanner())
    seen = capsys.readouterr()
    assert status == 1
    assert len(seen.out.splitlines()) == 1
    errors = seen.err.splitlines()
    assert len(errors) == 2
    assert "text.jpg" in errors[0]
    assert "missing.jpg" in errors[1]


def test_a_photo_without_cards_says_so(photo, capsys):
    assert main(["scan", "--json", str(photo)], Scanner(FakeDetector())) == 0
    seen = capsys.readouterr()
    hand = json.loads(seen.out)
    assert hand["cards"] == hand["columns"] == []
    assert hand["legal"] is False
    assert "no_cards" in hand["warnings"]
    assert "No cards were found" in seen.err


def test_a_photo_without_cards_is_one_sentence_for_people(photo, capsys):
    assert main(["scan", str(photo)], Scanner(FakeDetector())) == 0
    seen = capsys.readouterr()
    assert seen.out == ""
    assert len(seen.err.splitlines()) == 1


def test_missing_weights_are_one_line(photo, tmp_path, capsys):
    assert main(["scan", str(photo), "--weights", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("fonts", [True, False])
def test_drawings(photo, tmp_path, monkeypatch, fonts):
    if not fonts:
        monkeypatch.setattr(vision.draw, "font_path", lambda: None)
    out = tmp_path / "out.png"
    assert main(["scan", "--json", str(photo), "--draw", str(out)], scanner()) == 0
    assert Image.open(out).size == (1100, 700)
    several = ["scan", "--json", str(photo), str(photo), "--draw", str(out)]
    assert main(several, scanner()) == 0
    assert (tmp_path / f"out-{photo.stem}.png").exists()
    original = load_photo(photo)
    assert (draw(original, scanner().scan(original)) != original.pixels).any()


def test_a_drawing_that_cannot_be_written_is_one_line(photo, tmp_path, capsys):
    assert main(["scan", "--json", str(photo), "--draw", str(tmp_path / "no" / "out.png")], scanner()) == 1
    assert "cannot be written" in capsys.readouterr().err


def plain(level, width=1100, height=700):
    rng = np.random.default_rng(0)
    pixels = np.clip(rng.normal(level, min(level, 60) / 3, (height, width, 3)), 0, 255).astype(np.uint8)
    return Photo(pixels, "", (width, height))


def printed(blur):
    """White cards with strokes where the characters stand."""
    pixels = np.full((700, 1100, 3), 225, np.uint8)
    for glyph in scanner().detector.glyphs:
        x0, y0, x1, y1 = (int(v) for v in glyph.box)
        for k in range(3):
            cv2.line(pixels, (x0 + 10, y0 + 15 + 30 * k), (x1 - 10, y0 + 20 + 30 * k), (20, 20, 20), 9)
        cv2.line(pixels, (x0 + 40, y0 + 8), (x1 - 40, y1 - 8), (20, 20, 20), 9)
    return Photo(cv2.GaussianBlur(pixels, (0, 0), blur) if blur else pixels, "", (1100, 700))


def warnings_of(photo, hand=HAND):
    return scanner(hand).scan(photo).warnings


def test_named_states():
    assert warnings_of(plain(130)) == ()
    assert "too_dark" in warnings_of(plain(12))
    assert "blurred" not in warnings_of(printed(0))
    assert "blurred" in warnings_of(printed(14))
    assert "fewer_than_20_cards" in warnings_of(plain(130), HAND[:5])
    assert "not_seven_columns:5" in warnings_of(plain(130), HAND[:5])
    assert "cut_off" in warnings_of(plain(130, width=994))
    assert "too_small" in warnings_of(plain(130, width=11000, height=700))
    assert "too_many_cards" in warnings_of(plain(130, width=2200), HAND + HAND)


def test_glare_is_what_hides_a_character():
    bright = plain(130)
    bright.pixels[0:110, 0:100] = 255
    hidden = replace(scanner().scan(bright).cards[0], p=0.6)
    hidden = replace(hidden, glyphs=(replace(hidden.glyphs[0], box=(10.0, 10.0, 90.0, 100.0)),))
    assert "glare" in states_of(bright, [hidden], 640)
    assert "glare" not in states_of(bright, [replace(hidden, p=0.99)], 640), "white stock in bright light reads well"
    assert "glare" not in states_of(plain(130), [hidden], 640)


@pytest.mark.parametrize("name", TEXTS)
def test_every_state_has_a_sentence_in_three_languages(name):
    assert len({sentence(name, lang) for lang in ("zh-Hans", "zh-Hant", "en")}) >= 2
    assert sentence(f"{name}:3") == sentence(name)
