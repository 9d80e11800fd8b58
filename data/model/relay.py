"""What is special about a relay: who can join it while it goes on, and how often."""

from __future__ import annotations

from data.model.match import Match
from data.model.teams import Member, Stint, Teams
from games import replay
from games.base import Side
from games.turns import turns

MOST_IN_RELAY = 8
"""People on a side of a relay at once."""
_MOST_STAYS = 3
"""How often a person can join a side: whoever leaves and comes back begins a turn anew each time."""


def side_of_people(match: Match) -> Side | None:
    """The only side on which people play; None between people."""
    computer = match.computer_side
    return None if computer is None else computer.other


def returns_left(teams: Teams, side: Side, user_id: int) -> int:
    """How often a person can still join a side."""
    return _MOST_STAYS - sum(member.user_id == user_id for member in teams.of(side))


def joined_before(teams: Teams, user_id: int) -> Side | None:
    """The side that a person is on or has left, the only one that they can join; None if either."""
    return next((side for side in Side if returns_left(teams, side, user_id) < _MOST_STAYS), None)


def joined_in_play(match: Match, teams: Teams, user_id: int, side: Side) -> Teams:
    """The teams with a person at the end of a side of a match in play, who takes nobody's turn away."""
    completed = turns(match.record).of(side)
    is_moving = replay(match.record).to_move is side
    return teams.with_member(Member(user_id, since=completed + 1 if is_moving else completed), side)


def present_stint(match: Match) -> Stint | None:
    """Whose turn it is in a relay, and who follows; None while the computer moves, and in other matches."""
    if match.teams is None or not match.is_relay:
        return None
    side = replay(match.record).to_move
    return match.teams.stint(side, turns(match.record).of(side))
