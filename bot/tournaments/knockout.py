"""Knockouts: whoever loses is out, and the losers of the semifinals meet for third place.

Entrants are seeded by rating when it starts. A drawn match is replayed with the sides swapped; after a second
draw, the lower seed goes through. A match that a moderator has voided is replayed with the same sides.
Whoever has left loses every match that is open, also one that they win afterwards, and a place that nobody is
left to take gives the opponent a bye. If they are put back, the match that they have given up is replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from bot.tournaments.bracket import Bracket, Place, rounds_for
from bot.tournaments.formats import Sentence, newly_over, with_correction
from bot.tournaments.rounds import Rounds, forfeit_result, with_forfeits
from bot.tournaments.sides import played_by, seated
from bot.tournaments.standings import Standing, removed_last
from data.model.tournament import FORFEITS, Entrant, Kind, Pairing, Result, Tournament, TournamentState

_STAGES = {0: "tournament.stage.final", 1: "tournament.stage.semifinals", 2: "tournament.stage.quarterfinals"}
"""What a round is called, by how many rounds follow."""


class Knockout(Rounds):
    """Rounds from which only the winners go on."""

    kind = Kind.KNOCKOUT
    max_people = 64
    late_entry = "tournament.late.never"
    name = "tournament.kind.knockout"
    choice = "choice.tournament.knockout"
    explanation = "tournament.plan.knockout"
    length = "tournament.length.knockout"
    details = ("tournament.plan.knockout.draws", "tournament.plan.knockout.seeds")
    alt = "tournament.knockout.alt"
    score_sentence = "tournament.record"
    thread = "tournament.knockout.thread"
    pairings_title = "tournament.knockout.pairings"
    has_bracket = True
    void = "moderate.result.void-knockout"
    fields = ("starts",)

    # --- How it goes on ------------------------------------------------------------------------------

    def is_open(self, tournament: Tournament) -> bool:
        """Never: everybody has to be there when it starts."""
        return False

    def rounds(self, tournament: Tournament, entrants: int) -> int:
        """As many as single out one winner."""
        return rounds_for(entrants)

    def needs_seeds(self, tournament: Tournament) -> bool:
        """Whether it has started, and waits for the seeds of its entrants."""
        is_running = tournament.state is TournamentState.RUNNING
        return is_running and any(entrant.rank is None for entrant in tournament.entrants)

    def seeded(self, tournament: Tournament, strengths: Mapping[int, float]) -> Tournament:
        """The tournament with its entrants seeded, the strongest first; those without a strength are last."""

        def order(entrant: Entrant) -> tuple[bool, float, int]:
            strength = strengths.get(entrant.user_id or 0)
            return strength is None, -(strength or 0.0), entrant.number

        for seed, entrant in enumerate(sorted(tournament.entrants, key=order), start=1):
            tournament = tournament.with_entrant(replace(entrant, rank=seed))
        return tournament

    def with_consequences(self, before: Tournament, after: Tournament) -> Tournament:
        """Whoever has left does not go on, so that a match they have won is their opponent's."""
        over = newly_over(before, after)
        pairings = (
            replace(pairing, result=forfeit_result(after, pairing))
            if pairing in over and any(after.entrant(number).dropped for number in _winners(pairing))
            else pairing
            for pairing in after.pairings
        )
        return replace(after, pairings=tuple(pairings))

    def continued(self, tournament: Tournament, now: float) -> Tournament:
        """Replays, forfeits by drop-outs, the next round, the end. Nothing happens before it is seeded."""
        if self.needs_seeds(tournament):
            return tournament
        while True:
            grown = with_forfeits(_with_missing(tournament))
            if grown != tournament:
                tournament = grown
            elif tournament.open_pairings:
                return tournament
            elif tournament.round >= (tournament.rounds or 0):
                return replace(tournament, state=TournamentState.OVER, ended_at=now)
            else:
                tournament = replace(tournament, round=tournament.round + 1)

    def can_return(self, tournament: Tournament, number: int) -> bool:
        """Whether they have not lost yet, or the match that they have given up can be replayed."""
        is_replayed = self.replayed(tournament, number) is not None
        return super().can_return(tournament, number) or (is_replayed and tournament.entrant(number).dropped)

    def returned(self, tournament: Tournament, number: int) -> Tournament:
        """The tournament with them, where the match that they have given up is replayed."""
        pairing = self.replayed(tournament, number)
        if pairing is not None:
            voided = replace(pairing, result=Result.NOT_COUNTED)
            tournament = self._with_other_result(tournament, pairing, voided)
        return super().returned(tournament, number)

    def replayed(self, tournament: Tournament, number: int) -> Pairing | None:
        """The first match that they have given up, if nothing that followed from it is over."""
        lost = (
            pairing
            for pairing in tournament.of_entrant(number)
            if pairing.result in FORFEITS and not pairing.points_of(number)
        )
        return next((pairing for pairing in lost if self.can_correct(tournament, pairing)), None)

    # --- What moderators correct ---------------------------------------------------------------------

    def following(self, tournament: Tournament, pairing: Pairing) -> list[Pairing]:
        """The pairings that another result of ``pairing`` would take away."""
        return list(Bracket(tournament).following(pairing))

    def can_correct(self, tournament: Tournament, pairing: Pairing) -> bool:
        """Whether nothing that follows from the result is over."""
        return all(
            later.result in (None, Result.BYE) or later.match_id is None
            for later in self.following(tournament, pairing)
        )

    def corrected(self, tournament: Tournament, pairing: Pairing, result: Result) -> Tournament:
        """The tournament with another result, without what followed from the one before."""
        return self._with_other_result(tournament, pairing, with_correction(pairing, result))

    def _with_other_result(self, tournament: Tournament, before: Pairing, after: Pairing) -> Tournament:
        gone = self.following(tournament, before)
        kept = (pairing for pairing in tournament.pairings if pairing not in gone)
        pairings = (after if pairing == before else pairing for pairing in kept)
        return replace(tournament, pairings=tuple(pairings))

    def results(self, tournament: Tournament) -> Sequence[Result]:
        """Once it is over nothing is replayed, so that a draw would leave a place without a winner."""
        is_over = tournament.state is TournamentState.OVER
        return [result for result in super().results(tournament) if result is not Result.DRAW or not is_over]

    # --- What is shown -------------------------------------------------------------------------------

    def standings(self, tournament: Tournament) -> list[Standing]:
        """The entrants by how far they came; those who are still in it share the first place."""
        bracket = Bracket(tournament)
        reached = _reached(tournament, bracket)
        ranked = sorted(tournament.entrants, key=lambda entrant: (reached[entrant.number], entrant.rank or 0))
        standings = [
            Standing(
                entrant.number,
                2 * _record(bracket, entrant.number)[0],
                place=1 + sum(other < reached[entrant.number] for other in reached.values()),
            )
            for entrant in ranked
        ]
        return removed_last(tournament, standings)

    def is_out(self, tournament: Tournament, number: int) -> bool:
        """Whether somebody has lost, and does not wait for the match for third place either."""
        bracket = Bracket(tournament)
        met = list(bracket.met(number))
        has_lost = any(decision is not None and decision.winner != number for _, decision in met)
        return has_lost and not _waits(bracket, met) and all(decision is not None for _, decision in met)

    def places_of_loser(self, tournament: Tournament, pairing: Pairing) -> range | None:
        """The places that those who lose in its round share; None in a semifinal, whose losers play on."""
        bracket = Bracket(tournament)
        place = bracket.place_of(pairing)
        if bracket.is_third_place(place):
            return range(4, 5)
        left = bracket.rounds - place[0]
        if left == 1 and bracket.third_place is not None:
            return None
        return range(2**left + 1, min(2 ** (left + 1), len(tournament.entrants)) + 1)

    def drawn_through(self, tournament: Tournament, pairing: Pairing) -> int | None:
        """See `Format.drawn_through`: after a second draw."""
        bracket = Bracket(tournament)
        place = bracket.place_of(pairing)
        decision, last = bracket.decision(place), bracket.meetings(place)[-1]
        return None if decision is None or last != pairing else decision.winner

    def score(self, tournament: Tournament, standing: Standing) -> str:
        """An entrant's wins and losses, as 3-1."""
        return "{}-{}".format(*_record(Bracket(tournament), standing.number))

    def notes(self, tournament: Tournament, number: int) -> Iterator[Sentence]:
        """Nothing: who has dropped out has lost."""
        return iter(())

    def stage(self, tournament: Tournament, pairing: Pairing | None = None) -> Sentence:
        """What the round of a pairing is called, or the present one."""
        if pairing is None:
            return stage_of(tournament, tournament.round)
        bracket = Bracket(tournament)
        if bracket.is_third_place(bracket.place_of(pairing)):
            return "tournament.stage.third", {}
        return stage_of(tournament, pairing.round)

    def progress(self, tournament: Tournament) -> Sentence:
        """How many matches of the round are over."""
        _, numbers = super().progress(tournament)
        return "tournament.knockout.running", numbers

    def listed(self, tournament: Tournament, number: int | None) -> list[Pairing]:
        """The pairings of the present round, and those before that are open again, the reader's own first."""
        present = super().listed(tournament, number)
        return [*(pairing for pairing in tournament.open_pairings if pairing not in present), *present]


