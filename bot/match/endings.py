"""How a match ends without a move: called off before it has really begun, resigned or lost by time then.

Start reading at `may_call_off`. A match that is called off has no winner and is no draw: it counts for
nothing.
"""

from __future__ import annotations

from bot.exceptions import Refusal
from data.match import Match
from games.base import Outcome, Side

CALLED_OFF = "outcome.aborted"
OUT_OF_TIME = "outcome.time"
COMMITTING_PLIES = 2
"""From this many moves on a match can only be resigned: each side has made one."""


def is_called_off(match: Match) -> bool:
    """Whether the match ended as if it had not been begun: it counts for nothing."""
    return match.reason == CALLED_OFF


def may_call_off(match: Match) -> bool:
    """Whether the match has too few moves to be lost."""
    return match.ply < COMMITTING_PLIES


def called_off(match: Match, _: Side) -> Outcome:
    """The match as if it had not been begun. Raises `Refusal` where it is too late for that."""
    if not may_call_off(match):
        raise Refusal("abort.too-late")
    return Outcome(None, CALLED_OFF)


def resigned(match: Match, side: Side) -> Outcome:
    """The match given up by ``side``; one that may be called off is not lost by it."""
    return Outcome(None, CALLED_OFF) if may_call_off(match) else Outcome(side.other, "outcome.resigned")


def out_of_time(match: Match) -> Outcome:
    """The match of somebody whose flag has fallen; one that may be called off is not lost by it."""
    if may_call_off(match) or match.clock is None or match.clock.side is None:
        return Outcome(None, CALLED_OFF)
    return Outcome(match.clock.side.other, OUT_OF_TIME)
