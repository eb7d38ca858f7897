"""The buttons that make a picture, and the picture: a long press sends it on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from ui.cards import kind_name
from ui.score_panel import counted, named
from ui.scoring import hu_by_place
from ui.seats import payments
from ui.setup import system_name
from ui.share import EveningPicture, HandPicture, ShownColumn, evening_png, hand_png
from ui.state import tiles_of
from ui.type_case import NoFont

if TYPE_CHECKING:
    from collections.abc import Callable

    from ledger import Evening
    from scorer import Score
    from ui.catalogue import Say
    from ui.scoring import Answers
    from ui.setup import Setup
    from ui.state import EditHand


def hand(edited: EditHand, result: Score, setup: Setup, answers: Answers, say: Say) -> None:
    """Offer the scored hand as a picture."""
    _offer("hand", say, lambda: hand_png(picture_of(edited, result, setup, answers, say)))


def evening(found: Evening, say: Say) -> None:
    """Offer the evening's totals as a picture."""
    picture = EveningPicture(
        f"{say('app.title')} · {found.date.isoformat()}",
        found.seats,
        found.totals,
        tuple(entry.running for entry in found.rounds),
        say("evening.totals", rounds=len(found.rounds)),
    )
    _offer("evening", say, lambda: evening_png(picture))


def picture_of(edited: EditHand, result: Score, setup: Setup, answers: Answers, say: Say) -> HandPicture:
    """Gather what the picture of a hand says."""
    hu = hu_by_place(result, edited, answers)
    columns = tuple(
        ShownColumn(tiles_of(column), kind_name(column, setup.rules, say), hu.get(place, 0))
        for place, column in enumerate(edited.columns)
    )
    return HandPicture(
        f"{say('app.title')} · {system_name(setup.system, say)}",
        columns,
        result.headline(say.lang),
        reasons_of(result, say),
        _paid(result, setup, answers, say),
    )


def reasons_of(result: Score, say: Say) -> tuple[tuple[str, str], ...]:
    """Give every counted item with its reason, and what it is worth."""
    return tuple((f"{title}  {reason}".rstrip(), worth) for title, reason, worth in counted(result, say))


def _paid(result: Score, setup: Setup, answers: Answers, say: Say) -> tuple[tuple[str, int], ...]:
    paid = result.settlement
    points = None if paid is None else payments(paid, setup, answers)
    if points is None:
        return ()
    return tuple(named(points, setup, say))


def _offer(name: str, say: Say, make: Callable[[], bytes]) -> None:
    with st.container(key=f"share-{name}", gap="small"):
        if not st.button(say("share.button"), key=f"share-{name}-button", width="stretch"):
            return
        try:
            data = make()
        except NoFont:
            st.warning(say("share.no_font"))
            return
        st.image(data)
        st.download_button(
            say("share.save"), data, f"daer-{name}.png", "image/png", key=f"share-{name}-save", on_click="ignore"
        )
        st.caption(say("share.hint"))
