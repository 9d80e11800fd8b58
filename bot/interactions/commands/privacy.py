"""``/privacy``: what is stored about a person."""

from __future__ import annotations

from bot.interactions.commands.naming import command
from bot.interactions.feature import Feature
from bot.interactions.privacy import press_privacy, show_privacy
from bot.match.erasure import Erasure
from bot.match.retention import Retention
from bot.match.seeks import Seeks
from bot.services import Interaction, Services


@command("privacy")
async def privacy_command(interaction: Interaction) -> None:
    """Show what is stored about oneself, with buttons that export and erase it."""
    await show_privacy(interaction)


def _parts(core: Services) -> list[object]:
    def guild_ids() -> list[int]:
        return [guild.id for guild in core.client.guilds]

    retention = Retention(core.store, core.kept_days, guild_ids, core.events, core.now)
    return [Erasure(core.store, core.matches, core.part(Seeks)), retention]


PRIVACY = Feature([privacy_command], panels={"privacy": press_privacy}, build=_parts)
