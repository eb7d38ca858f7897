"""Photo of twenty cards in two rows, 一 to 十 and 壹 to 拾 → a deck: the order tells each face, whatever is read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from scorer.faces import FACES
from vision.cards import find_pairs
from vision.deck.errors import BadDeckName, CardMissing, CardTooMany, DeckError, NotInOrder
from vision.deck.profile import SIZE, DeckProfile, FaceCrops, checked, is_name
from vision.geometry import mean_axis
from vision.marks import marks_of
from vision.scale import estimate_scale, seen_from_above
from vision.secondlook import SecondLook, upright_crops

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from vision.deck.profile import Pixels
    from vision.marks import Marks
    from vision.scale import Scale
    from vision.scan import Scanner
    from vision.types import Glyph, Photo

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

ROW = 10
FEWEST = 4
"""Fewer cards with two equal ends do not say where the rows lie."""
FEW_READ = 0.6
"""At least this share of the cards must be read as the order has it: otherwise it is no such order."""
FAINT = 0.5
"""A character alone counts as a card from this share of the usual score on."""
SAME_PLACE = 0.6
"""Two characters whose cards' middles are nearer than this share of a card's width are one card."""
ASIDE = 0.35
"""How far from its row's line a card may lie, in card lengths."""


@dataclass(frozen=True)
class EnrolledCard:
    """One of the twenty cards.

    Attributes:
        face: what the order says it is.
        seen: what the eye alone read.
        p: probability the eye gave to ``face``.
        glyphs: where its characters stand, one or two.
        pixels: uint8 (n, SIZE, SIZE, 3) RGB, a crop of each of them.

    """

    face: str
    seen: str
    p: float
    glyphs: tuple[Glyph, ...]
    pixels: Pixels


@dataclass(frozen=True)
class Enrolment:
    """What a photo told of a deck, to be looked at before it is kept.

    Attributes:
        cards: the twenty cards, in the order of ``FACES``.

    """

    cards: tuple[EnrolledCard, ...]

    def corrected(self, faces: Mapping[int, str]) -> Enrolment:
        """Return the same cards with some of them under other faces, cards by their number.

        Raises:
            NotInOrder: the cards no longer show each face once.

        """
        cards = [replace(card, face=faces.get(k, card.face)) for k, card in enumerate(self.cards)]
        if {card.face for card in cards} != set(FACES):
            raise NotInOrder("each face once")
        return replace(self, cards=tuple(sorted(cards, key=lambda card: FACES.index(card.face))))

    def profile(self, name: str) -> DeckProfile:
        """Return the deck.

        Raises:
            BadDeckName: it cannot be called so.

        """
        if not is_name(name):
            raise BadDeckName
        faces = tuple(FaceCrops(c.pixels, np.array([c.seen != c.face] * len(c.pixels))) for c in self.cards)
        return checked(DeckProfile(name, faces))


def enrol(scanner: Scanner, photo: Photo) -> Enrolment:
    """Read the two rows.

    Raises:
        CardMissing, CardTooMany, NotInOrder: the photo does not show them; as named.
        DeckError: the scanner has no second look.

    """
    second = scanner.second_look
    if not isinstance(second, SecondLook):
        raise DeckError("without the second look no deck can be learned")
    glyphs = second.look(photo, scanner.find(photo))
    ordered, probs = two_rows(glyphs)
    cards = tuple(
        EnrolledCard(face, FACES[int(p.argmax())], float(p[k]), ends, crops_of(second, photo, ends))
        for k, (face, ends, p) in enumerate(zip(FACES, ordered, probs, strict=True))
    )
    return Enrolment(cards)


def crops_of(second: SecondLook, photo: Photo, glyphs: Sequence[Glyph]) -> Pixels:
    """Crops uint8 (n, SIZE, SIZE, 3) RGB of characters, as the second look sees them."""
    crops = upright_crops(photo, glyphs, SIZE, second.margin)
    return np.rint(crops.transpose(0, 2, 3, 1) * 255).astype(np.uint8)


def two_rows(glyphs: Sequence[Glyph]) -> tuple[list[tuple[Glyph, ...]], Floats]:
    """Find the twenty cards among the characters of a photo.

    Returns:
        The characters of each card in the order of ``FACES``; what the eye says of each card, (20, 20) probabilities.

    Raises:
        CardMissing, CardTooMany, NotInOrder: they are not there; as named.

    """
    marks = marks_of(glyphs)
    if len(marks) < ROW:
        raise CardMissing(f"{len(marks)} characters found")
    marks = seen_from_above(marks)
    marks = marks.picked(marks.score >= FAINT * np.quantile(marks.score, 0.75))
    scale = estimate_scale(marks)
    pairs = sure_pairs(marks, scale)
    if len(pairs) < FEWEST:
        raise CardMissing(f"{len(pairs)} cards found")
    table = Table.of(marks, scale, pairs)
    cards = [*pairs, *table.others(marks, scale, pairs)]
    rows = table.rows_of(marks, cards)
    counts = [len(row) for row in rows]
    found = f"rows of {counts[0]} and {counts[1]} cards found"
    if min(counts) < ROW:
        raise CardMissing(found)
    if max(counts) > ROW:
        raise CardTooMany(found)
    logs = np.array([np.log(marks.probs[list(card), : len(FACES)]).sum(axis=0) for card in cards])
    order = likeliest_order(rows, logs)
    probs = np.exp(logs[order] - logs[order].max(axis=1, keepdims=True))
    ends = [tuple(marks.glyphs[e] for e in cards[k]) for k in order]
    return ends, probs / probs.sum(axis=1, keepdims=True)


