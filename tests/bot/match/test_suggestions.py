"""Which matches suggest points: against the computer, a person's first ones, or as they have chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from bot.match.suggestions import FIRST_MATCHES, Suggestions
from data.matches.queries import MatchQueries
from data.model.match import Match
from data.people.store import Person
from games.base import Side
from tests.bot.stories import AGREED, match_of, teams_of

ANNA = 11
MATCH = match_of("go", "9x9-korean", id=5, first_id=ANNA, second_id=None, level="3")


class Played(MatchQueries):
    """A person who has begun so many matches before."""

    def __init__(self, count: int) -> None:
        self.count, self.reads = count, 0

    async def against_computer_before(self, match: Match, person_id: int, limit: int) -> int:
        assert person_id == ANNA
        self.reads += 1
        return min(self.count, limit)


def suggestions(before: int, chosen: bool | None) -> Suggestions:
    async def person(user_id: int) -> Person:
        return Person(user_id, suggestions=chosen)

    return Suggestions(Played(before), person)


@pytest.mark.parametrize(
    ("before", "chosen", "are_shown"),
    [
        (0, None, True),
        (FIRST_MATCHES - 1, None, True),
        (FIRST_MATCHES, None, False),
        (0, False, False),
        (FIRST_MATCHES + 99, True, True),
    ],
)
async def test_first_matches_or_what_is_chosen(before: int, chosen: bool | None, are_shown: bool) -> None:
    assert await suggestions(before, chosen).are_shown(MATCH) is are_shown
    other_side = replace(MATCH, first_id=None, second_id=ANNA)
    assert other_side.computer_side is Side.FIRST
    assert await suggestions(before, chosen).are_shown(other_side) is are_shown


@pytest.mark.parametrize(
    "match",
    [
        replace(MATCH, level=None, second_id=12),
        replace(MATCH, rated=AGREED),
        replace(MATCH, tournament_id=3),
        replace(MATCH, teams=teams_of(MATCH)),
    ],
    ids=["people", "rated", "tournament", "teams"],
)
async def test_never_between_people_or_where_it_counts(match: Match) -> None:
    assert not await suggestions(0, chosen=True).are_shown(match)


async def test_the_matches_before_are_counted_once() -> None:
    suggested = suggestions(0, None)
    for _ in range(3):
        assert await suggested.are_shown(MATCH)
    assert cast(Played, suggested._queries).reads == 1
