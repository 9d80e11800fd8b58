"""What is to be learnt from a match that is over. It knows nothing of Discord.

Start reading at `Reviews.truths`, then `mistakes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ai.base import Choice, Limit, adviser, solved
from bot.match.computer import Player, tenant
from data.matches import Match
from games import replay
from games.base import Position

_LOOK = Limit(0.5, seed=0)
"""For one position of a solved game, which takes milliseconds; so much where its solution is missing."""
_KEPT = 64
"""How many matches' truths are remembered: enough for all who step through one just now."""

Truths = tuple[Choice | None, ...]
"""By ply, from the start to the end of a match: what its side to move can reach; None where it is unknown."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that gave something away."""

    ply: int
    """Its number, from 1."""
    had: int
    """What its player had with best play: 1 a win, 0 a draw."""
    got: int
    """What was left: 0 a draw, -1 a loss."""
    better: Choice
    """What would have kept it."""


class Reviews:
    """Judges the positions of matches that are over, in the worker pool."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._known: dict[int, Truths] = {}

    async def truths(self, match: Match) -> Truths:
        """The truth about every position of a match of a solved game; of other games nothing is known."""
        if not self.knows(match):
            self._known[match.id] = tuple([await self._truth(match, ply) for ply in range(match.ply + 1)])
            if len(self._known) > _KEPT:
                del self._known[next(iter(self._known))]
        return self._known.get(match.id, (None,) * (match.ply + 1))

    def knows(self, match: Match) -> bool:
        """Whether `truths` need no thought any more."""
        return match.id in self._known or not solved(match.game)

    async def _truth(self, match: Match, ply: int) -> Choice | None:
        record = match.record.before(ply)
        if replay(record).outcome() is not None:
            return None
        choice = await self._player.choose(record, adviser(match.game), limit=_LOOK, tenant=tenant(match))
        return choice if choice.proven else None

    async def opinion(self, match: Match, ply: int) -> Choice:
        """What a good player would do after ``ply`` moves."""
        return await self._player.choose(match.record.before(ply), adviser(match.game), tenant=tenant(match))


def mistakes(match: Match, truths: Truths) -> Sequence[Mistake]:
    """The moves after which their player could reach less than before."""
    if not any(truths):
        return []
    positions = [replay(match.record.before(ply)) for ply in range(match.ply + 1)]
    found = []
    for ply, (before, after) in enumerate(pairwise(positions)):
        better, had = truths[ply], _worth(before, truths[ply], before)
        got = _worth(after, truths[ply + 1], before)
        if better is not None and had is not None and got is not None and got < had:
            found.append(Mistake(ply + 1, had, got, better))
    return found


def _worth(position: Position, truth: Choice | None, seen: Position) -> int | None:
    """The result of a position for the side to move in ``seen``: 1, 0, -1, or None where it is unknown."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner is seen.to_move else -1
    if truth is None:
        return None
    return int(truth.score) if position.to_move is seen.to_move else -int(truth.score)
