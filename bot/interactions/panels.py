"""What a press on a panel does: one handler a verb. Start reading at `Panels.handle`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import discord

from bot import guild_settings
from bot.exceptions import Refusal
from bot.interaction import Interaction
from bot.interactions.bring import is_loose
from bot.interactions.respond import explain
from bot.match.parking import PARKED
from bot.texts import texts
from bot.ui.match_list import listing_view
from bot.ui.notices import note_view
from bot.ui.panel import Panel
from bot.ui.settings_panel import settings_view
from data.matches import Match

if TYPE_CHECKING:
    from bot.client import Daeguk


class Panels:
    """Handlers of everything that can be pressed on a panel."""

    def __init__(self, client: Daeguk) -> None:
        self._client = client
        self._verbs: dict[str, Callable[[Interaction, Panel], Awaitable[None]]] = {
            "set": self._set,
            "reset": self._ask_to_reset,
            "reset-yes": self._reset,
            "reset-no": self._keep,
            "list": self._turn_page,
            "bring": self._bring,
            "cancel": self._cancel,
        }

    async def handle(self, interaction: Interaction, panel: Panel) -> None:
        """Do what a press says, or say why not; raises nothing."""
        try:
            if panel.verb not in self._verbs:
                raise Refusal("error.unknown-button")
            await self._verbs[panel.verb](interaction, panel)
        except Exception as error:
            await explain(interaction, error)

    # --- A person's matches --------------------------------------------------------------------------

    async def show_matches(self, interaction: Interaction) -> None:
        """Answer a command with the first page."""
        view = await self._matches(interaction, 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    async def _turn_page(self, interaction: Interaction, panel: Panel) -> None:
        await interaction.response.edit_message(view=await self._matches(interaction, _number(panel)))

    async def _matches(self, interaction: Interaction, page: int) -> discord.ui.LayoutView:
        user_id, reader = interaction.user.id, texts(interaction.locale.value)
        matches = await self._client.store.of_user(user_id)
        if not matches:
            raise Refusal("matches.none")

        def may_come(match: Match) -> bool:
            lost = match.paused == PARKED or match.message_id is None
            return lost or (match.channel_id != interaction.channel_id and is_loose(self._client, match))

        return listing_view(matches, page, user_id, reader, may_come, self._client.composer.epoch)

    async def _bring(self, interaction: Interaction, panel: Panel) -> None:
        await self._client.moving.bring(interaction, await self._client.store.get(_number(panel)))

    async def _cancel(self, interaction: Interaction, panel: Panel) -> None:
        """Take a challenge back, also one whose message is gone; then list what is left."""
        ended = await self._client.matches.answer(_number(panel), interaction.user.id, "cancel")
        self._client.display.show(ended)
        try:
            view = await self._matches(interaction, 0)
        except Refusal as nothing:
            view = note_view(texts(interaction.locale.value)(nothing.key))
        await interaction.response.edit_message(view=view)

    # --- A server's settings -------------------------------------------------------------------------

    async def show_settings(self, interaction: Interaction, changes: dict[str, Any]) -> None:
        """Answer a command with the panel, after these changes."""
        view = await self._settings(interaction, changes, next(iter(changes), None))
        await interaction.response.send_message(view=view, ephemeral=True)

    async def _set(self, interaction: Interaction, panel: Panel) -> None:
        if panel.argument == "channels":
            changes = guild_settings.channels(panel.values)
        else:
            changes = guild_settings.change(panel.argument, "".join(panel.values))
        view = await self._settings(interaction, changes, panel.argument)
        await interaction.response.edit_message(view=view)

    async def _ask_to_reset(self, interaction: Interaction, _: Panel) -> None:
        await interaction.response.edit_message(view=await self._settings(interaction, {}, resetting=True))

    async def _reset(self, interaction: Interaction, _: Panel) -> None:
        view = await self._settings(interaction, guild_settings.DEFAULTS, "all")
        await interaction.response.edit_message(view=view)

    async def _keep(self, interaction: Interaction, _: Panel) -> None:
        await interaction.response.edit_message(view=await self._settings(interaction, {}))

    async def _settings(
        self,
        interaction: Interaction,
        changes: dict[str, Any],
        changed: str | None = None,
        *,
        resetting: bool = False,
    ) -> discord.ui.LayoutView:
        """The panel after these changes, for who may make them: asked at each press, not when it opened."""
        guild = self._client.get_guild(interaction.guild_id or 0)
        if guild is None:
            raise Refusal("settings.only-in-servers")
        if not interaction.permissions.manage_guild:
            raise Refusal("error.missing-permissions")
        store = self._client.settings
        now = await (store.update(guild.id, **changes) if changes else store.guild(guild.id))
        reader = texts(interaction.locale.value)
        return settings_view(now, guild, reader, changed=changed, resetting=resetting)


def _number(panel: Panel) -> int:
    """The number that a press carries; 0 for none."""
    return int(panel.argument) if panel.argument.isdecimal() else 0
