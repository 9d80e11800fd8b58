"""The search: PVS over threats with a transposition table.

Start reading at `search`. A side that can make five does, one that is about to lose responds, and only when
nothing is forced are quiet moves tried, unlikely ones at less depth. Below the horizon only fours continue
(`quiesce`). Values are for the side to move; the driver is `ai/gomoku/root.py`.

The selective techniques are standard: see chessprogramming.org on reverse futility pruning, razoring, late
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
from ai.gomoku.evaluate import evaluate
from ai.gomoku.moves import DEFENSE, FEW, FORCED, QUIET, list_moves, urgency_of
from ai.gomoku.point_patterns import (
    FIVES,
    FOUR_THREE,
    FOURS,
    OMOK,
    OPEN_THREES,
    PLUS,
    RENJU_BLACK,
    TWO_THREES,
    WINNING_FOUR,
)
from ai.gomoku.table import (
    DECIDED,
    EXACT,
    INFINITY,
    LOWER,
    PLIES,
    POINT,
    POINT_BITS,
    STATE,
    TABLE,
    UPPER,
    WIN,
    find,
    from_here,
    store,
)
from ai.gomoku.vcf import list_fours, pick_best
from ai.kernels import Array, Int, Word, bare, numba

_INT = numba.int64
_REAL = numba.float64
_BOOL = numba.boolean
_KNOWN = numba.types.UniTuple(_INT, 5)  # type: ignore[no-untyped-call]
UNKNOWN = 1 << 40
"""No value."""
_NO_DEPTH = -1
_EXCLUDING = np.uint64(0x9E3779B97F4A7C55)
"""Multiplied by an excluded move into the key: a node without that move has table entries of its own."""
_FREE_FOURS_PLIES = 4
"""This many plies of fours are tried of every kind; beyond, only those that make more than the four."""
_QUIESCE_MARGIN = 1600
"""A position this far below alpha is not worth quiescence: short of a win, fours gain less."""
_RAZOR, _RAZOR_DEPTH = 22, 2.6
"""Razoring: the margin a ply, and the depth below which a node that far below alpha is only quiesced."""
_FUTILE = 62
"""Reverse futility pruning: the margin a ply above beta."""
_SINGULAR_DEPTH = 6.5
"""From this depth on, the table's move is tested for being singular: a search without it, at half depth.

