"""A match to its picture. Start reading at `picture`."""

from __future__ import annotations

from bot.boards import BOARDS
from bot.boards.base import Scene
from data.matches import Match
from games import replay
from games.base import PASS, Move, Position


def picture(match: Match, theme: str, suggestion: Move | None = None) -> bytes:
    """The match's board as a PNG; ``suggestion`` is ringed. Takes milliseconds: call it in a thread."""
    position = replay(match.record)
    last, previous = _last_shown(match)
    persons_turn = match.state == "playing" and match.user_of(position.to_move) is not None
    scene = Scene(
        position=position,
        previous=previous,
        last=last,
        hints=persons_turn,
        theme=theme,
        suggestion=suggestion,
    )
    return BOARDS[match.game].draw(scene)


def _last_shown(match: Match) -> tuple[Move | None, Position | None]:
    """The last move that shows on a board (a pass does not) and the position before it."""
    moves = list(match.moves)
    while moves and moves[-1] == PASS:
        moves.pop()
    if not moves:
        return None, None
    return moves[-1], replay(match.record.before(len(moves) - 1))
