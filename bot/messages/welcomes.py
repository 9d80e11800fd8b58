"""The welcome: in a server that the bot joins, and as the answer to people who mention or write to it.

No privileged intent is needed: Discord passes on direct messages and the text of messages that mention the
bot.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Sequence
from functools import partial

import discord
import structlog

from bot.drawing.showcase import all_games_picture, game_picture
from bot.match.limits import WELCOMES
from bot.match.rate_limits import OneAtATime, RateLimit
from bot.match.server_rules import allowed_games
from bot.messages.activity import Activity
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import NOBODY, Composed
from bot.texts import Texts, texts
from bot.texts.command_names import CommandLinks
from bot.ui.help import GAMES_SECTION, HELP, help_view, section_view
from bot.ui.panel import Panel
from bot.ui.welcome import game_view, welcome_view
from data.errors import StoreError
from data.store import Store

log = structlog.get_logger(__name__)

JOINED_SECONDS = 86_400.0
"""How long ago the bot may have joined a server, while it was down, and still welcome it."""
MAX_CHARACTERS = 60
"""A longer message that mentions the bot is about it, not to it."""

_MENTION = re.compile(r"<@!?\d+>")
_HANGUL = re.compile("[가-힣]")


class Welcomes:
    """Posts welcomes. ``now`` returns the unix time, ``ticks`` seconds from any origin."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        composer: Composer,
        activity: Activity,
        commands: CommandLinks,
        now: Callable[[], float],
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._store = store
        self._composer = composer
        self._activity = activity
        self._commands = commands
        self._now = now
        self._limit = RateLimit[int](ticks, WELCOMES)
        self.starts = OneAtATime()

    async def message(self, reader: Texts, guild_id: int | None, *, people: bool = True) -> Composed:
        """The welcome in a language; it offers ``people`` to play only where there are some."""
        games = await self.games(guild_id)
        view = welcome_view(reader, self._commands.linked, games, people=people)
        return view, [await self._picture(guild_id, reader)]

    async def help(self, reader: Texts, guild_id: int | None, *, people: bool, warning: str) -> Composed:
        """The first page of help; ``warning`` is a sentence about games, or empty."""
        return help_view(reader, await self.games(guild_id), people=people, warning=warning), []

    async def help_section(self, section: str, reader: Texts, guild_id: int | None) -> Composed:
        """A section of help."""
        return section_view(section, reader, self._commands.link, await self.games(guild_id)), []

    async def games(self, guild_id: int | None) -> Sequence[str]:
        """The games that can be played in a server, or outside servers (None)."""
        return allowed_games(await self._store.settings.guild(guild_id) if guild_id is not None else None)

    async def of_game(
        self,
        slug: str,
        reader: Texts,
        guild_id: int | None,
        strengths: str = "",
        warning: str = "",
        *,
        in_help: bool = False,
    ) -> Composed:
        """The introduction of a game; ``strengths`` is a line about its levels.

        ``in_help``: it was chosen in a section of help, to which a button leads back.
        """
        back = Panel(HELP, GAMES_SECTION) if in_help else None
        view = game_view(slug, reader, self._commands.link, strengths, warning, back=back)
        return view, [await self._picture(guild_id, reader, slug)]

    async def _picture(self, guild_id: int | None, reader: Texts, slug: str | None = None) -> discord.File:
        """The picture that introduces a game, or all of them."""
        look = await self._composer.shared_look(guild_id, reader)
        drawing = partial(game_picture, slug) if slug is not None else all_games_picture
        draw = partial(drawing, look.theme, look.pieces)
        return await self._composer.render(draw, (slug, look.theme, look.pieces))

    # --- In a server -----------------------------------------------------------------------------------

    async def catch_up(self, shard_id: int | None = None) -> None:
        """Welcome the servers, of one shard or of all, that the bot has joined while it was down."""
        for guild in list(self._client.guilds):
            if shard_id not in (None, guild.shard_id):
                continue
            if guild.unavailable:  # nothing is known about it yet, not even the bot's membership
                continue
            joined_at = guild.me.joined_at
            if joined_at is not None and self._now() - joined_at.timestamp() < JOINED_SECONDS:
                await self.greet(guild)

    async def greet(self, guild: discord.Guild) -> None:
        """Post the welcome in a server, once ever, in the first channel where it can; pin it if allowed."""
        channel = next((candidate for candidate in _channels(guild) if _can_post(candidate, guild)), None)
        if channel is None:
            return
        try:
            # First: after a kill in between there is no welcome, rather than two.
            if not await self._store.welcomes.claim(guild.id):
                return
            view, files = await self.message(await self._language_of(guild), guild.id)
            message = await channel.send(view=view, files=files, allowed_mentions=NOBODY)
        except (*DISCORD_FAULTS, StoreError) as fault:
            log.warning("server not welcomed", guild=guild.id, fault=str(fault))
            return
        if channel.permissions_for(guild.me).pin_messages:
            with contextlib.suppress(*DISCORD_FAULTS):
                await message.pin()

    async def _is_open(self, channel: discord.abc.Messageable, guild: discord.Guild) -> bool:
        """Whether a server lets people use the bot in a channel; a thread counts as its channel."""
        chosen = (await self._store.settings.guild(guild.id)).channels
        parent_id = channel.parent_id if isinstance(channel, discord.Thread) else None
        return not chosen or bool({getattr(channel, "id", None), parent_id} & {*chosen})

    async def _language_of(self, guild: discord.Guild) -> Texts:
        settings = await self._store.settings.guild(guild.id)
        return texts(settings.language or guild.preferred_locale.value)

    # --- To a person -----------------------------------------------------------------------------------

    async def answer(self, message: discord.Message) -> None:
        """Answer a message to the bot; ignores every other one, and more than one a minute in a channel."""
        guild, channel = message.guild, message.channel
        if not self._is_addressed(message) or self._limit.is_reached(channel.id):
            return
        if guild is not None and not _can_post(channel, guild):
            return
        self._limit.count(channel.id)
        try:
            if guild is not None and not await self._is_open(channel, guild):
                return
            reader = await self._language_of(guild) if guild else await self._language_with(message)
            view, files = await self.message(reader, guild.id if guild else None, people=guild is not None)
            await channel.send(view=view, files=files, allowed_mentions=NOBODY)
        except (*DISCORD_FAULTS, StoreError) as fault:
            log.warning("message not answered", channel=channel.id, fault=str(fault))

    def _is_addressed(self, message: discord.Message) -> bool:
        """Whether a person writes to the bot: in direct messages, or with a mention and few words.

        A reply is to one of the bot's messages, or about another one.
        """
        if message.author.bot or message.type is not discord.MessageType.default:
            return False
        if message.guild is None:
            return True
        words = _MENTION.sub("", message.content).strip()
        return self._client.user in message.mentions and len(words) <= MAX_CHARACTERS

    async def _language_with(self, message: discord.Message) -> Texts:
        """The language of a person's Discord as last seen; before that, the one that they write."""
        person = await self._activity.person(message.author.id)
        return texts(person.reads or ("ko" if _HANGUL.search(message.content) else None))


def _channels(guild: discord.Guild) -> list[discord.TextChannel]:
    """A server's text channels, the one for Discord's own notices first."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    return [*first, *guild.text_channels]


def _can_post(channel: discord.abc.Messageable, guild: discord.Guild) -> bool:
    """Whether the bot can post a picture in a channel or thread of a server."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    has = channel.permissions_for(guild.me)
    send = has.send_messages_in_threads if isinstance(channel, discord.Thread) else has.send_messages
    return has.view_channel and send and has.attach_files
