"""Go's and Gomoku's pictures compared with golden ones (`as_kept` in conftest.py)."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image

from bot.drawing.base import Scene, Window
from bot.drawing.go import GoDrawing
from bot.drawing.gomoku import GomokuDrawing
from games.base import Move, Position, Side
from games.go import GO
from games.gomoku import GOMOKU

COUNTED = """
. . . X O . . . O
. O . X O . O O .
O . X X O . . . .
. . X O O X . O .
X X X O . O O O O
O O X X O O X X O
. O X . X X . X X
O X X O . X . . .
. X . . X . X . .
passes: 2
dead: b8 a7 f6 d2
"""
KO = """
. . . . . . . . .
. . X O . . . . .
. X O . O . . . .
. . X O . . . . .
. . . . . . . . .
. . . . X X X . .
. . . X O O O X .
. . . . X X . . .
. . . . . . . . .
"""
FIVE = "h8 h9 i9 g7 j10 e5 k11 d4 g12 c3 l12"
FORBIDDEN = (
    "g8 n12 i8 f6 h7 j6 h9 i10 e12 f9 f12 k11 g12 c8 d11 b13 d10 l5 d9 m8 j2 g4 k2 e6 l2 j12 o2 k7 n2 i3"
)


def followed(start: Position, moves: str, **shown: object) -> Scene:
    """The scene after some moves."""
    position = previous = start
    played = tuple(map(Move, moves.split()))
    for move in played:
        previous, position = position, position.play(move)
    return Scene(position, played[-1], previous, moves=played, **shown)


def crowded(stones: int, **shown: object) -> Scene:
    """A random game on the large board."""
    chance, position, moves = random.Random(1), GO.start("19x19-korean"), []
    for _ in range(stones):
        moves.append(chance.choice([move for move in position.legal_moves() if move != "pass"]))
        position = position.play(moves[-1])
    return Scene(position, moves[-1], moves=tuple(moves), **shown)


GO_START, RENJU = GO.start("13x13-korean-h5"), GOMOKU.start("renju-15")
SCENES = {
    "go-start-13x13-h5": Scene(GO_START),
    "go-captured-ko-suggestion": followed(GO.position(KO), "d7", suggestion=Move("h2")),
    "go-19x19-250-window": crowded(250, window=Window(4, 9)),
    "go-19x19-numbers-dark": crowded(120, numbers=True, theme="dark"),
    "go-counted-dark-turned": Scene(GO.position(COUNTED), theme="dark", viewer=Side.SECOND),
    "gomoku-forbidden": followed(RENJU, FORBIDDEN),
    "gomoku-five-dark-turned": followed(
        GOMOKU.start("freestyle-15"), FIVE, theme="dark", viewer=Side.SECOND, numbers=True
    ),
    "go-window-9x9-counted": Scene(GO.position(COUNTED), window=Window(0, 0)),
    "go-window-corner-dark": crowded(150, window=Window(14, 14), theme="dark", numbers=True),
    "gomoku-window-corner-turned": followed(RENJU, FORBIDDEN, viewer=Side.SECOND, window=Window(10, 10)),
    "gomoku-window-middle-dark": followed(
        RENJU, FORBIDDEN, window=Window(5, 5), theme="dark", suggestion=Move("e8")
    ),
}
BOARDS = {"go": GoDrawing(), "gomoku": GomokuDrawing()}


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA")


@pytest.mark.parametrize("name", SCENES)
def test_looks_as_it_did(name, as_kept) -> None:
    assert as_kept(name, opened(BOARDS[name.split("-")[0]].draw(SCENES[name])))


def test_a_missing_mark_would_be_noticed(as_kept) -> None:
    scene = SCENES["gomoku-forbidden"]
    for less in (Scene(scene.position), Scene(scene.position, scene.last, hints=False)):
        assert not as_kept("gomoku-forbidden", opened(BOARDS["gomoku"].draw(less)), keep=False)
