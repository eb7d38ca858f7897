"""The photo with a box around every character read, cut to where the cards lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.faces import FACES, character
from ui.style import AMBER

if TYPE_CHECKING:
    from ui.scanning import ShownPhoto
    from ui.state import EditCard, EditHand

SURE = "#19a35b"


def view(hand: EditHand, size: tuple[int, int], margin: float = 0.06) -> tuple[float, float, float, float]:
    """The part of the photo worth showing: (x, y, width, height) around all boxes, the whole photo if there are none.

    >>> from ui.state import EditCard, EditHand
    >>> view(EditHand(strays=(EditCard(0, "s1", boxes=((100, 100, 200, 200),)),)), (400, 300), margin=0.1)
    (90.0, 90.0, 120.0, 120.0)
    """
    boxes = [box for card in hand.cards for box in card.boxes]
    if not boxes:
        return (0.0, 0.0, float(size[0]), float(size[1]))
    x0, y0 = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x1, y1 = max(box[2] for box in boxes), max(box[3] for box in boxes)
    extra = margin * max(x1 - x0, y1 - y0)
    x0, y0 = max(0.0, x0 - extra), max(0.0, y0 - extra)
    x1, y1 = min(float(size[0]), x1 + extra), min(float(size[1]), y1 + extra)
    return (x0, y0, x1 - x0, y1 - y0)


def picture(photo: ShownPhoto, hand: EditHand, alt: str) -> str:
    """HTML of the photo, its boxes and what each was read as."""
    x, y, width, height = view(hand, photo.size)
    unit = max(width, height) / 400
    marks = "".join(_mark(card, box, unit) for card in hand.cards for box in card.boxes)
    image = f'<image href="{photo.uri}" x="0" y="0" width="{photo.size[0]}" height="{photo.size[1]}"/>'
    return (
        f'<div class="picture"><svg viewBox="{x:.0f} {y:.0f} {width:.0f} {height:.0f}" role="img" '
        f'aria-label="{alt}" preserveAspectRatio="xMidYMid meet">{image}{marks}</svg></div>'
    )


def _mark(card: EditCard, box: tuple[float, float, float, float], unit: float) -> str:
    x0, y0, x1, y1 = box
    colour = AMBER if card.doubtful else SURE
    dashes = f' stroke-dasharray="{5 * unit:.1f} {3 * unit:.1f}"' if card.doubtful else ""
    rectangle = (
        f'<rect x="{x0:.0f}" y="{y0:.0f}" width="{x1 - x0:.0f}" height="{y1 - y0:.0f}" fill="none" '
        f'stroke="{colour}" stroke-width="{2.2 * unit:.1f}"{dashes} rx="{3 * unit:.0f}"/>'
    )
    if card.face not in FACES:
        return rectangle
    side = 15 * unit
    return (
        rectangle
        + f'<rect x="{x1 - side / 2:.0f}" y="{y0 - side / 2:.0f}" width="{side:.0f}" height="{side:.0f}" '
        + f'rx="{3 * unit:.0f}" fill="{colour}"/>'
        + f'<text x="{x1:.0f}" y="{y0 + side * 0.32:.0f}" font-size="{12 * unit:.0f}" text-anchor="middle" '
        + f'fill="#111">{character(card.face)}</text>'
    )
