"""Othello's board: green felt in a wooden frame, two-coloured discs.

Start reading at `OthelloBoard.draw`.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.drawing import sprites, textures
from bot.drawing.base import Scene
from bot.drawing.canvas import CORNER, Canvas, Ground, Lattice
from bot.drawing.lettering import Chisel
from bot.drawing.ruling import coordinates, grooves, stars
from bot.drawing.themes import THEMES, Colour, Material, Theme, blend
from games.base import PASS, Side
from games.othello import OthelloPosition, bits

WIDTH = 960
CELLS = {6: 144, 8: 108, 10: 87}  # pixels a square; what is left of WIDTH is the frame
LETTERS = 32  # font size of the coordinates


@dataclass(frozen=True, slots=True)
class Kit:
    """What one board size in one theme is drawn with."""

    size: int
    theme: Theme

    @property
    def cell(self) -> int:
        """Pixels a square."""
        return CELLS[self.size]

    @property
    def frame(self) -> int:
        """Pixels of wood at each side."""
        return (WIDTH - self.size * self.cell) // 2

    def lattice(self, viewer: Side) -> Lattice:
        """Where the squares' centres stand."""
        first = self.frame + self.cell / 2
        return Lattice(self.size, self.size, self.cell, first, first, viewer)

    def material(self, side: Side) -> Material:
        """What ``side``'s face of a disc is made of."""
        return self.theme.black if side is Side.FIRST else self.theme.white

    def disc(self, side: Side) -> Image.Image:
        """A disc lying with ``side`` up."""
        return sprites.disc(self.cell * 41 // 100, self.material(side), self.material(side.other))

    def accent(self, side: Side) -> Colour:
        """The colour of marks on a disc of ``side``."""
        return self.theme.on_black if side is Side.FIRST else self.theme.on_white

    def placed(self, side: Side) -> Image.Image:
        """The mark of the last move: a filled dot."""
        return sprites.dot(self.cell // 8, self.accent(side))

    def turned(self, side: Side) -> Image.Image:
        """The mark of a disc that the last move turned: a hollow ring."""
        return sprites.ring(self.cell // 8, max(2, self.cell // 36), self.accent(side), 0.85)

    def number(self, side: Side, number: int) -> Image.Image:
        """The order of play, written on a disc of ``side``."""
        return sprites.writing(str(number), self.cell * 2 // 5, self.material(side.other).middle)

    def newest(self, side: Side) -> Image.Image:
        """The mark of the last move round its number."""
        return sprites.ring(self.cell * 36 // 100, max(4, self.cell // 22), self.accent(side))

    def hint(self, side: Side) -> Image.Image:
        """A square where ``side`` may play: a dot of its colour."""
        strength = 0.65 if side is Side.FIRST else 0.75
        return sprites.dot(
            self.cell // 9, blend(self.theme.felt.middle, self.material(side).middle, strength)
        )

    def advice(self) -> Image.Image:
        """A square that is suggested: a bright ring, to hold the dot of a legal square."""
        return sprites.ring(self.cell * 36 // 100, max(4, self.cell // 16), self.theme.advice)

    def everything(self) -> list[Image.Image]:
        """One of each sprite."""
        marks = (self.disc, self.placed, self.turned, self.hint)
        return [*(mark(side) for mark in marks for side in Side), self.advice()]


class OthelloBoard:
    """Draws Othello."""

    slug = "othello"

    def size(self, variant: str) -> tuple[int, int]:
        """Every variant's picture is equally large."""
        del variant
        return WIDTH, WIDTH

    def draw(self, scene: Scene) -> bytes:
        """Discs, then marks on them, then what may be played."""
        position = scene.position
        if not isinstance(position, OthelloPosition):
            raise TypeError(f"not a position of Othello: {type(position).__name__}")
        kit = Kit(position.size, THEMES[scene.theme])
        canvas = Canvas(ground(position.size, scene.theme, scene.viewer))
        lattice = kit.lattice(scene.viewer)
        for sprite, index in _layers(kit, position, scene):
            row, column = divmod(index, position.size)
            canvas.stamp(sprite, lattice.at(column, row))
        return canvas.png()


Layer = tuple[Image.Image, int]  # a sprite and the square it lies on


def _layers(kit: Kit, position: OthelloPosition, scene: Scene) -> Iterator[Layer]:
    for side, discs in ((Side.FIRST, position.black), (Side.SECOND, position.white)):
        yield from ((kit.disc(side), index) for index in bits(discs))
    yield from _numbers(kit, position, scene) if scene.numbers else _marks(kit, position, scene)
    if scene.hints:
        yield from ((kit.hint(position.to_move), index) for index in bits(position.mobility))
    if scene.suggestion not in {None, PASS} and scene.suggestion in position.legal_moves():
        yield kit.advice(), position.board.grid.index(scene.suggestion)


def _marks(kit: Kit, position: OthelloPosition, scene: Scene) -> Iterator[Layer]:
    before = scene.previous
    if isinstance(before, OthelloPosition) and before.size == position.size:
        for side, discs, were in (
            (Side.FIRST, position.black, before.white),
            (Side.SECOND, position.white, before.black),
        ):
            yield from ((kit.turned(side), index) for index in bits(discs & were))
    if scene.last not in {None, PASS}:
        index = position.board.grid.index(scene.last)
        yield kit.placed(_owner(position, index)), index


def _numbers(kit: Kit, position: OthelloPosition, scene: Scene) -> Iterator[Layer]:
    for number, move in enumerate(scene.moves, 1):
        if move != PASS:
            index = position.board.grid.index(move)
            yield kit.number(_owner(position, index), number), index
            if move == scene.last:
                yield kit.newest(_owner(position, index)), index


def _owner(position: OthelloPosition, index: int) -> Side:
    return Side.FIRST if position.black >> index & 1 else Side.SECOND


@lru_cache(maxsize=16)
def ground(size: int, theme: str, viewer: Side) -> Ground:
    """The empty board."""
    kit = Kit(size, THEMES[theme])
    image = textures.framed(WIDTH, kit.frame, kit.theme.frame, kit.theme.edge)
    low, high = kit.frame, WIDTH - kit.frame
    image.paste(textures.felt(high - low, kit.cell, kit.theme.felt, seed=9), (low, low))
    _rule(image, kit, viewer)
    textures.lip(image, (low, low, high, high), 14)
    ImageDraw.Draw(image).rounded_rectangle(
        (0, 0, WIDTH - 1, WIDTH - 1), CORNER, outline=kit.theme.edge, width=2
    )
    return Ground.of(image, kit.everything(), kit.theme.felt.middle, kit.theme.edge)


def _rule(image: Image.Image, kit: Kit, viewer: Side) -> None:
    theme, cell, low = kit.theme, kit.cell, kit.frame
    edges = range(low, WIDTH - low + 1, cell)
    grooves(image, edges, edges, theme.line, theme.line_light)
    quarter = (edges[2], edges[-3])
    stars(image, [(x, y) for x in quarter for y in quarter], 7, theme.line)
    chisel = Chisel(LETTERS, theme.ink, theme.ink_light)
    names = string.ascii_uppercase[: kit.size], [str(row + 1) for row in range(kit.size)]
    coordinates(image, kit.lattice(viewer), chisel, names, low)
