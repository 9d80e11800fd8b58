"""Tournaments as frozen values. Nothing here knows the database.

Entrants have numbers, from 1 in the order in which they joined. Points are counted in halves: a win is 2, a
draw 1. Moments are unix seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from games.base import Side
from games.clock import CONTROLS, ROUNDS


class Kind(StrEnum):
    """How opponents are found, by its stored value."""

    ROUND_ROBIN = "round-robin"
    """Everybody meets everybody once."""
    SWISS = "swiss"
    """In each round, entrants with as many points meet, and nobody meets an opponent again."""
    ARENA = "arena"
    """For a time, whoever is free is paired at once."""
    LADDER = "ladder"
    """Without an end: people challenge those above them for their places."""
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    """Everybody meets everybody twice, once with each side."""
    KNOCKOUT = "knockout"
    """Whoever loses is out."""
    SIMUL = "simul"
    """One person plays everybody else at the same time."""
    COMPUTER_SIMUL = "computer-simul"
    """The computer plays everybody at the same time."""


class TournamentState(StrEnum):
    """The stages of a tournament, by their stored value."""

    OPEN = "open"
    """People join; it is not started."""
    RUNNING = "running"
    OVER = "over"
    CANCELED = "cancelled"
    """It was called off, or too few people joined."""


NOT_BEGUN = "outcome.not-begun"
"""`data.model.match.Match.reason` of a match of a tournament that its players have not begun in time."""
LEFT = "outcome.left"
"""`data.model.match.Match.reason` of a match that ended because a player has left its tournament."""
REMOVED = "outcome.removed"
"""`data.model.match.Match.reason` of a match without a move whose player was removed from its tournament."""
GIVEN_UP = (NOT_BEGUN, LEFT, REMOVED)
"""The reasons of matches that are lost by forfeit."""
BEGUN_PLIES = 2
"""The number of moves from which on a match has begun: each side has made one."""
BEGIN_SECONDS = 120.0
"""How long each side has for its first move where clocks run for the whole match."""
NOT_SHOWN = -1
"""`Tournament.shown_version` while no version is known to be shown."""
MAX_TITLE = 60
"""Characters of a tournament's title."""
UNFINISHED = (TournamentState.OPEN, TournamentState.RUNNING)


class Result(StrEnum):
    """How a pairing ended, by its stored value."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    FIRST_BY_FORFEIT = "first-forfeit"
    """The second entrant dropped out, was removed, or did not begin."""
    SECOND_BY_FORFEIT = "second-forfeit"
    NOBODY = "nobody"
    """Neither of them played, or the match is void."""
    BYE = "bye"
    """The first entrant had no opponent, and gets the points of a win."""
    NOT_COUNTED = "not-counted"
    """Of an arena or a ladder: it was over before, it was not begun, or the match is void.

    Of a knockout: the match is void, and another one is played.
    """


FORFEITS = (Result.FIRST_BY_FORFEIT, Result.SECOND_BY_FORFEIT)
"""The results of pairings that one of the two has given up."""
VOID_RESULTS = {
    Kind.ROUND_ROBIN: Result.NOBODY,
    Kind.SWISS: Result.NOBODY,
    Kind.ARENA: Result.NOT_COUNTED,
    Kind.LADDER: Result.NOT_COUNTED,
    Kind.DOUBLE_ROUND_ROBIN: Result.NOBODY,
    Kind.KNOCKOUT: Result.NOT_COUNTED,
    Kind.SIMUL: Result.NOBODY,
    Kind.COMPUTER_SIMUL: Result.NOBODY,
}
"""What is stored as the result of a pairing whose match is void."""
_POINTS = {
    Result.FIRST: (2, 0),
    Result.SECOND: (0, 2),
    Result.DRAW: (1, 1),
    Result.FIRST_BY_FORFEIT: (2, 0),
    Result.SECOND_BY_FORFEIT: (0, 2),
    Result.NOBODY: (0, 0),
    Result.BYE: (2, 0),
    Result.NOT_COUNTED: (0, 0),
}


def is_unplayed(reason: str | None, ply: int) -> bool:
    """Whether a match with this `data.model.match.Match.reason` was forfeited before both had moved."""
    return reason in GIVEN_UP and ply < BEGUN_PLIES


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person, or a computer, in a tournament."""

    number: int
    user_id: int | None
    """None: the computer; `data.model.match.DELETED_USER`: a person who has erased their data."""
    level: str | None = None
    """The computer's."""
    dropped: bool = False
    """Whether they are not paired anymore."""
    rank: int | None = None
    """Orders those on a ladder, the first place first; in a knockout, once it has started, the seed; only the
    giver of a simul has one."""
    removed: bool = False
    """Whether a moderator has removed them, or banned them: they are not paired, and take no place."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants who meet in a round, or one who has a bye."""

    round: int
    board: int
    """From 1, within the round."""
    first: int
    """The number of the entrant who moves first, or who has the bye."""
    second: int | None
    match_id: int | None = None
    """None before the match is started, if there is to be one, and once it was deleted."""
    result: Result | None = None
    """None until it is over."""
    place: int | None = None
    """The number of the thread of an arena in which it is played; None: it has one of its own."""
    ended_at: float | None = None
    """When its result was known."""
    corrected: bool = False
    """Whether a moderator has corrected its result."""

    def opponent_of(self, number: int) -> int | None:
        """The number of the other entrant; None in a bye."""
        return self.second if number == self.first else self.first

    def has(self, number: int) -> bool:
        """Whether an entrant is in it."""
        return number in (self.first, self.second)

    def points_of(self, number: int) -> int:
        """What an entrant gets for it, in halves; 0 before it is over."""
        if self.result is None:
            return 0
        return _POINTS[self.result][0 if number == self.first else 1]

    def side_of(self, number: int) -> Side:
        """The side of an entrant."""
        return Side.FIRST if number == self.first else Side.SECOND


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTournament:
    """A tournament to create. Fields are those of `Tournament`."""

    guild_id: int
    channel_id: int
    locale: str | None
    creator_id: int
    kind: Kind
    game: str
    variant: str
    control: str
    rounds: int | None
    level: str | None
    rated: bool
    minutes: int | None = None
    groups: int | None = None
    starts_at: float | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Created:
    """A tournament that a person has created."""

    tournament: int
    guild_id: int
    game: str
    kind: str
    created_at: float
    """In unix seconds."""


