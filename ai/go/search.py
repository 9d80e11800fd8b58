"""The driver of the tree search: from a position to a move and its evaluation. Start at `Searcher.think`.

The trees of a process use two blocks of memory in turns. A search continues with the tree of the last one of
the same match (`Searcher.resume`), unless its limit has a seed: then the choice depends on nothing before it,
so that nodes and seed repeat it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ai import interrupt
from ai.base import Choice, Limit
from ai.go import tree
from ai.go.board import CELLS, LENGTH, NOWHERE, cell_of, cells_of, dice_of, load, point_of
from ai.go.komi import MarginWeight, handicap_compensation, komi_of
from ai.go.move_features import GROUPS, weights
from ai.go.playout import NO_READING, run_playouts
from ai.go.tactics import LADDER
from ai.go.tree import NODE, Search
from ai.kernels import clear
from games.base import PASS, Move, Side
from games.go import GoPosition, Ruleset

NODES = 850_000
"""At most 24 MB of tree, and as much again to copy it."""
TRUST = 1000
"""A move's own simulations from which they outweigh AMAF; 3500 played worse (docs/experiments/go.md)."""
OWNERSHIP_PLAYOUTS = 64
"""Playouts before the search that estimate who owns what."""
_WORD = 2**64 - 1
_SHARE_OF_TIME = 0.92  # the rest is for startup, one late batch, and the answer's way back
_BATCHES = {9: 128, 13: 64, 19: 32}  # playouts between two checks of the clock: about ten milliseconds
_SHOWN_VISITS = 8  # a line is shown as far as its moves have this many visits
_TOLD_BY = 3  # a reply is known by so many visits
_MAX_SCORE = 0.99
_OFTEN = 0.1  # of the visits of the most visited move
_EQUAL_WITHIN = 0.01
_RESULT_SUMS = ("playouts", "won", "fair", "results")


@dataclass(frozen=True, slots=True)
class RootMove:
    """A move at the root: its simulations, and their mean result for its side (0 to 1)."""

    move: Move
    visits: int
    value: float


