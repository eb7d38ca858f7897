"""The photo with a box around every character read: our own small component, a tap on a box opens that card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from scorer.faces import FACES, character
from ui import session
from ui.session import Picking

if TYPE_CHECKING:
    from ui.catalogue import Say
    from ui.scanning import ShownPhoto
    from ui.state import EditCard, EditHand

_CSS = """
svg { display: block; width: 100%; max-height: 44vh; border-radius: 10px; background: #0003;
  touch-action: manipulation; }
g { cursor: pointer; }
g .box { fill: transparent; stroke: #19a35b; }
g.doubt .box { stroke: #f2a600; }
g .tag { fill: #19a35b; }
g.doubt .tag { fill: #f2a600; }
text { text-anchor: middle; fill: #111; font-family: sans-serif; font-weight: 600; }
"""

_JS = """
const NS = "http://www.w3.org/2000/svg";
function make(name, attributes, parent) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.appendChild(element);
  return element;
}
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".photo");
  const [x, y, width, height] = data.view;
  const unit = Math.max(width, height) / 400;
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", data.view.join(" "));
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", data.alt);
  make("image", { href: data.image, x, y, width, height, preserveAspectRatio: "none" }, svg);
  for (const mark of data.marks) {
    const group = make("g", { class: mark.doubtful ? "doubt" : "" }, svg);
    const [x0, y0, x1, y1] = mark.box;
    const side = 15 * unit;
    make("rect", { class: "box", x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: 3 * unit,
      "stroke-width": 2.2 * unit, ...(mark.doubtful ? { "stroke-dasharray": `${6 * unit} ${3 * unit}` } : {}) }, group);
    if (mark.text) {
      make("rect", { class: "tag", x: x1 - side / 2, y: y0 - side / 2, width: side, height: side,
        rx: 3 * unit }, group);
      make("text", { x: x1, y: y0 + side * 0.3, "font-size": 12 * unit }, group).textContent = mark.text;
    }
    group.addEventListener("click", () => setTriggerValue("tapped", mark.card));
  }
  host.replaceChildren(svg);
}
"""

SIZE_HINT = 0.08


def view(
    boxes: list[tuple[float, float, float, float]], size: tuple[int, int], margin: float = SIZE_HINT
) -> tuple[int, int, int, int]:
    """Find the part worth showing: (x, y, width, height) around all boxes, the whole photo if there are none.

    >>> view([(100, 100, 200, 200)], (400, 300), margin=0.1)
    (90, 90, 120, 120)
    >>> view([], (400, 300))
    (0, 0, 400, 300)
    """
    if not boxes:
        return (0, 0, *size)
    x0, y0 = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x1, y1 = max(box[2] for box in boxes), max(box[3] for box in boxes)
    extra = margin * max(x1 - x0, y1 - y0)
    left, top = max(0, int(x0 - extra)), max(0, int(y0 - extra))
    right, bottom = min(size[0], int(x1 + extra)), min(size[1], int(y1 + extra))
    return (left, top, max(1, right - left), max(1, bottom - top))


def marks(hand: EditHand) -> list[dict[str, Any]]:
    """One entry a box: whose it is, where, what it was read as."""
    return [_mark(card, box) for card in hand.cards for box in card.boxes]


def draw(photo: ShownPhoto, hand: EditHand, say: Say) -> None:
    """Show the photo; a tap on a box opens the picker for its card."""
    component = st.components.v2.component("daer_picture", html='<div class="photo"></div>', css=_CSS, js=_JS)
    result = component(
        key="picture",
        data={"image": photo.uri, "view": list(photo.view), "marks": marks(hand), "alt": say("picture.alt")},
        on_tapped_change=lambda: None,
    )
    if result.tapped is not None:
        session.pick(Picking(card=int(result.tapped)))


def _mark(card: EditCard, box: tuple[float, float, float, float]) -> dict[str, Any]:
    return {
        "card": card.id,
        "box": [round(value, 1) for value in box],
        "doubtful": card.doubtful,
        "text": character(card.face) if card.face in FACES else "",
    }
