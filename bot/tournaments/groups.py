"""Round robins in groups, whose winners play a round robin of their own, the final.

Entrants are dealt out in the order in which they joined, so their numbers say which group they are in.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from string import ascii_uppercase

from bot.tournaments.round_robin import RoundRobin, round_robin, rounds_of
from bot.tournaments.sides import Pair
from bot.tournaments.standings import Standing, order, standings_by_points
from data.model.tournament import Tournament

_MIN_IN_GROUP, _MAX_IN_GROUP = 3, 8  # entrants


class Groups(RoundRobin):
    """A round robin in each group, then one of the winners."""

    explanation = "tournament.plan.in-groups"
    length = None
    fields = ("groups", "starts")

    def size(self, groups: int | None) -> tuple[int, int]:
        """The fewest and the most entrants, from the limits of one group."""
        return _MIN_IN_GROUP * (groups or 1), _MAX_IN_GROUP * (groups or 1)

    def rounds(self, tournament: Tournament, entrants: int) -> int:
        """The number of rounds of the groups and of the final together."""
        return group_rounds(tournament) + rounds_of(tournament.groups or 1)

    def pairs(self, tournament: Tournament, number: int) -> list[Pair]:
        """The pairs of a round in each group or, from the final on, among the finalists."""
        before = group_rounds(tournament)
        if number > before:
            return _named(finalists(tournament), number - before)
        return [
            pair
            for members in groups_of(tournament)
            if number <= rounds_of(len(members))
            for pair in _named(members, number)
        ]

    def known_rounds(self, tournament: Tournament) -> int:
        """The last round before the final, or of the final once that has begun."""
        before = group_rounds(tournament)
        return before if tournament.round <= before else tournament.rounds or 0

    def players(self, tournament: Tournament, number: int) -> Sequence[int]:
        """All entrants or, from the final on, the finalists."""
        is_final = number > group_rounds(tournament)
        return finalists(tournament) if is_final else super().players(tournament, number)

    def is_out(self, tournament: Tournament, number: int) -> bool:
        """Whether the final has begun without them."""
        return not is_in_groups(tournament) and number not in finalists(tournament)

    def standings(self, tournament: Tournament) -> list[Standing]:
        """The entrants group by group; from the final on, the finalists before all others."""
        groups = _standings_of_groups(tournament)
        if is_in_groups(tournament):
            return [standing for group in groups for standing in group]
        best = {group[0].number for group in groups}
        first = standings_by_points(_final(tournament, best))
        others = sorted(
            (standing for group in groups for standing in group[1:]),
            key=lambda standing: (standing.place, *order(standing), standing.number),
        )
        places = enumerate(others, start=len(first) + 1)
        return [*first, *(replace(standing, place=place) for place, standing in places)]

    def tiebreak(self, tournament: Tournament, standings: Sequence[Standing]) -> dict[int, str]:
        """Nothing: the places are those of the groups and of the final."""
        return {}

    def groups(self, tournament: Tournament) -> list[list[int]]:
        """The members of each group before the final."""
        return groups_of(tournament) if is_in_groups(tournament) else []

    def circles(self, tournament: Tournament) -> list[list[int]]:
        """The members of each group; nothing in the final, where the table has the rounds of all."""
        return self.groups(tournament)


def groups_of(tournament: Tournament) -> list[list[int]]:
    """The numbers of the entrants of each group."""
    count = tournament.groups or 1
    return [[entrant.number for entrant in tournament.entrants[group::count]] for group in range(count)]


def group_rounds(tournament: Tournament) -> int:
    """The number of rounds before the final."""
    return max(rounds_of(len(members)) for members in groups_of(tournament))


def is_in_groups(tournament: Tournament) -> bool:
    """Whether it has not yet come to the final."""
    return tournament.round == 0 or tournament.round <= group_rounds(tournament)


def finalists(tournament: Tournament) -> list[int]:
    """The winners of the groups, by number."""
    return [group[0].number for group in _standings_of_groups(tournament)]


def _standings_of_groups(tournament: Tournament) -> list[list[Standing]]:
    rounds = range(1, group_rounds(tournament) + 1)
    parts = (_part(tournament, members, rounds) for members in groups_of(tournament))
    return [standings_by_points(part) for part in parts]


def _final(tournament: Tournament, members: Collection[int]) -> Tournament:
    """The final as a tournament of its own."""
    return _part(tournament, members, range(group_rounds(tournament) + 1, (tournament.rounds or 0) + 1))


def _part(tournament: Tournament, members: Collection[int], rounds: range) -> Tournament:
    """Some entrants and what they play in some rounds, as a tournament of its own."""
    pairings = (
        pairing for pairing in tournament.pairings if pairing.round in rounds and pairing.first in members
    )
    entrants = (entrant for entrant in tournament.entrants if entrant.number in members)
    return replace(tournament, groups=None, entrants=tuple(entrants), pairings=tuple(pairings))


def _named(members: Sequence[int], number: int) -> list[Pair]:
    pairs = round_robin(len(members), number)
    return [(members[first - 1], members[second - 1]) for first, second in pairs]


def letter(group: int) -> str:
    """The letter that names a group: 0 is A."""
    return ascii_uppercase[group]
