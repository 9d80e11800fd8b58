"""Goals that every game has: a legal move, an illegal one, a win."""

from __future__ import annotations

from collections.abc import Callable

from bot.lessons.base import NO, YES, Goal, P, Verdict, right, wrong
from games.base import Move, RuleError


def played(position: P, choice: str) -> P | Verdict[P]:
    """The position after a move, or why it is illegal."""
    try:
        return position.play(Move(choice))
    except RuleError as error:
        return wrong(error.key, **error.arguments)


def move_goal(judge: Callable[[P, P, str], Verdict[P]]) -> Goal[P]:
    """The goal to find a legal move that ``judge`` approves of.

    ``judge`` is called with the position before the move, the one after it, and the choice.
    """

    def judge_choice(position: P, choice: str) -> Verdict[P]:
        after = played(position, choice)
        return after if isinstance(after, Verdict) else judge(position, after, choice)

    return judge_choice


@move_goal
def legal(before: P, after: P, choice: str) -> Verdict[P]:
    """A move that the rules allow."""
    return right(after, move=choice)


def illegal(rule: str) -> Goal[P]:
    """The goal to find a move that the rules refuse, for the reason with the text key ``rule``."""

    def judge(position: P, choice: str) -> Verdict[P]:
        after = played(position, choice)
        if isinstance(after, Verdict) and after.reason == rule:
            return right(position, move=choice)
        return after if isinstance(after, Verdict) else wrong("learn.why.legal", move=choice)

    return judge


def may_play(move: Move) -> Goal[P]:
    """The goal to say whether the rules allow a move."""

    def judge(position: P, choice: str) -> Verdict[P]:
        after = played(position, move)
        if isinstance(after, Verdict):
            return right(position, move=move) if choice == NO else after
        return right(after, move=move) if choice == YES else wrong("learn.why.legal", move=move)

    return judge


def wins(reason: str) -> Goal[P]:
    """The goal to win with one move; ``reason`` is the text key for other moves."""

    @move_goal
    def judge(before: P, after: P, choice: str) -> Verdict[P]:
        return right(after, move=choice) if is_won(after, before) else wrong(reason, move=choice)

    return judge


def is_won(after: P, before: P) -> bool:
    """Whether the side that moved in ``before`` has won in ``after``."""
    outcome = after.outcome()
    return outcome is not None and outcome.winner is before.to_move
