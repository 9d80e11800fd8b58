"""Whose turn it is in hand and brain: the brain names, then the hand plays a move of what was named.

Where one region alone has legal moves it counts as named. Where there is none, as in a count of stones, any
person of the side can act. A seat that no person has is the computer's; while it is the turn of that seat,
the person beside it is said to be in turn, who can do nothing but wait.
"""

from __future__ import annotations

from data.model.hand_and_brain import Seat
from data.model.teams import Teams
from games import replay
from games.base import Record, Side
from games.regions import regions


def region_in(teams: Teams | None, record: Record, position: tuple[int, int]) -> str | None:
    """What is named in the present position; None if nothing is, or nothing can be."""
    if teams is None or teams.pairs is None:
        return None
    choices = regions(record)
    if len(choices) == 1:
        return next(iter(choices))
    named = teams.pairs.named_in(position)
    return named if named in choices else None


def seat_in_turn(teams: Teams, record: Record, position: tuple[int, int]) -> Seat | None:
    """The seat that acts now on the side to move; None if either can."""
    if not regions(record):
        return None
    return Seat.BRAIN if region_in(teams, record, position) is None else Seat.HAND


def person_in_turn(teams: Teams, record: Record, position: tuple[int, int], side: Side) -> int | None:
    """The person who acts next for a side, or waits for the computer beside them; None for the computer."""
    seat = Seat.BRAIN
    if side is replay(record).to_move or not regions(record):
        seat = seat_in_turn(teams, record, position) or Seat.HAND
    return teams.seated(side, seat) or teams.seated(side, seat.other)


def computer_seat(teams: Teams | None, record: Record, position: tuple[int, int]) -> Seat | None:
    """The seat in which the computer has to act beside a person now; None if it has none."""
    if teams is None or teams.pairs is None:
        return None
    side, seat = replay(record).to_move, seat_in_turn(teams, record, position)
    if seat is None or teams.seated(side, seat) is not None or not teams.present(side):
        return None
    return seat