@dataclass(frozen=True, slots=True)
class TournamentName:
    """What a tournament is called by, to choose it from all of a server."""

    id: int
    title: str | None
    """As in `Tournament`."""
    kind: Kind
    game: str
    variant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """A tournament at one moment."""

    id: int
    guild_id: int
    channel_id: int
    """Where its message is, and where its matches are played."""
    message_id: int | None
    """The message that shows it; None until it is posted."""
    locale: str | None
    """Discord's locale where it was created."""
    creator_id: int
    kind: Kind
    game: str
    variant: str
    control: str
    """The name of the time control of its matches, of `games.clock.CONTROLS` or `games.clock.ROUNDS`."""
    rounds: int | None
    """None until it is started, if the number of entrants decides."""
    level: str | None
    """The level of the computer that fills an odd number of seats, or gives a simul; None: none plays."""
    rated: bool
    """Whether its matches between people are rated."""
    minutes: int | None
    """How long an arena is; None for the other kinds."""
    groups: int | None
    """The number of groups of a round robin, whose winners play a final; None: there is one of all."""
    starts_at: float | None
    """When it starts by itself; None: its organizer starts it."""
    state: TournamentState
    round: int
    """The current one, from 1; 0 before the start."""
    version: int
    """Raised by every change."""
    shown_version: int
    """The version that its message shows."""
    created_at: float
    deadline: float | None
    """The end of an arena; None before it has begun, and for the other kinds."""
    ended_at: float | None
    announced: bool
    """Whether its end was announced."""
    title: str | None = None
    """What its organizer calls it, as plain text of at most `MAX_TITLE` characters; None: its number."""
    entrants: tuple[Entrant, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    """By round and board."""

    @property
    def playing(self) -> tuple[Entrant, ...]:
        """The entrants who have not dropped out."""
        return tuple(entrant for entrant in self.entrants if not entrant.dropped)

    def entrant(self, number: int) -> Entrant:
        """An entrant by number."""
        return self.entrants[number - 1]

    def entrant_of(self, user_id: int) -> Entrant | None:
        """The entrant who is this person, if they joined."""
        return next((entrant for entrant in self.entrants if entrant.user_id == user_id), None)

    def with_entrant(self, entrant: Entrant) -> Tournament:
        """The tournament with an entrant as they are now."""
        others = list(self.entrants)
        others[entrant.number - 1] = entrant
        return replace(self, entrants=tuple(others))

    def without(self, number: int, *, removed: bool = False) -> Tournament:
        """The tournament in which an entrant is not paired anymore; before the start, they leave.

        ``removed``: by a moderator, so that they take no place.
        """
        if self.state is TournamentState.OPEN:
            others = [entrant for entrant in self.entrants if entrant.number != number]
            renumbered = tuple(
                replace(entrant, number=place) for place, entrant in enumerate(others, start=1)
            )
            return replace(self, entrants=renumbered)
        leaving = self.entrant(number)
        return self.with_entrant(replace(leaving, dropped=True, removed=removed or leaving.removed))

    @property
    def is_live(self) -> bool:
        """Whether its players are online at the same time: their clocks run for the whole match."""
        return self.control not in ROUNDS and not CONTROLS[self.control].each_turn

    @property
    def has_minutes(self) -> bool:
        """Whether the limits of its moves are minutes or hours away, not days."""
        return self.is_live or self.control in ROUNDS

    @property
    def open_pairings(self) -> tuple[Pairing, ...]:
        """The pairings without a result."""
        return tuple(pairing for pairing in self.pairings if pairing.result is None)

    def in_round(self, number: int) -> tuple[Pairing, ...]:
        """The pairings of a round."""
        return tuple(pairing for pairing in self.pairings if pairing.round == number)

    def of_entrant(self, number: int) -> Iterator[Pairing]:
        """The pairings of an entrant, by round."""
        return (pairing for pairing in self.pairings if pairing.has(number))
