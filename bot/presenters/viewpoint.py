"""How a match is looked at: what its message's words, keys and picture all start from."""

from __future__ import annotations

from bot.presenters import FACES
from bot.presenters.base import Sight
from data.model import Match
from games import replay
from games.base import Side


def sight(match: Match, cursor: str = "") -> Sight:
    """The match as its message shows it: from the person's side where one plays the computer."""
    face, viewer = FACES[match.game], Side.FIRST
    if face.turns and match.computer_side is not None:
        viewer = match.computer_side.other
    return Sight(replay(match.record), match.moves, viewer, cursor)
