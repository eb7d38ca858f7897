"""Pictures to send: drawn with letters, not with boxes."""

import io

import pytest
from PIL import Image
from ui_fakes import SEED_HAND

from scorer import texts
from scorer.faces import FACES, character
from ui import chart, share, type_case
from ui.catalogue import TEXTS, Say
from ui.edits import from_faces
from ui.scoring import Answers, score_hand
from ui.setup import Setup
from ui.share_panel import picture_of


def hand_picture(lang="zh-Hans"):
    setup = Setup("luzhou_mingtang", 4, lang, ("老王", "A", "丙", "丁"))
    answers = Answers(winner=1)
    hand = from_faces(SEED_HAND)
    return picture_of(hand, score_hand(hand, setup, answers), setup, answers, Say(lang))


def picture_score():
    return score_hand(from_faces(SEED_HAND), Setup("luzhou_mingtang"), Answers(winner=1))


def opened(data):
    image = Image.open(io.BytesIO(data))
    assert image.format == "PNG"
    return image


@pytest.mark.parametrize("lang", TEXTS)
def test_a_hand_becomes_one_picture(lang):
    picture = hand_picture(lang)
    assert picture.payments[0][0] == "A"
    assert picture.total == picture_score().headline(lang)
    assert [number for _, number in picture.reasons] == [
        picture_score().worth(item, lang) for item in picture_score().mingtang
    ]
    image = opened(share.hand_png(picture))
    assert image.width == share.WIDTH
    assert 900 < image.height < share.TALLEST
    colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 20)}
    assert {(0xC0, 0x1F, 0x26), (0xFF, 0xFD, 0xF6)} <= colours


@pytest.mark.parametrize("rounds", [0, 1, 40])
def test_an_evening_becomes_one_picture(rounds):
    running = tuple((n, -n, 2 * n, -2 * n) for n in range(1, rounds + 1))
    totals = running[-1] if running else (0, 0, 0, 0)
    image = opened(share.evening_png(share.EveningPicture("x", ("甲", "乙", "丙", "丁"), totals, running, "共")))
    assert image.width == share.WIDTH


def test_without_a_chinese_font_there_is_no_picture(monkeypatch):
    monkeypatch.setattr(share, "fonts", tuple)
    with pytest.raises(type_case.NoFont):
        share.hand_png(hand_picture())


def test_the_own_font_has_all_that_the_app_says():
    said = {char for texts in TEXTS.values() for text in texts.values() for char in text if char.isprintable()}
    said |= {character(face) for face in FACES} | set(map(chr, texts.HANT.values()))
    missing = {
        char
        for char in said
        if isinstance(char, str) and not char.isspace() and not type_case._has(str(type_case.OWN), char)
    }
    assert missing <= set("↶↷▒★"), "run python -m ui.fonts.subset"
    assert type_case.OWN.stat().st_size < 1_000_000


def test_long_words_are_broken_to_the_width():
    case = type_case.TypeCase(type_case.fonts())
    lines = case.wrapped("一二三四五六七八九十 the quick brown fox", 40, 200)
    assert len(lines) > 2
    assert all(case.width(line, 40) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == "一二三四五六七八九十thequickbrownfox"


def test_a_character_of_no_font_is_a_question_mark():
    case = type_case.TypeCase(type_case.fonts())
    assert case._runs("\U000f0000")[0][1] == "?"


def test_the_chart_has_a_line_and_a_name_a_seat():
    drawn = chart.svg(("甲", "<b>"), [(3, -3), (1, -1)], "t")
    assert drawn.count("<polyline") == 2
    assert "&lt;b&gt;" in drawn
    assert len(set(chart.DASHES)) == len(chart.COLOURS) == 4


@pytest.mark.parametrize("span", [(0, 1), (-1, 0), (-7, 93), (-1000, 5), (3, 3), (-99_999, 99_999)])
def test_ticks_hold_the_values_between_them(span):
    ticks = chart.steps(*span)
    assert ticks[0] <= span[0]
    assert ticks[-1] >= span[1]
    assert 2 <= len(ticks) <= 7
