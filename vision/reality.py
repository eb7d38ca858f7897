"""What it costs to say that a mark is no character of a card at all."""

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
