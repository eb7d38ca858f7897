"""Where twenty cards lie in two rows: each row is a lattice of ten equally spaced cards with two ends, seen aslant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from scorer.faces import FACES
from vision.cards import find_pairs
from vision.deck.errors import CardMissing, CardTooMany, NotInOrder
from vision.marks import likeliest, marks_of, without_doubles
from vision.scale import estimate_scale, seen_from_above
from vision.types import BACK, CLASSES, Glyph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.marks import Marks

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

ROW = 10
FEW_READ = 0.55
"""At least this share of the cards must be read as the order has it: otherwise it is no such order."""
MOST_SEEDS = 40
"""Pairs of ends that are tried as cards of a row: more are patterns of the table."""
STEPS = (0.9, 2.6)
"""How far apart two cards of a row lie, in card widths."""
OFF_LINE, OFF_STEP = 0.14, 0.3
"""How far an end may stand beside its row's line, in card lengths, and beside its place, in steps of the row."""
SLID = 0.22
"""The first once the line is known: a card may have slid along itself, both ends alike."""
ALONE = 0.45
"""What a card of which one end was found counts, beside one with both."""
UNEVEN = 0.2
"""Deviation of the step from one card to the next, in steps."""
NOT_SEEN = -3.0
"""Log-odds of a place between cards at which nothing was found."""
MOST_UNSEEN = 4
"""With fewer cards found, some do not lie there."""
WORST_FACE = -5.0
"""Least that a misread face counts: log of its probability."""
SURE_CARD = 0.75
"""A further card in line is one too many if it counts at least so much, both its ends seen."""


@dataclass(frozen=True)
class Row:
    """Cards in a line.

    Attributes:
        matrix: (3, 3) from the row's places (number of the card, 0 upper to 1 lower end) to pixels.
        ends: for each card one or two indices of marks.
        place: (n,) place of each card along the row, increasing.
        worth: (n,) how surely each is a card, 0…1.

    """

    matrix: Floats
    ends: tuple[tuple[int, ...], ...]
    place: Floats
    worth: Floats


def two_rows(glyphs: Sequence[Glyph]) -> tuple[list[tuple[Glyph, ...]], Floats]:
    """Find the twenty cards among the characters of a photo.

    Returns:
        The characters of each card in the order of ``FACES``, without scores where nothing was found at a card's place;
        what the eye says of each card, (20, 20) probabilities.

    Raises:
        CardMissing, CardTooMany, NotInOrder: they are not there; as named.

    """
    marks = marks_of(g for g in glyphs if g.face != CLASSES[BACK])
    marks = without_doubles(likeliest(marks))
    if len(marks) < ROW:
        raise CardMissing(f"{len(marks)} characters found")
    seeds = cards_seen(marks)
    free = np.ones(len(marks), bool)
    rows: list[Row] = []
    for _ in range(2):
        row = best_row(marks, seeds, free, rows[0] if rows else None)
        if row is None:
            raise CardMissing(f"{len(rows)} rows found")
        free[[end for ends in row.ends for end in ends]] = False
        rows.append(row)
    return in_order(marks, rows)


def cards_seen(marks: Marks) -> Ints:
    """Pairs of marks (n, 2) that look like the two ends of one card, surest first; a mark may stand in several."""
    flat = seen_from_above(marks)
    pairs = find_pairs(flat, estimate_scale(flat))
    order = np.argsort(-pairs.score, kind="stable")[:MOST_SEEDS]
    return np.column_stack([pairs.first, pairs.second])[order[pairs.score[order] > 0]].reshape(-1, 2)


def best_row(marks: Marks, seeds: Ints, free: NDArray[np.bool_], beside: Row | None) -> Row | None:
    """Find the row that explains most of the free marks: of every two cards and every count of cards between them.

    Args:
        marks: n marks.
        seeds: (k, 2) what may be cards.
        free: (n,) marks that no row has yet.
        beside: the row that was found before; this one runs the same way.

    """
    seeds = seeds[free[seeds].all(axis=1)]
    if len(seeds) < 2:
        return None
    matrices = lattices(marks, seeds, beside)
    if not len(matrices):
        return None
    worth = np.where(free, marks.score, 0.0)
    found = np.array([filled(marks.centre, worth, matrix).max() for matrix in inverse(matrices)])
    best: Row | None = None
    for k in np.argsort(-found, kind="stable")[:3]:
        row = row_on(marks, matrices[k], free)
        if row is not None and (best is None or row.worth.sum() > best.worth.sum()):
            best = row
    return best


