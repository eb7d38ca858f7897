# ruff: noqa: F811 - pytest hands a fixture to the argument of its name
"""My deck on a phone: a hard lettering is enrolled from one photo, and a hand that was misread is read right."""

import json
from pathlib import Path

import numpy as np
import pytest
from phone_fixtures import data_folder, phone, pocket, server, shots  # noqa: F401 - fixtures
from phone_steps import SAMPLES, answered, dismiss, faces, shot, small_targets, tap, tap_button, upload, wait_photo

from scorer.faces import FACES, character
from ui.catalogue import TEXTS
from vision.deck import DeckProfile, FaceCrops, to_bytes
from vision.deck.profile import SIZE

pytestmark = pytest.mark.browser

ZH = TEXTS["zh-Hans"]
DECK = SAMPLES / "deck"
NAME, GIVEN, RENAMED = "外婆的牌", "二姨的牌", "二姨的旧牌"
DECK_INPUT = ".st-key-deck-photo [data-testid=stFileUploaderDropzoneInput]"
FILE_INPUT = ".st-key-deck-file [data-testid=stFileUploaderDropzoneInput]"
PHONES = (360, 390)
TOO_LARGE = 100_000_000


def enrol(page, photo):
    before = page.evaluate("Number(document.querySelector('[data-photos]').dataset.photos)")
    page.set_input_files(DECK_INPUT, photo)
    wait_photo(page, before)


def read_as(page, truth):
    """Whether the hand on the page shows the true faces."""
    return faces(page) == [column["shown"] for column in truth]


def fits(page):
    """Whether nothing sticks out of a small phone or is too small to tap."""
    for width in PHONES:
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_function(f"document.documentElement.scrollWidth <= {width}")
        assert small_targets(page, width) == []


def test_a_misread_hand_is_right_once_the_deck_is_known(phone, shots):
    truth = json.loads((DECK / "hand.json").read_text(encoding="utf-8"))["columns"]
    upload(phone, DECK / "hand.jpg")
    assert not read_as(phone, truth), "without the deck it is misread"
    tap_button(phone, "view", ZH["view.decks"])
    shot(phone, shots / "screenshot-decks-start.png")
    fits(phone)
    enrol(phone, SAMPLES / "no-cards.jpg")
    words = phone.locator(".st-key-enrol-box [data-testid=stAlert]").inner_text().strip()
    assert words.count("。") == 1
    enrol(phone, DECK / "rows.jpg")
    grid = phone.locator(".st-key-deck-grid button")
    assert [text.strip() for text in grid.all_inner_texts()] == [character(code) for code in FACES]
    fits(phone)
    shot(phone, shots / "screenshot-enrol.png", ".st-key-deck-grid")
    tap(phone, grid.first)
    phone.wait_for_selector("[role=dialog] [class*=st-key-face-all-]")
    assert small_targets(phone, PHONES[-1]) == []
    dismiss(phone)
    with answered(phone):
        phone.locator(".st-key-deck-name input").fill(NAME)
        phone.locator(".st-key-deck-name input").press("Enter")
    tap_button(phone, "deck-save")
    phone.get_by_text(ZH["deck.saved"].format(name=NAME)).wait_for()
    tap_button(phone, "view", ZH["view.hand"])
    upload(phone, DECK / "hand.jpg")
    phone.get_by_text(ZH["deck.used"].format(name=NAME)).wait_for()
    assert read_as(phone, truth), "with the deck it is right"
    fits(phone)
    shot(phone, shots / "screenshot-deck-used.png", ".st-key-upload")
    tap_button(phone, "deck-again")
    assert not read_as(phone, truth), "without the deck again"
    tap_button(phone, "deck-again")
    assert read_as(phone, truth)
    tap_button(phone, "ask-winner", "南")
    tap_button(phone, "record")
    phone.locator(".st-key-unlearn").wait_for()
    shot(phone, shots / "screenshot-deck-learned.png", ".st-key-unlearn")
    assert small_targets(phone, PHONES[-1]) == []
    tap_button(phone, "view", ZH["view.decks"])
    assert ZH["deck.lessons"].format(number=1) in phone.locator(".decks").inner_text()


def test_a_deck_comes_goes_out_and_is_removed(phone, shots, tmp_path):
    rng = np.random.default_rng(1)
    crops = [FaceCrops(rng.integers(0, 256, (2, SIZE, SIZE, 3)).astype(np.uint8), np.zeros(2, bool)) for _ in FACES]
    given = tmp_path / "given.daerdeck"
    given.write_bytes(to_bytes(DeckProfile(GIVEN, tuple(crops))))
    tap_button(phone, "view", ZH["view.decks"])
    phone.locator(".st-key-import-deck summary").tap()
    phone.locator(FILE_INPUT).wait_for(state="attached")
    large = tmp_path / "large.daerdeck"
    with large.open("wb") as file:
        file.truncate(TOO_LARGE)
    phone.set_input_files(FILE_INPUT, large)
    phone.locator(".st-key-deck-file [data-testid=stFileChipIconError]").wait_for(state="attached")
    assert shown_after(phone, ".st-key-deck-file [data-testid=stFileChips]") == ZH["deck.too_large"]
    with answered(phone):
        phone.set_input_files(FILE_INPUT, given)
    phone.get_by_text(ZH["deck.imported"].format(name=GIVEN)).wait_for()
    phone.locator(".st-key-change-deck summary").tap()
    phone.locator(".st-key-deck-remove").wait_for()
    phone.get_by_text(ZH["deck.crops"].format(number=40, told=0)).wait_for()
    fits(phone)
    shot(phone, shots / "screenshot-decks.png", ".st-key-import-deck")
    with phone.expect_download() as download:
        phone.locator(".st-key-deck-export button").tap()
    assert download.value.suggested_filename == f"{GIVEN}.daerdeck"
    assert Path(download.value.path()).read_bytes() == given.read_bytes()
    with answered(phone):
        phone.locator("[class*=st-key-rename-] input").fill(RENAMED)
        phone.locator("[class*=st-key-rename-] input").press("Enter")
    tap_button(phone, "deck-rename")
    assert RENAMED in phone.locator(".decks").inner_text()
    tap_button(phone, "deck-remove")
    tap_button(phone, "deck-remove_yes")
    phone.get_by_text(ZH["deck.removed"].format(name=RENAMED)).wait_for()


def shown_after(page, selector):
    """The words that the style sheet puts behind an element."""
    words = page.locator(selector).evaluate("element => getComputedStyle(element, '::after').content")
    return words.strip('"')
