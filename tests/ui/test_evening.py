"""Rounds on the page: recorded once, changed, undone, followed by other phones, taken along."""

import io
import json

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest
from test_page import ZH, buttons, card, face, panel, pill, send

from ui import book
from ui.catalogue import TEXTS


@pytest.fixture
def won(app, jpeg):
    """A scored hand whose winner (南) is told."""
    send(app, jpeg)
    pill(app, "ask-winner").set_value(1).run()
    return app


def evenings():
    return book.book().evenings()


def only():
    (summary,) = evenings()
    return book.book().evening(summary.id)


def notices(app):
    return [element.value for element in app.error]


def show(app, view):
    pill(app, "view").set_value(view).run()
    assert not app.exception
    return app


def html(app, mark):
    return next(element.proto.body for element in app.get("html") if mark in element.proto.body)


def record(app):
    app.button(key="record").click().run()
    assert not app.exception
    assert not app.error


def test_nothing_can_be_recorded_before_the_winner_is_told(app, jpeg):
    send(app, jpeg)
    assert not buttons(app, "record")
    assert ZH["record.who"] in [caption.value for caption in app.caption]
    assert evenings() == ()


def test_a_round_is_recorded_once_with_the_hand_and_the_winner_deals_next(won):
    record(won)
    found = only()
    (entry,) = found.rounds
    assert entry.round.payments == (-6, 10, 2, -6)
    assert (entry.round.winner, entry.round.dealer, found.next_dealer) == (1, 0, 1)
    assert entry.round.hand["columns"][0]["tiles"] == ["b2", "b2", "b2"]
    assert entry.round.seen["columns"][0]["cards"][0] == ["b2", 0.99]
    assert entry.round.score.total == 10
    assert not entry.has_photo
    assert won.success[0].value == ZH["record.done"].format(number=1)
    assert "南" in panel(won), "the recorded hand stays as it was paid"
    assert "+10" in panel(won)
    assert not buttons(won, "record-change")
    assert pill(won, "setup-dealer").value == 1


def test_the_photo_is_kept_only_when_ticked(won):
    won.checkbox(key="keep-photo").check().run()
    record(won)
    (entry,) = only().rounds
    assert entry.has_photo
    assert Image.open(io.BytesIO(book.book().photo(entry.key))).getexif() == {}


def test_a_recorded_hand_that_is_corrected_changes_its_round(won):
    record(won)
    buttons(won, "kind-")[0].click().run()
    won.button(key="record-change").click().run()
    (entry,) = only().rounds
    assert entry.round.hand["columns"][0]["type"] == "kan"
    assert len(book.book().history(only().id)) == 2
    assert not buttons(won, "record-change")


def test_next_round_begins_empty_at_the_same_table(won, jpeg):
    record(won)
    won.button(key="next-hand").click().run()
    assert not buttons(won, "card-")
    send(won, jpeg, "second.jpg")
    assert list(pill(won, "ask-winner").options) == [ZH["ask.winner.dealer"].format(name="南"), "西", "东"]
    pill(won, "ask-winner").set_value(0).run()
    record(won)
    assert [entry.round.winner for entry in only().rounds] == [1, 0]


def test_undo_and_redo_of_a_round(won):
    record(won)
    show(won, "evening")
    assert 'data-rounds="1"' in html(won, "totals")
    won.button(key="round-undo").click().run()
    assert only().rounds == ()
    assert pill(won, "setup-dealer").value == 0
    won.button(key="round-redo").click().run()
    assert len(only().rounds) == 1
    show(won, "hand")
    assert won.success[0].value == ZH["record.done"].format(number=1)


def test_drawn_rounds_and_fouls(app):
    show(app, "evening")
    assert ZH["evening.none"] in [element.value for element in app.markdown]
    app.button(key="add-drawn").click().run()
    pill(app, "foul-seat").set_value(2).run()
    app.number_input(key="foul-each").set_value(3).run()
    app.button(key="add-foul").click().run()
    found = only()
    assert [entry.round.outcome for entry in found.rounds] == ["drawn", "foul"]
    assert found.totals == (3, 3, -9, 3)
    assert found.next_dealer == 2
    assert ZH["evening.drawn"] in html(app, 'class="rounds"')


def test_the_numbers_of_a_round_are_changed_or_refused(won):
    record(won)
    show(won, "evening")
    (entry,) = only().rounds
    base = f"{entry.key}-{entry.revision}"
    won.number_input(key=f"points-0-{base}").set_value(-5).run()
    won.button(key="round-save").click().run()
    assert len(notices(won)) == 1
    won.number_input(key=f"points-3-{base}").set_value(-7).run()
    won.button(key="round-save").click().run()
    assert notices(won) == []
    assert only().totals == (-5, 10, 2, -7)
    won.button(key="round-delete").click().run()
    assert only().rounds == ()


def test_a_recorded_hand_is_opened_again(won):
    record(won)
    won.button(key="next-hand").click().run()
    show(won, "evening")
    won.button(key="round-reopen").click().run()
    assert len(buttons(won, "card-")) == 21
    assert "+10" in panel(won)
    assert not buttons(won, "record-change")
    pill(won, "ask-winner").set_value(3).run()
    won.button(key="record-change").click().run()
    assert [entry.round.winner for entry in only().rounds] == [3]


