"""``/resign``: resign or abort a match."""

from __future__ import annotations

from bot.interactions.commands.find_match import complete_match, find_match
from bot.interactions.commands.naming import command
from bot.interactions.leave_match import ask_leaving
from bot.services import Interaction
from data.model.match import MatchState


@command("resign")
async def resign_command(interaction: Interaction, match: int | None = None) -> None:
    """Resign or abort a match, after a confirmation."""
    await resign(interaction, match)


async def resign(interaction: Interaction, number: int | None) -> None:
    """Ask before the match with a number, or the person's latest, is resigned or aborted."""
    chosen_match = await find_match(interaction, number)
    await interaction.client.services.matches.lookup.unfinished(chosen_match.id, interaction.user.id, None)
    playing = await interaction.client.services.store.queries.of_user(interaction.user.id)
    others = [match for match in playing if match.state == MatchState.PLAYING and match.id != chosen_match.id]
    await ask_leaving(interaction, chosen_match, others=len(others) if number is None else 0)


resign_command.autocomplete("match")(complete_match)
