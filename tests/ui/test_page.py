"""The app without a browser: photo, correction, score, questions, bad photos."""

import io
import re
import zlib
from dataclasses import replace

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest
from ui_fakes import PHZ_HAND, SEED_HAND, reading

from scorer.faces import character
from ui.catalogue import TEXTS
from vision.states import sentence

ZH = TEXTS["zh-Hans"]


def send(app, data, name="hand.jpg"):
    app.file_uploader(key="upload").set_value((name, data, "image/jpeg"))
    return app.run()


def panel(app):
    return next(element.proto.body for element in app.get("html") if 'class="score' in element.proto.body)


def buttons(app, prefix):
    return [button for button in app.button if (button.key or "").startswith(prefix)]


def card(app, number):
    return next(button for button in app.button if (button.key or "").split("-")[:2] == ["card", str(number)])


def face(app, code):
    return next(
        button for button in app.button if (button.key or "").startswith("face-all-") and f"-{code}" in button.key
    )


def pill(app, key):
    return next(group for group in app.button_group if group.key == key)


def session_answers(app, **changes):
    app.session_state["answers"] = replace(app.session_state["answers"], **changes)


@pytest.fixture
def scored(app, jpeg):
    return send(app, jpeg)


def test_start_page_is_clean(app):
    assert not app.exception
    assert not app.error
    assert ZH["start.hint"] in [element.value for element in app.markdown]


def test_photo_becomes_score(scored):
    assert not scored.exception
    assert [button.label for button in buttons(scored, "card-")] == [
        character(code) for column in SEED_HAND for code in column
    ]
    html = panel(scored)
    assert 'data-valid="true"' in html
    assert "10胡" in html
    assert "红" in html
    assert ["+10" in html, "-6" in html, "+2" in html] == [True] * 3


def test_one_photo_is_scanned_once(scored, scanner):
    scored.run()
    scored.run()
    assert scanner.scans == 1


def test_correcting_a_card_takes_two_taps_and_scores_at_once(scanner, app, jpeg):
    wrong = [list(column) for column in SEED_HAND]
    wrong[1][2] = "b8"
    scanner.result = reading(wrong, table=(0, 1), doubts={5: {"p": 0.6, "alternatives": (("s8", 0.35),)}})
    send(app, jpeg)
    assert 'data-valid="false"' in panel(app)
    assert "-doubt" in card(app, 5).key
    card(app, 5).click().run()
    likely = [button.label for button in buttons(app, "face-likely-")]
    assert likely[:2] == ["捌", "八"]
    assert len(buttons(app, "face-all-")) == 20
    buttons(app, "face-likely-")[1].click().run()
    assert not app.exception
    assert not buttons(app, "face-")
    assert "-doubt" not in card(app, 5).key
    assert 'data-valid="true"' in panel(app)
    app.button(key="undo").click().run()
    assert 'data-valid="false"' in panel(app)
    app.button(key="redo").click().run()
    assert 'data-valid="true"' in panel(app)


def test_every_fault_is_said_in_a_sentence(scored):
    card(scored, 0).click().run()
    face(scored, "s9").click().run()
    html = panel(scored)
    assert 'data-valid="false"' in html
    assert html.count("<p>") >= 1
    assert ZH["score.pays"] not in html


def test_peng_and_kan_by_one_tap(scored):
    kind = buttons(scored, "kind-")[0]
    assert (kind.label, kind.disabled) == ("碰", False)
    kind.click().run()
    assert buttons(scored, "kind-")[0].label == "坎"
    assert "13胡" in panel(scored)
    assert buttons(scored, "kind-")[2].disabled


def test_marking_the_winning_card_turns_kan_into_peng(scored):
    buttons(scored, "kind-")[1].click().run()
    assert "15胡" in panel(scored)
    card(scored, 4).click().run()
    scored.button(key="pick-win").click().run()
    assert buttons(scored, "kind-")[1].label == "碰"
    assert "-win" in card(scored, 4).key
    assert "10胡" in panel(scored)


def test_chips_are_those_that_can_be(scored):
    assert list(pill(scored, "ask-chip").options) == [ZH["chip.dihu"], ZH["chip.haidi"]]
    pill(scored, "ask-winner").set_value(0).run()
    assert list(pill(scored, "ask-chip").options) == [ZH["chip.tianhu"], ZH["chip.huilong"], ZH["chip.haidi"]]


def cells(app):
    return re.findall(r"<td[^>]*>([^<]*)</td>", panel(app))


ROW = (
    ("s10", "s10", "b10"),
    ("b9", "b8", "b7"),
    ("b7", "b7"),
    ("b2", "b7", "b10"),
    ("s4", "b4", "s4"),
    ("s3", "s3", "s3"),
    ("s5", "s5", "s5", "s5"),
)
"""The sample photo 1-row.jpg, whose 三三三 is a 碰 that nothing in the photo shows."""


def test_seats_that_get_nothing_are_left_out(scored):
    pill(scored, "setup-system").set_value("chongqing_dao").run()
    pill(scored, "ask-winner").set_value(1).run()
    assert len(cells(scored)) == 2 * 3
    assert not any(ZH["score.dijia"] in cell for cell in cells(scored))


