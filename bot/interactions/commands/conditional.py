"""``/conditional``: replies that are played at once when the opponent makes the expected move."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands.find_match import complete_match, find_match
from bot.interactions.commands.naming import command
from bot.interactions.conditional_moves import (
    press_conditional,
    set_conditional,
    show_conditional,
    submit_conditional,
)
from bot.interactions.feature import Feature
from bot.match.conditional_moves import MOST_CHARACTERS, ConditionalReplies
from bot.services import Interaction


@command("conditional")
async def conditional_command(
    interaction: Interaction,
    moves: app_commands.Range[str, 1, MOST_CHARACTERS] | None = None,
    match: int | None = None,
) -> None:
    """Set conditional moves, or show those that are set."""
    chosen_match = await find_match(interaction, match, of_two=True, active=True)
    if moves is None:
        await show_conditional(interaction, chosen_match)
    else:
        await set_conditional(interaction, chosen_match.id, None, moves)


conditional_command.autocomplete("match")(complete_match)


CONDITIONAL_MOVES = Feature(
    [conditional_command],
    panels={"conditional": press_conditional, "conditional-text": submit_conditional},
    build=lambda core: [ConditionalReplies(core.store, core.matches.lookup, core.events)],
)
