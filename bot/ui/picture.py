"""The picture of a position: what its presenter shows, as the game's board draws it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from bot.drawing.base import LineMoves, Scene
from bot.drawing.registry import DRAWINGS
from bot.presenters.base import ViewState
from bot.presenters.board_scene import BoardScene
from bot.presenters.registry import PRESENTERS, AnyPresenter
from games import replay
from games.base import Move, Position, Record

NO_LABELS: Mapping[str, str] = MappingProxyType({})


class Look(NamedTuple):
    """How pictures look."""

    theme: str = "light"
    pieces: str = "hanja"
    """How Twelve Janggi's tiles look (`bot.drawing.base.Scene.style`)."""
    coordinates: bool = True


def picture(
    shown: BoardScene,
    look: Look,
    *,
    suggestion: Move | None = None,
    selection: str = "",
    labels: Mapping[str, str] = NO_LABELS,
    numbers: bool = False,
    line: LineMoves = (),
    ownership: bytes = b"",
) -> bytes:
    """A board as a PNG.

    ``suggestion`` is a move to highlight, ``selection`` what the viewer selected, ``labels`` what the keypad
    marks; ``numbers`` shows the order of play on the pieces of the whole board; ``line`` is what would have
    been better than the last move; ``ownership`` is that of `bot.drawing.base.Scene`. Takes milliseconds of
    CPU: call it in another process.
    """
    record, seen = shown.record, shown.viewpoint(selection)
    presenter = PRESENTERS[record.game]
    last, previous = _last_marked(record, presenter)
    plain = numbers or not shown.is_playing
    state = ViewState() if plain else presenter.view_state(seen)
    scene = Scene(
        position=seen.position,
        previous=previous,
        last=last,
        hints=shown.is_persons_turn and not plain,
        numbers=numbers,
        moves=record.moves if numbers else (),
        theme=look.theme,
        style=look.pieces,
        coordinates=look.coordinates,
        viewer=seen.viewer,
        suggestion=suggestion,
        line=line,
        ownership=ownership,
        selected=state.selected,
        labels={} if plain else labels,
        window=state.window,
    )
    return scene_picture(record.game, scene)


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
