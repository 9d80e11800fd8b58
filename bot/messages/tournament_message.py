"""The message of a tournament: its components, and its table or its bracket once a round has begun."""

from __future__ import annotations

from functools import partial

import discord

from bot.drawing.bracket import draw_bracket
from bot.drawing.standings import draw_standings
from bot.messages.channels import Draft
from bot.messages.composer import Composer
from bot.messages.faults import DiscordRefusal
from bot.messages.interaction_responses import Composed
from bot.messages.kept_messages import KeptMessage, Next
from bot.messages.member_names import MemberNames
from bot.texts import Texts
from bot.tournaments.kinds import format_of
from bot.ui.panel import panels_of
from bot.ui.tournament import RULES, TOURNAMENT, has_table, panel, tournament_view
from bot.ui.tournament_bracket import bracket_picture, people_in_bracket
from bot.ui.tournament_table import people_in_table, standings_table
from data.model.tournament import Tournament
from data.tournaments.store import TournamentStore


async def tournament_message(
    composer: Composer, member_names: MemberNames, tournament: Tournament, reader: Texts | None = None
) -> Composed:
    """The components and attachments, in the server's language or that of ``reader``."""
    reader = reader or await composer.language_in(tournament.guild_id, tournament.locale)
    if not has_table(tournament):
        return tournament_view(tournament, {}, reader), []
    has_bracket = format_of(tournament).has_bracket
    people = people_in_bracket(tournament) if has_bracket else people_in_table(tournament)
    names = await member_names.of(tournament.guild_id, people)
    theme = await composer.chart_theme(tournament.guild_id)
    if has_bracket:
        bracket = bracket_picture(tournament, names, theme, reader)
        picture = await composer.render(partial(draw_bracket, bracket), bracket)
    else:
        table = standings_table(tournament, names, theme, reader)
        picture = await composer.render(partial(draw_standings, table), table)
    return tournament_view(tournament, names, reader), [picture]


_RULES = {
    DiscordRefusal.MESSAGE_DELETED: Next.GIVE_UP,  # what somebody has deleted does not come back
    DiscordRefusal.THREAD_ARCHIVED: Next.POST_ANEW,
}


def shows(message: discord.Message, tournament: Tournament) -> bool:
    """Whether a message is the one of a tournament, or a copy; announcements lead to it by another button."""
    return panel(RULES, tournament.id) in panels_of(message.components)


def kept_tournament(
    tournament: Tournament, store: TournamentStore, composer: Composer, member_names: MemberNames
) -> KeptMessage:
    """The message that shows a tournament to everybody, which may have to be posted."""

    async def draft() -> Draft:
        return Draft(*await tournament_message(composer, member_names, tournament))

    def is_it(message: discord.Message) -> bool:
        panels = [each for each in panels_of(message.components) if each.verb == TOURNAMENT]
        return str(tournament.id) in {each.argument.partition(".")[2] for each in panels}

    return KeptMessage(
        key=tournament.id,
        guild_id=tournament.guild_id,
        channel_id=tournament.channel_id,
        message_id=tournament.message_id,
        nonce=f"t{tournament.id}.{tournament.version}",
        draft=draft,
        is_it=is_it,
        posted=lambda _, message_id: store.posted(tournament.id, message_id, tournament.version),
        shown=lambda: store.shown(tournament.id, tournament.version),
        rules=_RULES,
        given_up=lambda _: store.shown(tournament.id, tournament.version),
        since=tournament.created_at,
    )
