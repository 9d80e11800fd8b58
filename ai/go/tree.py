"""The tree of a search: which line to look at next, and what a playout's end teaches every move of it.

Start reading at `grow`. UCT with RAVE: a move's value mixes the results of lines through it with the
results of all playouts in which the same side played there first, whenever that was ("all moves as first",
AMAF); the more lines, and the more they belie it, the less AMAF counts. What is known before any playout
(captures, patterns, nearness to the last move …, see `ai.go.traits`) counts as so many lines won. And a move
that won more elsewhere in the tree than is expected here is looked at early (`news`).

Results are between 0 and 1 for the side that made the move: mostly who wins, partly by how much, so that a
lead is kept and what is lost is not given up. By Korean rules territory is counted, and a playout knows areas
only; the difference of two areas is that of the territories and the difference of the stones put on the
board, which is counted along the line and until the first pass. So a pass costs nothing, and a stone in one's
own territory a point.
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
    COLOUR,
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
from ai.go.patterns import BLACK, STRIDE, WHITE
from ai.go.playout import CELL_LIST, DRIVING, playout, settle
from ai.go.scout import HINTS, scout
from ai.go.tactics import LADDERS
from ai.go.traits import TEAM, WEIGHTS, traits_of
from ai.kernels import Array, Int, Word, bare, numba

NODE = np.dtype(
    [
        ("move", "i2"),
        ("count", "i2"),
        ("first", "i4"),
        ("visits", "i4"),
        ("wins", "f4"),
        ("amaf_visits", "f4"),
        ("amaf_wins", "f4"),
        ("prior", "f4"),
    ]
)
"""A move in the tree; its children are ``count`` nodes from ``first`` on. Wins are its player's, and so are
those that ``prior`` takes for granted."""

SIDE, LAST, PASSES, LEAD, BEFORE = 0, 1, 2, 3, 4
"""Places in `Search.numbers`. At the root: who is to move, the last move, passes just made, how many stones
more Black put on the board than White, and the move before the last."""
LINE = 5
"""The same five at the end of the line being looked at."""
(
    DEPTH,
    KOMI,
    SIZE,
    TERRITORY,
    SUPERKO,
    PASSING,
    TRUST,
    MARGIN,
    REACH,
    USED,
    PLAYOUTS,
    SURVEYED,
    BONUS,
    WON,
    FAIR,
    RESULTS,
    SHARING,
    LEAST,
    NUMBERS,
) = range(10, 29)
"""The depth of the line; the komi in half points; the lines of the board; whether territory is counted;
whether repetition is refused (else it draws); what the root thinks of a pass (`NO_PASS` …);
how many lines outweigh AMAF; the weight of the margin in a result, of 100, the rest being who won, and how
many half points are the most that it tells apart; nodes in use; playouts made, and those that ``owned``
tells of; half points that White gets besides the komi, so that a handicap game is not given up from the
start; how many playouts Black won, and how many without those half points; the sum of their results, in
millionths; whether moves tell of each other (`news`); how many lines a node needs to get children; how
many numbers there are."""

NO_PASS, ANY_PASS, LATE_PASS = 0, 1, 2
"""At the root, a pass may be out of the question, a last resort, or as good as any move."""

LONGEST = 512
EXPAND_AT = 8
"""How often a node is played out before it gets children, while there is memory: as in Pachi and michi."""
_NODES = numba.from_dtype(NODE)[::1]
_INT, _REAL = numba.int64, numba.float64
_NUMBERS = numba.int64[::1]
_WORDS = numba.uint64[::1]


class Search(NamedTuple):
    """Everything a running search works in."""

    board: Any
    """The root's board."""
    scratch: Any
    """The board that lines and playouts are played on."""
    nodes: Any
    numbers: Any
    dice: Any
    keys: Any
    """The random number of a black stone on every cell, then of a white one (as `games.go.board`'s)."""
    seen: Any
    """The boards that may not come again, as keys, sorted."""
    path: Any
    """The nodes of the line being looked at, from the root."""
    boards: Any
    """The keys of the boards along it."""
    first: Any
    """Who played first on every cell, later than the node being taught."""
    owned: Any
    """How often playouts ended with every cell Black's less how often White's."""
    allowed: Any
    """On which cells the root may play: not 0."""
    hints: Any
    """What fights promise on every cell of the board being expanded, see `ai.go.scout`."""
    ladders: Any
    """Boards to read ladders on."""
    tried: Any
    """For black and white, by cell: how many lines went through a stone there, wherever in the tree, and what
    its side won of them; in the place of the pass, the same of all stones of the colour."""
    weights: Any
    """The weights of the traits, and where those of a move are written, see `ai.go.traits`."""
    team: Any


