"""Simuls: one person, the giver, plays everybody else at the same time, each on a board of their own.

All boards begin with the start. The giver is the entrant who has a rank, and moves first on every other
board. Without a giver there is nothing to play: if they leave before the start, the simul is called off.
The giver can also be the computer, which sits down at the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from bot.tournaments.formats import Format, Sentence
from bot.tournaments.rounds import with_forfeits
from bot.tournaments.standings import Standing
from data.model.tournament import Entrant, Kind, Pairing, Result, Tournament, TournamentState
from games.clock import ROUNDS, given_by

OPPONENTS = 8
"""The most people who can play against the giver."""
_GIVER = 1
"""The rank of the giver; the others have none."""


class Simul(Format):
    """Whoever has created it gives it, unless the organizers give their place to somebody else."""

    kind = Kind.SIMUL
    max_people = 1 + OPPONENTS
    late_entry = "tournament.late.never"
    keeps_places = True
    can_be_rated = False  # as on lichess: who plays many boards at once does not play at full strength
    has_places = False
    name = "tournament.kind.simul"
    number_name = "tournament.simul.number"
    choice = "choice.tournament.simul"
    explanation = "tournament.plan.simul"
    people_line = "tournament.simul.people"
    created_line = "tournament.simul.created"
    open_line = "tournament.simul.open"
    open_until_line = "tournament.simul.open-until"
    sides = "tournament.simul.sides"
    details: ClassVar[tuple[str, ...]] = (sides, "tournament.simul.days", "tournament.simul.leaving")
    alt = "tournament.simul.alt"
    legend = "tournament.simul.legend"
    matches_name = None
    thread = "tournament.simul.thread"
    labels: ClassVar[Mapping[str, str]] = {**Format.labels, "mine": "button.tournament-boards"}
    fields: ClassVar[tuple[str, ...]] = ("starts",)
    own_clocks: ClassVar[tuple[str, ...]] = tuple(ROUNDS)

    def first_entrants(self, creator_id: int) -> tuple[Entrant, ...]:
        """The creator, who gives it."""
        return (Entrant(1, creator_id, rank=_GIVER),)

    def giver(self, tournament: Tournament) -> Entrant | None:
        """Who plays everybody else; None once they have left before the start."""
        return next((entrant for entrant in tournament.entrants if entrant.rank == _GIVER), None)

    def is_called_off(self, tournament: Tournament) -> bool:
        """Whether the giver has left before the start."""
        giver = self.giver(tournament)
        return tournament.state is TournamentState.OPEN and (giver is None or giver.dropped)

    def control(self, tournament: Tournament, pairing: Pairing) -> str:
        """Where rounds are timed, the giver has one round for a turn, and an opponent several."""
        giver = self.giver(tournament)
        if giver is None or tournament.control not in ROUNDS:
            return tournament.control
        return given_by(ROUNDS[tournament.control], pairing.side_of(giver.number)).name

    def is_open(self, tournament: Tournament) -> bool:
        """Never: all boards begin at the same time."""
        return False

    def continued(self, tournament: Tournament, now: float) -> Tournament:
        """All boards at once, forfeits by those who have left, and the end after the last board."""
        if tournament.round == 0:
            tournament = replace(tournament, round=1, pairings=tuple(self._boards(tournament)))
        tournament = with_forfeits(tournament)
        if tournament.open_pairings:
            return tournament
        return replace(tournament, state=TournamentState.OVER, ended_at=now)

    def _boards(self, tournament: Tournament) -> Iterator[Pairing]:
        """A board for each opponent, in the order of joining; the giver moves first on the odd ones."""
        giver = self.giver(tournament)
        if giver is None:
            return
        opponents = (entrant.number for entrant in tournament.entrants if entrant is not giver)
        for board, number in enumerate(opponents, start=1):
            first, second = (giver.number, number) if board % 2 else (number, giver.number)
            yield Pairing(1, board, first, second)

    def has_played_all(self, tournament: Tournament, number: int) -> bool:
        """Whether all boards of an entrant are over."""
        boards = list(tournament.of_entrant(number))
        return bool(boards) and all(pairing.result is not None for pairing in boards)

    def standings(self, tournament: Tournament) -> list[Standing]:
        """The giver, without a place, then the opponents, whose places are their boards."""
        giver = self.giver(tournament)
        opponents = [entrant for entrant in tournament.entrants if entrant is not giver]
        every = [*([] if giver is None else [giver]), *opponents]
        return [
            Standing(
                entrant.number,
                sum(pairing.points_of(entrant.number) for pairing in tournament.of_entrant(entrant.number)),
                place=place,
            )
            for place, entrant in enumerate(every, start=0 if giver is not None else 1)
        ]

    def announced(self, tournament: Tournament) -> list[Standing]:
        """The giver, and the opponents who have not lost."""
        giver = self.giver(tournament)
        return [
            standing
            for standing in self.standings(tournament)
            if not tournament.entrant(standing.number).removed
            if standing.points or (giver is not None and standing.number == giver.number)
        ]

    def notes(self, tournament: Tournament, number: int) -> Iterator[Sentence]:
        """How many boards an entrant has won, drawn and lost."""
        for key, count in zip(_RECORD, record(tournament, number), strict=True):
            if count:
                yield key, {"n": count}

    def progress(self, tournament: Tournament) -> Sentence:
        """What the giver has so far, and how many boards go on."""
        giver = self.giver(tournament)
        won, drawn, lost = record(tournament, giver.number) if giver is not None else (0, 0, 0)
        numbers = {"won": won, "drawn": drawn, "lost": lost, "n": len(tournament.open_pairings)}
        return "tournament.simul.running", numbers

    def listed(self, tournament: Tournament, number: int | None) -> list[Pairing]:
        """All boards, the reader's own first, unless they give the simul."""
        giver = self.giver(tournament)
        own = None if giver is not None and number == giver.number else number
        return sorted(tournament.pairings, key=lambda pairing: own is None or not pairing.has(own))

    def columns(self, tournament: Tournament) -> int:
        """Each opponent has one board."""
        return 1

    def row(self, tournament: Tournament, number: int) -> Sequence[Pairing | None]:
        """The board of an opponent; none of the giver, who is on all of them."""
        giver = self.giver(tournament)
        return [] if giver is not None and number == giver.number else [*tournament.of_entrant(number)]

    def problem_of_clock(self, *, is_live: bool) -> str | None:
        """A clock of the whole match would run on all boards at once for the giver alone."""
        return "tournament.simul.clock" if is_live else None


