"""Ladders: they have no end. Whoever beats somebody above them takes that place, and others move down one.

Places are the order of `Entrant.rank` among those who have not dropped out, so ranks can have gaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tournaments.formats import Format, Sentence, counted, newly_over, without_absent
from bot.tournaments.sides import played_by, seated
from bot.tournaments.standings import Standing
from data.model.tournament import Entrant, Kind, Pairing, Result, Tournament

REACH = 3
"""How many places above somebody can be whom they challenge."""
AGAIN_SECONDS = 86_400.0
"""Seconds after a match in which the same two entrants cannot meet again."""
_KEPT = 300
"""Matches that are over and still listed."""
_FIRST_WON = (Result.FIRST, Result.FIRST_BY_FORFEIT)
_SECOND_WON = (Result.SECOND, Result.SECOND_BY_FORFEIT)


class Ladder(Format):
    """Whoever wants to play challenges somebody above them, at any time."""

    kind = Kind.LADDER
    max_people = 100
    has_start = False
    late_entry = None
    way_back = "tournament.leave.ladder-back"
    leave_sure = "tournament.leave.ladder-sure"
    can_be_corrected = False  # people have taken each other's places since
    name = "tournament.kind.ladder"
    choice = "choice.tournament.ladder"
    explanation = "tournament.plan.ladder"
    alt = "tournament.ladder.alt"
    score_name = "tournament.table.record"
    score_sentence = "tournament.record"
    thread = "tournament.ladder.thread"
    actions = ("challenge",)
    fields = ()

    def entered(self, tournament: Tournament, number: int) -> Tournament:
        """Somebody enters, or comes back, below all others."""
        lowest = max((entrant.rank or 0 for entrant in tournament.entrants), default=0)
        return tournament.with_entrant(replace(tournament.entrant(number), rank=lowest + 1))

    def with_consequences(self, before: Tournament, after: Tournament) -> Tournament:
        """The places after the matches that have ended in between."""
        for pairing in newly_over(before, after):
            after = _with_place_taken(after, pairing)
        return after

    def continued(self, tournament: Tournament, now: float) -> Tournament:
        """The ladder, where a match that has not begun counts for nothing once one of the two has left."""
        return without_absent(tournament)

    def standings(self, tournament: Tournament) -> list[Standing]:
        """The entrants on the ladder by place, with a point for each win that is still listed."""
        return [
            Standing(entrant.number, 2 * record(tournament, entrant.number)[0], place=place)
            for place, entrant in enumerate(ranked(tournament), start=1)
        ]

    def score(self, tournament: Tournament, standing: Standing) -> str:
        """An entrant's wins and losses, as 3-1."""
        return "{}-{}".format(*record(tournament, standing.number))

    def progress(self, tournament: Tournament) -> Sentence:
        """How many matches are going on."""
        numbers = {"n": len(tournament.open_pairings), "players": len(tournament.playing)}
        return "tournament.ladder.running", numbers

    def problem_of_clock(self, *, is_live: bool) -> str | None:
        """A ladder needs days for each move: nobody knows when they are challenged."""
        return "tournament.ladder.clock" if is_live else None


def ranked(tournament: Tournament) -> list[Entrant]:
    """The entrants on the ladder, the first place first."""
    return sorted(tournament.playing, key=lambda entrant: (entrant.rank or 0, entrant.number))


def opponents_above(tournament: Tournament, number: int) -> list[Entrant]:
    """Whom an entrant could challenge: the entrants at most `REACH` places above, the nearest first."""
    order = ranked(tournament)
    places = [entrant.number for entrant in order]
    if number not in places:
        return []
    place = places.index(number)
    return order[max(0, place - REACH) : place][::-1]


def is_busy(tournament: Tournament, number: int) -> bool:
    """Whether somebody has a match in the ladder: one at a time."""
    return any(pairing.has(number) for pairing in tournament.open_pairings)


def have_just_met(tournament: Tournament, number: int, other: int, now: float) -> bool:
    """Whether two have met shortly before."""
    return any(
        pairing.has(number) and pairing.has(other) and now - (pairing.ended_at or 0.0) < AGAIN_SECONDS
        for pairing in tournament.pairings
        if pairing.result is not None
    )


def challenged(tournament: Tournament, number: int, other: int) -> Tournament:
    """A challenge, whose match begins at once; old matches are not listed anymore."""
    over = [pairing for pairing in tournament.pairings if pairing.result is not None]
    kept = tuple(
        pairing for pairing in tournament.pairings if pairing not in over[: max(0, len(over) - _KEPT)]
    )
    first, second = seated(played_by(number, tournament.pairings), played_by(other, tournament.pairings))
    board = max((pairing.board for pairing in tournament.pairings), default=0) + 1
    return replace(tournament, pairings=(*kept, Pairing(tournament.round, board, first, second)))


def _with_place_taken(tournament: Tournament, pairing: Pairing) -> Tournament:
    """A winner who was below takes the loser's place; otherwise everybody stays."""
    winner, loser = pairing.first, pairing.second
    if pairing.result in _SECOND_WON:
        winner, loser = pairing.second or 0, pairing.first
    order = [entrant.number for entrant in ranked(tournament)]
    is_won = pairing.result in (*_FIRST_WON, *_SECOND_WON)
    if not is_won or loser not in order or winner not in order or order.index(winner) < order.index(loser):
        return tournament
    order.remove(winner)
    order.insert(order.index(loser), winner)
    return _with_order(tournament, order)


def _with_order(tournament: Tournament, order: Sequence[int]) -> Tournament:
    ranks = {number: rank for rank, number in enumerate(order, start=1)}
    entrants = (
        replace(entrant, rank=ranks.get(entrant.number, entrant.rank)) for entrant in tournament.entrants
    )
    return replace(tournament, entrants=tuple(entrants))


def record(tournament: Tournament, number: int) -> tuple[int, int]:
    """How often somebody has won and lost, in the matches that are still listed."""
    points = [pairing.points_of(number) for pairing in counted(tournament, number)]
    return points.count(2), points.count(0)
