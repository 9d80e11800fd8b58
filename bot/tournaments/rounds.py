"""What tournaments with rounds have in common: a round begins when all matches of the one before are over."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from bot.tournaments.formats import Format, Sentence
from bot.tournaments.sides import Pair
from bot.tournaments.standings import Standing, standings_by_points
from data.model.tournament import Pairing, Result, Tournament, TournamentState

_WIDEST = 7
"""Columns that the table of a tournament has from its first round on, if there will be as many."""


class Rounds(Format):
    """A kind with rounds."""

    pairings_title = "tournament.pairings"
    thread = "tournament.thread"
    keeps_places = True
    labels: ClassVar[Mapping[str, str]] = {}

    def progress(self, tournament: Tournament) -> Sentence:
        """How many matches of the round are over; a bye is none."""
        matches = [pairing for pairing in tournament.in_round(tournament.round) if pairing.second is not None]
        done = sum(pairing.result is not None for pairing in matches)
        rounds = tournament.rounds or 0
        numbers = {"round": tournament.round, "rounds": rounds, "done": done, "all": len(matches)}
        return "tournament.running", numbers

    def listed(self, tournament: Tournament, number: int | None) -> list[Pairing]:
        """The pairings of the present round, the reader's own first."""
        pairings = tournament.in_round(tournament.round)
        return sorted(pairings, key=lambda pairing: number is None or not pairing.has(number))


class PointRounds(Rounds):
    """A kind in whose rounds everybody plays on, for points."""

    points_rule = "tournament.rules.points"
    tiebreaks = "tournament.equal-points"
    tiebreaks_so_far = "tournament.equal-points-so-far"
    everybody_is_paired: ClassVar[bool] = False
    """Whether everybody is in a pairing of each round, be it a bye, so that who is in none has missed it."""

    @abstractmethod
    def pairs(self, tournament: Tournament, number: int) -> Sequence[Pair]:
        """The pairs of round ``number``, which begins now."""

    def continued(self, tournament: Tournament, now: float) -> Tournament:
        """Forfeits by drop-outs, the next round, the end.

        Nothing follows while a pairing of the round has no result.
        """
        tournament = with_forfeits(tournament)
        while all(pairing.result is not None for pairing in tournament.in_round(tournament.round)):
            if tournament.round >= (tournament.rounds or 0) or len(tournament.playing) < 2:
                return replace(tournament, state=TournamentState.OVER, ended_at=now)
            tournament = with_forfeits(self._next_round(tournament))
        return tournament

    def _next_round(self, tournament: Tournament) -> Tournament:
        number = tournament.round + 1
        pairings = _pairings(number, self.pairs(tournament, number))
        return replace(tournament, round=number, pairings=(*tournament.pairings, *pairings))

    def has_played_all(self, tournament: Tournament, number: int) -> bool:
        """Whether it is the last round, and their match is over."""
        is_last = tournament.rounds is not None and tournament.round >= tournament.rounds
        return is_last and not any(pairing.has(number) for pairing in tournament.open_pairings)

    def standings(self, tournament: Tournament) -> list[Standing]:
        """The entrants by points, then by tie-breaks (`bot.tournaments.standings`)."""
        return standings_by_points(tournament, everybody_is_paired=self.everybody_is_paired)

    def columns(self, tournament: Tournament) -> int:
        """How many rounds have a column: all that have begun and, up to `_WIDEST`, the rounds to come."""
        return max(tournament.round, min(tournament.rounds or 1, _WIDEST))

    def header(self, tournament: Tournament, column: int) -> str:
        """The number of the round, as R1, or of the place in a cross table."""
        return str(column + 1) if self.circles(tournament) else f"R{column + 1}"

    def row(self, tournament: Tournament, number: int) -> Sequence[Pairing | None]:
        """An entrant's pairing in each round that has begun; None in a round without one."""
        by_round = {pairing.round: pairing for pairing in tournament.of_entrant(number)}
        return [by_round.get(round_number) for round_number in range(1, tournament.round + 1)]


def _pairings(number: int, pairs: Sequence[Pair]) -> list[Pairing]:
    return [
        Pairing(number, board, first, second, result=Result.BYE if second is None else None)
        for board, (first, second) in enumerate(pairs, start=1)
    ]


def with_forfeits(tournament: Tournament) -> Tournament:
    """The tournament, where pairings whose matches are not started are lost by those who have dropped out."""
    pairings = (
        replace(pairing, result=forfeit_result(tournament, pairing))
        if pairing.result is None and pairing.match_id is None
        else pairing
        for pairing in tournament.pairings
    )
    return replace(tournament, pairings=tuple(pairings))


def forfeit_result(tournament: Tournament, pairing: Pairing) -> Result | None:
    """What comes of a pairing without a match, by who has dropped out; None if nobody has."""
    if pairing.second is None:
        return Result.BYE
    gone = tournament.entrant(pairing.first).dropped, tournament.entrant(pairing.second).dropped
    if gone == (True, True):
        return Result.NOBODY
    if gone == (True, False):
        return Result.SECOND_BY_FORFEIT
    return Result.FIRST_BY_FORFEIT if gone == (False, True) else None
