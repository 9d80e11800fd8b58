"""Leads who gives a simul from the board on which they have just moved to the one that has waited longest."""

from __future__ import annotations

import structlog

from bot.log_context import about
from bot.lru import LRU
from bot.match.events import MatchEvents
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_tokens import PersonToken, PersonTokens
from bot.messages.private_notes import PrivateNotes, about_tournament, never
from bot.tasks import Tasks
from bot.tournaments.kinds import format_of
from bot.ui.simul import is_giver, next_board_view, waiting_boards
from data.errors import StoreError
from data.model.match import Match
from data.model.match_change import MatchChange
from data.store import Store
from games import replay

log = structlog.get_logger(__name__)

_KEPT = 1000
"""Tournaments that are known to be no simuls."""


class NextBoards:
    """Sends the link as a private note below the board, in place of the last one."""

    def __init__(self, store: Store, tokens: PersonTokens, notes: PrivateNotes, events: MatchEvents) -> None:
        self._store = store
        self._tokens = tokens
        self._notes = notes
        self._others = LRU[int, bool](_KEPT)
        self._tasks = Tasks()
        events.follow("is_of_tournament", self._follow)

    def _follow(self, change: MatchChange) -> None:
        before, after = change.before, change.after
        if after.tournament_id is None or after.tournament_id in self._others:
            return
        if before is None or after.ply <= before.ply:
            return
        mover = before.user_of(replay(before.record).to_move)
        token = self._tokens.of(after.id, mover) if mover is not None else None
        if token is not None:
            self._tasks.run(self._show(after, after.tournament_id, token), **about(after))

    async def _show(self, match: Match, tournament_id: int, token: PersonToken) -> None:
        """Show where else the person who has moved is awaited; nothing if they are not who gives a simul."""
        try:
            tournament = await self._store.tournaments.find(tournament_id)
            if tournament is None or format_of(tournament).giver(tournament) is None:
                self._others[tournament_id] = True
                return
            if not is_giver(tournament, token.person_id):
                return
            open_boards = [pairing.match_id for pairing in tournament.open_pairings if pairing.match_id]
            numbers = [number for number in open_boards if number != match.id]
            matches = await self._store.queries.by_number(numbers)
            waiting = waiting_boards(matches, token.person_id)
            if not waiting:
                self._notes.settle(token.person_id, about_tournament(tournament_id))
                return
            view = next_board_view(tournament, waiting, token.reader)
            await self._notes.push(token, about_tournament(tournament_id), view, never)
        except (StoreError, *DISCORD_FAULTS) as fault:
            log.info("next board not shown", match=match.id, fault=str(fault))

    @property
    def is_idle(self) -> bool:
        """Whether no note is on its way."""
        return self._tasks.is_idle

    async def close(self) -> None:
        """Stop sending."""
        await self._tasks.close()
