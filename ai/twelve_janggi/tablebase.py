"""The shipped tablebase: which positions are lost, and roughly how soon. Start reading at `look_up`.

It answers for every quiet position that can be reached (`ai.twelve_janggi.solve.retrograde`) and that two
plies of search do not decide: whether the side to move loses, and within which few plies. One more move tells
wins from draws, and a few more find the exact number of plies: see `ai/twelve_janggi/tablebase_probe.py`.

It stores no positions. It is two static functions, each an array of bits: a bit of the answer is the sum,
modulo 2, of four bits whose places a hash of the question gives ("retrieval", M. Dietzfelbinger and S.
Walzer, "Dense peelable random uniform hypergraphs", ESA 2019; the layout in segments is T. M. Graf and D.
Lemire's, "Binary fuse filters", ACM JEA 27, 2022). The answers are Huffman codes, one question a bit, by the
group of the position: the pieces that each side owns and the square of the King predict much. In groups with
few losses a filter of some bits rejects most other positions before the code is read. The answer for any
other position is random.
"""

# ruff: noqa: SIM110  (kernels)
from __future__ import annotations

import logging
import zlib
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.bitops import count, lowest
from ai.kernels import Array, Int, Word, njit, numba
from ai.twelve_janggi.index import SQUARES_MASK

PATH = Path(__file__).with_name("solution.bin")
_LOG = logging.getLogger(__name__)

MAGIC = int.from_bytes(b"12JANGG1", "little")
CONTEXTS = 27 * 9 * 12
"""What pieces the side to move owns, promoted Men of both, the square of the other's King."""
GROUPS, NODES, SHARDS = 32, 2048, 64
CHECK, GROUP, CODE, NODE, FILTER, TREE, BITS = (
    int(place) for place in np.cumsum([1, 1, CONTEXTS, GROUPS, NODES, 4 * SHARDS, 4 * SHARDS])
)
"""Where the parts of the tablebase begin.

Its checksum; the group of every context; a group's code (filter bits, then from bit 8 its first node); nodes
(two followers of 32 bits, `LEAF` set where the code ends); for each function and shard the first bit, the
segments, the logarithm of their length, the seed; the bits.
"""
LEAF = 1 << 31
DEEPEST = 64
"""No code is as long."""
BOUNDS = np.array([0, *range(4, 187, 5)], dtype=np.int64)
"""An answer n > 0: lost, in at least BOUNDS[n] plies and fewer than BOUNDS[n + 1]. 0: not lost.

Each class spans an odd number of plies, so that the question "lost within so many plies?", asked again two
plies deeper, soon falls on a bound.
"""

_INT, _STATE, TABLE = numba.int64, numba.uint64, numba.types.Array(numba.uint64, 1, "C", readonly=True)
_1, _2, _3, _16, _32, _33, _58 = (np.uint64(value) for value in (1, 2, 3, 16, 32, 33, 58))
_LOW, _OFFSET = np.uint64(0xFFFFFFFF), np.uint64(0xFFFF)
_ODD_1, _ODD_2 = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
_PRINT = np.uint64(0x9E3779B97F4A7C15)


@cache
def shipped() -> NDArray[np.uint64] | None:
    """The tablebase of this package, memory-mapped and shared by all processes; None if it is damaged."""
    words = read(PATH)
    if words is None:
        _LOG.error("twelve janggi: %s is missing or damaged; levels search instead of looking up", PATH.name)
    return words


def read(path: Path) -> NDArray[np.uint64] | None:
    """A tablebase from a file; None if there is none, or its checksum is wrong."""
    try:
        with path.open("rb") as file:
            head = np.frombuffer(file.read(16), dtype="<u8")
            checksum = 0
            while part := file.read(1 << 20):
                checksum = zlib.crc32(part, checksum)
        if len(head) < 2 or int(head[0]) != MAGIC or int(head[1]) != checksum:
            return None
        return np.memmap(path, "<u8", "r").view(np.ndarray)
    except (OSError, ValueError):
        return None


