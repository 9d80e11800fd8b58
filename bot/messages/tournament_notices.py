"""Notices of tournaments: that a match has to begin, who has won, that the channel is gone."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.messages.channels import Draft
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS, DiscordRefusal
from bot.messages.kept_messages import Keeper, Next, kept_notice
from bot.texts import Raw, Texts
from bot.ui.tournament import title_of, winner_ids, winners_line
from data.model.match import DELETED_USER, Match
from data.model.tournament import Tournament


class TournamentNotices:
    """Sends each notice once, also after a kill; in quiet hours of the server, without a sound.

    Raises what a request to Discord fails with.
    """

    def __init__(self, client: discord.Client, composer: Composer, keeper: Keeper) -> None:
        self._client = client
        self._channels = keeper.channels
        self._composer = composer
        self._keeper = keeper

    async def remind(self, tournament: Tournament, match: Match, deadline: float, reader: Texts) -> None:
        """Remind the players of a match that it has to begin by a moment, in unix seconds.

        What Discord refuses is left out: that is about the match's thread alone.
        """
        people = [discord.Object(user_id) for user_id in (match.first_id, match.second_id) if user_id]
        players = Raw(" ".join(f"<@{person.id}>" for person in people))
        when, title = Raw(f"<t:{round(deadline)}:R>"), title_of(tournament, reader)
        text = reader("tournament.reminder", players=players, title=title, when=when)
        draft = Draft(text=text, mentions=discord.AllowedMentions(users=people))
        reminder = kept_notice(match.id, match.guild_id, match.home.channel_id, f"t{match.id}.remind", draft)
        reminder.rules = dict.fromkeys(DiscordRefusal, Next.GIVE_UP)
        await self._keeper.show(reminder)

    async def announce(self, tournament: Tournament) -> None:
        """Say who has won."""
        reader = await self._composer.language_in(tournament.guild_id, tournament.locale)
        people = [discord.Object(user_id) for user_id in winner_ids(tournament)]
        mentions = discord.AllowedMentions(users=people)
        draft = Draft(text=winners_line(tournament, reader), mentions=mentions)
        nonce = f"t{tournament.id}.end"
        announcement = kept_notice(tournament.id, tournament.guild_id, tournament.channel_id, nonce, draft)
        announcement.since = tournament.ended_at
        await self._keeper.show(announcement)

    async def tell_organizer(self, tournament: Tournament) -> None:
        """Tell who has created a tournament that its channel was deleted, if they take messages."""
        if tournament.creator_id == DELETED_USER:
            return
        guild = self._client.get_guild(tournament.guild_id)
        reader = await self._composer.language_in(tournament.guild_id, tournament.locale)
        name = guild.name if guild is not None else ""
        text = reader("tournament.channel-gone", title=title_of(tournament, reader), server=name)
        with suppress(*DISCORD_FAULTS):
            own = await self._channels.own_messages(tournament.creator_id)
            await self._channels.send(own, Draft(text=text), nonce=f"t{tournament.id}.gone", silent=False)
