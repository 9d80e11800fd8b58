"""Notices of tournaments: that a match has to begin, who has won, that the channel is gone."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.own_messages import posted_before
from bot.messages.quiet_hours import QuietHours
from bot.texts import Raw, Texts
from bot.ui.tournament import heading, winner_ids, winners_line
from data.model.match import DELETED_USER, Match
from data.model.tournament import Tournament


class TournamentNotices:
    """Sends each notice once, also after a kill; in quiet hours of the server, without a sound.

    Raises what a request to Discord fails with.
    """

    def __init__(self, client: discord.Client, composer: Composer, quiet: QuietHours) -> None:
        self._client = client
        self._composer = composer
        self._quiet = quiet

    async def remind(self, match: Match, deadline: float, reader: Texts) -> None:
        """Remind the players of a match that it has to begin by a moment, in unix seconds."""
        people = [discord.Object(user_id) for user_id in (match.first_id, match.second_id) if user_id]
        players = Raw(" ".join(f"<@{person.id}>" for person in people))
        when = Raw(f"<t:{round(deadline)}:R>")
        text = reader("tournament.reminder", players=players, when=when)
        if await posted_before(self._client, match.home.channel_id, lambda message: message.content == text):
            return
        await self._client.get_partial_messageable(match.home.channel_id).send(
            text,
            allowed_mentions=discord.AllowedMentions(users=people),
            nonce=f"t{match.id}.remind",
            silent=await self._quiet.are_now(match.guild_id),
        )

    async def announce(self, tournament: Tournament) -> None:
        """Say who has won."""
        reader = await self._composer.language_in(tournament.guild_id, tournament.locale)
        text = winners_line(tournament, reader)
        people = [discord.Object(user_id) for user_id in winner_ids(tournament)]
        if await posted_before(
            self._client,
            tournament.channel_id,
            lambda message: message.content == text,
            since=tournament.ended_at,
        ):
            return
        await self._client.get_partial_messageable(tournament.channel_id).send(
            text,
            allowed_mentions=discord.AllowedMentions(users=people),
            nonce=f"t{tournament.id}.end",
            suppress_embeds=True,
            silent=await self._quiet.are_now(tournament.guild_id),
        )

    async def tell_organizer(self, tournament: Tournament) -> None:
        """Tell who has created a tournament that its channel was deleted, if they take messages."""
        if tournament.creator_id == DELETED_USER:
            return
        guild = self._client.get_guild(tournament.guild_id)
        reader = await self._composer.language_in(tournament.guild_id, tournament.locale)
        name = guild.name if guild is not None else ""
        text = reader("tournament.channel-gone", title=heading(tournament, reader), server=name)
        with suppress(*DISCORD_FAULTS):
            own = await self._client.create_dm(discord.Object(tournament.creator_id))
            await own.send(text, nonce=f"t{tournament.id}.gone")
