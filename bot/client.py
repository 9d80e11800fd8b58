"""The Discord client: passes what Discord's gateway sends to the parts that handle it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord
import structlog
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket

from bot.blocked import NOBODY, Blocked
from bot.config import KEPT, KeptDays
from bot.discord_trace import discord_trace
from bot.exceptions import Refusal
from bot.guild_settings import KNOWN_WORDS
from bot.interactions.arrivals import (
    apply_own_language,
    begin_command,
    begin_panel,
    begin_press,
    begin_unknown,
    check_options,
    discord_locale,
    stamp,
)
from bot.interactions.bans import FREE, is_ignored, turned_away
from bot.interactions.buttons.dispatch import Buttons
from bot.interactions.closing import Closing, answers_are_sent
from bot.interactions.commands.syncing import CommandSync
from bot.interactions.error_replies import explain
from bot.interactions.feature import Features
from bot.interactions.plain_moves import PlainMoves
from bot.interactions.reply_moves import play_reply
from bot.match.challenges import CHALLENGE_SECONDS
from bot.match.events import MatchEvents, ServerJoined, ServerLeft
from bot.messages.emoji_keeper import EmojiKeeper
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.pictures import Pictures
from bot.own_emojis import OWN_EMOJIS
from bot.services import Client, Engines, Interaction, Services
from bot.sharding.handling import ByLease
from bot.sharding.sharing import Sharing
from bot.tasks import retry_store
from bot.texts.command_names import CommandTranslator
from bot.times import Times
from bot.ui.custom_ids import MODAL, Press, read_press
from bot.ui.modals import submitted_move
from bot.ui.panel import Panel
from data.store import Store

log = structlog.get_logger(__name__)

_HANDLED = (discord.InteractionType.modal_submit, discord.InteractionType.component)
"""What `Daeguk.on_interaction` handles; discord.py handles commands."""


class Tree(app_commands.CommandTree["Daeguk"]):
    """The command tree; its errors become sentences."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Read the command in the language that the person has chosen; False if it is not to be done here."""
        if not await self.client.is_handled_here(interaction.guild_id, interaction.id):
            return False
        begin_command(interaction)
        if await self.client.closing.turns_away(interaction):
            return False
        await apply_own_language(interaction)
        command = interaction.command
        if (command is None or command.qualified_name not in FREE) and await turned_away(interaction):
            return False
        check_options(interaction)
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Explain the error to the person."""
        await explain(interaction, error)


def _intents(reads_messages: bool) -> discord.Intents:
    """What Discord tells the bot. The text of messages in servers is privileged.

    Without it commands and components carry all that is needed, and Discord passes on the text of messages
    that mention the bot.
    """
    intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    intents.message_content = reads_messages
    return intents


class Daeguk(Client):
    """The bot as a client of Discord: it hands events, commands and presses to its services and features."""

    def __init__(
        self,
        store: Store,
        player: Engines,
        events: MatchEvents,
        pictures: Pictures,
        features: Features,
        challenge_seconds: float = CHALLENGE_SECONDS,
        kept: KeptDays = KEPT,
        times: Times | None = None,
        sharing: Sharing | None = None,
        blocked: Blocked = NOBODY,
        *,
        reads_messages: bool = False,
    ) -> None:
        self.times, trace = times or Times(), discord_trace()
        trace.on_request_end.append(self.times.unix.adjust_to_answer)
        trace.on_request_end.append(OWN_EMOJIS.note_answer)
        super().__init__(
            intents=_intents(reads_messages),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            enable_debug_events=True,  # everything that the gateway says is a sign of life
            http_trace=trace,
            guild_ready_timeout=0.5,  # how long to wait for more guilds before being ready; 2 s by default
            shard_count=sharing.leases.total if sharing else None,
            identify_slot=sharing.slots.reserve if sharing else None,
        )
        self._handling: ByLease | None = None  # a process that shares nothing handles everything
        if sharing is not None:
            self._handling = ByLease(sharing.leases, lambda: self.shards, store.uptime.is_running)
        self._leases = sharing.leases if sharing else None
        self.is_set_up = asyncio.Event()
        self.closing = Closing()
        # Most messages that change are the bot's own boards, and it needs no news of them.
        self._connection.parsers.pop("MESSAGE_UPDATE")
        store.settings.restrict(KNOWN_WORDS)
        self.services = Services.build(
            self,
            store,
            player,
            events,
            pictures,
            self.times,
            features.build,
            challenge_seconds,
            kept,
            blocked,
            reads_messages=reads_messages,
        )
        self._plain_moves = PlainMoves(self)
        self._features = features
        self.presses = Buttons(self.services, features.buttons, features.for_spectators)
        everywhere = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
        installs = app_commands.AppInstallationType(guild=True, user=True)
        self.tree = Tree(self, allowed_contexts=everywhere, allowed_installs=installs)
        self._command_sync: CommandSync | None = None
        self._activity: discord.CustomActivity | None = None

    async def setup_hook(self) -> None:
        """Register components and commands, once, before the gateway opens."""
        self.services.outages.watch_the_loop()
        # After a refused resume discord.py connects to its default gateway: set that to Discord's.
        shards, gateway, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        self.shard_count = self.shard_count or shards
        uptime = self.services.store.uptime
        await retry_store(lambda: uptime.share(self.shard_count or 1), "uptime not read yet")
        self._features.add_commands(self.tree)
        await self.tree.set_translator(CommandTranslator())
        sync = CommandSync(self.tree, self._bot_id, self.services.store.database, self._leases)
        self.services.commands.register(await sync.first())
        self._command_sync = sync
        self.is_set_up.set()

    async def begin_service(self) -> None:
        """Begin the background work: at once with shards to gain, otherwise when every shard is connected."""
        await (self.is_set_up.wait() if self._leases else self.wait_until_ready())
        self.services.start()
        if not self._leases:
            self.services.gain_all()
            await self.services.welcomes.catch_up()

    async def keep_commands(self) -> None:
        """Send the commands again when other processes that had newer ones are gone, without end."""
        await self.is_set_up.wait()
        assert self._command_sync is not None
        await self._command_sync.keep(self.services.commands.register)

    async def keep_emojis(self) -> None:
        """Have Discord keep the bot's own emojis, without end; the owner of direct messages uploads them."""
        await self.is_set_up.wait()
        leases = self._leases
        await EmojiKeeper(self, lambda: leases is None or leases.owns(None), self.times.unix).keep()

    async def set_activity(self, text: str) -> None:
        """Show a text under the bot's name."""
        self._activity = discord.CustomActivity(text)
        self.activity = self._activity  # which shards that connect later show
        await self._show_activity()

    async def _show_activity(self) -> None:
        """Show the activity on every shard; one that is not connected shows it when it is."""
        for shard_id in list(self.shards):
            with contextlib.suppress(KeyError, OSError, RuntimeError, discord.ConnectionClosed):
                await self.change_presence(activity=self._activity, shard_id=shard_id)

    async def close(self) -> None:
        """Answer what has arrived, stop the background work, then leave Discord."""
        if not self.is_closed():
            await self.closing.begin()
            await self.services.close()
            await answers_are_sent()
        await super().close()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on. What needs no task of its own is done here: there are several events a press."""
        if event == "socket_raw_receive":  # the gateway said something, whatever it is
            self.services.outages.heartbeat()
            return
        if event == "socket_event_type":  # what it was follows as an event of its own
            return
        if event == "interaction":
            stamp(args[0])
        super().dispatch(event, *args, **kwargs)

    async def is_handled_here(self, guild_id: int | None, snowflake: int) -> bool:
        """Whether this process handles an interaction or a message: another one may get it too."""
        return self._handling is None or await self._handling.is_here(guild_id, snowflake)

    @property
    def _bot_id(self) -> int:
        """The bot's id, once it is logged in."""
        assert self.user is not None
        return self.user.id

    # --- The gateway ---------------------------------------------------------------------------------

    async def on_ready(self) -> None:
        """Set the activity on the new session."""
        log.info("ready", user=str(self.user), guilds=len(self.guilds))
        if self._activity is not None:
            await self._show_activity()

    async def on_shard_ready(self, shard_id: int) -> None:
        """A new session: the messages written before it are not reported."""
        self.services.repost_rule.reset()
        self.services.outages.compare_servers(shard_id)
        for guild in self.guilds:
            if guild.shard_id == shard_id:
                await self._leave_if_blocked(guild)
        if self._leases:
            await self.services.welcomes.catch_up(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """The gateway is connected: people can play."""
        log.info("connected to Discord", shard=shard_id)
        self.services.outages.connected(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """The gateway is connected again."""
        log.info("connected to Discord again", shard=shard_id)
        self.services.outages.connected(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """The gateway is gone: nobody can play, and no clock runs."""
        log.info("disconnected from Discord", shard=shard_id)
        self.services.outages.disconnected(shard_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is deleted, with the boards in it."""
        self.services.lost_places.channel_deleted(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is deleted, alone or with its channel."""
        self.services.lost_places.channel_deleted(payload.thread_id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord cannot serve a server for now: nobody can play there, and no clock runs."""
        log.warning("server unavailable", guild=guild.id)
        self.services.outages.server_lost(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is there, at the start or again."""
        self.services.outages.server_back(guild.id)
        await self._leave_if_blocked(guild)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message is deleted, perhaps a board by a moderator."""
        self.services.repost_rule.messages_deleted(payload.channel_id, [payload.message_id])
        self.services.lost_places.messages_deleted([payload.message_id])

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Messages are deleted at once."""
        self.services.repost_rule.messages_deleted(payload.channel_id, payload.message_ids)
        self.services.lost_places.messages_deleted(list(payload.message_ids))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added to a server."""
        log.info("server joined", guild=guild.id)
        if await self._leave_if_blocked(guild):
            return
        self.services.events.publish(ServerJoined(guild.id))
        await self.services.welcomes.greet(guild)

    async def _leave_if_blocked(self, guild: discord.Guild) -> bool:
        """Leave a server that the operator has blocked; whether it is one."""
        if guild.id not in self.services.blocked.servers:
            return False
        with contextlib.suppress(*DISCORD_FAULTS):  # tried again at the next start
            await guild.leave()
            log.info("blocked server left", guild=guild.id)
        return True

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server, or the server is deleted."""
        log.info("server left", guild=guild.id)
        self.services.outages.server_back(guild.id)
        self.services.lost_places.guild_removed(guild.id)
        self.services.events.publish(ServerLeft(guild.id))

    async def on_message(self, message: discord.Message) -> None:
        """A message moves the boards above it up; to the bot it can be a move, or a greeting."""
        self.times.unix.adjust_to_id(message.id)
        if message.author == self.user:
            return
        self.services.repost_rule.message_seen(message.channel.id, message.id)
        self.services.activity.acted(message.author.id)
        if await self.is_handled_here(message.guild.id if message.guild else None, message.id):
            if await self._plain_moves.play(message) or await self._features.handle_message(self, message):
                return
            await play_reply(self, message)
            if not await is_ignored(self, message):
                await self.services.welcomes.answer(message)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Dispatch presses and forms; discord.py dispatches commands."""
        self.times.unix.adjust_to_id(interaction.id)
        self.services.activity.acted(interaction.user.id, discord_locale(interaction).value)
        if interaction.type not in _HANDLED or not await self.is_handled_here(
            interaction.guild_id, interaction.id
        ):
            return
        if await self.closing.turns_away(interaction):
            return
        if interaction.type is discord.InteractionType.modal_submit:
            await self._submitted(interaction)
        else:
            await self._pressed(interaction)

    async def _pressed(self, interaction: Interaction) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        try:
            press = read_press(data)  # first: most presses are on boards
        except Refusal as refusal:
            panel = Panel.read(data)
            if panel is not None:
                await self._use_panel(interaction, panel)
            else:
                await self._refuse(interaction, refusal)
        else:
            await self._handle(interaction, press)

    async def _submitted(self, interaction: Interaction) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        panel = Panel.read(data)
        if panel is not None:
            await self._use_panel(interaction, panel)
            return
        parsed = MODAL.fullmatch(str(data.get("custom_id", "")))
        if parsed is None:
            await self._refuse(interaction, Refusal("error.unknown-button"))
            return
        await self._handle(interaction, replace(Press.read(parsed), argument=submitted_move(interaction)))

    async def _use_panel(self, interaction: Interaction, panel: Panel) -> None:
        begin_panel(interaction, panel, self._features.panels)
        await apply_own_language(interaction)
        if panel.verb in FREE or not await turned_away(interaction):
            await self._features.handle_panel(interaction, panel)

    async def _handle(self, interaction: Interaction, press: Press) -> None:
        begin_press(interaction, press)
        await apply_own_language(interaction)
        if not await turned_away(interaction):
            await self.presses.handle(interaction, press)

    async def _refuse(self, interaction: Interaction, refusal: Refusal) -> None:
        begin_unknown(interaction)
        await apply_own_language(interaction)
        await explain(interaction, refusal)
