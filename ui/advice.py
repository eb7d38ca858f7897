"""What a player may want to hear on top of the score: a better layout, other readings, what the hand waits for."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from scorer.faces import character
from scorer.headline import headline_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer import Arrangement, Column, Reading, Wait
    from ui.catalogue import Say


def words_of(columns: Sequence[Column]) -> str:
    """Write columns as their characters.

    >>> from scorer import Column
    >>> words_of([Column(("s1", "s2", "s3"), "chi"), Column(("b2", "b2"), "jiang")])
    '一二三 贰贰'
    """
    return " ".join("".join(map(character, column.tiles)) for column in columns)


def better_html(best: Arrangement, say: Say) -> str:
    """HTML of the layout that would pay more."""
    head = say("better.title", columns=words_of(best.hand.columns))
    body = say("better.pays", total=headline_parts(best.score, say.lang)[0], paid=best.paid)
    return f'<div class="advice" data-advice="better"><p><strong>{escape(head)}</strong> {escape(body)}</p></div>'


def doubts_html(readings: Sequence[Reading], say: Say) -> str:
    """HTML of what other tables would pay for this hand."""
    items = "".join(f"<li>{escape(reading.text(say.lang))}</li>" for reading in readings)
    return (
        f'<details class="advice" data-advice="doubts"><summary>{escape(say("doubts.title", number=len(readings)))}'
        f"</summary><ul>{items}</ul></details>"
    )


def waits_html(found: Sequence[Wait], say: Say) -> str:
    """HTML of what an unfinished hand waits for."""
    if not found:
        return f'<div class="advice" data-advice="waits"><p>{escape(say("waits.none"))}</p></div>'
    rows = "".join(
        f"<tr><td>{character(wait.tile)}</td>"
        f"<td>{escape(say('waits.live', number=wait.live))}</td>"
        f"<td>{escape(say('waits.scores', total=total, paid=wait.best.paid))}</td></tr>"
        for wait, total in ((wait, headline_parts(wait.best.score, say.lang)[0]) for wait in found)
    )
    return (
        f'<div class="advice" data-advice="waits"><p><strong>{escape(say("waits.title"))}</strong></p>'
        f"<table>{rows}</table></div>"
    )
