"""Which matches suggest points, and which explain how to play a move."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from bot.match.first_matches import FIRST_MATCHES, FirstMatches
from data.matches.queries import MatchQueries
from data.model.match import Match
from data.people.store import Person
from games.base import Side
from tests.bot.stories import AGREED, match_of, teams_of

ANNA, BORA = 11, 12
MATCH = match_of("go", "9x9-korean", id=5, first_id=ANNA, second_id=None, level="3")


class Played(MatchQueries):
    """A person who has begun so many matches before."""

    def __init__(self, count: int) -> None:
        self.count, self.reads = count, 0

    async def matches_before(
        self, match: Match, person_id: int, limit: int, *, against_computer: bool = False
    ) -> int:
        self.reads += 1
        played = {ANNA: self.count, BORA: FIRST_MATCHES if not against_computer else 0}
        return min(played[person_id], limit)


def first_matches(before: int, chosen: bool | None) -> FirstMatches:
    async def person(user_id: int) -> Person:
        return Person(user_id, suggestions=chosen)

    return FirstMatches(Played(before), person)


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
    assert await first_matches(before, chosen).suggests(MATCH) is are_shown
    other_side = replace(MATCH, first_id=None, second_id=ANNA)
    assert other_side.computer_side is Side.FIRST
    assert await first_matches(before, chosen).suggests(other_side) is are_shown


@pytest.mark.parametrize(
    "match",
    [
        replace(MATCH, level=None, second_id=BORA),
        replace(MATCH, rated=AGREED),
        replace(MATCH, tournament_id=3),
        replace(MATCH, teams=teams_of(MATCH)),
    ],
    ids=["people", "rated", "tournament", "teams"],
)
async def test_never_between_people_or_where_it_counts(match: Match) -> None:
    assert not await first_matches(0, chosen=True).suggests(match)


async def test_the_matches_before_are_counted_once() -> None:
    suggested = first_matches(0, None)
    for _ in range(3):
        assert await suggested.suggests(MATCH)
    assert cast(Played, suggested._queries).reads == 1


@pytest.mark.parametrize(
    ("before", "explains"), [(0, True), (FIRST_MATCHES - 1, True), (FIRST_MATCHES, False)]
)
async def test_how_to_play_is_explained_in_the_first_matches_of_either_person(
    before: int, explains: bool
) -> None:
    first = first_matches(before, chosen=False)
    for match in (MATCH, replace(MATCH, level=None, second_id=BORA), replace(MATCH, rated=AGREED)):
        assert await first.explains(replace(match, id=match.id + 1)) is explains
