"""My deck in the app: enrolled, chosen, used or not, taught by a recorded hand, renamed, removed, taken along."""

import io
import json
import zlib
from types import SimpleNamespace

import pytest
from deck_fakes import enrolment, taught
from PIL import Image
from streamlit.testing.v1 import AppTest
from test_drafts import reloaded
from test_page import buttons, card, face, pill, send
from ui_fakes import SEED_HAND, reading

from scorer.faces import FACES, character
from ui import book, decks, scanning
from ui.catalogue import TEXTS
from ui.scanning import PhotoFile
from vision.deck import from_bytes, to_bytes
from vision.deck.errors import (
    BadDeckName,
    CardMissing,
    CardTooMany,
    DamagedDeck,
    DeckError,
    DeckTooLarge,
    NotADeck,
    NotInOrder,
    OtherDeckVersion,
)
from vision.deck.file import LARGEST, MAGIC

ZH = TEXTS["zh-Hans"]
NAME = "外婆的牌"


@pytest.fixture
def eye(monkeypatch):
    """What the photo of twenty cards tells, and what hands were learned from."""
    found = SimpleNamespace(enrolment=enrolment(), taught=[])

    def enrol(_self, _file):
        if isinstance(found.enrolment, Exception):
            raise found.enrolment
        return found.enrolment

    def learn(_self, _file, deck, cards):
        found.taught.append(cards)
        return taught(deck, cards)

    monkeypatch.setattr(scanning.Turnstile, "enrol", enrol)
    monkeypatch.setattr(scanning.Turnstile, "learn", learn)
    return found


@pytest.fixture
def page(eye, app):  # noqa: ARG001
    """The page of the decks, none kept yet."""
    return show(app, "decks")


def show(app, view):
    return pill(app, "view").set_value(view).run()


def enrolled(app, jpeg):
    app.file_uploader(key="deck-photo").set_value(("rows.jpg", jpeg, "image/jpeg"))
    return app.run()


def saved(app, jpeg, name=NAME):
    enrolled(app, jpeg)
    app.text_input(key="deck-name").set_value(name)
    return app.button(key="deck-save").click().run()


def shelf():
    return book.book().decks


def grid(app):
    return [button.label for button in buttons(app, "crop-")]


def captions(app):
    return [element.value for element in app.caption]


@pytest.fixture
def owned(page, jpeg):
    """The page of a hand, with a deck kept and chosen."""
    saved(page, jpeg)
    return show(page, "hand")


@pytest.fixture
def scanned(owned, jpeg):
    return send(owned, jpeg)


def test_twenty_cards_under_their_names_are_kept_and_chosen(page, jpeg):
    assert not buttons(page, "crop-")
    enrolled(page, jpeg)
    assert grid(page) == [character(code) for code in FACES]
    assert [button.label for button in buttons(page, "crop-") if "-doubt" in button.key] == [character("s7")]
    page.text_input(key="deck-name").set_value(f"  {NAME} ")
    page.button(key="deck-save").click().run()
    assert not page.exception
    [entry] = shelf().list()
    assert entry.name == NAME
    assert page.query_params["deck"] == entry.id
    assert ZH["deck.saved"].format(name=NAME) in [element.value for element in page.success]
    assert not buttons(page, "crop-")
    deck = from_bytes(shelf().load(entry.id))
    assert [int(shown.pixels[0, 0, 0, 0]) for shown in deck.faces] == [10 * k for k in range(20)]
    assert [bool(shown.told[0]) for shown in deck.faces] == [code == "s7" for code in FACES]


def test_two_cards_laid_in_each_others_place_change_places_by_one_choice(page, jpeg):
    enrolled(page, jpeg)
    buttons(page, "crop-")[0].click().run()
    face(page, "b1").click().run()
    assert not buttons(page, "face-")
    page.text_input(key="deck-name").set_value(NAME)
    page.button(key="deck-save").click().run()
    deck = from_bytes(shelf().load(shelf().find(NAME).id))
    shown = {code: int(each.pixels[0, 0, 0, 0]) for code, each in zip(FACES, deck.faces, strict=True)}
    assert (shown["s1"], shown["b1"], shown["s2"]) == (100, 0, 10)


