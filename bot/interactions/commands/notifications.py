"""``/pings``: whether a person is notified of their turns."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands.naming import SWITCH_CHOICES, command
from bot.interactions.feature import Feature
from bot.messages.notifications import Notifications
from bot.messages.private_notes import NO_MATCH
from bot.services import Interaction
from bot.texts import texts


@command("pings")
@app_commands.choices(on=SWITCH_CHOICES)
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


PINGS = Feature(
    [pings_command],
    build=lambda core: [
        Notifications(core.client, core.store, core.activity, core.composer, core.events, core.now)
    ],
)