def lattices(marks: Marks, seeds: Ints, beside: Row | None) -> Floats:
    """Matrices (m, 3, 3) of the rows in which two of the cards ``seeds`` (k, 2) lie with 0…8 cards between them."""
    ends = marks.centre[seeds]
    axis = ends[:, 1] - ends[:, 0]
    usual = axis[0] if beside is None else beside.matrix[:2, 1]
    if beside is not None:
        spots = cv2.perspectiveTransform(np.array([[[4.5, 0.0], [4.5, 1.0]]]), beside.matrix)[0]
        usual = spots[1] - spots[0]
    turned = axis @ usual < 0
    ends[turned] = ends[turned][:, ::-1]
    first, second = np.triu_indices(len(seeds), 1)
    across = np.array([-usual[1], usual[0]]) / max(float(np.linalg.norm(usual)), 1e-9)
    middle = ends.mean(axis=1)
    swap = (middle[second] - middle[first]) @ across < 0
    first, second = np.where(swap, second, first), np.where(swap, first, second)
    apart = np.abs((middle[second] - middle[first]) @ across)
    aside = np.abs((middle[second] - middle[first]) @ usual) / float(usual @ usual)
    width = (marks.wide[seeds].max(axis=1)[first] + marks.wide[seeds].max(axis=1)[second]) / 2
    both = []
    for step in range(1, ROW):
        near = (apart > STEPS[0] * width * step) & (apart < STEPS[1] * width * step) & (aside < 0.15 * step + 0.2)
        both.append(homographies(ends[first[near]], ends[second[near]], step))
    return np.concatenate(both)


def homographies(first: Floats, second: Floats, step: int) -> Floats:
    """Matrices (m, 3, 3) that take (0, 0), (0, 1) to ``first`` (m, 2, 2) and (step, 0), (step, 1) to ``second``."""
    source = np.array([[0.0, 0], [0, 1], [step, 0], [step, 1]])
    target = np.concatenate([first, second], axis=1)
    table = np.zeros((len(target), 8, 8))
    for k, (u, v) in enumerate(source):
        x, y = target[:, k, 0], target[:, k, 1]
        zero = np.zeros(len(target))
        table[:, 2 * k] = np.column_stack([zero + u, zero + v, zero + 1, zero, zero, zero, -u * x, -v * x])
        table[:, 2 * k + 1] = np.column_stack([zero, zero, zero, zero + u, zero + v, zero + 1, -u * y, -v * y])
    sound = np.abs(np.linalg.det(table)) > 1e-9
    solved = np.linalg.solve(table[sound], target[sound].reshape(-1, 8, 1))[..., 0]
    return np.hstack([solved, np.ones((len(solved), 1))]).reshape(-1, 3, 3)


def inverse(matrix: Floats) -> Floats:
    """Inverse of a matrix (…, 3, 3)."""
    return np.asarray(np.linalg.inv(matrix), np.float64)


def placed(centre: Floats, back: Floats) -> Floats:
    """Places (n, 2) of pixels (n, 2) in a row; far away where they lie behind the picture."""
    spots = np.column_stack([centre, np.ones(len(centre))]) @ back.T
    behind = spots[:, 2] <= 1e-9 if np.median(spots[:, 2]) > 0 else spots[:, 2] >= -1e-9
    return np.where(behind[:, None], 1e6, spots[:, :2] / np.where(behind, 1.0, spots[:, 2])[:, None])


def filled(centre: Floats, worth: Floats, back: Floats) -> Floats:
    """How much of each ten places in line is filled: (windows,), the sum over both ends of the best mark there."""
    place = placed(centre, back)
    column = np.rint(place[:, 0])
    lower = place[:, 1] > 0.5
    fits = (np.abs(place[:, 0] - column) < OFF_STEP) & (np.abs(place[:, 1] - lower) < OFF_LINE)
    fits &= (np.abs(column) < 2 * ROW) & (worth > 0)
    table = np.zeros((2, 4 * ROW))
    np.maximum.at(table, (lower[fits].astype(int), column[fits].astype(int) + 2 * ROW), worth[fits])
    return np.convolve(table.sum(axis=0), np.ones(ROW), "valid")


