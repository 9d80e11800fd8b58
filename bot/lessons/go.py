"""Go's lesson: capturing, escaping, points that are closed, two eyes, territory."""

from __future__ import annotations

from bot.lessons.base import Goal, Lesson, Step, Verdict, right, wrong
from bot.lessons.goals import illegal, may_play, move_goal
from games.base import PASS, Move
from games.go import GoPosition
from games.go.scoring import count

SLUG = "go"


@move_goal
def captures(before: GoPosition, after: GoPosition, choice: str) -> Verdict[GoPosition]:
    """A move that captures stones."""
    n = sum(after.captures) - sum(before.captures)
    return right(after, move=choice, n=n) if n else wrong("learn.why.no-captures", move=choice)


def saves(stone: Move) -> Goal[GoPosition]:
    """The goal that the chain with this stone has more than one liberty."""

    @move_goal
    def judge(before: GoPosition, after: GoPosition, choice: str) -> Verdict[GoPosition]:
        chain = after.chains.at(after.board.index[stone])
        if len(chain.liberties) > 1:
            return right(after, move=choice, n=len(chain.liberties))
        last = after.board.names[next(iter(chain.liberties))]
        return wrong("learn.why.still-atari", move=choice, reply=last)

    return judge


def makes_eyes(stone: Move) -> Goal[GoPosition]:
    """The goal that the opponent may play on no liberty of the chain with this stone."""

    @move_goal
    def judge(before: GoPosition, after: GoPosition, choice: str) -> Verdict[GoPosition]:
        return (
            right(after, move=choice) if has_eyes(after, stone) else wrong("learn.why.one-eye", move=choice)
        )

    return judge


def has_eyes(position: GoPosition, stone: Move) -> bool:
    """Whether the side to move may play on no liberty of the chain with this stone, which has two."""
    liberties = position.chains.at(position.board.index[stone]).liberties
    return len(liberties) > 1 and not liberties & set(position.open_points)


def counts_territory(position: GoPosition, choice: str) -> Verdict[GoPosition]:
    """The number of points that the side to move has surrounded."""
    n = len(count(position.variant, position.stones, (), position.captures).territory(position.to_move))
    if choice != str(n):
        return wrong("learn.why.other-count", n=int(choice))
    return right(position.play(PASS).play(PASS), n=n)


LESSON = Lesson(
    SLUG,
    (
        Step(
            SLUG,
            "capture",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . X . . . .
            . . . X O X . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
            ("d4", "e3", "e4", "f6"),
            captures,
        ),
        Step(
            SLUG,
            "group",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . X X . . . .
            . . X O O X . . .
            . . . X O X . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
            ("d3", "e3", "f3", "f6"),
            captures,
        ),
        Step(
            SLUG,
            "atari",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . O . . . .
            . . . O X O . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
            ("d6", "e4", "e7", "f4"),
            saves(Move("e5")),
        ),
        Step(
            SLUG,
            "closed",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . X . . . .
            . . . X . X . . .
            . . . . X . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            to move: second
            """,
            ("d6", "e5", "e7", "f4"),
            illegal(rule="rule.suicide"),
        ),
        Step(
            SLUG,
            "ko",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . X O . . . .
            . . X O . O . . .
            . . . X O . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
            ("yes", "no"),
            may_play(Move("d5")),
            played=(Move("e5"),),
        ),
        Step(
            SLUG,
            "eyes",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            O O O O . . . . .
            X X X X O . . . .
            . . . X O . . . .
            """,
            ("a1", "b1", "c1", "e4"),
            makes_eyes(Move("b2")),
        ),
        Step(
            SLUG,
            "territory",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            O O O O . . . . .
            X X X X O . . . .
            . . . X O . . . .
            . . . X O . . . .
            . . . X O . . . .
            """,
            ("7", "9", "12", "16"),
            counts_territory,
        ),
    ),
)
