"""The message of a tournament: its components, and the table of its standings once a round has begun."""

from __future__ import annotations

from functools import partial

import discord

from bot.drawing.standings import draw_standings
from bot.messages.channels import Draft
from bot.messages.composer import Composer
from bot.messages.faults import DiscordRefusal
from bot.messages.interaction_responses import Composed
from bot.messages.kept_messages import KeptMessage, Next
from bot.texts import Texts
from bot.ui.panel import panels_of
from bot.ui.tournament import TOURNAMENT, has_table, standings_table, tournament_view
from data.model.tournament import Tournament
from data.tournaments.store import TournamentStore


async def tournament_message(
    composer: Composer, tournament: Tournament, reader: Texts | None = None
) -> Composed:
    """The components and attachments, in the server's language or that of ``reader``."""
    reader = reader or await composer.language_in(tournament.guild_id, tournament.locale)
    view = tournament_view(tournament, reader)
    if not has_table(tournament):
        return view, []
    look = await composer.shared_look(tournament.guild_id, reader)
    table = standings_table(tournament, look.theme)
    return view, [await composer.render(partial(draw_standings, table), table)]


_RULES = {
    DiscordRefusal.MESSAGE_DELETED: Next.GIVE_UP,  # what somebody has deleted does not come back
    DiscordRefusal.THREAD_ARCHIVED: Next.POST_ANEW,
}


class KeptTournament(KeptMessage):
    """The message that shows a tournament to everybody."""

    def __init__(self, tournament: Tournament, store: TournamentStore, composer: Composer) -> None:
        super().__init__(tournament.id, tournament)
        self.since = tournament.created_at
        self.rules = _RULES
        self._tournament = tournament
        self._store = store
        self._composer = composer

    @property
    def nonce(self) -> str:
        """The tournament and its version."""
        return f"t{self._tournament.id}.{self._tournament.version}"

    async def draft(self) -> Draft:
        """The standings, or who has entered."""
        return Draft(*await tournament_message(self._composer, self._tournament))

    def is_it(self, message: discord.Message) -> bool:
        """Whether a message has buttons of the tournament."""
        panels = [panel for panel in panels_of(message.components) if panel.verb == TOURNAMENT]
        return str(self._tournament.id) in {panel.argument.partition(".")[2] for panel in panels}

    async def posted(self, message_id: int) -> None:
        """Store the message and the version that it shows."""
        await self._store.posted(self._tournament.id, message_id, self._tournament.version)

    async def shown(self) -> None:
        """Store the version that it shows."""
        await self._store.shown(self._tournament.id, self._tournament.version)

    async def given_up(self, refusal: DiscordRefusal) -> None:
        """Count a deleted message as one that shows everything."""
        await self.shown()