def row_on(marks: Marks, matrix: Floats, free: NDArray[np.bool_]) -> Row | None:
    """The row about a lattice, after the lattice was laid through all that was found on it."""
    for _ in range(3):
        place = placed(marks.centre, inverse(matrix))
        column, lower = np.rint(place[:, 0]), np.rint(place[:, 1])
        near = free & (np.abs(place[:, 0] - column) < OFF_STEP) & (np.abs(place[:, 1] - lower) < OFF_LINE)
        near &= (lower >= 0) & (lower <= 1) & (np.abs(column) < ROW) & (marks.score > 0.3 * marks.score.max())
        if near.sum() < 2 * 3:
            return None
        source = np.column_stack([column, lower])[near]
        again, _ = cv2.findHomography(source, marks.centre[near], cv2.RANSAC, 0.12 * float(np.median(marks.cell)))
        if again is None:
            break
        matrix = np.asarray(again, np.float64)
    return _cards_on(marks, matrix, free)


def _cards_on(marks: Marks, matrix: Floats, free: NDArray[np.bool_]) -> Row | None:
    """Marks on the lines of a lattice, those that stand at the two ends of one place as one card."""
    place = placed(marks.centre, inverse(matrix))
    lower = np.rint(place[:, 1])
    on = free & (np.abs(place[:, 1] - lower) < SLID) & (lower >= 0) & (lower <= 1) & (np.abs(place[:, 0]) < 2 * ROW)
    tops, feet = np.flatnonzero(on & (lower == 0)), np.flatnonzero(on & (lower == 1))
    off = np.abs(place[tops, None, 0] - place[None, feet, 0])
    ends: list[tuple[int, ...]] = []
    left = set(tops.tolist()) | set(feet.tolist())
    for k in np.argsort(off, axis=None, kind="stable").tolist():
        top, foot = int(tops[k // len(feet)]), int(feet[k % len(feet)])
        if off.flat[k] > OFF_STEP:
            break
        if {top, foot} <= left:
            left -= {top, foot}
            ends.append((top, foot))
    ends += [(k,) for k in sorted(left)]
    at = np.array([place[list(card), 0].mean() for card in ends])
    best = float(np.quantile(marks.score[on], 0.75)) if on.any() else 1.0
    worth = np.array([marks.score[list(card)].mean() * (1.0 if len(card) == 2 else ALONE) for card in ends])
    order = np.argsort(at, kind="stable")
    ends = [ends[k] for k in order]
    return Row(matrix, tuple(ends), at[order], np.clip(worth[order] / best, 0, 1)) if len(ends) > 2 else None


@dataclass(frozen=True)
class Chosen:
    """Ten places of a row, each a card of it (index) or −1 where none was seen, and what speaks for them."""

    cards: tuple[int, ...]
    score: float


def ten_of(row: Row, logs: Floats) -> Chosen:
    """The likeliest ten cards of a row, in the order of ten faces.

    Args:
        row: n cards.
        logs: (n, 10) log-probability of each card for each of the faces.

    """
    n = len(row.ends)
    worth = 6.0 * (row.worth - 0.4)
    # best[k, f]: cards up to k, of which k shows face f; gaps of one or two places may lie between two cards
    value = np.full((n, ROW), -np.inf)
    came = np.full((n, ROW), -1, np.intp)
    for k in range(n):
        for f in range(ROW):
            options = [(NOT_SEEN * f, -1)]
            for j in range(k):
                step = row.place[k] - row.place[j]
                for skip in range(min(3, f)):
                    off = (step - skip - 1) / UNEVEN
                    options.append(
                        (value[j, f - skip - 1] + NOT_SEEN * skip - min(0.5 * off**2, 40.0), j * ROW + f - skip - 1)
                    )
            score, before = max(options)
            value[k, f] = score + worth[k] + max(logs[k, f], WORST_FACE)
            came[k, f] = before
    ending = value + NOT_SEEN * (ROW - 1 - np.arange(ROW))
    at = int(ending.argmax())
    score = float(ending.flat[at])
    cards = [-1] * ROW
    while at >= 0:
        k, f = divmod(at, ROW)
        cards[f] = k
        at = int(came[k, f])
    return Chosen(tuple(cards), score)


def in_order(marks: Marks, rows: Sequence[Row]) -> tuple[list[tuple[Glyph, ...]], Floats]:
    """Lay two rows out as the faces follow one another: either may be the small one, and both run the same way.

    Raises:
        CardMissing, CardTooMany, NotInOrder: as in ``two_rows``.

    """
    logs = np.log(marks.probs[:, : len(FACES)])
    eye = [np.array([logs[list(card)].sum(axis=0) for card in row.ends]) for row in rows]
    faces = np.arange(len(FACES)).reshape(2, ROW)
    ways = [(halves, way) for halves in ((0, 1), (1, 0)) for way in (1, -1)]
    found = [[ten_of(rows[k], eye[k][:, faces[half][::way]]) for half, k in enumerate(halves)] for halves, way in ways]
    best = int(np.argmax([sum(ten.score for ten in tens) for tens in found]))
    halves, way = ways[best]
    ends: list[tuple[Glyph, ...]] = []
    probs = np.full((len(FACES), len(FACES)), 1 / len(FACES))
    for row, log, ten in zip([rows[k] for k in halves], [eye[k] for k in halves], found[best], strict=True):
        for number in range(ROW)[::way]:
            card = ten.cards[number]
            if card >= 0:
                p = np.exp(log[card] - log[card].max())
                probs[len(ends)] = p / p.sum()
                ends.append(tuple(marks.glyphs[e] for e in row.ends[card]))
            else:
                ends.append(unseen(marks, row, ten, number))
    seen = np.array([any(own[0].scores) for own in ends])
    if (~seen).sum() > MOST_UNSEEN:
        raise CardMissing(f"{seen.sum()} cards found")
    right = int((seen & (probs.argmax(axis=1) == np.arange(len(FACES)))).sum())
    if right < FEW_READ * len(FACES):
        raise NotInOrder(f"{right} of {len(FACES)} cards are read as the order has them")
    for k, ten in zip(halves, found[best], strict=True):
        check_ten(rows[k], ten)
    return ends, probs


def check_ten(row: Row, ten: Chosen) -> None:
    """Raise ``CardTooMany`` where another card stands in line with the ten."""
    taken = [row.place[card] for card in ten.cards if card >= 0]
    low, high = min(taken), max(taken)
    for card, (ends, at) in enumerate(zip(row.ends, row.place.tolist(), strict=True)):
        beyond = min(abs(at - low), abs(at - high)) < 1 + 2 * UNEVEN and not low < at < high
        if card not in ten.cards and beyond and len(ends) == 2 and row.worth[card] > SURE_CARD:
            raise CardTooMany("a card beside the ten of a row")


def unseen(marks: Marks, row: Row, ten: Chosen, number: int) -> tuple[Glyph, ...]:
    """Where the two ends of a card stand that was not seen, as the other cards of its row have it."""
    known = [(k, card) for k, card in enumerate(ten.cards) if card >= 0]
    slope, start = np.polyfit([k for k, _ in known], [row.place[card] for _, card in known], 1)
    at = slope * number + start
    spots = cv2.perspectiveTransform(np.array([[[at, 0.0], [at, 1.0]]]), row.matrix)[0]
    up = (spots[0] - spots[1]) / max(float(np.linalg.norm(spots[0] - spots[1])), 1e-9)
    near = sorted(known, key=lambda item: abs(item[0] - number))[:4]
    half = float(np.median([marks.cell[end] for _, card in near for end in row.ends[card]])) / 2
    room = half * float(np.abs(up).sum())
    return tuple(
        Glyph(
            (x - room, y - room, x + room, y + room),
            (x + way * half * up[0], y + way * half * up[1]),
            (x - way * half * up[0], y - way * half * up[1]),
            (0.0,) * len(CLASSES),
        )
        for (x, y), way in zip(spots.tolist(), (1, -1), strict=True)
    )
