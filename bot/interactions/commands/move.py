"""``/move``: play a move by typing it."""

from __future__ import annotations

import re
import string
from collections.abc import Callable

from discord import app_commands

from bot.exceptions import Refusal
from bot.interactions.commands.completion import MAX_CHOICES, completion
from bot.interactions.commands.find_match import complete_match, find_match
from bot.interactions.commands.naming import command
from bot.interactions.error_replies import explain
from bot.match.own_board import board_in
from bot.messages.private_notes import with_position
from bot.presenters.registry import PRESENTERS, AnyPresenter
from bot.services import Interaction
from bot.texts import Raw, texts
from bot.ui.links import link_for
from bot.ui.match_list import is_turn
from bot.ui.notices import confirm_elsewhere_view
from data.errors import StoreError
from data.model.match import Match
from games import game, replay
from games.base import Move, Position, RuleError
from games.grid import plain
from games.keyboard import parse_typed, readings

_POINT = re.compile(r"([a-z])([0-9]+)")
NO_MOVE = "?"
"""The value of the choice that says what to type."""
_RECENT = 2
"""Moves whose surroundings are offered first."""


@command("move")
async def move_command(
    interaction: Interaction, move: app_commands.Range[str, 1, 20], match: int | None = None
) -> None:
    """Play a move by typing it; in a match of another channel that is not given by its number, ask first."""
    services = interaction.client.services
    chosen_match = await find_match(interaction, match, own_turn=True)
    board = board_in(chosen_match, None, interaction.channel_id)
    is_here = board.channel_id == interaction.channel_id
    if is_here:
        services.repost_rule.move_typed(board.id, interaction.id)
    try:
        if not is_here and match is None:
            await _ask_first(interaction, chosen_match, move)
            return
        played = await services.matches.play(chosen_match.id, None, interaction.user.id, move)
    except (RuleError, Refusal, StoreError) as error:
        await explain(interaction, error, chosen_match.id)
        return
    if is_here and services.boards.messages.is_newest(board):  # the board is in sight and shows the move
        await services.private_notes.nothing(interaction)
        return
    reader, presenter = texts(interaction.locale.value), PRESENTERS[played.game]
    said = presenter.move_text(played.moves[chosen_match.ply], reader)
    text = reader("move.played", move=said, id=played.id, link=Raw(link_for(played, interaction.user.id)))
    await services.private_notes.say(interaction, played.id, text)


async def _ask_first(interaction: Interaction, chosen_match: Match, typed: str) -> None:
    """Ask before a move is played in a match of another channel, which the person may not think of.

    Raises what `bot.match.lookup.MatchLookup.on_turn` does, and `games.base.RuleError`.
    """
    services, person_id = interaction.client.services, interaction.user.id
    match = await services.matches.lookup.on_turn(chosen_match.id, person_id, None, interaction.channel_id)
    move = parse_typed(game(match.game), typed, replay(match.record))
    reader = texts(interaction.locale.value)
    view = confirm_elsewhere_view(match, move, link_for(match, person_id), reader)
    await services.private_notes.show(interaction, match.id, view, ends=with_position(match))


@move_command.autocomplete("move")
@completion
async def complete_move(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The legal moves that begin with what was typed, of the match that `find_match` chooses.

    The move whose name was typed comes first, then those near the last moves. Discord highlights the
    first choice, and Enter takes it: so before something is typed, there is only one that says what to type,
    and is no move.
    """
    number = interaction.namespace.match
    match = await find_match(interaction, number if isinstance(number, int) else None, own_turn=True)
    if not is_turn(match, interaction.user.id):
        return []
    reader, presenter = texts(interaction.locale.value), PRESENTERS[match.game]
    position = replay(match.record)
    if not plain(typed):
        example = presenter.move_text(presenter.example(position), reader)
        return [
            app_commands.Choice(
                name=reader.plain("move.type-first", id=match.id, move=example), value=NO_MOVE
            )
        ]
    typed_move = _parsed(match, typed)
    wanted = tuple(map(plain, readings(typed)))
    named = {move: presenter.move_text(move, reader) for move in position.legal_moves()}

    def is_begun(move: Move) -> bool:
        spellings = (plain(named[move]), move, *presenter.spellings(move, position))
        return move == typed_move or any(spelling.startswith(wanted) for spelling in spellings)

    distance = _by_nearness(match, position, presenter)
    begun = sorted(filter(is_begun, named), key=lambda move: (move not in wanted, distance(move)))
    return [app_commands.Choice(name=named[move], value=move) for move in begun[:MAX_CHOICES]]


def _by_nearness(
    match: Match, position: Position, presenter: AnyPresenter
) -> Callable[[Move], tuple[int, int, Move]]:
    """A key that sorts moves by where they end: near one of the last moves first, or near the example."""
    axes = presenter.axes(position)
    letters = "".join(axes[0]) if axes else string.ascii_lowercase
    recent = [point for move in match.moves[-_RECENT:] if (point := _goal(move, letters))]
    if not recent and (point := _goal(presenter.example(position), letters)):
        recent = [point]

    def key(move: Move) -> tuple[int, int, Move]:
        goal = _goal(move, letters)
        if goal is None:
            return len(letters) ** 2, len(move), move
        away = ((goal[0] - column) ** 2 + (goal[1] - row) ** 2 for column, row in recent)
        return min(away, default=0), len(move), move

    return key


def _goal(move: Move, letters: str) -> tuple[int, int] | None:
    """The column and the row where a move ends; None for one that names no point."""
    points = _POINT.findall(move)
    return (letters.find(points[-1][0]), int(points[-1][1])) if points else None


def _parsed(match: Match, typed: str) -> Move | None:
    """The move that a text is a spelling of, such as ``Kb2``; None if it is none."""
    try:
        return parse_typed(game(match.game), typed, replay(match.record))
    except RuleError:
        return None


move_command.autocomplete("match")(complete_match)
