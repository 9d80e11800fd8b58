"""What happens to a tournament: each function returns it as it is afterwards.

They are computed from what is stored, whenever, and twice is once: a tournament that was interrupted anywhere
goes on with `bot.tournaments.changes.continued`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.tournaments.arena import arena_continued, with_absentees_paused, without_absent
from bot.tournaments.groups import FEWEST_IN_GROUP, MOST_IN_GROUP, group_pairs, rounds_with_final
from bot.tournaments.ladder import at_the_bottom, moved
from bot.tournaments.round_robin import Pair, round_robin, rounds_of
from bot.tournaments.standings import finalists
from bot.tournaments.swiss import swiss_round
from data.tournaments.model import Entrant, Kind, Pairing, Result, Tournament, TournamentState

FEWEST = 3
"""The fewest entrants of a tournament."""
MOST = {Kind.ROUND_ROBIN: 12, Kind.SWISS: 64, Kind.ARENA: 100, Kind.LADDER: 100}
"""The most people."""
DAY = 86_400.0


def fewest(tournament: Tournament) -> int:
    """The fewest entrants with whom it can start."""
    return FEWEST_IN_GROUP * tournament.groups if tournament.groups else FEWEST


def most(tournament: Tournament) -> int:
    """The most people who can join."""
    return MOST_IN_GROUP * tournament.groups if tournament.groups else MOST[tournament.kind]


def joined(tournament: Tournament, user_id: int) -> Tournament:
    """One more person joins, or comes back."""
    before = tournament.entrant_of(user_id)
    if before is not None:
        entrant, after = before, tournament.with_entrant(replace(before, dropped=False))
    else:
        entrant = Entrant(len(tournament.entrants) + 1, user_id)
        after = replace(tournament, entrants=(*tournament.entrants, entrant))
    return at_the_bottom(after, entrant.number) if tournament.is_ladder else after


def can_join(tournament: Tournament) -> bool:
    """Whether people can join now: a round robin before it starts, a Swiss before its last round."""
    if tournament.state is TournamentState.OPEN:
        return True
    is_running = tournament.state is TournamentState.RUNNING
    if tournament.is_arena or tournament.is_ladder:
        return is_running
    return is_running and tournament.kind is Kind.SWISS and tournament.round < (tournament.rounds or 0)


def started(tournament: Tournament) -> Tournament:
    """It begins: the computer takes a seat if it is to, and the number of rounds is settled."""
    entrants = tournament.entrants
    if tournament.level is not None and len(entrants) % 2:
        entrants = (*entrants, Entrant(len(entrants) + 1, None, tournament.level))
    return replace(
        tournament,
        state=TournamentState.RUNNING,
        entrants=entrants,
        rounds=_rounds(tournament, len(entrants)),
    )


def _rounds(tournament: Tournament, entrants: int) -> int | None:
    if tournament.is_arena:
        return None
    if tournament.groups:
        return rounds_with_final(tournament)
    if tournament.kind is Kind.ROUND_ROBIN:
        return rounds_of(entrants)
    # In so many rounds, whatever the results, nobody has to meet an opponent again.
    most = max(3, (entrants + 1) // 2)
    return min(tournament.rounds or (entrants - 1).bit_length(), most)


def cancelled(tournament: Tournament, now: float) -> Tournament:
    """It is called off; matches that were begun go on without it."""
    return replace(tournament, state=TournamentState.CANCELLED, deadline=None, ended_at=now)


def with_results(
    tournament: Tournament, results: Mapping[int, Result], now: float | None = None
) -> Tournament:
    """The results of matches, by their numbers; a result that is known stays."""
    pairings = tuple(
        replace(one, result=results[one.match_id], ended_at=now)
        if one.result is None and one.match_id is not None and one.match_id in results
        else one
        for one in tournament.pairings
    )
    after = replace(tournament, pairings=pairings)
    if tournament.is_ladder:
        return moved(tournament, after)
    return with_absentees_paused(tournament, after) if tournament.is_arena else after


def can_be_corrected(tournament: Tournament) -> bool:
    """Whether results can be corrected: on a ladder, people have taken each other's places since."""
    return not tournament.is_ladder and tournament.state is not TournamentState.CANCELLED


def correctable(tournament: Tournament) -> list[Pairing]:
    """The pairings whose results can be corrected, the newest first; a bye cannot."""
    if not can_be_corrected(tournament):
        return []
    return [one for one in tournament.pairings if one.result is not None and one.second is not None][::-1]


def corrected(tournament: Tournament, round_number: int, board: int, result: Result) -> Tournament:
    """A pairing that has a result has another one; pairings that followed stay."""
    fixed, place = correctable(tournament), (round_number, board)
    pairings = tuple(
        replace(one, result=result) if (one.round, one.board) == place and one in fixed else one
        for one in tournament.pairings
    )
    return replace(tournament, pairings=pairings)


def continued(tournament: Tournament, now: float) -> Tournament:
    """The tournament with what follows from its results: forfeits by drop-outs, the next round, the end.

    Nothing follows while a pairing of the round has no result; in an arena, somebody is always paired.
    """
    if tournament.state is not TournamentState.RUNNING:
        return tournament
    if tournament.is_arena:
        return arena_continued(tournament, now)
    if tournament.is_ladder:
        return without_absent(tournament)
    tournament = _with_forfeits(tournament)
    while all(one.result is not None for one in tournament.in_round(tournament.round)):
        if tournament.round >= (tournament.rounds or 0) or len(tournament.playing) < 2:
            return replace(tournament, state=TournamentState.OVER, deadline=None, ended_at=now)
        tournament = _with_forfeits(_next_round(tournament, now))
    return tournament


def _next_round(tournament: Tournament, now: float) -> Tournament:
    number = tournament.round + 1
    if tournament.groups:
        pairs = group_pairs(tournament, number, finalists(tournament))
    elif tournament.kind is Kind.ROUND_ROBIN:
        pairs = round_robin(len(tournament.entrants), number)
    else:
        pairs = swiss_round(tournament.playing, tournament.pairings)
    return replace(
        tournament,
        round=number,
        pairings=(*tournament.pairings, *_pairings(number, pairs)),
        deadline=now + tournament.days * DAY,
    )


def _pairings(number: int, pairs: Sequence[Pair]) -> list[Pairing]:
    return [
        Pairing(number, board, first, second, result=Result.BYE if second is None else None)
        for board, (first, second) in enumerate(pairs, start=1)
    ]


def _with_forfeits(tournament: Tournament) -> Tournament:
    """Pairings whose matches are not started are lost by those who have dropped out."""
    pairings = tuple(
        replace(one, result=_forfeit(tournament, one)) if one.result is None and one.match_id is None else one
        for one in tournament.pairings
    )
    return replace(tournament, pairings=pairings)


def _forfeit(tournament: Tournament, pairing: Pairing) -> Result | None:
    """What comes of a pairing without a match, by who has dropped out; None if nobody has."""
    if pairing.second is None:
        return Result.BYE
    gone = tournament.entrant(pairing.first).dropped, tournament.entrant(pairing.second).dropped
    if gone == (True, True):
        return Result.NOBODY
    if gone == (True, False):
        return Result.SECOND_BY_FORFEIT
    return Result.FIRST_BY_FORFEIT if gone == (False, True) else None
