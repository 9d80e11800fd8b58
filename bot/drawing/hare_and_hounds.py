"""Hare and Hounds' board: lines let into dark wood, three hounds and a hare on round pieces.

Start reading at `HareBoard.draw`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.drawing import animals, marks, orientation, sprites, textures
from bot.drawing.arrows import arrow, between
from bot.drawing.base import Scene
from bot.drawing.canvas import CORNER, Canvas, Ground
from bot.drawing.lettering import Chisel
from bot.drawing.ruling import stars
from bot.drawing.themes import THEMES, Theme, blend
from games.base import Move, Side
from games.hare_and_hounds import DEN, LINES, POINTS, HarePosition

WIDTH, HEIGHT = 960, 672
FRAME = 40  # pixels of wood at each side
CELL = 176  # pixels from a point to the next
LEFT, TOP = 128, 160  # the pixel of the upper left point, which does not exist
RADIUS = 60  # of a piece
BURROW = 80  # radius of the green round the hare's goal
NAME = 86  # pixels from a point to its name
WEDGE = (41, 84)  # where the name of a point with lines on all sides stands: between two of them
LETTERS = 36  # font size of the names
FINE = 2  # lines are drawn this many times larger than they are shown

Pixel = tuple[float, float]


def pixels(viewer: Side) -> dict[str, Pixel]:
    """Where each point stands."""
    rows = enumerate(orientation.hare_and_hounds(viewer))
    places = (((column, row), name) for row, names in rows for column, name in enumerate(names))
    return {name: (LEFT + column * CELL, TOP + row * CELL) for (column, row), name in places if name}


@dataclass(frozen=True, slots=True)
class Kit:
    """What one theme's board is drawn with, seen from one side."""

    theme: Theme
    viewer: Side

    def piece(self, side: Side) -> Image.Image:
        """A hound or the hare; each looks where it wants to go."""
        theme, mirrored = self.theme, self.viewer is Side.SECOND
        if side is Side.FIRST:
            return animals.piece("hound", RADIUS, theme.black, theme.white, theme.white.middle, mirrored)
        return animals.piece("hare", RADIUS, theme.white, theme.black, theme.black.light, mirrored)

    def hint(self, side: Side) -> Image.Image:
        """A point where ``side`` may step: a small piece of its colour."""
        faces = self.theme.black, self.theme.white
        return sprites.disc(20, *(faces if side is Side.FIRST else faces[::-1]))

    def goal(self) -> Image.Image:
        """A point where the piece taken up may step."""
        return marks.spot(22, self.theme.chosen, blend(self.theme.panel.dark, (0, 0, 0), 0.5))

    def chosen(self) -> Image.Image:
        """The ring of the piece taken up."""
        return sprites.ring(RADIUS + 10, 8, self.theme.chosen)

    def advice(self) -> Image.Image:
        """The ring round the goal of a suggested step."""
        return sprites.ring(38, 9, self.theme.advice)

    def origin(self) -> Image.Image:
        """Where the last step came from."""
        return sprites.ring(24, 6, self.theme.trail)

    def everything(self) -> list[Image.Image]:
        """One of each sprite."""
        theme = self.theme
        sided = [mark(side) for mark in (self.piece, self.hint) for side in Side]
        arrows = [arrow(90, 0, 20, colour, theme.panel.dark) for colour in (theme.trail, theme.advice)]
        return [*sided, self.goal(), self.chosen(), self.advice(), *arrows]


class HareBoard:
    """Draws Hare and Hounds."""

    slug = "hare_and_hounds"

    def size(self, variant: str) -> tuple[int, int]:
        """Every variant's picture is equally large."""
        del variant
        return WIDTH, HEIGHT

    def draw(self, scene: Scene) -> bytes:
        """The last step's trail, what may be done, then the pieces and advice above them."""
        position = scene.position
        if not isinstance(position, HarePosition):
            raise TypeError(f"not a position of Hare and Hounds: {type(position).__name__}")
        kit = Kit(THEMES[scene.theme], scene.viewer)
        canvas = Canvas(ground(scene.theme, scene.viewer))
        for sprite, at in _layers(kit, position, scene):
            canvas.stamp(sprite, at)
        return canvas.png()


Layer = tuple[Image.Image, Pixel]


