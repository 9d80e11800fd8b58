"""Who stands better where nothing is forced: the hounds' chance to win between players of little care.

Start reading at `feelings`. Each side chooses a move at random, but the likelier the better it is for it by
the same chances. They are found by iteration over all placements, once per process.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.hare_and_hounds.solution import graph

CARE = 0.6
"""How much likelier a move is chosen by one unit of log odds more: e to this power."""
_ROUNDS = 150
"""After so many plies the chances hardly change any more."""
_LEAST = 1e-3
"""No chance of a game that is not over is nearer to 0 or 1."""

Feelings = NDArray[np.float64]
"""The hounds' log odds, by side to move (0: hounds) and placement; infinite where the game is over."""


@lru_cache(maxsize=1)
def feelings() -> Feelings:
    """Return the log odds of the hounds, between careless players."""
    reached, ends, counts = graph()
    over = ends != 0
    chances = np.where(over, ends > 0, 0.5)
    real = np.arange(reached.shape[2]) < counts[:, :, None]
    for _ in range(_ROUNDS):
        odds = _log_odds(chances)
        after = np.stack([odds[1][reached[0]], -odds[0][reached[1]]])
        weights = np.exp(CARE * after) * real
        won = np.stack([chances[1][reached[0]], chances[0][reached[1]]])
        chances = np.where(over, chances, (weights * won).sum(axis=2) / weights.sum(axis=2))
    return np.where(over, np.where(ends > 0, np.inf, -np.inf), _log_odds(chances))


def _log_odds(chances: Feelings) -> Feelings:
    kept = np.clip(chances, _LEAST, 1 - _LEAST)
    return np.log(kept / (1 - kept))
