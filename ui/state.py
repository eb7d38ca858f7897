"""The hand as the player edits it: frozen values and pure functions, nothing of Streamlit.

``from_reading`` makes an ``EditHand`` of a scan; every edit returns a new one; ``tiles_of`` says what the scorer is
to count. ``History`` keeps the hands before and after, for undo and redo.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from scorer import legal_kinds
from scorer.faces import FACES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from vision.types import Box, CardReading, HandReading

BACK = "back"
DOUBT = 0.95
"""A card read with less certainty than this is shown in amber."""
OPEN_PREFERENCE = ("peng", "zhao", "chi", "jiang", "long", "kan")
HAND_PREFERENCE = ("kan", "zhao", "chi", "jiang", "long", "peng")


@dataclass(frozen=True)
class EditCard:
    """One card of the hand being edited.

    Attributes:
        id: number of the card in this hand; never given twice.
        face: s1…b10 or back.
        p: how sure the scan is of ``face``.
        alternatives: the next likeliest faces, each with its probability.
        seen: what the eye alone read, where the rules adjusted it to ``face``; else None.
        rivals: what it is in other hands that are nearly as likely.
        boxes: where its characters stand in the photo.
        touched: whether the player has chosen the face.

    """

    id: int
    face: str
    p: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()
    seen: str | None = None
    rivals: tuple[str, ...] = ()
    boxes: tuple[Box, ...] = ()
    touched: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether the player should look at this card.

        >>> EditCard(0, "s1", p=0.6).doubtful, EditCard(0, "s1", p=0.6, touched=True).doubtful
        (True, False)
        """
        return not self.touched and (self.p < DOUBT or self.seen is not None or bool(self.rivals))


@dataclass(frozen=True)
class EditColumn:
    """Cards that lie together as one 列; ``kind`` is "unknown" where they form none."""

    id: int
    cards: tuple[EditCard, ...]
    kind: str = "unknown"
    exposed: bool = False


@dataclass(frozen=True)
class EditHand:
    """Columns in the order they lie, cards that belong to none, and the card that won (its id)."""

    columns: tuple[EditColumn, ...] = ()
    strays: tuple[EditCard, ...] = ()
    winning: int | None = None
    next_id: int = 0

    @property
    def cards(self) -> tuple[EditCard, ...]:
        """Every card, column by column, then the strays."""
        return tuple(card for column in self.columns for card in column.cards) + self.strays


@dataclass(frozen=True)
class History:
    """The hand now, the hands before it (oldest first) and those undone (next first)."""

    now: EditHand = field(default_factory=EditHand)
    past: tuple[EditHand, ...] = ()
    future: tuple[EditHand, ...] = ()

    def do(self, hand: EditHand) -> History:
        """``hand`` becomes the present one; the same hand again changes nothing."""
        return self if hand == self.now else History(hand, (*self.past, self.now)[-100:])

    def undo(self) -> History:
        """One step back, if there is one."""
        return History(self.past[-1], self.past[:-1], (self.now, *self.future)) if self.past else self

    def redo(self) -> History:
        """One step forward again, if there is one."""
        return History(self.future[0], (*self.past, self.now), self.future[1:]) if self.future else self


def tiles_of(column: EditColumn) -> tuple[str, ...]:
    """Give the faces to count: a face-down card beside open cards that are all equal is one more of them (垅).

    >>> cards = tuple(EditCard(i, f) for i, f in enumerate(["back", "back", "back", "b7"]))
    >>> tiles_of(EditColumn(0, cards))
    ('b7', 'b7', 'b7', 'b7')
    """
    open_faces = {card.face for card in column.cards} - {BACK}
    known = next(iter(open_faces)) if len(open_faces) == 1 else BACK
    return tuple(known if card.face == BACK else card.face for card in column.cards)


def kinds_of(column: EditColumn) -> tuple[str, ...]:
    """Give what the cards of a column may be called; () when they form no legal column."""
    tiles = tiles_of(column)
    return () if BACK in tiles else tuple(legal_kinds(tiles))


