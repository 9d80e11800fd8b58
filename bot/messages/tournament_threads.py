"""Archives the threads of a tournament's matches: the last round's, those called off, all at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence

from bot.match.tournaments import Tournaments
from bot.messages.channels import DiscordChannels
from data.model.match import Match, MatchState
from data.model.tournament import Pairing, Tournament, TournamentState
from data.store import Store

BEHIND_SECONDS, BEHIND_TRIES = 0.5, 20
"""How long, and how often, the last edit of a board is waited for before its thread is closed."""
OPEN_SECONDS, NOTICED_SECONDS = 300.0, 86_400.0
"""How long the threads of the last matches stay open after the end, and until when after it that is made up
for if the bot was away."""


class TournamentThreads:
    """Archives threads that nobody needs any more; ``now`` returns the unix time.

    A board whose end is not shown yet is waited for: the edit would open its thread again.
    """

    def __init__(
        self, channels: DiscordChannels, store: Store, tournaments: Tournaments, now: Callable[[], float]
    ) -> None:
        self._channels = channels
        self._store = store
        self._tournaments = tournaments
        self._now = now
        self._archived: dict[int, int] = {}  # the last round whose threads are archived, by tournament
        self._closed: set[int] = set()  # those that are over and whose threads are all archived
        self._called_off: dict[int, set[int]] = {}
        """The matches that were called off and whose threads are to be archived, by tournament."""

    def called_off(self, tournament_id: int, match_id: int) -> None:
        """Have the thread of a match archived that was called off while the tournament goes on."""
        self._called_off.setdefault(tournament_id, set()).add(match_id)

    def open_after(self, ended: Collection[int]) -> set[int]:
        """The ended tournaments that may have open threads; all others are forgotten."""
        self._closed.intersection_update(ended)
        return set(ended).difference(self._closed)

    async def close_all(self, tournament: Tournament) -> None:
        """End the matches that nobody has begun, and archive the threads of those that are over.

        Both can be done again, so that nothing is left after a kill in between.
        """
        numbers = _numbers(tournament.pairings)
        for match in await self._matches(numbers):
            if match.state == MatchState.PLAYING and match.ply == 0:
                await self._tournaments.call_off(match)
        matches = await self._matches(numbers)
        for _ in range(BEHIND_TRIES):
            if all(shown.home.shown_version >= shown.version for shown in matches):
                break
            await asyncio.sleep(BEHIND_SECONDS)
            matches = await self._matches(numbers)
        for match in matches:
            if match.state == MatchState.OVER:
                await self._channels.archive(tournament.guild_id, match.home.channel_id)

    async def archive_last_round(self, tournament: Tournament) -> None:
        """Archive the threads of the round before the present one, at a later look those that wait."""
        last = tournament.round - 1
        if tournament.state is not TournamentState.RUNNING or self._archived.get(tournament.id, 0) >= last:
            return
        if not await self._archive(tournament, _numbers(tournament.in_round(last))):
            self._archived[tournament.id] = last

    async def archive_called_off(self, tournament: Tournament) -> None:
        """Archive the threads of matches that were called off while it goes on."""
        numbers = self._called_off.pop(tournament.id, set())
        if tournament.state is TournamentState.RUNNING and numbers:
            waiting = await self._archive(tournament, sorted(numbers))
            if waiting:
                self._called_off.setdefault(tournament.id, set()).update(waiting)

    async def archive_after_end(self, tournament: Tournament) -> None:
        """Archive the threads that are still open some time after the end, once: people can reopen them."""
        is_due = tournament.ended_at is not None and self._now() >= tournament.ended_at + OPEN_SECONDS
        if tournament.state is not TournamentState.OVER or not is_due or tournament.id in self._closed:
            return
        if not await self._archive(tournament, _numbers(tournament.pairings)):
            self._closed.add(tournament.id)

    async def _archive(self, tournament: Tournament, numbers: Sequence[int]) -> list[int]:
        """Archive the threads of matches; returns the numbers of those whose end is not shown yet."""
        matches = [match for match in await self._matches(numbers) if match.home.message_id is not None]
        shown = [match for match in matches if match.home.shown_version >= match.version]
        # Several matches can share a thread, such as that of a tournament which was created in one: it stays
        # open while any of them is played.
        playing = {match.home.channel_id for match in matches if match.state == MatchState.PLAYING}
        for channel_id in {match.home.channel_id for match in shown} - playing:
            await self._channels.archive(tournament.guild_id, channel_id)
        return [match.id for match in matches if match not in shown]

    async def _matches(self, numbers: Sequence[int]) -> Sequence[Match]:
        return await self._store.queries.by_number(numbers)


def _numbers(pairings: Iterable[Pairing]) -> list[int]:
    """The numbers of the matches that pairings have."""
    return [pairing.match_id for pairing in pairings if pairing.match_id is not None]
