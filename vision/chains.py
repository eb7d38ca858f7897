"""Cards overlapped lengthwise: every column that the links allow, as hypotheses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.cards import REACH_SIGMA
from vision.geometry import along_line, cross, flip_cost, unit
from vision.links import MISSED, STEP_SIGMA, step_score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.cards import Pairs
    from vision.links import Links
    from vision.marks import Marks
    from vision.scale import Scale

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

MOST_CARDS = 4
NO_END = -2.5
"""Log-odds that the lower end of a column's last card is not seen."""
EVEN_SIGMA = 0.055
"""Deviation of the difference of two steps of one column, in card lengths."""
BEND_SIGMA = 0.06
"""The same across the column."""
TURN_SIGMA = 0.08
"""Deviation between a column's direction and that of its last card, in radians."""
LOWER_BASE = 6.0
"""Log-odds for a lower end that stands where the last card's would, before what was missed is counted: as for the two
ends of a card (``cards.BASE``), for its place is known as well. Chosen on 2000 generated hands (seeds 701000 on).
"""
WORST = -8.0


@dataclass(frozen=True)
class Chains:
    """Columns of one number of upper characters.

    Attributes:
        tops: (k, m) marks, from the first covered card to the last.
        score: (k,) log-odds.
        step: (k, 2) the last step, in card lengths, upward.
        line: (k, 2) unit vector upward.

    """

    tops: Ints
    score: Floats
    step: Floats
    line: Floats


@dataclass(frozen=True)
class Hypotheses:
    """Columns of one number of cards.

    Attributes:
        cards: (k, m) numbers of cards in the table of cards, in the order in which they lie.
        score: (k,) log-odds of their places.
        up: (k, 2) unit vectors toward the cards' upper ends.
        lengthwise: whether the cards overlap along their length.

    """

    cards: Ints
    score: Floats
    up: Floats
    lengthwise: bool


def find_chains(marks: Marks, links: Links) -> list[Chains]:
    """Join links to chains of two, three and four characters."""
    chains = [Chains(np.column_stack([links.above, links.below]), links.score, links.step, links.line)]
    while chains[-1].tops.shape[1] < MOST_CARDS:
        last = chains[-1]
        one, two = np.nonzero(last.tops[:, -1][:, None] == links.above[None])
        fresh = (last.tops[one] != links.below[two][:, None]).all(axis=1)
        one, two = one[fresh], two[fresh]
        change = last.step[one] - links.step[two]
        along = (change * links.line[two]).sum(axis=1)
        aside = cross(change, links.line[two])
        score = last.score[one] + links.score[two]
        score -= 0.5 * (along / EVEN_SIGMA) ** 2 + 0.5 * (aside / BEND_SIGMA) ** 2
        # Both links counted what the direction of the character between them costs.
        score += along_line(marks, last.tops[one, -1], links.line[two])
        score += flip_cost(marks, last.tops[one, -1], links.line[two])
        _, line = unit(last.line[one] * (last.tops.shape[1] - 1) + links.line[two])
        likely = score > WORST
        one, two = one[likely], two[likely]
        tops = np.column_stack([last.tops[one], links.below[two]])
        chains.append(Chains(tops, score[likely], links.step[two], line[likely]))
    return chains


def closed(marks: Marks, scale: Scale, pairs: Pairs, chains: Chains) -> list[Hypotheses]:
    """Return a chain's ways to end: its last card shows its lower end, or not, or only that.

    Cards are numbered: n marks alone, then 2 × k pairs, the first mark upward and then the second.
    """
    open_end = Hypotheses(chains.tops, chains.score + NO_END, chains.line, lengthwise=True)
    found = [open_end, with_pair(marks, pairs, chains)]
    if chains.tops.shape[1] < MOST_CARDS:
        found.append(with_lower_end(marks, scale, chains))
    return [h for h in found if len(h.cards)]


