"""Reading a board out, an action of ``/board``: to anybody who can see the match, and to them alone."""

from __future__ import annotations

from bot.exceptions import Refusal
from bot.interactions.commands.find_match import find_match
from bot.interactions.feature import Feature
from bot.interactions.watching import check_watchable
from bot.log_context import bind
from bot.match.own_board import board_read_by
from bot.messages.interaction_responses import answer_privately
from bot.services import Interaction
from bot.texts import texts
from bot.ui.board_reading import VERB, reading_view
from bot.ui.panel import Panel
from data.model.match import Match


async def read_board(interaction: Interaction, number: int | None, where: str) -> None:
    """Answer a command with a board in words.

    Without a number it is the person's latest match, or else the newest that others play in this channel.
    Raises `Refusal`.
    """
    try:
        match = await find_match(interaction, number)
    except Refusal:
        queries = interaction.client.services.store.queries
        in_channel = [] if number is not None else await queries.in_channel(interaction.channel_id or 0)
        if not in_channel:
            raise
        match = await interaction.client.services.matches.get(max(in_channel))
    await _read(interaction, match, where)


async def press_read(interaction: Interaction, panel: Panel) -> None:
    """Read the same place again, in the position that there is now."""
    number, _, where = panel.argument.partition(".")
    if not number.isdecimal():
        raise Refusal("error.unknown-button")
    bind(match=int(number))
    await _read(interaction, await interaction.client.services.matches.get(int(number)), where)


async def _read(interaction: Interaction, match: Match, where: str) -> None:
    check_watchable(interaction, match)
    me = interaction.user.id
    board = board_read_by(match, me, interaction.guild_id, interaction.channel_id)
    clocks = await interaction.client.services.composer.clocks(me)
    view = reading_view(match, board.side, where, texts(interaction.locale.value), clocks)
    await answer_privately(interaction, view, [])


READING = Feature(panels={VERB: press_read})