@njit(_STATE(_STATE))
def mix(word: Word) -> Word:
    """Spread every bit of a word over all of it (the finalizer of A. Appleby's MurmurHash3)."""
    word ^= word >> _33
    word *= _ODD_1
    word ^= word >> _33
    word *= _ODD_2
    return word ^ (word >> _33)


@njit(_STATE(_INT, _INT))
def question(number: Int, bit: Int) -> Word:
    """The hash of one bit of a quiet position's answer; its highest bits are the shard."""
    return mix(np.uint64(number * DEEPEST + bit) * _PRINT)


@njit("UniTuple(int64, 4)(uint64, uint64, uint64, uint64)")
def slots(query: Word, segments: Word, length: Word, seed: Word) -> tuple[Int, ...]:
    """Where the four bits are, counted from the first of the shard."""
    first = mix(query ^ seed)
    second = mix(first + _PRINT)
    start = ((first >> _32) * segments) >> _32
    mask = (_1 << length) - _1
    return (
        np.int64((start << length) + (second & mask)),
        np.int64(((start + _1) << length) + ((second >> _16) & mask)),
        np.int64(((start + _2) << length) + ((second >> _32) & mask)),
        np.int64(((start + _3) << length) + ((second >> (_16 + _32)) & mask)),
    )


@njit(_INT(TABLE, _INT, _INT, _INT))
def ask(words: Array, function: Int, number: Int, bit: Int) -> Int:
    """One bit of the function at ``function`` (`FILTER` or `TREE`)."""
    query = question(number, bit)
    shard = function + 4 * np.int64(query >> _58)
    first = np.int64(words[shard])
    total: Int = 0
    for slot in slots(query, words[shard + 1], words[shard + 2], words[shard + 3]):
        place = first + slot
        total ^= np.int64(words[BITS + (place >> 6)] >> np.uint64(place & 63))
    return total & 1


@njit(_INT(_INT))
def fingerprint(number: Int) -> Int:
    """The bits of the filter for the positions that it passes."""
    return np.int64(mix(np.uint64(number) + _PRINT) >> _1)


@njit(_INT(_STATE))
def context_of(state: Word) -> Int:
    """The context that predicts a position's answer; equal for its mirror image."""
    low, middle, high = state & SQUARES_MASK, (state >> _1) & SQUARES_MASK, (state >> _2) & SQUARES_MASK
    theirs = (state >> _3) & SQUARES_MASK
    hands = np.int64(state >> np.uint64(48))
    generals = count(middle & ~low & ~theirs) + (hands & 3)
    ministers = count(middle & low & ~theirs) + ((hands >> 2) & 3)
    men = count(high & ~theirs) + ((hands >> 4) & 3)
    promoted, other_promoted = count(high & low & ~theirs), count(high & low & theirs)
    king = lowest(low & ~middle & ~high & theirs) >> 2
    king = min(king, (8 - (king & 12)) | (king & 3))
    return ((((generals * 3 + ministers) * 3 + men) * 3 + promoted) * 3 + other_promoted) * 12 + king


@njit(numba.boolean(TABLE, _INT, _INT))
def passes(words: Array, number: Int, bits: Int) -> Int:
    """Whether the filter lets a number through."""
    wanted = fingerprint(number)
    for bit in range(bits):
        if ask(words, FILTER, number, bit) != (wanted >> bit) & 1:
            return False
    return True


@njit(_INT(TABLE, _INT, _INT))
def look_up(words: Array, number: Int, context: Int) -> Int:
    """The answer for a quiet position, by its index and context. 0: not lost; else see `BOUNDS`."""
    code = np.int64(words[CODE + np.int64(words[GROUP + context])])
    if not passes(words, number, code & 255):
        return 0
    node = code >> 8
    for bit in range(DEEPEST):
        if node & LEAF:
            break
        both = words[NODE + node]
        node = np.int64(both >> _32) if ask(words, TREE, number, bit) else np.int64(both & _LOW)
    return node & ~LEAF
