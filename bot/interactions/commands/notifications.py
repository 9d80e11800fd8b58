"""``/pings``: whether a person is notified of their turns."""

from __future__ import annotations

from discord import app_commands

from bot.messages.private_notes import NO_MATCH
from bot.services import Interaction
from bot.texts import texts
from bot.texts.command_names import label


@app_commands.command(name=label("command.pings.name"), description=label("command.pings.description"))
@app_commands.rename(on=label("option.on.name"))
@app_commands.describe(on=label("option.on.description"))
@app_commands.choices(
    on=[
        app_commands.Choice(name=label("settings.on"), value="on"),
        app_commands.Choice(name=label("settings.off"), value="off"),
    ]
)
async def pings_command(interaction: Interaction, on: app_commands.Choice[str] | None = None) -> None:
    """Switch one's own notifications on or off; without an option, show the setting."""
    activity, user_id = interaction.client.services.activity, interaction.user.id
    if on is None:
        wanted = (await activity.person(user_id)).notifications
    else:
        wanted = (await activity.change(user_id, notifications=on.value == "on")).notifications
    reader = texts(interaction.locale.value)
    text = reader("pings.on" if wanted else "pings.off")
    await interaction.client.services.private_notes.say(interaction, NO_MATCH, text)
