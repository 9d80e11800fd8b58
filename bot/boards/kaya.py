"""A wooden board with lines and stones.

Start reading at `whole`; what it draws is a `bot.boards.stones.Sheet`. `bot/boards/zoom.py` enlarges it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.boards import sprites, textures
from bot.boards.base import Window
from bot.boards.canvas import CORNER, Canvas, Ground, Lattice
from bot.boards.lettering import Chisel
from bot.boards.ruling import coordinates, grooves, stars
from bot.boards.stones import Mark, Plan, Sheet
from bot.boards.themes import THEMES, Colour, Material, Theme
from games.base import Side

WIDTH = 960
CELLS = {9: 94, 13: 66, 15: 58, 19: 46}  # pixels between two lines; what is left of WIDTH is the margin
LETTERS = {9: 34, 13: 32, 15: 30, 19: 26}  # font size of the coordinates
COMPRESSION = 5  # a crowded board: 18 ms and 89 KB; by the kit's usual 6, 23 ms and 85 KB


@dataclass(frozen=True, slots=True)
class Kit:
    """What stones and marks are made of where lines are ``cell`` pixels apart."""

    cell: int
    theme: Theme

    def part(self, share: float) -> int:
        """A share of the distance between two lines, in pixels."""
        return max(1, round(self.cell * share))

    @property
    def radius(self) -> int:
        """The stones' radius: neighbours all but touch."""
        return self.part(0.478)

    def material(self, side: Side) -> Material:
        """What stones of ``side`` are made of."""
        return self.theme.black if side is Side.FIRST else self.theme.white

    def accent(self, side: Side) -> Colour:
        """The colour of marks on a stone of ``side``."""
        return self.theme.on_black if side is Side.FIRST else self.theme.on_white

    def shadow(self) -> Image.Image:
        """What a stone casts on the board."""
        return sprites.contact(self.radius)

    def stone(self, side: Side) -> Image.Image:
        """A living stone."""
        return sprites.dome(self.radius, self.material(side))

    def ghost(self, side: Side) -> Image.Image:
        """A dead stone."""
        return _ghost(self.radius, self.material(side), 0.5)

    def number(self, side: Side, number: int, newest: bool) -> Image.Image:
        """The order of play, written on a stone of ``side``."""
        ink = self.accent(side) if newest else self.material(side.other).middle
        return sprites.writing(str(number), self.part(0.5 if number < 100 else 0.42), ink)

    def mark(self, mark: Mark, side: Side) -> Image.Image:
        """The sprite of a mark."""
        return _MARKS[mark](self, side)

    def name(self, text: str, stone: int) -> Image.Image:
        """A point's name, on a plate of its own or on a stone."""
        height, goban = self.part(0.3), self.theme.goban
        if stone:
            return sprites.plate(text, height, self.material(Side(stone).other).middle)
        return sprites.plate(text, height, goban.ink, goban.wood.light)

    def everything(self) -> list[Image.Image]:
        """One of each sprite."""
        marks = [self.mark(mark, side) for mark in Mark for side in Side]
        return [*map(self.stone, Side), *map(self.ghost, Side), *marks, self.shadow()]


@lru_cache(maxsize=32)
def _ghost(radius: int, material: Material, strength: float) -> Image.Image:
    return sprites.faded(sprites.dome(radius, material), strength)


def _last(kit: Kit, side: Side) -> Image.Image:
    return sprites.dot(kit.part(0.19), kit.accent(side))


def _rim(kit: Kit, side: Side) -> Image.Image:
    return sprites.ring(kit.part(0.45), kit.part(0.085), kit.accent(side))


def _taken(kit: Kit, side: Side) -> Image.Image:
    return _ghost(kit.radius, kit.material(side), 0.25)


def _dead(kit: Kit, side: Side) -> Image.Image:
    return sprites.cross(kit.part(0.19), kit.part(0.1), kit.accent(side))


def _territory(kit: Kit, side: Side) -> Image.Image:
    return sprites.square(
        kit.part(0.17), kit.part(0.03), kit.theme.goban.line, inside=kit.material(side).middle
    )


def _forbidden(kit: Kit, side: Side) -> Image.Image:
    del side
    return sprites.cross(kit.part(0.21), kit.part(0.1), kit.theme.goban.refused)


def _repeats(kit: Kit, side: Side) -> Image.Image:
    del side
    return sprites.square(kit.part(0.24), kit.part(0.07), kit.theme.goban.refused)


def _advice(kit: Kit, side: Side) -> Image.Image:
    del side
    return sprites.ring(kit.part(0.4), kit.part(0.1), kit.theme.goban.advice)


_MARKS: dict[Mark, Callable[[Kit, Side], Image.Image]] = {
    Mark.LAST: _last,
    Mark.NEWEST: _rim,
    Mark.WINNING: _rim,
    Mark.TAKEN: _taken,
    Mark.DEAD: _dead,
    Mark.TERRITORY: _territory,
    Mark.FORBIDDEN: _forbidden,
    Mark.REPEATS: _repeats,
    Mark.ADVICE: _advice,
}
ABOVE = frozenset(Mark) - {Mark.TAKEN}  # the marks that lie on stones, not under them


