"""Ladders: they have no end. Whoever beats somebody above them takes that place, and others move down one.

Places are the order of `Entrant.rank` among those who have not dropped out, so ranks can have gaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tournaments.sides import played_by, seated
from data.tournaments.model import Entrant, Pairing, Result, Tournament

REACH = 3
"""How many places above somebody can be whom they challenge."""
AGAIN_SECONDS = 86_400.0
"""How long after a match the same two cannot meet again."""
_KEPT = 300
"""Matches that are over and still listed."""
_FIRST_WON = (Result.FIRST, Result.FIRST_BY_FORFEIT)
_SECOND_WON = (Result.SECOND, Result.SECOND_BY_FORFEIT)


def ranked(one: Tournament) -> list[Entrant]:
    """Those who are on the ladder, the first place first."""
    return sorted(one.playing, key=lambda entrant: (entrant.rank or 0, entrant.number))


def at_the_bottom(one: Tournament, number: int) -> Tournament:
    """Somebody enters, or comes back, below all others."""
    lowest = max((entrant.rank or 0 for entrant in one.entrants), default=0)
    entrants = (replace(each, rank=lowest + 1) if each.number == number else each for each in one.entrants)
    return replace(one, entrants=tuple(entrants))


def opponents_above(one: Tournament, number: int) -> list[Entrant]:
    """Whom somebody could challenge: those at most `REACH` places above, the next one first."""
    order = ranked(one)
    places = [entrant.number for entrant in order]
    if number not in places:
        return []
    place = places.index(number)
    return order[max(0, place - REACH) : place][::-1]


def is_busy(one: Tournament, number: int) -> bool:
    """Whether somebody has a match in the ladder: one at a time."""
    return any(pairing.has(number) for pairing in one.open_pairings)


def have_just_met(one: Tournament, number: int, other: int, now: float) -> bool:
    """Whether two have met shortly before."""
    return any(
        pairing.has(number) and pairing.has(other) and now - (pairing.ended_at or 0.0) < AGAIN_SECONDS
        for pairing in one.pairings
        if pairing.result is not None
    )


def challenged(one: Tournament, number: int, other: int) -> Tournament:
    """A challenge, whose match begins at once; old matches are not listed anymore."""
    over = [pairing for pairing in one.pairings if pairing.result is not None]
    kept = tuple(pairing for pairing in one.pairings if pairing not in over[: max(0, len(over) - _KEPT)])
    first, second = seated(played_by(number, one.pairings), played_by(other, one.pairings))
    board = max((pairing.board for pairing in one.pairings), default=0) + 1
    return replace(one, pairings=(*kept, Pairing(one.round, board, first, second)))


def moved(before: Tournament, after: Tournament) -> Tournament:
    """The places after the matches that have ended in between."""
    decided = [
        now
        for then, now in zip(before.pairings, after.pairings, strict=True)
        if then.result is None and now.result is not None
    ]
    for pairing in decided:
        after = _after(after, pairing)
    return after


def _after(one: Tournament, pairing: Pairing) -> Tournament:
    """A winner who was below takes the loser's place; otherwise everybody stays."""
    winner, loser = pairing.first, pairing.second
    if pairing.result in _SECOND_WON:
        winner, loser = pairing.second or 0, pairing.first
    order = [entrant.number for entrant in ranked(one)]
    is_won = pairing.result in (*_FIRST_WON, *_SECOND_WON)
    if not is_won or loser not in order or winner not in order or order.index(winner) < order.index(loser):
        return one
    order.remove(winner)
    order.insert(order.index(loser), winner)
    return _with_order(one, order)


def _with_order(one: Tournament, order: Sequence[int]) -> Tournament:
    ranks = {number: rank for rank, number in enumerate(order, start=1)}
    entrants = (replace(each, rank=ranks.get(each.number, each.rank)) for each in one.entrants)
    return replace(one, entrants=tuple(entrants))


def record(one: Tournament, number: int) -> tuple[int, int]:
    """How often somebody has won and lost, in the matches that are still listed."""
    points = [
        pairing.points_of(number)
        for pairing in one.of_entrant(number)
        if pairing.result not in (None, Result.NOT_COUNTED)
    ]
    return points.count(2), points.count(0)
