"""The button that shows a hint on a match's board."""

from __future__ import annotations

from functools import partial

from bot.interactions.buttons.presses import Handlers, seen
from bot.match.service import MatchService
from bot.messages.board_answers import BoardAnswers
from bot.services import Interaction
from bot.ui.custom_ids import Press, Verb


class HintButton:
    """Finds hints, and shows them."""

    def __init__(self, matches: MatchService, boards: BoardAnswers) -> None:
        self._matches = matches
        self._boards = boards
        self.handlers: Handlers = {Verb.HINT: self._hint}

    async def _hint(self, interaction: Interaction, press: Press) -> None:
        hints = self._matches.hints
        match = await hints.check(*seen(interaction, press))
        show = partial(self._boards.acknowledge, interaction, match)
        if hints.of(match) is None:
            await hints.find(match, interaction.user.id, show)
        else:
            await show()
