"""The shipped tablebase, built from the values. Start reading at `build`.

Positions that need no entry are left out first: those that are not quiet, or that two plies of search decide
(`collect_part`). `ai/twelve_janggi/tablebase.py` describes the parts.
"""

from __future__ import annotations

import heapq
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count as counting
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.kernels import Array, Int, njit, numba
from ai.twelve_janggi import tablebase
from ai.twelve_janggi.solve.placements import quiet_state
from ai.twelve_janggi.solve.retrograde import UNDECIDED, UNREACHED
from ai.twelve_janggi.solve.static_function import ARITY, shape, solve_static_function
from ai.twelve_janggi.tablebase import BOUNDS, CONTEXTS, DEEPEST, GROUPS, LEAF, SHARDS
from ai.twelve_janggi.tablebase_probe import probe

_INT, _CODES = numba.int64, numba.int64[:, ::1]
_KNOWN = (numba.uint32[::1], numba.uint8[::1], numba.uint8[::1])
_VALUES = numba.types.Array(numba.int16, 1, "C", readonly=True)
_MAX_FILTER = 8
_SHARES = np.array([0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.13, 0.17, 0.21, 0.25, 0.3, 0.36, 0.43, 0.5])
_EDGES = np.array([*_SHARES, *(1 - _SHARES[-2::-1])])
_SHARD = np.uint64(58)
_ROUNDS = 8  # shards are built in several rounds, to need less memory


Entries = tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.uint8]]
"""The entries of a function: indices of positions, their groups, their answers."""


class PackError(RuntimeError):
    """The tablebase does not reproduce the values."""


@dataclass(frozen=True, slots=True)
class Known:
    """The tablebase's answers: by position its index, its context, the answer."""

    numbers: NDArray[np.uint32]
    contexts: NDArray[np.uint16]
    answers: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Code:
    """How a group's answers are written: bits of the filter; by answer its bits (first: bit 0) and length."""

    filtered: int
    bits: dict[int, tuple[int, int]]


@njit(_INT(_VALUES, _INT, _INT, numba.uint32[::1], numba.uint16[::1], numba.uint8[::1]))
def collect_part(values: Array, start: Int, end: Int, numbers: Array, contexts: Array, answers: Array) -> Int:
    """Write what the tablebase must answer in a part of the indices; how many."""
    length = 0
    for number in range(start, end):
        value = values[number]
        if value != UNDECIDED and -4 < value < 4:  # decided by a short search, or `UNREACHED`
            continue
        answer = 0
        if value < 0:
            while BOUNDS[answer + 1] <= -value:
                answer += 1
        numbers[length], answers[length] = number, answer
        contexts[length] = tablebase.context_of(quiet_state(number))
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
    questions: Array,
    said: Array,
) -> Int:
    """Write every question, and its answer, to the shards from ``first`` on, from each shard's place on.

    If ``questions`` is empty the places are only counted.
    """
    for index in range(len(numbers)):
        number, group, answer = np.int64(numbers[index]), np.int64(groups[index]), np.int64(answers[index])
        code = tablebase.fingerprint(number) if filtering else codes[group, answer]
        for bit in range(lengths[group, answer]):
            question = tablebase.question(number, bit)
            shard = np.int64(question >> _SHARD) - first
            if 0 <= shard < len(places):
                place = places[shard]
                places[shard] = place + 1
                if place < len(questions):
                    questions[place], said[place] = question, (code >> bit) & 1
    return 0


@njit(numba.void(tablebase.TABLE, *_KNOWN, numba.int64[::1], numba.boolean[::1]))
def mark_passing(
    words: Array, numbers: Array, groups: Array, answers: Array, bits: Array, through: Array
) -> None:
    """Mark what the code must answer: the losses, and what the filter passes by chance."""
    for index in range(len(numbers)):
        through[index] = answers[index] != 0 or tablebase.passes(words, numbers[index], bits[groups[index]])


@njit(_INT(tablebase.TABLE, numba.uint32[::1], numba.uint16[::1], numba.uint8[::1]))
def count_misread(words: Array, numbers: Array, contexts: Array, answers: Array) -> Int:
    """How many questions the tablebase answers wrongly."""
    misread = 0
    for index in range(len(numbers)):
        misread += tablebase.look_up(words, numbers[index], contexts[index]) != answers[index]
    return misread


def collect(values: NDArray[np.int16], parts: Iterator[tuple[int, int]]) -> Known:
    """Everything the tablebase must answer."""
    collected: list[tuple[NDArray[np.uint32], NDArray[np.uint16], NDArray[np.uint8]]] = []
    for start, end in parts:
        size = end - start
        numbers, contexts = np.empty(size, dtype=np.uint32), np.empty(size, dtype=np.uint16)
        answers = np.empty(size, dtype=np.uint8)
        length = collect_part(values, start, end, numbers, contexts, answers)
        collected.append((numbers[:length].copy(), contexts[:length].copy(), answers[:length].copy()))
    every_number, every_context, every_answer = zip(*collected, strict=True)
    return Known(np.concatenate(every_number), np.concatenate(every_context), np.concatenate(every_answer))


def grouped(known: Known) -> NDArray[np.uint8]:
    """The group of every context, by the share of lost positions that have it."""
    every = np.bincount(known.contexts, minlength=CONTEXTS)
    lost = np.bincount(known.contexts[known.answers > 0], minlength=CONTEXTS)
    return np.digitize((lost + 0.5) / (every + 1), _EDGES).astype(np.uint8)


def huffman(weights: dict[int, float]) -> dict[int, tuple[int, int]]:
    """The shortest prefix code: by symbol its bits (the first is bit 0) and their number."""
    order = counting()
    heap = [(weight, next(order), [leaf]) for leaf, weight in sorted(weights.items())]
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


