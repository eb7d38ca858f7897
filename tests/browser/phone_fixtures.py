"""A real server and a real browser of a phone's size."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
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


def wait_until_ready(url, process, log):
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        assert process.poll() is None, log.read_text(errors="replace")
        with (
            suppress(urllib.error.URLError, ConnectionError),
            urllib.request.urlopen(f"{url}/_stcore/health") as answer,  # noqa: S310
        ):
            if answer.status == 200:
                return
        time.sleep(0.1)
    pytest.fail(f"the app was not ready within {START_S} s")


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory):
    """Where the server keeps its ledger."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def server(tmp_path_factory, data_folder):
    """The address of an app started with ``python -m ui``, or of one that DAER_TEST_SERVER names."""
    if address := os.environ.get("DAER_TEST_SERVER"):
        yield address
        return
    port = free_port()
    folder = tmp_path_factory.mktemp("server")
    log = folder / "log.txt"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "ui", "--port", str(port)],
            cwd=ROOT,
            env=os.environ | {"DAER_DATA": str(data_folder), "DAER_DB_URL": ""},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://localhost:{port}"
        wait_until_ready(address, process, log)
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        try:
            code = process.wait(START_S)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert code == 0, "Ctrl-C ends the app cleanly"
    assert "Traceback" not in log.read_text(errors="replace"), "no exception in the server's log"


@pytest.fixture(scope="session")
def pocket(browser):
    """A Chinese phone; its pages share what the browser has loaded once."""
    context = browser.new_context(
        viewport=PHONE, device_scale_factor=2, locale="zh-CN", is_mobile=True, has_touch=True, reduced_motion="reduce"
    )
    context.set_default_timeout(60_000)
    yield context
    context.close()


def watched(page):
    """Collect what a page should never do: errors of its scripts, requests to the network."""
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url) if is_outside(request.url) else None)
    return faults


def is_outside(url):
    """Whether an address is not of this computer."""
    parts = urllib.parse.urlsplit(url)
    return parts.scheme not in {"data", "blob"} and parts.hostname not in {"localhost", "127.0.0.1"}


@pytest.fixture
def phone(pocket, server):
    """A page of the app; an error of its scripts or a request to the network fails the test."""
    page = pocket.new_page()
    faults = watched(page)
    page.goto(server)
    page.wait_for_selector("[data-run]", state="attached")
    yield page
    page.close()
    assert not faults


@pytest.fixture
def shots(tmp_path):
    """Where screenshots go: DAER_SHOTS, so that ``docs/`` changes only when asked for."""
    folder = Path(os.environ["DAER_SHOTS"]) if os.environ.get("DAER_SHOTS") else tmp_path
    folder.mkdir(parents=True, exist_ok=True)
    return folder