def _layers(kit: Kit, position: HarePosition, scene: Scene) -> Iterator[Layer]:
    at = pixels(scene.viewer)
    steps = [_ends(move) for move in position.legal_moves()]
    chosen = scene.selected if any(origin == scene.selected for origin, _ in steps) else None
    yield from _trail(kit, scene, at)
    if chosen:
        yield from ((kit.goal(), at[to]) for origin, to in steps if origin == chosen)
    elif scene.hints:
        yield from ((kit.hint(position.to_move), at[to]) for to in sorted({to for _, to in steps}))
    for name, side in _pieces(position):
        if name == chosen:
            yield kit.chosen(), at[name]
        yield kit.piece(side), at[name]
    if scene.suggestion in position.legal_moves():
        yield from _advice(kit, scene.suggestion, at)


def _pieces(position: HarePosition) -> Iterator[tuple[str, Side]]:
    for index, name in enumerate(POINTS):
        if position.hounds >> index & 1:
            yield name, Side.FIRST
        elif index == position.hare:
            yield name, Side.SECOND


def _ends(move: Move) -> tuple[str, str]:
    origin, _, to = move.partition("-")
    return origin, to


def _trail(kit: Kit, scene: Scene, at: dict[str, Pixel]) -> Iterator[Layer]:
    """The last step: a ring where it began and an arrow to the piece."""
    if scene.last is not None:
        origin, to = _ends(scene.last)
        way, middle = between(at[origin], at[to], leave=32, arrive=RADIUS + 6)
        yield kit.origin(), at[origin]
        yield arrow(*way, 16, kit.theme.trail, kit.theme.panel.dark), middle


def _advice(kit: Kit, move: Move, at: dict[str, Pixel]) -> Iterator[Layer]:
    """A suggested step: an arrow from the piece into a ring."""
    origin, to = _ends(move)
    way, middle = between(at[origin], at[to], leave=RADIUS - 20, arrive=34)
    yield kit.advice(), at[to]
    yield arrow(*way, 18, kit.theme.advice, kit.theme.panel.dark), middle


@lru_cache(maxsize=4)
def ground(theme: str, viewer: Side) -> Ground:
    """The empty board."""
    kit = Kit(THEMES[theme], viewer)
    colours, at = kit.theme, pixels(viewer)
    image = textures.framed(WIDTH, FRAME, colours.frame, colours.edge, HEIGHT)
    box = FRAME, FRAME, WIDTH - FRAME, HEIGHT - FRAME
    image.paste(textures.plank(box[2] - box[0], box[3] - box[1], colours.panel, seed=31), box)
    _inlay(image, kit, at)
    chisel = Chisel(LETTERS, colours.inlay, blend(colours.panel.dark, (0, 0, 0), 0.5))
    for name, (x, y) in at.items():
        across, down = _beside(round((x - LEFT) / CELL), round((y - TOP) / CELL))
        chisel.cut(image, name, (x + across, y + down))
    textures.lip(image, box, 14)
    outline = (0, 0, WIDTH - 1, HEIGHT - 1)
    ImageDraw.Draw(image).rounded_rectangle(outline, CORNER, outline=colours.edge, width=2)
    return Ground.of(image, kit.everything(), colours.panel.middle, colours.edge)


def _inlay(image: Image.Image, kit: Kit, at: dict[str, Pixel]) -> None:
    """The burrow, the lines and the points, from the lowest layer to the highest."""
    theme = kit.theme
    groove = blend(theme.panel.dark, (0, 0, 0), 0.45)
    den = [at[POINTS[DEN]]]
    stars(image, den, BURROW + 3, groove)
    stars(image, den, BURROW, theme.felt.middle)
    for width, colour in ((11, groove), (6, theme.inlay)):
        image.paste(colour, (0, 0), _strokes(at, width))
    for radius, colour in ((20, groove), (17, theme.inlay), (11, theme.panel.middle)):
        stars(image, at.values(), radius, colour)
    for radius, colour in ((52, theme.line), (46, blend(theme.line, (0, 0, 0), 0.75))):
        stars(image, den, radius, colour)


def _beside(column: int, row: int) -> Pixel:
    """How far from a point its name stands: outside the lines, or between them."""
    if row != 1:
        return 0, NAME * (row - 1)
    return WEDGE if 0 < column < 4 else (0, NAME + 20)


def _strokes(at: dict[str, Pixel], width: int) -> Image.Image:
    """The mask of all lines."""
    shape = Image.new("L", (WIDTH * FINE, HEIGHT * FINE))
    pen = ImageDraw.Draw(shape)
    for origin, to in (line.split("-") for line in LINES):
        ends = [(x * FINE, y * FINE) for x, y in (at[origin], at[to])]
        pen.line(ends, fill=255, width=width * FINE)
    return shape.reduce(FINE)
