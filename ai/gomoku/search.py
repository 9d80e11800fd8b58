"""Alpha-beta over threats: negamax with principal variation search and a transposition table.

Start reading at `search`. A side that can make five does, one that is about to lose answers, and only when
nothing is forced are quiet moves tried, the unlikely ones less deep. Below the horizon only fours go on
(`attack`). Values are for the side to move; the driver (deepening, time, the root) is `ai/gomoku/root.py`.

The selective techniques are the field's: see chessprogramming.org on reverse futility pruning, razoring, late
move reductions, internal iterative reductions and singular extensions; their use in Gomoku follows Rapfi
(github.com/dhbloo/rapfi). Margins are in units of which 200 are one unit of log odds.
"""

# ruff: noqa: PLR0911, PLR0912, PLR0915  (kernels: branches are cheaper than objects)
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ai.gomoku.board import (
    BOARD,
    RULES,
    STRIDE,
    TURN,
    find_shape,
    may_play,
    place,
    shape_of,
    take_back,
)
from ai.gomoku.estimate import stand
from ai.gomoku.forms import (
    FIVES,
    FOUR_THREE,
    FOURS,
    OMOK,
    OPEN_THREES,
    PLUS,
    RENJU,
    TWO_THREES,
    WINNING_FOUR,
)
from ai.gomoku.fours import best_left, list_fours
from ai.gomoku.moves import DEFENCE, FEW, FORCED, QUIET, list_moves, pressure
from ai.gomoku.table import (
    DECIDED,
    EXACT,
    INFINITY,
    LOWER,
    MEMORY,
    PLIES,
    POINT,
    POINT_BITS,
    TABLE,
    UPPER,
    WIN,
    find,
    from_here,
    store,
)
from ai.kernels import Array, Int, Word, bare, numba

_INT = numba.int64
_REAL = numba.float64
_BOOL = numba.boolean
_KNOWN = numba.types.UniTuple(_INT, 5)  # type: ignore[no-untyped-call]
UNKNOWN = 1 << 40
"""No value."""
_NO_DEPTH = -1
_EXCLUDING = np.uint64(0x9E3779B97F4A7C55)
_CHASED_FREELY = 4
"""So many plies of fours are tried of every kind; beyond, only those that make more than the four."""
_HOPELESS = 1600
"""Nothing a chase by fours brings short of a win makes up for this much."""
_RAZOR, _RAZOR_DEPTH = 22, 2.6
_FUTILE = 62
_SINGULAR_DEPTH = 6.5
_ONLY_ANSWER = 0.6
"""How much of its ply the only answer to a four gets back: more keeps searches of crowded boards shallow."""
_LATE = np.array([[math.log(max(d, 1)) * math.log(max(m, 1)) for m in range(368)] for d in range(64)])
"""How much less deep a move is searched, by depth and by its place in the list."""


@bare(numba.uint64(BOARD, _INT))
def key_of(board: Array, side: Int) -> Word:
    """The hash of a position with a side to move."""
    return board.key ^ TURN if side == 2 else board.key


@bare(_BOOL(BOARD, _INT))
def _unanswered(board: Array, side: Int) -> Any:
    # Whether a four and a three, or two threes, win because the other side has no four to put it off with. A
    # side that is refused points may be refused the one that would win.
    theirs = board.counts[3 - side]
    if board.counts[side, FOUR_THREE] + board.counts[side, TWO_THREES] == 0 or board.refuses[side] in (
        OMOK,
        RENJU,
    ):
        return False
    return theirs[FOURS] + theirs[FOUR_THREE] + theirs[WINNING_FOUR] == 0


@bare(_INT(BOARD, RULES, _INT, _INT))
def at_once(board: Array, rules: Array, side: Int, ply: Int) -> Int:
    """The value where the next moves decide: a five, two fives against one, a four that cannot be stopped."""
    if board.counts[side, FIVES] > 0:
        return WIN - ply - 1
    if board.empties == 0:
        return 0
    fives = board.counts[3 - side, FIVES]
    if fives >= 2:
        return ply + 2 - WIN
    if fives > 0:
        return UNKNOWN
    if find_shape(board, rules, side, WINNING_FOUR) > 0:
        return WIN - ply - 3
    if _unanswered(board, side):
        return WIN - ply - 5
    return UNKNOWN


@bare(_INT(MEMORY))
def _over(memory: Array) -> Int:
    # Count a node, and say whether the search must end.
    memory.nodes += 1
    if memory.nodes > memory.budget:
        memory.stop = 1
    return memory.stop


