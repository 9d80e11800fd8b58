"""A slow reference for the forbidden points of renju and omok, written from the definitions.

A board is a dict of its points (column, row) to ``X``, ``O`` or ``.``. Nothing is shared with `games`.
"""

from __future__ import annotations

Point = tuple[int, int]
Stones = dict[Point, str]

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def with_stone(stones: Stones, point: Point, mine: str) -> Stones:
    return {**stones, point: mine}


def row_through(stones: Stones, point: Point, direction: Point) -> frozenset[Point]:
    """The unbroken row of one color through a stone."""
    found = {point}
    for sign in (1, -1):
        at = point
        while True:
            at = (at[0] + sign * direction[0], at[1] + sign * direction[1])
            if stones.get(at) != stones[point]:
                break
            found.add(at)
    return frozenset(found)


def is_five(row: frozenset[Point], exactly: bool) -> bool:
    return len(row) == 5 if exactly else len(row) >= 5


def empties_near(stones: Stones, point: Point, direction: Point) -> list[Point]:
    near = ((point[0] + n * direction[0], point[1] + n * direction[1]) for n in range(-4, 5))
    return [at for at in near if stones.get(at) == "."]


def makes_five(stones: Stones, point: Point, mine: str, exactly: bool) -> bool:
    after = with_stone(stones, point, mine)
    return any(is_five(row_through(after, point, direction), exactly) for direction in DIRECTIONS)


def fours(after: Stones, point: Point, direction: Point, exactly: bool) -> set[frozenset[Point]]:
    """The sets of stones, including the one on ``point``, that one more stone turns into a five."""
    found = set()
    for end in empties_near(after, point, direction):
        row = row_through(with_stone(after, end, after[point]), end, direction)
        if point in row and is_five(row, exactly):
            found.add(row - {end})
    return found


def straight_four(after: Stones, point: Point, end: Point, direction: Point, exactly: bool) -> bool:
    """Whether a stone on ``end`` makes a row of four through ``point`` that makes a five at both ends."""
    placed = with_stone(after, end, after[point])
    row = row_through(placed, end, direction)
    if len(row) != 4 or point not in row:
        return False
    ways = [
        at
        for at in empties_near(placed, end, direction)
        if row < (made := row_through(with_stone(placed, at, after[point]), at, direction))
        and is_five(made, exactly)
    ]
    return len(ways) == 2


def renju(stones: Stones, point: Point) -> str | None:
    """The rule that forbids ``point`` to Black, or None."""
    if makes_five(stones, point, "X", exactly=True):
        return None
    after = with_stone(stones, point, "X")
    if any(len(row_through(after, point, direction)) > 5 for direction in DIRECTIONS):
        return "rule.overline"
    if sum(len(fours(after, point, direction, exactly=True)) for direction in DIRECTIONS) >= 2:
        return "rule.four-four"
    threes = sum(is_three(after, point, direction) for direction in DIRECTIONS)
    return "rule.three-three" if threes >= 2 else None


def is_three(after: Stones, point: Point, direction: Point) -> bool:
    return any(
        straight_four(after, point, end, direction, exactly=True)
        and not makes_five(after, end, "X", exactly=True)
        and renju(after, end) is None
        for end in empties_near(after, point, direction)
    )


def omok(stones: Stones, point: Point, mine: str, exactly: bool) -> str | None:
    """The rule that forbids ``point`` to ``mine``, or None."""
    if makes_five(stones, point, mine, exactly):
        return None
    after = with_stone(stones, point, mine)
    threes = 0
    for direction in DIRECTIONS:
        ends = empties_near(after, point, direction)
        four = bool(fours(after, point, direction, exactly))
        threes += not four and any(straight_four(after, point, end, direction, exactly) for end in ends)
    return "rule.three-three" if threes >= 2 else None
