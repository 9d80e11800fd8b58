"""The panel in which an admin chooses the channel of the message that says whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.ui import LayoutView

from bot.texts import Raw, Texts
from bot.ui.channel_panel import channel_panel, kept_in
from bot.ui.panel import Panel, button
from bot.ui.recap_panel import RECAP_SETTINGS
from bot.ui.recap_panel import SHOW as RECAP_SHOW
from bot.ui.server_races import SERVER_RACE_SETTINGS
from bot.ui.server_races import SHOW as RACE_SHOW
from bot.ui.setting_values import channel_mention
from data.servers.turn_lists import TurnList

TURN_SETTINGS = "turns-set"
"""The verb of the panel."""
SHOW, CHANNEL = "show", "channel"
"""What its parts do: the arguments of the panel."""


def turn_list_panel(
    turn_list: TurnList | None, guild: discord.Guild, back: Panel, reader: Texts
) -> LayoutView:
    """What the message is, where it is, and the menu that turns it on; ``back`` leads to the settings."""
    about = [reader("turns.settings.title"), f"-# {reader('turns.settings.hint')}"]
    buttons = [
        button(back, label=reader.plain("channel.back")),
        button(Panel(RECAP_SETTINGS, RECAP_SHOW), label=reader.plain("settings.recap")),
        button(Panel(SERVER_RACE_SETTINGS, RACE_SHOW), label=reader.plain("settings.server-race")),
    ]
    where = (
        kept_in(turn_list.channel_id, guild, "turns.settings.on", reader) if turn_list is not None else None
    )
    return channel_panel(about, where, Panel(TURN_SETTINGS, CHANNEL), buttons, reader)


def turn_list_changes(before: int | None, after: int | None, reader: Texts) -> Iterator[Raw]:
    """The sentence of the log if the channel differs."""
    if before != after:
        old, new = (channel_mention(channel_id, reader) for channel_id in (before, after))
        yield reader("log.turn-list.channel", old=old, new=new)
