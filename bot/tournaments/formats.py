"""What a kind of tournament decides: who can join, how it goes on, its standings, its words, its plan.

Each kind is a subclass of `Format`, and `bot.tournaments.kinds` lists them. Words are text keys, and a
sentence is a key with the numbers that fill it, since this package knows no language.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from bot.tournaments.standings import Standing, halves
from data.model.tournament import Entrant, Kind, Pairing, Result, Tournament

FEWEST = 3
"""The fewest entrants of a tournament."""
DEFAULT_CLOCK, DEFAULT_LIVE_CLOCK = "1-day", "5+5"
LAST_MATCHES = 6
"""The matches of an entrant that the table of a tournament without rounds shows."""

ANNOUNCED = 3
"""The places that are announced at the end."""
CORRECTIONS = (Result.FIRST, Result.SECOND, Result.DRAW, Result.NOBODY)
"""What moderators can correct a result to; with the last one, the match is void."""

Sentence = tuple[str, Mapping[str, int]]
"""A text key, and the numbers that fill it."""


class Format(ABC):
    """How a kind of tournament works. It has no state. The defaults are those of a kind without rounds."""

    kind: ClassVar[Kind]
    max_people: ClassVar[int]
    """The most people who can join."""
    has_start: ClassVar[bool] = True
    """Whether it waits for its start; otherwise it is running from its creation."""
    can_be_corrected: ClassVar[bool] = True
    """Whether moderators can correct results."""
    gives_up: ClassVar[bool] = True
    """Whether somebody who leaves gives up the match that they are in; otherwise they only pause."""
    way_back: ClassVar[str] = "tournament.leave.organizer"
    """How somebody who has left comes back, as a text key, where they can join again."""
    late_entry: ClassVar[str | None] = "tournament.late.until-end"
    """Whether people can join once it has started, as a text key; None: it has no start."""
    can_be_rated: ClassVar[bool] = True
    """Whether its organizer can choose that its matches are rated."""
    has_places: ClassVar[bool] = True
    """Whether its standings have a first place; otherwise the end is announced by what each has played."""
    is_given_by_computer: ClassVar[bool] = False
    """Whether a computer plays against everybody: it always has a level, and sits down at the start."""
    keeps_places: ClassVar[bool] = False
    """Whether a person who replaces an entrant takes over points and pairings; otherwise they just enter."""

    # The words, as text keys.
    name: ClassVar[str]
    number_name: ClassVar[str] = "tournament.number"
    """What it is called without a title."""
    choice: ClassVar[str]
    """Its name with a few words about it."""
    explanation: ClassVar[str]
    """What happens in it; `n` is the number of minutes."""
    length: ClassVar[str | None] = None
    """An example of how many rounds it has, as a text key, for as long as nobody knows."""
    details: ClassVar[tuple[str, ...]] = ()
    """More sentences about what happens in it, which people read before it starts."""
    level_line: ClassVar[str] = "tournament.filler"
    """When the computer of a ``level`` plays."""
    people_line: ClassVar[str] = "tournament.plan.most"
    """How many people can join, beside those of `first_entrants`."""
    created_line: ClassVar[str] = "tournament.plan.created"
    """What whoever creates it reads then."""
    open_line: ClassVar[str] = "tournament.open"
    open_until_line: ClassVar[str] = "tournament.open-until"
    """How many have joined, and who starts it, or when."""
    alt: ClassVar[str] = "tournament.alt"
    """The standings in words, for those who do not see the picture."""
    announcement: ClassVar[str] = "tournament.announced"
    """Who has won."""
    score_name: ClassVar[str] = "tournament.table.points"
    """What the column of scores is called."""
    score_sentence: ClassVar[str] = "tournament.points"
    """What a number of them is called."""
    legend: ClassVar[str] = "tournament.legend"
    """What the letters of its table mean, unless it is a cross table."""
    matches_name: ClassVar[str | None] = "tournament.table.latest"
    """What the columns of matches are called together, where none has a header; None: nothing."""
    tiebreak_name: ClassVar[str | None] = None
    """What the column of the tie-break is called; None: it has none."""
    tiebreaks: ClassVar[str | None] = None
    """What decides among those with as many points, as a text key; None: nothing does."""
    tiebreaks_so_far: ClassVar[str | None] = None
    """What decides among them while it goes on, as a text key; None: nothing does."""
    sides: ClassVar[str | None] = None
    """Who moves first, as a text key, if that follows from the order of joining."""
    leave_sure: ClassVar[str] = "tournament.leave.sure"
    """What somebody loses who leaves once it has begun."""
    points_rule: ClassVar[str | None] = None
    """What a win and a draw bring, as a text key; None: there are no points."""
    void: ClassVar[str] = "moderate.result.void"
    """What a void result means."""
    pairings_title: ClassVar[str] = "tournament.arena.pairings"
    thread: ClassVar[str]
    """The name of a match's thread."""
    has_bracket: ClassVar[bool] = False
    """Whether its picture is a bracket; otherwise it is a table of the standings."""
    actions: ClassVar[tuple[str, ...]] = ()
    """The buttons that only this kind has while it is running, by what they do."""
    labels: ClassVar[Mapping[str, str]] = {"pairings": "button.tournament-matches"}
    """The labels of buttons that are called otherwise than in other kinds, once it has started."""

    default_clock: ClassVar[str] = DEFAULT_CLOCK
    own_clocks: ClassVar[tuple[str, ...]] = ()
    """The time controls that only this kind offers."""
    fields: ClassVar[tuple[str, ...]]
    """What is chosen for it beside kind, game, variant and clock, in the order of the menus."""

    # --- Who takes part ------------------------------------------------------------------------------

    def size(self, groups: int | None) -> tuple[int, int]:
        """The fewest entrants with whom it can start, and the most people who can join."""
        return FEWEST, self.max_people

    def first_entrants(self, creator_id: int) -> tuple[Entrant, ...]:
        """Who is in it from its creation."""
        return ()

    def at_start(self, tournament: Tournament) -> tuple[Entrant, ...]:
        """Who is in it when it starts, the computer among them beside an odd number of people, or two."""
        people = tournament.entrants
        if tournament.level is None or not (len(people) % 2 or len(people) == FEWEST - 1):
            return people
        return (*people, Entrant(len(people) + 1, None, tournament.level))

    def giver(self, tournament: Tournament) -> Entrant | None:
        """Who alone plays against all others; None in most kinds."""
        return None

    def is_called_off(self, tournament: Tournament) -> bool:
        """Whether somebody without whom it cannot begin has left."""
        return False

    def is_open(self, tournament: Tournament) -> bool:
        """Whether people can join while it is running."""
        return True

    def entered(self, tournament: Tournament, number: int) -> Tournament:
        """The tournament after somebody has joined or come back, with the place that they have then."""
        return tournament

    # --- How it goes on ------------------------------------------------------------------------------

    def can_return(self, tournament: Tournament, number: int) -> bool:
        """Whether somebody who has left a running tournament, or was removed, can be put back."""
        if self.is_out(tournament, number) or self.has_played_all(tournament, number):
            return False
        return tournament.entrant(number).dropped

    def returned(self, tournament: Tournament, number: int) -> Tournament:
        """The tournament in which somebody who has left is paired again."""
        back = replace(tournament.entrant(number), dropped=False, removed=False)
        return self.entered(tournament.with_entrant(back), number)

    def replayed(self, tournament: Tournament, number: int) -> Pairing | None:
        """The pairing that is played again once somebody who has left returns."""
        return None

    def rounds(self, tournament: Tournament, entrants: int) -> int | None:
        """The number of rounds when it starts; None without rounds."""
        return None

    def needs_seeds(self, tournament: Tournament) -> bool:
        """Whether it goes on only once its entrants are seeded."""
        return False

    def seeded(self, tournament: Tournament, strengths: Mapping[int, float]) -> Tournament:
        """The tournament with its entrants seeded by the ``strengths`` of people, by their ids."""
        return tournament

    def with_consequences(self, before: Tournament, after: Tournament) -> Tournament:
        """The tournament after the results in which it differs from ``before``, with what they change."""
        return after

    @abstractmethod
    def continued(self, tournament: Tournament, now: float) -> Tournament:
        """A running tournament with what follows from its results, such as the next round or the end."""

    def ends_at(self, tournament: Tournament) -> float | None:
        """When it ends, so that what is decided later does not count; None: that depends on its matches."""
        return None

    def control(self, tournament: Tournament, pairing: Pairing) -> str:
        """The name of the time control of a pairing's match."""
        return tournament.control

    # --- What moderators correct ---------------------------------------------------------------------

    def following(self, tournament: Tournament, pairing: Pairing) -> list[Pairing]:
        """The pairings that another result of ``pairing`` would take away."""
        return []

    def drawn_through(self, tournament: Tournament, pairing: Pairing) -> int | None:
        """Who goes on because of a drawn pairing that is not played again; None where nobody does."""
        return None

    def can_correct(self, tournament: Tournament, pairing: Pairing) -> bool:
        """Whether a pairing that has a result can have another one."""
        return self.can_be_corrected

    def results(self, tournament: Tournament) -> Sequence[Result]:
        """What a result can be corrected to."""
        return CORRECTIONS

    def corrected(self, tournament: Tournament, pairing: Pairing, result: Result) -> Tournament:
        """The tournament in which a pairing has another result; pairings that followed stay."""
        pairings = (
            with_correction(other, result) if other == pairing else other for other in tournament.pairings
        )
        return replace(tournament, pairings=tuple(pairings))

    # --- What is shown -------------------------------------------------------------------------------

    @abstractmethod
    def standings(self, tournament: Tournament) -> list[Standing]:
        """The entrants, the first place first."""

    def announced(self, tournament: Tournament) -> list[Standing]:
        """Who is announced at the end: the first places, without those who were removed."""
        return [
            standing
            for standing in self.standings(tournament)
            if standing.place <= ANNOUNCED and not tournament.entrant(standing.number).removed
        ]

    def places_of_loser(self, tournament: Tournament, pairing: Pairing) -> range | None:
        """The places that the loser of a match can have in the end, if they play no other; else None."""
        return None

    def is_out(self, tournament: Tournament, number: int) -> bool:
        """Whether an entrant has no more matches, whatever happens."""
        return False

    def has_played_all(self, tournament: Tournament, number: int) -> bool:
        """Whether an entrant is in no further match, though they may win."""
        return False

    def stage(self, tournament: Tournament, pairing: Pairing | None = None) -> Sentence:
        """What the round of a pairing is called, or the present one."""
        return "tournament.stage.round", {"n": tournament.round if pairing is None else pairing.round}

    def groups(self, tournament: Tournament) -> list[list[int]]:
        """The numbers of the entrants of each group; nothing while all play together."""
        return []

    def circles(self, tournament: Tournament) -> list[list[int]]:
        """The numbers of entrants among whom everybody meets everybody, so that they have a cross table."""
        return []

    def score(self, tournament: Tournament, standing: Standing) -> str:
        """An entrant's points as people write them, such as 2½."""
        return halves(standing.points)

    def tiebreak(self, tournament: Tournament, standings: Sequence[Standing]) -> Mapping[int, str]:
        """What the column of the tie-break has for each entrant; nothing where there is no such column."""
        return {}

    def is_on_streak(self, tournament: Tournament, number: int) -> bool:
        """Whether an entrant's next win counts double."""
        return False

    def notes(self, tournament: Tournament, number: int) -> Iterator[Sentence]:
        """The sentences about an entrant that follow the score."""
        if tournament.entrant(number).dropped:
            yield "tournament.out", {}

    @abstractmethod
    def progress(self, tournament: Tournament) -> Sentence:
        """How far a running tournament is; the text's argument ``when`` is the end of an arena."""

    def listed(self, tournament: Tournament, number: int | None) -> list[Pairing]:
        """The pairings that the entrant with a number, or somebody else, is shown.

        With rounds, those of the present round, their own first; without, all of them, the newest first.
        """
        return [
            pairing for pairing in reversed(tournament.pairings) if pairing.result is not Result.NOT_COUNTED
        ]

    def columns(self, tournament: Tournament) -> int:
        """The number of matches of an entrant for which its table has room."""
        return LAST_MATCHES

    def header(self, tournament: Tournament, column: int) -> str:
        """The header of a column of its table, from 0: the number of a round, or of a place."""
        return ""

    def row(self, tournament: Tournament, number: int) -> Sequence[Pairing | None]:
        """The pairings of an entrant in its table; None where they had none."""
        pairings = tournament.of_entrant(number)
        return [pairing for pairing in pairings if pairing.result is not Result.NOT_COUNTED][-LAST_MATCHES:]

    # --- How it is planned ---------------------------------------------------------------------------

    def problem_of_clock(self, *, is_live: bool) -> str | None:
        """Why it cannot have a clock that runs for the whole match, or days for each move; None: it can."""
        return None


