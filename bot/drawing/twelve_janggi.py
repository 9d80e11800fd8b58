"""Twelve Janggi's picture: twelve squares between two camps, thick tiles, a tray for each hand.

Start reading at `TwelveJanggiDrawing.render`. The board is three squares wide and four high, because players
sit at its short sides. With a tray on either side the picture is square.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.drawing import marks, orientation, textures
from bot.drawing.arrows import arrow, between
from bot.drawing.base import GameDrawing, Scene
from bot.drawing.canvas import Background, Layer, TileGrid, compose, paste_layers
from bot.drawing.coordinates import Engraver
from bot.drawing.framed_board import framed_background, inner_shadow, wooden_frame
from bot.drawing.geometry import Box, Pixel
from bot.drawing.janggi_tiles import TileColors, tile, tile_mask
from bot.drawing.lettering import plate
from bot.drawing.lines import grid_lines
from bot.drawing.sprites import filled
from bot.drawing.themes import THEMES, Color, Material, Theme, blend
from games.base import Move, Side
from games.twelve_janggi import COLUMNS, HANDS, ROWS, SQUARES, JanggiPosition

WIDTH = HEIGHT = 960
FRAME = 12  # pixels of rounded edge
CELL = 216  # pixels of a square's edge
LEFT, TOP = 172, 22  # the board's upper left corner
RIGHT, BOTTOM = LEFT + len(ROWS) * CELL, TOP + COLUMNS * CELL
TILE, KING, HELD = 180, 190, 106  # sizes of tiles on the board, of Kings, of tiles in hand
TRAY, SLOT = 114, 132  # a tray's width, and the height of each kind's place in it
TRAY_EDGE = 12  # pixels from the picture's side to a tray
STAIN = 0.45  # strength of the camps' and trays' colors
COORDINATE_SIZE = 44  # font size
LABEL = 56, 84  # height and most width of a label's plate

Places = dict[str, Pixel]


def pixels(viewer: Side) -> Places:
    """The center of each square, and of each place in FIRST's tray (``Z*``) and SECOND's (``z*``)."""
    at: Places = {}
    for row, names in enumerate(orientation.twelve_janggi(viewer)):
        for column, name in enumerate(names):
            at[name] = LEFT + (column + 0.5) * CELL, TOP + (row + 0.5) * CELL
    for side in Side:
        left, top, right, _ = tray(side, viewer)
        kinds = HANDS if side is viewer else HANDS[::-1]
        for slot, kind in enumerate(kinds):
            at[_place(kind, side)] = (left + right) / 2, top + 10 + (slot + 0.5) * SLOT
    return at


def _place(kind: str, side: Side) -> str:
    return f"{kind}*" if side is Side.FIRST else f"{kind.lower()}*"


def tray(side: Side, viewer: Side) -> Box:
    """The box of the side's tray, at its own right."""
    high = len(HANDS) * SLOT + 20
    if side is viewer:
        return WIDTH - TRAY_EDGE - TRAY, BOTTOM - high, WIDTH - TRAY_EDGE, BOTTOM
    return TRAY_EDGE, TOP, TRAY_EDGE + TRAY, TOP + high


