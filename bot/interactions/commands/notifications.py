"""``/pings``: whether one wants to be told of one's turns. Start reading at `pings_command`."""

from __future__ import annotations

from discord import app_commands

from bot.interaction import Interaction
from bot.interactions.respond import whisper
from bot.texts import texts
from bot.texts.commands import label


@app_commands.command(name=label("command.pings.name"), description=label("command.pings.description"))
@app_commands.rename(on=label("option.on.name"))
@app_commands.describe(on=label("option.on.description"))
async def pings_command(interaction: Interaction, on: bool | None = None) -> None:
    """Switch one's own pings on or off; without a word, say how it is."""
    people, user_id = interaction.client.people, interaction.user.id
    wanted = (await people.known(user_id)).pings if on is None else await people.wants_pings(user_id, on)
    reader = texts(interaction.locale.value)
    await whisper(interaction, reader("pings.on" if wanted else "pings.off"))