def test_a_deck_not_yet_kept_outlives_a_reload(page, jpeg):
    enrolled(page, jpeg)
    buttons(page, "crop-")[0].click().run()
    face(page, "b1").click().run()
    again = reloaded(page)
    assert pill(again, "view").value == "decks"
    assert grid(again) == grid(page)
    again.text_input(key="deck-name").set_value(NAME)
    again.button(key="deck-save").click().run()
    assert shelf().find(NAME) is not None
    assert not buttons(reloaded(again), "crop-")


@pytest.mark.parametrize("lang", TEXTS)
@pytest.mark.parametrize("error", [CardMissing("x"), CardTooMany("x"), NotInOrder("x")], ids=lambda error: error.name)
def test_a_photo_that_shows_no_such_rows_is_a_sentence_and_nothing_is_lost(page, eye, jpeg, error, lang):
    pill(page, "setup-lang").set_value(lang).run()
    enrolled(page, jpeg)
    page.text_input(key="deck-name").set_value(NAME).run()
    eye.enrolment = error
    enrolled(page, jpeg + b" ")
    assert [element.value for element in page.error] == [error.text(lang)]
    assert len(grid(page)) == 20
    assert page.text_input(key="deck-name").value == NAME


def test_a_name_that_cannot_be_is_a_sentence_and_nothing_is_lost(page, jpeg):
    saved(page, jpeg)
    saved(page, jpeg + b" ")
    assert [element.value for element in page.error] == [decks.DeckNameTaken().text("zh-Hans")]
    page.text_input(key="deck-name").set_value("  ")
    page.button(key="deck-save").click().run()
    assert [element.value for element in page.error] == [BadDeckName().text("zh-Hans")]
    assert len(grid(page)) == 20
    page.text_input(key="deck-name").set_value("第二副")
    page.button(key="deck-save").click().run()
    assert not page.error
    assert {entry.name for entry in shelf().list()} == {NAME, "第二副"}


def test_the_choice_is_offered_once_there_is_a_deck_and_outlives_a_reload(owned):
    assert list(pill(owned, "setup-deck").options) == [ZH["deck.none"], ZH["deck.auto"], NAME]
    pill(owned, "setup-deck").set_value("auto").run()
    again = AppTest.from_file("../../app.py", default_timeout=20)
    again.query_params["deck"] = owned.query_params["deck"]
    again.run()
    assert pill(again, "setup-deck").value == "auto"


def test_without_a_deck_nothing_is_asked(app, jpeg):
    send(app, jpeg)
    assert "setup-deck" not in [group.key for group in app.button_group]
    assert not buttons(app, "deck-again")
    assert app.session_state["file"] is None


def test_a_photo_is_read_with_the_deck_and_without_it_by_one_tap(scanner, owned, jpeg):
    wrong = [list(column) for column in SEED_HAND]
    wrong[0] = ["b3", "b3", "b3"]
    scanner.known, scanner.result = scanner.result, reading(wrong, table=(0, 1, 2, 3, 4))
    send(owned, jpeg)
    assert ZH["deck.used"].format(name=NAME) in captions(owned)
    card(owned, 20).click().run()
    face(owned, "s6").click().run()
    owned.button(key="deck-again").click().run()
    assert scanner.scans == 2
    faces = [button.label for button in buttons(owned, "card-")]
    assert faces[:3] == ["叁"] * 3, "read without the deck"
    assert faces[20] == "六", "what the player said stays"
    assert ZH["deck.used"].format(name=NAME) not in captions(owned)
    owned.button(key="undo").click().run()
    assert [button.label for button in buttons(owned, "card-")][:3] == ["贰"] * 3
    assert ZH["deck.used"].format(name=NAME) in captions(owned)
    owned.button(key="redo").click().run()
    assert owned.button(key="deck-again").label == ZH["deck.again"].format(name=NAME)
    owned.button(key="deck-again").click().run()
    assert [button.label for button in buttons(owned, "card-")][:3] == ["贰"] * 3
    assert not owned.exception


