"""The tree of a Monte-Carlo tree search: selection, expansion, simulation, backpropagation.

Start reading at `run_simulations`. UCT with RAVE: a move's value mixes the results of simulations through it
with those of all playouts in which the same side played there first, at any time ("all moves as first",
AMAF); AMAF counts less with more simulations, and the more they contradict it. Prior knowledge (captures,
patterns, distance to the last move …, see `ai.go.move_features`) counts as a number of won simulations. And a
move that won more elsewhere in the tree than is expected here is tried early (`progressive_bonus`).

Results are between 0 and 1 for the side that made the move: mostly who wins, partly by how much, so that
leads are kept and lost games are not given up. By Korean rules territory is counted, and a playout knows
areas only; the difference of two areas is that of the territories and the difference of the stones placed,
which is counted along the line and until the first pass. So a pass costs nothing, and a stone in one's own
territory a point.
"""

# ruff: noqa: PLR1714, SIM109  (kernels: branches are cheaper than objects)
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ai.go.board import (
    BOARD,
    CAPTURED,
    CELL,
    CELLS,
    COLOR,
    COUNT,
    DICE,
    EMPTIES,
    END,
    KO,
    NOWHERE,
    copy,
    is_eye,
    legal,
    place,
)
from ai.go.move_features import TEAM, WEIGHTS, features_of
from ai.go.node_features import HINTS, fill_hints
from ai.go.patterns import BLACK, STRIDE, WHITE
from ai.go.playout import CELL_LIST, LADDERS_ONLY, count_area, playout
from ai.go.tactics import LADDERS
from ai.kernels import Array, Int, Word, bare, numba

NODE = np.dtype(
    [
        ("move", "i2"),  # a cell, `NOWHERE` for a pass
        ("count", "i2"),  # how many children there are
        ("first", "i4"),  # the first of them
        ("visits", "i4"),
        ("wins", "f4"),  # results between 0 and 1, so not always whole
        ("amaf_visits", "f4"),  # 32 bits each: a node is 28 bytes
        ("amaf_wins", "f4"),
        ("prior", "f4"),  # virtual simulations, see `_PRIOR_WEIGHT`; negative for a pass
    ]
)
"""A move in the tree; its children are ``count`` nodes from ``first`` on.

Wins are those of the side that made the move, also those of ``prior``.
"""

NUMBERS = np.dtype(
    [
        ("side", "i8"),  # at the root: the side to move,
        ("last", "i8"),  # the last move,
        ("before", "i8"),  # the move before it,
        ("passes", "i8"),  # how many passes were just made,
        ("lead", "i8"),  # and how many stones more Black put on the board than White
        ("line_side", "i8"),  # the same five at the end of the current line
        ("line_last", "i8"),
        ("line_before", "i8"),
        ("line_passes", "i8"),
        ("line_lead", "i8"),
        ("depth", "i8"),  # the depth of the current line
        ("komi", "i8"),  # in half points
        ("size", "i8"),  # the lines of the board
        ("territory", "i8"),  # whether territory is counted instead of area
        ("superko", "i8"),  # whether a repetition is forbidden instead of a draw
        ("passing", "i8"),  # `NO_PASS`, `ANY_PASS` or `LATE_PASS` at the root
        ("trust", "i8"),  # after how many simulations a move's own results outweigh AMAF
        ("margin", "i8"),  # the weight of the margin in a result, in percent; the rest is who won
        ("reach", "i8"),  # the largest margin, in half points
        ("used", "i8"),  # nodes in use
        ("playouts", "i8"),  # playouts made
        ("owned_playouts", "i8"),  # playouts counted in `Search.owned`
        ("bonus", "i8"),  # half points that White gets beside the komi in a handicap game
        ("won", "i8"),  # how many playouts Black won
        ("fair", "i8"),  # and how many without the bonus
        ("results", "i8"),  # the sum of the playouts' results, in millionths
        ("sharing", "i8"),  # whether moves share results across the tree, see `progressive_bonus`
        ("expand_at", "i8"),  # how many simulations a node needs before it is expanded
    ]
)
"""The numbers of a search."""

NO_PASS, ANY_PASS, LATE_PASS = 0, 1, 2
"""At the root, a pass may be excluded, a last resort, or as good as any move."""

