"""Twelve Janggi's board: twelve squares between two camps, thick tiles, a tray for each hand.

Start reading at `JanggiBoard.draw`. The board stands upright, three squares wide and four high, because
players sit at its short sides; the trays beside it make the picture wider than high.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.drawing import marks, orientation, textures
from bot.drawing.arrows import arrow, between
from bot.drawing.base import Scene
from bot.drawing.canvas import CORNER, Canvas, Ground
from bot.drawing.lettering import Chisel
from bot.drawing.ruling import grooves
from bot.drawing.themes import THEMES, Colour, Material, Theme, blend
from bot.drawing.tiles import Make, hollow, tile
from games.base import Move, Side
from games.twelve_janggi import COLUMNS, HANDS, ROWS, SQUARES, JanggiPosition

WIDTH, HEIGHT = 960, 824
BORDER = 14  # pixels of rounded edge
CELL = 180
LEFT, TOP = 210, 52  # the board's upper left corner
RIGHT, BOTTOM = LEFT + len(ROWS) * CELL, TOP + COLUMNS * CELL
TILE, KING, HELD = 148, 158, 112  # sizes of tiles on the board, of Kings, of tiles in hand
TRAY, SLOT = 148, 138  # a tray's width, and the height of each kind's place in it
TRAY_EDGE = 26  # pixels from the picture's side to a tray
STAIN = 0.45  # strength of the camps' and trays' colours
LETTERS = 32  # font size of the coordinates

Pixel = tuple[float, float]
Box = tuple[int, int, int, int]


def pixels(viewer: Side) -> dict[str, Pixel]:
    """The middle of each square, and of each place in the trays (``Z*`` FIRST's, ``z*`` SECOND's)."""
    at: dict[str, Pixel] = {}
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
    """Where a side's hand lies: at its own right."""
    high = len(HANDS) * SLOT + 20
    if side is viewer:
        return WIDTH - TRAY_EDGE - TRAY, BOTTOM - high, WIDTH - TRAY_EDGE, BOTTOM
    return TRAY_EDGE, TOP, TRAY_EDGE + TRAY, TOP + high


@dataclass(frozen=True, slots=True)
class Kit:
    """What one theme's board is drawn with, seen from one side."""

    theme: Theme
    viewer: Side

    def make(self, side: Side) -> Make:
        """What a side's tiles are made of."""
        theme = self.theme
        if side is Side.FIRST:
            return Make(theme.green, theme.on_green, theme.on_green)
        return Make(theme.ivory, theme.on_ivory, theme.on_ivory)

    def piece(self, kind: str, side: Side) -> Image.Image:
        """A tile on the board."""
        size = KING if kind == "K" else TILE
        return tile(kind, self.make(side), size, side is not self.viewer)

    def held(self, kind: str, side: Side) -> Image.Image:
        """A tile in hand."""
        return tile(kind, self.make(side), HELD, side is not self.viewer)

    def stained(self, side: Side) -> Colour:
        """The panel's wood in a side's colour."""
        return blend(self.theme.panel.middle, self.theme.camps[side - 1], STAIN)

    def faint(self, kind: str, side: Side) -> Image.Image:
        """A tile that is not there yet: flat, between the colours of tile and board."""
        made, wood = self.make(side), self.theme.panel.middle
        face, ink = blend(wood, made.face.middle, 0.7), blend(wood, made.ink, 0.8)
        return tile(kind, Make(Material(face, face, face), ink, ink), TILE, side is not self.viewer)

    def square(self, colour: Colour, width: int, fill: float = 0) -> Image.Image:
        """A frame inside a square."""
        return marks.frame(CELL - 6, width, 16, colour, fill)

    def left(self) -> Image.Image:
        """The square that the last move left."""
        return marks.frame(CELL - 6, 7, 16, self.theme.trail, 0.3)

    def movable(self, name: str) -> Image.Image:
        """A piece that can move, in a square or in a tray."""
        side = TRAY - 12 if "*" in name else CELL - 10
        return marks.frame(side, 3, 14, self.theme.inlay)

    def chosen(self, name: str) -> Image.Image:
        """What lies under the piece taken up, in a square or in a tray."""
        return marks.frame(TRAY - 8 if "*" in name else CELL - 6, 8, 16, self.theme.chosen, 1)

    def goal(self, radius: int = 24) -> Image.Image:
        """Where the piece taken up may go."""
        return marks.spot(radius, self.theme.chosen, blend(self.theme.panel.dark, (0, 0, 0), 0.5))

    def arrow(self, way: tuple[int, int]) -> Image.Image:
        """A suggested step."""
        return arrow(*way, 26, self.theme.advice, self.theme.panel.dark)

    def alarm(self) -> Image.Image:
        """The badge of a King in the enemy camp."""
        return marks.alarm(26, self.theme.danger, self.theme.black.dark)

    def count(self, number: int) -> Image.Image:
        """How many tiles of a kind are in hand."""
        return marks.count(number, 21, self.theme.white.middle, self.theme.black.dark)

    def everything(self) -> list[Image.Image]:
        """Sprites that have all colours between them."""
        theme = self.theme
        pieces = [self.piece(kind, side) for kind in "KJ" for side in Side]
        colours = (theme.trail, theme.chosen, theme.danger, theme.inlay, theme.advice)
        plain = [marks.frame(84, 1, 16, colour, 1) for colour in colours]
        return [*pieces, *plain, self.goal(), self.alarm(), self.count(2)]