Layer = tuple[Image.Image, int]  # a sprite and the point it lies on


def stones(kit: Kit, sheet: Sheet, points: Iterable[int]) -> Iterator[Layer]:
    """Where stones were, shadows under all stones, the stones, and the numbers on them."""
    standing = [point for point in points if sheet.stones[point]]
    yield from marks(kit, sheet, points, {Mark.TAKEN})
    yield from ((kit.shadow(), point) for point in standing if point not in sheet.dead)
    for point in standing:
        side = Side(sheet.stones[point])
        yield (kit.ghost if point in sheet.dead else kit.stone)(side), point
    newest = max(sheet.numbers.values(), default=0)
    for point in filter(sheet.numbers.__contains__, standing):
        number = sheet.numbers[point]
        yield kit.number(Side(sheet.stones[point]), number, newest=number == newest), point


def marks(kit: Kit, sheet: Sheet, points: Iterable[int], wanted: Container[Mark] = ABOVE) -> Iterator[Layer]:
    """The marks among ``points``."""
    shown = frozenset(points)
    for mark, point, side in sheet.marks:
        if mark in wanted and point in shown:
            yield kit.mark(mark, side), point


def whole(sheet: Sheet, theme: str, viewer: Side, window: Window | None) -> bytes:
    """The board as a PNG; a window is outlined."""
    size = sheet.plan.size
    kit, lattice = Kit(CELLS[size], THEMES[theme]), board_lattice(size, viewer)
    canvas = Canvas(ground(sheet.plan, theme, viewer))
    every = range(size * size)
    for sprite, point in (*stones(kit, sheet, every), *marks(kit, sheet, every)):
        row, column = divmod(point, size)
        canvas.stamp(sprite, lattice.at(column, row))
    if window:
        _outline(canvas.image, kit, lattice, window)
    return canvas.png(COMPRESSION)


def board_lattice(size: int, viewer: Side) -> Lattice:
    """Where the points of a whole board stand."""
    first = (WIDTH - (size - 1) * CELLS[size]) / 2
    return Lattice(size, size, CELLS[size], first, first, viewer)


def _outline(image: Image.Image, kit: Kit, lattice: Lattice, window: Window) -> None:
    seen = window.points(lattice.viewer)
    (left, top), (right, bottom) = lattice.at(*seen[0][0]), lattice.at(*seen[-1][-1])
    half, pen = kit.cell / 2, ImageDraw.Draw(image)
    box = (left - half - 1, top - half - 1, right + half, bottom + half)
    for grown, colour, width in ((2, kit.theme.goban.line, 8), (0, kit.theme.goban.window, 4)):
        grow = (-grown, -grown, grown, grown)
        wide = tuple(at + by for at, by in zip(box, grow, strict=True))
        pen.rounded_rectangle(wide, kit.cell // 4, outline=colour, width=width)


@lru_cache(maxsize=8)
def ground(plan: Plan, theme: str, viewer: Side) -> Ground:
    """The empty board."""
    kit = Kit(CELLS[plan.size], THEMES[theme])
    goban, lattice = kit.theme.goban, board_lattice(plan.size, viewer)
    image = textures.kaya(WIDTH, WIDTH, goban.wood, seed=4)
    low = round(lattice.left)
    lines = range(low, WIDTH - low + 1, kit.cell)
    grooves(image, lines, lines, goban.line)
    pen = ImageDraw.Draw(image)
    pen.rectangle((low - 2, low - 2, lines[-1] + 1, lines[-1] + 1), outline=goban.line, width=3)
    stars(image, (lattice.at(*star) for star in plan.stars), max(6, kit.part(0.085)), goban.line)
    chisel = Chisel(LETTERS[plan.size], goban.ink, goban.ink_light)
    names = [letter.upper() for letter in plan.letters[: plan.size]], _rows(plan)
    coordinates(image, lattice, chisel, names, low - kit.radius)
    _bevel(image, kit.theme)
    return Ground.of(image, [*kit.everything(), *swatches(kit)], goban.wood.middle, goban.wood.dark)


def _rows(plan: Plan) -> list[str]:
    return [str(plan.size - row) for row in range(plan.size)]


def swatches(kit: Kit) -> list[Image.Image]:
    """Colours that the palette must have beside those of the sprites."""
    colours = (kit.theme.goban.window, *map(kit.accent, Side))
    return [Image.new("RGBA", (40, 20), colour) for colour in colours]


def _bevel(image: Image.Image, theme: Theme) -> None:
    """The board's edge: lit at the upper left, in shade at the lower right."""
    pen, wood = ImageDraw.Draw(image), theme.goban.wood
    side = image.width - 1
    pen.rounded_rectangle((-4, -4, side - 2, side - 2), CORNER, outline=wood.dark, width=3)
    pen.rounded_rectangle((2, 2, side + 4, side + 4), CORNER, outline=wood.light, width=3)
    pen.rounded_rectangle((0, 0, side, side), CORNER, outline=theme.goban.line, width=2)
