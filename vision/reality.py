"""How likely a mark of some score is a card's character at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MIDDLE, STEEPNESS = 0.2, 20.0
MOST = 14.0


def dropping(score: Floats) -> Floats:
    """Cost of calling marks of these scores no characters: log-odds that they are."""
    return np.asarray(np.minimum(STEEPNESS * (score - MIDDLE), MOST))
