"""A match to its picture. Start reading at `picture`."""

from __future__ import annotations

from bot.drawing.base import Scene
from bot.drawing.registry import DRAWINGS
from bot.presenters import FACES
from bot.presenters.base import Face, Look
from bot.presenters.viewpoint import sight
from data.model import Match, MatchState
from games import replay
from games.base import Move, Position


def picture(
    match: Match, theme: str, *, suggestion: Move | None = None, cursor: str = "", numbers: bool = False
) -> bytes:
    """The match's board as a PNG.

    ``suggestion`` is ringed, ``cursor`` says what was taken up, ``numbers`` asks for the order of play on the
    pieces of the whole board. Takes milliseconds: call it in a thread.
    """
    seen, face = sight(match, cursor), FACES[match.game]
    last, previous = _last_shown(match, face)
    persons_turn = match.state == MatchState.PLAYING and match.user_of(seen.position.to_move) is not None
    plain = match.state != MatchState.PLAYING or suggestion is not None or numbers
    look = Look() if plain else face.look(seen)
    scene = Scene(
        position=seen.position,
        previous=previous,
        last=last,
        hints=persons_turn and not numbers,
        numbers=numbers,
        moves=match.moves if numbers else (),
        theme=theme,
        viewer=seen.viewer,
        suggestion=suggestion,
        selected=look.selected,
        window=look.window,
    )
    return DRAWINGS[match.game].draw(scene)


def _last_shown(match: Match, face: Face) -> tuple[Move | None, Position | None]:
    """The last move that shows on a board (a pass does not) and the position before it."""
    moves = list(match.moves)
    while moves and not face.shows(moves[-1]):
        moves.pop()
    if not moves:
        return None, None
    return moves[-1], replay(match.record.before(len(moves) - 1))
