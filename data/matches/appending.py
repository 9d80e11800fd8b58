"""Appending moves to a match, within the transaction of a match that was locked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from data.matches.rows import NOTHING_ASKED, offer_values
from data.matches.transactions import MatchTransaction
from data.model.match import Match, Offer, Played, Turn
from games.base import PASS, Move, Outcome, Position, Side


class Sequel(NamedTuple):
    """Moves of one side, and the passes that follow them by force."""

    played: list[Played]
    outcome: Outcome | None
    to_move: Side
    ended: bool
    """Whether the turn is complete."""


def sequel(position: Position, moves: Sequence[Move], user_id: int | None) -> Sequel:
    """What follows when a person (None: the computer) plays moves. Raises `games.base.RuleError`."""
    played, chosen = [], position
    for move in moves:
        played.append(Played(move, user_id))
        chosen = chosen.play(move)
    after = chosen
    while list(after.legal_moves()) == [PASS]:
        played.append(Played(PASS))
        after = after.play(PASS)
    ended = chosen.to_move is not position.to_move or after is not chosen
    return Sequel(played, after.outcome(), after.to_move, ended)


def append_moves(
    transaction: MatchTransaction,
    match: Match,
    played: Sequence[Played],
    outcome: Outcome | None,
    keeps: Offer | None,
    turn: Turn | None,
) -> Match:
    """Append moves, and end the match if they have an outcome, as `data.matches.store.MatchStore.append`."""
    transaction.append_moves(match, played, turn)
    after = (*match.moves, *(played_move.move for played_move in played))
    if outcome is not None:
        return transaction.end(match, outcome, played=after)
    kept = match.offer if match.offer == keeps else None
    values = {**offer_values(kept), **NOTHING_ASKED, **transaction.new_turn(match, turn)}
    return transaction.update(match, values, played=after)
