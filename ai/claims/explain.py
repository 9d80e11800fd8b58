"""The claim that is shown of a move: the first proposal that holds. Start reading at `explain`.

`merit` says what is good about a move, as a hint does.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from ai.analysis import Line
from ai.claims.checkers import go as go_checker
from ai.claims.checkers import gomoku as gomoku_checker
from ai.claims.checkers import hare_and_hounds as hare_checker
from ai.claims.checkers import othello as othello_checker
from ai.claims.checkers import twelve_janggi as janggi_checker
from ai.claims.checkers.budget import Budget, OutOfBudget
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from ai.claims.kinds import reveals
from ai.claims.makers import go as go_maker
from ai.claims.makers import gomoku as gomoku_maker
from ai.claims.makers import hare_and_hounds as hare_maker
from ai.claims.makers import othello as othello_maker
from ai.claims.makers import twelve_janggi as janggi_maker
from games.base import Move, Position, RuleError
from games.go import GoPosition
from games.gomoku import GomokuPosition
from games.hare_and_hounds import HarePosition
from games.othello import OthelloPosition
from games.twelve_janggi import JanggiPosition

QUICK_NODES = 300
"""What checks may look at in the bot's process: 10 ms on average."""


def explain(
    position: Position,
    move: Move,
    best: Line,
    played: Line,
    budget: Budget,
    *,
    hides: frozenset[Kind] = frozenset(),
    is_secret: bool = False,
) -> Claim | None:
    """What is said of a move where ``best`` is better; ``played`` begins with it.

    None if no claim is shown to hold within the budget, or the lines are not of the position. Claims of the
    kinds ``hides`` are not said, nor, if the better move ``is_secret``, those that reveal it.
    """
    with contextlib.suppress(RuleError):
        for claim in _proposed(position, move, best, played):
            with contextlib.suppress(OutOfBudget):  # what is left may need no search
                is_hidden = claim.kind in hides or (is_secret and reveals(claim, best.move))
                if not is_hidden and holds(position, move, claim, budget):
                    return claim
    return None


def _proposed(position: Position, move: Move, best: Line, played: Line) -> Iterator[Claim]:
    if isinstance(position, GomokuPosition):
        yield from gomoku_maker.claims(position, move, best, played)
    if isinstance(position, GoPosition):
        yield from go_maker.claims(position, move, best, played)
    if isinstance(position, OthelloPosition):
        yield from othello_maker.claims(position, move, best, played)
    if isinstance(position, HarePosition):
        yield from hare_maker.claims(position, move, best, played)
    if isinstance(position, JanggiPosition):
        yield from janggi_maker.claims(position, move, best, played)


def merit(position: Position, best: Line, budget: Budget) -> Claim | None:
    """What is said of a line's first move itself: a claim of `MERITS`.

    None if none is shown to hold within the budget, or the line is not of the position.
    """
    with contextlib.suppress(RuleError):
        for claim in _merits(position, best):
            with contextlib.suppress(OutOfBudget):
                if _does(position, claim, budget):
                    return claim
    return None


def _merits(position: Position, best: Line) -> Iterator[Claim]:
    if isinstance(position, GomokuPosition):
        yield from gomoku_maker.merits(best)
    if isinstance(position, GoPosition):
        yield from go_maker.merits(position, best)
    if isinstance(position, OthelloPosition):
        yield from othello_maker.merits(position, best)
    if isinstance(position, HarePosition):
        yield from hare_maker.merits(position, best)
    if isinstance(position, JanggiPosition):
        yield from janggi_maker.merits(best)


def _does(position: Position, claim: Claim, budget: Budget) -> bool:
    if isinstance(position, GomokuPosition):
        return gomoku_checker.does(position, claim, budget)
    if isinstance(position, GoPosition):
        return go_checker.does(position, claim, budget)
    if isinstance(position, OthelloPosition):
        return othello_checker.does(position, claim, budget)
    if isinstance(position, HarePosition):
        return hare_checker.does(position, claim, budget)
    if isinstance(position, JanggiPosition):
        return janggi_checker.does(position, claim, budget)
    return False


def holds(position: Position, move: Move, claim: Claim, budget: Budget) -> bool:
    """Whether a claim on a legal move is true. Raises `OutOfBudget` if that cannot be decided."""
    if isinstance(position, GomokuPosition):
        return gomoku_checker.holds(position, move, claim, budget)
    if isinstance(position, GoPosition):
        return go_checker.holds(position, move, claim, budget)
    if isinstance(position, OthelloPosition):
        return othello_checker.holds(position, move, claim, budget)
    if isinstance(position, HarePosition):
        return hare_checker.holds(position, move, claim, budget)
    if isinstance(position, JanggiPosition):
        return janggi_checker.holds(position, move, claim, budget)
    return False
