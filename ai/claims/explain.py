"""The claim that is shown of a move: the first proposal that holds. Start reading at `explain`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from ai.analysis import Line
from ai.claims.checkers import go as go_checker
from ai.claims.checkers import gomoku as gomoku_checker
from ai.claims.checkers import othello as othello_checker
from ai.claims.checkers.budget import Budget, OutOfBudget
from ai.claims.claim import NAMES_BETTER, Claim
from ai.claims.makers import go as go_maker
from ai.claims.makers import gomoku as gomoku_maker
from ai.claims.makers import othello as othello_maker
from games.base import Move, Position, RuleError
from games.go import GoPosition
from games.gomoku import GomokuPosition
from games.othello import OthelloPosition

GAMES = frozenset({"go", "gomoku", "othello"})
"""The games on whose moves there are claims."""


QUICK_NODES = 300
"""What checks may look at in the bot's process: 10 ms on average."""


def explain(
    position: Position, move: Move, best: Line, played: Line, budget: Budget, *, hides_better: bool = False
) -> Claim | None:
    """What is said of a move where ``best`` is better; ``played`` begins with it.

    None if no claim is shown to hold within the budget, or the lines are not of the position. With
    ``hides_better``, the words must not name the better move.
    """
    with contextlib.suppress(RuleError):
        for claim in _proposed(position, move, best, played):
            is_allowed = not (hides_better and claim.kind in NAMES_BETTER)
            with contextlib.suppress(OutOfBudget):  # what is left may need no search
                if is_allowed and holds(position, move, claim, budget):
                    return claim
    return None


def _proposed(position: Position, move: Move, best: Line, played: Line) -> Iterator[Claim]:
    if isinstance(position, GomokuPosition):
        yield from gomoku_maker.claims(position, move, best, played)
    if isinstance(position, GoPosition):
        yield from go_maker.claims(position, move, best, played)
    if isinstance(position, OthelloPosition):
        yield from othello_maker.claims(position, move, best, played)


def holds(position: Position, move: Move, claim: Claim, budget: Budget) -> bool:
    """Whether a claim on a legal move is true. Raises `OutOfBudget` if that cannot be decided."""
    if isinstance(position, GomokuPosition):
        return gomoku_checker.holds(position, move, claim, budget)
    if isinstance(position, GoPosition):
        return go_checker.holds(position, move, claim, budget)
    if isinstance(position, OthelloPosition):
        return othello_checker.holds(position, move, claim, budget)
    return False