def test_a_photo_that_does_not_look_like_the_deck_says_so(scanner, owned, jpeg):
    scanner.fits = False
    send(owned, jpeg)
    assert ZH["deck.unlike"] in captions(owned)


def test_the_photo_can_be_read_otherwise_after_a_reload(scanner, scanned):
    again = reloaded(scanned)
    again.button(key="deck-again").click().run()
    assert scanner.scans == 2
    assert not again.exception


def recorded(app):
    pill(app, "ask-winner").set_value(1).run()
    return app.button(key="record").click().run()


def test_a_recorded_hand_teaches_the_deck_what_is_still_in_it(scanned, eye):
    card(scanned, 20).click().run()
    face(scanned, "s7").click().run()
    card(scanned, 19).click().run()
    scanned.button(key="pick-delete").click().run()
    card(scanned, 18).click().run()
    scanned.button(key="pick-add").click().run()
    face(scanned, "s9").click().run()
    recorded(scanned)
    [cards] = eye.taught
    assert len(cards) == 20, "neither the card taken out nor the one put in"
    assert [c.face for c in cards if c.told] == ["s7"]


def test_what_was_learned_is_said_and_taken_back_alone(scanned):
    recorded(scanned)
    assert ZH["deck.learned"].format(name=NAME, number=21) in captions(scanned)
    [entry] = shelf().list()
    assert (entry.version, entry.undoable) == (2, True)
    scanned.button(key="unlearn").click().run()
    [entry] = shelf().list()
    assert (entry.version, entry.undoable) == (1, False)
    assert not buttons(scanned, "unlearn")
    assert ZH["record.done"].format(number=1) in [element.value for element in scanned.success]


def test_a_round_changed_after_it_was_recorded_teaches_once_and_the_right_face(scanned, eye):
    recorded(scanned)
    for place in (0, 1, 2):
        card(scanned, place).click().run()
        face(scanned, "b10").click().run()
    scanned.button(key="record-change").click().run()
    assert len(eye.taught) == 2
    assert [c.face for c in eye.taught[1] if c.told] == ["b10"] * 3
    [entry] = shelf().list()
    assert entry.version == 2
    shown = from_bytes(shelf().load(entry.id)).faces
    assert sum(map(len, shown)) == 20 + 21


def test_an_undone_round_does_not_undo_the_deck(scanned):
    recorded(scanned)
    show(scanned, "evening").button(key="round-undo").click().run()
    assert shelf().list()[0].version == 2


@pytest.mark.parametrize("why", ["auto", "unlike", "not mine", "none"])
def test_a_deck_that_was_not_chosen_and_used_learns_nothing(scanner, owned, jpeg, eye, why):
    if why in {"auto", "none"}:
        pill(owned, "setup-deck").set_value("auto" if why == "auto" else "").run()
    scanner.fits = why != "unlike"
    send(owned, jpeg)
    if why == "not mine":
        owned.button(key="deck-again").click().run()
    recorded(owned)
    assert eye.taught == []
    assert shelf().list()[0].version == 1


def test_a_deck_that_cannot_learn_leaves_the_round_recorded(scanned, monkeypatch):
    def broken(*_):
        raise CardMissing("x")

    monkeypatch.setattr(scanning.Turnstile, "learn", broken)
    recorded(scanned)
    assert ZH["record.done"].format(number=1) in [element.value for element in scanned.success]
    assert [element.value for element in scanned.error] == [CardMissing().text("zh-Hans")]


