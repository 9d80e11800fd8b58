"""Where boards stand: the matches of a place, and a match that is brought to another.

Start reading at `Places.bring`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.errors import Stale
from data.finding import load
from data.limits import Limits, Wish, check
from data.match import Match
from data.messages import Messages
from data.schema import matches


class Places(Messages):
    """The places of matches."""

    async def in_channel(self, channel_id: int) -> list[int]:
        """The numbers of the matches played in a channel or thread that neither rest nor are over."""
        return await self._on(matches.c.channel_id == channel_id)

    async def in_guild(self, guild_id: int) -> list[int]:
        """The numbers of the matches played in a server that neither rest nor are over."""
        return await self._on(matches.c.guild_id == guild_id)

    async def _on(self, there: ColumnElement[bool]) -> list[int]:
        # Of the others the bot is told nothing: it is no member where they are.
        on = (
            matches.c.state == "playing",
            matches.c.paused.is_(None),
            matches.c.tokens_only.is_(False),
            there,
        )
        query = select(matches.c.id).where(*on).order_by(matches.c.id)

        async def read(connection: AsyncConnection) -> list[int]:
            return list((await connection.execute(query)).scalars())

        return await self._database.read(read)

    async def bring(self, seen: Match, user_id: int, place: Mapping[str, Any], limits: Limits) -> Match:
        """Give a match another place, in which its board is still to be posted; ``place`` names columns.

        Raises `Stale` if it is over, or stands elsewhere than was ``seen``, and `LimitReached` by what is
        new: one more match in the server, one more board in the channel.
        """

        async def change(connection: AsyncConnection) -> Match:
            match = await load(connection, seen.id, hold=True)
            if match.state != "playing" or _stands(match) != _stands(seen):
                raise Stale(match)
            wish = Wish(user_id, place["channel_id"], place["guild_id"], match_id=match.id)
            await check(connection, wish, _new(limits, match, wish))
            values = {**place, "message_id": None, "thread_id": None, "version": match.version + 1}
            await connection.execute(update(matches).where(matches.c.id == match.id).values(values))
            return await load(connection, match.id)

        return await self._database.write(change)


def _stands(match: Match) -> tuple[int, int | None]:
    return match.channel_id, match.message_id


def _new(limits: Limits, match: Match, wish: Wish) -> Limits:
    """The limits that a match comes under only by being brought: the others it is under already."""
    same_guild, same_channel = match.guild_id == wish.guild_id, match.channel_id == wish.channel_id
    return Limits(
        in_guild=None if same_guild else limits.in_guild,
        boards=None if same_channel else limits.boards,
    )
