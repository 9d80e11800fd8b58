"""The buttons and menus that make a move."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord.ui import ActionRow, Item

from bot.exceptions import Refusal
from bot.interactions.buttons.presses import Handlers, PressAnswers, SpectatorButtons, is_on_note, seen
from bot.match.own_board import board_in, only_reader
from bot.match.service import MatchService
from bot.messages.board_answers import BoardAnswers
from bot.messages.interaction_responses import in_time
from bot.messages.open_parts import OpenParts
from bot.messages.private_notes import with_position
from bot.presenters.board_scene import BoardScene
from bot.presenters.registry import PRESENTERS
from bot.services import Interaction
from bot.texts import Raw, texts
from bot.ui import AnyView
from bot.ui.custom_ids import Press, Verb
from bot.ui.links import link_for
from bot.ui.modals import match_move_modal
from bot.ui.notices import confirm_move_view
from bot.ui.pad import controls_view
from data.model.board import Board
from data.model.match import Match
from games import game, replay
from games.base import Move


class MoveButtons:
    """Plays moves, from the board, a form or a private note, and changes the selection on the board.

    ``for_spectators`` is what is offered to a person who looks at a part of a board of others.
    """

    def __init__(
        self,
        matches: MatchService,
        boards: BoardAnswers,
        parts: OpenParts,
        answers: PressAnswers,
        for_spectators: Sequence[SpectatorButtons],
    ) -> None:
        self._matches = matches
        self._boards = boards
        self._parts = parts
        self._answers = answers
        self._for_spectators = for_spectators
        self.handlers: Handlers = {
            Verb.MOVE: self._move,
            Verb.SELECT: self._select,
            Verb.TYPE: self._type,
            Verb.SHOW: self._show,
            Verb.MORE: self._more,
        }

    async def _move(self, interaction: Interaction, press: Press) -> None:
        if not press.argument:
            raise Refusal("modal.nothing")
        shown = await self._matches.lookup.shown(press.match_id, press.position_id)
        if await _asks_first(interaction, press, shown):
            return
        if shown.is_voted:
            await self._vote(interaction, press)
            return
        move = self._matches.play(*seen(interaction, press), press.argument)
        if await is_on_note(interaction, press):
            # The note can be an enlarged part, which the change would close: it may stay for the next move.
            with self._parts.playing(interaction, press.match_id):
                match = await in_time(interaction, move)
            await self._finish_note(interaction, press, match)
        else:
            await self._answers.change(interaction, press, move)

    async def _vote(self, interaction: Interaction, press: Press) -> None:
        channel_id = interaction.channel_id
        voting = self._matches.votes.vote(*seen(interaction, press), press.argument, channel_id)
        match, vote = await voting
        reader = texts(interaction.locale.value)
        move = PRESENTERS[match.game].move_text(vote.move, reader)
        await self._answers.say(interaction, press, reader("vote.cast", move=move))

    async def _finish_note(self, interaction: Interaction, press: Press, match: Match) -> None:
        """Close the note that played a move where its board is, or leave a part open; elsewhere say where."""
        notes = interaction.client.services.private_notes
        if board_in(match, None, interaction.channel_id).channel_id == interaction.channel_id:
            if not await self._parts.stay_open(interaction, match):
                await notes.dismiss(interaction)
            return
        reader, address = texts(interaction.locale.value), Raw(link_for(match, interaction.user.id))
        move = PRESENTERS[match.game].move_text(match.moves[press.position_id.ply], reader)
        text = reader("move.played", move=move, id=match.id, link=address)
        await self._answers.say(interaction, press, text)

    async def _select(self, interaction: Interaction, press: Press) -> None:
        """Select a piece, a column or a part of the board: only what is shown changes.

        Voters see it alone. So does a player who enlarges a part of the board, unless nobody else is there:
        the others see all of it, and not where somebody thinks of playing. *Back* closes the part, since the
        whole board is above it, with all buttons. Who is not to move can look, too.
        """
        try:
            match = await self._on_turn(interaction, press)
        except Refusal:
            if not await self._looks(interaction, press):
                raise
            return
        is_note = await is_on_note(interaction, press)
        if is_note and not press.argument and not match.is_voted:
            await self._close_part(interaction, match)
        elif is_note or _is_seen_by_others(interaction, press, match):
            await _show_pad(interaction, press, match)
        else:
            await self._boards.acknowledge(interaction, match, press.argument)

    async def _close_part(self, interaction: Interaction, match: Match) -> None:
        services = interaction.client.services
        await self._parts.leave(interaction, match.id)
        board = board_in(match, interaction.guild_id, interaction.channel_id)
        services.boards.guard.uncovered(board.message_id)
        await services.private_notes.dismiss(interaction)

    async def _looks(self, interaction: Interaction, press: Press) -> bool:
        """Whether the answer is a part that plays nothing, for a person at the board who is not to move."""
        match = await self._matches.get(press.match_id)
        board = board_in(match, interaction.guild_id, interaction.channel_id)
        scene = BoardScene.of(match)
        is_mover = match.user_of(scene.position.to_move) == interaction.user.id
        if is_mover or match.is_voted or not match.is_active or not _enlarges(match, press.argument):
            return False
        if not _is_message_of(interaction, board):
            return False
        me, reader = interaction.user.id, texts(interaction.locale.value)
        others = [item for of in self._for_spectators for item in of(match, me, reader)]
        await _show_pad(interaction, press, match, plays=False, others=others)
        return True

    async def _more(self, interaction: Interaction, press: Press) -> None:
        """Show a player the controls of the match."""
        person, position_id = interaction.user.id, press.position_id
        match, _ = await self._matches.lookup.unfinished(press.match_id, person, position_id)
        board = board_in(match, interaction.guild_id, interaction.channel_id)
        reader, hint = texts(interaction.locale.value), self._matches.hints.of(match)
        await interaction.client.services.private_notes.show(
            interaction,
            match.id,
            controls_view(match, board, hint, reader),
            ends=lambda change: change.after.version != match.version,
        )

    async def _type(self, interaction: Interaction, press: Press) -> None:
        match = await self._on_turn(interaction, press)
        modal = match_move_modal(match, texts(interaction.locale.value))
        await interaction.response.send_modal(modal)

    async def _on_turn(self, interaction: Interaction, press: Press) -> Match:
        return await self._matches.lookup.on_turn(
            press.match_id, interaction.user.id, press.position_id, interaction.channel_id
        )

    async def _show(self, interaction: Interaction, press: Press) -> None:
        """Show the board as it is, where the bot can only answer."""
        match = await self._matches.get(press.match_id)
        if match.side_of(interaction.user.id) is None:
            raise Refusal("match.not-seated")
        await self._boards.acknowledge(interaction, match)


async def _asks_first(interaction: Interaction, press: Press, shown: Match) -> bool:
    """Whether the answer to a press for a move is a private question, whose button plays the move.

    Typed moves play at once, and so do the buttons of private notes: of the question, and of a part, which
    has points alone. Raises `bot.exceptions.Refusal`, and `games.base.RuleError` for a move that cannot be
    played.
    """
    is_tap = interaction.type is discord.InteractionType.component
    if not is_tap or interaction.message is None or await is_on_note(interaction, press):
        return False
    services, reader = interaction.client.services, texts(interaction.locale.value)
    hint = services.matches.hints.of(shown) if shown.level is not None else None
    move = Move(press.argument)
    is_hinted = hint is not None and hint.move == move
    doubt = "" if is_hinted else PRESENTERS[shown.game].doubt(replay(shown.record), move, reader)
    if not doubt and not (await services.activity.person(interaction.user.id)).confirm:
        return False
    match = await services.matches.lookup.on_turn(
        press.match_id, interaction.user.id, press.position_id, interaction.channel_id
    )
    move = game(match.game).parse(press.argument, replay(match.record))
    view = confirm_move_view(match, move, reader, doubt)
    await services.private_notes.show(interaction, match.id, view, ends=with_position(match))
    return True


def _is_seen_by_others(interaction: Interaction, press: Press, match: Match) -> bool:
    """Whether a selection on the board would show others what a person looks at, and should not."""
    if match.is_voted:
        return True
    is_private = interaction.message is not None and interaction.message.flags.ephemeral
    return _enlarges(match, press.argument) and only_reader(match) is None and not is_private


def _is_message_of(interaction: Interaction, board: Board) -> bool:
    """Whether the stored message of a board was pressed, and none that claims to be one."""
    return interaction.message is not None and interaction.message.id == board.message_id


def _enlarges(match: Match, selection: str) -> bool:
    """Whether a selection enlarges a part of the board."""
    viewpoint = BoardScene.of(match).viewpoint(selection)
    return PRESENTERS[match.game].view_state(viewpoint).window is not None


async def _show_pad(
    interaction: Interaction,
    press: Press,
    match: Match,
    *,
    plays: bool = True,
    others: Sequence[Item[AnyView]] = (),
) -> None:
    """Show a person alone the board with what they have selected; the shared board stays as it is.

    Its buttons work if the person ``plays``; ``others`` are buttons below.
    """
    services, reader = interaction.client.services, texts(interaction.locale.value)
    board = board_in(match, interaction.guild_id, interaction.channel_id)
    parts, me = services.open_parts, interaction.user.id
    composing = parts.compose(me, match, board, press.argument, reader, plays=plays)
    view, files = await in_time(interaction, composing)
    if others:
        view.add_item(ActionRow(*others))
    await parts.leave(interaction, match.id)
    await services.private_notes.show(
        interaction,
        match.id,
        view,
        files=files,
        ends=with_position(match),
        in_place=await is_on_note(interaction, press),
    )
