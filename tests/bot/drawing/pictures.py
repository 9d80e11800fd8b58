"""Scenes of any game, and how two pictures differ. No game's measures are known here."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

import numpy as np
from PIL import Image

from bot.drawing.base import Drawing, Scene, Window
from bot.drawing.themes import Color
from games import GAMES
from games.base import PASS, Move, Position

MAX_BUTTONS = 25  # of a board in one message; a board with more points shows a window
WINDOW = Window(1, 2)


def random_scene(
    slug: str, plies: int = 9, seed: int = 1, variant: str = "", **shown: Any
) -> Scene[Position]:
    """A position of a random game that is not over, the same for the same seed; of the default variant."""
    chance, game = random.Random(seed), GAMES[slug]
    position = previous = game.start(variant or game.variants[0])
    moves: list[Move] = []
    while len(moves) < plies:
        move = chance.choice([move for move in position.legal_moves() if move != PASS])
        after = position.play(move)
        if after.outcome() is not None or not {*after.legal_moves()} - {PASS}:
            break
        previous, position = position, after
        moves.append(move)
    return Scene(position, moves[-1], previous, moves=tuple(moves), **shown)


def bare(scene: Scene[Position]) -> Scene[Position]:
    """The scene without any mark, but with its window."""
    return Scene(scene.position, hints=False, theme=scene.theme, viewer=scene.viewer, window=scene.window)


def moves_of(scene: Scene[Position], most: int = 8) -> Sequence[Move]:
    """Some of the legal moves that change the board, from all over the list."""
    legal = [move for move in scene.position.legal_moves() if move != PASS]
    return legal[:: -(-len(legal) // most)]


def origin(move: Move) -> str | None:
    """What is selected before a move: a square or a kind in hand; None if a move names its goal only."""
    if "*" in move:
        return move[:2]
    start, dash, _ = move.partition("-")
    return start if dash else None


def goal(move: Move) -> str:
    """The point or square to which a move goes."""
    return move.replace("*", "-").split("-")[-1]


def has_selection(scene: Scene[Position]) -> bool:
    return all(origin(move) for move in moves_of(scene))


def has_window(scene: Scene[Position]) -> bool:
    return not has_selection(scene) and len(scene.position.legal_moves()) > MAX_BUTTONS


def opened(png: bytes) -> Image.Image:
    """A drawing's PNG as RGBA."""
    return _read(png).convert("RGBA")


def _read(png: bytes) -> Image.Image:
    """A drawing's PNG; one byte a pixel is what clients hold in memory while they decode it."""
    image = Image.open(io.BytesIO(png))
    assert (image.format, image.mode) == ("PNG", "P")
    return image


def colors(png: bytes) -> np.ndarray:
    """The colors of every pixel, by row and column."""
    return np.asarray(opened(png).convert("RGB"))


def color_at(picture: Image.Image, x: float, y: float) -> Color:
    """The red, green and blue of a pixel."""
    pixel = picture.getpixel((round(x), round(y)))
    assert isinstance(pixel, tuple)
    red, green, blue = pixel[:3]
    return red, green, blue


def opacity(picture: Image.Image, x: float, y: float) -> int:
    """The alpha of a pixel, from 0 to 255."""
    pixel = picture.getpixel((round(x), round(y)))
    assert isinstance(pixel, tuple)
    return pixel[3]


def gray(picture: Image.Image, x: float, y: float) -> float:
    """The lightness of a pixel of a gray picture, from 0 to 255."""
    pixel = picture.getpixel((round(x), round(y)))
    assert isinstance(pixel, int | float)
    return pixel


def darkest_and_lightest(picture: Image.Image) -> tuple[float, float]:
    """The extremes of a gray picture, from 0 to 255."""
    darkest, lightest = picture.getextrema()
    assert isinstance(darkest, int | float)
    assert isinstance(lightest, int | float)
    return darkest, lightest


def difference(drawing: Drawing, before: Scene[Position], after: Scene[Position]) -> np.ndarray:
    """Which pixels of two scenes' pictures differ, by row and column."""
    first, second = (_drawn(_Shown(drawing, scene)) for scene in (before, after))
    assert first.shape == second.shape
    differs: np.ndarray = first != second
    return differs


class _Shown:
    """A scene of a drawing as a key of `_drawn`: equal for equal scenes."""

    def __init__(self, drawing: Drawing, scene: Scene[Position]) -> None:
        self.drawing, self.scene = drawing, scene
        values = (getattr(scene, field.name) for field in fields(scene) if field.name != "labels")
        self._values = (id(drawing), *values)

    def __hash__(self) -> int:
        return hash(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shown) and (self.drawing, self.scene) == (other.drawing, other.scene)


@lru_cache(maxsize=24)  # 4 MB each
def _drawn(shown: _Shown) -> np.ndarray:
    """One number for the color of every pixel, by row and column. Equal scenes are drawn once."""
    image = _read(shown.drawing.draw(shown.scene))
    red, green, blue = np.array(image.getpalette(), np.uint32).reshape(-1, 3).T
    numbers = np.frombuffer(image.tobytes(), np.uint8).reshape(image.height, image.width)
    pixels: np.ndarray = (red << 16 | green << 8 | blue)[numbers]
    return pixels


def changed_by(drawing: Drawing, scene: Scene[Position], move: Move) -> np.ndarray:
    """Which pixels the pieces change when a move is played."""
    before = bare(scene)
    return difference(drawing, before, replace(before, position=scene.position.play(move)))
