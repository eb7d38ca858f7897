"""Whether a photo shows cards at all, and what it costs to say that a mark is no character of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.types import BACK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MIDDLE, MIDDLE_BACK = 0.1, 0.2
"""A character of this score is dropped as easily as kept; patterns of the table are more often taken for backs."""
STEEPNESS, MOST = 12.0, 14.0
"""How fast that changes with the score, and the most it can cost: more than that a card lies alone.

Fitted on 90 generated hands of held-out letterings (``datasets make --split val --count 100 --seed 77``), twelve
settings: middles of 0.03 to 0.2, steepness of 10 to 40; near these, the hands read right differ by less than chance.
"""


def dropping(score: Floats, probs: Floats) -> Floats:
    """Cost of calling marks of these best scores (n,) and class probabilities (n, 21) no characters: (n,)."""
    middle = MIDDLE + (MIDDLE_BACK - MIDDLE) * probs[:, BACK]
    return np.asarray(np.minimum(STEEPNESS * (score - middle), MOST))


VERY_SURE, LIKELY, FAINT = 0.9, 0.5, 0.1
MANY, STAY = 6, 0.5
"""So many very sure characters, or such a share of the faint ones that are likely after all, make a photo of cards."""


def shows_cards(found: Floats, after: Floats) -> bool:
    """Whether a photo shows cards.

    A flower of a tablecloth, or a printed word, is taken for a character now and then. In a photo of cards many are
    sure, or most of what the detector found stays; in another neither. Chosen on 430 made hands and 240 pictures
    without cards (``datasets proof`` of seeds 902, 903 and 905, ``datasets make --split val --seed 77``): of 428 hands
    the fewest very sure were 8, without cards the most were 4, and at most 40 % stayed.

    Args:
        found: (n,) how sure the detector is of each character.
        after: (n,) how sure of one of its faces both nets are.

    >>> import numpy as np
    >>> shows_cards(np.full(9, 0.6), np.array([0.95, *[0.01] * 8])), shows_cards(np.full(2, 0.6), np.full(2, 0.7))
    (False, True)

    """
    likely, faint = (after >= LIKELY).sum(), (found >= FAINT).sum()
    return bool((after >= VERY_SURE).sum() >= MANY or (likely > 0 and likely >= STAY * faint))