If every other move fails below the table's value, it is extended. If another beats beta too, the node is cut
(multi-cut).
"""
_ONLY_ANSWER = 0.6
"""The extension of the only answer to a four; a larger one keeps searches of crowded boards shallow."""
_LATE = np.array([[math.log(max(d, 1)) * math.log(max(m, 1)) for m in range(368)] for d in range(64)])
"""Late move reductions by depth and by place in the list."""


@bare(numba.uint64(BOARD, _INT))
def key_of(board: Array, side: Int) -> Word:
    """The hash of a position with a side to move."""
    return board.key ^ TURN if side == 2 else board.key


@bare(_BOOL(BOARD, _INT))
def _has_unanswerable_threat(board: Array, side: Int) -> Any:
    # Whether a four-three or a double three wins because the other side has no four to delay it with. A side
    # with restrictions may be refused the winning point.
    theirs = board.counts[3 - side]
    if board.counts[side, FOUR_THREE] + board.counts[side, TWO_THREES] == 0 or board.refuses[side] in (
        OMOK,
        RENJU_BLACK,
    ):
        return False
    return theirs[FOURS] + theirs[FOUR_THREE] + theirs[WINNING_FOUR] == 0


@bare(_INT(BOARD, RULES, _INT, _INT))
def immediate_value(board: Array, rules: Array, side: Int, ply: Int) -> Int:
    """The value where the next moves decide: a five, two fives to stop, a winning four; else `UNKNOWN`."""
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
    if _has_unanswerable_threat(board, side):
        return WIN - ply - 5
    return UNKNOWN


@bare(_INT(STATE))
def _visit(state: Array) -> Int:
    # Count a node; not 0 if the search must end.
    state.nodes += 1
    if state.nodes > state.budget:
        state.stop = 1
    return state.stop


@bare(_BOOL(_INT, _INT))
def _related(first: Int, second: Int) -> Any:
    # Whether a point is near another, or not far on a line with it.
    rows, columns = abs(first // STRIDE - second // STRIDE), abs(first % STRIDE - second % STRIDE)
    near = max(rows, columns)
    return near <= 2 or (near <= 4 and (rows == 0 or columns in (0, rows)))


@bare(_INT(BOARD, RULES, STATE, TABLE, *[_INT] * 5))
def quiesce(
    board: Array,
    rules: Array,
    state: Array,
    table: Array,
    side: Int,
    alpha: Int,
    beta: Int,
    ply: Int,
    spent: Int,
) -> Int:
    """The value below the horizon: the side to move may stand pat, or continue by making fours."""
    if _visit(state) != 0:
        return 0
    value: Int = immediate_value(board, rules, side, ply)
    if value != UNKNOWN:
        return value
    key = key_of(board, side)
    known = find(table, key)
    # Entries of a quiescence under way skip plain fours sooner, so they do not serve one that begins.
    if known >= 0 and table[known].depth >= (0 if spent == 0 else _NO_DEPTH):
        value = from_here(np.int64(table[known].value), -ply)
        bound = table[known].bound
        if (bound & LOWER and value >= beta) or (bound & UPPER and value <= alpha):
            return value
    estimate = np.int64(table[known].estimate) if known >= 0 else evaluate(board, rules, side)
    forced = board.counts[3 - side, FIVES] > 0
    if (estimate >= beta or estimate + _QUIESCE_MARGIN < alpha or ply >= PLIES) and not forced:
        return estimate
    best, best_point, floor = estimate, 0, max(alpha, estimate)
    if forced:  # no standing pat: the five must be stopped, by a four or not
        best, floor = -INFINITY, alpha
        state.lists[ply, 0] = 1 << POINT_BITS | find_shape(board, rules, 3 - side, FIVES)
        state.lists[ply, 1] = 0
        length = 1 if may_play(board, rules, state.lists[ply, 0] & POINT, side) else 0
    else:
        length = list_fours(board, rules, state, side, ply)
    for index in range(length):
        point = pick_best(state, ply, index) & POINT
        made = shape_of(board, rules, side, point)
        if not forced and ply >= 2 and not _related(point, state.moves[ply - 2]):
            continue
        plain = rules.shape[side, board.codes[side, point]] & PLUS == 0
        if not forced and spent >= _FREE_FOURS_PLIES and made == FOURS and plain:
            continue
        state.moves[ply] = point
        place(board, rules, point, side)
        state.nodes += 1
        answer: Int = find_shape(board, rules, side, FIVES)
        value = immediate_value(board, rules, 3 - side, ply + 1)
        if value != UNKNOWN:
            value = -value
        elif answer == 0:  # the move stopped a five and made no four
            value = -evaluate(board, rules, 3 - side)
        elif not may_play(board, rules, answer, 3 - side):  # renju refuses Black the only answer
            value = WIN - ply - 3
        else:
            state.moves[ply + 1] = answer
            place(board, rules, answer, 3 - side)
            value = quiesce(board, rules, state, table, side, floor, beta, ply + 2, spent + 2)
            take_back(board, rules, answer)
        take_back(board, rules, point)
        if state.stop != 0:
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


@bare(_INT(BOARD, RULES, STATE, TABLE, *[_INT] * 4))
def _quiesce_forced(
    board: Array, rules: Array, state: Array, table: Array, side: Int, alpha: Int, beta: Int, ply: Int
) -> Int:
    # The value at the horizon for a side that must stop a five.
    if _visit(state) != 0:
        return 0
    value: Int = immediate_value(board, rules, side, ply)
    if value != UNKNOWN:
        return value
    point = find_shape(board, rules, 3 - side, FIVES)
    if not may_play(board, rules, point, side):
        return ply + 2 - WIN
    place(board, rules, point, side)
    value = -quiesce(board, rules, state, table, 3 - side, -beta, -alpha, ply + 1, 0)
    take_back(board, rules, point)
    return value


@bare(numba.void(BOARD, RULES, STATE, *[_INT] * 4, _REAL, _INT))
def _update_history(
    board: Array,
    rules: Array,
    state: Array,
    side: Int,
    ply: Int,
    point: Int,
    last: Int,
    depth: float,
    urgency: Int,
) -> None:
    # Update the history, killer and countermove tables after a cutoff by ``point``.
    if urgency == FORCED:
        return
    bonus = min(1600, int(depth * depth * 12 + 40))
    for index in range(last + 1):
        tried = state.lists[ply, index] & POINT
        threatens = 1 if shape_of(board, rules, side, tried) >= OPEN_THREES else 0
        # The last term pulls a value back in proportion to itself, so that it stays within ±10,000.
        old = state.history[side, threatens, tried]
        gain = bonus if tried == point else -bonus
        state.history[side, threatens, tried] = old + gain - old * bonus // 10_000
    if state.killers[ply, 0] != point:
        state.killers[ply, 1] = state.killers[ply, 0]
        state.killers[ply, 0] = point
    if ply > 0:
        state.counter[3 - side, state.moves[ply - 1]] = point


@bare(_INT(_INT, _INT))
def _distance(first: Int, second: Int) -> Int:
    # The number of steps between two points.
    rows = abs(first // STRIDE - second // STRIDE)
    return max(rows, abs(first % STRIDE - second % STRIDE))


@bare(_REAL(STATE, _INT, _INT, _INT, _REAL, _INT, _INT, _INT, _BOOL, _BOOL, _BOOL))
def _reduction(
    state: Array,
    side: Int,
    ply: Int,
    point: Int,
    depth: float,
    index: Int,
    made: Int,
    urgency: Int,
    exact: bool,
    cut: bool,
    improving: bool,
) -> float:
    # The late move reduction; 0 for the first move.
    if depth < 2 or index <= 1 or urgency == FORCED:
        return 0.0
    reduction = _LATE[min(63, int(depth)), min(index + 1, 367)]
    if exact:
        reduction -= 1.0
    elif not improving and reduction > 1:
        reduction += 0.8
    if cut:
        reduction += 1.0
    if made >= OPEN_THREES:
        reduction -= 0.6
    if ply >= 2 and _distance(point, state.moves[ply - 2]) > 5 and _distance(point, state.moves[ply - 1]) > 4:
        reduction += 0.6
    if urgency == DEFENSE and made < FOURS and _distance(point, state.moves[ply - 1]) > 4:
        reduction += 1.0
    threatens = 1 if made >= OPEN_THREES else 0
    return reduction - state.history[side, threatens, point] / 9000.0  # type: ignore[no-any-return]


@bare(_KNOWN(BOARD, RULES, TABLE, numba.uint64, _INT, _INT))
def _probe(board: Array, rules: Array, table: Array, key: Word, side: Int, ply: Int) -> Any:
    # The table's move, value, depth and bound, and the static evaluation.
    known = find(table, key)
    if known < 0:
        return 0, UNKNOWN, _NO_DEPTH, 0, evaluate(board, rules, side)
    entry = table[known]
    table_value = from_here(np.int64(entry.value), -ply)
    return (
        np.int64(entry.move),
        table_value,
        np.int64(entry.depth),
        np.int64(entry.bound),
        np.int64(entry.estimate),
    )


@bare(_INT(BOARD, RULES, STATE, TABLE, *[_INT] * 4, _REAL, _INT, _BOOL))
def _prune(
    board: Array,
    rules: Array,
    state: Array,
    table: Array,
    side: Int,
    alpha: Int,
    beta: Int,
    ply: Int,
    depth: float,
    guess: Int,
    improving: bool,
) -> Int:
    # Razoring and reverse futility pruning: a value, or UNKNOWN.
    if depth < _RAZOR_DEPTH and guess + _RAZOR * depth + 20 < alpha < DECIDED:
        return quiesce(board, rules, state, table, side, alpha, alpha + 1, ply, 0)
    margin = _FUTILE * (depth - 1 - (1 if improving else 0))
    if guess - max(margin, 0) >= beta > -DECIDED and guess < DECIDED:
        return guess
    return UNKNOWN


@bare(_INT(_INT, _INT, _INT, _INT))
def _value_of_rest(best: Int, urgency: Int, empties: Int, ply: Int) -> Int:
    # The value once all listed moves are tried: where nothing is forced, not every move was listed.
    if best == -INFINITY:
        return ply + (2 if urgency == FORCED else 4) - WIN
    if best < -DECIDED and urgency == QUIET and empties > FEW:
        return max(best, -DECIDED)  # lost as far as searched, but not proven
    return best


@bare(_INT(BOARD, RULES, STATE, TABLE, _INT, _REAL, _INT, _INT, _INT, _BOOL))
def search(
    board: Array,
    rules: Array,
    state: Array,
    table: Array,
    side: Int,
    depth: float,
    alpha: Int,
    beta: Int,
    ply: Int,
    cut: bool,
) -> Int:
    """The value (fail-soft), meaningless once state.stop is set; ``cut``: a beta cutoff is expected."""
    other, down = 3 - side, ply + 1
    if depth <= 0:
        if board.counts[other, FIVES] > 0:
            return _quiesce_forced(board, rules, state, table, side, alpha, beta, ply)
        return quiesce(board, rules, state, table, side, alpha, beta, ply, 0)
    if _visit(state) != 0:
        return 0
    value: Int = immediate_value(board, rules, side, ply)
    if value != UNKNOWN:
        return value
    # Mate distance pruning: nothing here is worse than lost now, or better than won by the next move.
    alpha, beta = max(alpha, ply - WIN), min(beta, WIN - down)
    if alpha >= beta:
        return alpha
    exact, excluded = beta > alpha + 1, state.excluded[ply]
    key = key_of(board, side) ^ np.uint64(excluded) * _EXCLUDING
    first, table_value, table_depth, table_bound, estimate = _probe(board, rules, table, key, side, ply)
    settled = (table_bound & LOWER and table_value >= beta) or (table_bound & UPPER and table_value <= alpha)
    if settled and (abs(table_value) > DECIDED or (table_depth >= depth and not exact)):
        return table_value
    if ply >= PLIES:
        return estimate
    urgency = urgency_of(board, rules, side)
    state.estimates[ply] = estimate
    improving = ply < 2 or estimate > state.estimates[ply - 2]
    if urgency == QUIET and not exact and excluded == 0:
        guess = table_value if table_bound & (LOWER if table_value > estimate else UPPER) else estimate
        value = _prune(board, rules, state, table, side, alpha, beta, ply, depth, guess, improving)
        if value != UNKNOWN:
            return value
    if first == 0 and urgency != FORCED:  # internal iterative reduction: without a table move, order is poor
        depth -= 0.3 if exact else 0.5 if depth > 6 else 0.0
        if depth <= 0:
            return quiesce(board, rules, state, table, side, alpha, beta, ply, 0)

    state.killers[down, 0] = state.killers[down, 1] = state.excluded[down] = 0
    length = list_moves(board, rules, state, side, urgency, ply, first)
    best, best_point, floor, tried = -INFINITY, 0, alpha, 0
    max_tried = (3.0 + depth**1.32) * (1.0 if improving else 0.5) if urgency == QUIET else 400.0
    deep = ply > 0 and depth >= _SINGULAR_DEPTH and excluded == 0 and urgency != FORCED
    for index in range(length):
        point = pick_best(state, ply, index) & POINT
        made = shape_of(board, rules, side, point)
        enough = best > -DECIDED and tried >= max_tried
        if enough or point == excluded or not may_play(board, rules, point, side):
            continue
        single = deep and point == first
        extra = _ONLY_ANSWER if urgency == FORCED else 0.2 if exact and point == first and not single else 0.0
        if single and table_bound & LOWER and table_depth >= depth - 2.5 and abs(table_value) < DECIDED:
            limit = table_value - int(depth)
            state.excluded[ply] = point
            value = search(board, rules, state, table, side, depth * 0.5, limit - 1, limit, ply, cut)
            state.excluded[ply] = 0
            length = list_moves(board, rules, state, side, urgency, ply, first)  # that search used the list
            pick_best(state, ply, index)
            if state.stop != 0:
                return 0
            if value >= limit >= beta:
                return beta
            extra = 1.0 if value < limit else -1.0 if table_value >= beta else 0.0
        state.moves[ply], state.made[ply] = point, made
        full, tried, child_cut = depth - 1.0 + extra, tried + 1, not exact and not cut
        reduction = _reduction(state, side, ply, point, depth, tried, made, urgency, exact, cut, improving)
        place(board, rules, point, side)
        # PVS: later moves by a null window, at first reduced; in full only where one raises the floor.
        if tried > 1:
            reduced, null = full if reduction <= 0 else max(min(full, 0.9), full - reduction), -floor - 1
            value = -search(board, rules, state, table, other, reduced, null, -floor, down, tried > 1)
            if value > floor and reduced < full:
                value = -search(board, rules, state, table, other, full, null, -floor, down, not cut)
        if tried == 1 or (floor < value < beta and exact):
            value = -search(board, rules, state, table, other, full, -beta, -floor, down, child_cut)
        take_back(board, rules, point)
        if state.stop != 0:
            return 0
        best = max(best, value)
        if value > floor:
            best_point, floor = point, value
            if floor >= beta:
                _update_history(board, rules, state, side, ply, point, index, depth, urgency)
                break
    if tried == 0 and (excluded != 0 or urgency == QUIET):
        return alpha if excluded != 0 else estimate  # renju leaves Black no legal move: Black passes
    best = _value_of_rest(best, urgency, board.empties, ply)
    bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
    store(table, key, int(depth), from_here(best, ply), bound, best_point, estimate)
    return best