class Searcher:
    """A tree of at most ``nodes`` nodes and its board; `searcher` is the one that chooses moves."""

    def __init__(self, nodes: int = NODES) -> None:
        self._search = Search(
            board=np.zeros(LENGTH, dtype=np.uint32),
            scratch=np.zeros(LENGTH, dtype=np.uint32),
            nodes=np.zeros(nodes, dtype=NODE),
            numbers=np.zeros(1, dtype=tree.NUMBERS)[0],
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
        self._spare_nodes = np.zeros(nodes, dtype=NODE)
        self._position: GoPosition | None = None
        self._chosen: Move | None = None

    def begin(self, position: GoPosition, points: Iterable[int], seed: int, passing: int) -> None:
        """Start a tree for a position in play; at the root only ``points`` and the pass are considered.

        ``passing`` is `ai.go.tree.NO_PASS` and so on.
        """
        search = self._search = self._search._replace(
            board=load(position), dice=dice_of(seed), keys=_keys(position.size), seen=_seen(position)
        )
        for field in tree.NUMBERS.names or ():
            search.numbers[field] = 0
        for field, number in _numbers(position).items():
            search.numbers[field] = number
        search.numbers["sharing"], search.numbers["expand_at"] = 1, tree.EXPAND_AT
        search.numbers["passing"] = passing
        search.boards[0] = position.key & _WORD
        search.allowed[:] = 0
        for point in points:
            search.allowed[cell_of(point, position.size)] = 1
        search.owned[:] = search.tried[:] = 0
        color = int(position.to_move)
        run_playouts(
            search.board,
            search.scratch,
            color,
            OWNERSHIP_PLAYOUTS,
            NO_READING,
            search.owned,
            search.first,
            search.dice,
        )
        search.numbers["owned_playouts"] = OWNERSHIP_PLAYOUTS
        search.nodes[0] = (NOWHERE, 0, 0, 0, 0.0, 0.0, 0.0, 0.0)
        self._position, self._chosen = position, None

    def resume(self, position: GoPosition, points: Iterable[int], seed: int, passing: int) -> None:
        """`begin`, with what the search for the last move learned about this position."""
        heir = self._reusable_node(position)
        if heir:
            before, visits = self._search.numbers, max(1, self.playouts)
            means = {name: before[name] / visits for name in _RESULT_SUMS}
            used = self._copy_subtree(heir)
            root = self._search.nodes[0].copy()
        self.begin(position, points, seed, passing)
        if heir:
            self._adopt_root(root, used)
            for field, mean in means.items():
                self._search.numbers[field] = int(mean * self.playouts)

    def _copy_subtree(self, node: int, min_visits: int = 0) -> int:
        """Copy the subtree of a node to the other block, see `ai.go.tree.copy_subtree`."""
        before, target = self._search.nodes, self._spare_nodes
        used = int(tree.copy_subtree(before, target, node, min_visits))
        self._search, self._spare_nodes = self._search._replace(nodes=target), before
        clear(before)  # up to 22 MB that nothing reads anymore
        return used

    def _make_room(self) -> None:
        """If the tree is nearly full, prune the least visited nodes until half of it is free.

        From then on a node needs as many visits before it is expanded as the nodes that kept their children.
        """
        numbers, capacity = self._search.numbers, len(self._search.nodes)
        if numbers["used"] < capacity * 7 // 8:
            return
        while numbers["used"] > capacity // 2 and numbers["expand_at"] < self.playouts:
            numbers["expand_at"] *= 2
            numbers["used"] = self._copy_subtree(0, int(numbers["expand_at"]))

    def _reusable_node(self, position: GoPosition) -> int:
        """The node of a position two plies after the last one that was searched; 0 if there is none."""
        before, chosen = self._position, self._chosen
        if before is None or chosen is None or position.ply != before.ply + 2:
            return 0
        if position.variant != before.variant:
            return 0
        between = before.play(chosen)
        if between.outcome() is not None or between.scoring:
            return 0
        child = self._child(0, chosen, before)
        # The opponent's move is where a stone of theirs is new; without a new stone it was a pass.
        put = (
            p for p, stone in enumerate(between.stones) if not stone and position.stones[p] == between.to_move
        )
        answer = next((Move(position.board.names[point]) for point in put), PASS)
        if answer not in between.legal_moves() or between.play(answer) != position:
            return 0
        return self._child(child, answer, between)

    def _child(self, node: int, move: Move, position: GoPosition) -> int:
        """The child of a node by a move; 0 if there is none."""
        first, children = self._children_of(node)
        (at,) = np.nonzero(children["move"] == _cell(move, position))
        return first + int(at[0]) if len(at) else 0

    def _adopt_root(self, root: np.void, used: int) -> None:
        """Make a copied node the root, without the moves that are not considered there."""
        search = self._search
        first, count = int(root["first"]), int(root["count"])
        children = search.nodes[first : first + count]
        moves = children["move"]
        wanted = search.allowed[moves] != 0
        wanted |= (moves == NOWHERE) & (search.numbers["passing"] != tree.NO_PASS)
        kept = int(wanted.sum())
        if kept:
            children[:kept] = children[wanted]
            search.nodes[0] = (NOWHERE, kept, first, *list(root.item())[3:])
            search.numbers["used"] = used
            if search.numbers["passing"] == tree.LATE_PASS:
                tree.set_pass_prior(search.nodes)

    def think(self, playouts: int, limit: Limit, size: int, began: float) -> None:
        """Grow the tree to this many simulations, or as many as the limit allows (at least one).

        If the limit counts no nodes: to twice as many while another move looks better than the most visited,
        and no further once no other can become the most visited. See Huang, Coulom and Lin, "Time Management
        for Monte-Carlo Tree Search Applied to the Game of Go" (2010).
        """
        counted = limit.nodes is not None
        wanted = min(playouts, limit.nodes) if limit.nodes is not None else playouts
        batch, done = _BATCHES.get(size, 64), 0
        left = max(1, wanted - self.playouts)
        until = began + limit.seconds * _SHARE_OF_TIME
        while left > 0:
            self._make_room()
            tree.run_simulations(self._search, min(batch, left))
            done += batch
            now = time.perf_counter()
            if now > until or interrupt.requested():
                break
            left = (wanted if counted or not self._unstable() else 2 * wanted) - self.playouts
            if not counted and self._decided(min(left, done * (until - now) / (now - began))):
                break

    def think_until(self, deadline: float, playouts: int | None, size: int) -> None:
        """Grow the tree to this many simulations, or until `time.perf_counter` reaches a deadline.

        It makes at least one simulation.
        """
        self.think_while(lambda: time.perf_counter() <= deadline, playouts, size)

    def think_while(self, goes_on: Callable[[], bool], playouts: int | None, size: int) -> None:
        """Grow the tree to this many simulations, or as long as ``goes_on`` says, and by one at least."""
        batch = _BATCHES.get(size, 64)
        while playouts is None or self.playouts < playouts:
            self._make_room()
            left = batch if playouts is None else playouts - self.playouts
            tree.run_simulations(self._search, min(batch, left))
            if not goes_on() or interrupt.requested():
                break

    def owned(self, size: int) -> NDArray[np.float64]:
        """The mean owner of every point of the final boards so far: 1 Black, -1 White."""
        return np.asarray(self._search.owned[cells_of(size)] / self._search.numbers["owned_playouts"])

    def margin(self) -> float:
        """Black's mean lead so far in points, by the rules; each lead counts up to `MarginWeight.reach`."""
        numbers = self._search.numbers
        playouts, weight = max(1, int(numbers["playouts"])), numbers["margin"] / 100
        won = numbers["won"] / playouts
        share = (numbers["results"] / 1e6 / playouts - (1 - weight) * won) / weight - 0.5
        return float(share * numbers["reach"] + numbers["bonus"] / 2)

    def ownership(self, position: GoPosition, lines: int, seed: int) -> NDArray[np.float64]:
        """The ownership of every point after ``lines`` simulations from a position: 1 Black, -1 White.

        No clock stops it, and no komi override counts, so that it is always the same. Moves do not share
        results: dead stones were judged worse with that (docs/experiments/go.md).
        """
        self.begin(position, position.open_points, seed, tree.ANY_PASS)
        self._search.numbers["komi"] = round(2 * position.variant.komi)
        self._search.numbers["sharing"] = 0
        self._search.numbers["margin"], self._search.numbers["reach"] = 10, 2 * position.board.area
        tree.run_simulations(self._search, lines)
        return self.owned(position.size)

    def _unstable(self) -> bool:
        """Whether an often visited move is better than the most visited."""
        _, children = self._children_of(0)
        often = children[children["visits"] >= max(_SHOWN_VISITS, children["visits"].max(initial=0) * _OFTEN)]
        values = often["wins"] / often["visits"]
        return bool(len(often) > 1 and values.max() > values[often["visits"].argmax()] + _EQUAL_WITHIN)

    def _decided(self, left: float) -> bool:
        """Whether ``left`` more playouts cannot change the most visited move. A pass is never decided."""
        _, children = self._children_of(0)
        if len(children) < 2:
            return True
        visits = children["visits"]
        second, best = np.partition(visits, len(children) - 2)[-2:]
        return bool(best - second > left and children["move"][int(visits.argmax())] != NOWHERE)

    @property
    def playouts(self) -> int:
        """How many simulations ran since `begin`."""
        return int(self._search.nodes[0]["visits"])

    def moves(self, position: GoPosition) -> list[RootMove]:
        """The moves at the root, the most visited first; of equals, the better one."""
        root_moves = [RootMove(*child) for child in self._children(0, position)]
        return sorted(root_moves, key=lambda seen: (-seen.visits, -seen.value, seen.move))

    def _children(self, node: int, position: GoPosition) -> list[tuple[Move, int, float]]:
        _, children = self._children_of(node)
        columns = (children[field].tolist() for field in ("move", "visits", "wins"))
        return [
            (_move(cell, position), visits, wins / visits if visits else 0.0)
            for cell, visits, wins in zip(*columns, strict=True)
        ]

    def _children_of(self, node: int) -> tuple[int, NDArray[np.void]]:
        """The index of a node's first child, and all of them."""
        nodes = self._search.nodes
        first, count = int(nodes[node]["first"]), int(nodes[node]["count"])
        return first, nodes[first : first + count]

    def chances(self, position: GoPosition) -> dict[Move, float]:
        """The learned chance of each move at the root, from 0 to 1, before any simulation; not of the pass.

        One simulation must have run.
        """
        _, children = self._children_of(0)
        weights = {
            _move(cell, position): prior**2
            for cell, prior in zip(children["move"].tolist(), children["prior"].tolist(), strict=True)
            if cell != NOWHERE
        }
        total = sum(weights.values()) or 1.0
        return {move: weight / total for move, weight in weights.items()}

    def answer(self, position: GoPosition, move: Move) -> Move | None:
        """The most visited reply to a move at the root; None if it has too few visits to tell."""
        child = self._child(0, move, position)
        _, replies = self._children_of(child)
        if not child or not len(replies):
            return None
        best = replies[int(replies["visits"].argmax())]
        return _move(int(best["move"]), position) if best["visits"] >= _TOLD_BY else None

    def line(self, position: GoPosition, move: Move) -> tuple[Move, ...]:
        """``move`` and the most visited replies, as far as they have visits and are legal."""
        line, node = [move], 0
        while True:
            node = self._child(node, line[-1], position)
            position = position.play(line[-1])
            if position.outcome() is not None or position.scoring:
                return tuple(line)
            following = max(self._children(node, position), key=lambda child: child[1], default=None)
            if following is None or following[1] < _SHOWN_VISITS:
                return tuple(line)
            if following[0] not in position.legal_moves():
                return tuple(line)
            line.append(following[0])

    def choice(self, position: GoPosition, move: Move | None = None) -> Choice:
        """The best move, or the given one, with its evaluation; the match continues with it."""
        wanted = self.best(position) if move is None else move
        best = next(seen for seen in self.moves(position) if seen.move == wanted)
        self._chosen = best.move
        line = self.line(position, best.move)
        score = max(-_MAX_SCORE, min(_MAX_SCORE, self._chance(best, position, "fair")))
        return Choice(best.move, score, len(line), self.playouts, line)

    def best(self, position: GoPosition, doubted: Collection[int] = ()) -> Move:
        """The most visited move; a ``doubted`` point only if it is better than the next that is not.

        Clearly better by Korean rules, where it costs a point if it was settled after all. Near the end of
        the game it is the pass, if that is as good and has half as many visits.
        """
        moves, index = self.moves(position), position.board.index
        best = moves[0]
        if index.get(best.move) in doubted:
            other = next((seen for seen in moves if index.get(seen.move) not in doubted), best)
            less = _EQUAL_WITHIN if position.variant.ruleset is Ruleset.KOREAN else 0.0
            best = other if other.value >= best.value - less and other.visits >= _SHOWN_VISITS else best
        late = self._search.numbers["passing"] == tree.LATE_PASS
        enough = max(_SHOWN_VISITS, best.visits / 2)
        passes = (seen for seen in moves if late and seen.move == PASS and seen.visits >= enough)
        return next((seen for seen in passes if seen.value >= best.value), best).move

    def alternatives_to_pass(
        self, position: GoPosition, doubted: Collection[int] = ()
    ) -> tuple[list[int], list[int]]:
        """The points of the stones that are as good as the pass, and of the others, most visited first.

        None of the ``doubted``. By Chinese rules a stone costs nothing, and a pass looks better only by hope
        for a blunder.
        """
        moves = [m for m in self.moves(position) if position.board.index.get(m.move) not in doubted]
        korean = position.variant.ruleset is Ruleset.KOREAN
        tolerance = MarginWeight.of(position.size).of_points(0.25) if korean else _EQUAL_WITHIN
        threshold = next(m.value for m in moves if m.move == PASS) - tolerance
        as_good, others = list[int](), list[int]()
        for seen in moves:
            if seen.move != PASS:
                good = seen.visits >= _SHOWN_VISITS and seen.value >= threshold
                (as_good if good else others).append(position.board.index[seen.move])
        return as_good, others

    def handicap_score(self, position: GoPosition) -> float:
        """The score of the most visited move by the search's own komi, which compensates a handicap.

        White, who is behind by as much as was given, plays on while this is no worse than in an even game.
        """
        return self._chance(self.moves(position)[0], position, "won")

    def _chance(self, seen: RootMove, position: GoPosition, counted: str) -> float:
        """A move's score by wins alone: its results, plus the wins of all playouts beyond their results.

        ``counted`` says whose wins: "won" by the search's komi, "fair" by the rules'.
        """
        numbers = self._search.numbers
        more = (float(numbers[counted]) - numbers["results"] / 1e6) / max(1, int(numbers["playouts"]))
        return 2.0 * float(seen.value + (more if position.to_move is Side.FIRST else -more)) - 1.0


def _move(cell: int, position: GoPosition) -> Move:
    return PASS if cell == NOWHERE else Move(position.board.names[point_of(cell, position.size)])


def _cell(move: Move, position: GoPosition) -> int:
    return NOWHERE if move == PASS else int(cell_of(position.board.index[move], position.size))


def _numbers(position: GoPosition) -> dict[str, int]:
    """The numbers of a search that depend on the position, see `ai.go.tree.NUMBERS`."""
    black, white = (position.stones.count(side) for side in Side)
    by_black, by_white = position.captures
    korean = position.variant.ruleset is Ruleset.KOREAN
    margin = MarginWeight.of(position.size)
    return {
        "side": position.to_move,
        "last": _recent(position, 1),
        "before": _recent(position, 2),
        "passes": position.passes,
        "lead": (black + by_white) - (white + by_black),
        "komi": round(2 * komi_of(position.variant)),
        "size": position.size,
        "territory": korean,
        "superko": not korean,
        "bonus": round(2 * handicap_compensation(position)),
        "trust": TRUST,
        "margin": margin.weight,
        "reach": 2 * margin.reach,
    }


def _recent(position: GoPosition, plies: int) -> int:
    """The cell of a move made this many plies ago; `NOWHERE` if it was a pass or is not known."""
    recent = position.recent[-plies:][:1] if len(position.recent) >= plies else ()
    return next((cell_of(point, position.size) for point in recent if point is not None), NOWHERE)


def _seen(position: GoPosition) -> NDArray[np.uint64]:
    return np.array(sorted(key & _WORD for key in position.seen), dtype=np.uint64)


@cache
def searcher() -> Searcher:
    """The searcher of this process."""
    return Searcher()


@cache
def _keys(size: int) -> NDArray[np.uint64]:
    """The random numbers of a size's board (`games.go.board.Board.keys`), cut to a word, by cell."""
    from games.go import board

    keys = np.zeros(2 * CELLS, dtype=np.uint64)
    for color in Side:
        for point, key in enumerate(board(size).keys[color]):
            keys[(color - 1) * CELLS + cell_of(point, size)] = key & _WORD
    return keys
