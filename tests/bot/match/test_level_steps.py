"""After which matches a weaker or a stronger computer is offered, and how strong it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai import strengths
from bot.match.level_steps import Step, StepsOffered, stepped_level
from data.matches.queries import MatchQueries
from data.model.match import DELETED_USER, Match, MatchState
from games.base import Outcome, Side
from tests.bot.stories import match_of, teams_of

ANNA = 11
PLAYING = match_of("othello", "8x8", id=5, first_id=ANNA, second_id=None, level="3")
LOST = replace(PLAYING, state=MatchState.OVER, outcome=Outcome(Side.SECOND, "outcome.resigned"))
WON = replace(LOST, outcome=Outcome(Side.FIRST, "outcome.resigned"))
WEAKEST = strengths.playable("othello")[0]
"""Weaker than level 1 by less than a step."""
STRONGEST = strengths.playable("othello")[-1] // 10 * 10
EASIER, HARDER = Step.EASIER, Step.HARDER


def beside(strength: int, steps: int) -> str:
    """The strength so many levels away, rounded to 10 points."""
    return str(round((strength + steps * strengths.step("othello")) / 10) * 10)


class Before(MatchQueries):
    """A person who won or lost the match before, or had none (None)."""

    def __init__(self, has_won: bool | None) -> None:
        self.has_won = has_won

    async def has_won_before(self, match: Match, person_id: int) -> bool | None:
        assert person_id == ANNA
        return self.has_won


async def offered(match: Match, has_won_before: bool | None) -> Step | None:
    return await StepsOffered(Before(has_won_before)).of(match)


@pytest.mark.parametrize(
    ("match", "before", "step"),
    [
        (LOST, False, EASIER),
        (LOST, True, None),
        (LOST, None, None),
        (WON, True, HARDER),
        (WON, False, None),
        (replace(WON, outcome=Outcome(None, "outcome.agreed")), True, None),
        (PLAYING, True, None),
    ],
)
async def test_two_in_a_row_count(match: Match, before: bool | None, step: Step | None) -> None:
    assert await offered(match, before) is step


@pytest.mark.parametrize(
    "match",
    [
        replace(LOST, tournament_id=3),
        replace(LOST, teams=teams_of(LOST)),
        replace(LOST, level=None, second_id=12),
        replace(LOST, first_id=DELETED_USER),
        replace(LOST, level=str(WEAKEST)),
        replace(LOST, level="classic"),
        replace(LOST, level="engine-x"),
        replace(LOST, setup="x"),
    ],
    ids=["tournament", "team", "people", "erased", "weakest", "source", "engine", "setup"],
)
async def test_nothing_is_offered_elsewhere(match: Match) -> None:
    assert await offered(match, False) is None


@pytest.mark.parametrize(
    ("level", "easier", "harder"),
    [
        ("1", str(WEAKEST), "2"),
        ("7", "6", "8"),
        ("8", "7", None),
        ("classic", None, None),
        ("12", None, None),  # of an earlier version
        ("1250", beside(1250, -1), beside(1250, 1)),
        (str(WEAKEST), None, beside(WEAKEST, 1)),
        ("700", str(WEAKEST), beside(700, 1)),
        (str(STRONGEST - 100), beside(STRONGEST - 100, -1), str(STRONGEST)),
        (str(STRONGEST), beside(STRONGEST, -1), "8"),
    ],
)
def test_a_step_is_that_between_two_levels(level: str, easier: str | None, harder: str | None) -> None:
    assert stepped_level("othello", level, Step.EASIER) == easier
    assert stepped_level("othello", level, Step.HARDER) == harder
