"""Round robins, once or twice against everybody, by the circle method, as FIDE's Berger tables list it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from bot.tournaments.rounds import PointRounds, forfeit_result
from bot.tournaments.sides import Pair
from bot.tournaments.standings import Standing, needs_sonneborn_berger, quarters
from data.model.tournament import Kind, Pairing, Tournament, TournamentState


class RoundRobin(PointRounds):
    """As many rounds as it takes until everybody has met everybody."""

    kind = Kind.ROUND_ROBIN
    max_people = 12
    late_entry = "tournament.late.never"
    name = "tournament.kind.round-robin"
    choice = "choice.tournament.round-robin"
    explanation = "tournament.plan.round-robin"
    length: ClassVar[str | None] = "tournament.length.round-robin"
    tiebreak_name = "tournament.table.sonneborn-berger"
    fields: ClassVar[tuple[str, ...]] = ("groups", "starts", "level")

    def is_open(self, tournament: Tournament) -> bool:
        """Never: everybody has to be there when it starts."""
        return False

    def rounds(self, tournament: Tournament, entrants: int) -> int:
        """The number of rounds in which everybody meets everybody."""
        return rounds_of(entrants)

    def pairs(self, tournament: Tournament, number: int) -> Sequence[Pair]:
        """The pairs of round ``number``, by the circle method."""
        return round_robin(len(tournament.entrants), number)

    def known_rounds(self, tournament: Tournament) -> int:
        """The last round whose pairs do not depend on results."""
        return tournament.rounds or 0

    def players(self, tournament: Tournament, number: int) -> Sequence[int]:
        """The numbers of those who play in round ``number``, or would if they had an opponent."""
        return [entrant.number for entrant in tournament.entrants]

    def listed(self, tournament: Tournament, number: int | None) -> list[Pairing]:
        """The pairings of the present round and of those to come, in each the reader's own first.

        Who has no opponent in a round is in a pairing alone, without a result.
        """
        rounds = [list(tournament.in_round(tournament.round))]
        for later in range(tournament.round + 1, self.known_rounds(tournament) + 1):
            pairs = enumerate(self.pairs(tournament, later), start=1)
            paired = [Pairing(later, board, first, second) for board, (first, second) in pairs]
            rounds.append(
                [replace(pairing, result=forfeit_result(tournament, pairing)) for pairing in paired]
            )
        pairings = list[Pairing]()
        for round_number, paired in enumerate(rounds, start=tournament.round):
            seated = {seat for pairing in paired for seat in (pairing.first, pairing.second)}
            resting = [seat for seat in self.players(tournament, round_number) if seat not in seated]
            paired += [Pairing(round_number, 0, seat, None) for seat in resting]
            pairings += sorted(paired, key=lambda pairing: number is None or not pairing.has(number))
        return pairings

    def tiebreak(self, tournament: Tournament, standings: Sequence[Standing]) -> dict[int, str]:
        """Sonneborn-Berger, once it is over, if it separates some with as many points."""
        if tournament.state is not TournamentState.OVER or not needs_sonneborn_berger(tournament, standings):
            return {}
        return {standing.number: quarters(standing.sonneborn_berger) for standing in standings}

    def circles(self, tournament: Tournament) -> list[list[int]]:
        """All entrants."""
        return [[entrant.number for entrant in tournament.entrants]]


class DoubleRoundRobin(RoundRobin):
    """A round robin, then one more with the sides swapped.

    The last two rounds of the first cycle change places, so that nobody has the same side three times in a
    row (FIDE Handbook C.05, annex 1).
    """

    kind = Kind.DOUBLE_ROUND_ROBIN
    max_people = 10
    name = "tournament.kind.double-round-robin"
    choice = "choice.tournament.double-round-robin"
    explanation = "tournament.plan.double-round-robin"
    length = "tournament.length.double-round-robin"
    fields = ("starts", "level")

    def rounds(self, tournament: Tournament, entrants: int) -> int:
        """Twice the number of rounds in which everybody meets everybody."""
        return 2 * rounds_of(entrants)

    def pairs(self, tournament: Tournament, number: int) -> Sequence[Pair]:
        """The pairs of round ``number``; in the second cycle, those of the first with the sides swapped."""
        entrants = len(tournament.entrants)
        cycle = rounds_of(entrants)
        if number > cycle:
            return [(second, first) for first, second in round_robin(entrants, number - cycle)]
        swapped = {cycle - 1: cycle, cycle: cycle - 1}
        return round_robin(entrants, swapped.get(number, number))


def rounds_of(entrants: int) -> int:
    """The number of rounds in which everybody meets everybody."""
    return entrants - 1 + entrants % 2


def round_robin(entrants: int, number: int) -> list[tuple[int, int]]:
    """The pairs of round ``number``, from 1, among entrants 1 to ``entrants``.

    The last seat stays, and the others turn around it, by half of the circle from round to round: the order
    of the Berger tables, in which first and second alternate. With an odd number of entrants the last seat is
    empty: whoever would meet it has no match.
    """
    last = entrants + entrants % 2
    circle = last - 1
    middle = (number - 1) * (last // 2) % circle
    fixed = (middle + 1, last) if number % 2 else (last, middle + 1)
    turning = (
        ((middle + step) % circle + 1, (middle - step) % circle + 1)  # seats of the circle count from 0
        for step in range(1, last // 2)
    )
    return [pair for pair in (fixed, *turning) if max(pair) <= entrants]