def test_a_triple_that_may_be_a_peng_is_asked(scanner, app, jpeg):
    scanner.result = reading(ROW)
    send(app, jpeg)
    assert "24胡" in panel(app)
    assert "-doubt" in buttons(app, "kind-5")[0].key
    question = pill(app, "ask-kind-5")
    assert {"碰", "坎"} == set(question.options)
    question.set_value("peng").run()
    assert "19胡" in panel(app)
    assert "ask-kind-5" not in {group.key for group in app.button_group}


def test_paohuzi_starts_as_a_win_by_another_players_draw(scanner, jpeg):
    scanner.result = reading(PHZ_HAND)
    app = AppTest.from_file("../../app.py", default_timeout=20)
    app.query_params["system"] = "phz_ping"
    send(app.run(), jpeg)
    assert 'data-valid="true"' in panel(app)
    source = pill(app, "ask-source")
    assert source.value == "other_draw"
    assert ZH["ask.source.discard"] not in source.options


def test_a_self_drawn_third_card_makes_a_wei_in_paohuzi(scanner, jpeg):
    scanner.result = reading(PHZ_HAND)
    app = AppTest.from_file("../../app.py", default_timeout=20)
    app.query_params["system"] = "phz_ping"
    send(app.run(), jpeg)
    session_answers(app, source="self_draw")
    card(app.run(), 4).click().run()
    app.button(key="pick-win").click().run()
    assert [button.label for button in buttons(app, "kind-")][:2] == ["偎", "偎"]
    assert "15息" in panel(app)
    pill(app, "ask-source").set_value("other_draw").run()
    assert buttons(app, "kind-")[1].label == "碰"
    pill(app, "ask-source").set_value("self_draw").run()
    assert buttons(app, "kind-")[1].label == "偎"


def test_a_chip_counts(scored):
    before = panel(scored)
    pill(scored, "ask-chip").set_value("dihu").run()
    assert not scored.exception
    assert panel(scored) != before
    assert "地" in panel(scored)


def test_three_players_have_no_dijia(scored):
    pill(scored, "setup-players").set_value(3).run()
    html = panel(scored)
    assert ZH["score.dijia"] not in html
    assert "+8" in html


def test_mingtang_with_reasons_and_cap(scored):
    pill(scored, "setup-system").set_value("luzhou_mingtang").run()
    html = panel(scored)
    assert "32番" in html
    assert "红胡" in html
    assert "+36" in html


def test_language_switch(scored):
    pill(scored, "setup-lang").set_value("en").run()
    assert not scored.exception
    assert TEXTS["en"]["score.pays"] in panel(scored)


def test_delete_add_and_move(scored):
    card(scored, 20).click().run()
    scored.button(key="pick-delete").click().run()
    assert len(buttons(scored, "card-")) == 20
    card(scored, 19).click().run()
    scored.button(key="pick-add").click().run()
    face(scored, "s10").click().run()
    assert 'data-valid="true"' in panel(scored)
    card(scored, 0).click().run()
    scored.button(key="pick-move-new").click().run()
    assert len(buttons(scored, "kind-")) == 8
    card(scored, 0).click().run()
    scored.button(key="pick-delete-column").click().run()
    assert len(buttons(scored, "kind-")) == 7


def test_face_down_card_asks_for_its_number(scored):
    for number in (0, 1, 2):
        card(scored, number).click().run()
        scored.button(key="pick-back").click().run()
    assert not scored.exception
    assert ZH["score.covered"].format(columns="1") in panel(scored)


def test_strays_are_shown_apart(scanner, app, jpeg):
    scanner.result = reading(SEED_HAND, table=(0, 1), strays=("b9",))
    send(app, jpeg)
    assert ZH["hand.strays"] in [caption.value for caption in app.caption]
    assert 'data-valid="true"' in panel(app)


PAD_TAPS = [
    ("peng", "b2"), ("peng", "s8"), ("mix", "s7"), ("mix", "s10"), ("run", "s2"), ("run", "s5"), ("run", "s8"),
]  # fmt: skip


def test_manual_entry_is_a_kind_and_a_card_a_column(app):
    app.button(key="manual").click().run()
    for kind, code in PAD_TAPS:
        pill(app, "pad-kind").set_value(kind).run()
        next(b for b in buttons(app, "face-pad-") if f"-{code}" in b.key).click().run()
    assert not app.exception
    assert [button.label for button in buttons(app, "card-")] == [
        character(code) for column in SEED_HAND for code in column
    ]
    assert "10胡" in panel(app)
    assert not buttons(app, "face-pad-"), "the pad closes when the hand is whole"


def test_payments_go_by_name(app, jpeg):
    pill(app, "setup-dealer").set_value(1).run()
    for seat, name in enumerate(["甲", "乙", "丙", "丁"]):
        app.text_input(key=f"setup-name-{seat}").set_value(name).run()
    send(app, jpeg)
    assert list(pill(app, "ask-winner").options) == [ZH["ask.winner.dealer"].format(name="乙"), "丙", "甲"]
    pill(app, "ask-winner").set_value(2).run()
    assert cells(app) == ["丙", "+10", "丁（底家）", "+2", "甲", "-6", "乙", "-6"]


