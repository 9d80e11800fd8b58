"""The buttons that show something about a match: a hint on its board, the order of moves to one person."""

from __future__ import annotations

from functools import partial

from bot.interactions.buttons.presses import Handlers, seen
from bot.match.service import MatchService
from bot.messages.access import check_visible
from bot.messages.board_answers import BoardAnswers
from bot.messages.composer import Composer
from bot.messages.private_notes import PrivateNotes
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.notices import numbers_view


class ViewButtons:
    """Changes what is shown of a match."""

    def __init__(
        self, matches: MatchService, boards: BoardAnswers, composer: Composer, notes: PrivateNotes
    ) -> None:
        self._matches = matches
        self._boards = boards
        self._composer = composer
        self._notes = notes
        self.handlers: Handlers = {Verb.HINT: self._hint, Verb.NUMBERS: self._numbers}

    async def _hint(self, interaction: Interaction, press: Press) -> None:
        hints = self._matches.hints
        match = await hints.check(*seen(interaction, press))
        show = partial(self._boards.acknowledge, interaction, match)
        if hints.of(match) is None:
            await hints.find(match, interaction.user.id, show)
        else:
            await show()

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
