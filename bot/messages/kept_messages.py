"""Keeps a message in a channel: start reading at `Keeper.show`.

A message is posted once, found again after a kill before it was stored, edited to what it is to show now, and
posted again where it cannot be edited or has scrolled away. What is shown, where, and what follows a refusal
of Discord's is described by a `KeptMessage` of each kind: boards, tournaments, daily puzzles, lists of seeks,
and notices, which are posted and then left.

What can go wrong at each step:

- The process is killed, the connection lost or the store fails after Discord has posted: the message is found
  in its channel at the next try; until Discord shows it there, it drops a second one by the nonce.
- Discord refuses (`DiscordRefusal`): the description says whether the message is posted anew or given up.
  Otherwise the fault is raised, and `Keeper.backoff` says when to try again, later after each refusal.
- Discord fails, is slow or wants fewer requests (5xx, 429, a timeout): the fault is raised; it may pass soon.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

import discord
import structlog

from bot.messages.backoff import Backoff
from bot.messages.channels import NEWEST, DiscordChannels, Draft, Thread
from bot.messages.faults import DISCORD_FAULTS, RETRY_SECONDS, DiscordRefusal, refusal_of
from bot.messages.quiet_hours import QuietHours

log = structlog.get_logger(__name__)


class Next(Enum):
    """What follows when Discord refuses to do something about a message."""

    POST_ANEW = auto()
    GIVE_UP = auto()


async def _nothing(*_: object) -> None:
    """Store nothing."""


@dataclass(slots=True, kw_only=True, eq=False)
class KeptMessage:
    """Describes a message and what it is to show. Its functions may raise `data.errors.StoreError`."""

    key: int
    """Whose refusals are counted together: for example the server."""
    guild_id: int | None
    """The server; None in direct messages."""
    channel_id: int
    """The channel, or the thread."""
    message_id: int | None
    """None while it is not known to be posted."""
    nonce: str
    """Equal for all attempts to post it, so that Discord drops a second one; another when posted again."""
    draft: Callable[[], Awaitable[Draft]]
    """Returns what it is to show now."""
    is_it: Callable[[discord.Message], bool]
    """Whether a message of the bot's is this one, posted and not stored."""
    posted: Callable[[int, int], Awaitable[object]] = _nothing
    """Stores its channel, or its thread, and its id: it shows the draft."""
    shown: Callable[[], Awaitable[object]] = _nothing
    """Stores that it shows the draft after an edit."""
    rules: Mapping[DiscordRefusal, Next] = field(default_factory=dict)
    """What follows each refusal; after others the same is tried again later."""
    given_up: Callable[[DiscordRefusal], Awaitable[object]] = _nothing
    """Stores that it will not be shown, where the rules say `Next.GIVE_UP`."""
    edit: Callable[[int], Awaitable[bool]] | None = None
    """Edits it in another way; False if that is not possible now, and no reason to give it up."""
    has_scrolled_away: Callable[[], Awaitable[bool]] | None = None
    """Whether it is posted again below instead of edited."""
    before_post: Callable[[], Awaitable[bool]] | None = None
    """Does what comes before it is posted, in the order that a kill needs; False to post nothing.

    It may set another `channel_id`, and `message_id` to None once the old message is gone.
    """
    thread: Thread | None = None
    """The thread of the channel in which it is posted, if that can be opened."""
    since: float | None = None
    """The unix time before which it was not posted; None looks for it among the newest messages."""
    searched: int = NEWEST
    """The number of messages among which it is looked for."""
    is_new: bool = False
    """Whether it cannot have been posted yet, so that it is not looked for."""
    is_silent: bool = False
    """Whether it never makes a sound; in quiet hours of the server, no message does."""


def kept_notice(key: int, guild_id: int | None, channel_id: int, nonce: str, content: Draft) -> KeptMessage:
    """A text that is posted once, recognized by its words, and never edited."""

    async def draft() -> Draft:
        return content

    async def leave(message_id: int) -> bool:
        return True

    return KeptMessage(
        key=key,
        guild_id=guild_id,
        channel_id=channel_id,
        message_id=None,
        nonce=nonce,
        draft=draft,
        is_it=lambda message: message.content == content.text,
        edit=leave,
    )