class JanggiBoard:
    """Draws Twelve Janggi."""

    slug = "twelve_janggi"

    def size(self, variant: str) -> tuple[int, int]:
        """The one variant's picture."""
        del variant
        return WIDTH, HEIGHT

    def draw(self, scene: Scene) -> bytes:
        """The squares of the last move, the tiles, what may be done, and advice above them."""
        position = scene.position
        if not isinstance(position, JanggiPosition):
            raise TypeError(f"not a position of Twelve Janggi: {type(position).__name__}")
        kit = Kit(THEMES[scene.theme], scene.viewer)
        canvas = Canvas(ground(scene.theme, scene.viewer))
        for sprite, at in _layers(kit, position, scene):
            canvas.stamp(sprite, at)
        return canvas.png()


Layer = tuple[Image.Image, Pixel]
Places = dict[str, Pixel]


def _layers(kit: Kit, position: JanggiPosition, scene: Scene) -> Iterator[Layer]:
    at, legal = pixels(scene.viewer), position.legal_moves()
    moves = [(_origin(move, position.to_move), move[-2:]) for move in legal]
    chosen = _chosen(scene, position.to_move, {origin for origin, _ in moves})
    yield from _last(kit, scene, at)
    yield from ((kit.square(kit.theme.danger, 12), at[name]) for name in _entered(position))
    if chosen:
        yield kit.chosen(chosen), at[chosen]
    elif scene.hints:
        yield from ((kit.movable(name), at[name]) for name in sorted({origin for origin, _ in moves}))
    yield from ((kit.piece(kind, side), at[name]) for name, kind, side in _pieces(position))
    yield from _hands(kit, position, at)
    yield from ((kit.alarm(), _corner(at[name])) for name in _entered(position))
    for goal in (to for origin, to in moves if origin == chosen):
        yield from _goal(kit, at[goal], taken=position.board[SQUARES.index(goal)] != ".")
    if scene.suggestion in legal:
        yield from _advice(kit, scene.suggestion, position.to_move, at)


def _origin(move: Move, side: Side) -> str:
    """Where a move's piece comes from: a square or a place in its owner's tray."""
    return _place(move[0], side) if "*" in move else move[:2]


def _chosen(scene: Scene, side: Side, origins: set[str]) -> str | None:
    """What is taken up, if it can move."""
    taken = scene.selected or ""
    name = _place(taken[0], side) if taken.endswith("*") else taken
    return name if name in origins else None


def _pieces(position: JanggiPosition) -> Iterator[tuple[str, str, Side]]:
    for name, symbol in zip(SQUARES, position.board, strict=True):
        if symbol != ".":
            yield name, symbol.upper(), Side.FIRST if symbol.isupper() else Side.SECOND


def _entered(position: JanggiPosition) -> list[str]:
    """Where a King stands in the enemy camp."""
    kings = (position.board.find(position.symbol("K", side)) for side in Side if position.entered(side))
    return [SQUARES[square] for square in kings]


def _goal(kit: Kit, middle: Pixel, taken: bool) -> Iterator[Layer]:
    """A dot on a square that is empty, a frame with a dot in its corner round what would be taken."""
    if taken:
        yield kit.square(kit.theme.chosen, 8), middle
        yield kit.goal(15), (middle[0] - CELL / 2 + 24, middle[1] - CELL / 2 + 24)
    else:
        yield kit.goal(), middle


