"""What one player's page remembers between two taps, with types."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import streamlit as st

from ui.scoring import Answers
from ui.state import EditHand, History

if TYPE_CHECKING:
    from ui.scanning import PhotoFile, ShownPhoto


@dataclass(frozen=True)
class Picking:
    """What the open picker is for: a card to change, or a card to add to a column."""

    card: int | None = None
    column: int | None = None


def history() -> History:
    """Give the hand with what can be undone and redone."""
    return cast("History", st.session_state.setdefault("history", History()))


def edit(hand: EditHand) -> None:
    """Take over the hand that the player changed."""
    st.session_state["history"] = history().do(hand)


def undo() -> None:
    """Take the last change back."""
    st.session_state["history"] = history().undo()


def redo() -> None:
    """Do it again after all."""
    st.session_state["history"] = history().redo()


def start(
    hand: EditHand, photo: ShownPhoto | None, warnings: tuple[str, ...] = (), file: PhotoFile | None = None
) -> None:
    """Put a new hand on the table: nothing of the last one stays but the set-up."""
    st.session_state["history"] = History(hand)
    st.session_state["seen"] = hand if photo is not None else None
    for name in ("round-key", "noted", "keep-photo", "lesson", "again"):
        st.session_state.pop(name, None)
    st.session_state["photo"] = photo
    st.session_state["file"] = file
    st.session_state["warnings"] = warnings
    set_typing(on=False)
    answer(Answers())
    forget_widgets("ask-")


def read_otherwise(hand: EditHand, read: EditHand, shown: ShownPhoto, warnings: tuple[str, ...]) -> None:
    """Take over ``hand``, another reading of the same photo with what the player had said; undo gives the old one.

    Args:
        hand: the hand.
        read: the same as the scan saw it.
        shown: the photo with cut-outs of the new cards.
        warnings: of the scan.

    """
    old = photo()
    edit(hand)
    st.session_state["seen"] = read
    st.session_state["photo"] = shown if old is None else replace(shown, crops={**old.crops, **shown.crops})
    st.session_state["warnings"] = warnings


def forget_widgets(prefix: str) -> None:
    """Let widgets whose keys begin so take their value anew from what the session remembers."""
    for key in [key for key in st.session_state if str(key).startswith(prefix)]:
        del st.session_state[key]


def photo() -> ShownPhoto | None:
    """Give the photo that the hand came from."""
    return cast("ShownPhoto | None", st.session_state.get("photo"))


def file() -> PhotoFile | None:
    """Give the uploaded file that the hand came from; None where it is not kept any more."""
    return cast("PhotoFile | None", st.session_state.get("file"))


def warnings() -> tuple[str, ...]:
    """Give the names of what is wrong with the photo or doubtful in its reading."""
    return cast("tuple[str, ...]", st.session_state.get("warnings", ()))


def answers() -> Answers:
    """Give the answers given for this hand."""
    return cast("Answers", st.session_state.setdefault("answers", Answers()))


def answer(new: Answers) -> None:
    """Take over the player's answers."""
    st.session_state["answers"] = new


def seen() -> EditHand | None:
    """Give the hand as the scan saw it; None for one that was typed in."""
    return cast("EditHand | None", st.session_state.get("seen"))


def typing() -> bool:
    """Whether the pad to type columns in is open."""
    return bool(st.session_state.get("typing"))


def set_typing(*, on: bool) -> None:
    """Open or close the pad."""
    st.session_state["typing"] = on


def picking() -> Picking | None:
    """Give what the picker is open for."""
    return cast("Picking | None", st.session_state.get("picking"))


def pick(what: Picking | None) -> None:
    """Open the picker, or close it."""
    st.session_state["picking"] = what


def trouble() -> str | None:
    """Give the sentence about the last photo, if something was wrong with it."""
    return cast("str | None", st.session_state.get("trouble"))


def set_trouble(sentence: str | None) -> None:
    """Remember what was wrong with the last photo."""
    st.session_state["trouble"] = sentence


def notice() -> str | None:
    """Give the sentence about the last thing that could not be done."""
    return cast("str | None", st.session_state.get("notice"))


def set_notice(sentence: str | None) -> None:
    """Remember what could not be done, to say it."""
    st.session_state["notice"] = sentence
