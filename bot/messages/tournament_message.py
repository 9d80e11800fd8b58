"""The message of a tournament: its components, and the table of its standings once a round has begun."""

from __future__ import annotations

from functools import partial

import discord
from discord.ui import LayoutView

from bot.drawing.standings import draw_standings
from bot.messages.composer import Composer
from bot.texts import Texts
from bot.ui.standings_table import standings_table
from bot.ui.tournament import has_table, tournament_view
from data.model.tournament import Tournament


async def tournament_message(
    composer: Composer, tournament: Tournament, reader: Texts | None = None
) -> tuple[LayoutView, list[discord.File]]:
    """The components and attachments, in the server's language or that of ``reader``."""
    reader = reader or await composer.language_in(tournament.guild_id, tournament.locale)
    view = tournament_view(tournament, reader)
    if not has_table(tournament):
        return view, []
    look = await composer.shared_look(tournament.guild_id, reader)
    table = standings_table(tournament, look.theme)
    return view, [await composer.render(partial(draw_standings, table), table)]
