"""Reviews a match that is over: the true result of every position, where it is known, and the mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ai.base import Choice, Limit, adviser, solved
from bot.lru import LRU
from bot.match.computer import Player, queue_key
from data.model import Match
from games import replay
from games.base import Position

_LIMIT = Limit(0.5, seed=0)
"""For one position of a solved game: milliseconds with its solution, this limit without."""
_CACHED = 64
"""How many matches' evaluations are cached: enough for everybody who steps through one at the time."""

Evaluations = tuple[Choice | None, ...]
"""By ply, from the start to the end: the best play for the side to move; None where it is unknown."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that made the result worse."""

    ply: int
    """The number of the move, from 1."""
    had: int
    """The result with best play before it: 1 a win, 0 a draw."""
    got: int
    """The result with best play after it: 0 a draw, -1 a loss."""
    better: Choice
    """A move that would have kept the result."""


class Reviews:
    """Evaluates the positions of matches that are over, in the worker pool."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._cache: LRU[int, Evaluations] = LRU(_CACHED)

    async def evaluations(self, match: Match) -> Evaluations:
        """The exact result of every position of a solved game; None for each position of another game."""
        if not self.is_cached(match):
            self._cache[match.id] = tuple([await self._evaluate(match, ply) for ply in range(match.ply + 1)])
        return self._cache.get(match.id, (None,) * (match.ply + 1))

    def is_cached(self, match: Match) -> bool:
        """Whether `evaluations` answers without a search."""
        return match.id in self._cache or not solved(match.game)

    async def _evaluate(self, match: Match, ply: int) -> Choice | None:
        record = match.record.before(ply)
        if replay(record).outcome() is not None:
            return None
        choice = await self._player.choose(
            record, adviser(match.game), limit=_LIMIT, queue_key=queue_key(match)
        )
        return choice if choice.proven else None

    async def advice(self, match: Match, ply: int) -> Choice:
        """The move of a good player after ``ply`` moves."""
        return await self._player.choose(
            match.record.before(ply), adviser(match.game), queue_key=queue_key(match)
        )


def mistakes(match: Match, evaluations: Evaluations) -> Sequence[Mistake]:
    """The moves after which their player's result with best play is worse than before."""
    if not any(evaluations):
        return []
    positions = [replay(match.record.before(ply)) for ply in range(match.ply + 1)]
    found = []
    for ply, (before, after) in enumerate(pairwise(positions)):
        better, had = evaluations[ply], _result(before, evaluations[ply], before)
        got = _result(after, evaluations[ply + 1], before)
        if better is not None and had is not None and got is not None and got < had:
            found.append(Mistake(ply + 1, had, got, better))
    return found


def _result(position: Position, best: Choice | None, seen: Position) -> int | None:
    """The result of a position for the side to move in ``seen``: 1, 0, -1, or None where it is unknown."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner is seen.to_move else -1
    if best is None:
        return None
    return int(best.score) if position.to_move is seen.to_move else -int(best.score)
