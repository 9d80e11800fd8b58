"""The bracket of a knockout: who meets whom in which round, computed from the results.

A round has half as many places as the one before; places count from 1, from the top. Whoever wins place 3 or
4 of a round meets the other winner at place 2 of the next. The last round has the final at place 1, and the
match for third place at place 2. Entrants are seeded by `Entrant.rank`; the highest seeds have byes.

Two can meet several times at a place, since a drawn match is replayed. The board of the first match is its
place, that of each further one is higher by `Bracket.width`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from data.model.tournament import Entrant, Pairing, Result, Tournament

THIRD_PLACE = 2
"""The place of the match for third place, in the last round."""
_WON = {
    Result.FIRST: True,
    Result.FIRST_BY_FORFEIT: True,
    Result.BYE: True,
    Result.SECOND: False,
    Result.SECOND_BY_FORFEIT: False,
}
"""Whether the first entrant goes through; without the results after which nobody does."""

Place = tuple[int, int]
"""A round and a place in it."""
Players = tuple[int | None, int | None]
"""The numbers of the entrants of a place; None: nobody is left to take the seat."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Who goes through, and who is out; None: nobody."""

    winner: int | None = None
    loser: int | None = None


def rounds_for(entrants: int) -> int:
    """The number of rounds of a bracket."""
    return (entrants - 1).bit_length()


def seed_order(rounds: int) -> list[int]:
    """The seeds from the top of a bracket to its bottom, so that the highest ones meet last.

    >>> seed_order(3)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    for _ in range(rounds):
        sum_of_pair = 2 * len(order) + 1
        order = [seed for high in order for seed in (high, sum_of_pair - high)]
    return order


class Bracket:
    """The bracket of a tournament that has started and is seeded, at one moment."""

    def __init__(self, tournament: Tournament) -> None:
        self.rounds = rounds_for(len(tournament.entrants))
        self._seeds = seeded(tournament)
        self._meetings: dict[Place, list[Pairing]] = defaultdict(list)
        for pairing in sorted(tournament.pairings, key=lambda pairing: pairing.board):
            self._meetings[self.place_of(pairing)].append(pairing)
        self._decisions: dict[Place, Decision | None] = {}

    def width(self, round_number: int) -> int:
        """The number of places of a round; at least two, though the final of two people has no other."""
        return max(THIRD_PLACE, 1 << max(0, self.rounds - round_number))

    def places(self, round_number: int) -> Iterator[Place]:
        """The places of a round where people meet."""
        has_third = round_number == self.rounds and self.third_place is not None
        for place in range(1, (1 << (self.rounds - round_number)) + 1 + has_third):
            yield round_number, place

    def place_of(self, pairing: Pairing) -> Place:
        """Where a pairing is."""
        return pairing.round, (pairing.board - 1) % self.width(pairing.round) + 1

    def meetings(self, place: Place) -> list[Pairing]:
        """The pairings of a place, in order: one, and its replays."""
        return self._meetings.get(place, [])

    @property
    def third_place(self) -> Place | None:
        """Where the losers of the semifinals meet; None for two people, who have no semifinals."""
        return (self.rounds, THIRD_PLACE) if self.rounds > 1 else None

    def is_third_place(self, place: Place) -> bool:
        """Whether the losers of the semifinals meet at a place."""
        return place == self.third_place

    def players(self, place: Place) -> Players | None:
        """Who meets at a place; None while that is not decided."""
        number, index = place
        if number == 1:
            size = len(self._seeds)
            seeds = seed_order(self.rounds)[2 * index - 2 : 2 * index]
            first, second = (self._seeds[seed - 1].number if seed <= size else None for seed in seeds)
            return first, second
        is_third = self.is_third_place(place)
        upper = 1 if is_third else 2 * index - 1
        above, below = (self.decision((number - 1, before)) for before in (upper, upper + 1))
        if above is None or below is None:
            return None
        return (above.loser, below.loser) if is_third else (above.winner, below.winner)

    def met(self, number: int) -> Iterator[tuple[Place, Decision | None]]:
        """Where an entrant has met somebody, round by round, with what came of it; a bye is nobody."""
        for place, meetings in sorted(self._meetings.items()):
            if any(pairing.second is not None and pairing.has(number) for pairing in meetings):
                yield place, self.decision(place)

    def decision(self, place: Place) -> Decision | None:
        """Who goes through at a place; None while that is not decided."""
        if place not in self._decisions:
            self._decisions[place] = self._decide(place)
        return self._decisions[place]

    def _decide(self, place: Place) -> Decision | None:
        players, meetings = self.players(place), self.meetings(place)
        if players is None or any(pairing.result is None for pairing in meetings):
            return None
        if None in players:
            # Who has no opponent goes through by a bye, which is a pairing and counts once it is stored.
            alone = next((number for number in players if number is not None), None)
            is_stored = bool(meetings) or alone is None or self.is_third_place(place)
            return Decision(alone) if is_stored else None
        for meeting in reversed(meetings):
            if meeting.result is Result.NOBODY:
                return Decision()
            if meeting.result in _WON:
                winner = meeting.first if _WON[meeting.result] else meeting.second
                return _between(players, winner)
        if sum(pairing.result is Result.DRAW for pairing in meetings) > 1:
            return _between(players, max(players, key=self._seed))  # the lower rating has the higher seed
        return self._played_on(place, players)

    def _seed(self, number: int | None) -> int:
        return next(seed for seed, entrant in enumerate(self._seeds, start=1) if entrant.number == number)

    def _played_on(self, place: Place, players: Players) -> Decision | None:
        """Who plays in the next round already, though the result was taken back."""
        number, index = place
        for pairing in self.meetings((number + 1, (index + 1) // 2)):
            for player in players:
                if player is not None and pairing.has(player):
                    return _between(players, player)
        return None

    def following(self, pairing: Pairing) -> Iterator[Pairing]:
        """The pairings that exist because of the result of one: its replays, and those of later rounds."""
        place = self.place_of(pairing)
        yield from (later for later in self.meetings(place) if later.board > pairing.board)
        yield from self._after(place)

    def _after(self, place: Place) -> Iterator[Pairing]:
        number, index = place
        if number == self.rounds:
            return
        after = [(number + 1, (index + 1) // 2)]
        if number + 1 == self.rounds and self.third_place is not None:
            after.append(self.third_place)
        for later in after:
            yield from self.meetings(later)
            yield from self._after(later)


def seeded(tournament: Tournament) -> list[Entrant]:
    """The entrants by their seeds, the highest first."""
    return sorted(tournament.entrants, key=lambda entrant: (entrant.rank or 0, entrant.number))


def _between(players: Players, winner: int | None) -> Decision:
    loser = players[1] if winner == players[0] else players[0]
    return Decision(winner, loser)