def with_correction(pairing: Pairing, result: Result) -> Pairing:
    """The pairing with another result, by a moderator."""
    return replace(pairing, result=result, corrected=True)


def newly_over(before: Tournament, after: Tournament) -> list[Pairing]:
    """The pairings that have a result in ``after`` and had none in ``before``."""
    pairs = zip(before.pairings, after.pairings, strict=True)
    return [now for then, now in pairs if then.result is None and now.result is not None]


def not_counted(tournament: Tournament, uncounted: Collection[Pairing]) -> Tournament:
    """The tournament with ``uncounted`` pairings over, without a result that counts."""
    pairings = (
        replace(pairing, result=Result.NOT_COUNTED) if pairing in uncounted else pairing
        for pairing in tournament.pairings
    )
    return replace(tournament, pairings=tuple(pairings))


def without_absent(tournament: Tournament) -> Tournament:
    """The tournament, where a match that has not begun counts for nothing once one of the two has left."""
    absent = {entrant.number for entrant in tournament.entrants if entrant.dropped}
    waiting = [pairing for pairing in tournament.open_pairings if pairing.match_id is None]
    return not_counted(
        tournament, [pairing for pairing in waiting if absent & {pairing.first, pairing.second}]
    )


def counted(tournament: Tournament, number: int) -> list[Pairing]:
    """The pairings of an entrant that are over and count, in order."""
    unfit = None, Result.NOT_COUNTED
    return [pairing for pairing in tournament.of_entrant(number) if pairing.result not in unfit]
