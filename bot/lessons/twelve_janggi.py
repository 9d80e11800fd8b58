"""Twelve Janggi's lesson: how pieces move, prisoners, the Marquis, and the two ways to win."""

from __future__ import annotations

from bot.lessons.base import Lesson, Step, Verdict, right, wrong
from bot.lessons.goals import is_won, legal, move_goal, wins
from games.base import Move
from games.twelve_janggi import JanggiPosition

SLUG = "twelve_janggi"


@move_goal
def captures(before: JanggiPosition, after: JanggiPosition, choice: str) -> Verdict[JanggiPosition]:
    """A move that takes a prisoner."""
    if len(after.hands[before.to_move - 1]) > len(before.hand):
        return right(after, move=choice)
    return wrong("learn.why.no-capture", move=choice)


@move_goal
def promotes(before: JanggiPosition, after: JanggiPosition, choice: str) -> Verdict[JanggiPosition]:
    """A move that turns a Man into a Marquis."""
    marquis = before.symbol("H", before.to_move)
    if after.board.count(marquis) > before.board.count(marquis):
        return right(after, move=choice)
    return wrong("learn.why.no-marquis", move=choice)


@move_goal
def survives_camp(before: JanggiPosition, after: JanggiPosition, choice: str) -> Verdict[JanggiPosition]:
    """A move of the King into the enemy camp, where no piece can take it."""
    if not after.entered(before.to_move):
        return wrong("learn.why.not-in-camp", to=choice[-2:])
    taken = [reply for reply in after.legal_moves() if is_won(after.play(reply), after)]
    return (
        wrong("learn.why.king-falls", move=choice, reply=taken[0][:2]) if taken else right(after, move=choice)
    )


LESSON = Lesson(
    SLUG,
    (
        Step(
            SLUG,
            "general",
            """
            . . . .
            . J . k
            K . . .
            """,
            ("b2-a1", "b2-a3", "b2-b3", "b2-c3"),
            legal,
        ),
        Step(
            SLUG,
            "minister",
            """
            . . . .
            . S . k
            K . . .
            """,
            ("b2-a2", "b2-a3", "b2-b1", "b2-c2"),
            legal,
        ),
        Step(
            SLUG,
            "prisoner",
            """
            S . . j
            K Z z k
            J . . s
            """,
            ("b1-a2", "b2-b3", "c1-c2"),
            captures,
        ),
        Step(
            SLUG,
            "drop",
            """
            S . . j
            K Z z k
            J . . s
            """,
            ("Z*a4", "Z*b2", "Z*b4", "Z*c1"),
            legal,
            played=(Move("b2-b3"), Move("b4-b3")),
        ),
        Step(
            SLUG,
            "marquis",
            """
            . . Z .
            K . . .
            J . j k
            """,
            ("a3-a4", "b1-b2", "c1-c2"),
            promotes,
        ),
        Step(
            SLUG,
            "king",
            """
            K . . j
            . . J k
            . . . s
            """,
            ("b3-a3", "b3-b4", "b3-c3", "a1-b1"),
            wins(reason="learn.why.king-lives"),
        ),
        Step(
            SLUG,
            "camp",
            """
            . k s .
            . . . .
            J . K .
            """,
            ("c3-b3", "c3-b4", "c3-c2", "c3-c4"),
            survives_camp,
        ),
    ),
)