LONGEST = 512
"""The most nodes of a line from the root."""
EXPAND_AT = 8
"""How many visits a node needs before it is expanded, while there is memory: as in Pachi and michi."""
_NODES = numba.from_dtype(NODE)[::1]
_INT, _REAL = numba.int64, numba.float64
_NUMBERS = numba.from_dtype(NUMBERS)
_PATH = numba.int64[::1]
_WORDS = numba.uint64[::1]


class Search(NamedTuple):
    """The arrays of a running search."""

    board: Array
    """The root's board."""
    scratch: Array
    """The board that lines and playouts are played on."""
    nodes: Array
    numbers: Array
    dice: Array
    keys: Array
    """The random number of a black stone on every cell, then of a white one (as in `games.go.board`)."""
    seen: Array
    """The boards that must not repeat, as sorted keys."""
    path: Array
    """The nodes of the current line, from the root."""
    boards: Array
    """The keys of the boards along it."""
    first: Array
    """Who played first on every cell, after the node that is being updated."""
    owned: Array
    """How often playouts ended with every cell Black's less how often White's."""
    allowed: Array
    """Where the root may play: not 0."""
    hints: Array
    """The tactical hints on every cell of the board being expanded, see `ai.go.node_features`."""
    ladders: Array
    """Boards to read ladders on."""
    tried: Array
    """For black and white, by cell: how many simulations placed a stone there, and what its side won of them.

    Anywhere in the tree. In the place of the pass, the same for all stones of the color.
    """
    weights: Array
    """The weights of the features, and the buffer for those of a move, see `ai.go.move_features`."""
    team: Array


_CELLS = CELL_LIST
SEARCH = numba.types.NamedTuple(  # type: ignore[no-untyped-call]
    [
        BOARD,
        BOARD,
        _NODES,
        _NUMBERS,
        DICE,
        _WORDS,
        _WORDS,
        _PATH,
        _WORDS,
        _CELLS,
        _CELLS,
        _CELLS,
        HINTS,
        LADDERS,
        numba.float32[::1],
        WEIGHTS,
        TEAM,
    ],
    Search,
)


# -- what is known before any playout -----------------------------------------------------------------------

_PRIOR_VISITS = 14.0
"""Every move begins with this many virtual simulations, half of them won,"""
_PRIOR_WEIGHT = 150.0
"""and this many won ones, times the root of its prior chance.

As in Pachi, whose numbers are 14 and 210 on small boards. Here 100 and 210 were as good as each other.
"""
_PASS_PRIOR = -10.0
"""A pass has no prior; but at the root, near the end of the game, that of the other moves."""


@bare(numba.float32(SEARCH, CELL, _INT))
def feature_strength(search: Search, cell: Int, color: Int) -> Any:
    """The strength of a move by its features."""
    board, numbers, team = search.scratch, search.numbers, search.team
    sign = 1.0 if color == BLACK else -1.0
    owned = sign * search.owned[cell] / max(1, numbers.owned_playouts)
    features_of(
        board,
        cell,
        color,
        np.uint32(numbers.line_last),
        np.uint32(numbers.line_before),
        numbers.size,
        np.int64(board[COUNT]),
        search.hints,
        owned,
        team,
    )
    total = 0.0
    for feature in team:
        total += search.weights[feature]
    return np.float32(np.exp(min(total, 30.0)))


# -- growing and choosing -----------------------------------------------------------------------------------

_UCB_CONSTANT = 0.01
"""The square of UCB's constant, where it is used at all."""


@bare(numba.void(_NODES, _INT, CELL, _REAL))
def new_leaf(nodes: Array, node: Int, move: Int, prior: float) -> None:
    """Initialize a leaf."""
    leaf = nodes[node]
    leaf.move, leaf.count, leaf.first, leaf.visits = move, 0, 0, 0
    leaf.wins = leaf.amaf_visits = leaf.amaf_wins = 0.0
    leaf.prior = prior


@bare(numba.void(_NODES))
def set_pass_prior(nodes: Array) -> None:
    """Set the prior of the root's pass to the mean of the other moves."""
    first, count, total = nodes[0].first, nodes[0].count, 0.0
    for child in range(first, first + count - 1):
        total += nodes[child].prior
    if count > 1 and nodes[first + count - 1].move == NOWHERE:
        nodes[first + count - 1].prior = total / (count - 1)


