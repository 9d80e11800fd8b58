"""The table that is shipped, made from the values. Start reading at `pack`.

What the table knows nothing of is left out first: what is not calm, or decided by two plies of looking
(`stored`). `ai/twelve_janggi/table.py` says what the parts of the table are.
"""

from __future__ import annotations

import heapq
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count as counting
from pathlib import Path
from typing import Any

import numpy as np

from ai.kernels import Array, Int, njit, numba
from ai.twelve_janggi import table
from ai.twelve_janggi.oracle import glance
from ai.twelve_janggi.solve.fuse import ARITY, fill, shape
from ai.twelve_janggi.solve.placements import calm_state
from ai.twelve_janggi.solve.retrograde import EVEN, NEVER
from ai.twelve_janggi.table import BOUNDS, CONTEXTS, DEEPEST, GROUPS, LEAF, SHARDS

_INT, _CODES = numba.int64, numba.int64[:, ::1]
_KNOWN = (numba.uint32[::1], numba.uint8[::1], numba.uint8[::1])
_VALUES = numba.types.Array(numba.int16, 1, "C", readonly=True)
_MOST_FILTER = 8
_SHARES = np.array([0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.13, 0.17, 0.21, 0.25, 0.3, 0.36, 0.43, 0.5])
_EDGES = np.array([*_SHARES, *(1 - _SHARES[-2::-1])])
_SHARD = np.uint64(58)
_ROUNDS = 8  # shards are made in so many goes, to need less memory


class PackError(RuntimeError):
    """The table does not say what the values say."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the table is to answer: by position its number, its context, the answer."""

    numbers: np.ndarray[Any, Any]
    contexts: np.ndarray[Any, Any]
    answers: np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Code:
    """How a group's answers are written: bits of the filter; by answer its bits (first: bit 0), how many."""

    filtered: int
    bits: dict[int, tuple[int, int]]


@njit(_INT(_VALUES, _INT, _INT, numba.uint32[::1], numba.uint16[::1], numba.uint8[::1]))
def stored(values: Array, start: Int, end: Int, numbers: Array, contexts: Array, answers: Array) -> Int:
    """Write what the table must answer in a part of the numbers; how many."""
    length = 0
    for number in range(start, end):
        value = values[number]
        if value != EVEN and -4 < value < 4:  # a look decides it, or it is `NEVER` one to be asked about
            continue
        answer = 0
        if value < 0:
            while BOUNDS[answer + 1] <= -value:
                answer += 1
        numbers[length], answers[length] = number, answer
        contexts[length] = table.context_of(calm_state(number))
        length += 1
    return length


@njit(
    _INT(*_KNOWN, _CODES, _CODES, numba.boolean, _INT, numba.int64[::1], numba.uint64[::1], numba.uint8[::1])
)
def gather(
    numbers: Array,
    groups: Array,
    answers: Array,
    lengths: Array,
    codes: Array,
    filtering: Int,
    first: Int,
    places: Array,
    asked: Array,
    said: Array,
) -> Int:
    """Write every question to the shards from ``first`` on, and its answer, from each shard's place on.

    Where ``asked`` is empty the places are only counted.
    """
    for one in range(len(numbers)):
        number, group, answer = np.int64(numbers[one]), np.int64(groups[one]), np.int64(answers[one])
        code = table.fingerprint(number) if filtering else codes[group, answer]
        for bit in range(lengths[group, answer]):
            question = table.question(number, bit)
            shard = np.int64(question >> _SHARD) - first
            if 0 <= shard < len(places):
                place = places[shard]
                places[shard] = place + 1
                if place < len(asked):
                    asked[place], said[place] = question, (code >> bit) & 1
    return 0


@njit(numba.void(table.TABLE, *_KNOWN, numba.int64[::1], numba.boolean[::1]))
def let_through(
    words: Array, numbers: Array, groups: Array, answers: Array, bits: Array, through: Array
) -> None:
    """Mark what the code must answer: what is lost, and what the filter lets through by chance."""
    for one in range(len(numbers)):
        through[one] = answers[one] != 0 or table.passes(words, numbers[one], bits[groups[one]])


