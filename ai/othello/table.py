"""The transposition table. Start reading at `probe`.

An entry is two words: the position's hash, and packed into the other the bounds of its value in centidiscs,
their depth and confidence, the best move and the age. Kernels get the table's address from the search state
(`ai/othello/search_state.py`), so all kernels and all moves of a match share it.
"""

from __future__ import annotations

import numpy as np

from ai.kernels import Int, Word, njit
from ai.othello.pointers import load_int, load_word, prefetch_line, store_int, store_word
from ai.othello.search_state import AGE, ENTRIES, TABLE

LIMIT = 30_000
"""Beyond every value."""
EXACT = 255
"""The confidence of a search without forward cuts."""
NO_MOVE = 127
NOTHING = -1
"""What `probe` returns for a position that is not in the table."""

_ODD_1 = np.uint64(0x9E3779B97F4A7C15)
_ODD_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT_1, _SHIFT_2 = np.uint64(29), np.uint64(32)


@njit("uint64(uint64, uint64)")
def hash_of(own: Word, other: Word) -> Word:
    """A well-mixed hash of a position; never 0, which marks an empty entry."""
    mixed = (own ^ (own >> _SHIFT_2)) * _ODD_1 + (other ^ (other >> _SHIFT_1)) * _ODD_2
    mixed ^= mixed >> _SHIFT_1
    mixed *= _ODD_1
    mixed ^= mixed >> _SHIFT_2
    return mixed | np.uint64(1)


@njit("int64(uint64, int64)")
def _pair(key: Word, state: Int) -> Int:
    # The address of the two entries of a position.
    # An even index, so that both entries (16 bytes each) lie in one cache line. The lowest bit of the key is
    # always set and says nothing.
    first = np.int64(key >> np.uint64(8)) & (load_int(state, ENTRIES) - 2)
    return load_int(state, TABLE) + 16 * first


@njit("void(uint64, int64)")
def prefetch(key: Word, state: Int) -> None:
    """Prefetch the entries of a position that is probed soon."""
    prefetch_line(_pair(key, state))


@njit("int64(uint64, int64)")
def probe(key: Word, state: Int) -> Int:
    """The packed entry of a position, for `low_of` and the like; or `NOTHING`."""
    pair = _pair(key, state)
    if load_word(pair, 0) == key:
        return load_int(pair, 1)
    if load_word(pair, 2) == key:
        return load_int(pair, 3)
    return NOTHING


# A packed entry:
#
#   bit  61    54 53        46 45  39 38   32 31  16 15   0
#        age      confidence   move   depth   high   low
#
# Bounds are signed: shifted up to the top of the word and back, they keep their sign.


@njit("int64(int64)")
def low_of(entry: Int) -> Int:
    """The lower bound."""
    return (entry << 48) >> 48


@njit("int64(int64)")
def high_of(entry: Int) -> Int:
    """The upper bound."""
    return (entry << 32) >> 48


@njit("int64(int64)")
def depth_of(entry: Int) -> Int:
    """The depth of the bounds."""
    return (entry >> 32) & 0x7F


@njit("int64(int64)")
def move_of(entry: Int) -> Int:
    """The best move, or `NO_MOVE`."""
    return (entry >> 39) & 0x7F


@njit("int64(int64)")
def confidence_of(entry: Int) -> Int:
    """How confidently the bounds were found; `EXACT` without forward cuts."""
    return (entry >> 46) & 0xFF


@njit("int64(int64)")
def age_of(entry: Int) -> Int:
    """The age of the search that found them."""
    return (entry >> 54) & 0xFF


@njit("void(uint64, int64, int64, int64, int64, int64, int64, int64)")
def store(
    key: Word, depth: Int, confidence: Int, value: Int, alpha: Int, beta: Int, move: Int, state: Int
) -> None:
    """Store a value found with the window (alpha, beta).

    A value at or below alpha is an upper bound, one at or above beta a lower bound. Of its two places, a
    position takes the one it already has, else the one with an older or shallower entry.
    """
    pair, age = _pair(key, state), load_int(state, AGE)
    own = load_word(pair, 0) == key
    if not own and load_word(pair, 2) == key:
        pair, own = pair + 16, True
    elif not own:
        first, second = load_int(pair, 1), load_int(pair, 3)
        # An entry of an earlier search is worth less than any of this one: depths are below 128.
        worth_1 = depth_of(first) - (128 if age_of(first) != age else 0)
        worth_2 = depth_of(second) - (128 if age_of(second) != age else 0)
        if worth_2 < worth_1:
            pair += 16
    low, high = -LIMIT, LIMIT
    if own:
        entry = load_int(pair, 1)
        if depth_of(entry) == depth and confidence_of(entry) == confidence:  # only then do bounds combine
            low, high = low_of(entry), high_of(entry)
        if value <= alpha and move_of(entry) != NO_MOVE:
            move = move_of(entry)  # a search that fails low knows no good move, so the earlier one is kept
    if value > alpha:
        low = max(low, value)
    if value < beta:
        high = min(high, value)
    if low > high:  # forward cuts may contradict one another: trust the newest
        low = value if value > alpha else -LIMIT
        high = value if value < beta else LIMIT
    packed = (low & 0xFFFF) | ((high & 0xFFFF) << 16) | (depth << 32) | (move << 39)
    store_word(pair, 0, key)
    store_int(pair, 1, packed | (confidence << 46) | (age << 54))