def _waits(bracket: Bracket, met: Sequence[tuple[Place, object]]) -> bool:
    """Whether somebody who has ``met`` others up to the semifinals may play for third place."""
    last_round = max((place[0] for place, _ in met), default=0)
    if bracket.third_place is None or last_round != bracket.rounds - 1:
        return False
    return bracket.decision(bracket.third_place) is None


def _winners(pairing: Pairing) -> list[int]:
    """Who has won a match, if anybody has."""
    numbers = (pairing.first, pairing.second)
    return [number for number in numbers if number is not None and pairing.points_of(number) == 2]


def stage_of(tournament: Tournament, number: int) -> Sentence:
    """What a round is called: the final, the semifinals, the round of 16."""
    left = (tournament.rounds or 0) - number
    return _STAGES.get(left, "tournament.stage.round-of"), {"n": 2 << max(0, left)}


def _with_missing(tournament: Tournament) -> Tournament:
    """The tournament with the pairings that follow from its results, up to the present round."""
    bracket = Bracket(tournament)
    places = (place for number in range(1, tournament.round + 1) for place in bracket.places(number))
    missing = [pairing for place in places if (pairing := _missing(tournament, bracket, place)) is not None]
    if not missing:
        return tournament
    pairings = sorted((*tournament.pairings, *missing), key=lambda pairing: (pairing.round, pairing.board))
    return replace(tournament, pairings=tuple(pairings))


