"""The hand in the making outlives the page: a reload in the middle of it loses nothing."""

import pytest
from streamlit.testing.v1 import AppTest
from test_page import card, face, panel, pill, send

from ui import drafts


@pytest.fixture(autouse=True)
def _own_shelf():
    drafts.shelf.clear()
    yield
    drafts.shelf.clear()


@pytest.fixture
def corrected(app, jpeg):
    """A scanned hand with one card changed and the winner (南) told."""
    send(app, jpeg)
    card(app, 20).click().run()
    face(app, "b1").click().run()
    pill(app, "ask-winner").set_value(1).run()
    return app


def reloaded(app):
    again = AppTest.from_file("../../app.py", default_timeout=20)
    for name, value in app.query_params.items():
        again.query_params[name] = value
    again.run()
    assert not again.exception
    return again


def labels(app):
    return [button.label for button in app.button if (button.key or "").startswith("card-")]


def test_a_reload_in_mid_edit_loses_nothing(corrected, scanner):
    again = reloaded(corrected)
    assert labels(again) == labels(corrected)
    assert panel(again) == panel(corrected)
    assert pill(again, "ask-winner").value == 1
    assert again.session_state["photo"] is corrected.session_state["photo"]
    again.button(key="undo").click().run()
    assert labels(again) != labels(corrected)
    assert scanner.scans == 1


def test_two_pages_of_one_address_part_but_record_one_round(app, jpeg):
    from ui import book

    send(app, jpeg)
    pill(app, "ask-winner").set_value(1).run()
    other = reloaded(app)
    card(other, 20).click().run()
    face(other, "b1").click().run()
    assert labels(app.run()) != labels(other)
    other.button(key="undo").click().run()
    app.button(key="record").click().run()
    other.button(key="record").click().run()
    (summary,) = book.book().evenings()
    assert summary.rounds == 1


def test_the_next_hand_begins_empty_after_a_reload_too(corrected):
    corrected.button(key="add-column").click().run()
    corrected.session_state["history"] = type(corrected.session_state["history"])()
    corrected.session_state["photo"] = None
    corrected.run()
    assert drafts.PARAM not in corrected.query_params
    assert labels(reloaded(corrected)) == []


def test_an_unknown_hand_in_the_address_is_forgotten(scanner):  # noqa: ARG001
    app = AppTest.from_file("../../app.py", default_timeout=20)
    app.query_params[drafts.PARAM] = "nonsense"
    app.run()
    assert not app.exception
    assert drafts.PARAM not in app.query_params