def coded(histogram: NDArray[np.int64]) -> Code:
    """A group's best code by the frequency of its answers."""

    def cost(filtered: int) -> tuple[float, int, dict[int, tuple[int, int]]]:
        weights = {answer: float(n) for answer, n in enumerate(histogram) if n}
        lost = sum(n for answer, n in weights.items() if answer)
        if 0 in weights:
            weights[0] /= 1 << filtered
        code = huffman(weights)
        return lost * filtered + sum(n * code[answer][1] for answer, n in weights.items()), filtered, code

    _, filtered, code = min((cost(tried) for tried in range(_MAX_FILTER + 1)), key=lambda c: c[:2])
    return Code(filtered, code)


def write_code(words: NDArray[np.uint64], codes: list[Code]) -> None:
    """Write the groups' codes as nodes into the tablebase."""
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
            left, right = (
                ends[after] if after in ends else tree[after]
                for after in ((bits | bit << depth, depth + 1) for bit in (0, 1))
            )
            words[tablebase.NODE + node] = left | right << 32
        first = ends.get((0, 0), tree.get((0, 0), LEAF))
        words[tablebase.CODE + group] = code.filtered | first << 8
    lengths = (count for written in codes for _, count in written.bits.values())
    if free > tablebase.NODES or max(lengths, default=0) > DEEPEST:
        raise PackError("the codes do not fit")


def build(known: Known) -> NDArray[np.uint64]:
    """The whole tablebase."""
    words = np.zeros(tablebase.BITS, dtype=np.uint64)
    by_context = grouped(known)
    groups = by_context[known.contexts]
    answer_count = len(BOUNDS)
    histograms = np.bincount(groups * np.int64(answer_count) + known.answers, minlength=GROUPS * answer_count)
    codes = [coded(histogram) for histogram in histograms.reshape(GROUPS, answer_count)]
    words[tablebase.GROUP : tablebase.GROUP + CONTEXTS] = by_context
    write_code(words, codes)
    filtered = np.array([group_code.filtered for group_code in codes])
    lengths = np.zeros((GROUPS, answer_count), dtype=np.int64)
    bits = np.zeros((GROUPS, answer_count), dtype=np.int64)
    lengths[:, 1:] = filtered[:, None]
    entries = (known.numbers, groups, known.answers)
    words = function(words, tablebase.FILTER, entries, lengths, bits)
    through = np.zeros(len(groups), dtype=np.bool_)
    mark_passing(words, *entries, filtered, through)
    for group, code in enumerate(codes):
        for answer, (path, length) in code.bits.items():
            lengths[group, answer], bits[group, answer] = length, path
    words = function(
        words, tablebase.TREE, (entries[0][through], entries[1][through], entries[2][through]), lengths, bits
    )
    if count_misread(words, known.numbers, known.contexts, known.answers):
        raise PackError("the table does not read as it was written")
    words[0], words[tablebase.CHECK] = tablebase.MAGIC, zlib.crc32(words[2:].tobytes())
    return words


def function(
    words: NDArray[np.uint64], at: int, entries: Entries, lengths: NDArray[np.int64], codes: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """The tablebase with one more function, which answers these questions."""
    sizes = np.zeros(SHARDS, dtype=np.int64)
    none = np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.uint8)
    filtering = at == tablebase.FILTER
    gather(*entries, lengths, codes, filtering, 0, sizes, *none)
    for shard, size in enumerate(sizes):
        segments, length = shape(int(size))
        place = at + 4 * shard
        words[place : place + 3] = 64 * (len(words) - tablebase.BITS), segments, length
        words = np.append(words, np.zeros(((segments + ARITY - 1) << length) // 64 + 1, dtype=np.uint64))
    step = SHARDS // _ROUNDS
    for first in range(0, SHARDS, step):
        ends = np.cumsum(sizes[first : first + step])
        places = ends - sizes[first : first + step]
        questions, said = np.empty(ends[-1], dtype=np.uint64), np.empty(ends[-1], dtype=np.uint8)
        gather(*entries, lengths, codes, filtering, first, places, questions, said)
        for shard in range(step):
            part = slice(int(ends[shard] - sizes[first + shard]), int(ends[shard]))
            _settle(words, at + 4 * (first + shard), questions[part], said[part])
    return words


def _settle(
    words: NDArray[np.uint64], shard: int, questions: NDArray[np.uint64], said: NDArray[np.uint8]
) -> None:
    first, segments, length = (int(word) for word in words[shard : shard + 3])
    for seed in range(100):
        if solve_static_function(
            questions, said, words[tablebase.BITS :], first, segments, length, np.uint64(seed)
        ):
            words[shard + 3] = seed
            return
    raise PackError("a shard cannot be filled")


def write(words: NDArray[np.uint64], path: Path) -> None:
    """Write a tablebase atomically."""
    fresh = path.with_suffix(".new")
    fresh.write_bytes(words.astype("<u8").tobytes())
    fresh.replace(path)


@njit(_INT(tablebase.TABLE, _VALUES, _INT, _INT, numba.uint64[:, ::1]))
def count_wrong_bounds(words: Array, values: Array, start: Int, end: Int, buffer: Array) -> Int:
    """For how many quiet positions a probe of the tablebase contradicts the values."""
    wrong = 0
    for number in range(start, end):
        value = values[number]
        if value != UNREACHED:
            lower, upper, _ = probe(words, quiet_state(number), buffer, 0)
            if lower == 0:
                wrong += value != UNDECIDED and value < 4
            else:
                wrong += not (upper <= value <= lower if value < 0 else value == lower)
    return wrong
