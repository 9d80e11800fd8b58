"""What the boards of a person's first matches of a game say: how to play a move, and which points to look at.

How to play a move is said in anybody's first matches. Points are suggested only against the computer, in
first matches or as the person has set it; never in rated matches and tournaments.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.lru import LRU
from data.matches.queries import MatchQueries
from data.model.match import Match
from data.people.store import Person
from games.base import Side

FIRST_MATCHES = 5
"""How many matches of a game are a person's first ones; those against the computer count for suggestions."""
_MAX_REMEMBERED = 1_000


class FirstMatches:
    """Answers by match; ``person`` is what a person has set."""

    def __init__(self, queries: MatchQueries, person: Callable[[int], Awaitable[Person]]) -> None:
        self._queries = queries
        self._person = person
        self._suggests: LRU[int, bool] = LRU(_MAX_REMEMBERED)  # by match, as `_explains`
        self._explains: LRU[int, bool] = LRU(_MAX_REMEMBERED)

    async def suggests(self, match: Match) -> bool:
        """Whether the match's board suggests points to the person who plays."""
        person_id = match.user_of(match.computer_side.other) if match.computer_side else None
        if person_id is None or match.rated is not None or match.tournament_id is not None or match.teams:
            return False
        chosen = (await self._person(person_id)).suggestions
        if chosen is not None:
            return chosen
        if match.id not in self._suggests:
            self._suggests[match.id] = await self._is_among_first(match, person_id, against_computer=True)
        return self._suggests[match.id]

    async def explains(self, match: Match) -> bool:
        """Whether the match's board explains how to play a move: it is among the first of somebody in it."""
        if match.id not in self._explains:
            people = [person_id for side in Side for person_id in match.members(side)]
            self._explains[match.id] = any(
                [await self._is_among_first(match, person_id) for person_id in people]
            )
        return self._explains[match.id]

    async def _is_among_first(self, match: Match, person_id: int, *, against_computer: bool = False) -> bool:
        before = await self._queries.matches_before(
            match, person_id, FIRST_MATCHES, against_computer=against_computer
        )
        return before < FIRST_MATCHES
