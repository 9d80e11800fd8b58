"""What a press on a match's button or menu does: one handler per verb.

Start reading at `Buttons.handle`: it runs the verb's handler and answers every error with a sentence.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.exceptions import Outdated, Refusal, TimeIsUp
from bot.interactions.bring_match import recover
from bot.interactions.channel_checks import limits_of
from bot.interactions.confirmation import asks_first
from bot.interactions.error_replies import explain
from bot.interactions.leave_match import ask_leaving
from bot.interactions.review import show_advice, show_review
from bot.interactions.start_match import Request, settle, start_match
from bot.match.endings import is_aborted
from bot.match.suspension import is_suspended
from bot.messages.interaction_responses import defer
from bot.presenters.registry import PRESENTERS
from bot.services import Interaction, Services
from bot.texts import Raw, texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.links import answers_in_place, link
from bot.ui.modals import move_modal
from bot.ui.notices import hint_view, numbers_view
from data.model import Match, MatchState, PositionId
from games import replay

_PLAYING = (Verb.MOVE, Verb.SELECT)
"""What makes a move."""
_ON_NOTES = (Verb.MOVE, Verb.CONFIRM_RESIGN, Verb.CONFIRM_ABORT, Verb.KEEP_PLAYING, Verb.RETRY)
"""What the keys of a private note do."""

Handler = Callable[[Interaction, Press], Awaitable[None]]


class Buttons:
    """Handles every press on a match's components."""

    def __init__(self, services: Services) -> None:
        self._matches = services.matches
        self._board_messages = services.board_messages
        self._composer = services.composer
        self._notes = services.private_notes
        self._teaching_notes = services.teaching_notes
        self.handlers: dict[Verb, Handler] = {
            Verb.MOVE: self._move,
            Verb.SELECT: self._select,
            Verb.TYPE: self._type,
            Verb.HINT: self._hint,
            Verb.UNDO: self._undo,
            Verb.RETRY: self._retry,
            Verb.ACCEPT_UNDO: self._accept_undo,
            Verb.DECLINE_UNDO: self._decline_undo,
            Verb.DRAW: self._draw,
            Verb.ACCEPT_DRAW: self._accept_draw,
            Verb.DECLINE_DRAW: self._decline_draw,
            Verb.ADJOURN: self._adjourn,
            Verb.ACCEPT_ADJOURN: self._accept_adjournment,
            Verb.DECLINE_ADJOURN: self._decline_adjournment,
            Verb.RESUME: self._resume,
            Verb.DECLINE_RESUME: self._decline_resume,
            Verb.RESIGN: self._confirm_leaving,
            Verb.CONFIRM_RESIGN: self._leave,
            Verb.ABORT: self._confirm_leaving,
            Verb.CONFIRM_ABORT: self._leave,
            Verb.KEEP_PLAYING: self._keep_playing,
            Verb.ACCEPT_CHALLENGE: self._accept_challenge,
            Verb.DECLINE_CHALLENGE: self._decline_challenge,
            Verb.CANCEL_CHALLENGE: self._cancel_challenge,
            Verb.REMATCH: self._rematch,
            Verb.NUMBERS: self._numbers,
            Verb.REVIEW: show_review,
            Verb.ADVISE: show_advice,
            Verb.SHOW: self._show,
        }

    async def handle(self, interaction: Interaction, press: Press) -> None:
        """Do what ``press`` means, or answer why not; raises nothing."""
        if press.verb in _PLAYING and self._board_messages.is_accidental(interaction, press):
            await defer(interaction)  # the board stays as it is
            return
        in_place = _is_on_note(interaction, press)
        if in_place:
            self._notes.take(interaction.user.id, press.match_id)
        try:
            handler = self.handlers.get(press.verb)
            if handler is None:
                raise Refusal("error.unknown-button")
            await self._run(handler, interaction, press)
        except Outdated as outdated:
            await self._show_current(interaction, press, outdated)
        except Exception as error:
            await explain(interaction, error, press.match_id, in_place=in_place)

    async def _run(self, handler: Handler, interaction: Interaction, press: Press) -> None:
        """Run a handler; a press on the board of a suspended match recovers the match first."""
        try:
            await handler(interaction, press)
        except Refusal as refusal:
            found = is_suspended(refusal) and await recover(interaction, press.match_id)
            if not found:
                raise
            if found.is_active:
                await handler(interaction, press)
            else:
                await self._board_messages.acknowledge(interaction, found)

    async def _show_current(self, interaction: Interaction, press: Press, outdated: Outdated) -> None:
        """Answer a press on an old board with the current one, which says enough about a tap for a move."""
        reader, match = texts(interaction.locale.value), outdated.match
        is_tap = interaction.type is discord.InteractionType.component and press.verb in _PLAYING
        try:
            own = match.id == press.match_id and answers_in_place(interaction.message, match)
            if own:
                with self._board_messages.answering(match.id):
                    await self._board_messages.acknowledge(interaction, match)
                if is_tap and not isinstance(outdated, TimeIsUp):
                    return
            place = (
                reader("match.current", link=Raw(link(match))) if match.message_id and not own else Raw("")
            )
            await self._say(interaction, press, f"{reader(outdated.key)} {place}".strip())
        except Exception as error:  # the board cannot be drawn, stored or sent
            await explain(interaction, error, press.match_id)

    async def _say(self, interaction: Interaction, press: Press, text: str) -> None:
        """Answer with a sentence, in place of the note whose key was pressed, if it was one."""
        await self._notes.say(interaction, press.match_id, text, in_place=_is_on_note(interaction, press))

    async def _answer(self, interaction: Interaction, press: Press, change: Awaitable[Match]) -> Match:
        """Commit a change of the match and answer with its board."""
        with self._board_messages.answering(press.match_id):
            match = await change
            await self._board_messages.acknowledge(interaction, match)
        return match

    # --- Moves ---------------------------------------------------------------------------------------

    async def _move(self, interaction: Interaction, press: Press) -> None:
        if not press.argument:
            raise Refusal("modal.nothing")
        if await asks_first(interaction, press):
            return
        self._teaching_notes.keep_token(interaction, press.match_id)
        move = self._matches.play(press.match_id, press.position_id, interaction.user.id, press.argument)
        if not _is_on_note(interaction, press):
            await self._answer(interaction, press, move)
            return
        match, reader = await move, texts(interaction.locale.value)
        played = PRESENTERS[match.game].move_text(match.moves[press.position_id.ply], reader)
        await self._say(interaction, press, reader("hint.played", move=played))

    async def _select(self, interaction: Interaction, press: Press) -> None:
        """Select a piece or a group of points: only what is shown changes."""
        match = await self._matches.lookup.on_turn(press.match_id, interaction.user.id, press.position_id)
        await self._board_messages.acknowledge(interaction, match, press.argument)

    async def _type(self, interaction: Interaction, press: Press) -> None:
        match = await self._matches.lookup.on_turn(press.match_id, interaction.user.id, press.position_id)
        modal = move_modal(match, replay(match.record), texts(interaction.locale.value))
        await interaction.response.send_modal(modal)

    async def _hint(self, interaction: Interaction, press: Press) -> None:
        person = interaction.user.id
        if self._notes.is_thinking(person, press.match_id):
            await defer(interaction)  # the announcement is there already
            return
        match = await self._matches.check_hint(press.match_id, person, press.position_id)

        def is_past(now: Match) -> bool:
            return now.position_id != match.position_id or not now.is_active

        with self._matches.hints.take(person):
            note = await self._notes.think(interaction, match.id, ends=is_past)
            choice = await self._matches.hint(match)
        if is_past(await self._matches.get(match.id)):
            self._notes.discard(note)
        if not note.is_closed:
            view = hint_view(match, choice, texts(interaction.locale.value))
            await self._notes.show(interaction, match.id, view, ends=is_past)

    async def _numbers(self, interaction: Interaction, press: Press) -> None:
        """Show the order of moves to a person who can see the board; the match's message stays as it is."""
        match = await self._matches.get(press.match_id)
        if interaction.channel_id != match.channel_id and match.side_of(interaction.user.id) is None:
            raise Refusal("match.not-seated")
        note = await self._notes.think(interaction, match.id)
        view = numbers_view(match, texts(interaction.locale.value))
        picture = await self._composer.draw(match, numbers=True, reader_id=interaction.user.id)
        if not note.is_closed:
            await self._notes.show(interaction, match.id, view, [picture])

    async def _show(self, interaction: Interaction, press: Press) -> None:
        """Show the board as it is, where the bot can only answer."""
        match = await self._matches.get(press.match_id)
        if match.side_of(interaction.user.id) is None:
            raise Refusal("match.not-seated")
        await self._board_messages.acknowledge(interaction, match)

    # --- Takebacks, draws, adjournments --------------------------------------------------------------

    async def _undo(self, interaction: Interaction, press: Press) -> None:
        await self._answer(interaction, press, self._matches.takebacks.request(*_seen(interaction, press)))

    async def _retry(self, interaction: Interaction, press: Press) -> None:
        """Take back a costly move of a teaching game, from the note about it."""
        await self._matches.takebacks.request(*_seen(interaction, press))
        await self._say(interaction, press, texts(interaction.locale.value)("teach.taken-back"))

    async def _accept_undo(self, interaction: Interaction, press: Press) -> None:
        await self._answer(interaction, press, self._matches.takebacks.accept(*_seen(interaction, press)))

    async def _decline_undo(self, interaction: Interaction, press: Press) -> None:
        await self._answer(interaction, press, self._matches.takebacks.decline(*_seen(interaction, press)))

    async def _draw(self, interaction: Interaction, press: Press) -> None:
        await self._answer(interaction, press, self._matches.draws.offer(*_seen(interaction, press)))

    async def _accept_draw(self, interaction: Interaction, press: Press) -> None:
        await self._answer(interaction, press, self._matches.draws.accept(*_seen(interaction, press)))

    async def _decline_draw(self, interaction: Interaction, press: Press) -> None:
        await self._answer(interaction, press, self._matches.draws.decline(*_seen(interaction, press)))

    async def _adjourn(self, interaction: Interaction, press: Press) -> None:
        change = self._matches.adjournments.adjourn(*_seen(interaction, press))
        await self._answer(interaction, press, change)

    async def _accept_adjournment(self, interaction: Interaction, press: Press) -> None:
        change = self._matches.adjournments.accept(*_seen(interaction, press))
        await self._answer(interaction, press, change)

    async def _decline_adjournment(self, interaction: Interaction, press: Press) -> None:
        change = self._matches.adjournments.decline(*_seen(interaction, press))
        await self._answer(interaction, press, change)

    async def _resume(self, interaction: Interaction, press: Press) -> None:
        change = self._matches.adjournments.resume(*_seen(interaction, press))
        await self._answer(interaction, press, change)

    async def _decline_resume(self, interaction: Interaction, press: Press) -> None:
        change = self._matches.adjournments.decline_resume(*_seen(interaction, press))
        await self._answer(interaction, press, change)

    # --- Leaving -------------------------------------------------------------------------------------

    async def _confirm_leaving(self, interaction: Interaction, press: Press) -> None:
        person, position_id = interaction.user.id, press.position_id
        match, _ = await self._matches.lookup.unfinished(press.match_id, person, position_id)
        await ask_leaving(interaction, match)

    async def _leave(self, interaction: Interaction, press: Press) -> None:
        leave = self._matches.abort if press.verb is Verb.CONFIRM_ABORT else self._matches.resign
        match = await leave(press.match_id, None, interaction.user.id)
        done = "abort.done" if is_aborted(match) else "resign.done"
        await self._say(interaction, press, texts(interaction.locale.value)(done))

    async def _keep_playing(self, interaction: Interaction, press: Press) -> None:
        await self._say(interaction, press, texts(interaction.locale.value)("resign.kept"))

    # --- Challenges and rematches --------------------------------------------------------------------

    async def _accept_challenge(self, interaction: Interaction, press: Press) -> None:
        limits = await limits_of(interaction)
        change = self._matches.challenges.accept(press.match_id, interaction.user.id, limits)
        match = await self._answer(interaction, press, change)
        if match.state == MatchState.PLAYING:
            await settle(interaction, match)

    async def _decline_challenge(self, interaction: Interaction, press: Press) -> None:
        change = self._matches.challenges.decline(press.match_id, interaction.user.id)
        await self._answer(interaction, press, change)

    async def _cancel_challenge(self, interaction: Interaction, press: Press) -> None:
        change = self._matches.challenges.cancel(press.match_id, interaction.user.id)
        await self._answer(interaction, press, change)

    async def _rematch(self, interaction: Interaction, press: Press) -> None:
        match, side = await self._matches.lookup.finished(press.match_id, interaction.user.id)
        wanted = Request(
            match.game,
            match.variant,
            side.other,
            opponent_id=match.user_of(side.other),
            level=match.level,
            control=match.clock.control.name if match.clock else None,
            rematch_of=match.id,
            teaching=match.teaching,
        )
        try:
            await start_match(interaction, wanted, over=match)
        except Outdated as existing:
            await self._join(interaction, existing.match)

    async def _join(self, interaction: Interaction, rematch: Match) -> None:
        """Accept the rematch that the opponent has requested; else link to the one that exists."""
        accepts = rematch.state == MatchState.CHALLENGE and rematch.challenger_id != interaction.user.id
        if accepts:
            limits = await limits_of(interaction)
            rematch = await self._matches.challenges.accept(rematch.id, interaction.user.id, limits)
        if accepts and interaction.message is not None and interaction.message.id == rematch.message_id:
            await self._board_messages.acknowledge(interaction, rematch)
        else:
            reader = texts(interaction.locale.value)
            key = "rematch.started" if accepts else "rematch.exists"
            text = reader(key, id=rematch.id, link=Raw(link(rematch)))
            await self._notes.say(interaction, rematch.id, text)
        if accepts:
            await settle(interaction, rematch)


def _seen(interaction: Interaction, press: Press) -> tuple[int, PositionId, int]:
    """The match, the position that the person saw, and the person."""
    return press.match_id, press.position_id, interaction.user.id


def _is_on_note(interaction: Interaction, press: Press) -> bool:
    """Whether the key of a private note was pressed."""
    message = interaction.message
    return message is not None and message.flags.ephemeral and press.verb in _ON_NOTES
