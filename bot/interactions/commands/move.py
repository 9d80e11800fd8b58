"""``/move``: play a move by typing it."""

from __future__ import annotations

from discord import app_commands

from bot.exceptions import Refusal
from bot.interactions.commands.find_match import MOST_CHOICES, complete_match, find_match
from bot.interactions.error_replies import explain
from bot.presenters.registry import PRESENTERS
from bot.services import Interaction
from bot.texts import Raw, texts
from bot.texts.command_names import label
from bot.ui.links import link
from bot.ui.match_list import is_turn
from data.errors import StoreError
from games import replay
from games.base import RuleError
from games.grid import plain


@app_commands.command(name=label("command.move.name"), description=label("command.move.description"))
@app_commands.rename(move=label("option.move.name"), match=label("option.match.name"))
@app_commands.describe(move=label("option.move.description"), match=label("option.match.description"))
async def move_command(
    interaction: Interaction, move: app_commands.Range[str, 1, 20], match: int | None = None
) -> None:
    """Play a move by typing it."""
    services = interaction.client.services
    found = await find_match(interaction, match, own_turn=True)
    services.teaching_notes.keep_token(interaction, found.id)
    try:
        played = await services.matches.play(found.id, None, interaction.user.id, move)
    except (RuleError, Refusal, StoreError) as error:
        await explain(interaction, error, found.id)
        return
    if played.channel_id == interaction.channel_id:  # the board is here and shows the move
        await services.private_notes.nothing(interaction)
        return
    reader, presenter = texts(interaction.locale.value), PRESENTERS[played.game]
    said = presenter.move_text(played.moves[found.ply], reader)
    text = reader("move.played", move=said, id=played.id, link=Raw(link(played)))
    await services.private_notes.say(interaction, played.id, text)


@move_command.autocomplete("move")
async def complete_move(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The legal moves of the match meant that begin with what was typed."""
    number = interaction.namespace.match
    try:
        match = await find_match(interaction, number if isinstance(number, int) else None, own_turn=True)
    except (Refusal, StoreError):
        return []
    if not is_turn(match, interaction.user.id):
        return []
    reader, presenter = texts(interaction.locale.value), PRESENTERS[match.game]
    named = [(presenter.move_text(move, reader), move) for move in replay(match.record).legal_moves()]
    wanted = plain(typed)
    begun = [pair for pair in named if plain(pair[0]).startswith(wanted) or pair[1].startswith(wanted)]
    begun.sort(key=lambda pair: (pair[1][:1], len(pair[1]), pair[1]))
    return [app_commands.Choice(name=name, value=move) for name, move in begun[:MOST_CHOICES]]


move_command.autocomplete("match")(complete_match)