def sure_pairs(marks: Marks, scale: Scale) -> list[tuple[int, ...]]:
    """Cards whose two ends show one face, as indices of the marks."""
    pairs = find_pairs(marks, scale)
    free = np.ones(len(marks), bool)
    cards: list[tuple[int, ...]] = []
    for k in np.argsort(-pairs.score, kind="stable").tolist():
        one, other = int(pairs.first[k]), int(pairs.second[k])
        if free[one] and free[other] and pairs.score[k] > 0:
            free[[one, other]] = False
            cards.append((one, other))
    return cards


@dataclass(frozen=True)
class Table:
    """Where the two rows lie.

    Attributes:
        axis: (2,) unit vector along the cards, either way.
        length: distance between the outer edges of a card's two characters, pixels.
        lines: of each row, slope and height of the line through its cards, in pixels across and along ``axis``.

    """

    axis: Floats
    length: float
    lines: tuple[Floats, Floats]

    @classmethod
    def of(cls, marks: Marks, scale: Scale, pairs: Sequence[tuple[int, ...]]) -> Table:
        """Part the cards that are sure into two rows where they lie farthest apart, then straighten the rows."""
        axis = mean_axis(np.array([marks.up[one] for one, _ in pairs]))
        middles = np.array([marks.centre[list(pair)].mean(axis=0) for pair in pairs])
        length = float(np.median(scale.reach(middles, np.tile(axis, (len(pairs), 1)))))
        across, along = cls._placed(middles, axis)
        order = np.argsort(along, kind="stable")
        upper = np.zeros(len(pairs), bool)
        upper[order[int(np.diff(along[order]).argmax()) + 1 :]] = True
        lines = (_line(across[~upper], along[~upper]), _line(across[upper], along[upper]))
        return cls(axis, length, lines)

    @staticmethod
    def _placed(places: Floats, axis: Floats) -> tuple[Floats, Floats]:
        return places @ np.array([-axis[1], axis[0]]), places @ axis

    def off(self, places: Floats) -> Floats:
        """How far places (n, 2) are from each row's line, (2, n), in card lengths."""
        across, along = self._placed(places, self.axis)
        return np.array([np.abs(along - np.polyval(line, across)) for line in self.lines]) / self.length

    def others(self, marks: Marks, scale: Scale, pairs: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Find cards of which one end was not seen, or whose ends were read as two faces: they lie in a row's line."""
        taken = [marks.centre[list(pair)].mean(axis=0) for pair in pairs]
        cards: list[tuple[list[int], Floats]] = []
        for k in sorted(set(range(len(marks))) - {end for pair in pairs for end in pair}):
            place = self.middle(marks, (k,))
            room = SAME_PLACE * scale.width
            if self.off(place[None]).min() > ASIDE or any(np.linalg.norm(place - at) < room for at in taken):
                continue
            same = [card for card, at in cards if np.linalg.norm(place - at) < room]
            if same:
                same[0].append(k)
            else:
                cards.append(([k], place))
        return [tuple(card[:2]) for card, _ in cards]

    def rows_of(self, marks: Marks, cards: Sequence[tuple[int, ...]]) -> tuple[Ints, Ints]:
        """Which cards lie in each row, from one end of it to the other; cards far from both lines are left out."""
        middles = np.array([self.middle(marks, card) for card in cards])
        off = self.off(middles)
        across, _ = self._placed(middles, self.axis)
        found = [np.flatnonzero((off.argmin(axis=0) == k) & (off[k] < ASIDE)) for k in (0, 1)]
        first, second = (row[np.argsort(across[row], kind="stable")] for row in found)
        return first, second

    def middle(self, marks: Marks, card: tuple[int, ...]) -> Floats:
        """Middle of a card, (2,); of one end alone, as its row's line has it."""
        if len(card) == 2:
            return np.asarray(marks.centre[list(card)].mean(axis=0))
        half = self.axis * (self.length - marks.cell[card[0]]) / 2
        places = np.array([marks.centre[card[0]] - half, marks.centre[card[0]] + half])
        return np.asarray(places[int(self.off(places).min(axis=0).argmin())])


def _line(across: Floats, along: Floats) -> Floats:
    """Slope and height of the line through (n,) places."""
    if len(across) < 3:
        return np.array([0.0, float(np.median(along))])
    return np.asarray(np.polyfit(across, along, 1))


def likeliest_order(rows: tuple[Ints, Ints], logs: Floats) -> Ints:
    """Return which card shows which face: either row may be the small one, and both run the same way.

    Args:
        rows: ten cards each, along the row.
        logs: (n, 20) log-probabilities of the cards.

    Raises:
        NotInOrder: too few cards are read as any of the four orders has them.

    """
    orders = [np.concatenate([a[::way], b[::way]]) for a, b in (rows, rows[::-1]) for way in (1, -1)]
    faces = np.arange(len(FACES))
    best = max(orders, key=lambda order: float(np.maximum(logs[order, faces], -6.0).sum()))
    right = int((logs[best].argmax(axis=1) == faces).sum())
    if right < FEW_READ * len(FACES):
        raise NotInOrder(f"{right} of {len(FACES)} cards are read as the order has them")
    return best
