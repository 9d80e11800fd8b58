"""Round robins in groups, whose winners play a round robin of their own, the final.

Entrants are dealt out in the order in which they joined, so their numbers say which group they are in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase

from bot.tournaments.round_robin import Pair, round_robin, rounds_of
from data.tournaments.model import Tournament

FEWEST_IN_GROUP, MOST_IN_GROUP = 3, 8


def groups_of(one: Tournament) -> list[list[int]]:
    """The numbers of the entrants of each group."""
    count = one.groups or 1
    return [[entrant.number for entrant in one.entrants[group::count]] for group in range(count)]


def group_rounds(one: Tournament) -> int:
    """The number of rounds before the final."""
    return max(rounds_of(len(members)) for members in groups_of(one))


def rounds_with_final(one: Tournament) -> int:
    """The number of rounds."""
    return group_rounds(one) + rounds_of(one.groups or 1)


def is_in_groups(one: Tournament) -> bool:
    """Whether it has groups, and not yet the final."""
    return one.groups is not None and (one.round == 0 or one.round <= group_rounds(one))


def group_stage(one: Tournament, members: Sequence[int]) -> Tournament:
    """A group as a tournament of its own."""
    last = group_rounds(one)
    return _part(one, members, range(1, last + 1))


def final(one: Tournament, finalists: Sequence[int]) -> Tournament:
    """The final as a tournament of its own."""
    return _part(one, finalists, range(group_rounds(one) + 1, (one.rounds or 0) + 1))


def _part(one: Tournament, members: Sequence[int], rounds: range) -> Tournament:
    pairings = (each for each in one.pairings if each.round in rounds and each.first in members)
    entrants = (each for each in one.entrants if each.number in members)
    return replace(one, groups=None, entrants=tuple(entrants), pairings=tuple(pairings))


def group_pairs(one: Tournament, number: int, finalists: Sequence[int]) -> list[Pair]:
    """The pairs of a round: in each group, or among the finalists."""
    before = group_rounds(one)
    if number > before:
        return _named(finalists, number - before)
    return [
        pair
        for members in groups_of(one)
        if number <= rounds_of(len(members))
        for pair in _named(members, number)
    ]


def _named(members: Sequence[int], number: int) -> list[Pair]:
    pairs = round_robin(len(members), number)
    return [(members[first - 1], None if second is None else members[second - 1]) for first, second in pairs]


def letter(group: int) -> str:
    """What a group is called; the first one is 0."""
    return ascii_uppercase[group]
