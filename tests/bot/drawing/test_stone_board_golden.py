"""Go's and Gomoku's pictures compared with golden ones (`as_kept` in conftest.py)."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from PIL import Image

from bot.drawing.base import Drawing, Scene, Window
from bot.drawing.go import GoDrawing
from bot.drawing.gomoku import GomokuDrawing
from games.base import Move, Position, Side
from games.go import GO, GoPosition
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


def followed(start: Position, moves: str, **shown: Any) -> Scene[Position]:
    """The scene after some moves."""
    position = previous = start
    played = tuple(map(Move, moves.split()))
    for move in played:
        previous, position = position, position.play(move)
    return Scene(position, played[-1], previous, moves=played, **shown)


@cache
def random_game() -> tuple[list[GoPosition], list[Move]]:
    """220 stones on the large board, and the position after each."""
    chance, positions, moves = random.Random(1), [GO.start("19x19-korean")], list[Move]()
    while len(moves) < 220:
        moves.append(chance.choice([move for move in positions[-1].legal_moves() if move != "pass"]))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


def crowded(stones: int, **shown: Any) -> Scene[GoPosition]:
    """The random game after so many stones."""
    positions, moves = random_game()
    return Scene(positions[stones], moves[stones - 1], moves=tuple(moves[:stones]), **shown)


def numbered(names: str) -> dict[str, str]:
    """Labels from 1."""
    return {name: str(number) for number, name in enumerate(names.split(), 1)}


GO_START, RENJU = GO.start("13x13-korean-h5"), GOMOKU.start("renju-15")
SPREAD = "a19 k10 l10 k9 q4 t1 d4 c17 q17 n15"
SCENES = {
    "go-start-13x13-h5": Scene(GO_START),
    "go-captured-ko-suggestion": followed(GO.position(KO), "d7", suggestion=Move("h2")),
    "go-19x19-220": crowded(220),
    "go-19x19-numbers-dark": crowded(120, numbers=True, theme="dark"),
    "go-19x19-labels": crowded(60, labels=numbered(SPREAD)),
    "go-19x19-labels-dark-turned": crowded(
        60, labels=numbered(SPREAD), theme="dark", viewer=Side.SECOND, suggestion=Move("k9")
    ),
    "go-counted-dark-turned": Scene(GO.position(COUNTED), theme="dark", viewer=Side.SECOND),
    "go-counted-labels": Scene(GO.position(COUNTED), labels=numbered("d9 e9 b8 a7 f6 d2 g8 h2 a5 d5")),
    "gomoku-forbidden": followed(RENJU, FORBIDDEN),
    "gomoku-labels-dark": followed(
        RENJU, FORBIDDEN, labels=numbered("a1 g10 h10 e8 o15"), theme="dark", suggestion=Move("e8")
    ),
    "gomoku-five-dark-turned": followed(
        GOMOKU.start("freestyle-15"), FIVE, theme="dark", viewer=Side.SECOND, numbers=True
    ),
    "go-window-corner-dark": crowded(150, window=Window(12, 12, 7), theme="dark", numbers=True),
    "go-part-columns-dark": crowded(
        30,
        window=Window(6, 12, 7),
        theme="dark",
        chosen=Window(8, 12, 3, 7),
        rings=frozenset({"j7", "k7", "k1"}),
    ),
    "go-named-quarter-dark": crowded(60, theme="dark", chosen=Window(10, 10, 9, 9)),
    "gomoku-named-quarter": followed(RENJU, FORBIDDEN, chosen=Window(0, 0, 8, 8)),
    "go-window-10": crowded(120, window=Window(5, 0, 10), labels=numbered("k10 g18 p17 l15 h11")),
    "gomoku-window-corner-turned": followed(RENJU, FORBIDDEN, viewer=Side.SECOND, window=Window(10, 10)),
    "gomoku-window-middle-dark": followed(
        RENJU,
        FORBIDDEN,
        window=Window(3, 4, 8),
        theme="dark",
        suggestion=Move("e8"),
        labels=numbered("d10 e10 e8 f8 h8"),
    ),
}
BOARDS: dict[str, Drawing] = {"go": GoDrawing(), "gomoku": GomokuDrawing()}


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA")


@pytest.mark.parametrize("name", SCENES)
def test_looks_as_it_did(name: str, as_kept: Callable[..., bool]) -> None:
    assert as_kept(name, opened(BOARDS[name.split("-", maxsplit=1)[0]].draw(SCENES[name])))


def test_a_missing_mark_would_be_noticed(as_kept: Callable[..., bool]) -> None:
    scene = SCENES["gomoku-forbidden"]
    for less in (Scene(scene.position), Scene(scene.position, scene.last, hints=False)):
        assert not as_kept("gomoku-forbidden", opened(BOARDS["gomoku"].draw(less)), keep=False)
