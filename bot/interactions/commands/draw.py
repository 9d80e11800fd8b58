"""``/draw``: offer a draw, or accept one."""

from __future__ import annotations

from bot.interactions.commands.find_match import complete_match, find_match
from bot.interactions.commands.naming import command
from bot.services import Interaction
from bot.texts import Raw, texts
from bot.ui.links import link_for
from data.model.match import MatchState


@command("draw")
async def draw_command(interaction: Interaction, match: int | None = None) -> None:
    """Offer a draw, or accept the opponent's."""
    chosen_match = await find_match(interaction, match, of_two=True, active=True)
    offered = await interaction.client.services.matches.draws.offer(
        chosen_match.id, None, interaction.user.id
    )
    reader = texts(interaction.locale.value)
    key = "draw.offered" if offered.state == MatchState.PLAYING else "draw.agreed"
    text = reader(key, id=offered.id, link=Raw(link_for(offered, interaction.user.id)))
    await interaction.client.services.private_notes.say(interaction, offered.id, text)


draw_command.autocomplete("match")(complete_match)
