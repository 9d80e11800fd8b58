"""Hare and Hounds' picture: lines inlaid in dark wood, three hounds and a hare on discs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.drawing import animal_pieces, discs, marks, orientation, textures
from bot.drawing.arrows import arrow, between
from bot.drawing.base import GameDrawing, Scene
from bot.drawing.canvas import Background, Layer, TileGrid, compose
from bot.drawing.coordinates import Engraver
from bot.drawing.framed_board import framed_background, inner_shadow, wooden_frame
from bot.drawing.geometry import Pixel
from bot.drawing.lettering import plate
from bot.drawing.lines import star_points
from bot.drawing.themes import THEMES, Color, Theme, blend
from games.base import Move, Side
from games.hare_and_hounds import DEN, LINES, POINTS, HarePosition

WIDTH, HEIGHT = 960, 648  # a picture wider than 11:7 is shown smaller by Discord
FRAME = 16  # pixels of wood at each side
CELL = 192  # pixels from a point to the next
LEFT, TOP = 96, 132  # the pixel of the upper left corner of the lattice, where there is no point
RADIUS = 58  # of a piece
BURROW = 66  # radius of the green around the hare's goal
NAME_DISTANCE = 95  # pixels from a point to its name
NAME_BETWEEN_LINES = (46, 92)  # from a point with lines on all sides to its name
NAME_SIZE = 41  # font size
HINT, HINT_DOT = 27, 11  # radius of a point to go to, and of the dot in it
LABEL = 48, 76  # height and most width of a label's plate
OVERSAMPLING = 2  # lines are drawn this many times larger than they are shown


def pixels(viewer: Side) -> dict[str, Pixel]:
    """Where each point is."""
    rows = enumerate(orientation.hare_and_hounds(viewer))
    places = (((column, row), name) for row, names in rows for column, name in enumerate(names))
    return {name: (LEFT + column * CELL, TOP + row * CELL) for (column, row), name in places if name}


@dataclass(frozen=True, slots=True)
class HareAndHoundsSprites:
    """What the board of a theme is drawn with, as one side sees it."""

    theme: Theme
    viewer: Side

    def piece(self, side: Side) -> Image.Image:
        """A hound or the hare; each looks where it wants to go."""
        theme, mirrored = self.theme, self.viewer is Side.SECOND
        piece = animal_pieces.piece
        if side is Side.FIRST:
            return piece("hound", RADIUS, theme.black, theme.white, theme.white.middle, mirrored)
        return piece("hare", RADIUS, theme.white, theme.black, theme.black.light, mirrored)

    def hint(self, side: Side) -> Image.Image:
        """A point to which ``side`` may move: a disc of its color with a dot, larger than an empty point."""
        faces = self.theme.black, self.theme.white
        face, back = faces if side is Side.FIRST else faces[::-1]
        target = discs.disc(HINT, face, back).copy()
        dot = marks.dot(HINT_DOT, back.middle)
        corner = (target.width - dot.width) // 2, (target.height - dot.height) // 2 - 1
        target.alpha_composite(dot, corner)
        return target

    def goal(self) -> Image.Image:
        """A point to which the selected piece may move."""
        return marks.rimmed_dot(22, self.theme.selection, blend(self.theme.panel.dark, (0, 0, 0), 0.5))

    def label(self, text: str, color: Color, ink: Color) -> Image.Image:
        """The name of a point to which a piece may move."""
        return plate(text, *LABEL, color, ink)

    def selection(self) -> Image.Image:
        """The ring around the selected piece."""
        return marks.ring(RADIUS + 10, 8, self.theme.selection)

    def suggestion(self) -> Image.Image:
        """The ring around the goal of a suggested move."""
        return marks.ring(46, 9, self.theme.suggestion)

    def expected(self, way: tuple[int, int], color: Color) -> Image.Image:
        """A move that is not played."""
        return arrow(*way, 16, color, self.theme.panel.dark)

    def number(self, number: int) -> Image.Image:
        """The number of such a move, on its arrow."""
        return marks.count_badge(number, 22, self.theme.white.middle, self.theme.black.dark)

    def origin(self) -> Image.Image:
        """Where the last move began."""
        return marks.ring(38, 7, self.theme.last_move)

    def palette_samples(self) -> list[Image.Image]:
        """Sprites that contain all colors."""
        theme = self.theme
        sided = [mark(side) for mark in (self.piece, self.hint) for side in Side]
        colors = theme.last_move, theme.suggestion, theme.danger, theme.inlay
        arrows = [arrow(90, 0, 20, color, theme.panel.dark) for color in colors]
        return [*sided, self.goal(), self.selection(), self.suggestion(), *arrows]


class HareAndHoundsDrawing(GameDrawing[HarePosition]):
    """Draws Hare and Hounds."""

    slug = "hare_and_hounds"
    kind = HarePosition

    def size(self, variant: str) -> tuple[int, int]:
        """All variants have pictures of one size."""
        del variant
        return WIDTH, HEIGHT

    def render(self, scene: Scene[HarePosition]) -> bytes:
        """Draw the last move and the hints, then pieces, then the suggestion above them."""
        sprites = HareAndHoundsSprites(THEMES[scene.theme], scene.viewer)
        return compose(background(scene.theme, scene.viewer), _layers(sprites, scene))


def _layers(sprites: HareAndHoundsSprites, scene: Scene[HarePosition]) -> Iterator[Layer]:
    """The sprites on the board, from the lowest to the uppermost."""
    position, at = scene.position, pixels(scene.viewer)
    legal = position.legal_moves()
    ways = [_ends(move) for move in legal]
    chosen = _chosen(ways, scene.selected)
    origins = {origin for origin, _ in chosen}
    if (played := scene.mistake or scene.last) is not None:
        yield from _last_move(sprites, played, at)
    goals = {to for _, to in chosen or ways}
    yield from _goals(sprites, scene, goals, at, is_chosen=bool(chosen))
    for name, side in _pieces(position):
        if name in origins:
            yield sprites.selection(), at[name]
        yield sprites.piece(side), at[name]
    if scene.suggestion in legal:
        yield from _suggestion(sprites, scene.suggestion, at)
    yield from _line(sprites, scene, at)


def _chosen(ways: Sequence[tuple[str, str]], selected: str | None) -> Sequence[tuple[str, str]]:
    """The ways of the selected hound, or those of several hounds to the selected point; else none."""
    leave = [way for way in ways if way[0] == selected]
    arrive = [way for way in ways if way[1] == selected]
    return leave or (arrive if len(arrive) > 1 else [])


def _goals(
    sprites: HareAndHoundsSprites,
    scene: Scene[HarePosition],
    goals: set[str],
    at: dict[str, Pixel],
    *,
    is_chosen: bool,
) -> Iterator[Layer]:
    """Where a piece may move: the name of the point if it is labeled, or a dot."""
    side, theme = scene.position.to_move, sprites.theme
    faces = theme.black, theme.white
    face, back = faces if side is Side.FIRST else faces[::-1]
    for name in sorted(goals):
        if name in scene.labels:
            color, ink = (theme.selection, theme.black.dark) if is_chosen else (face.middle, back.middle)
            yield sprites.label(scene.labels[name], color, ink), at[name]
        elif is_chosen:
            yield sprites.goal(), at[name]
        elif scene.hints and (not scene.dots or name in scene.dots):
            yield sprites.hint(side), at[name]


def _pieces(position: HarePosition) -> Iterator[tuple[str, Side]]:
    for index, name in enumerate(POINTS):
        if position.hounds >> index & 1:
            yield name, Side.FIRST
        elif index == position.hare:
            yield name, Side.SECOND


def _ends(move: Move) -> tuple[str, str]:
    origin, _, to = move.partition("-")
    return origin, to


def _last_move(sprites: HareAndHoundsSprites, move: Move, at: dict[str, Pixel]) -> Iterator[Layer]:
    """A ring where the move began and an arrow to the piece."""
    origin, to = _ends(move)
    way, middle = between(at[origin], at[to], leave=44, arrive=RADIUS + 6)
    yield sprites.origin(), at[origin]
    yield arrow(*way, 16, sprites.theme.last_move, sprites.theme.panel.dark), middle


def _suggestion(sprites: HareAndHoundsSprites, move: Move, at: dict[str, Pixel]) -> Iterator[Layer]:
    """An arrow from the piece into a ring."""
    origin, to = _ends(move)
    way, middle = between(at[origin], at[to], leave=RADIUS - 20, arrive=42)
    yield sprites.suggestion(), at[to]
    yield arrow(*way, 18, sprites.theme.suggestion, sprites.theme.panel.dark), middle


def _line(sprites: HareAndHoundsSprites, scene: Scene[HarePosition], at: dict[str, Pixel]) -> Iterator[Layer]:
    """Numbered arrows for moves that are not played: pale those of the side that answers the first one."""
    moves, theme = [played for played, _ in scene.line], sprites.theme
    leading = theme.suggestion if moves[:1] == [scene.suggestion] else theme.danger
    for number, (move, side) in enumerate(scene.line, 1):
        origin, to = _ends(move)
        way, middle = between(at[origin], at[to], leave=RADIUS - 20, arrive=26)
        if move != scene.suggestion:
            yield sprites.expected(way, leading if side is scene.line[0][1] else theme.inlay), middle
        if moves != [scene.suggestion]:
            yield sprites.number(number), middle


@lru_cache(maxsize=4)
def background(theme: str, viewer: Side) -> Background:
    """The empty board."""
    sprites, at = HareAndHoundsSprites(THEMES[theme], viewer), pixels(viewer)
    colors, box = sprites.theme, (FRAME, FRAME, WIDTH - FRAME, HEIGHT - FRAME)
    image = wooden_frame((WIDTH, HEIGHT), FRAME, colors)
    image.paste(textures.plank(box[2] - box[0], box[3] - box[1], colors.panel, seed=31), box)
    _inlay(image, colors, at)
    engraver = Engraver(NAME_SIZE, colors.inlay, blend(colors.panel.dark, (0, 0, 0), 0.5))
    for name, (x, y) in at.items():
        across, down = _name_offset(round((x - LEFT) / CELL), round((y - TOP) / CELL))
        engraver.engrave(image, name, (x + across, y + down))
    inner_shadow(image, box)
    grid = TileGrid.of(LEFT - CELL // 2, TOP - CELL // 2, CELL)
    return framed_background(image, grid, colors, colors.panel.middle, sprites.palette_samples())


def _inlay(image: Image.Image, theme: Theme, at: dict[str, Pixel]) -> None:
    """The burrow, the lines and the points, from bottom to top."""
    groove = blend(theme.panel.dark, (0, 0, 0), 0.45)
    den = [at[POINTS[DEN]]]
    star_points(image, den, BURROW + 3, groove)
    star_points(image, den, BURROW, theme.felt.middle)
    for width, color in ((11, groove), (6, theme.inlay)):
        image.paste(color, (0, 0), _lines(at, width))
    for radius, color in ((20, groove), (16, theme.inlay)):
        star_points(image, at.values(), radius, color)


def _name_offset(column: int, row: int) -> Pixel:
    """How far from a point its name is: outside the lines, or between them."""
    if row != 1:
        return 0, NAME_DISTANCE * (row - 1) - NAME_SIZE // 20
    return NAME_BETWEEN_LINES if 0 < column < 4 else (0, NAME_DISTANCE + 6)


def _lines(at: dict[str, Pixel], width: int) -> Image.Image:
    """The mask of all lines."""
    shape = Image.new("L", (WIDTH * OVERSAMPLING, HEIGHT * OVERSAMPLING))
    pen = ImageDraw.Draw(shape)
    for origin, to in (line.split("-") for line in LINES):
        ends = [(x * OVERSAMPLING, y * OVERSAMPLING) for x, y in (at[origin], at[to])]
        pen.line(ends, fill=255, width=width * OVERSAMPLING)
    return shape.reduce(OVERSAMPLING)