_CELLS = CELL_LIST
SEARCH: Any = numba.types.NamedTuple(  # type: ignore[no-untyped-call]
    [
        BOARD,
        BOARD,
        _NODES,
        _NUMBERS,
        DICE,
        _WORDS,
        _WORDS,
        _NUMBERS,
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

_EVEN = 14.0
"""Every move begins as if seen so often, half of them won."""
_BIAS = 150.0
"""And as if so many lines were won, times the root of the chance that it is the best move: as in Pachi, whose
numbers are 14 and 210 on small boards. Here 100 and 210 were as good as each other."""
_PASS_PRIOR = -10.0
"""A pass is a move of no promise; but at the root, near the end of the game, of as much as the others."""


@bare(numba.float32(SEARCH, CELL, _INT))
def strength(search: Search, cell: Int, colour: Int) -> Any:
    """How strong a move is by its traits, among the others."""
    board, numbers, team = search.scratch, search.numbers, search.team
    sign = 1.0 if colour == BLACK else -1.0
    owned = sign * search.owned[cell] / max(1, numbers[SURVEYED])
    traits_of(
        board,
        cell,
        colour,
        np.uint32(numbers[LINE + LAST]),
        np.uint32(numbers[LINE + BEFORE]),
        numbers[SIZE],
        np.int64(board[COUNT]),
        search.hints,
        owned,
        team,
    )
    total = 0.0
    for trait in team:
        total += search.weights[trait]
    return np.float32(np.exp(min(total, 30.0)))


# -- growing and choosing -----------------------------------------------------------------------------------

_TURN = 0.01
"""The square of UCB's constant, where it is used at all."""


@bare(numba.void(_NODES, _INT, CELL, _REAL))
def plant(nodes: Array, node: Int, move: Int, prior: Any) -> None:
    """A new leaf."""
    leaf = nodes[node]
    leaf.move, leaf.count, leaf.first, leaf.visits = move, 0, 0, 0
    leaf.wins = leaf.amaf_visits = leaf.amaf_wins = 0.0
    leaf.prior = prior


@bare(numba.void(_NODES))
def promise_pass(nodes: Array) -> None:
    """Let the root's pass be of as much promise as its other moves are on average."""
    first, count, total = nodes[0].first, nodes[0].count, 0.0
    for child in range(first, first + count - 1):
        total += nodes[child].prior
    if count > 1 and nodes[first + count - 1].move == NOWHERE:
        nodes[first + count - 1].prior = total / (count - 1)


@bare(numba.void(SEARCH, _INT, _INT))
def expand(search: Search, node: Int, colour: Int) -> None:
    """Give a node all its moves, unless memory is short: legal ones that fill no own eye, and the pass."""
    board, nodes, numbers = search.scratch, search.nodes, search.numbers
    start = numbers[USED]
    count = np.int64(board[COUNT])
    if start + count + 1 > len(nodes):
        return
    free, total = start, 0.0
    scout(board, colour, search.hints, search.ladders)
    for number in range(count):
        cell = board[EMPTIES + number]
        if node == 0 and search.allowed[cell] == 0:
            continue
        if legal(board, cell, colour) and not is_eye(board, cell, colour):
            chance = strength(search, cell, colour)
            plant(nodes, free, cell, chance)
            total += chance
            free += 1
    for child in range(start, free):
        nodes[child].prior = _BIAS * np.sqrt(nodes[child].prior / total)
    if node != 0 or numbers[PASSING] != NO_PASS:
        plant(nodes, free, NOWHERE, _PASS_PRIOR)
        free += 1
    nodes[node].first, nodes[node].count = start, free - start
    numbers[USED] = free
    if node == 0 and numbers[PASSING] == LATE_PASS:
        promise_pass(nodes)


_KNOWN = 20.0
"""So many lines must have gone through a move elsewhere before that is worth something here."""
_NEWS = 100.0
"""What it is worth is halved by so many lines of its own."""


@bare(_REAL(SEARCH, CELL, _INT, _REAL))
def news(search: Search, move: Int, colour: Int, expected: Any) -> Any:
    """How much more than expected a move won wherever in the tree it was made; 0 if less, or rarely made.

    So that one good answer is not found anew below every move it answers: after Nijssen and Winands,
    "Enhancements for Multi-Player Monte-Carlo Tree Search" (2010), progressive history. There the share of
    wins counts as it is; here only what it is above that of all the colour's stones, and above the node's.
    """
    tried, every = search.tried, 2 * CELLS * (colour - 1)
    times = tried[every + 2 * move]
    if times < _KNOWN or move == NOWHERE or search.numbers[SHARING] == 0:
        return 0.0
    usual = tried[every + 1] / tried[every]
    return max(0.0, tried[every + 2 * move + 1] / times - max(expected, usual))


_CURIOSITY = 0.03
"""What a move of certain promise is worth at a node of one line before it was looked at (PUCT's constant)."""
_CLEARLY = 4.0
"""How many variances a move's own mean has to be above AMAF's, squared, to be believed sooner."""


@bare(_REAL(_REAL, _REAL, _REAL))
def belied(mean: Any, amaf: Any, visits: Any) -> Any:
    """How far a move's own results show that AMAF thinks too little of it: the bias squared, above chance.

    AMAF comes from nearly every line through the node, and would go on outweighing the few of a move that is
    good only if it is made at once. A move that does worse than AMAF says needs no such help.
    """
    apart = max(0.0, mean - amaf)
    return max(0.0, apart * apart - _CLEARLY * 0.25 / visits)


@bare(_INT(SEARCH, _INT))
def most_promising(search: Search, node: Int) -> Int:
    """The child to look at next.

    By its results and AMAF, which counts less the more it is biased (the minimum MSE schedule of Gelly and
    Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011); more if it won
    more elsewhere than is expected here; and by a little curiosity for what is likely and hardly looked at,
    as in PUCT, or AMAF's word could keep a move from ever being tried. At the root near the end of a game,
    where moves may be equal but for a point, each has its turn.
    """
    nodes = search.nodes
    trust, turn = 1.0 / search.numbers[TRUST], 0.0
    curiosity = _CURIOSITY * np.sqrt(float(nodes[node].visits)) / (_BIAS * _BIAS)
    if node == 0 and search.numbers[PASSING] == LATE_PASS:
        turn = _TURN * np.log(1.0 + nodes[0].visits)
    best, best_value = -1, -1.0
    colour, expected = search.numbers[LINE + SIDE], 1.0 - nodes[node].wins / max(1, nodes[node].visits)
    first = nodes[node].first
    for number in range(first, first + nodes[node].count):
        child = nodes[number]
        visits = float(child.visits) + _EVEN + abs(child.prior)
        promise = max(np.float32(0.0), child.prior)
        value = (child.wins + _EVEN / 2 + promise) / visits
        seen = float(child.amaf_visits)
        if seen > 0.0:
            amaf, bias = child.amaf_wins / seen, trust
            if child.visits > 0:
                bias += belied(child.wins / child.visits, amaf, child.visits)
            share = seen / (seen + visits + seen * visits * bias)
            value += share * (amaf - value)
        value += news(search, child.move, colour, expected) * _NEWS / (_NEWS + child.visits)
        value += np.sqrt(turn / (1.0 + child.visits)) + curiosity * promise * promise / (1.0 + child.visits)
        if value > best_value:
            best, best_value = number, value
    return best


@bare(numba.void(SEARCH, _INT, _INT))
def forbid(search: Search, node: Int, child: Int) -> None:
    """Take a move that repeats a board out of a node's children."""
    nodes = search.nodes
    nodes[node].count -= 1
    nodes[child] = nodes[nodes[node].first + nodes[node].count]


# -- repetition ---------------------------------------------------------------------------------------------


@bare(numba.uint64(SEARCH, numba.uint64, _INT, _INT))
def key_after(search: Search, key: Word, cell: Int, colour: Int) -> Word:
    """The key of the board in ``scratch`` after a stone was put on ``cell``; ``key`` was it before."""
    board, keys = search.scratch, search.keys
    if board[CAPTURED] == 0:
        return key ^ keys[(colour - 1) * CELLS + cell]
    whole: Word = np.uint64(0)
    for at in range(STRIDE + 1, np.int64(board[END])):
        stone = board[COLOUR + at]
        if stone == BLACK or stone == WHITE:
            whole ^= keys[(stone - 1) * CELLS + at]
    return whole


@bare(numba.boolean(SEARCH, _INT, _INT, _INT))
def repeats(search: Search, depth: Int, start: Int, to_move: Int) -> bool:
    """Whether the board at a depth of the line came before, in the match or in the line from ``start`` on.

    By Korean rules (see `games.go.position`) only with the same side to move and no pass between.
    """
    boards, superko = search.boards, search.numbers[SUPERKO]
    key: Word = boards[depth]
    for earlier in range(start, depth):
        if boards[earlier] == key and (superko or (depth - earlier) % 2 == 0):
            return True
    if start > 0:
        return False
    if not superko and to_move != BLACK:
        key = ~key
    found = np.searchsorted(search.seen, key)
    return bool(found < len(search.seen) and search.seen[found] == key)


# -- a simulation -------------------------------------------------------------------------------------------

_OPEN_END, _DRAWN, _AGAIN = 0, 1, 2


@bare(numba.void(SEARCH))
def go_to_root(search: Search) -> None:
    """Begin a line."""
    copy(search.scratch, search.board)
    for number in range(LINE):
        search.numbers[LINE + number] = search.numbers[number]


@bare(_INT(SEARCH))
def walk(search: Search) -> Int:
    """Play the most promising line from the root to a leaf.

    `_AGAIN` if its last move repeats a board, which is refused: it is taken out of the tree.
    """
    board, nodes, numbers, path = search.scratch, search.nodes, search.numbers, search.path
    go_to_root(search)
    depth, start, end = 0, 0, _OPEN_END
    path[0] = 0
    while end == _OPEN_END and nodes[path[depth]].count > 0 and depth < LONGEST - 1:
        child = most_promising(search, path[depth])
        move, colour = np.int64(nodes[child].move), numbers[LINE + SIDE]
        depth += 1
        path[depth] = child
        numbers[LINE + SIDE], numbers[LINE + BEFORE] = 3 - colour, numbers[LINE + LAST]
        numbers[LINE + LAST] = move
        if move == NOWHERE:
            board[KO] = NOWHERE
            numbers[LINE + PASSES] += 1
            search.boards[depth] = search.boards[depth - 1]
            start = start if numbers[SUPERKO] else depth
            continue
        numbers[LINE + PASSES] = 0
        numbers[LINE + LEAD] += 1 if colour == BLACK else -1
        place(board, move, colour)
        search.boards[depth] = key_after(search, search.boards[depth - 1], move, colour)
        if repeats(search, depth, start, 3 - colour):
            if numbers[SUPERKO]:
                forbid(search, path[depth - 1], child)
                return _AGAIN
            end = _DRAWN
    numbers[DEPTH] = depth
    return end


@bare(_REAL(SEARCH, _INT, _INT))
def result(search: Search, area: Int, lead: Int) -> Any:
    """Black's result of a board of which Black has ``area`` more, having put ``lead`` more stones there."""
    numbers = search.numbers
    score = 2 * area - numbers[KOMI]
    if numbers[TERRITORY]:
        score -= 2 * lead
    if score > 0:
        numbers[FAIR] += 1
    score -= numbers[BONUS]
    if score > 0:
        numbers[WON] += 1
    won = 1.0 if score > 0 else 0.0 if score < 0 else 0.5
    reach, weight = numbers[REACH], numbers[MARGIN] / 100.0
    margin = 0.5 + max(-reach, min(reach, score)) / (2.0 * reach)
    black = weight * margin + (1.0 - weight) * won
    numbers[RESULTS] += np.int64(1e6 * black)
    return black


@bare(numba.void(SEARCH, _REAL))
def teach(search: Search, black: Any) -> None:
    """Enter Black's result of a line into all its nodes, into AMAF beside them, and into what moves won."""
    nodes, numbers, path, first = search.nodes, search.numbers, search.path, search.first
    tried = search.tried
    colour = numbers[LINE + SIDE]
    for depth in range(numbers[DEPTH], -1, -1):
        node = path[depth]
        won = black if colour == BLACK else 1.0 - black
        start = nodes[node].first
        for number in range(start, start + nodes[node].count):
            child = nodes[number]
            if first[child.move] == colour or child.move == NOWHERE:
                child.amaf_visits += 1.0
                child.amaf_wins += won
        colour = 3 - colour
        nodes[node].visits += 1
        nodes[node].wins += 1.0 - won
        first[nodes[node].move] = colour
        if depth > 0 and nodes[node].move != NOWHERE:
            every = 2 * CELLS * (colour - 1)
            for at in (every, every + 2 * nodes[node].move):
                tried[at] += 1.0
                tried[at + 1] += 1.0 - won


@bare(numba.void(SEARCH, _INT))
def grow(search: Search, times: Int) -> None:
    """Look at ``times`` more lines: walk to a leaf, let it grow, play it out, and teach the line its result.

    One kernel for all of it: every kernel that calls another compiles all of the other's code again.
    """
    nodes, numbers = search.nodes, search.numbers
    if numbers[USED] == 0:
        numbers[USED] = 1
        go_to_root(search)
        expand(search, 0, numbers[SIDE])
    for _ in range(times):
        end = walk(search)
        while end == _AGAIN:
            end = walk(search)
        search.first[:] = 0
        if end == _DRAWN:
            teach(search, 0.5)
            continue
        leaf, colour, last = search.path[numbers[DEPTH]], numbers[LINE + SIDE], numbers[LINE + LAST]
        if nodes[leaf].visits >= numbers[LEAST] and numbers[LINE + PASSES] < 2:
            expand(search, leaf, colour)
        extra = playout(search.scratch, last, colour, DRIVING, search.first, search.dice)
        if extra != 0:
            numbers[LINE + LEAD] += 1 if extra == BLACK else -1
        numbers[PLAYOUTS] += 1
        numbers[SURVEYED] += 1
        teach(search, result(search, settle(search.scratch, search.owned), numbers[LINE + LEAD]))


@bare(_INT(_NODES, _NODES, _INT, _INT))
def transplant(nodes: Array, ground: Array, root: Int, least: Int) -> Int:
    """Copy the tree below a node to other ground, level by level; how many nodes it has.

    Children of those that fewer than ``least`` lines went through are left behind.
    """
    ground[0] = nodes[root]
    used, node = 1, 0
    while node < used:
        if node > 0 and ground[node].visits < least:
            ground[node].count = 0
        count, first = ground[node].count, ground[node].first
        for number in range(count):
            ground[used + number] = nodes[first + number]
        ground[node].first = used
        used += count
        node += 1
    return used
