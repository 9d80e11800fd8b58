"""``/matches``: the list of one's own matches."""

from __future__ import annotations

from bot.interactions.commands.naming import command
from bot.interactions.feature import Feature
from bot.interactions.match_list import (
    choose_in_list,
    press_bring,
    press_cancel,
    show_matches,
    turn_list,
)
from bot.services import Interaction


@command("matches")
async def matches_command(interaction: Interaction) -> None:
    """List one's own matches."""
    await show_matches(interaction)


MATCHES = Feature(
    [matches_command],
    panels={
        "list": turn_list,
        "list-state": turn_list,
        "list-game": choose_in_list,
        "list-opponent": choose_in_list,
        "bring": press_bring,
        "cancel": press_cancel,
    },
)
