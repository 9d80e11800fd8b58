"""The Discord client: holds the parts together and routes what Discord sends to them.

Start reading at `Daeguk.setup_hook`, then `Daeguk.play`: the way of a move as Discord sees it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import structlog
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket

from bot.exceptions import Outdated, Refusal
from bot.interaction import Interaction
from bot.interactions.bring import Moving
from bot.interactions.buttons import Presses
from bot.interactions.commands import add_commands
from bot.interactions.panels import Panels
from bot.interactions.place import here, settings_of
from bot.interactions.replies import answer_reply
from bot.interactions.respond import explain
from bot.interactions.review import Reviewing
from bot.match.computer import Player
from bot.match.service import CHALLENGE_SECONDS, Matches
from bot.match.setup import Seats
from bot.messages.activity import People
from bot.messages.board_messages import Display
from bot.messages.composer import Composer
from bot.messages.notifications import Pings
from bot.messages.outages import Outages
from bot.tasks import persistently
from bot.texts.commands import CommandTranslator
from bot.ui.custom_ids import MODAL, Press, PressButton, PressSelect, unheard
from bot.ui.modals import typed
from bot.ui.panel import Panel
from data.database import Database
from data.matches import Match, Stamp
from games.base import Side

log = structlog.get_logger(__name__)


class Tree(app_commands.CommandTree["Daeguk"]):
    """The command tree; its errors become sentences."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Explain to the person, log what is ours."""
        original = getattr(error, "original", error)
        if isinstance(original, Outdated):
            interaction.client.display.show(original.match)
        await explain(interaction, error)


