"""What a person sees in a position of Go, see `ai.human.sight`. A unit is about a point.

A first-timer likes to take, to threaten, and to answer beside the last stone; good shape has to be learned.
At depth 1 a stone is judged by its shape and by what it captures, at 2 also by what can be captured then.
From depth 3 on, values come from the tree search, with more simulations at each depth; the fewer of them go
to a move, the less it is worth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ai.go.endgame import Assessment
from ai.go.one_ply_features import OnePlyFeatures, surroundings
from ai.go.opening import big_points, considered
from ai.go.search import Searcher
from ai.human.mind import Mind
from ai.human.sight import Reading
from games.base import Move
from games.go import GoPosition
from games.go.board import Chain

_SHAPE = 0.6
"""The units of a factor of e in a move's learned chance."""
_CONTACT, _ATARI, _NEAR, _ANSWER = 0.8, 1.0, 1.5, 2.0
"""What beginners like: to touch the other side, to threaten, to stay near stones, to answer the last one."""
_EDGE, _FAR_EDGE, _FAR_LOW = -2.0, -6.0, -4.0
"""Nobody likes the first line much, and where no stone is near, not at all, nor there the second line."""
_REACH = 2
_TAKEN, _SAVED = 2.0, 1.0
"""Units for each stone that a beginner can take, and for each of its own that it can save, at first sight."""
_SHOWN = 3.0
"""More units for what the last stone shows: that it, or a chain beside it, can be taken or saved."""
_SETTLED = -3.0
"""Units of a point that looks settled."""
_OPENING, _UNTAUGHT = 6.0, 0.5
"""Units of a corner on an open board (`ai.go.opening`), and the part of them that needs no knowledge."""
_STONE = 2.0
"""Units for a captured stone: a prisoner and a point."""
_SHARE = 1.2
"""Units for a factor of 2 in simulations."""
_MOST = 20.0
_SEARCHED_FROM = 3
"""From this depth on values come from the tree search."""
_DEEPEST = 12
"""No reading is deeper."""
_SIMULATIONS, _GROWTH = 12, 2.3
"""The simulations at that depth, and how many times more at each further one."""