@njit(_INT(table.TABLE, numba.uint32[::1], numba.uint16[::1], numba.uint8[::1]))
def misread(words: Array, numbers: Array, contexts: Array, answers: Array) -> Int:
    """How many questions the table answers wrongly."""
    found = 0
    for one in range(len(numbers)):
        found += table.look_up(words, numbers[one], contexts[one]) != answers[one]
    return found


def collect(values: np.ndarray[Any, Any], parts: Iterator[tuple[int, int]]) -> Known:
    """Everything the table is to answer."""
    found: list[tuple[np.ndarray[Any, Any], ...]] = []
    for start, end in parts:
        room = tuple(np.empty(end - start, dtype=kind) for kind in (np.uint32, np.uint16, np.uint8))
        length = stored(values, start, end, *room)
        found.append(tuple(column[:length].copy() for column in room))
    return Known(*(np.concatenate(columns) for columns in zip(*found, strict=True)))


def grouped(known: Known) -> np.ndarray[Any, Any]:
    """The group of every context: by the share of lost positions among those that have it."""
    every = np.bincount(known.contexts, minlength=CONTEXTS)
    lost = np.bincount(known.contexts[known.answers > 0], minlength=CONTEXTS)
    return np.digitize((lost + 0.5) / (every + 1), _EDGES).astype(np.uint8)


def huffman(weights: dict[int, float]) -> dict[int, tuple[int, int]]:
    """The shortest prefix code: by symbol its bits (the first is bit 0) and their number."""
    order = counting()
    heap = [(weight, next(order), [symbol]) for symbol, weight in sorted(weights.items())]
    heapq.heapify(heap)
    code = dict.fromkeys(weights, (0, 0))
    while len(heap) > 1:
        light, heavy = heapq.heappop(heap), heapq.heappop(heap)
        for bit, (_, _, symbols) in enumerate((light, heavy)):
            for symbol in symbols:
                bits, length = code[symbol]
                code[symbol] = (bits << 1 | bit, length + 1)
        heapq.heappush(heap, (light[0] + heavy[0], next(order), light[2] + heavy[2]))
    return code


def coded(histogram: np.ndarray[Any, Any]) -> Code:
    """A group's best code by how often each answer is given in it."""

    def cost(filtered: int) -> tuple[float, int, dict[int, tuple[int, int]]]:
        weights = {answer: float(n) for answer, n in enumerate(histogram) if n}
        lost = sum(n for answer, n in weights.items() if answer)
        if 0 in weights:
            weights[0] /= 1 << filtered
        code = huffman(weights)
        return lost * filtered + sum(n * code[answer][1] for answer, n in weights.items()), filtered, code

    _, filtered, code = min((cost(filtered) for filtered in range(_MOST_FILTER + 1)), key=lambda c: c[:2])
    return Code(filtered, code)


def write_code(words: np.ndarray[Any, Any], codes: list[Code]) -> None:
    """Write the groups' codes as nodes into the table."""
    free = 0
    for group, code in enumerate(codes):
        tree: dict[tuple[int, int], int] = {}
        for bits, length in code.bits.values():
            for depth in range(length):
                tree.setdefault((bits & (1 << depth) - 1, depth), 0)
        for path in sorted(tree, key=lambda path: path[1]):
            tree[path] = free
            free += 1
        ends = {ending: answer | LEAF for answer, ending in code.bits.items()}
        for (bits, depth), node in tree.items():
            zero, one = (
                ends[after] if after in ends else tree[after]
                for after in ((bits | bit << depth, depth + 1) for bit in (0, 1))
            )
            words[table.NODE + node] = zero | one << 32
        first = ends.get((0, 0), tree.get((0, 0), LEAF))
        words[table.CODE + group] = code.filtered | first << 8
    if free > table.NODES or any(length > DEEPEST for code in codes for _, length in code.bits.values()):
        raise PackError("the codes do not fit")