@dataclass(frozen=True, slots=True)
class TwelveJanggiSprites:
    """What the board of a theme is drawn with, as one side sees it."""

    theme: Theme
    viewer: Side
    style: str = "hanja"

    def colors(self, side: Side) -> TileColors:
        """The colors of a side's tiles."""
        theme = self.theme
        if side is Side.FIRST:
            return TileColors(theme.green, theme.on_green, theme.on_green)
        return TileColors(theme.ivory, theme.on_ivory, theme.on_ivory)

    def piece(self, kind: str, side: Side) -> Image.Image:
        """A tile on the board."""
        size = KING if kind == "K" else TILE
        return tile(kind, self.colors(side), size, side is not self.viewer, self.style)

    def held(self, kind: str, side: Side) -> Image.Image:
        """A tile in hand."""
        return tile(kind, self.colors(side), HELD, side is not self.viewer, self.style)

    def stained(self, side: Side) -> Color:
        """The panel's wood in a side's color."""
        return blend(self.theme.panel.middle, self.theme.camps[side - 1], STAIN)

    def suggested_drop(self, kind: str, side: Side) -> Image.Image:
        """A tile that is not yet on the board: flat, in colors between those of tile and board."""
        own, wood = self.colors(side), self.theme.panel.middle
        face, ink = blend(wood, own.face.middle, 0.7), blend(wood, own.ink, 0.8)
        flat = TileColors(Material(face, face, face), ink, ink)
        return tile(kind, flat, TILE, side is not self.viewer, self.style)

    def square(self, color: Color, width: int, fill: float = 0) -> Image.Image:
        """A frame inside a square."""
        return marks.rounded_frame(CELL - 6, width, 16, color, fill)

    def last_move(self) -> Image.Image:
        """A square of the last move."""
        return self.square(self.theme.last_move, 7, 0.3)

    def movable(self, name: str) -> Image.Image:
        """A piece that can move, in a square or in a tray."""
        side = TRAY - 12 if "*" in name else CELL - 10
        return marks.rounded_frame(side, 3, 14, self.theme.inlay)

    def selection(self, name: str) -> Image.Image:
        """What is below the selected piece, in a square or in a tray."""
        return marks.rounded_frame(TRAY - 8 if "*" in name else CELL - 6, 8, 16, self.theme.selection, 1)

    def goal(self, radius: int = 24) -> Image.Image:
        """A square to which the selected piece may move."""
        return marks.rimmed_dot(radius, self.theme.selection, blend(self.theme.panel.dark, (0, 0, 0), 0.5))

    def label(self, text: str) -> Image.Image:
        """The name of a square to which the selected piece may move."""
        return plate(text, *LABEL, self.theme.selection, self.theme.black.dark)

    def arrow(self, way: tuple[int, int]) -> Image.Image:
        """A suggested move."""
        return arrow(*way, 26, self.theme.suggestion, self.theme.panel.dark)

    def expected(self, way: tuple[int, int], color: Color) -> Image.Image:
        """A move that is not played."""
        return arrow(*way, 22, color, self.theme.panel.dark)

    def group(self) -> Image.Image:
        """A piece that a claim is about."""
        return self.square(self.theme.danger, 12)

    def dot(self) -> Image.Image:
        """An empty square that a claim is about."""
        return marks.rimmed_dot(17, self.theme.last_move, blend(self.theme.panel.dark, (0, 0, 0), 0.5))

    def warning(self) -> Image.Image:
        """The badge of a King in the opponent's camp."""
        return marks.warning_badge(26, self.theme.danger, self.theme.black.dark)

    def count(self, number: int) -> Image.Image:
        """How many tiles of a kind are in hand."""
        return marks.count_badge(number, 21, self.theme.white.middle, self.theme.black.dark)

    def palette_samples(self) -> list[Image.Image]:
        """Sprites that contain all colors."""
        theme = self.theme
        pieces = [self.piece(kind, side) for kind in "KJ" for side in Side]
        colors = (theme.last_move, theme.selection, theme.danger, theme.inlay, theme.suggestion)
        patches = [marks.rounded_frame(84, 1, 16, color, 1) for color in colors]
        return [*pieces, *patches, self.goal(), self.warning(), self.count(2)]


class TwelveJanggiDrawing(GameDrawing[JanggiPosition]):
    """Draws Twelve Janggi."""

    slug = "twelve_janggi"
    kind = JanggiPosition

    def size(self, variant: str) -> tuple[int, int]:
        """Width and height in pixels; the game has one variant."""
        del variant
        return WIDTH, HEIGHT

    def render(self, scene: Scene[JanggiPosition]) -> bytes:
        """Draw the last move, then tiles, then hints and the suggestion above them."""
        sprites = TwelveJanggiSprites(THEMES[scene.theme], scene.viewer, scene.style)
        return compose(background(scene.theme, scene.viewer, scene.coordinates), _layers(sprites, scene))