def test_a_deck_is_renamed_and_says_what_it_holds(scanned):
    recorded(scanned)
    show(scanned, "decks")
    assert ZH["deck.crops"].format(number=41, told=1) in captions(scanned)
    html = next(e.proto.body for e in scanned.get("html") if 'class="decks"' in e.proto.body)
    assert ZH["deck.lessons"].format(number=1) in html
    entry = shelf().list()[0]
    scanned.text_input(key=f"rename-{entry.id}").set_value("二姨的牌")
    scanned.button(key="deck-rename").click().run()
    assert shelf().list()[0].name == "二姨的牌"
    assert from_bytes(decks.as_file(shelf().list()[0])).name == "二姨的牌"
    scanned.button(key="deck-undo").click().run()
    assert (shelf().list()[0].version, shelf().list()[0].name) == (1, "二姨的牌")
    assert scanned.button(key="deck-undo").disabled
    show(scanned, "hand")
    send(scanned, scanned.session_state["file"].data + b" ")
    assert ZH["deck.used"].format(name="二姨的牌") in captions(scanned)


def test_a_deck_is_removed_by_two_taps(owned):
    show(owned, "decks").button(key="deck-remove").click().run()
    assert len(shelf().list()) == 1
    owned.button(key="deck-remove_no").click().run()
    assert not buttons(owned, "deck-remove_yes")
    owned.button(key="deck-remove").click().run()
    owned.button(key="deck-remove_yes").click().run()
    assert shelf().list() == ()
    assert "deck" not in owned.query_params
    assert not owned.exception


def test_a_deck_removed_on_another_phone_is_no_deck_here(scanner, owned, jpeg):
    shelf().remove(shelf().list()[0].id)
    send(owned, jpeg)
    assert scanner.scans == 1
    recorded(owned)
    assert not owned.exception
    assert not owned.error


def import_file(app, data):
    app.file_uploader(key="deck-file").set_value(("a.daerdeck", data, "application/octet-stream"))
    return app.run()


@pytest.fixture
def file():
    return to_bytes(enrolment().profile("二姨的牌"))


def test_a_deck_goes_out_and_comes_back_under_a_name_that_is_free(owned, file):
    show(owned, "decks")
    import_file(owned, file)
    assert ZH["deck.imported"].format(name="二姨的牌") in [element.value for element in owned.success]
    import_file(owned, decks.as_file(shelf().find("二姨的牌")))
    import_file(owned, decks.as_file(shelf().find(NAME)))
    assert {entry.name for entry in shelf().list()} == {NAME, f"{NAME} 2", "二姨的牌", "二姨的牌 2"}
    assert not owned.error


def with_head(data, change):
    """The file with its head changed."""
    unpacked = zlib.decompress(data[len(MAGIC) + 1 :])
    length = int.from_bytes(unpacked[:4], "big")
    head = change(json.loads(unpacked[4 : 4 + length])).encode()
    packed = zlib.compress(len(head).to_bytes(4, "big") + head + unpacked[4 + length :])
    return data[: len(MAGIC) + 1] + packed


def nan(head):
    head["crops"][3][0] = float("nan")
    return json.dumps(head)


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (lambda data: MAGIC + bytes([9]) + data[len(MAGIC) + 1 :], OtherDeckVersion),
        (lambda data: data[:-100], DamagedDeck),
        (lambda data: with_head(data, nan), DamagedDeck),
        (lambda data: with_head(data, lambda head: json.dumps(head | {"name": "a\nb"})), BadDeckName),
        (lambda _: b"%PDF-1.7", NotADeck),
        (lambda data: data + b"\0" * LARGEST, DeckTooLarge),
    ],
    ids=["version", "truncated", "nan", "name", "other", "large"],
)
def test_a_file_that_is_no_deck_is_a_sentence(page, file, spoil, error):
    import_file(page, spoil(file))
    assert [element.value for element in page.error] == [error().text("zh-Hans")]
    assert shelf().list() == ()
    import_file(page, file)
    assert not page.error
    assert len(shelf().list()) == 1


def test_a_file_of_100_mb_is_refused_unread(app):  # noqa: ARG001
    with pytest.raises(DeckTooLarge):
        decks.take_in(100_000_000, lambda: pytest.fail("it was read"))


def test_without_a_second_look_no_deck_is_enrolled(scanner):  # noqa: ARG001
    buffer = io.BytesIO()
    Image.new("RGB", (64, 64)).save(buffer, "PNG")
    with pytest.raises(DeckError):
        scanning.turnstile().enrol(PhotoFile("a.png", buffer.getvalue()))
