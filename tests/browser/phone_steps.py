"""What a thumb does on the page; every step waits until the app has answered, never for a time."""

import io
import json
import os
from contextlib import contextmanager
from pathlib import Path

from PIL import Image

from scorer.faces import CHARACTERS, character

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(os.environ.get("DAER_TEST_SAMPLES") or ROOT / "datasets" / "samples")
CODES = {char: code for code, char in CHARACTERS.items()}
RUNS = "Number(document.querySelector('[data-run]')?.dataset.run || 0)"
PHOTOS = "Number(document.querySelector('[data-photos]')?.dataset.photos || 0)"
RESTS = "!document.querySelector('[data-test-script-state=running], [data-stale=true], [data-testid=stSkeleton]')"
"""Nothing runs, nothing is out of date, and no part of the page still waits for its code."""
COLOURS = 80
PHOTO_INPUT = ".st-key-upload [data-testid=stFileUploaderDropzoneInput]"


def sample(place=0):
    """A sample photo with its true columns."""
    photos = [path for path in sorted(SAMPLES.glob("*.jpg")) if path.with_suffix(".json").exists()]
    return photos[place], json.loads(photos[place].with_suffix(".json").read_text(encoding="utf-8"))["columns"]


def runs(page):
    """How often the app has drawn this page to its end."""
    return page.evaluate(RUNS)


def wait_answer(page, before):
    page.wait_for_function(f"before => {RUNS} > before && {RESTS}", arg=before)


@contextmanager
def answered(page):
    """Do something; go on when the app has answered it and rests."""
    before = runs(page)
    yield
    wait_answer(page, before)


def tap(page, target):
    """Tap a selector or a locator, and wait for the answer."""
    locator = page.locator(target) if isinstance(target, str) else target
    with answered(page):
        locator.tap()


def tap_button(page, key, words=None):
    """Tap the button of a key; of several (a row of answers) the one with these words."""
    buttons = page.locator(f".st-key-{key} button")
    tap(page, buttons if words is None else buttons.get_by_text(words, exact=True))


def upload(page, photo):
    before = page.evaluate(PHOTOS)
    page.set_input_files(PHOTO_INPUT, photo)
    wait_photo(page, before)


def wait_photo(page, before):
    """Wait for the answer to a photo; replacing a file is two answers, the first to its absence."""
    page.wait_for_function(f"before => {PHOTOS} > before && {RESTS}", arg=before)


def scan(page, place=0):
    """Upload a sample photo; its true columns."""
    photo, truth = sample(place)
    upload(page, photo)
    page.wait_for_selector(".st-key-hand")
    return truth


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


def open_card(page, card):
    tap(page, card)
    page.wait_for_selector("[role=dialog] [class*=st-key-face-all-]")


def dismiss(page):
    """Leave the open sheet; the app answers that too, and a later tap must not take that answer for its own."""
    with answered(page):
        page.keyboard.press("Escape")
    page.wait_for_selector("[role=dialog]", state="detached")


def choose(page, card, face):
    """Two taps: the card, then the face."""
    open_card(page, card)
    tap(page, page.locator("[class*=st-key-face-all-]").get_by_text(character(face), exact=True))
    page.wait_for_selector("[role=dialog]", state="detached")


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


def small_targets(page, width):
    """Everything to tap that is smaller than 44 px or sticks out of the page, with its words."""
    return page.evaluate(
        """width => [...document.querySelectorAll(
                '[data-testid=stMain] button, [data-testid=stMain] summary, [role=dialog] button')]
            .filter(target => target.checkVisibility({ visibilityProperty: true }))
            .map(target => [target.innerText, target.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5 || box.x < -0.5
                || box.x + box.width > width + 0.5))
            .map(([words, box]) => `${words} ${box.width}x${box.height} at ${box.x}`)""",
        width,
    )


def shot(page, path, selector=None):
    """Write a screenshot, of the page where ``selector`` is in sight; few colours keep it small."""
    if selector:
        page.locator(selector).first.scroll_into_view_if_needed()
    with Image.open(io.BytesIO(page.screenshot(animations="disabled"))) as image:
        image.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
            path, optimize=True
        )
