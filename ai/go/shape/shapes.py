"""Good and bad shapes of a stone with those beside it. Start reading at `good_shape` and `bad_shape`.

Each shape is searched in all directions from the stone that is played.
"""

from __future__ import annotations

from collections.abc import Iterator

from ai.go.one_ply_features import OnePlyFeatures
from ai.go.shape.weights import WEIGHTS

_ADJACENT = ((-1, 0), (0, 1), (1, 0), (0, -1))
_DIAGONAL = ((-1, -1), (-1, 1), (1, 1), (1, -1))
_KNIGHT = tuple((r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c))
_HEAVY_STONES, _HEAVY_LIBERTIES = 4, 3
_REACH = 4
"""No shape needs a stone farther away, along the lines."""


class Place:
    """A point and what is at offsets from it, as if the stone were there already."""

    def __init__(self, features: OnePlyFeatures, point: int) -> None:
        self.features, self.point = features, point
        self.row, self.column = divmod(point, features.size)

    def at(self, down: int, right: int) -> int | None:
        """The color of the stone at an offset, 0 for none; None off the board."""
        if down == right == 0:
            return self.features.own
        return self.features.color(self.row + down, self.column + right)

    def own(self, down: int, right: int) -> bool:
        """Whether an own stone is at an offset."""
        return self.at(down, right) == self.features.own

    def free(self, down: int, right: int) -> bool:
        """Whether the point at an offset is empty."""
        return self.at(down, right) == 0


def good_shape(features: OnePlyFeatures, point: int) -> float:
    """The value of the good shapes a stone makes, each kind counted once."""
    if not features.near(point, features.own, _REACH):
        return 0.0
    place = Place(features, point)
    shapes = {
        "eye": makes_eye(place),
        "bamboo joint": is_bamboo_joint(place),
        "solid connection": is_solid_connection(place),
        "tiger's mouth": is_tigers_mouth(place),
        "knight connection": is_knight_connection(place),
    }
    return sum(WEIGHTS[name] for name, is_made in shapes.items() if is_made)


def bad_shape(features: OnePlyFeatures, point: int) -> float:
    """The cost of the bad shapes a stone makes."""
    if not features.near(point, features.own, _REACH):
        return 0.0
    place = Place(features, point)
    worth = WEIGHTS["empty triangle"] * empty_triangles(place)
    worth += WEIGHTS["clumsy"] if is_bulky_five(place) else 0.0
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
    """Whether the two points between the stones of a knight's move are empty."""
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
    """철주: the stone joins two own chains that an enemy might cut."""
    return len(place.features.chains(place.point, place.features.own)) >= 2 and bool(
        place.features.chains(place.point, place.features.enemy)
        or any(place.at(r, c) == place.features.enemy for r, c in _DIAGONAL)
    )


def makes_eye(place: Place) -> bool:
    """The stone completes an eye around an empty point, which no enemy breaks on the diagonals."""
    return any(place.free(r, c) and _enclosed(place, r, c) for r, c in _ADJACENT)


def _enclosed(place: Place, down: int, right: int) -> bool:
    closed = all(place.at(down + r, right + c) in (place.features.own, None) for r, c in _ADJACENT)
    corners = [place.at(down + r, right + c) for r, c in _DIAGONAL]
    allowed = 0 if None in corners else 1
    return closed and corners.count(place.features.enemy) <= allowed


def empty_triangles(place: Place) -> int:
    """빈삼각: how many squares of four points hold three own stones and an empty point."""
    return sum(squares.count(place.features.own) == 3 and 0 in squares for squares in _squares(place))


def _squares(place: Place) -> Iterator[list[int | None]]:
    for down, right in _DIAGONAL:
        yield [place.at(0, 0), place.at(down, 0), place.at(0, right), place.at(down, right)]


def is_bulky_five(place: Place) -> bool:
    """우형: a bulky five, that is a square of own stones with one more at its side."""
    for down, right in _DIAGONAL:
        square = [(0, 0), (down, 0), (0, right), (down, right)]
        if all(place.own(r, c) for r, c in square):
            beside = {(r + a, c + b) for r, c in square for a, b in _ADJACENT} - set(square)
            if any(place.own(r, c) for r, c in beside):
                return True
    return False


def is_heavy(place: Place) -> bool:
    """The stone joins own stones into a large chain that is still short of liberties."""
    joined = place.features.chains(place.point, place.features.own)
    stones = 1 + sum(len(chain.points) for chain in joined)
    return (
        len(joined) >= 2
        and stones >= _HEAVY_STONES
        and place.features.liberties(place.point) <= _HEAVY_LIBERTIES
    )
