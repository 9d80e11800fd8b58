"""Where a press comes from, what handles it, and how it is answered: with the board, or with a sentence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

import discord
from discord.ui import Item

from bot.exceptions import Outdated, TimeIsUp
from bot.match.own_board import board_in
from bot.messages.board_answers import BoardAnswers
from bot.messages.interaction_responses import in_time
from bot.messages.private_notes import PrivateNotes
from bot.services import Interaction
from bot.texts import Raw, Texts, texts
from bot.ui import AnyView
from bot.ui.custom_ids import Press, Verb
from bot.ui.links import answers_in_place, link
from data.errors import UnknownMatch
from data.model.match import Match, PositionId

Handler = Callable[[Interaction, Press], Awaitable[None]]
"""Answers a press. Raises `Refusal`, `Outdated` and what the store, the rules and Discord raise."""
Handlers = Mapping[Verb, Handler]
SpectatorButtons = Callable[[Match, int, Texts], Sequence[Item[AnyView]]]
"""What a feature offers a person who watches a match in which they do not play."""

_ON_NOTE = "on note"
"""The key of an interaction's extras with what `is_on_note` has found out."""
_MOVING = (Verb.MOVE, Verb.SELECT)
_ON_NOTES = (
    Verb.MOVE,
    Verb.SELECT,
    Verb.CONFIRM_RESIGN,
    Verb.CONFIRM_ABORT,
    Verb.CONFIRM_LEAVE_TEAM,
    Verb.KEEP_PLAYING,
    Verb.RETRY,
)
"""What the buttons of a private note do."""


def is_tap_for_move(interaction: Interaction, press: Press) -> bool:
    """Whether a button was tapped that makes a move, or a part of one; a submitted form is no tap."""
    return interaction.type is discord.InteractionType.component and press.verb in _MOVING


async def is_on_note(interaction: Interaction, press: Press) -> bool:
    """Whether the button of a private note was pressed, and not that of a private board.

    A board is private where a server hides the bot's answers. One whose message is not stored yet has just
    been posted, and nobody can have opened a note from it. The match is read once for each press.
    """
    message = interaction.message
    if message is None or not message.flags.ephemeral or press.verb not in _ON_NOTES:
        return False
    if _ON_NOTE not in interaction.extras:
        interaction.extras[_ON_NOTE] = not await _is_board(interaction, message.id, press.match_id)
    return bool(interaction.extras[_ON_NOTE])


async def _is_board(interaction: Interaction, message_id: int, match_id: int) -> bool:
    """Whether a message is that of the match's board here, or will be once it is stored."""
    try:
        match = await interaction.client.services.matches.get(match_id)
    except UnknownMatch:  # a match that is gone has no board
        return False
    return board_in(match, interaction.guild_id, interaction.channel_id).message_id in (None, message_id)


def seen(interaction: Interaction, press: Press) -> tuple[int, PositionId, int]:
    """The match, the position that the person saw, and the person."""
    return press.match_id, press.position_id, interaction.user.id


class PressAnswers:
    """Answers presses."""

    def __init__(self, boards: BoardAnswers, notes: PrivateNotes) -> None:
        self._boards = boards
        self._notes = notes

    async def change(self, interaction: Interaction, press: Press, change: Awaitable[Match]) -> Match:
        """Commit a change of the match and answer with its board."""
        with self._boards.answering(press.match_id):
            match = await in_time(interaction, change)
            await self._boards.acknowledge(interaction, match)
        return match

    async def say(self, interaction: Interaction, press: Press, text: str) -> None:
        """Answer with a sentence, in place of the note whose button was pressed, if it was one."""
        in_place = await is_on_note(interaction, press)
        await self._notes.say(interaction, press.match_id, text, in_place=in_place)

    async def show_current(self, interaction: Interaction, press: Press, outdated: Outdated) -> None:
        """Answer a press on an old board with the current one, which says enough about a tap for a move."""
        match = outdated.match
        board = board_in(match, interaction.guild_id, interaction.channel_id)
        is_board = match.id == press.match_id and answers_in_place(interaction.message, match.id, board)
        if is_board:
            with self._boards.answering(match.id):
                await self._boards.acknowledge(interaction, match)
            if is_tap_for_move(interaction, press) and not isinstance(outdated, TimeIsUp):
                return
        reader = texts(interaction.locale.value)
        has_link = board.message_id is not None and not is_board
        place = reader("match.current", link=Raw(link(board))) if has_link else Raw("")
        await self.say(interaction, press, f"{reader(outdated.key)} {place}".strip())
