"""A weaker opponent, offered after two losses in a row to the computer, or a stronger one, after two wins."""

from __future__ import annotations

from enum import StrEnum

from ai import strengths
from ai.base import levels
from ai.human.scale import LEVEL_1, TOP_LEVEL
from ai.level import Level, strength_in
from bot.match.endings import is_called_off
from data.matches.queries import MatchQueries
from data.model.match import DELETED_USER, Match, MatchState


class Step(StrEnum):
    """Which opponent is offered beside a rematch."""

    EASIER = "easier"
    HARDER = "harder"


def stepped_level(slug: str, level: str, step: Step) -> str | None:
    """The level a step weaker or stronger than one, a strength for a strength.

    Below level 1 are strengths. None beyond the ends of the scale, and for players that are not on it.
    """
    up = step is Step.HARDER
    strength = strength_in(level)
    if strength is None:
        number = Level(level).number if level in levels(slug) else None
        if number is None:
            return None
        if up or number > 1:
            beside = number + (1 if up else -1)
            return str(beside) if beside <= TOP_LEVEL else None
        strength = LEVEL_1
    playable = strengths.playable(slug)
    highest = playable[-1] // 10 * 10
    if strength <= playable[0] and not up:
        return None
    if strength >= highest and up:
        return str(TOP_LEVEL)
    beside = round((strength + (strengths.step(slug) if up else -strengths.step(slug))) / 10) * 10
    return str(min(max(beside, playable[0]), highest))


class StepsOffered:
    """Which step is offered at the end of a match."""

    def __init__(self, queries: MatchQueries) -> None:
        self._queries = queries

    async def of(self, match: Match) -> Step | None:
        """The step after a match that is over: weaker after two losses in a row, stronger after two wins."""
        side = match.computer_side
        person_id = match.user_of(side.other) if side is not None else None
        if match.state != MatchState.OVER or match.level is None or side is None or person_id is None:
            return None
        is_alone = match.teams is None and match.tournament_id is None and person_id != DELETED_USER
        if not is_alone or match.setup is not None or match.winner is None or is_called_off(match):
            return None
        step = Step.EASIER if match.winner is side else Step.HARDER
        if stepped_level(match.game, match.level, step) is None:
            return None
        has_won = await self._queries.has_won_before(match, person_id)
        return step if has_won is (step is Step.HARDER) else None