def pack(known: Known) -> np.ndarray[Any, Any]:
    """The whole table."""
    words = np.zeros(table.BITS, dtype=np.uint64)
    by_context = grouped(known)
    groups = by_context[known.contexts]
    most = len(BOUNDS)
    histograms = np.bincount(groups * np.int64(most) + known.answers, minlength=GROUPS * most)
    codes = [coded(histogram) for histogram in histograms.reshape(GROUPS, most)]
    words[table.GROUP : table.GROUP + CONTEXTS] = by_context
    write_code(words, codes)
    filtered = np.array([code.filtered for code in codes])
    lengths, bits = np.zeros((GROUPS, most), dtype=np.int64), np.zeros((GROUPS, most), dtype=np.int64)
    lengths[:, 1:] = filtered[:, None]
    asked = (known.numbers, groups, known.answers)
    words = function(words, table.FILTER, asked, lengths, bits)
    through = np.zeros(len(groups), dtype=np.bool_)
    let_through(words, *asked, filtered, through)
    for group, code in enumerate(codes):
        for answer, (path, length) in code.bits.items():
            lengths[group, answer], bits[group, answer] = length, path
    words = function(words, table.TREE, tuple(column[through] for column in asked), lengths, bits)
    if misread(words, known.numbers, known.contexts, known.answers):
        raise PackError("the table does not read as it was written")
    words[0], words[table.CHECK] = table.MAGIC, zlib.crc32(words[2:].tobytes())
    return words


def function(
    words: np.ndarray[Any, Any], at: int, asked: tuple[Any, ...], lengths: Any, codes: Any
) -> np.ndarray[Any, Any]:
    """The table with one more function, that answers these questions."""
    sizes = np.zeros(SHARDS, dtype=np.int64)
    none = np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.uint8)
    filtering = at == table.FILTER
    gather(*asked, lengths, codes, filtering, 0, sizes, *none)
    for shard, size in enumerate(sizes):
        segments, length = shape(int(size))
        place = at + 4 * shard
        words[place : place + 3] = 64 * (len(words) - table.BITS), segments, length
        words = np.append(words, np.zeros(((segments + ARITY - 1) << length) // 64 + 1, dtype=np.uint64))
    step = SHARDS // _ROUNDS
    for first in range(0, SHARDS, step):
        ends = np.cumsum(sizes[first : first + step])
        places = ends - sizes[first : first + step]
        questions, said = np.empty(ends[-1], dtype=np.uint64), np.empty(ends[-1], dtype=np.uint8)
        gather(*asked, lengths, codes, filtering, first, places, questions, said)
        for shard in range(step):
            part = slice(int(ends[shard] - sizes[first + shard]), int(ends[shard]))
            _settle(words, at + 4 * (first + shard), questions[part], said[part])
    return words


def _settle(words: np.ndarray[Any, Any], shard: int, questions: Any, said: Any) -> None:
    first, segments, length = (int(word) for word in words[shard : shard + 3])
    for seed in range(100):
        if fill(questions, said, words[table.BITS :], first, segments, length, np.uint64(seed)):
            words[shard + 3] = seed
            return
    raise PackError("a shard cannot be filled")


def write(words: np.ndarray[Any, Any], path: Path) -> None:
    """Write a table so that no half of one is ever there."""
    fresh = path.with_suffix(".new")
    fresh.write_bytes(words.astype("<u8").tobytes())
    fresh.replace(path)


@njit(_INT(table.TABLE, _VALUES, _INT, _INT, numba.uint64[:, ::1]))
def untrue(words: Array, values: Array, start: Int, end: Int, room: Array) -> Int:
    """For how many calm positions a glance with the table says something else than the values."""
    found = 0
    for number in range(start, end):
        value = values[number]
        if value != NEVER:
            least, most, _ = glance(words, calm_state(number), room, 0)
            if least == 0:
                found += value != EVEN and value < 4
            else:
                found += not (most <= value <= least if value < 0 else value == least)
    return found
