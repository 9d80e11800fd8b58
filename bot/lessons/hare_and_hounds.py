"""Hare and Hounds' lesson: how both sides move, and how each of them wins."""

from __future__ import annotations

from bot.lessons.base import Goal, Lesson, Step, Verdict, right, wrong
from bot.lessons.goals import is_won, legal, move_goal, wins
from games.base import Move
from games.hare_and_hounds import HarePosition

SLUG = "hare_and_hounds"


def winning_move(position: HarePosition) -> Move | None:
    """A move that wins at once."""
    return next((move for move in position.legal_moves() if is_won(position.play(move), position)), None)


def wins_in_two(reason: str) -> Goal[HarePosition]:
    """The goal of a move after which every reply can be answered by a win."""

    @move_goal
    def judge(before: HarePosition, after: HarePosition, choice: str) -> Verdict[HarePosition]:
        for reply in after.legal_moves():
            if winning_move(after.play(reply)) is None:
                return wrong(reason, move=choice, reply=reply[-2:])
        return right(after, move=choice)

    return judge


LESSON = Lesson(
    SLUG,
    (
        Step(
            SLUG,
            "hounds",
            """
              . . .
            H . H . R
              . H .
            """,
            ("b3-a2", "b3-a4", "b3-b2", "b3-c2"),
            legal,
        ),
        Step(
            SLUG,
            "hare",
            """
              . H .
            . H R . H
              . . .
            to move: second
            """,
            ("b3-a3", "b3-b1", "b3-b2", "b3-c2"),
            legal,
        ),
        Step(
            SLUG,
            "escape",
            """
              . R .
            . H . H .
              . . H
            to move: second
            """,
            ("a3-a2", "a3-a4", "a3-b3", "a3-c3"),
            wins_in_two(reason="learn.why.hare-caught"),
        ),
        Step(
            SLUG,
            "trap",
            """
              . R H
            . H H . .
              . . .
            """,
            ("b2-a2", "b2-c2", "a4-b5", "b3-c3"),
            wins(reason="learn.why.hare-free"),
        ),
        Step(
            SLUG,
            "close",
            """
              . . H
            . H . R .
              . . H
            """,
            ("b2-a2", "b2-b3", "a4-b5", "b2-c2"),
            wins_in_two(reason="learn.why.hare-slips"),
        ),
    ),
)