def _layers(sprites: TwelveJanggiSprites, scene: Scene[JanggiPosition]) -> Iterator[Layer]:
    """The sprites on the board, from the lowest to the uppermost."""
    position, at = scene.position, pixels(scene.viewer)
    side, legal, theme = position.to_move, position.legal_moves(), sprites.theme
    ways = [(_origin(move, side), move[-2:]) for move in legal]
    selected = _selected(scene, {origin for origin, _ in ways})
    if (played := scene.mistake or scene.last) is not None:
        yield from _last_move(sprites, played, at)
    yield from ((sprites.square(theme.danger, 12), at[name]) for name in _endangered(position))
    if selected:
        yield sprites.selection(selected), at[selected]
    elif scene.hints:
        movable = {origin for origin, _ in ways}
        yield from ((sprites.movable(name), at[name]) for name in sorted(movable & (scene.dots or movable)))
    yield from ((sprites.piece(kind, owner), at[name]) for name, kind, owner in _pieces(position))
    yield from _hands(sprites, position, at)
    pieces = {name for name, _, _ in _pieces(position)}
    yield from ((sprites.group(), at[name]) for name in sorted(scene.group & pieces))
    yield from ((sprites.dot(), at[name]) for name in SQUARES if name in scene.dots - pieces)
    yield from ((sprites.warning(), _corner(at[name])) for name in _entered(position))
    for goal in (to for origin, to in ways if origin == selected):
        yield from _goal(
            sprites, at[goal], position.board[SQUARES.index(goal)] != ".", scene.labels.get(goal)
        )
    if scene.suggestion in legal:
        yield from _suggestion(sprites, scene.suggestion, side, at)
    yield from _line(sprites, scene, at)


def _origin(move: Move, side: Side) -> str:
    """Where a move's piece comes from: a square or a place in its owner's tray."""
    return _place(move[0], side) if "*" in move else move[:2]


def _selected(scene: Scene[JanggiPosition], origins: set[str]) -> str | None:
    """The place of the selected piece, if the piece can move."""
    selected = scene.selected or ""
    name = _place(selected[0], scene.position.to_move) if selected.endswith("*") else selected
    return name if name in origins else None


def _pieces(position: JanggiPosition) -> Iterator[tuple[str, str, Side]]:
    for name, symbol in zip(SQUARES, position.board, strict=True):
        if symbol != ".":
            yield name, symbol.upper(), Side.FIRST if symbol.isupper() else Side.SECOND


def _entered(position: JanggiPosition) -> list[str]:
    """The squares of Kings in the opponent's camp."""
    kings = (position.board.find(position.symbol("K", side)) for side in Side if position.entered(side))
    return [SQUARES[square] for square in kings]


def _endangered(position: JanggiPosition) -> list[str]:
    """The squares of Kings that can be captured next, or have entered the opponent's camp."""
    squares = dict.fromkeys(_entered(position))
    if position.is_check and position.outcome() is None:
        squares[SQUARES[position.board.index(position.symbol("K", position.to_move))]] = None
    return list(squares)


def _goal(sprites: TwelveJanggiSprites, center: Pixel, capture: bool, text: str | None) -> Iterator[Layer]:
    """A dot or a label on an empty square; around a piece to capture, a frame with it in its corner."""
    if capture:
        yield sprites.square(sprites.theme.selection, 9), center
        corner = center[0] - CELL / 2 + 36, center[1] - CELL / 2 + 34
        yield (sprites.label(text) if text else sprites.goal(18)), corner
    else:
        yield (sprites.label(text) if text else sprites.goal()), center


def _corner(center: Pixel) -> Pixel:
    return center[0] + CELL / 2 - 32, center[1] - CELL / 2 + 32


def _last_move(sprites: TwelveJanggiSprites, move: Move, at: Places) -> Iterator[Layer]:
    """Both squares of a move, or the one on which a piece was dropped."""
    yield sprites.last_move(), at[move[-2:]]
    if "*" not in move:
        yield sprites.last_move(), at[move[:2]]


def _hands(sprites: TwelveJanggiSprites, position: JanggiPosition, at: Places) -> Iterator[Layer]:
    for side, hand in zip(Side, position.hands, strict=True):
        for kind in sorted(set(hand)):
            x, y = at[_place(kind, side)]
            yield sprites.held(kind, side), (x, y)
            if hand.count(kind) > 1:
                yield sprites.count(hand.count(kind)), (x + HELD / 2 - 16, y + HELD / 2 - 8)