class GoSight:
    """A position of Go in play in which some points are worth a stone.

    No reading takes more than ``nodes`` simulations. ``expected`` is the result that the deepest search so
    far expects, from 0 to 1; None before any.
    """

    def __init__(
        self,
        position: GoPosition,
        assessed: Assessment,
        mind: Mind,
        searcher: Searcher,
        seed: int,
        last: Move | None,
        nodes: int | None = None,
    ) -> None:
        self._position, self._searcher = position, searcher
        self.deepest = _DEEPEST if nodes is None else min(_DEEPEST, max(_SEARCHED_FROM - 1, depth_of(nodes)))
        self.doubted = assessed.doubted(simulations(mind.skill))
        self.expected: float | None = None
        self._features = OnePlyFeatures(position)
        names = position.board.names
        points = (*assessed.points, *self.doubted)
        self._points = {Move(names[point]): point for point in points}
        self._read_by_captures: dict[Move, Reading] = {}
        searched = considered(position, assessed.points, is_wide=False)
        searcher.begin(position, (*searched, *self.doubted), seed, assessed.passing)
        searcher.think_until(math.inf, 1, position.size)
        chances = searcher.chances(position)
        lowest = min(chances.values(), default=1.0)
        learned = {move: math.log(max(chances.get(move, lowest), 1e-6)) for move in self._points}
        big, taught = big_points(position), _UNTAUGHT + (1 - _UNTAUGHT) * mind.knowledge
        self._shape = {
            move: mind.knowledge * _SHAPE * learned[move]
            + _OPENING * taught * big.get(point, 0.0)
            + _SETTLED * (point in self.doubted)
            for move, point in self._points.items()
        }
        self.shown = self._shown(last)
        answered = None if last is None else position.board.index.get(last)
        self._beside = () if answered is None else surroundings(position.size, _REACH)[answered]

    def _shown(self, last: Move | None) -> frozenset[Move]:
        """The liberties of chains in atari beside the last stone, and that of its own chain."""
        point = None if last is None else self._position.board.index.get(last)
        if point is None or not self._position.stones[point]:
            return frozenset()
        beside = [self._position.chains.at(point), *self._features.chains(point, self._features.own)]
        return frozenset(self._name(_liberty(chain)) for chain in beside if len(chain.liberties) == 1)

    def _name(self, point: int) -> Move:
        return Move(self._position.board.names[point])

    def impressions(self) -> dict[Move, float]:
        """What can be taken or saved at once, contact, and as much of shape as the player has learned."""
        return {move: self._shape[move] + self._liked(move, point) for move, point in self._points.items()}

    def _liked(self, move: Move, point: int) -> float:
        seen = self._features
        liked = _TAKEN * _stones(seen.captured(point)) + _SAVED * _stones(seen.saved(point))
        liked += _SHOWN * (liked > 0 and move in self.shown)
        liked += _ATARI * bool(seen.threatened(point)) + _CONTACT * bool(seen.chains(point, seen.enemy))
        near = seen.near(point, seen.own, _REACH) + seen.near(point, seen.enemy, _REACH)
        liked += _NEAR * bool(near) + _ANSWER * (point in self._beside)
        edges = (_EDGE, 0.0) if near else (_FAR_EDGE, _FAR_LOW)
        return liked + (edges[seen.line(point) - 1] if seen.line(point) <= len(edges) else 0.0)

    def read(self, moves: Sequence[Move], depth: int) -> list[Reading]:
        """Read moves by captures alone at first, then all at once by the tree search.

        The search ranks them: the one with most simulations is worth what the best of them was worth before,
        so that moves which are not read so deep compare.
        """
        if depth == 1:
            return [Reading(self._taken(move)) for move in moves]
        shallow = [self._by_captures(move) for move in moves]
        if depth < _SEARCHED_FROM:
            return shallow
        self._searcher.think_until(math.inf, simulations(depth), self._position.size)
        searched = {seen.move: seen for seen in self._searcher.moves(self._position)}
        visits = [searched[move].visits if move in searched else 0 for move in moves]
        best, highest = max(reading.value for reading in shallow), max(visits)
        most_visited = max(searched.values(), key=lambda seen: seen.visits, default=None)
        self.expected = most_visited.value if most_visited and most_visited.visits else None
        return [
            Reading(
                max(-_MOST, best + _SHARE * math.log2((count + 1) / (highest + 1))),
                self._searcher.answer(self._position, move) if count else None,
            )
            for move, count in zip(moves, visits, strict=True)
        ]

    def _taken(self, move: Move) -> float:
        """The worth of a move by its shape and what it captures."""
        return self._shape[move] + _STONE * _stones(self._features.captured(self._points[move]))

    def _by_captures(self, move: Move) -> Reading:
        # Every depth from the second on begins with these readings.
        if move not in self._read_by_captures:
            self._read_by_captures[move] = self._answered(move)
        return self._read_by_captures[move]

    def _answered(self, move: Move) -> Reading:
        """What a move takes, and what can be captured then."""
        value, after = self._taken(move), self._position.play(move)
        in_atari = [
            chain
            for chain in after.chains.every
            if len(chain.liberties) == 1 and after.stones[chain.points[0]] == self._features.own
        ]
        if not in_atari:
            return Reading(value)
        lost = max(in_atari, key=lambda chain: len(chain.points))
        return Reading(max(-_MOST, value - _STONE * len(lost.points)), self._name(_liberty(lost)))


def simulations(depth: float) -> int:
    """How many simulations a reading of some depth takes; before `_SEARCHED_FROM`, what it would take."""
    return round(_SIMULATIONS * math.pow(_GROWTH, depth - _SEARCHED_FROM))


def depth_of(nodes: int) -> int:
    """The depth that so many simulations read.

    >>> depth_of(12), depth_of(300), simulations(depth_of(300)) <= 300 < simulations(depth_of(300) + 1)
    (3, 6, True)
    """
    return _SEARCHED_FROM + math.floor(math.log(max(1, nodes) / _SIMULATIONS, _GROWTH))


def _stones(chains: Sequence[Chain]) -> int:
    return sum(len(chain.points) for chain in chains)


def _liberty(chain: Chain) -> int:
    return next(iter(chain.liberties))