class Keeper:
    """Keeps messages of one kind; ``now`` returns the unix time."""

    def __init__(self, channels: DiscordChannels, quiet: QuietHours, now: Callable[[], float]) -> None:
        self.channels = channels
        self.backoff = Backoff[int](now)
        """When to try again what Discord has refused, by the keys of the messages."""
        self._failures = Backoff[int](now, RETRY_SECONDS)
        self._quiet = quiet

    async def show(self, kept: KeptMessage) -> bool:
        """Have a message show its draft; False if it was given up, or is not shown for now.

        Only one call at a time may be about the same message. Raises `DISCORD_FAULTS` for what is worth
        another try after `seconds_left`, and `data.errors.StoreError`.
        """
        try:
            is_shown = await self._show(kept)
        except DISCORD_FAULTS as fault:
            refusal = refusal_of(fault)
            if refusal is None:
                self._failures.refused(kept.key)
                raise
            if kept.rules.get(refusal) is not Next.GIVE_UP:
                self.backoff.refused(kept.key)
                raise
            log.info("message given up", channel=kept.channel_id, fault=str(fault))
            await kept.given_up(refusal)
            return False
        self.backoff.accepted(kept.key)
        self._failures.accepted(kept.key)
        return is_shown

    def seconds_left(self, key: int) -> float:
        """How long to wait for the next try after a fault."""
        return max(self.backoff.seconds_left(key), self._failures.seconds_left(key))

    async def _show(self, kept: KeptMessage) -> bool:
        if kept.message_id is None:
            return await self._begin(kept)
        has_scrolled_away = kept.has_scrolled_away is not None and await kept.has_scrolled_away()
        if has_scrolled_away and await self._post_below(kept):
            return True
        return await self._edit(kept, kept.message_id)

    async def _begin(self, kept: KeptMessage) -> bool:
        """Post a message whose id is not stored, unless it is there: in its thread, or else the channel."""
        channel_id, thread_id = kept.channel_id, None
        if kept.thread is not None:
            thread_id = await self.channels.thread(kept.guild_id, channel_id, kept.thread)
        if thread_id is not None:
            try:
                kept.channel_id = thread_id
                return await self._find_or_post(kept)
            except discord.HTTPException as fault:
                if fault.status >= 500:  # it can have been carried out: the message is looked for later
                    raise
                log.info("not posted in a thread", channel=channel_id, fault=str(fault))
                kept.channel_id = channel_id
        return await self._find_or_post(kept)

    async def _find_or_post(self, kept: KeptMessage) -> bool:
        posted_id = None
        if not kept.is_new:
            posted_id = await self.channels.find(
                kept.channel_id, kept.is_it, since=kept.since, limit=kept.searched
            )
        return await (self._post(kept) if posted_id is None else self._edit(kept, posted_id))

    async def _post_below(self, kept: KeptMessage) -> bool:
        """Post a message again below; False if the bot can only edit it, or somebody has deleted it."""
        try:
            return await self._post(kept)
        except (discord.NotFound, discord.Forbidden) as fault:
            if kept.message_id is None:
                raise
            log.info("not posted below", channel=kept.channel_id, fault=str(fault))
            return False

    async def _edit(self, kept: KeptMessage, message_id: int) -> bool:
        """Edit a message, or post it anew where the rules say so."""
        try:
            if kept.edit is not None:
                edited = await kept.edit(message_id)
            else:
                await self.channels.edit(kept.channel_id, message_id, await kept.draft())
                edited = True
        except discord.HTTPException as fault:
            refusal = refusal_of(fault)
            if refusal is None or kept.rules.get(refusal) is not Next.POST_ANEW:
                raise
            return await self._post(kept)
        if edited and kept.message_id is None:  # it was posted, and that not stored
            kept.message_id = message_id
            await kept.posted(kept.channel_id, message_id)
        elif edited:
            await kept.shown()
        return edited

    async def _post(self, kept: KeptMessage) -> bool:
        if kept.before_post is not None and not await kept.before_post():
            return False
        draft = await kept.draft()
        silent = kept.is_silent or await self._quiet.are_now(kept.guild_id)
        message_id = await self.channels.send(kept.channel_id, draft, nonce=kept.nonce, silent=silent)
        kept.message_id = message_id
        await kept.posted(kept.channel_id, message_id)
        return True
