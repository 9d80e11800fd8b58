"""A match that is over as the record of a game, for files."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from types import MappingProxyType

from bot.records.base import Ending, GameRecord, Result
from data.model.match import ABORTED, Match
from data.model.reasons import NO_RESULT, OUT_OF_TIME, VOIDED
from data.model.tournament import GIVEN_UP
from games import replay
from games.base import Position, Side
from games.clock import Budget
from games.go.position import GoPosition
from games.go.scoring import count
from games.othello import OthelloPosition

_ENDINGS = {
    ABORTED: Ending.VOID,
    VOIDED: Ending.VOID,
    OUT_OF_TIME: Ending.TIME,
    "outcome.resigned": Ending.RESIGNATION,
    **dict.fromkeys(GIVEN_UP, Ending.FORFEIT),
}
NOT_KNOWN: Mapping[int, Budget] = MappingProxyType({})
_DECIDED = ("outcome.more-discs", "outcome.points", "outcome.move-limit")
"""The reasons of results that are counted."""


def game_record(
    match: Match, names: tuple[str, str], title: str = "", left: Mapping[int, Budget] = NOT_KNOWN
) -> GameRecord:
    """The record of a match. ``names`` are those of FIRST and SECOND, empty where nobody is to be named.

    ``left`` is what the movers had left on the clock, as `data.matches.queries.MatchQueries.times_left` has
    it. When an imported match was played is not known.
    """
    is_imported = match.imported_by is not None
    return GameRecord(
        record=match.record,
        names=names,
        result=_result(match),
        begun=_day(match.created_at) if not is_imported else None,
        ended=_day(match.ended_at) if match.ended_at is not None and not is_imported else None,
        control=match.clock.control if match.clock is not None else None,
        left=left,
        title=title,
    )


def _day(moment: float) -> date:
    return datetime.fromtimestamp(moment, UTC).date()


def _result(match: Match) -> Result | None:
    outcome = match.outcome
    if outcome is None or outcome.reason == NO_RESULT:
        return None
    margin = _margin(replay(match.record)) if outcome.reason in _DECIDED and outcome.winner else None
    return Result(outcome.winner, _ENDINGS.get(outcome.reason), margin)


def _margin(position: Position) -> float | None:
    """The points or discs by which a finished game was won; None where nothing is counted."""
    if isinstance(position, OthelloPosition):
        return float(abs(position.score(Side.FIRST) - position.score(Side.SECOND)))
    if isinstance(position, GoPosition):
        dead = position.dead if position.agreed else ()
        score = count(position.variant, position.stones, dead, position.captures)
        return abs(score.black - score.white)
    return None
