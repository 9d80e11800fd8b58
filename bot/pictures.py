"""A match to its picture. Start reading at `picture`."""

from __future__ import annotations

from bot.boards import BOARDS
from bot.boards.base import Scene
from bot.faces import FACES
from bot.faces.base import Face, Look
from bot.sight import sight
from data.matches import Match
from games import replay
from games.base import Move, Position


def picture(match: Match, theme: str, suggestion: Move | None = None, cursor: str = "") -> bytes:
    """The match's board as a PNG; ``suggestion`` is ringed, ``cursor`` says what was taken up.

    Takes milliseconds: call it in a thread.
    """
    seen, face = sight(match, cursor), FACES[match.game]
    last, previous = _last_shown(match, face)
    persons_turn = match.state == "playing" and match.user_of(seen.position.to_move) is not None
    look = face.look(seen) if match.state == "playing" and suggestion is None else Look()
    scene = Scene(
        position=seen.position,
        previous=previous,
        last=last,
        hints=persons_turn,
        theme=theme,
        viewer=seen.viewer,
        suggestion=suggestion,
        selected=look.selected,
        window=look.window,
    )
    return BOARDS[match.game].draw(scene)


def _last_shown(match: Match, face: Face) -> tuple[Move | None, Position | None]:
    """The last move that shows on a board (a pass does not) and the position before it."""
    moves = list(match.moves)
    while moves and not face.shows(moves[-1]):
        moves.pop()
    if not moves:
        return None, None
    return moves[-1], replay(match.record.before(len(moves) - 1))
