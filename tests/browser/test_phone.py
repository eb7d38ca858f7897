# ruff: noqa: F811 - pytest hands a fixture to the argument of its name
"""At the table: a photo, one card corrected, the score read off the page."""

import json
import os
import re
import time
from pathlib import Path

import pytest
from phone_fixtures import browser, phone, server, shots  # noqa: F401 - fixtures

from scorer import Column, Hand, WinContext, load_rules, score
from scorer.faces import CHARACTERS, character
from ui.catalogue import TEXTS

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
ZH = TEXTS["zh-Hans"]
SAMPLES = Path(os.environ.get("DAER_TEST_SAMPLES") or ROOT / "datasets" / "samples")
CODES = {char: code for code, char in CHARACTERS.items()}
MOST_TAPS = 3
STEADY_S = 0.5


def sample():
    """The first sample photo with its true hand."""
    photo = next(path for path in sorted(SAMPLES.glob("*.jpg")) if path.with_suffix(".json").exists())
    return photo, json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))["columns"]


def upload(page, photo):
    page.set_input_files(".st-key-upload [data-testid=stFileUploaderDropzoneInput]", photo)


def settle(page):
    """Wait until the app has answered the last tap: its script rests and the page has stayed the same for a while."""
    last, since = None, time.monotonic()
    deadline = since + 30
    while time.monotonic() < deadline:
        busy = page.evaluate("!!document.querySelector('[data-test-script-state=running], [data-stale=true]')")
        now = page.locator("[data-testid=stMain]").inner_text()
        if busy or now != last:
            last, since = now, time.monotonic()
        elif time.monotonic() - since >= STEADY_S:
            return
        page.wait_for_timeout(50)
    pytest.fail("the page did not come to rest within 30 s")


def columns(page):
    """The columns on the page, each a list of its cards' buttons."""
    return [
        column.locator("[class*=st-key-card-] button").all()
        for column in page.locator(".st-key-hand [class*=st-key-col-]").all()
    ]


def faces(page):
    """The faces on the page, read at one moment."""
    texts = page.evaluate(
        """() => [...document.querySelectorAll('.st-key-hand [class*=st-key-col-]')].map(column =>
            [...column.querySelectorAll('[class*=st-key-card-] button')].map(card => card.innerText.trim()))"""
    )
    return [[CODES.get(text, "back") for text in column] for column in texts]


def choose(page, card, face):
    """Two taps: the card, then the face."""
    card.tap()
    page.wait_for_selector("[role=dialog]")
    page.locator("[class*=st-key-face-all-]").get_by_text(character(face), exact=True).tap()
    page.wait_for_selector("[role=dialog]", state="detached")
    settle(page)


def correct(page, truth):
    """Tap every card that was read wrong; how many there were."""
    taps = 0
    for place, column in enumerate(truth):
        read = faces(page)[place]
        assert len(read) == len(column["shown"]), "the scan put these cards into other columns"
        for row, (seen, shown) in enumerate(zip(read, column["shown"], strict=True)):
            if seen != shown:
                choose(page, columns(page)[place][row], shown)
                taps += 1
    return taps


def set_kinds(page, truth):
    """Toggle 碰 / 坎 and 招 / 垅 to what they are."""
    for place, column in enumerate(truth):
        button = page.locator("[class*=st-key-kind-] button").nth(place)
        if column["type"] in {"peng", "kan", "zhao", "long"} and button.inner_text() != ZH[f"kind.{column['type']}"]:
            button.tap()
            settle(page)
            assert button.inner_text() == ZH[f"kind.{column['type']}"]


def test_photo_correction_score(phone, shots):
    photo, truth = sample()
    phone.screenshot(path=shots / "screenshot-start.png")
    upload(phone, photo)
    phone.wait_for_selector(".st-key-hand")
    settle(phone)
    assert correct(phone, truth) <= MOST_TAPS
    true_face = truth[0]["shown"][0]
    choose(phone, columns(phone)[0][0], "b6" if true_face != "b6" else "b3")
    assert phone.locator(".score").get_attribute("data-valid") == "false"
    columns(phone)[0][0].tap()
    phone.wait_for_selector("[role=dialog]")
    phone.wait_for_timeout(600)
    phone.screenshot(path=shots / "screenshot-picker.png")
    phone.keyboard.press("Escape")
    phone.wait_for_selector("[role=dialog]", state="detached")
    choose(phone, columns(phone)[0][0], true_face)
    set_kinds(phone, truth)
    hand = Hand(tuple(Column(tuple(c["faces"]), c["type"], c["exposed"]) for c in truth))
    expected = score(hand, WinContext(), load_rules("luzhou_deng"))
    panel = phone.locator(".score")
    assert panel.get_attribute("data-valid") == str(expected.valid).lower()
    assert panel.locator(".total").inner_text() == f"{expected.hu_total} 胡"
    shown = [int(text) for text in phone.locator(".st-key-hand .hu").all_inner_texts()]
    assert shown == list(expected.hu)
    paid = [int(re.sub(r"[^-+\d]", "", cell)) for cell in panel.locator("td:last-child").all_inner_texts()]
    assert paid == [expected.settlement.winner, expected.settlement.loser_each, expected.settlement.dijia]
    phone.set_viewport_size({"width": 390, "height": 1000})
    phone.wait_for_timeout(400)
    phone.screenshot(path=shots / "screenshot-score.png")


@pytest.mark.parametrize("width", [360, 390, 412])
def test_seven_columns_fit_the_phone(phone, width):
    phone.set_viewport_size({"width": width, "height": 800})
    upload(phone, sample()[0])
    phone.wait_for_selector(".st-key-hand")
    settle(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= width
    row = phone.locator(".st-key-hand [class*=st-key-col-]")
    tops = {round(box["y"]) for box in (column.bounding_box() for column in row.all()[:7])}
    assert len(tops) == 1
    for button in phone.locator(".st-key-hand button:visible").all():
        box = button.bounding_box()
        assert box["width"] >= 44
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width + 0.5


def test_a_tap_in_the_picture_opens_its_card(phone):
    upload(phone, sample()[0])
    phone.wait_for_selector(".st-key-picture g")
    settle(phone)
    phone.locator(".st-key-picture g .box").first.tap()
    phone.wait_for_selector("[role=dialog]")
    assert phone.locator("[class*=st-key-face-all-] button").count() == 20


def test_bad_photo_is_one_sentence_and_the_hand_stays(phone, tmp_path):
    upload(phone, sample()[0])
    phone.wait_for_selector(".st-key-hand")
    settle(phone)
    before = faces(phone)
    bad = tmp_path / "bad.jpg"
    bad.write_text("this is no photo", encoding="utf-8")
    upload(phone, bad)
    alert = phone.wait_for_selector("[data-testid=stAlert]")
    assert alert.inner_text().count("。") == 1
    settle(phone)
    assert faces(phone) == before


def test_language_follows_the_browser(browser, server):
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(server)
    page.get_by_text(TEXTS["en"]["start.manual"]).wait_for()
    context.close()
