"""Gomoku's levels and their limits. Imports no numba, because the bot's process imports it."""

from __future__ import annotations

from ai.analysis import Line, grade_by
from ai.base import HUMAN_LEVELS, Limit
from ai.claims.checkers.budget import Budget
from ai.claims.checkers.gomoku import does
from ai.claims.checkers.gomoku_threats import threat
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from games import replay
from games.base import Record
from games.gomoku import GomokuPosition

LEVELS: dict[str, Limit] = {
    **HUMAN_LEVELS,
    "8": Limit(5.0),
    "window": Limit(1.0),
    "weights": Limit(1.0),
}
"""Weakest first, then the sources' own players. Seconds of wall time on one core."""


ACCURACY_LOSS = 0.44
"""See `ai.analysis.accuracy`: a move from a sure win to a sure loss loses 2."""


def analysis_seconds(record: Record) -> float:
    """The seconds for a verdict, equal for all positions.

    Where neither side threatens anything, half of them are used.
    """
    return 0.7


_SHORT, _LONG = 9, 19
"""Plies of a win by force: five own moves, which players see, and ten, which few do."""
_TURNED = 0.5
"""The expected result from which a side is far ahead by estimates; the loss by them that is no small one."""
_REVERSED = 1.5
"""The loss from which a move is graded one higher: whoever was winning is losing, by 75 % of the chance."""
_BY_ESTIMATE = (0.25, 0.4)
"""The least losses by estimates alone, to less than nothing, of an inaccuracy and of a mistake.

Of 47 such moves of levels 7 and 8, two lost 0.25 and none 0.4; of level 1's 19, nine and eight.
"""
_AT_ONCE, _SOONER = 4, 4
"""Plies of a loss to a four or an open three that is left, and by how many another move puts it off at least:
two moves of the winner's."""

_NO_SEARCH = Budget(0)
"""Whether a move stops a threat is seen without a search."""


def grade(record: Record, best: Line, played: Line, loss: float, margin_loss: float | None) -> int:
    """By how short a win by force is that a move misses or allows, and whether that reverses the match.

    Estimates alone make no blunder. A lost side makes a mistake if it leaves a threat that it could have
    stopped, and so loses at once.
    """
    if best.proven and best.score < 0:
        return 2 if _leaves_threat(record, best, played) else 0
    missed = best.plies if best.proven and best.score > 0 else None
    allowed = played.plies if played.proven and played.score < 0 else None
    plies = min((counted for counted in (missed, allowed) if counted is not None), default=None)
    if plies is None:
        # Whoever is to move looks ahead by estimates, more or less: what leaves them ahead is no mistake.
        return grade_by(loss, _BY_ESTIMATE) if played.score < 0 else int(loss >= _TURNED)
    if played.score >= _TURNED:
        return 1
    by_length = 3 if plies <= _SHORT else 2 if plies <= _LONG else 1
    return min(3, by_length + (loss >= _REVERSED))


def _leaves_threat(record: Record, best: Line, played: Line) -> bool:
    """Whether the opponent wins at once by what the best line stops, which puts the loss off clearly.

    Fours can come first, each of which gains a move.
    """
    if best.plies is None or played.plies is None:
        return False
    if played.plies > _AT_ONCE or best.plies < played.plies + _SOONER:
        return False
    position = replay(record)
    assert isinstance(position, GomokuPosition)
    for move, answer in zip(best.moves[::2], (*best.moves[1::2], None), strict=False):
        stops = (Claim(kind, (move,)) for kind in (Kind.LEAVES_FIVE, Kind.LEAVES_THREE))
        if any(does(position, claim, _NO_SEARCH) for claim in stops):
            return True
        if answer is None or not threat(position, position.to_move, move).fives:
            return False
        position = position.play(move).play(answer)
    return False
