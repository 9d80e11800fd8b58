"""``/watch``: the best match that is going on in this server, live."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands.naming import command
from bot.interactions.feature import Feature
from bot.interactions.watching import press_watch, show_best
from bot.messages.watchers import Watchers
from bot.services import Interaction


@command("watch")
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def watch_command(interaction: Interaction) -> None:
    """Show the best match of others as a live board that only the person sees, with a link to it."""
    await show_best(interaction)


WATCHING = Feature(
    [watch_command],
    panels={"watch": press_watch},
    build=lambda core: [Watchers(core.store.matches, core.composer, core.events, core.now)],
)
