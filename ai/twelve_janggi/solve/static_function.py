"""Building a static function: bits such that every question finds its answer.

A question names four slots of its shard (`ai.twelve_janggi.tablebase.slots`). Peeling: a slot that only one
question names is that question's own; remove both and repeat. If no question is left, setting the slots in
reverse order makes every sum right. If it fails, another seed is tried.
"""

# ruff: noqa: PLR0912  (kernels: branches are cheaper than objects)
from __future__ import annotations

import math

import numpy as np

from ai.kernels import Array, Int, njit, numba
from ai.twelve_janggi.tablebase import slots

_INT, _WORDS = numba.int64, numba.uint64[::1]
_1 = np.uint64(1)
ARITY = 4


def shape(questions: int) -> tuple[int, int]:
    """How many segments of a shard a question can begin in, and the logarithm of their length.

    Graf and Lemire's empirical formulas for four slots a question.
    """
    size = max(questions, 16)
    length = max(2, min(16, math.floor(math.log(size) / math.log(2.91) - 0.5)))
    factor = max(1.075, 0.77 + 0.305 * math.log(600_000) / math.log(size))
    return max(1, math.ceil(size * factor / (1 << length)) - ARITY + 1), length


@njit(numba.boolean(_WORDS, numba.uint8[::1], _WORDS, _INT, _INT, _INT, numba.uint64))
def solve_static_function(
    questions: Array, answers: Array, bits: Array, first: Int, segments: Int, length: Int, seed: Int
) -> Int:
    """Set bits from ``first`` on so that every question finds its answer; False if this seed fails."""
    size = (segments + ARITY - 1) << length
    named, who = np.zeros(size, dtype=np.uint8), np.zeros(size, dtype=np.uint32)
    for index in range(len(questions)):
        for slot in slots(questions[index], np.uint64(segments), np.uint64(length), seed):
            if named[slot] == 255:
                return False
            named[slot] += 1
            who[slot] ^= np.uint32(index)
    queue, own = np.empty(size, dtype=np.int64), np.empty(len(questions), dtype=np.int64)
    order = np.empty(len(questions), dtype=np.int64)
    waiting, done = 0, 0
    for slot in range(size):
        if named[slot] == 1:
            queue[waiting] = slot
            waiting += 1
    while waiting > 0:
        waiting -= 1
        slot = queue[waiting]
        if named[slot] != 1:
            continue
        last = np.int64(who[slot])
        order[done], own[done] = last, slot
        done += 1
        for other in slots(questions[last], np.uint64(segments), np.uint64(length), seed):
            named[other] -= 1
            who[other] ^= np.uint32(last)
            if named[other] == 1:
                queue[waiting] = other
                waiting += 1
    if done < len(questions):
        return False
    for place in range(done - 1, -1, -1):
        last = order[place]
        total = np.uint64(answers[last])
        for slot in slots(questions[last], np.uint64(segments), np.uint64(length), seed):
            bit = first + slot
            total ^= bits[bit >> 6] >> np.uint64(bit & 63)
        if total & _1:
            bit = first + own[place]
            bits[bit >> 6] ^= _1 << np.uint64(bit & 63)
    return True
