"""Which of a match's boards is a person's."""

from __future__ import annotations

from data.model import Match


def at_own_board(match: Match, user_id: int) -> Match | None:
    """The match as it is at the board of a player's side; None if that board is lost."""
    side = match.side_of(user_id)
    if match.board_side in (None, side):
        return match
    return match.at_other_board if side is not None else match
