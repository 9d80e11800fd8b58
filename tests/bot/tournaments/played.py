"""Tournaments that are played by a script, without storage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.tournaments.changes import continued, joined, seeded, started
from data.model.tournament import Kind, Pairing, Result, Tournament, TournamentState

Play = Callable[[Pairing], Result]

OPEN = Tournament(
    id=1,
    guild_id=5,
    channel_id=6,
    message_id=None,
    locale=None,
    creator_id=1,
    kind=Kind.SWISS,
    game="othello",
    variant="8x8",
    control="1-day",
    rounds=None,
    level=None,
    rated=False,
    minutes=None,
    groups=None,
    starts_at=None,
    state=TournamentState.OPEN,
    round=0,
    version=0,
    shown_version=-1,
    created_at=0.0,
    deadline=None,
    ended_at=None,
    announced=False,
)


def tournament(kind: Kind, people: int, *, rounds: int | None = None, level: str | None = None) -> Tournament:
    """One that has just started, with its first round."""
    made = replace(OPEN, kind=kind, rounds=rounds, level=level)
    for person in range(1, people + 1):
        made = joined(made, 100 + person)
    return continued(seeded(started(made), {}), 0.0)


def matched(one: Tournament) -> Tournament:
    """With a match for every pairing that needs one."""
    pairings = tuple(
        replace(pairing, match_id=1000 * pairing.round + pairing.board)
        if pairing.result is None and pairing.match_id is None
        else pairing
        for pairing in one.pairings
    )
    return replace(one, pairings=pairings)


def play_round(one: Tournament, play: Play) -> Tournament:
    """With the results of the current round, and what follows from them."""
    pairings = tuple(
        replace(pairing, result=play(pairing)) if pairing.result is None else pairing
        for pairing in matched(one).pairings
    )
    return continued(replace(one, pairings=pairings), 1.0)


def stronger(pairing: Pairing) -> Result:
    """The entrant with the lower number wins."""
    return Result.FIRST if pairing.first < (pairing.second or 99) else Result.SECOND
