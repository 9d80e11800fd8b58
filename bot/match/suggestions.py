"""Whether the board of a match against the computer suggests points.

It does in a person's first matches of a game, or as they have set it; never in rated matches and tournaments.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.lru import LRU
from data.matches.queries import MatchQueries
from data.model.match import Match
from data.people.store import Person

FIRST_MATCHES = 5
"""How many matches of a game against the computer suggest points to somebody who has not chosen."""
_MAX_REMEMBERED = 1_000


class Suggestions:
    """Answers by match; ``person`` is what a person has set."""

    def __init__(self, queries: MatchQueries, person: Callable[[int], Awaitable[Person]]) -> None:
        self._queries = queries
        self._person = person
        self._is_first: LRU[int, bool] = LRU(_MAX_REMEMBERED)  # by match

    async def are_shown(self, match: Match) -> bool:
        """Whether the match's board suggests points to the person who plays."""
        person_id = match.user_of(match.computer_side.other) if match.computer_side else None
        if person_id is None or match.rated is not None or match.tournament_id is not None or match.teams:
            return False
        chosen = (await self._person(person_id)).suggestions
        return await self._is_among_first(match, person_id) if chosen is None else chosen

    async def _is_among_first(self, match: Match, person_id: int) -> bool:
        if match.id not in self._is_first:
            before = await self._queries.against_computer_before(match, person_id, FIRST_MATCHES)
            self._is_first[match.id] = before < FIRST_MATCHES
        return self._is_first[match.id]