def _corner(middle: Pixel) -> Pixel:
    return middle[0] + CELL / 2 - 32, middle[1] - CELL / 2 + 32


def _last(kit: Kit, scene: Scene, at: Places) -> Iterator[Layer]:
    """Both squares of the last move."""
    if scene.last is not None:
        yield kit.square(kit.theme.trail, 7, 0.3), at[scene.last[-2:]]
        if "*" not in scene.last:
            yield kit.left(), at[scene.last[:2]]


def _hands(kit: Kit, position: JanggiPosition, at: Places) -> Iterator[Layer]:
    for side, hand in zip(Side, position.hands, strict=True):
        for kind in sorted(set(hand)):
            x, y = at[_place(kind, side)]
            yield kit.held(kind, side), (x, y)
            if hand.count(kind) > 1:
                yield kit.count(hand.count(kind)), (x + HELD / 2 - 4, y + HELD / 2 - 12)


def _advice(kit: Kit, move: Move, side: Side, at: Places) -> Iterator[Layer]:
    """A suggested step as an arrow into a frame, a drop as the faint tile on its square."""
    origin, goal = at[_origin(move, side)], at[move[-2:]]
    yield kit.square(kit.theme.advice, 9), goal
    if "*" in move:
        yield kit.faint(move[0], side), goal
        yield marks.frame(TRAY - 8, 8, 16, kit.theme.advice), origin
    else:
        way, middle = between(origin, goal, leave=30, arrive=36)
        yield kit.arrow(way), middle


@lru_cache(maxsize=4)
def ground(theme: str, viewer: Side) -> Ground:
    """The empty board and its trays."""
    kit = Kit(THEMES[theme], viewer)
    colours = kit.theme
    image = textures.framed(WIDTH, BORDER, colours.frame, colours.edge, HEIGHT)
    inside = WIDTH - 2 * BORDER, HEIGHT - 2 * BORDER
    image.paste(textures.plank(*inside, colours.frame, seed=41), (BORDER, BORDER))
    _board(image, kit)
    for side in Side:
        _tray(image, kit, side)
    outline = (0, 0, WIDTH - 1, HEIGHT - 1)
    ImageDraw.Draw(image).rounded_rectangle(outline, CORNER, outline=colours.edge, width=2)
    return Ground.of(image, kit.everything(), colours.panel.middle, colours.edge)


def _board(image: Image.Image, kit: Kit) -> None:
    """Twelve squares, both camps stained, and their names at the edges."""
    theme, rows = kit.theme, orientation.twelve_janggi(kit.viewer)
    image.paste(textures.plank(RIGHT - LEFT, BOTTOM - TOP, theme.panel, seed=31), (LEFT, TOP))
    for side in Side:
        top = TOP if side is not kit.viewer else BOTTOM - CELL
        box = LEFT, top, RIGHT, top + CELL
        image.paste(theme.camps[side - 1], box, Image.new("L", (RIGHT - LEFT, CELL), round(255 * STAIN)))
    xs, ys = range(LEFT, RIGHT + 1, CELL), range(TOP, BOTTOM + 1, CELL)
    grooves(image, xs, ys, blend(theme.panel.dark, (0, 0, 0), 0.6), theme.panel.light)
    textures.lip(image, (LEFT, TOP, RIGHT, BOTTOM), 14)
    chisel = Chisel(LETTERS, theme.ink, theme.ink_light)
    for column, name in enumerate(rows[0]):
        for y in (TOP / 2 + 4, HEIGHT - TOP / 2 - 4):
            chisel.cut(image, name[0], (LEFT + (column + 0.5) * CELL, y))
    for row, names in enumerate(rows):
        for x in (LEFT - 18, RIGHT + 18):
            chisel.cut(image, names[0][1], (x, TOP + (row + 0.5) * CELL))


def _tray(image: Image.Image, kit: Kit, side: Side) -> None:
    """A hollow stained in the owner's colour, with the shapes of the tiles it can hold."""
    box = tray(side, kit.viewer)
    image.paste(kit.stained(side), box)
    shape = hollow(HELD, side is not kit.viewer).point(lambda level: level // 7)
    for kind in HANDS:
        x, y = pixels(kit.viewer)[_place(kind, side)]
        image.paste((0, 0, 0), (round(x - shape.width / 2), round(y - shape.height / 2)), shape)
    textures.lip(image, box, 12)
