"""How a game that was read from a file ended, as the outcome of a match."""

from __future__ import annotations

from bot.records.base import Ending, ReadGame, Result
from data.model.reasons import NO_RESULT
from games import replay
from games.base import Outcome

RECORDED = "outcome.recorded"
"""The reason of a result that the file states and the board does not show."""
_REASONS = {Ending.RESIGNATION: "outcome.resigned", Ending.TIME: "outcome.time"}


def outcome_of(read: ReadGame) -> Outcome:
    """The outcome of a game that was read, if only in part; what the board decides comes first.

    Raises ValueError if nothing of the game was read.
    """
    if read.game is None:
        raise ValueError("nothing of the game was read")
    decided = replay(read.game.record).outcome()
    if decided is not None:
        return decided
    result = read.game.result
    if read.problem is not None or result is None or result.ending is Ending.VOID:
        return Outcome(None, NO_RESULT)
    return Outcome(result.winner, _reason(result))


def _reason(result: Result) -> str:
    if result.winner is None or result.ending is None:
        return RECORDED
    return _REASONS.get(result.ending, RECORDED)
