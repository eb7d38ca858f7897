# ruff: noqa: F811 - pytest hands a fixture to the argument of its name
"""At the table: a photo, one card corrected, one question answered, the score read, the round recorded and undone."""

import re
import time

import malformed
import pytest
from phone_fixtures import data_folder, phone, pocket, server, shots, watched  # noqa: F401 - fixtures
from phone_steps import (
    PHOTO_INPUT,
    answered,
    choose,
    columns,
    correct,
    dismiss,
    faces,
    open_card,
    runs,
    sample,
    scan,
    shot,
    small_targets,
    tap,
    tap_button,
    upload,
    wait_answer,
    wait_photo,
)

from ledger import Ledger
from scorer import Column, Hand, WinContext, load_rules, score
from ui import pad
from ui.catalogue import TEXTS

pytestmark = pytest.mark.browser

ZH = TEXTS["zh-Hans"]
MOST_TAPS = 3
PHONES = 10
MOST_PAD_TAPS = 25
TYPED = [
    ("peng", "贰"), ("peng", "八"), ("mix", "七"), ("mix", "十"), ("run", "二"), ("run", "五"), ("run", "八"),
]  # fmt: skip


def numbers(locator):
    return [int(re.sub(r"[^-+\d]", "", cell)) for cell in locator.all_inner_texts()]


def set_kinds(page, truth):
    """Toggle 碰 / 坎 and 招 / 垅 to what they are."""
    for place, column in enumerate(truth):
        button = page.locator(".st-key-hand [class*=st-key-kind-] button").nth(place)
        if column["type"] in {"peng", "kan", "zhao", "long"} and button.inner_text() != ZH[f"kind.{column['type']}"]:
            tap(page, button)
            button.get_by_text(ZH[f"kind.{column['type']}"], exact=True).wait_for()


def test_photo_correction_score_record_undo(phone, shots):
    shot(phone, shots / "screenshot-start.png")
    truth = scan(phone)
    assert correct(phone, truth) <= MOST_TAPS
    true_face = truth[0]["shown"][0]
    choose(phone, columns(phone)[0][0], "b6" if true_face != "b6" else "b3")
    assert phone.locator(".score").get_attribute("data-valid") == "false"
    shot(phone, shots / "screenshot-fault.png", ".score")
    open_card(phone, columns(phone)[0][0])
    assert small_targets(phone, 390) == []
    shot(phone, shots / "screenshot-picker.png")
    dismiss(phone)
    choose(phone, columns(phone)[0][0], true_face)
    set_kinds(phone, truth)
    tap_button(phone, "ask-winner", "南")
    hand = Hand(tuple(Column(tuple(c["faces"]), c["type"], c["exposed"]) for c in truth))
    expected = score(hand, WinContext(), load_rules("luzhou_deng"))
    panel = phone.locator(".score")
    panel.locator(".total").get_by_text(f"{expected.hu_total}胡", exact=True).wait_for()
    assert panel.get_attribute("data-valid") == str(expected.valid).lower()
    assert numbers(phone.locator(".st-key-hand .hu")) == list(expected.hu)
    paid = expected.settlement
    names = panel.locator("td:first-child").all_inner_texts()
    points = {"南": paid.winner, "东": paid.loser_each, "北": paid.loser_each, "西（底家）": paid.dijia}
    assert dict(zip(names, numbers(panel.locator("td:last-child")), strict=True)) == points
    shot(phone, shots / "screenshot-hand.png", ".st-key-upload")
    shot(phone, shots / "screenshot-score.png", ".st-key-record")
    tap_button(phone, "record")
    phone.get_by_text(ZH["record.done"].format(number=1)).wait_for()
    tap_button(phone, "share-hand-button")
    phone.locator(".st-key-share-hand img").wait_for()
    shot(phone, shots / "screenshot-share.png", ".st-key-share-hand img")
    tap_button(phone, "view", ZH["view.evening"])
    totals = phone.locator(".totals")
    assert totals.get_attribute("data-rounds") == "1"
    assert sorted(numbers(totals.locator("td:last-child"))) == sorted(
        [paid.winner, paid.loser_each, paid.loser_each, paid.dijia]
    )
    assert phone.locator(".st-key-chart polyline").count() == 4
    shot(phone, shots / "screenshot-evening.png", ".st-key-view")
    phone.locator(".st-key-change-round summary").tap()
    phone.locator(".st-key-round-delete").wait_for()
    shot(phone, shots / "screenshot-rounds.png", ".st-key-import-box")
    tap_button(phone, "round-undo")
    assert totals.get_attribute("data-rounds") == "0"
    assert numbers(totals.locator("td:last-child")) == [0] * 4
    tap_button(phone, "round-redo")
    assert totals.get_attribute("data-rounds") == "1"
    tap_button(phone, "share-evening-button")
    phone.locator(".st-key-share-evening img").wait_for()
    assert small_targets(phone, 390) == []


def test_everything_fits_a_small_phone(phone):
    scan(phone)
    for width in (360, 412):
        phone.set_viewport_size({"width": width, "height": 740})
        phone.wait_for_function(f"document.documentElement.scrollWidth <= {width}")
        row = phone.locator(".st-key-hand [class*=st-key-col-]")
        tops = {round(box["y"]) for box in (column.bounding_box() for column in row.all()[:7])}
        assert len(tops) == 1
        assert small_targets(phone, width) == []


