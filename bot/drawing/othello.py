"""Othello's picture: green felt in a wooden frame, two-colored discs."""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.drawing import discs, textures
from bot.drawing.base import GameDrawing, Scene
from bot.drawing.canvas import Background, compose
from bot.drawing.framed_board import FramedBoard
from bot.drawing.lettering import fitted, plate
from bot.drawing.lines import star_points
from bot.drawing.marks import CellMarks, cross, diamond, ring
from bot.drawing.sprites import faded
from bot.drawing.themes import THEMES, Color, Material, Theme, blend
from games.base import PASS, Side
from games.othello import OthelloPosition, bits

WIDTH = 960
LABEL = 45  # the least height of a label's plate: its digits are 31 pixels high
CELLS = {6: 142, 8: 106, 10: 85}
"""Pixels a square; the rest of WIDTH is the frame, in which the letters fit from b to g."""


def board_of(size: int) -> FramedBoard:
    """The measures of a board of ``size`` x ``size`` squares."""
    cell = CELLS[size]
    return FramedBoard(size, size, cell, frame=(WIDTH - size * cell) // 2)


@dataclass(frozen=True, slots=True)
class OthelloSprites:
    """What a board with squares of ``cell`` pixels is drawn with."""

    cell: int
    theme: Theme

    @property
    def marks(self) -> CellMarks:
        """The marks of a square."""
        return CellMarks(self.cell)

    def material(self, side: Side) -> Material:
        """What ``side``'s face of a disc is made of."""
        return self.theme.black if side is Side.FIRST else self.theme.white

    @property
    def disc_radius(self) -> int:
        """The radius of a disc in pixels."""
        return self.cell * 41 // 100

    def disc(self, side: Side) -> Image.Image:
        """A disc with ``side`` up."""
        return discs.disc(self.disc_radius, self.material(side), self.material(side.other))

    def expected(self, side: Side) -> Image.Image:
        """A translucent disc of an expected move, with ``side`` up."""
        return expected_disc(self.disc_radius, self.material(side), self.material(side.other))

    def mistake(self, side: Side) -> Image.Image:
        """The cross on a disc that should not have been placed."""
        return cross(self.cell // 5, max(4, self.cell // 10), self.accent(side))

    def group(self, side: Side) -> Image.Image:
        """A ring on a disc of ``side``, in the other side's color as books mark discs."""
        return ring(self.cell // 4, max(4, self.cell // 15), self.material(side.other).middle)

    def outside(self) -> Image.Image:
        """The shade of a square outside what is named."""
        return Image.new("RGBA", (self.cell, self.cell), (0, 0, 0, 110))

    def dot(self) -> Image.Image:
        """A square that a claim or a hint is about; not a disc, which is the last move or a legal one."""
        return diamond(self.cell // 5, self.theme.suggestion, self.theme.black.dark)

    def accent(self, side: Side) -> Color:
        """The color of marks on a disc of ``side``."""
        return self.theme.on_black if side is Side.FIRST else self.theme.on_white

    def number(self, side: Side, number: int) -> Image.Image:
        """The number of a move on a disc of ``side``."""
        return fitted(str(number), max(31, self.cell // 3), self.cell // 2, self.material(side.other).middle)

    def hint(self, side: Side) -> Image.Image:
        """A square where ``side`` may play: a dot of its color."""
        strength = 0.65 if side is Side.FIRST else 0.75
        return self.marks.hint(blend(self.theme.felt.middle, self.material(side).middle, strength))

    def label(self, side: Side, text: str) -> Image.Image:
        """The name of a square where ``side`` may play, on a plate of its color."""
        color = blend(self.theme.felt.middle, self.material(side).middle, 0.85)
        height = max(LABEL, self.cell * 2 // 5)
        return plate(text, height, self.cell - 8, color, self.material(side.other).middle)

    def suggestion(self, is_labeled: bool) -> Image.Image:
        """The ring of a suggested move, wider around a label."""
        if is_labeled:
            return ring(self.cell * 45 // 100, max(5, self.cell // 16), self.theme.suggestion)
        return self.marks.suggestion(self.theme.suggestion)

    def palette_samples(self) -> list[Image.Image]:
        """Sprites that contain all colors."""
        samples = [self.disc(side) for side in Side]
        samples += [self.marks.last_move(self.accent(side)) for side in Side]
        samples += [self.marks.changed(self.accent(side)) for side in Side]
        samples += [self.hint(side) for side in Side]
        samples += [self.label(side, "d8") for side in Side]
        return [*samples, self.marks.suggestion(self.theme.suggestion)]


@lru_cache(maxsize=16)
def expected_disc(radius: int, face: Material, back: Material) -> Image.Image:
    """A translucent disc."""
    return faded(discs.disc(radius, face, back), 0.6)


class OthelloDrawing(GameDrawing[OthelloPosition]):
    """Draws Othello."""

    slug = "othello"
    kind = OthelloPosition

    def size(self, variant: str) -> tuple[int, int]:
        """All variants have pictures of one size."""
        del variant
        return WIDTH, WIDTH

    def render(self, scene: Scene[OthelloPosition]) -> bytes:
        """Draw discs, then marks on them, then hints."""
        size = scene.position.size
        lattice = board_of(size).lattice(scene.viewer)
        sprites = OthelloSprites(CELLS[size], THEMES[scene.theme])
        layers = (
            (sprite, lattice.at(index % size, index // size)) for sprite, index in _layers(sprites, scene)
        )
        return compose(background(size, scene.theme, scene.viewer, scene.coordinates), layers)


SquareLayer = tuple[Image.Image, int]
"""A sprite and the index of its square."""


def _layers(sprites: OthelloSprites, scene: Scene[OthelloPosition]) -> Iterator[SquareLayer]:
    """The sprites on the board, from the lowest to the uppermost."""
    position = scene.position
    outside = _outside(scene)
    yield from ((sprites.outside(), index) for index in outside)
    for side, on_board in ((Side.FIRST, position.black), (Side.SECOND, position.white)):
        yield from ((sprites.disc(side), index) for index in bits(on_board))
    yield from _numbers(sprites, scene) if scene.numbers else _last_move(sprites, scene)
    legal, labels = position.legal_moves(), {}
    for move in legal:
        if move in scene.labels:
            square = position.board.grid.index(move)
            labels[square] = sprites.label(position.to_move, scene.labels[move])
    if scene.hints:
        hint = sprites.hint(position.to_move)
        yield from ((hint, index) for index in bits(position.mobility) if index not in {*labels, *outside})
    yield from ((sprite, index) for index, sprite in labels.items())
    yield from _claimed(sprites, scene)
    yield from _line(sprites, scene)
    if scene.suggestion not in {None, PASS} and scene.suggestion in legal:
        square = position.board.grid.index(scene.suggestion)
        yield sprites.suggestion(square in labels), square


def _outside(scene: Scene[OthelloPosition]) -> frozenset[int]:
    """The squares outside what is named for the hand."""
    size = scene.position.size
    if scene.chosen is None:
        return frozenset()
    inside = {row * size + column for line in scene.chosen.points() for column, row in line}
    return frozenset(range(size * size)) - inside


def _last_move(sprites: OthelloSprites, scene: Scene[OthelloPosition]) -> Iterator[SquareLayer]:
    """The disc placed, and the discs turned."""
    position, before = scene.position, scene.previous
    if before is not None and before.size == position.size:
        for side, now, were in (
            (Side.FIRST, position.black, before.white),
            (Side.SECOND, position.white, before.black),
        ):
            turned = sprites.marks.changed(sprites.accent(side))
            yield from ((turned, index) for index in bits(now & were))
    if scene.last not in {None, PASS}:
        square = position.board.grid.index(scene.last)
        yield sprites.marks.last_move(sprites.accent(_owner(position, square))), square


def _numbers(sprites: OthelloSprites, scene: Scene[OthelloPosition]) -> Iterator[SquareLayer]:
    """The numbers of the moves on the discs that they have placed; the last one is marked."""
    position = scene.position
    placing = (played for played in scene.moves if played != PASS)  # passes are not counted
    for number, move in enumerate(placing, 1):
        index = position.board.grid.index(move)
        owner = _owner(position, index)
        yield sprites.number(owner, number), index
        if move == scene.last:
            yield sprites.marks.last_number(sprites.accent(owner)), index


def _claimed(sprites: OthelloSprites, scene: Scene[OthelloPosition]) -> Iterator[SquareLayer]:
    """Rings on the discs that a claim is about, and dots on the empty squares."""
    position = scene.position
    occupied, drawn = position.black | position.white, scene.drawn
    for name in sorted((scene.group | scene.dots) - drawn):
        index = position.board.grid.index(name)
        is_disc = bool(occupied >> index & 1)
        if name in scene.group and is_disc:
            yield sprites.group(_owner(position, index)), index
        if name in scene.dots and not is_disc:
            yield sprites.dot(), index


def _line(sprites: OthelloSprites, scene: Scene[OthelloPosition]) -> Iterator[SquareLayer]:
    """Pale numbered discs, and the crossed one of a mistake."""
    position, occupied = scene.position, scene.position.black | scene.position.white
    if scene.mistake not in {None, PASS}:
        square = position.board.grid.index(scene.mistake)
        yield sprites.expected(position.to_move), square
        yield sprites.mistake(position.to_move), square
    for number, (move, side) in enumerate(scene.line, 1):
        index = position.board.grid.index(move) if move not in {PASS, scene.mistake} else None
        if index is not None and not occupied >> index & 1:
            yield sprites.expected(side), index
            yield sprites.number(side, number), index


def _owner(position: OthelloPosition, index: int) -> Side:
    return Side.FIRST if position.black >> index & 1 else Side.SECOND


@lru_cache(maxsize=16)
def background(size: int, theme: str, viewer: Side, coordinates: bool) -> Background:
    """The empty board."""
    colors, board = THEMES[theme], board_of(size)
    left, top, right, bottom = board.inside
    surface = textures.felt(right - left, board.cell, colors.felt, seed=9)
    image = board.draw(colors, surface, colors.felt_line, colors.felt_line_light)
    two = 2 * board.cell
    stars = [(x, y) for x in (left + two, right - two) for y in (top + two, bottom - two)]
    star_points(image, stars, 7, colors.felt_line)
    if coordinates:
        names = string.ascii_lowercase[:size], [str(row + 1) for row in range(size)]
        board.write_coordinates(image, colors, viewer, names)
    samples = OthelloSprites(board.cell, colors).palette_samples()
    return board.background(image, colors, colors.felt.middle, samples)
