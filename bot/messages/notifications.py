"""Tells people that it is their turn: one mention, in their language, in a message that replies to the board.

Start reading at `Pings.watch`. Only between people, and only whoever has done nothing for a minute: so a
lively game has no pings, and one by correspondence has one a turn. It goes away when its reader moves, so
that there is at most one of a match in its channel.

A ping is noted in the store once it is sent, so that a kill in between sends it again (at least once): a
turn that nobody hears of is lost by the clock. Discord drops the second one by its nonce for some minutes.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Literal

import discord
import structlog

from bot.interactions.respond import DISCORD_FAULTS
from bot.tasks import Tasks, persistently
from bot.texts import Raw, Texts, texts
from bot.ui.clocks import falls
from bot.ui.links import link
from bot.ui.match_message import title
from data.errors import UnknownMatch
from data.matches import Match, Stamp
from data.people import Someone
from games import replay

if TYPE_CHECKING:
    from bot.client import Daeguk

log = structlog.get_logger(__name__)

LIVELY_SECONDS = 60.0
"""Whoever did something so short a time ago is there and needs no ping."""

SETTLING_SECONDS = 2.0
"""A ping waits so long at least: the board may be on its way to a thread, or below."""

Why = Literal["turn", "reminder"]

_RETRY_SECONDS = (1.0, 5.0, 30.0)


class Pings:
    """One ping at a time in every match of two people."""

    def __init__(self, client: Daeguk) -> None:
        self._client = client
        self._tasks = Tasks()
        self._waiting: dict[int, asyncio.Task[None]] = {}
        client.store.listeners.append(self.watch)
        client.matches.timekeeper.remind = self.remind

    async def start(self) -> None:
        """Take up what was left to tell, and to take away."""
        for match in [*await self._client.store.told(), *await self._client.store.to_tell()]:
            self.watch(match, since_start=True)

    def watch(self, match: Match, *, since_start: bool = False) -> None:
        """A match has changed: take an old ping away, and tell whose turn it is if they are not there."""
        self._leave(match.id)
        if match.ping_id is not None and not (match.is_on and match.pinged):
            self._tasks.run(self._take_away(match))
        if match.is_on and match.level is None and not match.pinged:
            wait = LIVELY_SECONDS if since_start else self._patience(match)
            if wait is not None:
                self._waiting[match.id] = self._tasks.run(self._tell_later(match, wait))

    def remind(self, match_id: int) -> None:
        """Somebody's day is nearly over."""
        self._tasks.run(self._remind(match_id))

    def _patience(self, match: Match) -> float | None:
        """How long to wait before whose turn it is would be absent; None if they are there, on a live clock.

        On such a clock one thinks before the board; a ping in the middle of that would only disturb.
        """
        user_id = on_move(match)
        left = LIVELY_SECONDS - self._client.people.idle(user_id)
        if left <= 0:
            return SETTLING_SECONDS
        live = match.clock is not None and not match.clock.control.each_turn
        return None if live else max(left, SETTLING_SECONDS)

    def _leave(self, match_id: int) -> None:
        task = self._waiting.pop(match_id, None)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _tell_later(self, match: Match, wait: float) -> None:
        await asyncio.sleep(wait)
        # From here on a move does not cut this off: what is sent has to be noted, or taken away.
        self._waiting.pop(match.id, None)
        await self._tell(match.id, match.stamp, "turn")

    async def _remind(self, match_id: int) -> None:
        with contextlib.suppress(UnknownMatch):
            match = await persistently(lambda: self._client.store.get(match_id), "reminder waits")
            if match.is_on and not match.reminded:
                await self._tell(match_id, match.stamp, "reminder")

    async def _tell(self, match_id: int, stamp: Stamp, why: Why) -> None:
        reminded = why == "reminder"
        match = await persistently(lambda: self._client.store.get(match_id), "ping waits")
        done = match.reminded if reminded else match.pinged
        if done or not match.is_on or match.stamp != stamp or match.message_id is None:
            return
        if match.ping_id is not None:
            await self._take_away(match)
        someone = await persistently(lambda: self._client.people.known(on_move(match)), "ping waits")
        sent = await self._send(match, someone, why) if someone.pings else None
        noted = await persistently(
            lambda: self._client.store.pinged(match_id, stamp, sent, reminded=reminded), "ping not noted yet"
        )
        if not noted and sent is not None:  # they have moved meanwhile
            await self._delete(match, sent)

    async def _send(self, match: Match, someone: Someone, why: Why) -> int | None:
        """The message's id; None where nothing can be sent."""
        shared = await persistently(lambda: self._client.composer.language(match), "ping waits")
        reader = texts(someone.locale) if someone.locale else shared
        told = said(match, someone.user_id, why, reader, self._client.composer.epoch)
        nonce = f"{why[0]}{match.id}.{match.ply}.{match.takebacks}"
        for seconds in (*_RETRY_SECONDS, None):
            try:
                if (own := await self._own_messages(match, someone.user_id)) is not None:
                    await own.send(reader("ping.bring", title=name_of(match, reader)), nonce=nonce)
                    return None  # it stays: what is noted as the match's ping stands beside its board
                return await self._post(match, someone.user_id, told, nonce)
            except (discord.Forbidden, discord.NotFound) as fault:
                log.info("no ping here", match=match.id, fault=str(fault))
                return None
            except DISCORD_FAULTS as fault:
                log.warning("ping not sent", match=match.id, fault=str(fault), retry=seconds)
                if seconds is None:
                    return None
                await asyncio.sleep(seconds)
        raise AssertionError("unreachable")

    async def _own_messages(self, match: Match, user_id: int) -> discord.DMChannel | None:
        """The person's messages with the bot, if the board is in the opponent's: they cannot see it there."""
        if match.guild_id is not None or match.tokens_only:
            return None
        own = await self._client.create_dm(discord.Object(user_id))
        return None if own.id == match.channel_id else own

    async def _post(self, match: Match, user_id: int, told: str, nonce: str) -> int:
        channel = self._client.get_partial_messageable(match.channel_id)
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)]
        )
        assert match.message_id is not None
        board = discord.MessageReference(
            message_id=match.message_id, channel_id=match.channel_id, fail_if_not_exists=False
        )
        message = await channel.send(
            told, reference=board, allowed_mentions=mentions, nonce=nonce, suppress_embeds=True
        )
        return message.id

    async def _take_away(self, match: Match) -> None:
        ping_id = match.ping_id
        assert ping_id is not None
        await self._delete(match, ping_id)
        await persistently(lambda: self._client.store.unpinged(match.id, ping_id), "ping not struck out yet")

    async def _delete(self, match: Match, message_id: int) -> None:
        channel = self._client.get_partial_messageable(match.channel_id)
        for seconds in (*_RETRY_SECONDS, None):
            try:
                await channel.get_partial_message(message_id).delete()
            except (discord.Forbidden, discord.NotFound):
                return
            except DISCORD_FAULTS as fault:
                log.warning("ping not deleted", match=match.id, fault=str(fault), retry=seconds)
                if seconds is not None:
                    await asyncio.sleep(seconds)
                    continue
            return

    async def close(self) -> None:
        """Stop; what was not told is told after the next start."""
        await self._tasks.close()


def name_of(match: Match, reader: Texts) -> Raw:
    """The match as a sentence names it."""
    return Raw(title(match, reader).lstrip("# "))


def said(match: Match, user_id: int, why: Why, reader: Texts, epoch: float) -> str:
    """What a ping says."""
    name = Raw(f"[{name_of(match, reader)}]({link(match)})")
    when = falls(match.clock, epoch) if match.clock is not None else None
    if when is None:
        return reader("ping.turn-untimed", player=Raw(f"<@{user_id}>"), title=name)
    return reader(f"ping.{why}", player=Raw(f"<@{user_id}>"), title=name, when=when)


def on_move(match: Match) -> int:
    """Whose turn it is, between people."""
    side = match.clock.side if match.clock is not None else None
    user_id = match.user_of(side or replay(match.record).to_move)
    assert user_id is not None
    return user_id
