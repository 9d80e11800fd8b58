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

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Protocol

import discord
import structlog

from bot.messages.backoff import Backoff
from bot.messages.channels import NEWEST, DiscordChannels, Draft
from bot.messages.faults import DISCORD_FAULTS, RETRY_SECONDS, DiscordRefusal, refusal_of
from bot.messages.quiet_hours import QuietHours

log = structlog.get_logger(__name__)


class Next(Enum):
    """What follows when Discord refuses to do something about a message."""

    POST_ANEW = auto()
    GIVE_UP = auto()


class Stored(Protocol):
    """Where a message is, as it is stored."""

    @property
    def guild_id(self) -> int | None:
        """The server; None in direct messages."""

    @property
    def channel_id(self) -> int:
        """The channel, or the thread."""

    @property
    def message_id(self) -> int | None:
        """None while it is not known to be posted."""


class KeptMessage(ABC):
    """Describes a message and what it is to show; ``key`` is whose refusals are counted together.

    Methods may raise `data.errors.StoreError`.
    """

    rules: Mapping[DiscordRefusal, Next] = {}
    """What follows each refusal; after others the same is tried again later."""
    thread: str | None = None
    """The name of the thread of the channel in which it is posted, if that can be opened."""
    since: float | None = None
    """The unix time before which it was not posted; None looks for it among the newest messages."""
    searched = NEWEST
    """The number of messages among which it is looked for."""
    is_new = False
    """Whether it cannot have been posted yet, so that it is not looked for."""
    is_silent = False
    """Whether it never makes a sound; in quiet hours of the server, no message does."""

    def __init__(self, key: int, stored: Stored) -> None:
        self.key = key
        self.guild_id = stored.guild_id
        self.channel_id = stored.channel_id
        self.message_id = stored.message_id

    @property
    @abstractmethod
    def nonce(self) -> str:
        """The same for each attempt to post it, and different once it is to be there again."""

    @abstractmethod
    async def draft(self) -> Draft:
        """What it is to show now."""

    @abstractmethod
    def is_it(self, message: discord.Message) -> bool:
        """Whether a message of the bot's is this one, posted and not stored."""

    @abstractmethod
    async def posted(self, message_id: int) -> None:
        """Store that it is posted, in `channel_id`, which can now be the thread, and shows the draft."""

    @abstractmethod
    async def shown(self) -> None:
        """Store that it shows the draft."""

    async def edit(self, channels: DiscordChannels, message_id: int) -> bool:
        """Have the message show the draft; False if that is not possible now, and no reason to give it up."""
        await channels.edit(self.channel_id, message_id, await self.draft())
        return True

    async def given_up(self, refusal: DiscordRefusal) -> None:
        """Store that it will not be shown, for a reason for which the rules say `Next.GIVE_UP`."""
        log.info("message given up", channel=self.channel_id, reason=refusal.value)

    async def has_scrolled_away(self) -> bool:
        """Whether it is posted again below instead of edited."""
        return False

    async def before_post(self, channels: DiscordChannels) -> bool:
        """Do what comes before it is posted (anew), in the order that a kill needs; False to post nothing.

        It may set another `channel_id`, and `message_id` to None once the old message is gone.
        """
        return True


class Notice(KeptMessage):
    """A text that is posted once, in a server's channel, and never edited."""

    def __init__(self, key: int, place: Stored, nonce: str, content: Draft) -> None:
        super().__init__(key, place)
        self.message_id = None
        self._nonce = nonce
        self._content = content

    @property
    def nonce(self) -> str:
        """What it is about."""
        return self._nonce

    async def draft(self) -> Draft:
        """The text."""
        return self._content

    def is_it(self, message: discord.Message) -> bool:
        """Whether a message has the same text."""
        return message.content == self._content.text

    async def posted(self, message_id: int) -> None:
        """Remember its id for the caller."""
        self.message_id = message_id

    async def shown(self) -> None:
        """Nothing is stored here: whoever sends the notice knows when it was sent."""

    async def edit(self, channels: DiscordChannels, message_id: int) -> bool:
        """Leave it as it is."""
        return True


