"""Swiss pairings: in each round, entrants with as many points meet, and nobody meets an opponent again.

A round is a matching of minimal cost in the graph of all entrants. In this order, it avoids that two meet
again or one has a second bye, differences in points, that one moves first, or second, too often, and pairs
other than those between the upper and the lower half of a group with as many points. All entrants are looked
at together, so a round without repetitions is found wherever there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.tournaments.round_robin import Pair
from bot.tournaments.sides import Played, played_by, seated
from data.tournaments.model import Entrant, Pairing

_NOBODY = 0
"""The vertex that stands for no opponent."""
_FOLD, _SIDES, _POINTS, _AGAIN = 1, 2**14, 2**28, 2**48
"""What a unit of each shortcoming costs: one of the next kind is worse than all of one kind in a round."""


def swiss_round(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> list[Pair]:
    """The next round after ``pairings``, the highest boards first.

    An odd number of entrants leaves one without an opponent: of those with the fewest points, who had none
    before, the last.
    """
    from networkx import Graph, max_weight_matching  # the import takes 0.2 seconds

    records = _ranked([played_by(one.number, pairings) for one in entrants])
    odd = len(records) % 2
    graph = Graph()
    costs = {
        (low.number, high.number): _cost(high, low, records)
        for place, high in enumerate(records)
        for low in records[place + 1 :]
    }
    if odd:
        costs |= {(_NOBODY, one.number): _cost_of_bye(one, records) for one in records}
    most = max(costs.values(), default=0)
    graph.add_weighted_edges_from((one, other, most - cost) for (one, other), cost in costs.items())
    by_number = {one.number: one for one in records}
    pairs = [_seated(by_number, one, other) for one, other in max_weight_matching(graph, maxcardinality=True)]
    return sorted(pairs, key=lambda pair: _board_order(pair, records))


def _ranked(records: Iterable[Played]) -> list[Played]:
    return sorted(records, key=lambda one: (-one.points, one.number))


def _cost(high: Played, low: Played, records: Sequence[Played]) -> int:
    """The cost of a pair."""
    again = high.opponents.count(low.number)
    same_side = high.balance * low.balance > 0
    sides = min(abs(high.balance), abs(low.balance)) ** 2 * 2 if same_side else 0
    if high.balance == low.balance == 0 and high.last is low.last is not None:
        sides = 1
    return (
        again * _AGAIN
        + (high.points - low.points) ** 2 * _POINTS
        + min(sides, 2**7) * _SIDES
        + _fold(high, low, records) * _FOLD
    )


def _fold(high: Played, low: Played, records: Sequence[Played]) -> int:
    """How far a pair is from one between the halves of a group with as many points."""
    if high.points != low.points:
        return 0
    group = [one.number for one in records if one.points == high.points]
    distance = group.index(low.number) - group.index(high.number)
    return abs(distance - len(group) // 2)


def _cost_of_bye(one: Played, records: Sequence[Played]) -> int:
    """The cost of no opponent."""
    above = one.points - records[-1].points
    place = len(records) - 1 - records.index(one)
    return one.opponents.count(None) * _AGAIN + above**2 * _POINTS + place * _FOLD


def _seated(records: dict[int, Played], one: int, other: int) -> Pair:
    """The pair, with the one first who is due; a bye without a second one."""
    if _NOBODY in (one, other):
        return one or other, None
    high, low = _ranked([records[one], records[other]])
    return seated(high, low)


def _board_order(pair: Pair, records: Sequence[Played]) -> tuple[bool, int]:
    """Sorts by the place of the higher of the two; a bye is last."""
    numbers = [one.number for one in records]
    return pair[1] is None, min(numbers.index(one) for one in pair if one is not None)
