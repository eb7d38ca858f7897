"""The app with a scanner that reads what the test tells it."""

import io

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest
from ui_fakes import SEED_HAND, FakeScanner, reading

from ui import book, scanning


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch, tmp_path):
    """Whatever the app keeps stays in the test's own folder."""
    monkeypatch.setenv("DAER_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("DAER_DB_URL", raising=False)
    book.book.clear()
    yield
    book.book().close()
    book.book.clear()


@pytest.fixture
def scanner(monkeypatch):
    fake = FakeScanner(reading(SEED_HAND, table=(0, 1, 2, 3, 4)))
    monkeypatch.setattr(scanning, "load_scanner", lambda: fake)
    scanning.turnstile.clear()
    yield fake
    scanning.turnstile.clear()


@pytest.fixture
def jpeg():
    buffer = io.BytesIO()
    Image.new("RGB", (1600, 1200), (60, 110, 80)).save(buffer, "JPEG")
    return buffer.getvalue()


@pytest.fixture
def app(scanner):  # noqa: ARG001
    return AppTest.from_file("../../app.py", default_timeout=20).run()
