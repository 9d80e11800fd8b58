"""Hints against the computer: a good player's move, shown on the board until the position changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ai.analysis import Line
from ai.base import ADVICE, ADVISER, Choice
from ai.claims.checkers.budget import Budget
from ai.claims.claim import Claim
from ai.claims.explain import QUICK_NODES, merit
from bot.exceptions import Refusal
from bot.lru import LRU
from bot.match.computer import Player, queue_key
from bot.match.events import HintChanged, MatchEvents
from bot.match.lookup import MatchLookup
from bot.match.rate_limits import CostlyLimit
from data.model.match import Match, PositionId
from games import replay
from games.base import Move

_MAX_REMEMBERED = 1_000  # matches; a hint that is forgotten is found again


@dataclass(frozen=True, slots=True)
class Hint:
    """What the board of a match says about the best move."""

    choice: Choice | None = None
    """None while it is being found."""
    claim: Claim | None = None
    """What can be said of the move, see `ai.claims.explain.merit`."""

    @property
    def move(self) -> Move | None:
        """The best move, once it is known."""
        return self.choice.move if self.choice is not None else None


class Hints:
    """Finds hints and remembers them; in memory only."""

    def __init__(self, player: Player, lookup: MatchLookup, limit: CostlyLimit, events: MatchEvents) -> None:
        self._player = player
        self._lookup = lookup
        self._limit = limit
        self._events = events
        self._hints: LRU[int, tuple[PositionId, Hint]] = LRU(_MAX_REMEMBERED)

    def of(self, match: Match) -> Hint | None:
        """The hint that the match's board shows."""
        position_id, hint = self._hints.get(match.id, (None, None))
        return hint if position_id == match.position_id and match.is_active else None

    async def check(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """The match, if this person can get a hint: against the computer, on their own turn."""
        match, _ = await self._lookup.unfinished(match_id, user_id, position_id)
        if match.level is None:
            raise Refusal("hint.only-against-computer")
        if match.is_of_pairs:
            raise Refusal("brain.no-hints")
        if match.tournament_id is not None:
            raise Refusal("tournament.no-help")
        return await self._lookup.on_turn(match_id, user_id, position_id)

    async def find(self, match: Match, user_id: int, announce: Callable[[], Awaitable[None]]) -> None:
        """Find a hint; ``announce`` shows the board, which says that one is being found.

        Raises `Refusal` after too many hints, and what a failing engine raises.
        """
        with self._limit.take(user_id):
            self._hints[match.id] = match.position_id, Hint()
            try:
                await announce()
                choice = await self._player.choose(
                    match.record, ADVISER, limit=ADVICE, queue_key=queue_key(match)
                )
                claim = merit(replay(match.record), _line(choice), Budget(QUICK_NODES))
                self._hints[match.id] = match.position_id, Hint(choice, claim)
            except BaseException:
                self._hints.pop(match.id, None)
                raise
            finally:
                self._events.publish(HintChanged(match))


def _line(choice: Choice) -> Line:
    return Line(choice.move, choice.line, choice.score, choice.proven, choice.plies)
