"""Othello's lesson: flipping, passing, corners, and who wins."""

from __future__ import annotations

from bot.lessons.base import Lesson, Step, Verdict, right, wrong
from bot.lessons.goals import legal, move_goal, played
from games.base import PASS, Side
from games.othello import OthelloPosition

SLUG = "othello"
CORNERS = frozenset({"a1", "a8", "h1", "h8"})


def flipped(before: OthelloPosition, after: OthelloPosition) -> int:
    """How many discs a move flipped."""
    return before.count(before.to_move.other) - after.count(before.to_move.other)


def flips(position: OthelloPosition, choice: str) -> Verdict[OthelloPosition]:
    """A move: it flips something."""
    after = played(position, choice)
    if isinstance(after, Verdict):
        return wrong("learn.why.no-flips", move=choice)
    return right(after, move=choice, n=flipped(position, after))


def flips_most(position: OthelloPosition, choice: str) -> Verdict[OthelloPosition]:
    """The move that flips the most discs of all."""
    verdict = flips(position, choice)
    if verdict.after is None:
        return verdict
    n = flipped(position, verdict.after)
    if any(flipped(position, position.play(move)) > n for move in position.legal_moves()):
        return wrong("learn.why.fewer-flips", move=choice, n=n)
    return verdict


def takes_corner(position: OthelloPosition, choice: str) -> Verdict[OthelloPosition]:
    """A move into a corner, where a disc is safe for ever."""
    verdict = flips(position, choice)
    return (
        verdict if verdict.after is None or choice in CORNERS else wrong("learn.why.no-corner", move=choice)
    )


def keeps_corners(position: OthelloPosition, choice: str) -> Verdict[OthelloPosition]:
    """A move after which the opponent can play in no corner."""
    verdict = flips(position, choice)
    if verdict.after is None:
        return verdict
    corner = next((move for move in verdict.after.legal_moves() if move in CORNERS), None)
    return wrong("learn.why.gives-corner", move=choice, corner=corner) if corner else verdict


@move_goal
def wins_count(before: OthelloPosition, after: OthelloPosition, choice: str) -> Verdict[OthelloPosition]:
    """A move that wins the count, with best play of both sides to the end; for the last few squares."""
    end = played_out(after)
    score = {"black": end.score(Side.FIRST), "white": end.score(Side.SECOND)}
    if margin(end, before.to_move) > 0:
        return right(end, move=choice, **score)
    return wrong("learn.why.loses-count", move=choice, **score)


def margin(end: OthelloPosition, side: Side) -> int:
    """By how many discs a side has won."""
    return end.score(side) - end.score(side.other)


def played_out(position: OthelloPosition) -> OthelloPosition:
    """The end of the game with best play of both sides."""
    ends = [played_out(position.play(move)) for move in position.legal_moves()]
    return max(ends, key=lambda end: margin(end, position.to_move), default=position)


LESSON = Lesson(
    SLUG,
    (
        Step(
            SLUG,
            "flip",
            """
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . O X . . .
            . . . X O . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            """,
            ("c5", "d3", "e3", "f4"),
            flips,
        ),
        Step(
            SLUG,
            "lines",
            """
            . . . . . . . .
            . . . . . . . .
            . . . X . . . .
            . . X X X . . .
            . . X O O O . .
            . X . . O O O .
            . . . . O . X .
            . . . X O . . .
            """,
            ("c6", "d6", "f7", "g5"),
            flips_most,
        ),
        Step(
            SLUG,
            "pass",
            """
            . . . . . . . .
            . . . . . . . .
            . . . X . . . .
            . . . X X . . O
            . . . X X X O O
            . . . . . X . O
            . . . . . X . .
            . . . . . . . .
            """,
            ("g3", "g6", "h3", PASS),
            legal,
        ),
        Step(
            SLUG,
            "corner",
            """
            . . . O O O O X
            . . O . O O X .
            . X X O O O O .
            . X X O O O . .
            . X X O X X . .
            . . O X . X . .
            . O . X . . . .
            . . . . . . . .
            """,
            ("a8", "c1", "d2", "g4"),
            takes_corner,
        ),
        Step(
            SLUG,
            "gift",
            """
            . . . . . . . .
            . . . . . . . .
            . . O O O O . .
            . . X X O O . .
            . . O X X O X .
            . . . X X O . .
            . . . . . . . .
            . . . . . . . .
            """,
            ("b2", "b4", "g7"),
            keeps_corners,
        ),
        Step(
            SLUG,
            "count",
            """
            X O O O O O O .
            X O O O X O O .
            X X O X X X O X
            X X O O O O O X
            X X X O O X X X
            X X X X O O X X
            X O O X X X O X
            X O O X X X O O
            """,
            ("h1", "h2"),
            wins_count,
        ),
    ),
)
