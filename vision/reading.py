"""Columns → the likeliest legal hand, what the rules changed, and how sure each card is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vision.legal import kind_name
from vision.search import COPIES, HAND_COLUMNS, Hand, Option, best_hands, column_options
from vision.types import BACK, CLASSES, CardReading, ColumnReading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.columns import Grouping
    from vision.types import Card

    Floats = NDArray[np.float64]

REAL_MIDDLE, REAL_STEEPNESS = 0.2, 10.0
"""A character of this score is as likely a card as not, and how fast that changes."""
MAX_ALTERNATIVES = 4
MIN_ALTERNATIVE = 0.005
CLOSE = 1.1
"""Two hands whose log-likelihoods differ by less are both offered."""
FEWEST_CARDS = 20
TIE = 1e-6
"""A later grouping must be likelier by this: what rounding decides would change when the photo is turned."""


@dataclass(frozen=True)
class Reading:
    """What the reading stage says.

    Attributes:
        cards: in reading order; strays included, marks that are no card left out.
        columns: the hand's columns.
        legal: whether they form a legal hand as far as a photo can tell.
        adjusted: one dict a change: card, from, to, p.
        rivals: other hands nearly as likely, each as a tuple of (card, face) changes.
        warnings: names of what is doubtful.

    """

    cards: tuple[CardReading, ...] = ()
    columns: tuple[ColumnReading, ...] = ()
    legal: bool = False
    adjusted: tuple[dict[str, Any], ...] = ()
    rivals: tuple[tuple[tuple[int, str], ...], ...] = ()
    warnings: tuple[str, ...] = ()


def reality(card: Card) -> float:
    """Probability that there is a card, from its best character's score.

    >>> from vision.types import Card, Glyph
    >>> glyph = Glyph((0, 0, 1, 1), (0, 0), (0, 1), (0.2,) + (0.0,) * 20)
    >>> reality(Card((glyph,), glyph.scores))
    0.5
    """
    best = max(max(glyph.scores) for glyph in card.glyphs)
    return float(1 / (1 + np.exp(-REAL_STEEPNESS * (best - REAL_MIDDLE))))


@dataclass(frozen=True)
class Decoded:
    """What the search found.

    Attributes:
        chosen: the best hand's option for each column.
        hands: the likeliest hands, best first.
        faces: (hands, cards) class ids, −1 for marks that are no card.
        sure: (cards, 21) probability of every face.
        complete: whether the search was exhaustive.

    """

    chosen: tuple[Option, ...]
    hands: tuple[Hand, ...]
    faces: NDArray[np.intp]
    sure: Floats
    complete: bool


def read_hand(grouping: Grouping) -> Reading:
    """Find the likeliest hand; where it is no legal one, those of the next likely groupings are tried."""
    if not grouping.cards:
        return Reading()
    best = (grouping, decode(grouping))
    rivals = () if best[1].hands[0].legal else grouping.rivals
    for rival in rivals:
        if rival.cards:
            other = (rival, decode(rival))
            best = other if likelihood(*other) > likelihood(*best) + TIE else best
    return assemble(*best)


def likelihood(grouping: Grouping, decoded: Decoded) -> float:
    """Log-likelihood of a hand with the places of its cards, against what the eye reads."""
    eye = sum(float(np.log(max(card.scores))) for card in grouping.cards)
    return grouping.odds + decoded.hands[0].score - eye


def decode(grouping: Grouping) -> Decoded:
    """Search over what every column may be."""
    logs = np.log(np.clip([card.scores for card in grouping.cards], 1e-9, 1))
    real = np.array([reality(card) for card in grouping.cards])
    options = [column_options(logs[list(c.cards)], real[list(c.cards)], c.stray) for c in grouping.columns]
    hands, complete = best_hands(options)
    return Decoded(
        tuple(options[k][o] for k, o in enumerate(hands[0].options)),
        tuple(hands),
        np.stack([chosen_faces(grouping, options, hand) for hand in hands]),
        marginals(logs, grouping, options, hands),
        complete,
    )


def chosen_faces(grouping: Grouping, options: Sequence[Sequence[Option]], hand: Hand) -> NDArray[np.intp]:
    """Class id of every card in one hand, −1 for marks that are no card: (cards,)."""
    faces = np.full(len(grouping.cards), -1, np.intp)
    for column, choices, at in zip(grouping.columns, options, hand.options, strict=True):
        faces[list(column.cards)] = choices[at].faces
    return faces


def marginals(logs: Floats, grouping: Grouping, options: Sequence[Sequence[Option]], hands: Sequence[Hand]) -> Floats:
    """Probability of every face of every card over the likeliest hands: (cards, 21)."""
    weights = np.exp([hand.score - hands[0].score for hand in hands])
    weights /= weights.sum()
    total = np.zeros_like(logs)
    own = np.exp(logs)
    for index, (column, choices) in enumerate(zip(grouping.columns, options, strict=True)):
        share = np.bincount([hand.options[index] for hand in hands], weights, len(choices))
        for option, weight in zip(choices, share.tolist(), strict=True):
            for card, face in zip(column.cards, option.faces, strict=True):
                if face >= 0 and option.state == "legal":
                    total[card, face] += weight
                elif face >= 0:
                    total[card] += weight * own[card]
    return total


def assemble(grouping: Grouping, decoded: Decoded) -> Reading:
    """Put the best hand into the types of the contract."""
    best = decoded.faces[0]
    number = {int(card): at for at, card in enumerate(np.flatnonzero(best >= 0))}
    cards: list[CardReading] = []
    columns: list[ColumnReading] = []
    for column, option in zip(grouping.columns, decoded.chosen, strict=True):
        kept = [c for c in column.cards if c in number]
        place = len(columns) if option.state != "stray" and kept else None
        cards += [card_reading(grouping.cards[c], int(best[c]), decoded.sure[c], place) for c in kept]
        if place is not None:
            kind = kind_name(option.kind, column.area)
            columns.append(ColumnReading(tuple(number[c] for c in kept), kind, column.area))
    rivals = close_rivals(decoded, number)
    warnings = faults(cards, columns) + ["ambiguous"] * bool(rivals) + ["search_cut"] * (not decoded.complete)
    return Reading(
        tuple(cards), tuple(columns), decoded.hands[0].legal, tuple(adjustments(cards)), rivals, tuple(warnings)
    )


def close_rivals(decoded: Decoded, number: dict[int, int]) -> tuple[tuple[tuple[int, str], ...], ...]:
    """List the hands nearly as likely as the best one, as changes to it."""
    best = decoded.faces[0]
    near = [
        rival(best, other, number)
        for hand, other in zip(decoded.hands[1:], decoded.faces[1:], strict=True)
        if hand.score > decoded.hands[0].score - CLOSE
    ]
    return tuple(changes for changes in dict.fromkeys(near) if changes)


def card_reading(card: Card, face: int, sure: Floats, column: int | None) -> CardReading:
    """Describe one card."""
    order = [int(k) for k in np.argsort(-sure, kind="stable") if k != face and sure[k] >= MIN_ALTERNATIVE]
    return CardReading(
        face=CLASSES[face],
        p=float(min(sure[face], 1.0)),
        alternatives=tuple((CLASSES[k], float(sure[k])) for k in order[:MAX_ALTERNATIVES]),
        glyphs=card.glyphs,
        column=column,
        seen=CLASSES[int(np.argmax(card.scores))],
    )


def rival(best: NDArray[np.intp], other: NDArray[np.intp], number: dict[int, int]) -> tuple[tuple[int, str], ...]:
    """List where another hand differs, as (card, face)."""
    return tuple(
        (number[int(c)], CLASSES[other[c]]) for c in np.flatnonzero(best != other) if int(c) in number and other[c] >= 0
    )


def adjustments(cards: Sequence[CardReading]) -> list[dict[str, Any]]:
    """List the cards that the rules changed, with both readings."""
    return [
        {"card": at, "from": card.seen, "to": card.face, "p": round(card.p, 4)}
        for at, card in enumerate(cards)
        if card.face != card.seen
    ]


def faults(cards: Sequence[CardReading], columns: Sequence[ColumnReading]) -> list[str]:
    """Name what keeps this from being a hand."""
    found = [f"illegal_column:{at}" for at, column in enumerate(columns) if column.kind == "unknown"]
    if len(columns) != HAND_COLUMNS:
        found.append(f"not_seven_columns:{len(columns)}")
    else:
        pairs = sum(column.kind == "jiang" for column in columns)
        quads = sum(column.kind in ("zhao", "long") for column in columns)
        if quads and not pairs:
            found.append("quad_without_pair")
        if pairs > (quads > 0):
            found.append("pair_without_quad")
    inside = [card for card in cards if card.column is not None]
    if len(inside) < FEWEST_CARDS:
        found.append("fewer_than_20_cards")
    counts = Counter(card.face for card in inside if card.face != CLASSES[BACK])
    found += [f"too_many_of_a_face:{face}" for face, count in sorted(counts.items()) if count > COPIES]
    return found