def settled(column: EditColumn) -> EditColumn:
    """Give the column with a kind that its cards allow, the present one if it still fits."""
    kinds = kinds_of(column)
    if column.kind in kinds:
        return column
    if any(card.face == BACK for card in column.cards) and "long" in kinds:
        return replace(column, kind="long")
    for kind in OPEN_PREFERENCE if column.exposed else HAND_PREFERENCE:
        if kind in kinds:
            return replace(column, kind=kind)
    return replace(column, kind=kinds[0] if kinds else "unknown")


def from_reading(reading: HandReading) -> EditHand:
    """Give the hand to edit, as the scan saw it."""
    rivals = [change for changes in reading.rivals for change in changes]
    cards = tuple(
        _from_card(index, card, tuple(face for place, face in rivals if place == index and face != card.face))
        for index, card in enumerate(reading.cards)
    )
    columns = tuple(
        settled(EditColumn(index, tuple(cards[i] for i in column.cards), column.kind, column.area == "table"))
        for index, column in enumerate(reading.columns)
    )
    placed = {i for column in reading.columns for i in column.cards}
    strays = tuple(card for card in cards if card.id not in placed)
    return EditHand(columns, strays, None, max(len(cards), len(columns)))


def from_faces(columns: Iterable[Iterable[str]]) -> EditHand:
    """Give a hand typed in, all cards certain.

    >>> hand = from_faces([["b2", "b2", "b2"], ["s1", "s2", "s3"]])
    >>> [column.kind for column in hand.columns]
    ['kan', 'chi']
    """
    hand = EditHand()
    for faces in columns:
        hand = add_column(hand, faces)
    return hand


def find(hand: EditHand, card_id: int) -> EditCard | None:
    """Give the card of that id."""
    return next((card for card in hand.cards if card.id == card_id), None)


def column_of(hand: EditHand, card_id: int) -> EditColumn | None:
    """Give the column that holds the card; None for a stray."""
    return next((column for column in hand.columns if any(card.id == card_id for card in column.cards)), None)


def set_face(hand: EditHand, card_id: int, face: str) -> EditHand:
    """Let the card show ``face``: the player said so."""
    _known(face)
    return _each_card(hand, lambda card: (_chosen(card, face),) if card.id == card_id else (card,))


def delete_card(hand: EditHand, card_id: int) -> EditHand:
    """Take the card away, and its column with it if it was the last one."""
    hand = _each_card(hand, lambda card: () if card.id == card_id else (card,))
    return replace(hand, winning=None) if hand.winning == card_id else hand


def add_card(hand: EditHand, column_id: int, face: str) -> EditHand:
    """One more card at the end of a column."""
    _known(face)
    card = EditCard(hand.next_id, face, touched=True)
    columns = tuple(
        settled(replace(column, cards=(*column.cards, card))) if column.id == column_id else column
        for column in hand.columns
    )
    return replace(hand, columns=columns, next_id=hand.next_id + 1)


def add_column(hand: EditHand, faces: Iterable[str], *, exposed: bool = False, kind: str = "unknown") -> EditHand:
    """One more column at the right end."""
    faces = tuple(faces)
    cards = tuple(EditCard(hand.next_id + 1 + i, _known(face), touched=True) for i, face in enumerate(faces))
    column = settled(EditColumn(hand.next_id, cards, kind, exposed))
    return replace(hand, columns=(*hand.columns, column), next_id=hand.next_id + 1 + len(cards))


def move_card(hand: EditHand, card_id: int, column_id: int | None) -> EditHand:
    """Move the card to the end of another column; None makes a new column of it."""
    card = find(hand, card_id)
    home = column_of(hand, card_id)
    if card is None or (home is not None and home.id == column_id):
        return hand
    hand = _each_card(hand, lambda other: () if other.id == card_id else (other,))
    if column_id is None:
        column = settled(EditColumn(hand.next_id, (card,)))
        return replace(hand, columns=(*hand.columns, column), next_id=hand.next_id + 1)
    return replace(
        hand,
        columns=tuple(
            settled(replace(column, cards=(*column.cards, card))) if column.id == column_id else column
            for column in hand.columns
        ),
    )