@bare(numba.void(SEARCH, _INT, _INT))
def expand(search: Search, node: Int, color: Int) -> None:
    """Expand a node, unless memory is short: its legal moves that fill no own eye, and the pass."""
    board, nodes, numbers = search.scratch, search.nodes, search.numbers
    start = numbers.used
    count = np.int64(board[COUNT])
    if start + count + 1 > len(nodes):
        return
    # Children of one node lie side by side. Their priors hold the bare strengths until all are known.
    free, total = start, 0.0
    fill_hints(board, color, search.hints, search.ladders)
    for number in range(count):
        cell = board[EMPTIES + number]
        if node == 0 and search.allowed[cell] == 0:
            continue
        if legal(board, cell, color) and not is_eye(board, cell, color):
            chance = feature_strength(search, cell, color)
            new_leaf(nodes, free, cell, chance)
            total += chance
            free += 1
    for child in range(start, free):
        nodes[child].prior = _PRIOR_WEIGHT * np.sqrt(nodes[child].prior / total)
    if node != 0 or numbers.passing != NO_PASS:
        new_leaf(nodes, free, NOWHERE, _PASS_PRIOR)
        free += 1
    nodes[node].first, nodes[node].count = start, free - start
    numbers.used = free
    if node == 0 and numbers.passing == LATE_PASS:
        set_pass_prior(nodes)


_BONUS_VISITS = 20.0
"""A move needs this many simulations elsewhere before its bonus counts,"""
_BONUS_HALF_LIFE = 100.0
"""which is halved after this many simulations of its own."""


@bare(_REAL(SEARCH, CELL, _INT, _REAL))
def progressive_bonus(search: Search, move: Int, color: Int, expected: float) -> Any:
    """How much more than expected a move won anywhere in the tree; 0 if less, or if it was rarely played.

    So one good answer need not be found again below every move that it answers: after Nijssen and Winands,
    "Enhancements for Multi-Player Monte-Carlo Tree Search" (2010), progressive history. There the share of
    wins counts as it is; here only what it exceeds that of all the color's stones, and the node's.
    """
    tried, every = search.tried, 2 * CELLS * (color - 1)
    times = tried[every + 2 * move]
    if times < _BONUS_VISITS or move == NOWHERE or search.numbers.sharing == 0:
        return 0.0
    usual = tried[every + 1] / tried[every]
    return max(0.0, tried[every + 2 * move + 1] / times - max(expected, usual))


_PUCT_CONSTANT = 0.03
"""PUCT's constant: the value of a certain prior at a node of one visit, before its first simulation."""
_CLEAR_VARIANCES = 4.0
"""How many variances a move's own mean must be above AMAF's, squared, to be trusted sooner."""


@bare(_REAL(_REAL, _REAL, _REAL))
def amaf_contradiction(mean: float, amaf: float, visits: float) -> Any:
    """How far a move's own results show that AMAF underrates it: the squared bias, above chance.

    AMAF comes from nearly every simulation through the node, and would outweigh the few of a move that is
    good only if it is played at once. A move that does worse than AMAF says needs no such help.
    """
    excess = max(0.0, mean - amaf)
    # A result of 0 or 1 has a variance of at most 1/4, the mean of n of them 1/(4n).
    return max(0.0, excess * excess - _CLEAR_VARIANCES * 0.25 / visits)


@bare(_INT(SEARCH, _INT))
def select_child(search: Search, node: Int) -> Int:
    """Selection: the child to simulate next.

    By its results and AMAF, which counts less the more it is biased (the minimum MSE schedule of Gelly and
    Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011); more if it won
    more elsewhere than is expected here; and by a small PUCT term for likely moves with few visits, or AMAF
    could keep a move from ever being tried. At the root near the end of a game, where moves may be equal but
    for a point, UCB gives each its turn.
    """
    nodes = search.nodes
    trust, turn = 1.0 / search.numbers.trust, 0.0
    exploration = _PUCT_CONSTANT * np.sqrt(float(nodes[node].visits)) / (_PRIOR_WEIGHT * _PRIOR_WEIGHT)
    if node == 0 and search.numbers.passing == LATE_PASS:
        turn = _UCB_CONSTANT * np.log(1.0 + nodes[0].visits)
    best, best_value = -1, -1.0
    color, expected = search.numbers.line_side, 1.0 - nodes[node].wins / max(1, nodes[node].visits)
    first = nodes[node].first
    for number in range(first, first + nodes[node].count):
        child = nodes[number]
        # Virtual simulations count beside the real ones: half of `_PRIOR_VISITS` are won, and all of the
        # prior, or none of it if it is negative.
        visits = float(child.visits) + _PRIOR_VISITS + abs(child.prior)
        prior = max(np.float32(0.0), child.prior)
        value = (child.wins + _PRIOR_VISITS / 2 + prior) / visits
        seen = float(child.amaf_visits)
        if seen > 0.0:
            amaf, bias = child.amaf_wins / seen, trust
            if child.visits > 0:
                bias += amaf_contradiction(child.wins / child.visits, amaf, child.visits)
            # Gelly and Silver's β, with what they call 4b² as `bias`.
            share = seen / (seen + visits + seen * visits * bias)
            value += share * (amaf - value)
        value += (
            progressive_bonus(search, child.move, color, expected)
            * _BONUS_HALF_LIFE
            / (_BONUS_HALF_LIFE + child.visits)
        )
        value += np.sqrt(turn / (1.0 + child.visits)) + exploration * prior * prior / (1.0 + child.visits)
        if value > best_value:
            best, best_value = number, value
    return best


