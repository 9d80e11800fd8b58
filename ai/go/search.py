"""Driving the tree: from a position to a move and what was seen. Start reading at `Searcher.think`.

The trees of a process live in two blocks of memory by turns. A search goes on with what the last one of the
same match learnt (`Searcher.go_on`), unless its limit names a seed: then the choice depends on nothing
before it, so that nodes and seed repeat it.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ai import interrupt
from ai.base import Choice, Limit
from ai.go import tree
from ai.go.board import CELLS, LENGTH, NOWHERE, cell_of, cells_of, dice_of, load, point_of
from ai.go.playout import PLAIN, survey
from ai.go.reckoning import komi_of
from ai.go.stakes import Margin, compensation
from ai.go.tactics import LADDER
from ai.go.traits import GROUPS, weights
from ai.go.tree import NODE, Search
from games.base import PASS, Move, Side
from games.go import GoPosition, Ruleset

NODES = 850_000
"""24 MB of tree at most, and as much again to move it."""
TRUST = 1000
"""So many lines outweigh AMAF: long searches played worse with 3500 (docs/GO.md)."""
SURVEY = 64
"""Playouts before the search that tell who is likely to own what."""
_WORD = 2**64 - 1
_SHARE_OF_TIME = 0.92  # the rest is for starting up, one late batch, and the answer's way back
_BATCHES = {9: 128, 13: 64, 19: 32}  # playouts between two looks at the clock: about ten milliseconds
_SHOWN_VISITS = 8  # a line is told as far as its moves were looked at so often
_SURE = 0.99
_OFTEN = 0.1  # of the visits of the most visited move
_HOPE = 0.01
_TOLD = [tree.PLAYOUTS, tree.WON, tree.FAIR, tree.RESULTS]


@dataclass(frozen=True, slots=True)
class Seen:
    """A move at the root: how many lines went through it, and their mean result for its side (0 to 1)."""

    move: Move
    visits: int
    value: float


class Searcher:
    """A tree of at most so many nodes and the board it grows on; `searcher` is the one that chooses moves."""

    def __init__(self, nodes: int = NODES) -> None:
        self._search = Search(
            board=np.zeros(LENGTH, dtype=np.uint32),
            scratch=np.zeros(LENGTH, dtype=np.uint32),
            nodes=np.zeros(nodes, dtype=NODE),
            numbers=np.zeros(tree.NUMBERS, dtype=np.int64),
            dice=dice_of(0),
            keys=np.zeros(2 * CELLS, dtype=np.uint64),
            seen=np.zeros(0, dtype=np.uint64),
            path=np.zeros(tree.LONGEST, dtype=np.int64),
            boards=np.zeros(tree.LONGEST, dtype=np.uint64),
            first=np.zeros(CELLS, dtype=np.int32),
            owned=np.zeros(CELLS, dtype=np.int32),
            allowed=np.zeros(CELLS, dtype=np.int32),
            hints=np.zeros(CELLS, dtype=np.int32),
            ladders=np.zeros((LADDER, LENGTH), dtype=np.uint32),
            tried=np.zeros(4 * CELLS, dtype=np.float32),
            weights=weights(),
            team=np.zeros(GROUPS, dtype=np.int32),
        )
        self._ground = np.zeros(nodes, dtype=NODE)
        self._position: GoPosition | None = None
        self._chosen: Move | None = None

    def begin(self, position: GoPosition, points: Iterable[int], seed: int, passing: int) -> None:
        """Plant a tree for a position in play; at the root only ``points`` are thought of, and the pass.

        ``passing`` is `ai.go.tree.NO_PASS` and so on.
        """
        search = self._search = self._search._replace(
            board=load(position), dice=dice_of(seed), keys=_keys(position.size), seen=_seen(position)
        )
        search.numbers[:] = 0
        for place, number in _numbers(position).items():
            search.numbers[place] = number
        search.numbers[tree.SHARING], search.numbers[tree.LEAST] = 1, tree.EXPAND_AT
        search.numbers[tree.PASSING] = passing
        search.boards[0] = position.key & _WORD
        search.allowed[:] = 0
        for point in points:
            search.allowed[cell_of(point, position.size)] = 1
        search.owned[:] = search.tried[:] = 0
        colour = int(position.to_move)
        survey(search.board, search.scratch, colour, SURVEY, PLAIN, search.owned, search.first, search.dice)
        search.numbers[tree.SURVEYED] = SURVEY
        search.nodes[0] = (NOWHERE, 0, 0, 0, 0.0, 0.0, 0.0, 0.0)
        self._position, self._chosen = position, None

    def go_on(self, position: GoPosition, points: Iterable[int], seed: int, passing: int) -> None:
        """`begin`, with what was learnt of the position while the last move was chosen."""
        heir = self._heir(position)
        if heir:
            told = self._search.numbers[_TOLD] / max(1, self.playouts)
            used = self._transplant(heir)
            root = self._search.nodes[0].copy()
        self.begin(position, points, seed, passing)
        if heir:
            self._inherit(root, used)
            self._search.numbers[_TOLD] = told * self.playouts

    def _transplant(self, node: int, least: int = 0) -> int:
        """Move to the other block what is below a node, see `ai.go.tree.transplant`."""
        before, ground = self._search.nodes, self._ground
        used = int(tree.transplant(before, ground, node, least))
        self._search, self._ground = self._search._replace(nodes=ground), before
        return used

    def _make_room(self) -> None:
        """Let a tree that is nearly full forget what the fewest lines went through, until half of it is free.

        From then on a node needs as many lines to get children as those that kept theirs.
        """
        numbers, room = self._search.numbers, len(self._search.nodes)
        if numbers[tree.USED] < room * 7 // 8:
            return
        while numbers[tree.USED] > room // 2 and numbers[tree.LEAST] < self.playouts:
            numbers[tree.LEAST] *= 2
            numbers[tree.USED] = self._transplant(0, int(numbers[tree.LEAST]))

    def _heir(self, position: GoPosition) -> int:
        """The node of a position two plies after the last one that was searched; 0 if it has none."""
        before, chosen = self._position, self._chosen
        if before is None or chosen is None or position.ply != before.ply + 2:
            return 0
        if position.variant != before.variant:
            return 0
        between = before.play(chosen)
        if between.outcome() is not None or between.scoring:
            return 0
        child = self._child(0, chosen, before)
        put = (
            p for p, stone in enumerate(between.stones) if not stone and position.stones[p] == between.to_move
        )
        answer = next((Move(position.board.names[point]) for point in put), PASS)
        if answer not in between.legal_moves() or between.play(answer) != position:
            return 0
        return self._child(child, answer, between)

    def _child(self, node: int, move: Move, position: GoPosition) -> int:
        """The child of a node by a move; 0 if there is none."""
        names = [told[0] for told in self._children(node, position)]
        return int(self._search.nodes[node]["first"]) + names.index(move) if move in names else 0

    def _inherit(self, root: np.void, used: int) -> None:
        """Make a moved node the root, without the moves that are not thought of there."""
        search = self._search
        first, count = int(root["first"]), int(root["count"])
        children = search.nodes[first : first + count]
        moves = children["move"]
        wanted = search.allowed[moves] != 0
        wanted |= (moves == NOWHERE) & (search.numbers[tree.PASSING] != tree.NO_PASS)
        kept = int(wanted.sum())
        if kept:
            children[:kept] = children[wanted]
            search.nodes[0] = (NOWHERE, kept, first, *list(root.item())[3:])
            search.numbers[tree.USED] = used
            if search.numbers[tree.PASSING] == tree.LATE_PASS:
                tree.promise_pass(search.nodes)

    def think(self, playouts: int, limit: Limit, size: int, began: float) -> None:
        """Grow the tree to so many playouts, or as many as the limit allows (at least one).

        Where the limit does not count nodes: to twice as many while another move looks better than the most
        visited, and no further once none can become that. So Huang, Coulom and Lin, "Time Management for
        Monte-Carlo Tree Search Applied to the Game of Go" (2010).
        """
        counted = limit.nodes is not None
        wanted = min(playouts, limit.nodes) if limit.nodes is not None else playouts
        batch, done = _BATCHES.get(size, 64), 0
        left = max(1, wanted - self.playouts)
        until = began + limit.seconds * _SHARE_OF_TIME
        while left > 0:
            self._make_room()
            tree.grow(self._search, min(batch, left))
            done += batch
            now = time.perf_counter()
            if now > until or interrupt.requested():
                break
            left = (wanted if counted or not self._unstable() else 2 * wanted) - self.playouts
            if not counted and self._decided(min(left, done * (until - now) / (now - began))):
                break

    def ownership(self, position: GoPosition, lines: int, seed: int) -> NDArray[np.float64]:
        """Whose every point is after so many lines from a position: 1 Black's, -1 White's, by point.

        No clock stops it, and no komi that was told counts, so that it is the same whenever it is asked.
        Moves do not tell of each other: dead stones were judged worse with that (docs/GO.md).
        """
        self.begin(position, position.open_points, seed, tree.ANY_PASS)
        self._search.numbers[tree.KOMI] = round(2 * position.variant.komi)
        self._search.numbers[tree.SHARING] = 0
        self._search.numbers[[tree.MARGIN, tree.REACH]] = 10, 2 * position.board.area
        tree.grow(self._search, lines)
        owned = self._search.owned[cells_of(position.size)]
        return np.asarray(owned / self._search.numbers[tree.SURVEYED])

    def _unstable(self) -> bool:
        """Whether a move that was looked at often is better than the one looked at most."""
        nodes = self._search.nodes
        first, count = int(nodes[0]["first"]), int(nodes[0]["count"])
        children = nodes[first : first + count]
        often = children[children["visits"] >= max(_SHOWN_VISITS, children["visits"].max(initial=0) * _OFTEN)]
        values = often["wins"] / often["visits"]
        return bool(len(often) > 1 and values.max() > values[often["visits"].argmax()] + _HOPE)

    def _decided(self, left: float) -> bool:
        """Whether a move is so far ahead that ``left`` playouts cannot change the choice. A pass never is."""
        nodes = self._search.nodes
        first, count = int(nodes[0]["first"]), int(nodes[0]["count"])
        if count < 2:
            return True
        visits = nodes["visits"][first : first + count]
        second, best = np.partition(visits, count - 2)[-2:]
        return bool(best - second > left and nodes["move"][first + int(visits.argmax())] != NOWHERE)

    @property
    def playouts(self) -> int:
        """How many lines were looked at since `begin`."""
        return int(self._search.nodes[0]["visits"])

    def moves(self, position: GoPosition) -> list[Seen]:
        """The moves at the root, the most visited first; of equals, the more valuable."""
        found = [Seen(*told) for told in self._children(0, position)]
        return sorted(found, key=lambda seen: (-seen.visits, -seen.value, seen.move))

    def _children(self, node: int, position: GoPosition) -> list[tuple[Move, int, float]]:
        nodes = self._search.nodes
        start, told = int(nodes[node]["first"]), []
        for child in nodes[start : start + int(nodes[node]["count"])]:
            visits = int(child["visits"])
            value = float(child["wins"]) / visits if visits else 0.0
            told.append((_move(int(child["move"]), position), visits, value))
        return told

    def line(self, position: GoPosition, move: Move) -> tuple[Move, ...]:
        """``move`` and what both sides answered most, as far as it was looked at and is legal."""
        line, node = [move], 0
        while True:
            node = self._child(node, line[-1], position)
            position = position.play(line[-1])
            if position.outcome() is not None or position.scoring:
                return tuple(line)
            following = max(self._children(node, position), key=lambda told: told[1], default=None)
            if following is None or following[1] < _SHOWN_VISITS:
                return tuple(line)
            if following[0] not in position.legal_moves():
                return tuple(line)
            line.append(following[0])

    def choice(self, position: GoPosition, move: Move | None = None) -> Choice:
        """The best move, or the one told, and what is thought of it; the match goes on with it."""
        wanted = self.best(position) if move is None else move
        best = next(seen for seen in self.moves(position) if seen.move == wanted)
        self._chosen = best.move
        line = self.line(position, best.move)
        score = max(-_SURE, min(_SURE, self._chance(best, position, tree.FAIR)))
        return Choice(best.move, score, len(line), self.playouts, line)

    def best(self, position: GoPosition, doubted: Collection[int] = ()) -> Move:
        """The most visited move; a ``doubted`` point only if it is better than the next that is not.

        Clearly better by Korean rules, for there it costs a point if it was settled after all. Near the end
        of the game it is the pass, if that is worth as much and was looked at half as often.
        """
        moves, index = self.moves(position), position.board.index
        best = moves[0]
        if index.get(best.move) in doubted:
            other = next((seen for seen in moves if index.get(seen.move) not in doubted), best)
            less = _HOPE if position.variant.ruleset is Ruleset.KOREAN else 0.0
            best = other if other.value >= best.value - less and other.visits >= _SHOWN_VISITS else best
        late = self._search.numbers[tree.PASSING] == tree.LATE_PASS
        enough = max(_SHOWN_VISITS, best.visits / 2)
        passes = (seen for seen in moves if late and seen.move == PASS and seen.visits >= enough)
        return next((seen for seen in passes if seen.value >= best.value), best).move

    def instead_of_a_pass(
        self, position: GoPosition, doubted: Collection[int] = ()
    ) -> tuple[list[int], list[int]]:
        """The points of the stones that are worth as much as the pass, and of the others, likeliest first.

        None of the ``doubted``. By Chinese rules a stone costs nothing, and a pass looks better only by hope
        for a blunder.
        """
        moves = [m for m in self.moves(position) if position.board.index.get(m.move) not in doubted]
        korean = position.variant.ruleset is Ruleset.KOREAN
        less = Margin.of(position.size).of_points(0.25) if korean else _HOPE
        least = next(seen.value for seen in moves if seen.move == PASS) - less
        as_good, others = list[int](), list[int]()
        for seen in moves:
            if seen.move != PASS:
                good = seen.visits >= _SHOWN_VISITS and seen.value >= least
                (as_good if good else others).append(position.board.index[seen.move])
        return as_good, others

    def hope(self, position: GoPosition) -> float:
        """The score of the move looked at most by the search's own komi, which makes up for a handicap.

        White, who is behind by as much as was given, plays on while this is no worse than in an even game.
        """
        return self._chance(self.moves(position)[0], position, tree.WON)

    def _chance(self, seen: Seen, position: GoPosition, counted: int) -> float:
        """A move's score by who wins alone: its results, and how much more all playouts won than theirs.

        ``counted`` is whose wins: `ai.go.tree.WON` by the search's komi, `ai.go.tree.FAIR` by the rules'.
        """
        numbers = self._search.numbers
        more = (float(numbers[counted]) - numbers[tree.RESULTS] / 1e6) / max(1, int(numbers[tree.PLAYOUTS]))
        return 2.0 * float(seen.value + (more if position.to_move is Side.FIRST else -more)) - 1.0


def _move(cell: int, position: GoPosition) -> Move:
    return PASS if cell == NOWHERE else Move(position.board.names[point_of(cell, position.size)])


def _numbers(position: GoPosition) -> dict[int, int]:
    """What the search must know of a position beside its stones, see `ai.go.tree`."""
    black, white = (position.stones.count(side) for side in Side)
    by_black, by_white = position.captures
    korean = position.variant.ruleset is Ruleset.KOREAN
    margin = Margin.of(position.size)
    return {
        tree.SIDE: position.to_move,
        tree.LAST: _recent(position, 1),
        tree.BEFORE: _recent(position, 2),
        tree.PASSES: position.passes,
        tree.LEAD: (black + by_white) - (white + by_black),
        tree.KOMI: round(2 * komi_of(position.variant)),
        tree.SIZE: position.size,
        tree.TERRITORY: korean,
        tree.SUPERKO: not korean,
        tree.BONUS: round(2 * compensation(position)),
        tree.TRUST: TRUST,
        tree.MARGIN: margin.weight,
        tree.REACH: 2 * margin.reach,
    }


def _recent(position: GoPosition, plies: int) -> int:
    """The cell of a move made so many plies ago; `NOWHERE` if it was a pass or is not known."""
    recent = position.recent[-plies:][:1] if len(position.recent) >= plies else ()
    return next((cell_of(point, position.size) for point in recent if point is not None), NOWHERE)


def _seen(position: GoPosition) -> NDArray[np.uint64]:
    return np.array(sorted(key & _WORD for key in position.seen), dtype=np.uint64)


@cache
def searcher() -> Searcher:
    """The one of this process."""
    return Searcher()


@cache
def _keys(size: int) -> NDArray[np.uint64]:
    """The random numbers of a size's board (`games.go.board.Board.keys`), cut to a word, by cell."""
    from games.go import board

    keys = np.zeros(2 * CELLS, dtype=np.uint64)
    for colour in Side:
        for point, key in enumerate(board(size).keys[colour]):
            keys[(colour - 1) * CELLS + cell_of(point, size)] = key & _WORD
    return keys
