"""What every tap does to the hand: pure functions, each giving a new ``EditHand``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scorer import dealt_kind, won_kind
from scorer.faces import FACES
from ui.state import BACK, EditCard, EditColumn, EditHand, column_of, find, kinds_of, own_kind, settled, tiles_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scorer import RuleSet


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


def set_face(hand: EditHand, card_id: int, face: str) -> EditHand:
    """Let the card show ``face``: the player said so."""
    _known(face)
    return _each_card(hand, lambda card: (_chosen(card, face),) if card.id == card_id else (card,))


def read_again(old: EditHand, new: EditHand) -> EditHand:
    """Give another reading of the same photo with what the player has said of single cards: faces, the winning card.

    What was moved, added or taken away is not carried over; one step back gives the old hand.
    """
    said = {glyph.box: card for card in old.cards for glyph in card.glyphs}
    for card in new.cards:
        before = [said[glyph.box] for glyph in card.glyphs if glyph.box in said]
        told = next((other for other in before if other.touched), None)
        if told is not None:
            new = set_face(new, card.id, told.face)
        if any(other.id == old.winning for other in before):
            new = replace(new, winning=card.id)
    return new


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
    """One more column at the right end; a ``kind`` that is given counts as the player's own word."""
    faces = tuple(faces)
    cards = tuple(EditCard(hand.next_id + 1 + i, _known(face), touched=True) for i, face in enumerate(faces))
    column = settled(EditColumn(hand.next_id, cards, kind, exposed, told=kind != "unknown"))
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


def split_column(hand: EditHand, card_id: int) -> EditHand:
    """Cut the column in two before this card; before its first card there is nothing to cut."""
    home = column_of(hand, card_id)
    if home is None:
        return hand
    at = next(place for place, card in enumerate(home.cards) if card.id == card_id)
    if at == 0:
        return hand
    left = settled(replace(home, cards=home.cards[:at]))
    right = settled(EditColumn(hand.next_id, home.cards[at:], exposed=home.exposed))
    columns = tuple(new for column in hand.columns for new in ((left, right) if column.id == home.id else (column,)))
    return replace(hand, columns=columns, next_id=hand.next_id + 1)


def merge_columns(hand: EditHand, column_id: int, step: int) -> EditHand:
    """Join the column with its neighbour ``step`` places to the right (-1: to the left)."""
    place = next((i for i, column in enumerate(hand.columns) if column.id == column_id), -1)
    other = place + step
    if place < 0 or step not in {-1, 1} or not 0 <= other < len(hand.columns):
        return hand
    first, second = sorted((place, other))
    left, right = hand.columns[first], hand.columns[second]
    merged = settled(replace(left, cards=left.cards + right.cards, exposed=left.exposed and right.exposed))
    return replace(hand, columns=(*hand.columns[:first], merged, *hand.columns[second + 1 :]))


def set_kind(hand: EditHand, column_id: int, kind: str) -> EditHand:
    """Call the column ``kind``, by whichever system's name, if its cards allow that."""
    kind = own_kind(kind)
    return replace(
        hand,
        columns=tuple(
            replace(column, kind=kind, told=True) if column.id == column_id and kind in kinds_of(column) else column
            for column in hand.columns
        ),
    )


def next_kind(hand: EditHand, column_id: int) -> EditHand:
    """Go on to the next kind that the column's cards allow: 碰 → 坎 → 碰, 招 → 垅 → 招."""
    for column in hand.columns:
        kinds = kinds_of(column)
        if column.id == column_id and column.kind in kinds and len(kinds) > 1:
            return set_kind(hand, column_id, kinds[(kinds.index(column.kind) + 1) % len(kinds)])
    return hand


def set_winning(hand: EditHand, card_id: int | None, source: str, rules: RuleSet) -> EditHand:
    """Mark the card that won (or none); what it made of a triple or quad, source and rules say (rules.md §1.1, §6)."""
    hand = replace(hand, winning=card_id)
    column = None if card_id is None else column_of(hand, card_id)
    if column is None:
        return hand
    made = own_kind(won_kind(column.kind, source, rules))
    return hand if made == column.kind else set_kind(hand, column.id, made)


def dealt(hand: EditHand, *, but_won: bool) -> EditHand:
    """Take the hand as it was dealt, for 天胡, or ``but_won`` for 地胡: nothing was eaten, equal cards are 坎 and 垅.

    What the player has said of a column stays, and so does the column of the winning card under ``but_won``.
    """
    won = column_of(hand, hand.winning) if but_won and hand.winning is not None else None
    columns = []
    for column in hand.columns:
        kind = column.kind if column.told else dealt_kind(column.kind)
        kept = won is not None and column.id == won.id
        columns.append(
            column if kept else replace(column, kind=kind, exposed=column.exposed and len(column.cards) == 4)
        )
    return replace(hand, columns=tuple(columns))


def arranged(hand: EditHand, columns: Iterable[tuple[tuple[str, ...], str, bool]]) -> EditHand:
    """Lay the same cards out otherwise: each column as its faces, its kind and whether it lay open.

    Cards keep their ids, so that the photo's boxes and the winning card stay theirs.

    Raises:
        ValueError: a face that the hand does not have (so often).

    """
    pool: dict[str, list[EditCard]] = {}
    for column in hand.columns:
        for card, face in zip(column.cards, tiles_of(column), strict=True):
            pool.setdefault(face, []).append(card)
    found, next_id = [], hand.next_id
    for faces, kind, exposed in columns:
        if any(faces.count(face) > len(pool.get(face, ())) for face in faces):
            raise ValueError(f"the hand has not all of {faces}")
        found.append(EditColumn(next_id, tuple(pool[face].pop(0) for face in faces), kind, exposed, told=True))
        next_id += 1
    return replace(hand, columns=tuple(found), next_id=next_id)


def _chosen(card: EditCard, face: str) -> EditCard:
    """Let the card show ``face`` for sure; what it was read as stays the first alternative."""
    if card.touched or card.face == face:
        return replace(card, face=face, p=1.0, touched=True)
    others = tuple(other for other in card.alternatives if other[0] != card.face)
    return replace(card, face=face, p=1.0, touched=True, alternatives=((card.face, card.p), *others))


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
