"""Go's levels and their limits. Imports no numba, because the bot's process imports it."""

from __future__ import annotations

from ai.analysis import BLUNDER, Line, grade_by
from ai.base import HUMAN_LEVELS, Limit
from games.base import PASS, Record

LEVELS: dict[str, Limit] = {
    **HUMAN_LEVELS,
    "8": Limit(5.0),
    "shape": Limit(1.0),
}
"""Weakest first, then the source's own player. Seconds of wall time on one core, as a ceiling.

Simulations are counted (`ai.go.engine.SIMULATIONS`), so that level 8 is as strong on a slow machine as on a
fast one.
"""


MOVES_A_MOMENT = 16
"""See `ai.analysis.decisive`: a match on 19x19 has five moments, a short one on 9x9 three."""
ACCURACY_LOSS = 0.16
"""See `ai.analysis.accuracy`. Points do not tell players apart: level 5 loses more of them than level 3."""


def assists(record: Record) -> bool:
    """After both sides passed, dead groups are proposed before anyone marks one."""
    return record.moves[-2:] == (PASS, PASS)


def analysis_seconds(record: Record) -> float:
    """By the size of the board; a third of it is processor time, the rest for a busy machine.

    120 moves of 9x9 take less than a minute of processor time, 250 of 19x19 less than three.
    """
    return 1.35 if record.variant.startswith("9x9") else 1.95


_POINTS, _ROUGH_POINTS, _LATE_POINTS = (2, 4, 10), (5, 8, 16), (3, 6, 12)
"""The fewest points that a move with each label loses, on 9x9, on larger boards, and there in the endgame.

On 19x19 two measurements of a position differ by 2.8 points (standard deviation), by less in the endgame.
"""
_SMALL = 9
"""Lines of the board on which the analysis is exact enough for marks by a few points."""
_LATE = 5 / 12
"""When the endgame begins: moves as a share of the board's points."""


def grade(record: Record, best: Line, played: Line, loss: float, margin_loss: float | None) -> int | None:
    """By points; on 9x9, one more where they turn an open game. An early pass that costs any is a mistake."""
    if margin_loss is None:
        return None
    size = int(record.variant.partition("x")[0])
    is_late = len(record.moves) >= _LATE * size**2
    if size > _SMALL:
        by_points = grade_by(margin_loss, _LATE_POINTS if is_late else _ROUGH_POINTS)
    else:
        turns = loss >= BLUNDER and round(margin_loss)
        by_points = min(grade_by(margin_loss, _POINTS) + bool(turns), 3)
    is_early_pass = played.move == PASS and not is_late and by_points
    return max(by_points, 2) if is_early_pass else by_points
