"""The viewpoint of a match's message, from which its words, buttons and picture are made."""

from __future__ import annotations

from bot.presenters.base import Viewpoint
from bot.presenters.registry import PRESENTERS
from data.model import Match
from games import replay
from games.base import Position, Side


def viewpoint(match: Match, selection: str = "") -> Viewpoint[Position]:
    """The match as its message shows it: against the computer, from the person's side."""
    viewer = Side.FIRST
    if PRESENTERS[match.game].faces_player and match.computer_side is not None:
        viewer = match.computer_side.other
    return Viewpoint(replay(match.record), match.moves, viewer, selection)