@bare(numba.void(SEARCH, _INT, _INT))
def remove_child(search: Search, node: Int, child: Int) -> None:
    """Remove a move that repeats a board from a node's children."""
    nodes = search.nodes
    nodes[node].count -= 1
    nodes[child] = nodes[nodes[node].first + nodes[node].count]


# -- repetition ---------------------------------------------------------------------------------------------


@bare(numba.uint64(SEARCH, numba.uint64, _INT, _INT))
def key_after(search: Search, key: Word, cell: Int, color: Int) -> Word:
    """The key of the board in ``scratch`` after a stone was placed on ``cell``; ``key`` was that before."""
    board, keys = search.scratch, search.keys
    if board[CAPTURED] == 0:
        return key ^ keys[(color - 1) * CELLS + cell]
    # Captured stones are gone from the board, so their keys cannot be taken out one by one.
    whole: Word = np.uint64(0)
    for at in range(STRIDE + 1, np.int64(board[END])):
        stone = board[COLOR + at]
        if stone == BLACK or stone == WHITE:
            whole ^= keys[(stone - 1) * CELLS + at]
    return whole


@bare(numba.boolean(SEARCH, _INT, _INT, _INT))
def repeats(search: Search, depth: Int, start: Int, to_move: Int) -> bool:
    """Whether the board at a depth occurred before, in the match or in the line from ``start`` on.

    By Korean rules (see `games.go.position`) only with the same side to move and no pass between.
    """
    boards, superko = search.boards, search.numbers.superko
    key: Word = boards[depth]
    for earlier in range(start, depth):
        if boards[earlier] == key and (superko or (depth - earlier) % 2 == 0):
            return True
    if start > 0:  # there was a pass on the way, after which nothing before it counts
        return False
    if not superko and to_move != BLACK:
        key = ~key
    index = np.searchsorted(search.seen, key)
    return bool(index < len(search.seen) and search.seen[index] == key)


# -- a simulation -------------------------------------------------------------------------------------------

_TO_PLAYOUT, _DRAWN, _AGAIN = 0, 1, 2


@bare(numba.void(SEARCH))
def go_to_root(search: Search) -> None:
    """Begin a line at the root."""
    copy(search.scratch, search.board)
    numbers = search.numbers
    numbers.line_side, numbers.line_last, numbers.line_before = numbers.side, numbers.last, numbers.before
    numbers.line_passes, numbers.line_lead = numbers.passes, numbers.lead


@bare(_INT(SEARCH))
def select_line(search: Search) -> Int:
    """Select a line from the root to a leaf.

    `_AGAIN` if its last move repeats a board, which is illegal: it is removed from the tree.
    """
    board, nodes, numbers, path = search.scratch, search.nodes, search.numbers, search.path
    go_to_root(search)
    depth, start, end = 0, 0, _TO_PLAYOUT
    path[0] = 0
    while end == _TO_PLAYOUT and nodes[path[depth]].count > 0 and depth < LONGEST - 1:
        child = select_child(search, path[depth])
        move, color = np.int64(nodes[child].move), numbers.line_side
        depth += 1
        path[depth] = child
        numbers.line_side, numbers.line_before = 3 - color, numbers.line_last
        numbers.line_last = move
        if move == NOWHERE:  # a pass ends a ko, and by Korean rules begins the count of repetitions anew
            board[KO] = NOWHERE
            numbers.line_passes += 1
            search.boards[depth] = search.boards[depth - 1]
            start = start if numbers.superko else depth
            continue
        numbers.line_passes = 0
        numbers.line_lead += 1 if color == BLACK else -1
        place(board, move, color)
        search.boards[depth] = key_after(search, search.boards[depth - 1], move, color)
        if repeats(search, depth, start, 3 - color):
            if numbers.superko:
                remove_child(search, path[depth - 1], child)
                return _AGAIN
            end = _DRAWN
    numbers.depth = depth
    return end


