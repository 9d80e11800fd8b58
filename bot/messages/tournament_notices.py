"""Notices of tournaments: who has won, what an organizer has done, that the channel is gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from uuid import uuid4

import discord
import structlog

from bot.messages.channels import Draft
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS, retry_discord
from bot.messages.kept_messages import Keeper, KeptMessage
from bot.messages.quiet_hours import QuietHours
from bot.texts import Raw, Texts
from bot.ui.tournament import title_of
from bot.ui.tournament_end import announced_in, announced_text, announcement_view, winner_ids, winners_line
from data.model.match import DELETED_USER
from data.model.tournament import Entrant, Tournament

log = structlog.get_logger(__name__)


class TournamentNotices:
    """Sends each notice once, also after a kill; in quiet hours of the server, without a sound.

    Raises what a request to Discord fails with.
    """

    def __init__(self, client: discord.Client, composer: Composer, keeper: Keeper, quiet: QuietHours) -> None:
        self._client = client
        self._quiet = quiet
        self._channels = keeper.channels
        self._composer = composer
        self._keeper = keeper

    async def announce(self, tournament: Tournament) -> None:
        """Say who has won; what was announced otherwise is corrected in place, which mentions nobody."""
        reader = await self._composer.language_in(tournament.guild_id, tournament.locale)
        people = [discord.Object(user_id) for user_id in winner_ids(tournament)]
        mentions = discord.AllowedMentions(users=people)
        announced: list[str] = []

        def is_it(message: discord.Message) -> bool:
            if announced_in(message) != tournament.id:
                return False
            announced[:] = announced_text(message)
            return True

        async def draft() -> Draft:
            text = winners_line(tournament, reader)
            is_corrected = announced not in ([], [text])
            view = announcement_view(tournament, text, reader, is_corrected=is_corrected)
            return Draft(view, mentions=mentions)

        await self._keeper.show(
            KeptMessage(
                key=tournament.id,
                guild_id=tournament.guild_id,
                channel_id=tournament.channel_id,
                message_id=None,
                nonce=f"t{tournament.id}.end",
                draft=draft,
                is_it=is_it,
                since=tournament.ended_at,
            )
        )

    async def tell(
        self, tournament: Tournament, sentence: Callable[[Texts], str], mentioned: Sequence[int]
    ) -> None:
        """Say something in the channel of a tournament, tried a few times; raises nothing of Discord's."""
        reader = await self._composer.language_in(tournament.guild_id, tournament.locale)
        people = [discord.Object(user_id) for user_id in mentioned if user_id != DELETED_USER]
        draft = Draft(text=sentence(reader), mentions=discord.AllowedMentions(everyone=False, users=people))
        silent, nonce = await self._quiet.are_now(tournament.guild_id), uuid4().hex[:25]

        async def attempt() -> int:
            return await self._channels.send(tournament.channel_id, draft, nonce=nonce, silent=silent)

        try:
            await retry_discord(attempt, "line of a tournament not sent yet", tournament=tournament.id)
        except DISCORD_FAULTS as fault:
            log.info("line of a tournament not sent", tournament=tournament.id, fault=str(fault))

    async def tell_absent(self, tournament: Tournament, absent: Sequence[Entrant]) -> None:
        """Tell who pauses because they have not begun a match, and how they play on."""
        people = [entrant.user_id for entrant in absent if entrant.user_id]
        names = Raw(", ".join(f"<@{user_id}>" for user_id in people))

        def line(reader: Texts) -> str:
            title = title_of(tournament, reader)
            return reader("tournament.arena.absent", title=title, people=names, n=len(people))

        await self.tell(tournament, line, people)

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
