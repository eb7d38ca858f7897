"""Hands laid out as pure geometry: true characters with their places, no picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scorer.columns import LEGAL_COLUMNS, SHAPES
from scorer.faces import FACES
from vision.types import BACK, CLASSES, Glyph

LAYOUTS = ("row", "tworow", "fan", "side")
CONFUSED = {
    "s1": "s2", "s2": "s3", "s3": "s2", "s4": "b4", "s5": "b5", "s6": "s8", "s7": "s10", "s8": "s6", "s9": "b9",
    "s10": "s7", "b1": "b3", "b2": "b1", "b3": "b1", "b4": "b6", "b5": "b8", "b6": "b4", "b7": "b10", "b8": "b5",
    "b9": "b7", "b10": "b7", "back": "s4",
}  # fmt: skip


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
    top: np.ndarray
    down: np.ndarray


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
            faces = [column, ("back",) * 3 + column[:1], (*column[:3], "back")][form]
        else:
            faces = tuple(column[k] for k in rng.permutation(len(column))) if rng.random() < 0.3 else column
        shown.append(tuple(faces))
    return [shown[k] for k in rng.permutation(7)]


def lay_column(faces, number, start, angle, length, rng):
    down = np.array([np.sin(angle), np.cos(angle)])
    side = np.array([down[1], -down[0]])
    spacing = rng.uniform(0.22, 0.45) * length
    at = np.array(start, float)
    laid = []
    for face in faces:
        laid.append(Laid(face, number, at + side * rng.normal(0, 0.04), tilt(down, rng.normal(0, 0.015))))
        at = at + down * spacing * rng.uniform(0.93, 1.07)
    return laid


def tilt(vector, angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]])


def lay_row(hand, first, y, length, rng):
    gap = rng.uniform(1.02, 1.5)
    lean = rng.normal(0, 0.04)
    cards = []
    for k, faces in enumerate(hand):
        x = k * gap * rng.uniform(0.98, 1.05)
        cards += lay_column(faces, first + k, (x, y + rng.normal(0, 0.15)), lean * (k - 2) / 2, length, rng)
    return cards


def lay_fan(hand, first, y, length, rng):
    pivot = np.array([len(hand) * 0.7, y + length * rng.uniform(2.2, 3.0)])
    radius = pivot[1] - y
    step = rng.uniform(1.15, 1.5) / radius
    cards = []
    for k, faces in enumerate(hand):
        angle = (k - (len(hand) - 1) / 2) * step
        down = np.array([-np.sin(angle), np.cos(angle)])
        cards += lay_column(faces, first + k, pivot - down * radius, -angle, length, rng)
    return cards


def lay_side(hand, length, rng):
    gap, inner = rng.uniform(1.45, 1.9), rng.uniform(1.0, 1.15)
    per_row = int(rng.integers(2, 4))
    cards, x, y = [], 0.0, 0.0
    for k, faces in enumerate(hand):
        if k and k % per_row == 0:
            x, y = rng.normal(0, 0.3), y + length * rng.uniform(1.04, 1.2)
        for face in faces:
            down = np.array([rng.normal(0, 0.03), 1.0])
            cards.append(Laid(face, k, np.array([x, y + rng.normal(0, 0.06)]), down / np.linalg.norm(down)))
            x += inner * rng.uniform(0.98, 1.04)
        x += gap - inner
    return cards


def lay(layout, hand, length, rng):
    if layout == "row":
        return lay_row(hand, 0, 0.0, length, rng)
    if layout == "side":
        return lay_side(hand, length, rng)
    melds = int(rng.integers(2, 5))
    table = lay_row(hand[:melds], 0, 0.0, length, rng)
    lower = max((c.top + c.down * length)[1] for c in table) + rng.uniform(0.1, 0.8)
    lay_hand = lay_fan if layout == "fan" else lay_row
    held = lay_hand(hand[melds:], melds, lower, length, rng)
    shift = max(lower - min(c.top[1] for c in held), 0.0)
    for card in held:
        card.top = card.top + np.array([0.0, shift])
    return table + held


def add_strays(cards, length, rng):
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


def quad(card, start, stop, width):
    side = np.array([card.down[1], -card.down[0]]) * width / 2
    a, b = card.top + card.down * start, card.top + card.down * stop
    return np.array([a - side, a + side, b + side, b - side])


def covered(points, rect):
    edge = np.roll(rect, -1, axis=0) - rect
    rel = points[:, None] - rect[None]
    cross = edge[None, :, 0] * rel[:, :, 1] - edge[None, :, 1] * rel[:, :, 0]
    return (cross >= 0).all(axis=1) | (cross <= 0).all(axis=1)


def camera(rng, mild=0.35):
    """A homography: turn, scale, and a mild tilt."""
    angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    tip = rng.uniform(-mild, mild, 2) / 12
    squeeze = np.diag([1.0, rng.uniform(0.8, 1.0), 1.0])
    return np.array([[1, 0, 0], [0, 1, 0], [*tip, 1.0]]) @ squeeze @ turn


def project(matrix, points):
    out = np.c_[points, np.ones(len(points))] @ matrix.T
    return out[:, :2] / out[:, 2:]


def scores_of(face, rng, corrupt):
    scores = rng.uniform(0.0005, 0.003, len(CLASSES))
    sure = rng.uniform(0.75, 0.95)
    if rng.random() < corrupt:
        scores[CLASSES.index(CONFUSED[face])] = 0.65 * sure
        scores[CLASSES.index(face)] = 0.25 * sure
    else:
        scores[CLASSES.index(face)] = sure
    return tuple(float(s) for s in scores)


def make_scene(seed, layout=None, *, jitter=0.05, drop=0.03, corrupt=0.0, strays=0.3, flips=True) -> Scene:
    rng = np.random.default_rng(seed)
    layout = layout or LAYOUTS[int(rng.integers(4))]
    length = rng.uniform(2.9, 4.5)
    hand = random_hand(rng)
    cards = lay(layout, hand, length, rng)
    if rng.random() < strays:
        add_strays(cards, length, rng)
    tall, wide, inset = rng.uniform(0.8, 1.15), rng.uniform(0.78, 0.95), rng.uniform(0.02, 0.1)
    middle = np.mean([c.top for c in cards], axis=0)
    for card in cards:
        card.top = card.top - middle
    matrix = camera(rng)
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
            if hidden.mean() > 0.4 or rng.random() < drop:
                continue
            seen = project(matrix, shape) * scale
            found.append((number, card, seen))
    shown = np.concatenate([f[2] for f in found])
    low = shown.min(axis=0) - 80
    size = tuple(int(v) for v in np.ceil(shown.max(axis=0) - low + 80))
    glyphs = []
    for _, card, seen in found:
        points = seen - low
        extent = float(np.mean([np.linalg.norm(points[0] - points[1]), np.linalg.norm(points[1] - points[2])]))
        points = points + rng.normal(0, jitter, 2) * extent
        noisy = points + rng.normal(0, jitter / 2, points.shape) * extent
        box = (*noisy.min(axis=0), *noisy.max(axis=0))
        head = (points[0] + points[1]) / 2 + rng.normal(0, jitter, 2) * extent * 0.6
        foot = (points[2] + points[3]) / 2 + rng.normal(0, jitter, 2) * extent * 0.6
        flip = {"s1": 0.5, "s2": 0.1, "s3": 0.1, "s10": 0.1, "back": 0.3}.get(card.face, 0.0)
        if flips and rng.random() < flip:
            head, foot = foot, head
        glyphs.append(
            Glyph(
                tuple(float(v) for v in box),
                tuple(float(v) for v in head),
                tuple(float(v) for v in foot),
                scores_of(card.face, rng, corrupt),
            )
        )
    present = sorted({f[0] for f in found})
    truth = [
        tuple(sorted(cards[k].face for k in present if cards[k].column == c))
        for c in sorted({cards[k].column for k in present} - {-1})
    ]
    return Scene(
        layout, tuple(glyphs), tuple(f[0] for f in found), tuple(f[1].column for f in found), tuple(truth), size
    )


def turned(glyph: Glyph, size: tuple[int, int], quarters: int) -> Glyph:
    """The glyph after the photo was turned by quarters × 90° clockwise."""

    def at(point):
        (x, y), (w, h) = point, size
        return [(x, y), (h - y, x), (w - x, h - y), (y, w - x)][quarters % 4]

    a, b = at(glyph.box[:2]), at(glyph.box[2:])
    box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
    return Glyph(box, at(glyph.head), at(glyph.foot), glyph.scores)


def is_back(glyph: Glyph) -> bool:
    return glyph.face == CLASSES[BACK]