def test_a_new_photo_keeps_the_table(app, jpeg):
    app.text_input(key="setup-name-0").set_value("老王").run()
    pill(app, "setup-system").set_value("luzhou_mingtang").run()
    send(app, jpeg)
    send(app, jpeg, "again.jpg")
    assert app.text_input(key="setup-name-0").value == "老王"
    assert pill(app, "setup-system").value == "luzhou_mingtang"
    assert app.query_params["names"] == "老王"


def test_dihu_after_a_drawn_card_is_no_fault(scored):
    session_answers(scored, source="self_draw")
    pill(scored, "ask-chip").set_value("dihu").run()
    assert 'data-valid="true"' in panel(scored)
    assert "地胡" in panel(scored)


def test_split_join_and_kind_from_the_sheet(scored):
    card(scored, 1).click().run()
    scored.button(key="pick-split").click().run()
    assert len(buttons(scored, "kind-")) == 8
    card(scored, 0).click().run()
    scored.button(key="pick-merge-right").click().run()
    assert len(buttons(scored, "kind-")) == 7
    card(scored, 0).click().run()
    scored.button(key="pick-kind-kan").click().run()
    assert buttons(scored, "kind-")[0].label == "坎"


def test_an_unfinished_hand_says_what_it_waits_for(scored):
    card(scored, 20).click().run()
    scored.button(key="pick-delete").click().run()
    waiting = next(element.proto.body for element in scored.get("html") if 'data-advice="waits"' in element.proto.body)
    assert "十" in waiting
    assert ZH["waits.scores"].format(total="10胡", paid=10) in waiting
    assert ZH["foul.title"] not in panel(scored)


def test_a_wrong_win_says_its_compensation_by_name(scored):
    pill(scored, "setup-system").set_value("chongqing_dao").run()
    card(scored, 20).click().run()
    face(scored, "s1").click().run()
    pill(scored, "ask-winner").set_value(0).run()
    html = panel(scored)
    assert ZH["foul.title"] in html
    assert "-6" in html
    assert html.count("+2") == 3


def test_own_rules_are_taken_or_refused_with_a_sentence(scored):
    good = 'extends = "luzhou_mingtang"\n[fan]\n"青" = 16\n'.encode()
    scored.file_uploader(key="house-file").set_value(("ours.toml", good, "application/toml")).run()
    assert not scored.error
    assert pill(scored, "setup-system").value.endswith("-ours")
    assert "32番" in panel(scored)
    bad = b'extends = "luzhou_mingtang"\nnonsense = 3\n'
    scored.file_uploader(key="house-file").set_value(("bad.toml", bad, "application/toml")).run()
    assert len(scored.error) == 1
    assert "nonsense" in scored.error[0].value
    assert pill(scored, "setup-system").value.endswith("-ours")


def png(size):
    buffer = io.BytesIO()
    Image.new("RGB", size).save(buffer, "PNG")
    return buffer.getvalue()


def huge_header():
    data = bytearray(png((70, 70)))
    data[16:24] = (40000).to_bytes(4, "big") * 2
    data[29:33] = zlib.crc32(bytes(data[12:29])).to_bytes(4, "big")
    return bytes(data)


@pytest.mark.parametrize("bad", ["text", "empty", "dot", "huge", "cut"])
def test_bad_files_leave_a_sentence_and_the_hand(scored, scanner, jpeg, bad):
    data = {
        "text": b"hello, this is no photo" * 20,
        "empty": b"",
        "dot": png((1, 1)),
        "huge": huge_header(),
        "cut": jpeg[: len(jpeg) // 2],
    }[bad]
    before = panel(scored)
    pill(scored, "setup-players").set_value(3).run()
    send(scored, data, "bad.jpg")
    assert not scored.exception
    assert len(scored.error) == 1
    assert scored.error[0].value.count("。") == 1
    assert len(buttons(scored, "card-")) == 21
    assert panel(scored) != before
    assert scanner.scans == 1
    send(scored, jpeg, "good.jpg")
    assert not scored.error


def test_photo_without_cards(scored, scanner, jpeg):
    scanner.result = reading(())
    send(scored, jpeg, "table.jpg")
    assert [error.value for error in scored.error] == [sentence("no_cards", "zh-Hans")]
    assert len(buttons(scored, "card-")) == 21


def test_questions_of_paohuzi_speak_its_own_words(scanner, jpeg):
    scanner.result = reading(ROW)
    app = AppTest.from_file("../../app.py", default_timeout=20)
    app.query_params["system"] = "phz_ping"
    send(app.run(), jpeg)
    assert [button.label for button in buttons(app, "kind-")][-2:] == ["偎", "跑"]
    assert list(pill(app, "ask-kind-5").options) == ["碰", "偎"]
    assert list(pill(app, "ask-kind-6").options) == ["跑", "提"]