class Keeper:
    """Keeps messages of one kind; ``now`` returns the unix time."""

    def __init__(self, channels: DiscordChannels, quiet: QuietHours, now: Callable[[], float]) -> None:
        self.channels = channels
        self.backoff = Backoff[int](now)
        """When to try again what Discord has refused, by the keys of the messages."""
        self._failures = Backoff[int](now, RETRY_SECONDS)
        self._quiet = quiet

    async def show(self, kept: KeptMessage) -> None:
        """Have a message show its draft. Only one call at a time may be about the same message.

        Returns, too, when the message was given up. Raises `DISCORD_FAULTS` for what is worth another try
        after `seconds_left`, and `data.errors.StoreError`.
        """
        try:
            await self._show(kept)
        except DISCORD_FAULTS as fault:
            refusal = refusal_of(fault)
            if refusal is None:
                self._failures.refused(kept.key)
                raise
            if kept.rules.get(refusal) is not Next.GIVE_UP:
                self.backoff.refused(kept.key)
                raise
            await kept.given_up(refusal)
        else:
            self.backoff.accepted(kept.key)
            self._failures.accepted(kept.key)

    def seconds_left(self, key: int) -> float:
        """How long to wait for the next try after a fault."""
        return max(self.backoff.seconds_left(key), self._failures.seconds_left(key))

    async def _show(self, kept: KeptMessage) -> None:
        if kept.message_id is None:
            await self._begin(kept)
            return
        if await kept.has_scrolled_away() and await self._post_below(kept):
            return
        if await self._edit(kept, kept.message_id):
            await kept.shown()

    async def _begin(self, kept: KeptMessage) -> None:
        """Post a message whose id is not stored, unless it is there: in its thread, or else the channel."""
        channel_id, thread_id = kept.channel_id, None
        if kept.thread is not None:
            thread_id = await self.channels.thread(kept.guild_id, channel_id, kept.thread)
        if thread_id is not None:
            try:
                kept.channel_id = thread_id
                await self._find_or_post(kept)
                return
            except discord.HTTPException as fault:
                if fault.status >= 500:  # it can have been carried out: the message is looked for later
                    raise
                log.info("not posted in a thread", channel=channel_id, fault=str(fault))
                kept.channel_id = channel_id
        await self._find_or_post(kept)

    async def _find_or_post(self, kept: KeptMessage) -> None:
        posted_id = None
        if not kept.is_new:
            posted_id = await self.channels.find(
                kept.channel_id, kept.is_it, since=kept.since, limit=kept.searched
            )
        if posted_id is None:
            await self._post(kept)
        elif await self._edit(kept, posted_id):
            await kept.posted(posted_id)

    async def _post_below(self, kept: KeptMessage) -> bool:
        """Post a message again below; False if the bot can only edit it, or somebody has deleted it."""
        try:
            await self._post(kept)
        except (discord.NotFound, discord.Forbidden) as fault:
            if kept.message_id is None:
                raise
            log.info("not posted below", channel=kept.channel_id, fault=str(fault))
            return False
        return True

    async def _edit(self, kept: KeptMessage, message_id: int) -> bool:
        """Edit a message; False if it could not be edited, or was posted anew for that."""
        try:
            return await kept.edit(self.channels, message_id)
        except discord.HTTPException as fault:
            refusal = refusal_of(fault)
            if refusal is None or kept.rules.get(refusal) is not Next.POST_ANEW:
                raise
            await self._post(kept)
            return False

    async def _post(self, kept: KeptMessage) -> None:
        if await kept.before_post(self.channels):
            draft = await kept.draft()
            silent = kept.is_silent or await self._quiet.are_now(kept.guild_id)
            message_id = await self.channels.send(kept.channel_id, draft, nonce=kept.nonce, silent=silent)
            await kept.posted(message_id)