def test_picture_dialog_and_keyboard(phone):
    scan(phone)
    with answered(phone):
        phone.locator(".st-key-picture g .box").first.tap()
    phone.wait_for_selector("[role=dialog] [class*=st-key-face-all-]")
    assert phone.locator("[class*=st-key-face-all-] button").count() == 20
    dismiss(phone)
    picture = phone.locator(".st-key-picture svg")
    whole = picture.get_attribute("viewBox")
    picture.hover()
    phone.keyboard.down("Control")
    phone.mouse.wheel(0, -100)
    phone.keyboard.up("Control")
    phone.locator(".st-key-picture svg.zoomed").wait_for()
    zoomed = picture.get_attribute("viewBox")
    choose(phone, columns(phone)[0][0], "b6" if faces(phone)[0][0] != "b6" else "b3")
    assert picture.get_attribute("viewBox") == zoomed != whole, "a correction does not move the photo"
    with answered(phone):
        phone.keyboard.press("Control+z")
    before = [len(column) for column in faces(phone)]
    open_card(phone, columns(phone)[0][1])
    tap_button(phone, "pick-split")
    phone.wait_for_selector("[role=dialog]", state="detached")
    assert len(faces(phone)) == len(before) + 1
    with answered(phone):
        phone.keyboard.press("Control+z")
    assert [len(column) for column in faces(phone)] == before


def test_a_hand_is_typed_in_with_few_taps(phone, shots):
    start, taps = runs(phone), 1
    tap_button(phone, "manual")
    shot(phone, shots / "screenshot-pad.png")
    assert small_targets(phone, 390) == []
    kind_now = pad.KINDS[0]
    for kind, face in TYPED:
        if kind != kind_now:
            tap_button(phone, "pad-kind", ZH[f"kind.{kind}"] if kind == "peng" else ZH[f"pad.{kind}"])
            kind_now, taps = kind, taps + 1
        tap(phone, phone.locator("[class*=st-key-face-pad-]").get_by_text(face, exact=True))
        taps += 1
    assert sum(map(len, faces(phone))) == 21
    assert phone.locator(".score .total").inner_text() == "10胡"
    assert taps <= MOST_PAD_TAPS
    assert runs(phone) - start == taps, "every tap was counted, and no other"


def late(route):
    """A slow network: the code of a part of the page comes after its place on the page."""
    time.sleep(0.5)
    route.continue_()


def test_a_reload_and_the_way_back_in_mid_edit_lose_nothing(phone, server):
    scan(phone)
    choose(phone, columns(phone)[0][0], "b6" if faces(phone)[0][0] != "b6" else "b3")
    before = faces(phone)
    phone.route("**/Button.*.js", late)
    phone.reload()
    wait_answer(phone, 0)
    assert faces(phone) == before
    with answered(phone):
        phone.go_back()
    assert phone.url.startswith(server)
    assert faces(phone) == before
    assert phone.locator(".st-key-picture svg g").count() > len(before)


def test_languages_and_table(browser, server, shots):
    context = browser.new_context(
        locale="en-GB", viewport={"width": 390, "height": 844}, color_scheme="dark", reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(server)
    page.get_by_text(TEXTS["en"]["start.manual"]).wait_for()
    page.locator(".st-key-setup-box summary").click()
    page.locator(".st-key-setup-lang").wait_for()
    shot(page, shots / "screenshot-table.png")
    with answered(page):
        page.locator(".st-key-setup-lang button").get_by_text("繁體").click()
    page.get_by_text(TEXTS["zh-Hant"]["start.manual"]).wait_for()
    with answered(page):
        page.locator(".st-key-setup-name-1 input").fill("老王")
        page.locator(".st-key-setup-name-1 input").press("Enter")
    page.reload()
    page.get_by_text(TEXTS["zh-Hant"]["start.manual"]).wait_for()
    assert page.locator(".st-key-setup-name-1 input").input_value() == "老王"
    context.close()


def test_sixty_bad_photos_are_one_sentence_each_and_the_hand_stays(phone, tmp_path):
    scan(phone)
    before = faces(phone)
    for name, data in malformed.files():
        path = tmp_path / name
        path.write_bytes(data)
        upload(phone, path)
        words = phone.locator(".st-key-trouble [data-testid=stAlert]").inner_text().strip()
        assert words.count("。") == 1, (name, words)
        assert words != ZH["trouble.scan"], name
    assert faces(phone) == before
    scan(phone)
    assert phone.locator(".st-key-trouble").count() == 0


def at_once(pages, act, wait=wait_answer):
    """Do the same on every page before waiting for any."""
    before = [runs(page) if wait is wait_answer else 0 for page in pages]
    for page in pages:
        act(page)
    for page, seen in zip(pages, before, strict=True):
        wait(page, seen)


def test_ten_tables_scan_correct_and_record_at_once(browser, server, data_folder):
    contexts = [browser.new_context(locale="zh-CN", viewport={"width": 390, "height": 844}) for _ in range(PHONES)]
    pages = [context.new_page() for context in contexts]
    faults = [watched(page) for page in pages]
    for page in pages:
        page.set_default_timeout(90_000)
        page.goto(server, wait_until="commit")
    for page in pages:
        page.wait_for_selector("[data-run]", state="attached")
    photo = sample()[0]
    at_once(pages, lambda page: page.set_input_files(PHOTO_INPUT, photo), wait_photo)
    at_once(pages, lambda page: page.locator(".st-key-hand [class*=st-key-kind-] button:enabled").first.click())
    at_once(pages, lambda page: page.locator(".st-key-ask-winner button").nth(1).click())
    at_once(pages, lambda page: page.locator(".st-key-record button").dblclick())
    for page in pages:
        page.get_by_text(ZH["record.done"].format(number=1)).wait_for()
    with Ledger(data_folder / "ledger.sqlite3") as ledger:
        mine = [ledger.evening(page.url.split("evening=")[1][:36]) for page in pages]
        assert ledger.check().ok
    assert len({evening.id for evening in mine}) == PHONES
    assert [len(evening.rounds) for evening in mine] == [1] * PHONES
    for context in contexts:
        context.close()
    assert not any(faults)
