"""The hand as the player edits it: frozen values and pure functions, nothing of Streamlit.

``from_reading`` makes an ``EditHand`` of a scan; every edit (``ui.edits``) returns a new one; ``tiles_of`` says what
the scorer is to count. ``History`` keeps the hands before and after, for undo and redo.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from scorer import legal_kinds
from scorer.faces import FACES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.types import Box, CardReading, Glyph, HandReading

BACK = "back"
DOUBT = 0.95
"""A card read with less certainty than this is shown in amber."""
OPEN_PREFERENCE = ("peng", "zhao", "chi", "jiang", "long", "kan")
OWN_KINDS = {"wei": "kan", "chouwei": "kan", "pao": "zhao", "ti": "long"}
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
        glyphs: its characters in the photo.
        touched: whether the player has chosen the face.
        read: what the scan read it as; "" for a card that the player added.

    """

    id: int
    face: str
    p: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()
    seen: str | None = None
    rivals: tuple[str, ...] = ()
    glyphs: tuple[Glyph, ...] = ()
    touched: bool = False
    read: str = ""

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Where its characters stand in the photo."""
        return tuple(glyph.box for glyph in self.glyphs)

    @property
    def doubtful(self) -> bool:
        """Whether the player should look at this card.

        >>> EditCard(0, "s1", p=0.6).doubtful, EditCard(0, "s1", p=0.6, touched=True).doubtful
        (True, False)
        """
        return not self.touched and (self.p < DOUBT or self.seen is not None or bool(self.rivals))


@dataclass(frozen=True)
class EditColumn:
    """Cards that lie together as one 列.

    Attributes:
        id: number of the column in this hand; never given twice.
        cards: its cards in the order they lie.
        kind: what it is called; "unknown" where the cards form none.
        exposed: whether it lay open on the table before the win.
        told: whether the player has said what kind it is.

    """

    id: int
    cards: tuple[EditCard, ...]
    kind: str = "unknown"
    exposed: bool = False
    told: bool = False


@dataclass(frozen=True)
class EditHand:
    """Columns in the order they lie, cards that belong to none, and the card that won (its id).

    Attributes:
        columns: from left to right.
        strays: cards in no column.
        winning: id of the winning card.
        next_id: greater than every id given so far.
        deck: name of the known deck that helped to read it; "" where none fitted, None where none was asked for.

    """

    columns: tuple[EditColumn, ...] = ()
    strays: tuple[EditCard, ...] = ()
    winning: int | None = None
    next_id: int = 0
    deck: str | None = None

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


def own_kind(kind: str) -> str:
    """Give the kind by which a hand is kept, whatever the rule system calls it: 偎 is a 坎 there, 跑 a 招, 提 a 垅.

    >>> own_kind("wei"), own_kind("peng")
    ('kan', 'peng')
    """
    return OWN_KINDS.get(kind, kind)


def settled(column: EditColumn) -> EditColumn:
    """Give the column with a kind that its cards allow, the present one if it still fits."""
    kinds = kinds_of(column)
    column = replace(column, kind=own_kind(column.kind))
    if column.kind in kinds:
        return column
    column = replace(column, told=False)
    if any(card.face == BACK for card in column.cards) and "long" in kinds:
        return replace(column, kind="long")
    for kind in OPEN_PREFERENCE if column.exposed else HAND_PREFERENCE:
        if kind in kinds:
            return replace(column, kind=kind)
    return replace(column, kind=kinds[0] if kinds else "unknown")


def from_reading(reading: HandReading, deck: str | None = None, first: int = 0) -> EditHand:
    """Give the hand to edit, as the scan saw it; its ids begin with ``first``."""
    rivals = [change for changes in reading.rivals for change in changes]
    cards = tuple(
        _from_card(first + index, card, tuple(face for at, face in rivals if at == index and face != card.face))
        for index, card in enumerate(reading.cards)
    )
    columns = tuple(
        settled(EditColumn(first + index, tuple(cards[i] for i in column.cards), column.kind, column.area == "table"))
        for index, column in enumerate(reading.columns)
    )
    placed = {i for column in reading.columns for i in column.cards}
    strays = tuple(card for index, card in enumerate(cards) if index not in placed)
    return EditHand(columns, strays, None, first + max(len(cards), len(columns)), deck)


def find(hand: EditHand, card_id: int) -> EditCard | None:
    """Give the card of that id."""
    return next((card for card in hand.cards if card.id == card_id), None)


def column_of(hand: EditHand, card_id: int) -> EditColumn | None:
    """Give the column that holds the card; None for a stray."""
    return next((column for column in hand.columns if any(card.id == card_id for card in column.cards)), None)


def likeliest(card: EditCard, count: int = 5) -> tuple[str, ...]:
    """Rank the faces the card may show, best first: the scan's, then the same number of the other size.

    >>> likeliest(EditCard(0, "s7", 0.8, (("b7", 0.1), ("s10", 0.05))), 4)
    ('s7', 'b7', 's10', 's6')
    """
    scored = sorted(((card.face, card.p), *card.alternatives), key=lambda item: -item[1])
    seen = () if card.seen is None else (card.seen,)
    ranked = (scored[0][0], *seen, *card.rivals, *(face for face, _ in scored[1:]), *_lookalikes(card.face))
    return tuple(dict.fromkeys(face for face in ranked if face in FACES))[:count]


def _lookalikes(face: str) -> Iterable[str]:
    if face not in FACES:
        return ()
    number = int(face[1:])
    other = "b" if face[0] == "s" else "s"
    near = [n for n in (number - 1, number + 1, number - 2, number + 2) if 1 <= n <= 10]
    return (f"{other}{number}", *(f"{face[0]}{n}" for n in near))


def _from_card(card_id: int, card: CardReading, rivals: tuple[str, ...]) -> EditCard:
    return EditCard(
        id=card_id,
        face=card.face,
        p=card.p,
        alternatives=card.alternatives,
        seen=card.seen if card.seen != card.face else None,
        rivals=tuple(dict.fromkeys(rivals)),
        glyphs=card.glyphs,
        read=card.face,
    )
