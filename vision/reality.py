"""What it costs to say that a mark is no character of a card at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.types import BACK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MIDDLE, MIDDLE_BACK = 0.08, 0.16
"""A character of this score is dropped as easily as kept; patterns of the table are more often taken for backs."""
STEEPNESS, MOST = 20.0, 14.0
"""How fast that changes with the score, and the most it can cost: more than that a card lies alone.

Fitted on 150 generated scenes of held-out letterings (``datasets make --split val --seed 77``): middles of 0.05 to 0.2,
steepness of 10 to 20.
"""


def dropping(score: Floats, probs: Floats) -> Floats:
    """Cost of calling marks of these best scores (n,) and class probabilities (n, 21) no characters: (n,)."""
    middle = MIDDLE + (MIDDLE_BACK - MIDDLE) * probs[:, BACK]
    return np.asarray(np.minimum(STEEPNESS * (score - middle), MOST))
