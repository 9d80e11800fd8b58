"""When a player who errs as people do gives a match up. Start reading at `gives_up`.

Who sees at turn after turn, by reading, that nothing is left to play for resigns. Who hardly reads plays to
the end: that a position looks bad says little. So does everybody who is lost in a few moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from ai.base import Choice

_HOPELESS = -0.9
"""The score of a choice that leaves no hope."""
_READ = 4
"""So many plies deep the move has to be read for that."""
_TURNS = 5
"""At so many own turns in a row."""


def gives_up(latest: Choice, earlier: Iterable[Choice]) -> bool:
    """Whether a player resigns after its ``latest`` choice and the ``earlier`` ones, the last one first.

    Turns at which nothing was to be chosen do not count. No more of the earlier choices are looked at than
    needed, because each of them takes a search.
    """
    turns = 0
    for choice in chain((latest,), earlier):
        if choice.hesitation is None:
            continue
        if choice.score > _HOPELESS or choice.depth < _READ:
            return False
        turns += 1
        if turns == _TURNS:
            return True
    return False