@bare(_BOOL(_INT, _INT))
def _linked(one: Int, other: Int) -> Any:
    # Whether a point is near another, or not far on a line with it.
    rows, columns = abs(one // STRIDE - other // STRIDE), abs(one % STRIDE - other % STRIDE)
    near = max(rows, columns)
    return near <= 2 or (near <= 4 and (rows == 0 or columns in (0, rows)))


@bare(_INT(BOARD, RULES, MEMORY, TABLE, *[_INT] * 5))
def attack(
    board: Array,
    rules: Array,
    memory: Array,
    table: Array,
    side: Int,
    alpha: Int,
    beta: Int,
    ply: Int,
    spent: Int,
) -> Int:
    """The value below the horizon: the side to move may stop here, or go on by making fours."""
    if _over(memory) != 0:
        return 0
    value: Int = at_once(board, rules, side, ply)
    if value != UNKNOWN:
        return value
    key = key_of(board, side)
    known = find(table, key)
    if known >= 0 and table[known].depth >= (0 if spent == 0 else _NO_DEPTH):
        value = from_here(np.int64(table[known].value), -ply)
        bound = table[known].bound
        if (bound & LOWER and value >= beta) or (bound & UPPER and value <= alpha):
            return value
    estimate = np.int64(table[known].estimate) if known >= 0 else stand(board, rules, side)
    forced = board.counts[3 - side, FIVES] > 0
    if (estimate >= beta or estimate + _HOPELESS < alpha or ply >= PLIES) and not forced:
        return estimate
    best, best_point, floor = estimate, 0, max(alpha, estimate)
    if forced:
        best, floor = -INFINITY, alpha
        memory.lists[ply, 0] = 1 << POINT_BITS | find_shape(board, rules, 3 - side, FIVES)
        memory.lists[ply, 1] = 0
        length = 1 if may_play(board, rules, memory.lists[ply, 0] & POINT, side) else 0
    else:
        length = list_fours(board, rules, memory, side, ply)
    for index in range(length):
        point = best_left(memory, ply, index) & POINT
        made = shape_of(board, rules, side, point)
        if not forced and ply >= 2 and not _linked(point, memory.moves[ply - 2]):
            continue
        plain = rules.shape[side, board.codes[side, point]] & PLUS == 0
        if not forced and spent >= _CHASED_FREELY and made == FOURS and plain:
            continue
        memory.moves[ply] = point
        place(board, rules, point, side)
        memory.nodes += 1
        answer: Int = find_shape(board, rules, side, FIVES)
        value = at_once(board, rules, 3 - side, ply + 1)
        if value != UNKNOWN:
            value = -value
        elif answer == 0:
            value = -stand(board, rules, 3 - side)
        elif not may_play(board, rules, answer, 3 - side):
            value = WIN - ply - 3
        else:
            memory.moves[ply + 1] = answer
            place(board, rules, answer, 3 - side)
            value = attack(board, rules, memory, table, side, floor, beta, ply + 2, spent + 2)
            take_back(board, rules, answer)
        take_back(board, rules, point)
        if memory.stop != 0:
            return 0
        if value > best:
            best, best_point, floor = value, point, max(floor, value)
            if floor >= beta:
                break
    if best == -INFINITY:
        best = ply + 2 - WIN
    bound = LOWER if best >= beta else UPPER
    depth = 0 if spent == 0 else _NO_DEPTH
    store(table, key, depth, from_here(best, ply), bound, best_point, estimate)
    return best


@bare(_INT(BOARD, RULES, MEMORY, TABLE, *[_INT] * 4))
def _answer(
    board: Array, rules: Array, memory: Array, table: Array, side: Int, alpha: Int, beta: Int, ply: Int
) -> Int:
    # The value at the horizon for a side that must stop a five.
    if _over(memory) != 0:
        return 0
    value: Int = at_once(board, rules, side, ply)
    if value != UNKNOWN:
        return value
    point = find_shape(board, rules, 3 - side, FIVES)
    if not may_play(board, rules, point, side):
        return ply + 2 - WIN
    place(board, rules, point, side)
    value = -attack(board, rules, memory, table, 3 - side, -beta, -alpha, ply + 1, 0)
    take_back(board, rules, point)
    return value


@bare(numba.void(BOARD, RULES, MEMORY, *[_INT] * 4, _REAL, _INT))
def _remember(
    board: Array,
    rules: Array,
    memory: Array,
    side: Int,
    ply: Int,
    point: Int,
    last: Int,
    depth: float,
    pressed: Int,
) -> None:
    # The move refuted the one before: it is tried earlier from now on, what was tried in vain later.
    if pressed == FORCED:
        return
    bonus = min(1600, int(depth * depth * 12 + 40))
    for index in range(last + 1):
        tried = memory.lists[ply, index] & POINT
        threatens = 1 if shape_of(board, rules, side, tried) >= OPEN_THREES else 0
        old = memory.history[side, threatens, tried]
        gain = bonus if tried == point else -bonus
        memory.history[side, threatens, tried] = old + gain - old * bonus // 10_000
    if memory.killers[ply, 0] != point:
        memory.killers[ply, 1] = memory.killers[ply, 0]
        memory.killers[ply, 0] = point
    if ply > 0:
        memory.counter[3 - side, memory.moves[ply - 1]] = point


@bare(_INT(_INT, _INT))
def _apart(one: Int, other: Int) -> Int:
    # How many steps lie between two points.
    rows = abs(one // STRIDE - other // STRIDE)
    return max(rows, abs(one % STRIDE - other % STRIDE))


@bare(_REAL(MEMORY, _INT, _INT, _INT, _REAL, _INT, _INT, _INT, _BOOL, _BOOL, _BOOL))
def _reduction(
    memory: Array,
    side: Int,
    ply: Int,
    point: Int,
    depth: float,
    index: Int,
    made: Int,
    pressed: Int,
    exact: Any,
    cut: Any,
    better: Any,
) -> float:
    # How much less deep a move is searched at first, the first move not at all.
    if depth < 2 or index <= 1 or pressed == FORCED:
        return 0.0
    less = _LATE[min(63, int(depth)), min(index + 1, 367)]
    if exact:
        less -= 1.0
    elif not better and less > 1:
        less += 0.8
    if cut:
        less += 1.0
    if made >= OPEN_THREES:
        less -= 0.6
    if ply >= 2 and _apart(point, memory.moves[ply - 2]) > 5 and _apart(point, memory.moves[ply - 1]) > 4:
        less += 0.6
    if pressed == DEFENCE and made < FOURS and _apart(point, memory.moves[ply - 1]) > 4:
        less += 1.0
    threatens = 1 if made >= OPEN_THREES else 0
    return less - memory.history[side, threatens, point] / 9000.0  # type: ignore[no-any-return]


@bare(_KNOWN(BOARD, RULES, TABLE, numba.uint64, _INT, _INT))
def _recall(board: Array, rules: Array, table: Array, key: Word, side: Int, ply: Int) -> Any:
    # What the table knows: the best move, the value, how deep, which BOUND; and the static estimate.
    known = find(table, key)
    if known < 0:
        return 0, UNKNOWN, _NO_DEPTH, 0, stand(board, rules, side)
    entry = table[known]
    told = from_here(np.int64(entry.value), -ply)
    return (
        np.int64(entry.move),
        told,
        np.int64(entry.depth),
        np.int64(entry.bound),
        np.int64(entry.estimate),
    )


@bare(_INT(BOARD, RULES, MEMORY, TABLE, *[_INT] * 4, _REAL, _INT, _BOOL))
def _cut_short(
    board: Array,
    rules: Array,
    memory: Array,
    table: Array,
    side: Int,
    alpha: Int,
    beta: Int,
    ply: Int,
    depth: float,
    guess: Int,
    better: Any,
) -> Int:
    # The value where only a chase could raise it to alpha, or nothing quiet lower it to beta; or UNKNOWN.
    if depth < _RAZOR_DEPTH and guess + _RAZOR * depth + 20 < alpha < DECIDED:
        return attack(board, rules, memory, table, side, alpha, alpha + 1, ply, 0)
    margin = _FUTILE * (depth - 1 - (1 if better else 0))
    if guess - max(margin, 0) >= beta > -DECIDED and guess < DECIDED:
        return guess
    return UNKNOWN


@bare(_INT(_INT, _INT, _INT, _INT))
def _untried(best: Int, pressed: Int, empties: Int, ply: Int) -> Int:
    # The value once all moves listed are tried: not every move was, where nothing is forced.
    if best == -INFINITY:
        return ply + (2 if pressed == FORCED else 4) - WIN
    if best < -DECIDED and pressed == QUIET and empties > FEW:
        return max(best, -DECIDED)  # as good as lost, but not proven
    return best


@bare(_INT(BOARD, RULES, MEMORY, TABLE, _INT, _REAL, _INT, _INT, _INT, _BOOL))
def search(
    board: Array,
    rules: Array,
    memory: Array,
    table: Array,
    side: Int,
    depth: float,
    alpha: Int,
    beta: Int,
    ply: Int,
    cut: Any,
) -> Int:
    """The value of a position (fail-soft), meaningless once memory.stop is set; ``cut``: beta is expected."""
    other, down = 3 - side, ply + 1
    if depth <= 0:
        if board.counts[other, FIVES] > 0:
            return _answer(board, rules, memory, table, side, alpha, beta, ply)
        return attack(board, rules, memory, table, side, alpha, beta, ply, 0)
    if _over(memory) != 0:
        return 0
    value: Int = at_once(board, rules, side, ply)
    if value != UNKNOWN:
        return value
    alpha, beta = max(alpha, ply - WIN), min(beta, WIN - down)
    if alpha >= beta:
        return alpha
    exact, excluded = beta > alpha + 1, memory.excluded[ply]
    key = key_of(board, side) ^ np.uint64(excluded) * _EXCLUDING
    first, told, told_depth, told_bound, estimate = _recall(board, rules, table, key, side, ply)
    settled = (told_bound & LOWER and told >= beta) or (told_bound & UPPER and told <= alpha)
    if settled and (abs(told) > DECIDED or (told_depth >= depth and not exact)):
        return told
    if ply >= PLIES:
        return estimate
    pressed = pressure(board, rules, side)
    memory.estimates[ply] = estimate
    better = ply < 2 or estimate > memory.estimates[ply - 2]
    if pressed == QUIET and not exact and excluded == 0:
        guess = told if told_bound & (LOWER if told > estimate else UPPER) else estimate
        value = _cut_short(board, rules, memory, table, side, alpha, beta, ply, depth, guess, better)
        if value != UNKNOWN:
            return value
    if first == 0 and pressed != FORCED:
        depth -= 0.3 if exact else 0.5 if depth > 6 else 0.0
        if depth <= 0:
            return attack(board, rules, memory, table, side, alpha, beta, ply, 0)

    memory.killers[down, 0] = memory.killers[down, 1] = memory.excluded[down] = 0
    length = list_moves(board, rules, memory, side, pressed, ply, first)
    best, best_point, floor, tried = -INFINITY, 0, alpha, 0
    most = (3.0 + depth**1.32) * (1.0 if better else 0.5) if pressed == QUIET else 400.0
    deep = ply > 0 and depth >= _SINGULAR_DEPTH and excluded == 0 and pressed != FORCED
    for index in range(length):
        point = best_left(memory, ply, index) & POINT
        made = shape_of(board, rules, side, point)
        enough = best > -DECIDED and tried >= most
        if enough or point == excluded or not may_play(board, rules, point, side):
            continue
        single = deep and point == first
        longer = (
            _ONLY_ANSWER if pressed == FORCED else 0.2 if exact and point == first and not single else 0.0
        )
        if single and told_bound & LOWER and told_depth >= depth - 2.5 and abs(told) < DECIDED:
            limit = told - int(depth)
            memory.excluded[ply] = point
            value = search(board, rules, memory, table, side, depth * 0.5, limit - 1, limit, ply, cut)
            memory.excluded[ply] = 0
            length = list_moves(board, rules, memory, side, pressed, ply, first)
            best_left(memory, ply, index)
            if memory.stop != 0:
                return 0
            if value >= limit >= beta:
                return beta
            longer = 1.0 if value < limit else -1.0 if told >= beta else 0.0
        memory.moves[ply], memory.made[ply] = point, made
        below, tried, quick = depth - 1.0 + longer, tried + 1, not exact and not cut
        less = _reduction(memory, side, ply, point, depth, tried, made, pressed, exact, cut, better)
        place(board, rules, point, side)
        if tried > 1:
            shallow, null = below if less <= 0 else max(min(below, 0.9), below - less), -floor - 1
            value = -search(board, rules, memory, table, other, shallow, null, -floor, down, tried > 1)
            if value > floor and shallow < below:
                value = -search(board, rules, memory, table, other, below, null, -floor, down, not cut)
        if tried == 1 or (floor < value < beta and exact):
            value = -search(board, rules, memory, table, other, below, -beta, -floor, down, quick)
        take_back(board, rules, point)
        if memory.stop != 0:
            return 0
        best = max(best, value)
        if value > floor:
            best_point, floor = point, value
            if floor >= beta:
                _remember(board, rules, memory, side, ply, point, index, depth, pressed)
                break
    if tried == 0 and (excluded != 0 or pressed == QUIET):
        return alpha if excluded != 0 else estimate  # renju leaves Black no move: he passes
    best = _untried(best, pressed, board.empties, ply)
    bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
    store(table, key, int(depth), from_here(best, ply), bound, best_point, estimate)
    return best
