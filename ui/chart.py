"""Running totals as a line chart: plain SVG, each line with its own dashes and its name at its end."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH, HEIGHT = 360, 190
LEFT, RIGHT, TOP, BOTTOM = 34, 76, 10, 22
COLOURS = ("#d0353c", "#2f7be8", "#13925b", "#b36b00")
DASHES = ("", "7 3", "2 3", "9 3 2 3")
MOST_TICKS = 8
LINE = 13
NAME_EMS = 5.8
NARROW_EM = 0.68
"""Room for a name beside its line, and what a Latin letter takes of it (a bold W takes more, an i less)."""
_CSS = """
svg { width: 100%; height: auto; color: var(--st-text-color); }
line { stroke: currentColor; opacity: .15; }
line.zero { opacity: .55; }
polyline { fill: none; stroke-width: 2.4; stroke-linejoin: round; }
text { font: 10px sans-serif; fill: currentColor; }
.tick { text-anchor: end; }
.round { text-anchor: middle; }
text.name { font-size: 12px; font-weight: 700; fill: var(--line); }
"""
_JS = """
export default function ({ data, parentElement }) { parentElement.querySelector(".chart").innerHTML = data.svg; }
"""


def draw(names: Sequence[str], totals: Sequence[Sequence[int]], title: str) -> None:
    """Show the chart; ``st.html`` would drop the lines."""
    component = st.components.v2.component("daer_chart", html='<div class="chart"></div>', css=_CSS, js=_JS)
    component(key="chart", data={"svg": svg(names, totals, title)})


def steps(low: int, high: int, most: int = 5) -> list[int]:
    """Give round numbers from at most ``low`` to at least ``high``.

    >>> steps(-6, 10), steps(0, 0)
    ([-10, -5, 0, 5, 10], [-1, 0, 1])
    """
    if low == high:
        low, high = low - 1, high + 1
    size = next(
        size
        for power in range(9)
        for size in (10**power, 2 * 10**power, 5 * 10**power)
        if -(-high // size) - low // size < most
    )
    return list(range(low // size * size, -(-high // size) * size + 1, size))


def svg(names: Sequence[str], totals: Sequence[Sequence[int]], title: str) -> str:
    """Draw the totals of every seat after every round.

    Args:
        names: the seats.
        totals: one row a round, one number a seat; the start at 0 is added.
        title: what a screen reader says.

    """
    rows = [[0] * len(names), *map(list, totals)]
    ticks = steps(min(map(min, rows)), max(map(max, rows)))
    low, high = ticks[0], ticks[-1]
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(place: int) -> float:
        return LEFT + wide * place / max(len(rows) - 1, 1)

    def y(value: float) -> float:
        return TOP + tall * (high - value) / (high - low)

    parts = [
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"'
        f' class="{"" if tick else "zero"}"/>'
        f'<text x="{LEFT - 4}" y="{y(tick) + 4:.1f}" class="tick">{tick}</text>'
        for tick in ticks
    ]
    every = -(-(len(rows) - 1) // MOST_TICKS) or 1
    parts += [
        f'<text x="{x(place):.1f}" y="{HEIGHT - 6}" class="round">{place}</text>'
        for place in range(0, len(rows), every)
    ]
    ends = spread([y(rows[-1][seat]) for seat in range(len(names))], LINE, TOP + 4, HEIGHT - BOTTOM)
    for seat, name in enumerate(names):
        points = " ".join(f"{x(place):.1f},{y(row[seat]):.1f}" for place, row in enumerate(rows))
        parts.append(
            f'<polyline points="{points}" stroke="{COLOURS[seat]}" stroke-dasharray="{DASHES[seat]}"/>'
            f'<text x="{WIDTH - RIGHT + 5}" y="{ends[seat] + 4:.1f}" class="name" style="--line: {COLOURS[seat]}">'
            f"{escape(short(name))}</text>"
        )
    head = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
    return f"{head}{''.join(parts)}</svg>"


def short(name: str, room: float = NAME_EMS) -> str:
    """Cut a name that would run out of the picture.

    >>> short("老王"), short("欧阳司马诸葛孔明"), short("Bartholomew")
    ('老王', '欧阳司马…', 'Barthol…')
    """
    widths = [1.0 if east_asian_width(char) in "WF" else NARROW_EM for char in name]
    if sum(widths) <= room:
        return name
    kept = 0
    while sum(widths[: kept + 1]) <= room - 1:
        kept += 1
    return f"{name[:kept]}…"


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move heights apart, so that no two are closer than ``gap``, in their order and inside the limits where they fit.

    >>> spread([50, 50, 90], 10, 0, 100)
    [50, 60, 90]
    >>> spread([98, 99], 10, 0, 100)
    [90, 100]
    """
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    found = list(wanted)
    last = low - gap
    for i in order:
        last = found[i] = max(found[i], last + gap)
    last = high + gap
    for i in reversed(order):
        last = found[i] = min(found[i], last - gap)
    return found
