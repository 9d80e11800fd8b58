"""What the hand of a pair can play: a move of what its brain has named."""

from __future__ import annotations

from bot.exceptions import Refusal
from data.model.hand_and_brain import Seat
from data.model.match import Match
from data.model.pair_turns import computer_seat, region_in
from games import replay
from games.base import Move
from games.regions import allowed, kind_of_regions, regions


def check_named(match: Match, move: Move) -> None:
    """Raise `Refusal` in hand and brain if nothing is named yet, or something else than the move."""
    if match.teams is None or match.teams.pairs is None or not regions(match.record):
        return
    region = region_in(match.teams, match.record, match.position_id)
    if region is None:
        is_computer = computer_seat(match.teams, match.record, match.position_id) is Seat.BRAIN
        raise Refusal("brain.computer-names-now" if is_computer else "brain.names-first")
    if computer_seat(match.teams, match.record, match.position_id) is Seat.HAND:
        raise Refusal("brain.computer-plays-now")
    position = replay(match.record)
    if move in position.legal_moves() and move not in allowed(match.record, region):
        raise Refusal(f"brain.outside.{kind_of_regions(position)}", region=region)
