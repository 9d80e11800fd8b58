"""Gomoku's lesson: five in a row, stopping it, threats that cannot be stopped, forbidden points."""

from __future__ import annotations

from collections.abc import Iterator

from bot.lessons.base import Lesson, Step, Verdict, right, wrong
from bot.lessons.goals import illegal, move_goal, wins
from games.base import Move, Side
from games.gomoku import GomokuPosition
from games.gomoku.boards import EMPTY
from games.gomoku.rules import makes_five

SLUG = "gomoku"
SIZE = 15
_REACHES = (-4, -3, -2, -1, 1, 2, 3, 4)
"""From a stone to the points of one line that can be part of its five."""


def fives(position: GomokuPosition, side: Side) -> list[Move]:
    """The points where a stone of ``side`` makes five."""
    return [name for name, at in empty_points(position) if makes_five_at(position, position.points, at, side)]


def empty_points(position: GomokuPosition) -> Iterator[tuple[Move, int]]:
    """The empty points by name and index."""
    return ((name, at) for name, at in position.board.in_order if position.points[at] == EMPTY)


def makes_five_at(position: GomokuPosition, points: bytes, at: int, side: Side) -> bool:
    """Whether a stone of ``side`` makes five on an empty point of ``points``, whosever turn it is."""
    return makes_five(position.rules, with_stone(points, at, side), at)


def with_stone(points: bytes, at: int, side: Side) -> bytes:
    """The board with a stone more."""
    return points[:at] + bytes([side]) + points[at + 1 :]


def open_four(position: GomokuPosition, points: bytes, side: Side) -> Move | None:
    """A point of ``points`` where a stone of ``side`` threatens two fives, which nobody can stop."""
    for name, at in position.board.in_order:
        near = [at + step * far for step in position.board.directions for far in _REACHES]
        # A four needs three stones beside the new one: that rules out most points without a search.
        if points[at] == EMPTY and sum(points[point] == side for point in near) > 2:
            four = with_stone(points, at, side)
            ends = (point for point in near if four[point] == EMPTY)
            if sum(makes_five_at(position, four, end, side) for end in ends) > 1:
                return name
    return None


@move_goal
def stops_five(before: GomokuPosition, after: GomokuPosition, choice: str) -> Verdict[GomokuPosition]:
    """A move after which the opponent cannot make five."""
    left = fives(after, after.to_move)
    return wrong("learn.why.five-follows", move=choice, reply=left[0]) if left else right(after, move=choice)


@move_goal
def stops_four(before: GomokuPosition, after: GomokuPosition, choice: str) -> Verdict[GomokuPosition]:
    """A move after which the opponent cannot make a four that is open at both ends."""
    reply = open_four(after, after.points, after.to_move)
    return wrong("learn.why.four-follows", move=choice, reply=reply) if reply else right(after, move=choice)


@move_goal
def wins_by_force(before: GomokuPosition, after: GomokuPosition, choice: str) -> Verdict[GomokuPosition]:
    """A move that makes two fives possible, or makes one possible and after its block an open four."""
    side = before.to_move
    threats = fives(after, side)
    if not threats:
        return wrong("learn.why.no-four", move=choice)
    blocked = with_stone(after.points, after.board.point(threats[0]), side.other)
    if len(threats) == 1 and open_four(after, blocked, side) is None:
        return wrong("learn.why.four-stopped", move=choice, reply=threats[0])
    return right(after, move=choice)


def around_center(stones: str) -> str:
    """The diagram of the whole board with seven rows of seven points, e11 to k5, in its middle."""
    margin = (SIZE - 7) // 2
    middle = [
        " ".join([*"." * margin, *row.split(), *"." * margin]) for row in stones.split("\n") if row.strip()
    ]
    empty = [" ".join("." * SIZE)] * margin
    return "\n".join([*empty, *middle, *empty])


LESSON = Lesson(
    SLUG,
    (
        Step(
            SLUG,
            "five",
            around_center("""
            . . . . . . .
            . O . . . . .
            . . O X . . .
            . X X . X X .
            . . O . O . .
            . . . O . . .
            . . . . . . .
            """),
            ("e8", "h8", "h10", "k8"),
            wins(reason="learn.why.no-five"),
        ),
        Step(
            SLUG,
            "four",
            around_center("""
            . . . . . . .
            . . . . . . .
            . X . . . . .
            . X O O O O .
            . . X . X . .
            . . . . . . .
            . . . . . . .
            """),
            ("e8", "h7", "h9", "k8"),
            stops_five,
        ),
        Step(
            SLUG,
            "three",
            around_center("""
            . . . . . . .
            . . . . . . .
            . . . X . . .
            . . O O O . .
            . . X . . . .
            . . . . X . .
            . . . . . . .
            """),
            ("f8", "h7", "j9", "k8"),
            stops_four,
        ),
        Step(
            SLUG,
            "open-four",
            around_center("""
            . . . . . . .
            . . O . . . .
            . . . . X . .
            . . . X . . .
            . . X . . . .
            . . . O O . .
            . . . . . . .
            """),
            ("e5", "h7", "i8", "j10"),
            wins_by_force,
        ),
        Step(
            SLUG,
            "double",
            around_center("""
            . . . . . . .
            . . O X O . .
            . . . X . O .
            O X X . X . .
            . O . . . . .
            . . . . . . .
            . . . . . . .
            """),
            ("g7", "h7", "h8", "i9"),
            wins_by_force,
        ),
        Step(
            SLUG,
            "forbidden",
            around_center("""
            . . . . . . .
            . . . X . O .
            . . . X . . .
            . X X . . . .
            . . . . . . .
            . O . . . O .
            . . O . . . .
            """),
            ("e8", "h7", "h8", "i9"),
            illegal(rule="rule.three-three"),
        ),
    ),
)
