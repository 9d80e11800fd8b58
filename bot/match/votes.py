"""Matches whose moves a channel votes for: each person has one vote in a position, and can change it.

A channel plays the computer, or another channel, which has a board of its own. What is pressed on a board
is a vote for its side, and a person who has voted for one side of a match cannot vote for the other.

When the time for votes has run out, the move with the most votes is played; of several, the one that reached
that number first (`data.matches.vote_counting`). That is the fall of the side's flag, so it is done by the
clocks of the process that owns the match, in one transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable

from bot.exceptions import Refusal, guarded
from bot.match.events import MatchEvents, VotesChanged
from bot.match.lookup import MatchLookup
from bot.match.shard_tasks import ShardTasks
from data.matches.queries import MatchQueries
from data.matches.votes import Vote, VoteStore
from data.model.match import Match, PositionId
from data.model.shards import Shards
from games import game, replay
from games.base import Move
from games.keyboard import parse_typed


class Votes:
    """The votes of all people; ``now`` returns unix seconds."""

    def __init__(
        self,
        votes: VoteStore,
        queries: MatchQueries,
        lookup: MatchLookup,
        events: MatchEvents,
        tasks: ShardTasks,
        now: Callable[[], float],
    ) -> None:
        self._votes = votes
        self._queries = queries
        self._lookup = lookup
        self._events = events
        self._now = now
        tasks.continue_matches(self._voted, self._show, "votes not shown yet")

    async def counts(self, match: Match) -> Counter[Move]:
        """How many votes each move has in the present position."""
        return (
            Counter(vote.move for vote in await self._votes.of_match(match)) if match.is_active else Counter()
        )

    async def vote(
        self, match_id: int, position_id: PositionId, user_id: int, text: str, channel_id: int | None = None
    ) -> tuple[Match, Vote]:
        """Vote for a move in a channel. Raises `Refusal`, `Outdated` and `games.base.RuleError`."""
        match = await self._lookup.on_turn(match_id, user_id, position_id, channel_id)
        position = replay(match.record)
        move = parse_typed(game(match.game), text, position)
        # Raises if the rules refuse the move, which the majority could not play either.
        position.play(move)
        vote = Vote(match_id, user_id, move, self._now(), position.to_move)
        if not await guarded(self._votes.put(vote, match.position_id)):
            raise Refusal("vote.other-side")
        self._events.publish(VotesChanged(match))
        return match, vote

    async def _voted(self, shards: Shards) -> AsyncIterator[Match]:
        async for match in self._queries.each(await self._queries.voted(shards)):
            yield match

    def _show(self, match: Match) -> None:
        """Redraw the board: votes that were stored before a kill may not be on it."""
        self._events.publish(VotesChanged(match))