def _missing(tournament: Tournament, bracket: Bracket, place: Place) -> Pairing | None:
    """The pairing that a place lacks: its first one, or a replay."""
    players, meetings, (number, index) = bracket.players(place), bracket.meetings(place), place
    if players is None or bracket.decision(place) is not None or players == (None, None):
        return None
    if any(pairing.result is None for pairing in meetings):
        return None
    if meetings:
        # A replay. Only after a draw are sides swapped: a match that was void was not played.
        last = meetings[-1]
        is_drawn = last.result is Result.DRAW
        first, second = (last.second, last.first) if is_drawn else (last.first, last.second)
        # Replays have numbers beyond the places of the round; `Bracket.place_of` takes that off again.
        board = last.board + bracket.width(number)
        return Pairing(number, board, first or 0, second)
    first, second = players
    if first is None or second is None:
        return Pairing(number, index, first or second or 0, None, result=Result.BYE)
    sides = seated(played_by(first, tournament.pairings), played_by(second, tournament.pairings))
    return Pairing(number, index, *sides)


def _reached(tournament: Tournament, bracket: Bracket) -> dict[int, tuple[int, int]]:
    """How far each entrant came, as a sort key: whoever is still in it, or has won it, has the lowest."""
    if not tournament.round:
        return {entrant.number: (0, 0) for entrant in tournament.entrants}
    reached = {entrant.number: (-bracket.rounds - 1, 0) for entrant in tournament.entrants}
    for place in chain.from_iterable(map(bracket.places, range(1, bracket.rounds + 1))):
        decision, players = bracket.decision(place), bracket.players(place)
        if decision is None or players is None:
            continue
        for player in players:
            if player is None or (player == decision.winner and not bracket.is_third_place(place)):
                continue
            if bracket.is_third_place(place):
                # Both have lost a semifinal, in the round before the last one; this match tells them apart.
                reached[player] = 1 - bracket.rounds, 0 if player == decision.winner else 1
            else:
                reached[player] = -place[0], 0
    return reached


def _record(bracket: Bracket, number: int) -> tuple[int, int]:
    """How many opponents somebody has beaten, and to how many they have lost, also by the rule for draws."""
    decisions = [decision for _, decision in bracket.met(number) if decision is not None]
    won = sum(decision.winner == number for decision in decisions)
    return won, len(decisions) - won
