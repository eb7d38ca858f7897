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
svg { display: block; width: 100%; max-height: 36vh; border-radius: 10px; background: #0003;
  touch-action: pan-y; }
svg.zoomed { touch-action: none; }
g { cursor: pointer; outline: none; }
g .box { fill: transparent; stroke: #19a35b; }
g.doubt .box { stroke: #f2a600; }
g .tag { fill: #19a35b; }
g.doubt .tag { fill: #f2a600; }
g:focus-visible .box { stroke: #1a6dff; fill: #1a6dff33; }
text { text-anchor: middle; fill: #111; font-family: sans-serif; font-weight: 600; }
"""

_JS = """
const NS = "http://www.w3.org/2000/svg";
const MOST = 6, SLOP = 8;
function make(name, attributes, parent) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.appendChild(element);
  return element;
}
function middle(points) {
  const sum = points.reduce(([x, y], p) => [x + p[0], y + p[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}
/* Two fingers (or the wheel) zoom, one finger moves what is zoomed, a double tap goes back to the whole. */
function zoomable(svg, whole) {
  let view = [...whole], fingers = new Map(), moved = 0, last = 0;
  const show = (next) => {
    const scale = Math.min(Math.max(next[2] / whole[2], 1 / MOST), 1);
    const width = whole[2] * scale, height = whole[3] * scale;
    view = [Math.min(Math.max(next[0], whole[0]), whole[0] + whole[2] - width),
      Math.min(Math.max(next[1], whole[1]), whole[1] + whole[3] - height), width, height];
    svg.setAttribute("viewBox", view.join(" "));
    svg.classList.toggle("zoomed", scale < 1);
  };
  const place = ([x, y]) => {
    const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  };
  const zoom = (factor, at) => {
    const width = Math.min(view[2] * factor, whole[2]), real = width / view[2];
    show([at[0] - (at[0] - view[0]) * real, at[1] - (at[1] - view[1]) * real, width, view[3] * real]);
  };
  const spread = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
  svg.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 1) moved = 0;
  });
  svg.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (fingers.size === 2) {
      const old = spread(), from = place(middle([...fingers.values()]));
      fingers.set(event.pointerId, now);
      zoom(old / Math.max(spread(), 1), from);
      moved = SLOP + 1;
    } else if (fingers.size === 1) {
      moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
      if (svg.classList.contains("zoomed") && moved > SLOP) {
        const [x0, y0] = place(before), [x1, y1] = place(now);
        show([view[0] + x0 - x1, view[1] + y0 - y1, view[2], view[3]]);
      }
      fingers.set(event.pointerId, now);
    }
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    svg.addEventListener(name, (event) => fingers.delete(event.pointerId));
  }
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, place([event.clientX, event.clientY]));
  }, { passive: false });
  svg.addEventListener("touchmove", (event) => { if (event.touches.length > 1) event.preventDefault(); },
    { passive: false });
  svg.addEventListener("click", (event) => {
    if (event.timeStamp - last < 350 && svg.classList.contains("zoomed")) show([...whole]);
    last = event.timeStamp;
  });
  return () => moved <= SLOP;
}
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".photo");
  const [x, y, width, height] = data.view;
  const unit = Math.max(width, height) / 400;
  /* The same photo stays as it is, zoomed and moved; only its marks are drawn anew. */
  if (host.shown?.image !== data.image) {
    const svg = document.createElementNS(NS, "svg");
    svg.setAttribute("viewBox", data.view.join(" "));
    svg.setAttribute("role", "group");
    make("image", { href: data.image, x, y, width, height, preserveAspectRatio: "none" }, svg);
    host.shown = { image: data.image, svg, still: zoomable(svg, data.view) };
    host.replaceChildren(svg);
  }
  const { svg, still } = host.shown;
  svg.setAttribute("aria-label", data.alt);
  svg.querySelectorAll("g").forEach((old) => old.remove());
  for (const mark of data.marks) {
    const group = make("g", { class: mark.doubtful ? "doubt" : "", tabindex: 0, role: "button",
      "aria-label": mark.text || "?" }, svg);
    const [x0, y0, x1, y1] = mark.box;
    const side = 15 * unit;
    make("rect", { class: "box", x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: 3 * unit,
      "stroke-width": 2.2 * unit, ...(mark.doubtful ? { "stroke-dasharray": `${6 * unit} ${3 * unit}` } : {}) }, group);
    if (mark.text) {
      make("rect", { class: "tag", x: x1 - side / 2, y: y0 - side / 2, width: side, height: side,
        rx: 3 * unit }, group);
      make("text", { x: x1, y: y0 + side * 0.3, "font-size": 12 * unit }, group).textContent = mark.text;
    }
    group.addEventListener("click", () => { if (still()) setTriggerValue("tapped", mark.card); });
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); setTriggerValue("tapped", mark.card); }
    });
  }
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
