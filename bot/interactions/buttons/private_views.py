"""The buttons that show something to one person: a hint, the order of moves."""

from __future__ import annotations

from bot.interactions.buttons.presses import Handlers
from bot.match.service import MatchService
from bot.messages.access import check_visible
from bot.messages.composer import Composer
from bot.messages.interaction_responses import defer
from bot.messages.private_notes import PrivateNotes
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.notices import hint_view, numbers_view
from data.model import Match


class PrivateViewButtons:
    """Answers with private notes; the match's message stays as it is."""

    def __init__(self, matches: MatchService, composer: Composer, notes: PrivateNotes) -> None:
        self._matches = matches
        self._composer = composer
        self._notes = notes
        self.handlers: Handlers = {Verb.HINT: self._hint, Verb.NUMBERS: self._numbers}

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
        """Show the order of moves to a person who can see the board."""
        match = await self._matches.get(press.match_id)
        if match.side_of(interaction.user.id) is None:
            check_visible(interaction, match)
        note = await self._notes.think(interaction, match.id)
        view = numbers_view(match, texts(interaction.locale.value))
        picture = await self._composer.draw(match, numbers=True, reader_id=interaction.user.id)
        if not note.is_closed:
            await self._notes.show(interaction, match.id, view, [picture])