def with_pair(marks: Marks, pairs: Pairs, chains: Chains) -> Hypotheses:
    """Close chains with cards whose both ends are seen."""
    uppers, lowers = np.concatenate([pairs.first, pairs.second]), np.concatenate([pairs.second, pairs.first])
    one, two = np.nonzero(chains.tops[:, -1][:, None] == uppers[None])
    fresh = (chains.tops[one] != lowers[two][:, None]).all(axis=1)
    one, two = one[fresh], two[fresh]
    _, way = unit(marks.centre[uppers[two]] - marks.centre[lowers[two]])
    line = chains.line[one]
    cosine = (way * line).sum(axis=1)
    score = (
        chains.score[one] + np.tile(pairs.score, 2)[two] - 0.5 * (np.arccos(np.clip(cosine, -1, 1)) / TURN_SIGMA) ** 2
    )
    # What the upper end's direction costs was counted with the link already.
    score += along_line(marks, uppers[two], way) + flip_cost(marks, uppers[two], way)
    likely = score > WORST
    cards = np.column_stack([chains.tops[one, :-1], len(marks) + two])[likely]
    _, up = unit(line * chains.tops.shape[1] + 2 * way)
    return Hypotheses(cards, score[likely], up[likely], lengthwise=True)


def with_lower_end(marks: Marks, scale: Scale, chains: Chains) -> Hypotheses:
    """Close chains with cards of which only the lower end was found: one card and one step below the last.

    Or two steps, where the card between was not seen at all.
    """
    count = len(marks)
    one, two = (side.ravel() for side in np.meshgrid(np.arange(len(chains.tops)), np.arange(count), indexing="ij"))
    last = chains.tops[one, -1]
    step = marks.centre[last] - marks.centre[two]
    distance = np.linalg.norm(step, axis=1)
    line = chains.line[one]
    length = scale.length(marks.centre[last] - line * scale.width, line)
    # From outer edge to outer edge: characters of short cards are nearer to each other than a card is long.
    past = distance + (marks.cell[last] + marks.cell[two]) / 2 > length
    near = past & (distance < 2.1 * length) & ((step * line).sum(axis=1) > 0.95 * distance)
    one, two, last, step, line, length = one[near], two[near], last[near], step[near], line[near], length[near]
    reach = scale.reach(marks.centre[last] - step / 2, line)
    outer = (step * line).sum(axis=1) + (marks.cell[last] + marks.cell[two]) / 2
    own = (outer - reach) / length
    off = 0.5 * (cross(step, line) / (TURN_SIGMA * length)) ** 2
    score = chains.score[one] - off + LOWER_BASE
    score -= along_line(marks, two, -line) + flip_cost(marks, two, -line)
    usual = (chains.step[one] * line).sum(axis=1) if chains.tops.shape[1] > 1 else None
    doubt = np.hypot(REACH_SIGMA, scale.doubt(marks.centre[last] - step / 2, line))
    score += np.maximum(missed_steps(own, usual, doubt, 1), missed_steps(own, usual, doubt, 2))
    likely = (score > WORST) & (chains.tops[one] != two[:, None]).all(axis=1)
    cards = np.column_stack([chains.tops[one], two])[likely]
    return Hypotheses(cards, score[likely], line[likely], lengthwise=True)


def missed_steps(along: Floats, usual: Floats | None, doubt: Floats, missed: int) -> Floats:
    """Log-likelihood of a way (k,) in card lengths past ``missed`` upper ends that were not found: (k,).

    ``usual``: (k,) the column's step, where it has one; ``doubt``: (k,) deviation of the way.
    """
    score = missed * MISSED + step_score(along / missed, np.hypot(STEP_SIGMA, doubt / missed))
    if usual is not None:
        score = score - 0.5 * ((along / missed - usual) / np.hypot(1.5 * EVEN_SIGMA, doubt / missed)) ** 2
    return np.asarray(score)


def single_tops(marks: Marks, *, turned: bool) -> Chains:
    """Every mark as a chain of one, as it points or the other way round."""
    line = -marks.up if turned else marks.up
    every = np.arange(len(marks))
    cost = flip_cost(marks, every, line)
    return Chains(every[:, None], -cost, np.zeros_like(line), line)
