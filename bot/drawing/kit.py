"""What stones, marks and names are made of, and how they lie on a wooden board. Start reading at `lay`."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from PIL import Image, ImageDraw

from bot.drawing import sprites
from bot.drawing.stones import Mark, Sheet
from bot.drawing.themes import Colour, Material, Theme
from games.base import Side

Pixel = tuple[float, float]
Layer = tuple[Image.Image, Pixel]  # a sprite and where its middle lies


def lay(
    image: Image.Image,
    kit: Kit,
    sheet: Sheet,
    at: Mapping[int, Pixel],
    named: Container[int] = (),
    shadows: bool = True,
) -> None:
    """Lay on a picture what the sheet has at the points of ``at``, and the names of those ``named``."""
    standing = [point for point in at if sheet.stones[point]]
    layers = chain(
        _marks(kit, sheet, at, {Mark.TAKEN}, ()),
        _shadows(kit, sheet, at, standing) if shadows else (),
        _stones(kit, sheet, at, standing),
        _names(kit, sheet, at, named),
        _marks(kit, sheet, at, ABOVE, named),
    )
    for sprite, (x, y) in layers:
        image.paste(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)), sprite)


def outline(image: Image.Image, theme: Theme, box: tuple[float, float, float, float]) -> None:
    """The window's outline: a bright line between two dark ones, the outermost along a ``box``."""
    pen, (left, top, right, bottom) = ImageDraw.Draw(image), box
    for inset, colour, width in ((0, theme.goban.line, 8), (2, theme.goban.window, 4)):
        line = (left + inset, top + inset, right - inset, bottom - inset)
        pen.rounded_rectangle(line, 13 - inset, outline=colour, width=width)


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
        height, goban = self.part(0.37), self.theme.goban
        if stone:
            return sprites.plate(text, height, self.material(Side(stone).other).middle)
        return sprites.plate(text, height, goban.ink, goban.wood.light)

    def everything(self) -> list[Image.Image]:
        """One of each sprite, and of each colour that a palette must have beside those of the sprites."""
        marks = [self.mark(mark, side) for mark in Mark for side in Side]
        names = [self.name("k10", stone) for stone in (0, *Side)]
        colours = (self.theme.goban.window, *map(self.accent, Side))
        swatches = [Image.new("RGBA", (40, 20), colour) for colour in colours]
        return [*map(self.stone, Side), *map(self.ghost, Side), *marks, self.shadow(), *names, *swatches]


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


def _shadows(kit: Kit, sheet: Sheet, at: Mapping[int, Pixel], standing: Iterable[int]) -> Iterator[Layer]:
    """What living stones cast on the board; under all stones, so that none falls on a neighbour."""
    shadow = kit.shadow()
    yield from ((shadow, at[point]) for point in standing if point not in sheet.dead)


def _stones(kit: Kit, sheet: Sheet, at: Mapping[int, Pixel], standing: Iterable[int]) -> Iterator[Layer]:
    """The stones, and the numbers on them."""
    living, dead = ({side: made(side) for side in Side} for made in (kit.stone, kit.ghost))
    newest = max(sheet.numbers.values(), default=0)
    for point in standing:
        side = Side(sheet.stones[point])
        yield (dead if point in sheet.dead else living)[side], at[point]
        if number := sheet.numbers.get(point):
            yield kit.number(side, number, newest=number == newest), at[point]


def _names(kit: Kit, sheet: Sheet, at: Mapping[int, Pixel], named: Container[int]) -> Iterator[Layer]:
    """The names of points that may be tapped; a dead stone's stands below its mark, within its cell."""
    for point in filter(named.__contains__, sorted(sheet.open & at.keys())):
        (x, y), name = at[point], sheet.plan.name(point)
        if point in sheet.dead:
            yield kit.name(name, 0), (x, y + kit.part(0.21))
        else:
            yield kit.name(name, sheet.stones[point]), (x, y)


def _marks(
    kit: Kit, sheet: Sheet, at: Mapping[int, Pixel], wanted: Container[Mark], named: Container[int]
) -> Iterator[Layer]:
    """The marks; a dead stone's makes room for a name below it."""
    for mark, point, side in sheet.marks:
        if mark in wanted and point in at:
            x, y = at[point]
            raised = mark is Mark.DEAD and point in named and point in sheet.open
            yield kit.mark(mark, side), (x, y - kit.part(0.2) if raised else y)
