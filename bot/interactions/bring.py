"""Boards whose place is lost, and boards that are brought to where a player is.

Start reading at `Moving.bring`. A match of two people stays where both can see it: a player brings it away
only from a place that is lost, that they cannot see, or of which the bot cannot tell who sees it, as direct
messages are. So either can always go on: whoever cannot see the board brings it to where they are. A match
against the computer follows its person.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING

import discord
import structlog

from bot.exceptions import Refusal
from bot.interaction import Interaction
from bot.interactions.place import here, is_member, reaches, sees
from bot.interactions.respond import DISCORD_FAULTS
from bot.match.parking import PARKED
from bot.match.setup import Place
from bot.tasks import Tasks, persistently
from bot.texts import Raw
from bot.ui.links import is_board, link
from data.matches import Match

if TYPE_CHECKING:
    from bot.client import Daeguk

log = structlog.get_logger(__name__)

_GONE = frozenset({10003, 10004, 50001})  # unknown channel, unknown server, missing access


def is_gone(fault: BaseException) -> bool:
    """Whether Discord says that the bot has nothing to do with a place any more."""
    return isinstance(fault, discord.HTTPException) and fault.code in _GONE


class Moving:
    """Parks what has lost its place, and brings matches to others."""

    def __init__(self, client: Daeguk) -> None:
        self._client = client
        self._tasks = Tasks()

    # --- Places that are lost ------------------------------------------------------------------------

    def lost(self, seen: Match) -> None:
        """A match's board is out of reach: Discord said so when it was to be shown where it was ``seen``."""
        place = seen.channel_id, seen.message_id

        async def this() -> Iterable[int]:
            return [seen.id]

        self._park(this, lambda match: (match.channel_id, match.message_id) == place)

    def channel_gone(self, channel_id: int) -> None:
        """A channel or thread was deleted."""
        self._park(
            lambda: self._client.store.in_channel(channel_id), lambda match: match.channel_id == channel_id
        )

    def guild_gone(self, guild_id: int) -> None:
        """The bot is in a server no more."""
        self._park(lambda: self._client.store.in_guild(guild_id), lambda match: match.guild_id == guild_id)

    def _park(self, which: Callable[[], Awaitable[Iterable[int]]], there: Callable[[Match], bool]) -> None:
        async def attempt() -> None:
            for match in await self._client.matches.parking.park(await which(), there):
                log.info("match parked", match=match.id)

        self._tasks.run(persistently(attempt, "match not parked yet"))

    async def found_again(self, interaction: Interaction, match_id: int) -> Match | None:
        """Take up a parked match whose board somebody seated pressed: so it is not lost, after all."""
        match, message = await self._client.store.get(match_id), interaction.message
        if match.paused != PARKED or message is None or not is_board(message, match):
            return None
        there = Place(
            interaction.guild_id,
            message.channel.id,
            match.locale or interaction.locale.value,
            tokens_only=not is_member(interaction),
        )
        return await self._client.matches.parking.bring(match, interaction.user.id, there)

    # --- Bringing a match here -----------------------------------------------------------------------

    async def bring(self, interaction: Interaction, match: Match) -> None:
        """Answer with the board of a match that was elsewhere. Raises `Refusal` where it has to stay."""
        person = interaction.user.id
        if match.side_of(person) is not None and match.state == "playing":
            await self._check(interaction, match)
        place = await here(interaction, match.level, shared=match.level is None)
        brought = await self._client.matches.parking.bring(match, person, place)
        try:
            await self._client.display.repost(interaction, brought, old=match)
        except DISCORD_FAULTS:
            await self._client.matches.parking.park([match.id])
            raise
        self._client.matches.let_computer_move(brought)

    async def _check(self, interaction: Interaction, match: Match) -> None:
        is_here = match.guild_id is not None and match.guild_id == interaction.guild_id
        if is_here or is_loose(self._client, match):
            return
        if await sees(self._client, interaction.user.id, match):
            raise Refusal("board.elsewhere", link=Raw(link(match)))

    async def close(self) -> None:
        """Stop; what is not parked yet is found again when its board is to be shown."""
        await self._tasks.close()


def is_loose(client: Daeguk, match: Match) -> bool:
    """Whether a player may bring a match away without asking who else sees it where it is."""
    if match.level is not None or match.paused == PARKED or match.message_id is None:
        return True
    return match.guild_id is None or not reaches(client, match)
