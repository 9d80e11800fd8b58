"""The question before a match is resigned or aborted."""

from __future__ import annotations

from bot.services import Interaction
from bot.texts import texts
from bot.ui.buttons import leaving
from bot.ui.notices import confirm_leaving_view
from data.model.match import Match, MatchState
from data.model.match_change import MatchChange


async def ask_leaving(interaction: Interaction, match: Match, *, others: int = 0) -> None:
    """Ask for a confirmation, which closes when the match is over or cannot be left in this way anymore.

    ``others`` is how many more matches of the person go on, if they did not say which one they leave.
    """
    me = interaction.user.id

    def is_settled(change: MatchChange) -> bool:
        now = change.after
        return now.state == MatchState.OVER or leaving(now, me) is not leaving(match, me)

    view = confirm_leaving_view(match, me, texts(interaction.locale.value), others=others)
    await interaction.client.services.private_notes.show(interaction, match.id, view, ends=is_settled)
