"""How a match ends without a move: aborted before it has really begun; resigned or lost on time after that.

An aborted match has no winner and is no draw: it does not count.
"""

from __future__ import annotations

from bot.exceptions import Refusal
from data.model.match import ABORTED, Match
from data.model.reasons import CALLED_OFF, OUT_OF_TIME
from games.base import Outcome, Side

ADJUDICATED = "outcome.adjudicated"
"""A moderator has decided who wins."""
DECIDED_BY_ORGANIZER = "outcome.decided-by-organizer"
"""Who created the tournament of the match has decided who wins."""
RESIGNED = "outcome.resigned"
COMMITTING_PLIES = 2
"""The number of moves from which on a match can only be resigned: each side has made one."""


def is_aborted(match: Match) -> bool:
    """Whether the match was aborted before it had really begun."""
    return match.reason == ABORTED


def is_called_off(match: Match) -> bool:
    """Whether the match was aborted or voided, and so does not count."""
    return match.reason in CALLED_OFF


def can_abort(match: Match) -> bool:
    """Whether the match has so few moves that it can still be aborted; in a tournament, none can."""
    return match.ply < COMMITTING_PLIES and match.tournament_id is None


def aborted(match: Match, _: Side) -> Outcome:
    """The outcome of an abort. Raises `Refusal` if the match has too many moves."""
    if not can_abort(match):
        raise Refusal("abort.too-late")
    return Outcome(None, ABORTED)


def resigned(match: Match, side: Side) -> Outcome:
    """The outcome when ``side`` resigns; while the match can be aborted, it is aborted instead."""
    return Outcome(None, ABORTED) if can_abort(match) else Outcome(side.other, RESIGNED)


def time_forfeit(match: Match) -> Outcome:
    """The outcome when the running clock's flag falls; while the match can be aborted, it is aborted."""
    if can_abort(match) or match.clock is None or match.clock.side is None:
        return Outcome(None, ABORTED)
    return Outcome(match.clock.side.other, OUT_OF_TIME)