def test_a_wrong_win_is_recorded_as_a_foul(app, jpeg):
    pill(app, "setup-system").set_value("chongqing_dao").run()
    send(app, jpeg)
    card(app, 20).click().run()
    face(app, "s1").click().run()
    pill(app, "ask-winner").set_value(0).run()
    app.button(key="record-foul").click().run()
    (entry,) = only().rounds
    assert (entry.round.fouler, entry.round.payments) == (0, (-6, 2, 2, 2))


def second_phone(scanner):  # noqa: ARG001 - the scanner stands in for both phones
    return AppTest.from_file("../../app.py", default_timeout=20)


def test_another_phone_joins_and_follows(won, scanner):
    won.text_input(key="setup-name-1").set_value("老王").run()
    record(won)
    other = second_phone(scanner).run()
    other.button(key="continue").click().run()
    assert not other.exception
    assert other.text_input(key="setup-name-1").value == "老王"
    assert pill(other, "setup-dealer").value == 1
    won.button(key="next-hand").click().run()
    show(won, "evening")
    won.button(key="round-undo").click().run()
    other.run()
    assert pill(other, "setup-dealer").value == 0
    other.text_input(key="setup-name-0").set_value("小李").run()
    assert only().seats[:2] == ("小李", "老王")


def test_a_reload_keeps_the_evening(won, scanner):
    record(won)
    again = second_phone(scanner)
    again.query_params["evening"] = won.query_params["evening"]
    again.run()
    show(again, "evening")
    assert 'data-rounds="1"' in html(again, "totals")


def test_the_way_back_leaves_no_table(won):
    record(won)
    del won.query_params["evening"]
    won.run()
    assert "".join(won.query_params["evening"]) == only().id
    show(won, "evening")
    assert 'data-rounds="1"' in html(won, "totals")


def test_an_unknown_evening_in_the_address_is_forgotten(scanner):
    app = second_phone(scanner)
    app.query_params["evening"] = "nonsense"
    app.run()
    assert not app.exception
    assert "evening" not in app.query_params


def test_a_new_evening_or_another_number_of_seats_begins_anew(won):
    record(won)
    show(won, "evening")
    won.button(key="new-evening").click().run()
    won.button(key="add-drawn").click().run()
    assert len(evenings()) == 2
    pill(won, "setup-players").set_value(3).run()
    won.button(key="add-drawn").click().run()
    assert sorted(len(summary.seats) for summary in evenings()) == [3, 4, 4]


def test_a_backup_comes_back(won, monkeypatch, tmp_path):
    record(won)
    data = book.book().export_json(only().id)
    monkeypatch.setenv("DAER_DATA", str(tmp_path / "other"))
    book.book.clear()
    show(won, "evening")
    won.file_uploader(key="import-file").set_value(("a.json", data, "application/json")).run()
    assert not won.error
    assert only().totals == (-6, 10, 2, -6)
    won.file_uploader(key="import-file").set_value(("b.json", b"{}", "application/json")).run()
    assert len(notices(won)) == 1


def test_own_rules_travel_with_the_evening(won, monkeypatch, tmp_path, scanner):
    ours = b'extends = "luzhou_deng"\nmin_hu = 8\n'
    won.file_uploader(key="house-file").set_value(("ours.toml", ours, "application/toml")).run()
    pill(won, "ask-winner").set_value(1).run()
    record(won)
    assert only().rules.house_text == ours.decode()
    data = json.loads(book.book().export_json(only().id))
    monkeypatch.setenv("DAER_DATA", str(tmp_path / "other"))
    book.book.clear()
    other = second_phone(scanner).run()
    show(other, "evening")
    file = ("a.json", json.dumps(data).encode(), "application/json")
    other.file_uploader(key="import-file").set_value(file).run()
    assert not other.error
    assert pill(other, "setup-system").value.endswith("-ours")


def test_a_broken_ledger_is_a_sentence(won, monkeypatch, tmp_path):
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "ledger.sqlite3").write_bytes(b"this is no database" * 100)
    monkeypatch.setenv("DAER_DATA", str(folder))
    book.book.clear()
    won.button(key="record").click().run()
    assert not won.exception
    assert len(notices(won)) == 1
    monkeypatch.setenv("DAER_DATA", str(tmp_path / "data"))
    record(won)


def test_a_ledger_that_breaks_on_the_way_leaves_the_page_standing(won, monkeypatch, tmp_path, scanner):
    record(won)
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "ledger.sqlite3").write_bytes(b"this is no database" * 100)
    monkeypatch.setenv("DAER_DATA", str(folder))
    book.book.clear()
    won.run()
    assert not won.exception
    assert len(notices(won)) == 1
    fresh = second_phone(scanner).run()
    assert not fresh.exception
    monkeypatch.setenv("DAER_DATA", str(tmp_path / "data"))


@pytest.mark.parametrize("lang", TEXTS)
def test_the_evening_in_every_language(won, lang):
    record(won)
    pill(won, "setup-lang").set_value(lang).run()
    show(won, "evening")
    assert TEXTS[lang]["evening.totals"].format(rounds=1) in html(won, "totals")
