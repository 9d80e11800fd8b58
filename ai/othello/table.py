"""The transposition table: what searches remember of positions. Start reading at `look_up`.

An entry is two words: the position's hash, and packed into the other the bounds of its value in centidiscs,
how deep and how confidently they were found, the best move and the age. Kernels know the table by its
address (`ai/othello/desk.py`), so that it may be shared by every kernel and every move of a match.
"""

from __future__ import annotations

import numpy as np

from ai.kernels import Int, Word, njit
from ai.othello.desk import AGE, ENTRIES, TABLE
from ai.othello.memory import fetch_soon, number, put, put_word, word

LIMIT = 30_000
"""Beyond every value."""
EXACT = 255
"""The confidence of a search without forward cuts."""
NO_MOVE = 127
NOTHING = -1
"""What `look_up` says of a position that is not in the table."""

_ODD_1 = np.uint64(0x9E3779B97F4A7C15)
_ODD_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT_1, _SHIFT_2 = np.uint64(29), np.uint64(32)


@njit("uint64(uint64, uint64)")
def hashed(own: Word, other: Word) -> Word:
    """A well-mixed hash of a position; never 0, which marks an empty entry."""
    mixed = (own ^ (own >> _SHIFT_2)) * _ODD_1 + (other ^ (other >> _SHIFT_1)) * _ODD_2
    mixed ^= mixed >> _SHIFT_1
    mixed *= _ODD_1
    mixed ^= mixed >> _SHIFT_2
    return mixed | np.uint64(1)


@njit("int64(uint64, int64)")
def _pair(key: Word, here: Int) -> Int:
    # The address of the two entries where a position may be.
    first = np.int64(key >> np.uint64(8)) & (number(here, ENTRIES) - 2)
    return number(here, TABLE) + 16 * first


@njit("void(uint64, int64)")
def expect(key: Word, here: Int) -> None:
    """A position will be looked up in a moment."""
    fetch_soon(_pair(key, here))


@njit("int64(uint64, int64)")
def look_up(key: Word, here: Int) -> Int:
    """What the table says of a position, to be read by `low_of` and the like; or `NOTHING`."""
    pair = _pair(key, here)
    if word(pair, 0) == key:
        return number(pair, 1)
    if word(pair, 2) == key:
        return number(pair, 3)
    return NOTHING


@njit("int64(int64)")
def low_of(said: Int) -> Int:
    """The lower bound."""
    return (said << 48) >> 48


@njit("int64(int64)")
def high_of(said: Int) -> Int:
    """The upper bound."""
    return (said << 32) >> 48


@njit("int64(int64)")
def depth_of(said: Int) -> Int:
    """How deep the bounds were found."""
    return (said >> 32) & 0x7F


@njit("int64(int64)")
def move_of(said: Int) -> Int:
    """The best move, or `NO_MOVE`."""
    return (said >> 39) & 0x7F


@njit("int64(int64)")
def confidence_of(said: Int) -> Int:
    """How confidently the bounds were found; `EXACT` without forward cuts."""
    return (said >> 46) & 0xFF


@njit("int64(int64)")
def age_of(said: Int) -> Int:
    """The age of the search that found them."""
    return (said >> 54) & 0xFF


@njit("void(uint64, int64, int64, int64, int64, int64, int64, int64)")
def store(
    key: Word, depth: Int, confidence: Int, value: Int, alpha: Int, beta: Int, move: Int, here: Int
) -> None:
    """Remember a value found with window (alpha, beta).

    A value at or below alpha is an upper bound, at or above beta a lower bound. Of the two places a position
    has, it takes its own, else the one of an earlier search or the shallower.
    """
    pair, age = _pair(key, here), number(here, AGE)
    own = word(pair, 0) == key
    if not own and word(pair, 2) == key:
        pair, own = pair + 16, True
    elif not own:
        first, second = number(pair, 1), number(pair, 3)
        worth_1 = depth_of(first) - (128 if age_of(first) != age else 0)
        worth_2 = depth_of(second) - (128 if age_of(second) != age else 0)
        if worth_2 < worth_1:
            pair += 16
    low, high = -LIMIT, LIMIT
    if own:
        said = number(pair, 1)
        if depth_of(said) == depth and confidence_of(said) == confidence:
            low, high = low_of(said), high_of(said)
        if value <= alpha and move_of(said) != NO_MOVE:
            move = move_of(said)  # it was good once; a search that fails low knows of no good one
    if value > alpha:
        low = max(low, value)
    if value < beta:
        high = min(high, value)
    if low > high:  # forward cuts are not always of one mind: trust the newest
        low = value if value > alpha else -LIMIT
        high = value if value < beta else LIMIT
    packed = (low & 0xFFFF) | ((high & 0xFFFF) << 16) | (depth << 32) | (move << 39)
    put_word(pair, 0, key)
    put(pair, 1, packed | (confidence << 46) | (age << 54))
