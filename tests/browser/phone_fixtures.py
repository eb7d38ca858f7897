"""A real server and a real browser of a phone's size."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PHONE = {"width": 390, "height": 844}
START_S = 60


def chromium():
    """The browser to drive: DAER_CHROMIUM, or the first that is installed."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("DAER_CHROMIUM") or next((path for path in map(shutil.which, names) if path), None)


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def wait_until_ready(url, process):
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        assert process.poll() is None, process.stdout.read().decode(errors="replace")
        with (
            suppress(urllib.error.URLError, ConnectionError),
            urllib.request.urlopen(f"{url}/_stcore/health") as answer,  # noqa: S310
        ):
            if answer.status == 200:
                return
        time.sleep(0.1)
    pytest.fail(f"the app was not ready within {START_S} s")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The address of an app started with ``python -m ui``, or of one that DAER_TEST_SERVER names."""
    if address := os.environ.get("DAER_TEST_SERVER"):
        yield address
        return
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "ui", "--port", str(port)],
        cwd=ROOT,
        env=os.environ | {"DAER_DATA": str(tmp_path_factory.mktemp("data"))},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        address = f"http://localhost:{port}"
        wait_until_ready(address, process)
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        try:
            code = process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert code == 0, "Ctrl-C ends the app cleanly"


@pytest.fixture(scope="session")
def browser():
    path = chromium()
    if path is None:
        pytest.skip("no Chromium (set DAER_CHROMIUM)")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as play:
        chrome = play.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield chrome
        chrome.close()


@pytest.fixture
def phone(browser, server):
    """A page of the app on a Chinese phone; whatever it logs as an error fails the test."""
    context = browser.new_context(viewport=PHONE, device_scale_factor=2, locale="zh-CN", is_mobile=True, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(30_000)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(server)
    page.wait_for_selector(".st-key-upload")
    yield page
    context.close()
    assert not errors


@pytest.fixture
def shots(tmp_path):
    """Where screenshots go: DAER_SHOTS, so that ``docs/`` changes only when asked for."""
    folder = Path(os.environ["DAER_SHOTS"]) if os.environ.get("DAER_SHOTS") else tmp_path
    folder.mkdir(parents=True, exist_ok=True)
    return folder
