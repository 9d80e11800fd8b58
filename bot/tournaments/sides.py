"""What entrants have played so far, and who of two moves first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from data.model.tournament import Pairing, Result
from games.base import Side

Pair = tuple[int, int | None]
"""The numbers of the entrants who move first and second; of a bye, the second is None."""


@dataclass(frozen=True, slots=True)
class Played:
    """An entrant's record: points, opponents and sides in the rounds so far."""

    number: int
    points: int
    opponents: tuple[int | None, ...]
    """The numbers of the opponents, round by round; None for a round without one."""
    balance: int
    """How often the entrant moved first, less how often second."""
    last: Side | None
    """The side that the entrant had in the last match."""


def played_by(number: int, pairings: Iterable[Pairing]) -> Played:
    """What an entrant has played in ``pairings``."""
    own_pairings = [pairing for pairing in pairings if pairing.has(number)]
    sides = [pairing.side_of(number) for pairing in own_pairings if pairing.second is not None]
    firsts = sides.count(Side.FIRST)
    return Played(
        number,
        sum(pairing.points_of(number) for pairing in own_pairings),
        tuple(
            pairing.opponent_of(number) if pairing.result is not Result.BYE else None
            for pairing in own_pairings
        ),
        2 * firsts - len(sides),
        sides[-1] if sides else None,
    )


def seated(high: Played, low: Played) -> tuple[int, int]:
    """Two entrants, with the one first who moved first less often, or else second the last time."""
    if high.balance != low.balance:
        is_high_first = high.balance < low.balance
    elif high.last is not low.last:
        is_high_first = high.last is Side.SECOND
    else:
        is_high_first = high.number % 2 == 1
    return (high.number, low.number) if is_high_first else (low.number, high.number)