@bare(_REAL(SEARCH, _INT, _INT))
def result(search: Search, area: Int, lead: Int) -> Any:
    """Black's result of a board with ``area`` more for Black, who placed ``lead`` more stones."""
    numbers = search.numbers
    score = 2 * area - numbers.komi
    if numbers.territory:
        score -= 2 * lead
    if score > 0:
        numbers.fair += 1
    score -= numbers.bonus
    if score > 0:
        numbers.won += 1
    won = 1.0 if score > 0 else 0.0 if score < 0 else 0.5
    reach, weight = numbers.reach, numbers.margin / 100.0
    margin = 0.5 + max(-reach, min(reach, score)) / (2.0 * reach)
    black = weight * margin + (1.0 - weight) * won
    numbers.results += np.int64(1e6 * black)
    return black


@bare(numba.void(SEARCH, _REAL))
def backpropagate(search: Search, black: float) -> None:
    """Add Black's result of a simulation to the nodes of its line, to AMAF, and to the moves' own results."""
    nodes, numbers, path, first = search.nodes, search.numbers, search.path, search.first
    tried = search.tried
    # From the leaf up: `first` first has the moves of the playout, then also those of the line below a node,
    # so that AMAF counts at every node exactly what was played after it.
    color = numbers.line_side
    for depth in range(numbers.depth, -1, -1):
        node = path[depth]
        won = black if color == BLACK else 1.0 - black
        start = nodes[node].first
        for number in range(start, start + nodes[node].count):
            child = nodes[number]
            if first[child.move] == color or child.move == NOWHERE:
                child.amaf_visits += 1.0
                child.amaf_wins += won
        color = 3 - color
        nodes[node].visits += 1
        nodes[node].wins += 1.0 - won
        first[nodes[node].move] = color
        if depth > 0 and nodes[node].move != NOWHERE:
            every = 2 * CELLS * (color - 1)
            for at in (every, every + 2 * nodes[node].move):
                tried[at] += 1.0
                tried[at + 1] += 1.0 - won


@bare(numba.void(SEARCH, _INT))
def run_simulations(search: Search, times: Int) -> None:
    """Run ``times`` more simulations: select a line, expand its leaf, play it out, backpropagate.

    One kernel for all of it: every kernel that calls another compiles all of the other's code again.
    """
    nodes, numbers = search.nodes, search.numbers
    if numbers.used == 0:
        numbers.used = 1
        go_to_root(search)
        expand(search, 0, numbers.side)
    for _ in range(times):
        end = select_line(search)
        while end == _AGAIN:
            end = select_line(search)
        search.first[:] = 0
        if end == _DRAWN:
            backpropagate(search, 0.5)
            continue
        leaf, color, last = search.path[numbers.depth], numbers.line_side, numbers.line_last
        if nodes[leaf].visits >= numbers.expand_at and numbers.line_passes < 2:
            expand(search, leaf, color)
        extra = playout(search.scratch, last, color, LADDERS_ONLY, search.first, search.dice)
        if extra != 0:
            numbers.line_lead += 1 if extra == BLACK else -1
        numbers.playouts += 1
        numbers.owned_playouts += 1
        backpropagate(search, result(search, count_area(search.scratch, search.owned), numbers.line_lead))


@bare(_INT(_NODES, _NODES, _INT, _INT))
def copy_subtree(nodes: Array, target: Array, root: Int, min_visits: Int) -> Int:
    """Copy the subtree of a node to ``target``, level by level; how many nodes it has.

    Children of nodes with fewer than ``min_visits`` visits are left out.
    """
    # Breadth first: nodes up to ``node`` have their children copied, the others still point to the originals.
    target[0] = nodes[root]
    used, node = 1, 0
    while node < used:
        if node > 0 and target[node].visits < min_visits:
            target[node].count = 0
        count, first = target[node].count, target[node].first
        for number in range(count):
            target[used + number] = nodes[first + number]
        target[node].first = used
        used += count
        node += 1
    return used