def _suggestion(sprites: TwelveJanggiSprites, move: Move, side: Side, at: Places) -> Iterator[Layer]:
    """An arrow into a frame, or the pale tile of a drop on its square."""
    origin, goal, color = at[_origin(move, side)], at[move[-2:]], sprites.theme.suggestion
    yield sprites.square(color, 9), goal
    if "*" in move:
        yield sprites.suggested_drop(move[0], side), goal
        yield marks.rounded_frame(TRAY - 8, 8, 16, color), origin
    else:
        way, middle = between(origin, goal, leave=30, arrive=36)
        yield sprites.arrow(way), middle


def _line(sprites: TwelveJanggiSprites, scene: Scene[JanggiPosition], at: Places) -> Iterator[Layer]:
    """Numbered arrows for moves that are not played: pale those of the side that answers the first one."""
    moves, theme = [played for played, _ in scene.line], sprites.theme
    leading = theme.suggestion if moves[:1] == [scene.suggestion] else theme.danger
    for number, (move, side) in enumerate(scene.line, 1):
        way, middle = between(at[_origin(move, side)], at[move[-2:]], leave=30, arrive=36)
        if move != scene.suggestion:
            yield sprites.expected(way, leading if side is scene.line[0][1] else theme.inlay), middle
        if moves != [scene.suggestion]:
            yield sprites.count(number), middle


@lru_cache(maxsize=4)
def background(theme: str, viewer: Side, coordinates: bool) -> Background:
    """The empty board and its trays."""
    sprites = TwelveJanggiSprites(THEMES[theme], viewer)
    colors = sprites.theme
    image = wooden_frame((WIDTH, HEIGHT), FRAME, colors)
    surface = textures.goban_wood(WIDTH - 2 * FRAME, HEIGHT - 2 * FRAME, colors.frame, seed=41)
    image.paste(surface, (FRAME, FRAME))
    _squares(image, sprites)
    if coordinates:
        _coordinates(image, sprites)
    for side in Side:
        _tray(image, sprites, side)
    grid = TileGrid.of(LEFT, TOP, CELL)
    return framed_background(image, grid, colors, colors.panel.middle, sprites.palette_samples())


def _squares(image: Image.Image, sprites: TwelveJanggiSprites) -> None:
    """Twelve squares, both camps stained."""
    theme = sprites.theme
    image.paste(textures.goban_wood(RIGHT - LEFT, BOTTOM - TOP, theme.panel, seed=31), (LEFT, TOP))
    for side in Side:
        top = TOP if side is not sprites.viewer else BOTTOM - CELL
        box = LEFT, top, RIGHT, top + CELL
        image.paste(theme.camps[side - 1], box, Image.new("L", (RIGHT - LEFT, CELL), round(255 * STAIN)))
    xs, ys = range(LEFT, RIGHT + 1, CELL), range(TOP, BOTTOM + 1, CELL)
    grid_lines(image, xs, ys, blend(theme.panel.dark, (0, 0, 0), 0.6), theme.panel.light)
    inner_shadow(image, (LEFT, TOP, RIGHT, BOTTOM))


def _coordinates(image: Image.Image, sprites: TwelveJanggiSprites) -> None:
    """The letters below the squares, the numbers left of them."""
    engraver = Engraver(COORDINATE_SIZE, sprites.theme.ink, sprites.theme.ink_light)
    rows = orientation.twelve_janggi(sprites.viewer)
    for column, name in enumerate(rows[0]):
        engraver.engrave(image, name[0], (LEFT + (column + 0.5) * CELL, (BOTTOM + HEIGHT - FRAME) / 2))
    for row, names in enumerate(rows):
        x = (TRAY_EDGE + TRAY + LEFT) / 2
        engraver.engrave(image, names[0][1], (x, TOP + (row + 0.5) * CELL))


def _tray(image: Image.Image, sprites: TwelveJanggiSprites, side: Side) -> None:
    """A hollow stained in the owner's color, with the shapes of the tiles that it can hold."""
    box = tray(side, sprites.viewer)
    image.paste(sprites.stained(side), box)
    at, mask = pixels(sprites.viewer), tile_mask(HELD, side is not sprites.viewer)
    shape = filled(mask.point(lambda level: level // 7), (0, 0, 0))
    paste_layers(image, ((shape, at[_place(kind, side)]) for kind in HANDS))
    inner_shadow(image, box, 12)
