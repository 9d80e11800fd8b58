"""``/me``: what a person sets for themselves."""

from __future__ import annotations

from bot.interactions.blocks import press_block
from bot.interactions.commands.naming import command
from bot.interactions.feature import Feature
from bot.interactions.person_settings import PersonSettings
from bot.messages.notifications import Notifications
from bot.messages.vacation_notices import VacationNotices
from bot.services import Interaction, Services


@command("me")
async def me_command(interaction: Interaction) -> None:
    """Show one's own settings, with menus that change them."""
    await interaction.client.services.part(PersonSettings).show(interaction)


def _parts(core: Services) -> list[object]:
    activity, composer, events = core.activity, core.composer, core.events
    return [
        VacationNotices(core.client, core.store, composer, activity, events, core.now),
        Notifications(core.client, core.store, activity, composer, events, core.now),
    ]


ME = Feature([me_command], panels={"block": press_block}, build=_parts)
