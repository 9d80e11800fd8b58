"""What a press on a component does: one handler a verb.

Start reading at `Presses.handle`, the only entry: it runs the verb's handler and turns every error into a
sentence.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.exceptions import Outdated, Refusal
from bot.interaction import Interaction
from bot.interactions.place import settings_of
from bot.interactions.respond import DISCORD_FAULTS, explain, whisper
from bot.match.endings import is_called_off
from bot.match.limits import limits
from bot.match.parking import is_parked
from bot.texts import Raw, texts
from bot.ui.custom_ids import Press
from bot.ui.evaluation import outlook
from bot.ui.links import is_own, link
from bot.ui.modals import move_modal
from bot.ui.notices import confirm_leaving_view, hint_view, note_view, numbers_view
from bot.ui.review import recommended
from data.matches import Match
from games import replay

if TYPE_CHECKING:
    from bot.client import Daeguk


class Presses:
    """Handlers of everything that can be pressed."""

    def __init__(self, client: Daeguk) -> None:
        self._client = client
        self._verbs: dict[str, Callable[[Interaction, Press], Awaitable[None]]] = {
            "move": self._move,
            "look": self._look,
            "type": self._type,
            "hint": self._hint,
            "undo": self._undo,
            "undo-yes": self._answer_undo,
            "undo-no": self._answer_undo,
            "draw": self._draw,
            "draw-yes": self._answer_draw,
            "draw-no": self._answer_draw,
            "adjourn": self._adjourn,
            "adjourn-yes": self._answer_adjourn,
            "adjourn-no": self._answer_adjourn,
            "go-on": self._resume,
            "go-on-no": self._decline_resume,
            "resign": self._ask_to_leave,
            "resign-yes": self._leave,
            "abort": self._ask_to_leave,
            "abort-yes": self._leave,
            "resign-no": self._keep_playing,
            "accept": self._answer_challenge,
            "decline": self._answer_challenge,
            "cancel": self._answer_challenge,
            "rematch": self._rematch,
            "numbers": self._numbers,
            "review": self._review,
            "advise": self._review,
            "show": self._show,
        }

    async def handle(self, interaction: Interaction, press: Press) -> None:
        """Do what ``press`` says, or say why not; raises nothing."""
        try:
            if press.verb not in self._verbs:
                raise Refusal("error.unknown-button")
            await self._do(interaction, press)
        except Outdated as outdated:
            await self._show_present(interaction, press, outdated)
        except Exception as error:
            await explain(interaction, error)

    async def _do(self, interaction: Interaction, press: Press) -> None:
        """Do it; a match that was taken for lost is found again by a press on its board."""
        try:
            await self._verbs[press.verb](interaction, press)
        except Refusal as refusal:
            found = is_parked(refusal) and await self._client.moving.found_again(interaction, press.match_id)
            if not found:
                raise
            if found.is_on:
                await self._verbs[press.verb](interaction, press)
            else:
                await self._client.display.acknowledge(interaction, found)

    async def _show_present(self, interaction: Interaction, press: Press, outdated: Outdated) -> None:
        """The answer to a click on an old board: the present one."""
        reader, match = texts(interaction.locale.value), outdated.match
        try:
            own = match.id == press.match_id and is_own(interaction.message, match)
            if own:
                await self._client.display.acknowledge(interaction, match)
            place = (
                reader("match.present", link=Raw(link(match))) if match.message_id and not own else Raw("")
            )
            await whisper(interaction, f"{reader(outdated.key)} {place}".strip())
        except DISCORD_FAULTS as fault:
            await explain(interaction, fault)

    # --- Moves ---------------------------------------------------------------------------------------

    async def _move(self, interaction: Interaction, press: Press) -> None:
        if not press.argument:
            raise Refusal("modal.nothing")
        await self._client.play(interaction, press.match_id, press.stamp, press.argument)

    async def _look(self, interaction: Interaction, press: Press) -> None:
        """Take a piece up, or move the window: only what is shown changes."""
        match = await self._client.matches.on_turn(press.match_id, interaction.user.id, press.stamp)
        await self._client.display.acknowledge(interaction, match, press.argument)

    async def _type(self, interaction: Interaction, press: Press) -> None:
        match = await self._client.matches.on_turn(press.match_id, interaction.user.id, press.stamp)
        modal = move_modal(match, replay(match.record), texts(interaction.locale.value))
        await interaction.response.send_modal(modal)

    async def _hint(self, interaction: Interaction, press: Press) -> None:
        matches, person = self._client.matches, interaction.user.id
        match = await matches.may_hint(press.match_id, person, press.stamp)
        with matches.hints.asked(person):
            await interaction.response.defer(ephemeral=True, thinking=True)
            choice = await matches.hint(match)
        reader = texts(interaction.locale.value)
        told = recommended(match, choice, reader)
        picture = await self._client.composer.draw(match, suggestion=choice.move)
        view = hint_view(match, choice.move, f"💡 {told}\n{outlook(choice, reader)}", reader)
        await interaction.edit_original_response(view=view, attachments=[picture])

    async def _numbers(self, interaction: Interaction, press: Press) -> None:
        """The order of play, for whoever sees the board; the match stays as it is shown."""
        match = await self._client.matches.get(press.match_id)
        if interaction.channel_id != match.channel_id and match.side_of(interaction.user.id) is None:
            raise Refusal("match.not-seated")
        await interaction.response.defer(ephemeral=True, thinking=True)
        view = numbers_view(match, texts(interaction.locale.value))
        picture = await self._client.composer.draw(match, numbers=True)
        await interaction.edit_original_response(view=view, attachments=[picture])

    async def _review(self, interaction: Interaction, press: Press) -> None:
        reviewing = self._client.reviewing
        await (reviewing.advise if press.verb == "advise" else reviewing.show)(interaction, press)

    async def _show(self, interaction: Interaction, press: Press) -> None:
        """The board as it is, where the bot can show it only in answer to somebody."""
        match = await self._client.matches.get(press.match_id)
        if match.side_of(interaction.user.id) is None:
            raise Refusal("match.not-seated")
        await self._client.display.acknowledge(interaction, match)

    # --- Taking back, draws, rests, resigning --------------------------------------------------------

    async def _undo(self, interaction: Interaction, press: Press) -> None:
        match = await self._client.matches.takebacks.ask(press.match_id, press.stamp, interaction.user.id)
        await self._client.changed(interaction, match)

    async def _answer_undo(self, interaction: Interaction, press: Press) -> None:
        accepted = press.verb == "undo-yes"
        match = await self._client.matches.takebacks.answer(
            press.match_id, press.stamp, interaction.user.id, accepted
        )
        await self._client.changed(interaction, match)

    async def _draw(self, interaction: Interaction, press: Press) -> None:
        draws = self._client.matches.draws
        match = await draws.offer(press.match_id, press.stamp, interaction.user.id)
        await self._client.changed(interaction, match)

    async def _answer_draw(self, interaction: Interaction, press: Press) -> None:
        draws, accepted = self._client.matches.draws, press.verb == "draw-yes"
        match = await draws.answer(press.match_id, press.stamp, interaction.user.id, accepted)
        await self._client.changed(interaction, match)

    async def _adjourn(self, interaction: Interaction, press: Press) -> None:
        rests = self._client.matches.rests
        match = await rests.adjourn(press.match_id, press.stamp, interaction.user.id)
        await self._client.changed(interaction, match)

    async def _answer_adjourn(self, interaction: Interaction, press: Press) -> None:
        rests, accepted = self._client.matches.rests, press.verb == "adjourn-yes"
        match = await rests.answer_adjourn(press.match_id, press.stamp, interaction.user.id, accepted)
        await self._client.changed(interaction, match)

    async def _resume(self, interaction: Interaction, press: Press) -> None:
        rests = self._client.matches.rests
        match = await rests.resume(press.match_id, press.stamp, interaction.user.id)
        await self._client.changed(interaction, match)

    async def _decline_resume(self, interaction: Interaction, press: Press) -> None:
        rests = self._client.matches.rests
        match = await rests.decline_resume(press.match_id, press.stamp, interaction.user.id)
        await self._client.changed(interaction, match)

    async def _ask_to_leave(self, interaction: Interaction, press: Press) -> None:
        match = await self._client.matches.seated(press.match_id, interaction.user.id, press.stamp)
        view = confirm_leaving_view(match, texts(interaction.locale.value))
        await interaction.response.send_message(view=view, ephemeral=True)

    async def _leave(self, interaction: Interaction, press: Press) -> None:
        matches = self._client.matches
        leave = matches.abort if press.verb == "abort-yes" else matches.resign
        match = await leave(press.match_id, None, interaction.user.id)
        self._client.display.show(match)
        done = "abort.done" if is_called_off(match) else "resign.done"
        await self._close_question(interaction, texts(interaction.locale.value)(done))

    async def _keep_playing(self, interaction: Interaction, press: Press) -> None:
        reader = texts(interaction.locale.value)
        await self._close_question(interaction, reader("resign.kept"))

    async def _close_question(self, interaction: Interaction, told: str) -> None:
        """Put the answer where the question was: in a whisper, never on anything that others see."""
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await interaction.response.edit_message(view=note_view(told))
        else:
            await whisper(interaction, told)

    # --- Challenges and rematches --------------------------------------------------------------------

    async def _answer_challenge(self, interaction: Interaction, press: Press) -> None:
        there = limits(await settings_of(interaction))
        match = await self._client.matches.answer(press.match_id, interaction.user.id, press.verb, there)
        await self._client.changed(interaction, match)
        if match.state == "playing":
            await self._client.settle(interaction, match)

    async def _rematch(self, interaction: Interaction, press: Press) -> None:
        match, side = await self._client.matches.finished(press.match_id, interaction.user.id)
        opponent = match.user_of(side.other)
        control = match.clock.control.name if match.clock else None
        try:
            await self._client.begin(
                interaction, match.game, match.variant, opponent, match.level, side.other, control, match.id
            )
        except Outdated as there:
            await self._join(interaction, there.match)

    async def _join(self, interaction: Interaction, again: Match) -> None:
        """Agree to the rematch that the opponent has asked for; else lead to the one that there is."""
        agreed = again.state == "challenge" and again.challenger_id != interaction.user.id
        if agreed:
            there = limits(await settings_of(interaction))
            again = await self._client.matches.answer(again.id, interaction.user.id, "accept", there)
            self._client.played(again)
        told = "rematch.begun" if agreed else "rematch.exists"
        reader = texts(interaction.locale.value)
        await whisper(interaction, reader(told, id=again.id, link=Raw(link(again))))
        if agreed:
            await self._client.settle(interaction, again)
