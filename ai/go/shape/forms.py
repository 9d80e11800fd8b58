"""Good and bad shapes that a stone makes with those beside it. Start reading at `good` and `bad`.

Each form is looked for in all directions from the stone that is played.
"""

from __future__ import annotations

from collections.abc import Iterator

from ai.go.shape.weights import WEIGHTS
from ai.go.sight import Sight

_ADJACENT = ((-1, 0), (0, 1), (1, 0), (0, -1))
_DIAGONAL = ((-1, -1), (-1, 1), (1, 1), (1, -1))
_KNIGHT = tuple((r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c))
_HEAVY_STONES, _HEAVY_LIBERTIES = 4, 3
_REACH = 4
"""No form needs a stone farther away, along the lines."""


class Place:
    """A point and what stands at steps from it, as if the stone were there already."""

    def __init__(self, sight: Sight, point: int) -> None:
        self.sight, self.point = sight, point
        self.row, self.column = divmod(point, sight.size)

    def at(self, down: int, right: int) -> int | None:
        """What stands so many steps away; None off the board."""
        if down == right == 0:
            return self.sight.own
        return self.sight.colour(self.row + down, self.column + right)

    def own(self, down: int, right: int) -> bool:
        """Whether an own stone stands there."""
        return self.at(down, right) == self.sight.own

    def free(self, down: int, right: int) -> bool:
        """Whether that point is empty."""
        return self.at(down, right) == 0


def good(sight: Sight, point: int) -> float:
    """The worth of the good shapes a stone makes, each kind counted once."""
    if not sight.near(point, sight.own, _REACH):
        return 0.0
    place = Place(sight, point)
    found = {
        "eye": makes_eye(place),
        "bamboo joint": is_bamboo_joint(place),
        "solid connection": is_solid_connection(place),
        "tiger's mouth": is_tigers_mouth(place),
        "knight connection": is_knight_connection(place),
    }
    return sum(WEIGHTS[name] for name, there in found.items() if there)


def bad(sight: Sight, point: int) -> float:
    """What the bad shapes a stone makes cost."""
    if not sight.near(point, sight.own, _REACH):
        return 0.0
    place = Place(sight, point)
    worth = WEIGHTS["empty triangle"] * empty_triangles(place)
    worth += WEIGHTS["clumsy"] if is_clumsy(place) else 0.0
    return worth + (WEIGHTS["heavy connection"] if is_heavy(place) else 0.0)


def is_tigers_mouth(place: Place) -> bool:
    """호구: with the stone, three own stones around an empty point whose fourth side is open."""
    for down, right in _ADJACENT:
        around = [(down + r, right + c) for r, c in _ADJACENT]
        own = sum(place.own(r, c) for r, c in around)
        if place.free(down, right) and own == 3 and any(place.free(r, c) for r, c in around):
            return True
    return False


def is_knight_connection(place: Place) -> bool:
    """The source's other 호구: a knight's move from an own stone, with nothing between."""
    return any(place.own(r, c) and _clear(place, r, c) for r, c in _KNIGHT)


def _clear(place: Place, down: int, right: int) -> bool:
    """Whether the two points that a knight's move leaves between are empty."""
    if abs(down) == 2:
        return place.free(down // 2, 0) and place.free(down // 2, right)
    return place.free(0, right // 2) and place.free(down, right // 2)


def is_bamboo_joint(place: Place) -> bool:
    """쌍립: two pairs of own stones, side by side with an empty line between."""
    for down, right in _ADJACENT:  # towards the other pair
        for side in (-1, 1):
            r, c = side * right, side * down  # towards the partner, at a right angle
            joined = place.own(r, c) and place.own(2 * down, 2 * right)
            joined = joined and place.own(r + 2 * down, c + 2 * right)
            if joined and place.free(down, right) and place.free(r + down, c + right):
                return True
    return False


def is_solid_connection(place: Place) -> bool:
    """철주: the stone joins two chains of its own that an enemy might cut."""
    return len(place.sight.chains(place.point, place.sight.own)) >= 2 and bool(
        place.sight.chains(place.point, place.sight.enemy)
        or any(place.at(r, c) == place.sight.enemy for r, c in _DIAGONAL)
    )


def makes_eye(place: Place) -> bool:
    """The stone is the last one needed around an empty point, which no enemy holds open diagonally."""
    return any(place.free(r, c) and _enclosed(place, r, c) for r, c in _ADJACENT)


def _enclosed(place: Place, down: int, right: int) -> bool:
    closed = all(place.at(down + r, right + c) in (place.sight.own, None) for r, c in _ADJACENT)
    corners = [place.at(down + r, right + c) for r, c in _DIAGONAL]
    allowed = 0 if None in corners else 1
    return closed and corners.count(place.sight.enemy) <= allowed


def empty_triangles(place: Place) -> int:
    """빈삼각: three own stones in a square of four points, the fourth empty. How many."""
    return sum(squares.count(place.sight.own) == 3 and 0 in squares for squares in _squares(place))


def _squares(place: Place) -> Iterator[list[int | None]]:
    for down, right in _DIAGONAL:
        yield [place.at(0, 0), place.at(down, 0), place.at(0, right), place.at(down, right)]


def is_clumsy(place: Place) -> bool:
    """우형: a bulky five, that is a square of own stones with one more at its side."""
    for down, right in _DIAGONAL:
        square = [(0, 0), (down, 0), (0, right), (down, right)]
        if all(place.own(r, c) for r, c in square):
            beside = {(r + a, c + b) for r, c in square for a, b in _ADJACENT} - set(square)
            if any(place.own(r, c) for r, c in beside):
                return True
    return False


def is_heavy(place: Place) -> bool:
    """The stone joins own stones into a big chain that is still short of liberties."""
    joined = place.sight.chains(place.point, place.sight.own)
    stones = 1 + sum(len(chain.points) for chain in joined)
    return (
        len(joined) >= 2
        and stones >= _HEAVY_STONES
        and place.sight.liberties(place.point) <= _HEAVY_LIBERTIES
    )