def delete_column(hand: EditHand, column_id: int) -> EditHand:
    """Take the column and its cards away."""
    columns = tuple(column for column in hand.columns if column.id != column_id)
    hand = replace(hand, columns=columns)
    return hand if hand.winning is None or find(hand, hand.winning) else replace(hand, winning=None)


def set_kind(hand: EditHand, column_id: int, kind: str) -> EditHand:
    """Call the column ``kind``, if its cards allow that."""
    return replace(
        hand,
        columns=tuple(
            replace(column, kind=kind) if column.id == column_id and kind in kinds_of(column) else column
            for column in hand.columns
        ),
    )


def next_kind(hand: EditHand, column_id: int) -> EditHand:
    """Go on to the next kind that the column's cards allow: 碰 → 坎 → 碰, 招 → 垅 → 招."""
    for column in hand.columns:
        kinds = kinds_of(column)
        if column.id == column_id and column.kind in kinds:
            return set_kind(hand, column_id, kinds[(kinds.index(column.kind) + 1) % len(kinds)])
    return hand


def set_winning(hand: EditHand, card_id: int | None) -> EditHand:
    """Mark the card that won (or none); a triple that it completed is 碰, a quad 招 (rules.md §1.1)."""
    hand = replace(hand, winning=card_id)
    column = None if card_id is None else column_of(hand, card_id)
    made = {"kan": "peng", "long": "zhao"}.get(column.kind) if column else None
    return set_kind(hand, column.id, made) if column and made else hand


def likeliest(card: EditCard, count: int = 5) -> tuple[str, ...]:
    """Rank the faces the card may show, best first: the scan's, then the same number of the other size.

    >>> likeliest(EditCard(0, "s7", 0.8, (("b7", 0.1), ("s10", 0.05))), 4)
    ('s7', 'b7', 's10', 's6')
    """
    scored = sorted(((card.face, card.p), *card.alternatives), key=lambda item: -item[1])
    seen = () if card.seen is None else (card.seen,)
    ranked = (scored[0][0], *seen, *card.rivals, *(face for face, _ in scored[1:]), *_lookalikes(card.face))
    return tuple(dict.fromkeys(face for face in ranked if face in FACES))[:count]


def _chosen(card: EditCard, face: str) -> EditCard:
    """Let the card show ``face`` for sure; what it was read as stays the first alternative."""
    if card.touched or card.face == face:
        return replace(card, face=face, p=1.0, touched=True)
    others = tuple(other for other in card.alternatives if other[0] != card.face)
    return replace(card, face=face, p=1.0, touched=True, alternatives=((card.face, card.p), *others))


def _lookalikes(face: str) -> Iterable[str]:
    if face not in FACES:
        return ()
    number = int(face[1:])
    other = "b" if face[0] == "s" else "s"
    near = [n for n in (number - 1, number + 1, number - 2, number + 2) if 1 <= n <= 10]
    return (f"{other}{number}", *(f"{face[0]}{n}" for n in near))


def _from_card(index: int, card: CardReading, rivals: tuple[str, ...]) -> EditCard:
    return EditCard(
        id=index,
        face=card.face,
        p=card.p,
        alternatives=card.alternatives,
        seen=card.seen if card.seen != card.face else None,
        rivals=tuple(dict.fromkeys(rivals)),
        boxes=tuple(glyph.box for glyph in card.glyphs),
    )


def _each_card(hand: EditHand, change: Callable[[EditCard], tuple[EditCard, ...]]) -> EditHand:
    """Replace every card by ``change`` of it; columns left empty go."""
    columns = (
        settled(replace(column, cards=tuple(new for card in column.cards for new in change(card))))
        for column in hand.columns
    )
    strays = tuple(new for card in hand.strays for new in change(card))
    return replace(hand, columns=tuple(column for column in columns if column.cards), strays=strays)


def _known(face: str) -> str:
    if face not in FACES and face != BACK:
        raise ValueError(f"no such face: {face}")
    return face
