"""The message of a puzzle race in its channel: what it shows, and when it is posted again.

People write below it while the race goes on. Once it has scrolled away, it is posted again below, and the old
one deleted: a race lasts minutes, and nobody looks for a button above a conversation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import discord

from bot.lru import LRU
from bot.messages.channels import DiscordChannels, Draft
from bot.messages.composer import Composer
from bot.messages.faults import DiscordRefusal
from bot.messages.kept_messages import KeptMessage, Next
from bot.messages.removals import Removals
from bot.messages.reposting import RepostRule
from bot.ui.panel import panels_of
from bot.ui.races import belongs_to, race_view
from data.model.race import Race, RaceState
from data.store import Store

SCROLLED_MESSAGES = 5
"""After so many newer messages of others, a phone does not show the whole message."""
POST_SECONDS = 15.0
"""How long it stays where it is after it was posted again."""
SEARCHED = 500
"""Messages since the beginning of the race among which it is looked for after a kill."""
MAX_RACES = 1000
"""The number of races of which it is remembered when their message was posted."""


@dataclass(frozen=True, slots=True)
class RaceMessages:
    """Describes the messages of races; ``now`` returns the unix time."""

    client: discord.Client
    store: Store
    composer: Composer
    repost_rule: RepostRule
    removals: Removals
    channels: DiscordChannels
    now: Callable[[], float]
    _posted: LRU[int, float] = field(default_factory=lambda: LRU(MAX_RACES))

    def is_out_of_sight(self, race: Race) -> bool:
        """Whether the message of a race is to be posted again below what people have written since."""
        if race.message_id is None or self.now() < self._posted.get(race.id, 0.0) + POST_SECONDS:
            return False
        guild = self.client.get_guild(race.guild_id or 0)
        return _can_post(guild, race.channel_id or 0) and self.repost_rule.has_scrolled(
            race.channel_id or 0, race.message_id, SCROLLED_MESSAGES
        )

    async def kept(self, state: RaceState) -> KeptMessage:
        """The message of a race, which is to show its state. Raises `data.errors.StoreError`."""
        race = state.race
        doomed = set[int]()
        if race.message_id is None:
            of_server = await self.store.messages_to_delete.in_guild(race.guild_id or 0)
            doomed = {message.message_id for message in of_server}

        def is_it(message: discord.Message) -> bool:
            belongs = any(belongs_to(race.id, panel) for panel in panels_of(message.components))
            return belongs and message.id not in doomed

        async def is_out_of_sight() -> bool:
            return self.is_out_of_sight(race)

        async def before_post() -> bool:
            # That the old message is to be deleted is stored before the new one is posted: after a kill in
            # between, the old one is no longer taken for it, and at most one new one is found.
            if kept.message_id is not None:
                await self.channels.check(kept.channel_id, kept.message_id)
                if not await self.store.messages_to_delete.take_down(race):
                    return False
                kept.nonce += f".{kept.message_id:x}"
                kept.message_id = None
            return True

        async def posted(_: int, message_id: int) -> None:
            await self.store.races.shown(race.id, message_id, race.version)
            self._posted[race.id] = self.now()
            if doomed or race.message_id is not None:
                self.removals.delete_in(race.guild_id or 0)

        kept = KeptMessage(
            key=race.id,
            guild_id=race.guild_id,
            channel_id=race.channel_id or 0,
            message_id=race.message_id,
            nonce=f"race{race.id}",
            draft=lambda: self._draft(state),
            is_it=is_it,
            posted=posted,
            shown=lambda: self.store.races.shown(race.id, race.message_id, race.version),
            rules=_RULES,
            given_up=lambda _: self.store.races.shown(race.id, race.message_id, race.version),
            has_scrolled_away=is_out_of_sight,
            before_post=before_post,
            since=race.created_at,
            searched=SEARCHED,
            is_silent=race.message_id is not None,
        )
        return kept

    async def _draft(self, state: RaceState) -> Draft:
        reader = await self.composer.language_in(state.race.guild_id or 0, None)
        return Draft(race_view(state, reader, await self.invited(state.race)))

    async def invited(self, race: Race) -> list[int]:
        """The people of the race before who are asked again."""
        before = await self.store.races.state(race.rematch_of) if race.rematch_of is not None else None
        return [racer.user_id for racer in before.racers] if before is not None else []


def _can_post(guild: discord.Guild | None, channel_id: int) -> bool:
    """Whether the bot can post in a channel, and find it there again after a kill."""
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if guild is None or channel is None:
        return False
    has = channel.permissions_for(guild.me)
    can_write = has.send_messages_in_threads if isinstance(channel, discord.Thread) else has.send_messages
    return can_write and has.read_message_history


_RULES = dict.fromkeys(set(DiscordRefusal) - {DiscordRefusal.NOT_ACCEPTED}, Next.GIVE_UP)
