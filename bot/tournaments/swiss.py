"""Swiss pairings: in each round, entrants with as many points meet, and nobody meets an opponent again.

A round is a matching of minimal cost in the graph of all entrants. In this order, it avoids that two meet
again or one has a second bye, differences in points, that one moves first, or second, too often, and pairs
other than those between the upper and the lower half of a group with as many points. All entrants are looked
at together, so a round without repetitions is found wherever there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.tournaments.rounds import PointRounds
from bot.tournaments.sides import Pair, Played, played_by, seated
from bot.tournaments.standings import Standing, halves
from data.model.tournament import Entrant, Kind, Pairing, Tournament

_NOBODY = 0
"""The vertex that stands for no opponent."""
_FOLD, _SIDES, _POINTS, _AGAIN = 1, 2**14, 2**28, 2**48
"""What a unit of each shortcoming costs: one of the next kind is worse than all of one kind in a round.

The cost of a round, as a number of bits: again from 48 on | points 28 to 47 | sides 14 to 27 | fold 0 to 13.
"""
_MAX_SIDES = 2**7
"""The units of sides that one pair can cost: 32 pairs of them stay within their bits."""


class Swiss(PointRounds):
    """In each round, everybody plays against somebody with as many points."""

    kind = Kind.SWISS
    max_people = 64
    way_back = "tournament.leave.swiss-back"
    late_entry = "tournament.late.swiss"
    everybody_is_paired = True
    name = "tournament.kind.swiss"
    choice = "choice.tournament.swiss"
    explanation = "tournament.plan.swiss"
    length = "tournament.length.swiss"
    points_rule = "tournament.rules.points-bye"
    tiebreak_name = "tournament.table.sos"
    fields = ("rounds", "starts", "level")

    def is_open(self, tournament: Tournament) -> bool:
        """Whether the last round has not begun."""
        return tournament.round < (tournament.rounds or 0)

    def rounds(self, tournament: Tournament, entrants: int) -> int:
        """The number of rounds that was chosen, else enough that only one entrant can win all matches.

        Never more than can be paired without a second meeting, whatever the results.
        """
        return min(tournament.rounds or (entrants - 1).bit_length(), max(3, (entrants + 1) // 2))

    def tiebreak(self, tournament: Tournament, standings: Sequence[Standing]) -> dict[int, str]:
        """Buchholz, which Go calls SOS."""
        return {standing.number: halves(standing.buchholz) for standing in standings}

    def pairs(self, tournament: Tournament, number: int) -> list[Pair]:
        """The pairs of the next round, by the results so far."""
        return swiss_round(tournament.playing, tournament.pairings)


def swiss_round(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> list[Pair]:
    """The next round after ``pairings``, the highest boards first.

    An odd number of entrants leaves one without an opponent: of those with the fewest points, who had none
    before, the last.
    """
    from networkx import Graph, max_weight_matching  # the import takes 0.2 seconds

    records = _ranked([played_by(entrant.number, pairings) for entrant in entrants])
    odd = len(records) % 2
    graph = Graph()
    costs = {
        (low.number, high.number): _cost(high, low, records)
        for place, high in enumerate(records)
        for low in records[place + 1 :]
    }
    if odd:
        costs |= {(_NOBODY, record.number): _cost_of_bye(record, records) for record in records}
    # The matching has the largest sum of weights, and pairs everybody: so what costs least weighs most.
    highest = max(costs.values(), default=0)
    graph.add_weighted_edges_from((low, high, highest - cost) for (low, high), cost in costs.items())
    by_number = {record.number: record for record in records}
    pairs = [_seated(by_number, *pair) for pair in max_weight_matching(graph, maxcardinality=True)]
    return sorted(pairs, key=lambda pair: _board_order(pair, records))


def _ranked(records: Iterable[Played]) -> list[Played]:
    return sorted(records, key=lambda record: (-record.points, record.number))


def _cost(high: Played, low: Played, records: Sequence[Played]) -> int:
    """The cost of a pair."""
    again = high.opponents.count(low.number)
    same_side = high.balance * low.balance > 0  # both have moved first, or second, more often
    sides = min(abs(high.balance), abs(low.balance)) ** 2 * 2 if same_side else 0
    both_had_last = high.last is not None and high.last is low.last
    if high.balance == low.balance == 0 and both_had_last:  # whichever side they get, one has it again
        sides = 1
    return (
        again * _AGAIN
        + (high.points - low.points) ** 2 * _POINTS
        + min(sides, _MAX_SIDES) * _SIDES
        + _fold(high, low, records) * _FOLD
    )


def _fold(high: Played, low: Played, records: Sequence[Played]) -> int:
    """How far a pair is from one between the halves of a group with as many points."""
    if high.points != low.points:
        return 0
    group = [record.number for record in records if record.points == high.points]
    distance = group.index(low.number) - group.index(high.number)
    return abs(distance - len(group) // 2)


def _cost_of_bye(record: Played, records: Sequence[Played]) -> int:
    """The cost of a bye."""
    above = record.points - records[-1].points
    place = len(records) - 1 - records.index(record)
    return record.opponents.count(None) * _AGAIN + above**2 * _POINTS + place * _FOLD


def _seated(records: dict[int, Played], number: int, other: int) -> Pair:
    """The pair, with the one first who is due; a bye without a second one."""
    if _NOBODY in (number, other):
        return number or other, None
    high, low = _ranked([records[number], records[other]])
    return seated(high, low)


def _board_order(pair: Pair, records: Sequence[Played]) -> tuple[bool, int]:
    """The sort key of boards: the place of the higher of the two; a bye is last."""
    numbers = [record.number for record in records]
    return pair[1] is None, min(numbers.index(number) for number in pair if number is not None)
