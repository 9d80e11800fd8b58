"""The choice of a move by a player of any skill. Start reading at `choose`.

Moves that look good at first sight are considered. Each is read deeper as long as the player notices the
reply that decides its value: what is overlooked is overlooked for all moves alike, and for some time.
Then the move that seems best is played.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence

from ai.base import Choice, Limit
from ai.human.dice import Dice
from ai.human.mind import Mind
from ai.human.sight import DECIDED, Sight
from games.base import Move, Position

_CERTAIN = 8.0
"""A lead in units that makes a win all but sure."""
_NEAR = 1.5
"""A lead in units over the second-best move that halves the hesitation."""
_DEEP = 3.0
"""How many more plies that were read halve what is left to the longest hesitation."""
_UNDONE = 1.0
"""How many units less it seems worth to take the own last move back: nobody likes to have lost a turn."""
_SHARE = 0.25
"""A depth is read only if those before it took less than this part of the time: it takes longer than they."""


def choose(sight: Sight, mind: Mind, limit: Limit, moves: Sequence[Move]) -> Choice:
    """Choose the move that seems best to a player, after the ``moves`` of the match so far.

    With the same ``seed`` of the limit throughout a match, what is overlooked stays overlooked for some
    moves. The limit's seconds only end what takes far longer than it should.
    """
    seed = random.getrandbits(48) if limit.seed is None else limit.seed
    seeming = Seeming(sight, mind, Dice(seed, len(moves)), undoing(moves))
    seeming.read(limit.seconds)
    return seeming.best()


def forced(position: Position) -> Choice:
    """Return the only legal move of a position."""
    (move,) = position.legal_moves()
    return Choice(move, 0.0, 1, 1, (move,))


def undoing(moves: Sequence[Move]) -> Move | None:
    """Return the step that would take the own last move of ``moves`` back; None if there is none.

    It does not if the other side has come to the square that was left: that step captures.

    >>> undoing((Move("b1-b2"), Move("b5-b4")))
    'b2-b1'
    >>> undoing((Move("b1-b2"), Move("b5-b1"))), undoing((Move("d3"), Move("c5")))
    (None, None)
    """
    if len(moves) < 2:
        return None
    origin, is_step, goal = moves[-2].partition("-")
    return Move(f"{goal}-{origin}") if is_step and not moves[-1].endswith(origin) else None


class Seeming:
    """What the moves of a position seem to be worth to a player, who does not like to play ``undone``."""

    def __init__(self, sight: Sight, mind: Mind, dice: Dice, undone: Move | None = None) -> None:
        self._sight, self._mind, self._dice, self._undone = sight, mind, dice, undone
        self._impressions = sight.impressions()
        self._noise = {move: mind.noise * dice.noise(str(move)) for move in self._impressions}
        hunches = sorted(self._impressions, key=self._hunch, reverse=True)
        self._considered = hunches[: mind.candidates]
        self._values: dict[Move, float] = {}
        self._depths: dict[Move, int] = {}
        self._tried: dict[Move, int] = {}
        self._overlooked: set[Move] = set()

    def _hunch(self, move: Move) -> float:
        return self._impressions[move] + self._noise[move]

    def read(self, seconds: float) -> None:
        """Judge all moves, and read them deeper and deeper, each as far as its reply is noticed.

        No depth but the first begins after a share of the ``seconds`` in processor time, so that a busy
        machine plays as well as an idle one; nor after all of them on the clock: the pool waits no longer.
        """
        until, latest = time.thread_time() + _SHARE * seconds, time.perf_counter() + seconds

        def has_time() -> bool:
            return time.thread_time() < until and time.perf_counter() < latest

        depth = 1
        while depth <= self._sight.deepest and (depth == 1 or has_time()):
            # A move that was given up is read after all when the best one turns out to be worse.
            while reading := self._worth_reading(depth):
                self._read_to(depth, reading)
            if depth not in self._depths.values():
                return
            depth += 1

    def _worth_reading(self, depth: int) -> list[Move]:
        """The moves not yet read to a depth, but for those whose reply is overlooked or that are given up."""
        left = [move for move in self._considered if self._tried.get(move, 0) < depth]
        if depth == 1:
            return left
        lowest = max(self._values.values()) - self._mind.gives_up
        return [move for move in left if move not in self._overlooked and self._values[move] >= lowest]

    def _read_to(self, depth: int, moves: Sequence[Move]) -> None:
        for move, seen in zip(moves, self._sight.read(moves, depth), strict=True):
            self._tried[move] = depth
            if depth == 1 or self._notices(seen.answer or move, depth):
                self._values[move], self._depths[move] = seen.value, depth
            else:
                self._overlooked.add(move)

    def _notices(self, move: Move, depth: int) -> bool:
        return self._mind.reads(self._dice.lasting(str(move)), depth, move in self._sight.shown)

    def best(self) -> Choice:
        """Return the move that seems best."""
        move = max(self._considered, key=self.worth)
        return Choice(
            move,
            0.99 * math.tanh(self._values[move] / _CERTAIN),
            self._depths[move],
            sum(self._depths.values()),
            (move,),
            hesitation=self._hesitation(move),
        )

    def _hesitation(self, best: Move) -> float:
        """How hard the choice is, from 0 to 1: the nearer and the deeper the moves that seem best, the more.

        A move that wins at once is obvious.
        """
        others = [move for move in self._considered if move != best]
        if not others or self._values[best] >= DECIDED:
            return 0.0
        second = max(others, key=self.worth)
        plies = max(self._depths[best], self._depths[second])
        nearness = 2 ** ((self.worth(second) - self.worth(best)) / _NEAR)
        return nearness * (1 - 2 ** (-plies / _DEEP))

    def expected(self) -> dict[Move, float]:
        """What the moves that are considered seem to be worth, without the noise."""
        return {move: self._judged(move) for move in self._considered}

    def worth(self, move: Move) -> float:
        """What a move seems to be worth: partly the impression, partly the judgment, with the noise."""
        return self._judged(move) + self._noise[move]

    def _judged(self, move: Move) -> float:
        weight = self._mind.knowledge
        judged = (1 - weight) * self._impressions[move] + weight * self._values[move]
        return judged - _UNDONE if move == self._undone else judged
