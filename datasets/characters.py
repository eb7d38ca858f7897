"""Hands laid out as pure geometry: true characters with their places, no picture.

For measuring what groups them: the characters' places are jittered, some are dropped, classes may be corrupted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scorer.columns import LEGAL_COLUMNS, SHAPES
from scorer.faces import FACES
from vision.types import CLASSES, Glyph, Point

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Random = np.random.Generator
    Hand = list[tuple[str, ...]]

LAYOUTS = ("row", "touching", "tworow", "crosswise", "fan", "side")
"""Columns in a row, touching, in two rows, table melds turned by a quarter, a fan before them, cards side by side."""
CONFUSED = {
    "s1": "s2", "s2": "s3", "s3": "s2", "s4": "b4", "s5": "b5", "s6": "s8", "s7": "s10", "s8": "s6", "s9": "b9",
    "s10": "s7", "b1": "b3", "b2": "b1", "b3": "b1", "b4": "b6", "b5": "b8", "b6": "b4", "b7": "b10", "b8": "b5",
    "b9": "b7", "b10": "b7", "back": "s4",
}  # fmt: skip

HIDDEN = 0.1
"""Share of triples that lie face down (偎)."""
MOST_HIDDEN = 0.4
"""A character of which more is hidden is not found."""


@dataclass(frozen=True)
class Scene:
    """Glyphs with the truth.

    ``card`` and ``column`` hold one number a glyph (column −1: a stray); ``columns`` is the truth as sorted faces,
    of the cards of which at least one glyph is there.
    """

    layout: str
    glyphs: tuple[Glyph, ...]
    card: tuple[int, ...]
    column: tuple[int, ...]
    columns: tuple[tuple[str, ...], ...]
    size: tuple[int, int]


@dataclass
class Laid:
    """One card on the table: middle of its upper end, direction down the card, z-order by position in the list."""

    face: str
    column: int
    top: Floats
    down: Floats


def random_hand(rng: np.random.Generator) -> list[tuple[str, ...]]:
    """Seven legal columns with the faces that show; at most four of a face."""
    runs = [c for c in LEGAL_COLUMNS if SHAPES[c] not in ("pair", "quad", "triple")]
    groups = {s: [c for c in LEGAL_COLUMNS if SHAPES[c] == s] for s in ("pair", "quad", "triple")}
    while True:
        quads = int(rng.choice([0, 0, 0, 1, 1, 2]))
        triples = int(rng.integers(0, 4))
        kinds = ["quad"] * quads + ["pair"] * (quads > 0) + ["triple"] * triples
        picked = [groups[k][rng.integers(20)] for k in kinds]
        picked += [runs[rng.integers(len(runs))] for _ in range(7 - len(picked))]
        tiles = [t for c in picked for t in c]
        if max(tiles.count(t) for t in tiles) <= 4:
            break
    shown = []
    for column in picked:
        if SHAPES[column] == "quad":
            form = rng.integers(3)
            faces = (column, ("back",) * 3 + column[:1], (*column[:3], "back"))[form]
        elif SHAPES[column] == "triple" and rng.random() < HIDDEN:
            faces = ("back",) * 3
        else:
            faces = tuple(column[k] for k in rng.permutation(len(column))) if rng.random() < 0.3 else column
        shown.append(tuple(faces))
    return [shown[k] for k in rng.permutation(7)]


def lay_column(
    faces: tuple[str, ...], number: int, start: Floats, angle: float, length: float, rng: Random
) -> list[Laid]:
    """Cards that overlap lengthwise, the later ones on top."""
    down = np.array([np.sin(angle), np.cos(angle)])
    side = np.array([down[1], -down[0]])
    spacing = rng.uniform(0.22, 0.45) * length
    at = start
    laid = []
    for face in faces:
        laid.append(Laid(face, number, at + side * rng.normal(0, 0.04), tilt(down, rng.normal(0, 0.015))))
        at = at + down * spacing * rng.uniform(0.93, 1.07)
    return laid


def tilt(vector: Floats, angle: float) -> Floats:
    """Turn (2,) or (n, 2) by an angle in radians."""
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([c * vector[..., 0] - s * vector[..., 1], s * vector[..., 0] + c * vector[..., 1]], axis=-1)


def lay_row(hand: Hand, first: int, y: float, length: float, rng: Random, gaps: Point = (1.02, 1.5)) -> list[Laid]:
    """Columns beside each other, their tops at ``y``."""
    gap = rng.uniform(*gaps)
    lean = rng.normal(0, 0.04)
    cards: list[Laid] = []
    for k, faces in enumerate(hand):
        start = np.array([k * gap * rng.uniform(0.98, 1.05), y + rng.normal(0, 0.15)])
        cards += lay_column(faces, first + k, start, lean * (k - 2) / 2, length, rng)
    return cards


def lay_fan(hand: Hand, first: int, y: float, length: float, rng: Random) -> list[Laid]:
    """Columns around a pivot below them."""
    pivot = np.array([len(hand) * 0.7, y + length * rng.uniform(2.2, 3.0)])
    radius = pivot[1] - y
    step = rng.uniform(1.15, 1.5) / radius
    cards: list[Laid] = []
    for k, faces in enumerate(hand):
        angle = (k - (len(hand) - 1) / 2) * step
        down = np.array([-np.sin(angle), np.cos(angle)])
        cards += lay_column(faces, first + k, pivot - down * radius, -angle, length, rng)
    return cards


def lay_side(hand: Hand, length: float, rng: Random) -> list[Laid]:
    """The cards of a column side by side, two or three columns a line."""
    gap, inner = rng.uniform(1.45, 1.9), rng.uniform(1.0, 1.15)
    per_row = int(rng.integers(2, 4))
    cards: list[Laid] = []
    x, y = 0.0, 0.0
    for k, faces in enumerate(hand):
        if k and k % per_row == 0:
            x, y = float(rng.normal(0, 0.3)), y + length * rng.uniform(1.04, 1.2)
        for face in faces:
            down = np.array([rng.normal(0, 0.03), 1.0])
            cards.append(Laid(face, k, np.array([x, y + rng.normal(0, 0.06)]), down / np.linalg.norm(down)))
            x += inner * rng.uniform(0.98, 1.04)
        x += gap - inner
    return cards


def lay_crosswise(hand: Hand, length: float, rng: Random) -> list[Laid]:
    """Table melds turned by a quarter, one above the other."""
    cards: list[Laid] = []
    for k, faces in enumerate(hand):
        start = np.array([rng.normal(0, 0.1), k * rng.uniform(1.1, 1.5)])
        cards += lay_column(faces, k, start, np.pi / 2 + rng.normal(0, 0.03), length, rng)
    return cards


def lay(layout: str, hand: Hand, length: float, rng: Random) -> list[Laid]:
    """Lay a whole hand."""
    if layout == "row":
        return lay_row(hand, 0, 0.0, length, rng)
    if layout == "touching":
        return lay_row(hand, 0, 0.0, length, rng, (1.0, 1.03))
    if layout == "side":
        return lay_side(hand, length, rng)
    melds = int(rng.integers(2, 5))
    crosswise = layout == "crosswise"
    table = lay_crosswise(hand[:melds], length, rng) if crosswise else lay_row(hand[:melds], 0, 0.0, length, rng)
    lower = max(quad(c, 0, length, 1.0)[:, 1].max() for c in table) + rng.uniform(0.1, 0.8)
    lay_hand = lay_fan if layout == "fan" else lay_row
    held = lay_hand(hand[melds:], melds, lower, length, rng)
    shift = max(lower - min(c.top[1] for c in held), 0.0)
    for card in held:
        card.top = card.top + np.array([0.0, shift])
    return table + held


def add_strays(cards: list[Laid], length: float, rng: Random) -> None:
    """Add one to three cards around the hand."""
    low = np.min([np.minimum(c.top, c.top + c.down * length) for c in cards], axis=0)
    high = np.max([np.maximum(c.top, c.top + c.down * length) for c in cards], axis=0)
    for _ in range(int(rng.integers(1, 4))):
        angle = rng.uniform(0, 2 * np.pi)
        down = np.array([np.sin(angle), np.cos(angle)])
        side = rng.integers(4)
        margin = length * rng.uniform(0.75, 1.3)
        middle = rng.uniform(low, high)
        middle[side % 2] = (low if side < 2 else high)[side % 2] + (-margin if side < 2 else margin)
        cards.append(Laid(FACES[rng.integers(20)], -1, middle - down * length / 2, down))


def quad(card: Laid, start: float, stop: float, width: float) -> Floats:
    """Corners (4, 2) of a part of a card."""
    side = np.array([card.down[1], -card.down[0]]) * width / 2
    a, b = card.top + card.down * start, card.top + card.down * stop
    return np.array([a - side, a + side, b + side, b - side])


def covered(points: Floats, rect: Floats) -> NDArray[np.bool_]:
    """Which of (n, 2) points lie in a rectangle (4, 2): (n,)."""
    edge = np.roll(rect, -1, axis=0) - rect
    rel = points[:, None] - rect[None]
    cross = edge[None, :, 0] * rel[:, :, 1] - edge[None, :, 1] * rel[:, :, 0]
    return np.asarray((cross >= 0).all(axis=1) | (cross <= 0).all(axis=1))


def camera(rng: Random, turn: float | None = None, mild: float = 0.35) -> Floats:
    """A homography (3, 3): turn (degrees; any when None), and a mild tilt."""
    angle = rng.uniform(0, 2 * np.pi) if turn is None else np.radians(turn) + rng.normal(0, 0.05)
    c, s = np.cos(angle), np.sin(angle)
    turned_by = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    tip = rng.uniform(-mild, mild, 2) / 12
    squeeze = np.diag([1.0, rng.uniform(0.8, 1.0), 1.0])
    return np.asarray(np.array([[1, 0, 0], [0, 1, 0], [*tip, 1.0]]) @ squeeze @ turned_by)


def project(matrix: Floats, points: Floats) -> Floats:
    """Where a homography takes (n, 2) points."""
    out = np.c_[points, np.ones(len(points))] @ matrix.T
    return np.asarray(out[:, :2] / out[:, 2:])


def scores_of(face: str, rng: Random, *, corrupt: bool) -> tuple[float, ...]:
    """Class scores as a detector gives them; ``corrupt``: the likeliest confusion comes first."""
    scores = rng.uniform(0.0005, 0.003, len(CLASSES))
    sure = rng.uniform(0.75, 0.95)
    if corrupt:
        scores[CLASSES.index(CONFUSED[face])] = 0.65 * sure
        scores[CLASSES.index(face)] = 0.25 * sure
    else:
        scores[CLASSES.index(face)] = sure
    return tuple(float(s) for s in scores)


def make_scene(
    seed: int,
    layout: str | None = None,
    *,
    jitter: float = 0.05,
    drop: float = 0.03,
    corrupt: float = 0.0,
    strays: float = 0.3,
    cut: float = 0.0,
    turn: float | None = None,
) -> Scene:
    """Lay a random hand and look at it.

    Args:
        seed: decides everything.
        layout: one of ``LAYOUTS``; a random one when None.
        jitter: deviation of a character's place, as a share of its size.
        drop: share of characters that are not found.
        corrupt: share of cards whose characters are taken for its likeliest confusion.
        strays: share of scenes with cards that are no part of the hand.
        cut: share of scenes whose lower ends are out of the picture.
        turn: degrees; any when None.

    """
    rng = np.random.default_rng(seed)
    layout = layout or LAYOUTS[int(rng.integers(len(LAYOUTS)))]
    length = rng.uniform(2.9, 4.5)
    hand = random_hand(rng)
    cards = lay(layout, hand, length, rng)
    if rng.random() < strays:
        add_strays(cards, length, rng)
    tall, wide, inset = rng.uniform(0.8, 1.15), rng.uniform(0.78, 0.95), rng.uniform(0.02, 0.1)
    middle = np.mean([c.top for c in cards], axis=0)
    for card in cards:
        card.top = card.top - middle
    matrix = camera(rng, turn)
    lowest = max(c.top[1] for c in cards if c.column >= 0) + length / 2 if rng.random() < cut else np.inf
    scale = rng.uniform(60, 200)
    found = []
    rects = [quad(c, 0, length, 1.0) for c in cards]
    for number, card in enumerate(cards):
        for start, stop in ((inset, inset + tall), (length - inset, length - inset - tall)):
            shape = quad(card, start, stop, wide)
            grid = np.linspace(0.08, 0.92, 6)
            points = np.array(
                [shape[0] + (shape[1] - shape[0]) * u + (shape[3] - shape[0]) * v for u in grid for v in grid]
            )
            hidden = np.zeros(len(points), bool)
            for rect in rects[number + 1 :]:
                hidden |= covered(points, rect)
            if hidden.mean() > MOST_HIDDEN or shape[:, 1].min() > lowest or rng.random() < drop:
                continue
            seen = project(matrix, shape) * scale
            found.append((number, card, seen))
    shown = np.concatenate([f[2] for f in found])
    low = shown.min(axis=0) - 80
    width, height = np.ceil(shown.max(axis=0) - low + 80).astype(int).tolist()
    glyphs = []
    confused = {k for k in range(len(cards)) if rng.random() < corrupt}  # both ends of a card are printed alike
    for number, card, seen in found:
        points = seen - low
        extent = float(np.mean([np.linalg.norm(points[0] - points[1]), np.linalg.norm(points[1] - points[2])]))
        points = points + rng.normal(0, jitter, 2) * extent
        noisy = points + rng.normal(0, jitter / 2, points.shape) * extent
        (x0, y0), (x1, y1) = noisy.min(axis=0).tolist(), noisy.max(axis=0).tolist()
        head = (points[0] + points[1]) / 2 + rng.normal(0, jitter, 2) * extent * 0.6
        foot = (points[2] + points[3]) / 2 + rng.normal(0, jitter, 2) * extent * 0.6
        flip = {"s1": 0.5, "s2": 0.1, "s3": 0.1, "s10": 0.1, "back": 0.3}.get(card.face, 0.0)
        if rng.random() < flip:
            head, foot = foot, head
        glyphs.append(
            Glyph(
                (x0, y0, x1, y1),
                (float(head[0]), float(head[1])),
                (float(foot[0]), float(foot[1])),
                scores_of(card.face, rng, corrupt=number in confused),
            )
        )
    present = sorted({f[0] for f in found})
    truth = [
        tuple(sorted(cards[k].face for k in present if cards[k].column == c))
        for c in sorted({cards[k].column for k in present} - {-1})
    ]
    return Scene(
        layout,
        tuple(glyphs),
        tuple(f[0] for f in found),
        tuple(f[1].column for f in found),
        tuple(truth),
        (width, height),
    )


def turned(glyph: Glyph, size: tuple[int, int], quarters: int) -> Glyph:
    """The glyph after the photo was turned by quarters × 90° clockwise."""

    def at(point: Point) -> Point:
        (x, y), (w, h) = point, size
        return ((x, y), (h - y, x), (w - x, h - y), (y, w - x))[quarters % 4]

    a, b = at((glyph.box[0], glyph.box[1])), at((glyph.box[2], glyph.box[3]))
    box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
    return Glyph(box, at(glyph.head), at(glyph.foot), glyph.scores)
