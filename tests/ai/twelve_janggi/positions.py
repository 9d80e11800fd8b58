"""Positions for tests: of random games, as the solver's kernels have them."""

import random
from collections.abc import Iterator

import numpy as np

from ai.twelve_janggi.state import state_of
from ai.twelve_janggi.successors import NO_SIDE
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition

LONGEST_WIN = """
    K S z k
    . . j .
    h J S .
    """
"""FIRST, to move, wins in 179 plies: no position takes longer."""


def word(position: JanggiPosition) -> int:
    """A position's state without its side bit."""
    return state_of(position) & int(NO_SIDE)


def played(games: int, seed: int) -> Iterator[JanggiPosition]:
    """The unfinished positions of random games."""
    dice = random.Random(seed)
    for _ in range(games):
        position = TWELVE_JANGGI.start("classic")
        while position.outcome() is None:
            yield position
            position = position.play(dice.choice(position.legal_moves()))


def both_kings(position: JanggiPosition) -> bool:
    """Whether no King was captured."""
    return {"K", "k"} <= set(position.board)


def buffer() -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """The array that kernels write states to."""
    return np.zeros(512, dtype=np.uint64)
