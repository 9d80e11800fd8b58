"""The picture of a position: what its presenter shows, as the game's board draws it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.drawing.base import Scene, Window
from bot.drawing.registry import DRAWINGS
from bot.presenters.base import ViewState
from bot.presenters.board_scene import BoardScene
from bot.presenters.registry import PRESENTERS, AnyPresenter
from games import replay
from games.base import Move, Position, Record
from games.go.position import GoPosition
from games.gomoku import GomokuPosition
from games.regions import box


class Look(NamedTuple):
    """How pictures look."""

    theme: str = "light"
    pieces: str = "hanja"
    """How Twelve Janggi's tiles look (`bot.drawing.base.Scene.style`)."""
    coordinates: bool = True


def picture(shown: BoardScene, look: Look) -> bytes:
    """A board as a PNG. Takes milliseconds of CPU: call it in another process."""
    record, seen = shown.record, shown.viewpoint(shown.selection)
    presenter = PRESENTERS[record.game]
    is_answered = record.moves[-2:-1] == (shown.mistake,)  # in a puzzle; a review shows the position before
    is_marked = shown.mistake is None or is_answered
    last, previous = _last_marked(record, presenter) if is_marked else (None, None)
    plain = shown.numbers or not shown.is_playing
    state = ViewState(window=shown.window) if plain else presenter.view_state(seen)
    if shown.window is not None and not _is_in(shown.window, last, seen.position):
        last = previous = None  # an arrow to it would look like a hint
    scene = Scene(
        position=seen.position,
        previous=previous if shown.shows_change else None,
        last=last,
        hints=shown.is_persons_turn and not plain,
        numbers=shown.numbers,
        moves=record.moves if shown.numbers else (),
        theme=look.theme,
        style=look.pieces,
        coordinates=look.coordinates,
        viewer=seen.viewer,
        suggestion=shown.suggestion,
        line=shown.line,
        mistake=shown.mistake,
        ownership=shown.ownership,
        group=shown.group,
        dots=shown.dots or _named_pieces(shown, seen.named.of(seen.position.legal_moves())),
        selected=state.selected,
        labels={} if plain else dict(shown.labels),
        window=state.window,
        chosen=state.chosen or _named_part(shown),
        rings=frozenset() if plain else shown.rings,
    )
    return scene_picture(record.game, scene)


def _is_in(window: Window, move: Move | None, position: Position) -> bool:
    """Whether a window shows where a stone was placed."""
    if move is None or not isinstance(position, (GoPosition, GomokuPosition)):
        return False
    row, column = divmod(position.board.grid.index(move), position.size)
    return any((column, row) in line for line in window.points())


def _named_part(shown: BoardScene) -> Window | None:
    """The quarter of the board that is named for the hand."""
    part = box(shown.position, shown.region)
    return None if part is None else Window(part.column, part.row, part.columns, part.rows)


def _named_pieces(shown: BoardScene, moves: Sequence[Move]) -> frozenset[str]:
    """The squares, or the hand, from which the named piece can move in Twelve Janggi."""
    is_kind = len(shown.region) == 1
    return frozenset(move.partition("-")[0] for move in moves) if is_kind else frozenset()


def scene_picture(slug: str, scene: Scene[Position]) -> bytes:
    """A scene as a PNG. Takes milliseconds of CPU: call it in another process."""
    return DRAWINGS[slug].draw(scene)


def _last_marked(record: Record, presenter: AnyPresenter) -> tuple[Move | None, Position | None]:
    """The last move that a picture can mark, and the position before it."""
    moves = list(record.moves)
    while moves and not presenter.leaves_mark(moves[-1]):
        moves.pop()
    if not moves:
        return None, None
    return moves[-1], replay(record.before(len(moves) - 1))