class ComputerSimul(Simul):
    """The computer gives it, at the level that is chosen until the start; whoever creates it joins."""

    kind = Kind.COMPUTER_SIMUL
    max_people = OPPONENTS
    is_given_by_computer = True
    name = "tournament.kind.computer-simul"
    choice = "choice.tournament.computer-simul"
    explanation = "tournament.plan.computer-simul"
    level_line = "tournament.computer-simul.level"
    people_line = "tournament.computer-simul.people"
    created_line = "tournament.computer-simul.created"
    open_line = "tournament.open"
    open_until_line = "tournament.open-until"
    details = (Simul.sides,)
    fields = ("starts", "level")
    own_clocks = ()

    def progress(self, tournament: Tournament) -> Sentence:
        """What the computer has so far, and how many boards go on."""
        _, numbers = super().progress(tournament)
        return "tournament.computer-simul.running", numbers

    def first_entrants(self, creator_id: int) -> tuple[Entrant, ...]:
        """The creator, who plays like all others."""
        return (Entrant(1, creator_id),)

    def at_start(self, tournament: Tournament) -> tuple[Entrant, ...]:
        """All who have joined, and the computer."""
        people = tournament.entrants
        return (*people, Entrant(len(people) + 1, None, tournament.level, rank=_GIVER))

    def is_called_off(self, tournament: Tournament) -> bool:
        """Never: the computer does not leave."""
        return False

    def problem_of_clock(self, *, is_live: bool) -> str | None:
        """Every clock is possible: the turns of a computer are not timed."""
        return None


SIMUL_KINDS = (Simul.kind, ComputerSimul.kind)
"""The kinds that anybody can open with ``/play``."""
_RECORD = "tournament.simul.won", "tournament.simul.drawn", "tournament.simul.lost"
"""The text keys of the three numbers of a record."""


def record(tournament: Tournament, number: int) -> tuple[int, int, int]:
    """On how many boards an entrant has won, drawn and lost; a void board is none of them."""
    void = None, Result.NOBODY
    over = [pairing for pairing in tournament.of_entrant(number) if pairing.result not in void]
    points = [pairing.points_of(number) for pairing in over]
    return points.count(2), points.count(1), points.count(0)