class Daeguk(discord.AutoShardedClient):
    """The bot."""

    def __init__(
        self, database: Database, player: Player, challenge_seconds: float = CHALLENGE_SECONDS
    ) -> None:
        # No privileged intent: commands and components carry all that is needed, and what a message says
        # is told to whom it pings.
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            enable_debug_events=True,  # so that everything the gateway says is known as a sign of life
            guild_ready_timeout=0.5,  # how long to wait for more guilds before being ready; 2 s by default
        )
        self.store = database.matches
        self.settings = database.settings
        self.composer = Composer(self)
        self.display = Display(self, self.composer)
        self.matches = Matches(self.store, player, self._board_changed, challenge_seconds=challenge_seconds)
        self.people = People(database.people)
        self.pings = Pings(self)
        self.outages = Outages(self)
        self.presses = Presses(self)
        self.reviewing = Reviewing(self, player)
        self.panels = Panels(self)
        self.moving = Moving(self)
        everywhere = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
        installs = app_commands.AppInstallationType(guild=True, user=True)
        self.tree = Tree(self, allowed_contexts=everywhere, allowed_installs=installs)
        self._activity: discord.CustomActivity | None = None

    async def setup_hook(self) -> None:
        """Register what can be pressed and typed, once, before the gateway opens."""
        # After a refused resume discord.py goes to its default gateway: let that be the one it was told.
        _, gateway, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        self.add_dynamic_items(PressButton, PressSelect)
        add_commands(self.tree)
        await self.tree.set_translator(CommandTranslator())
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Log in the open; tell Discord what we are doing."""
        log.info("ready", user=str(self.user), guilds=len(self.guilds))
        if self._activity is not None:
            await self.change_presence(activity=self._activity)

    async def on_shard_ready(self, shard_id: int) -> None:
        """A session that is new: what was written before it is not announced."""
        self.display.freshness.missed()

    async def on_shard_connect(self, shard_id: int) -> None:
        """The gateway is there: people can play."""
        self.outages.back(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """The gateway is there again."""
        self.outages.back(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """The gateway is gone: nobody can play, and no clock runs."""
        self.outages.lost(shard_id)

    async def on_socket_raw_receive(self, message: str) -> None:
        """The gateway said something, if only that it is there."""
        self.outages.heard()

    async def begin_service(self) -> None:
        """Take up every match where it stood, once the gateway is ready."""
        await self.wait_until_ready()
        await persistently(self.matches.resume, "matches not taken up yet")
        await persistently(self.pings.start, "pings not looked up yet")
        for match in await persistently(self.store.behind, "boards not looked up yet"):
            self.display.show(match)

    async def tell_activity(self, text: str) -> None:
        """Show what the bot is doing under its name."""
        self._activity = discord.CustomActivity(text)
        if self.is_ready():
            await self.change_presence(activity=self._activity)

    async def close(self) -> None:
        """Stop thinking and drawing, then leave Discord."""
        if not self.is_closed():
            await self.outages.close()
            await self.matches.close()
            await self.moving.close()
            await self.pings.close()
            await self.display.close()
            self.composer.close()
            await self.people.close()
        await super().close()

    # --- What several commands and presses do --------------------------------------------------------

    async def _board_changed(self, match: Match) -> None:
        self.display.show(match)

    async def changed(self, interaction: Interaction, match: Match) -> None:
        """After a committed change: the computer thinks if it is its turn, the press gets its board."""
        self.matches.let_computer_move(match)
        await self.display.acknowledge(interaction, match)

    def played(self, match: Match) -> None:
        """After a move typed elsewhere: the computer thinks if it is its turn, the board is shown."""
        self.matches.let_computer_move(match)
        self.display.show(match)

    async def play(self, interaction: Interaction, match_id: int, stamp: Stamp | None, text: str) -> None:
        """A person's move: committed first, then shown."""
        match = await self.matches.play(match_id, stamp, interaction.user.id, text)
        await self.changed(interaction, match)

    async def begin(
        self,
        interaction: Interaction,
        slug: str,
        variant: str,
        opponent_id: int | None,
        level: str | None,
        side: Side,
        control: str | None = None,
        rematch_of: int | None = None,
    ) -> None:
        """Start a match against the computer (no opponent) or challenge a person; answers with it.

        Raises `Outdated` with the rematch that there is already.
        """
        me = interaction.user.id
        place = await here(interaction, level, shared=opponent_id is not None)
        seats = Seats(me, opponent_id) if side is Side.FIRST else Seats(opponent_id, me)
        if opponent_id is None:
            assert level is not None
            match = await self.matches.against_computer(
                slug, variant, seats, level, place, control, rematch_of
            )
        else:
            match = await self.matches.challenge(slug, variant, seats, me, place, control, rematch_of)
        match = await self.display.post(interaction, match, ping=opponent_id)
        if match.begun:
            match = await self.settle(interaction, match)
        self.matches.let_computer_move(match)

    async def settle(self, interaction: Interaction, match: Match) -> Match:
        """A match begins: it stays in its message, or moves to a thread where the server wants that."""
        settings = await settings_of(interaction)
        if settings is None or not settings.threads:
            return match
        return await self.display.open_thread(interaction, match)

    # --- Interactions that no command or live view takes ---------------------------------------------

    async def on_interaction(self, interaction: Interaction) -> None:
        """Modals, by their custom_id; and components nobody knows any more."""
        self.people.acted(interaction.user.id, interaction.locale.value)
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await self._submitted(interaction, custom_id)
        elif interaction.type is discord.InteractionType.component:
            await self._pressed(interaction)

    async def _pressed(self, interaction: Interaction) -> None:
        panel = Panel.read(interaction.data or {})
        if panel is not None:
            await self.panels.handle(interaction, panel)
            return
        try:
            press = unheard(interaction)
        except Refusal as refusal:
            await explain(interaction, refusal)
        else:
            if press is not None:
                await self.presses.handle(interaction, press)

    async def _submitted(self, interaction: Interaction, custom_id: str) -> None:
        found = MODAL.fullmatch(custom_id)
        if found is None:
            await explain(interaction, Refusal("error.unknown-button"))
            return
        await self.presses.handle(interaction, replace(Press.read(found), argument=typed(interaction)))

    async def on_message(self, message: discord.Message) -> None:
        """A move written as a reply to its board; any message moves the boards above it out of sight."""
        if message.author != self.user:
            self.display.freshness.heard(message.channel.id, message.id)
            self.people.acted(message.author.id)
        await answer_reply(self, message)

    # --- Places that are lost ------------------------------------------------------------------------

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, with the boards in it."""
        self.moving.channel_gone(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone, by itself or with its channel."""
        self.moving.channel_gone(payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was thrown out of a server, or the server is gone."""
        self.moving.guild_gone(guild.id)
