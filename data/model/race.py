"""Puzzle races and storms as values: who has answered what and when, who is first, whose time is over."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

JOIN_SECONDS = 60.0
"""How long people can join a race."""
SECONDS = 180.0
"""How long a race or a storm lasts."""
PENALTY_SECONDS = 10.0
"""What a wrong answer costs."""
PUZZLES = 10
"""The puzzles of a race."""
STORM_PUZZLES = 60
"""The puzzles of a storm: three seconds for each, which nobody needs less than."""
LEAST_RACERS = 2


@dataclass(frozen=True, slots=True)
class Race:
    """A race in a channel. A storm, or a run in the race of servers, has no channel and no message.

    Moments are unix seconds.
    """

    id: int
    guild_id: int | None
    channel_id: int | None
    message_id: int | None
    creator_id: int | None
    """Who has started it; None once they have erased their data."""
    game: str | None
    """None: all games mixed."""
    rematch_of: int | None
    """The race whose people are asked again."""
    puzzles: tuple[str, ...]
    """Ids, in the order in which they are asked; empty until the race begins."""
    created_at: float
    starts_at: float
    ends_at: float
    ended_at: float | None
    version: int
    """Counts what the message shows."""
    shown_version: int
    week: int | None = None
    """The week of the race of servers whose run it is, a storm with a server; None in others."""

    @property
    def is_storm(self) -> bool:
        """Whether one person storms, also in a run."""
        return self.channel_id is None

    @property
    def has_begun(self) -> bool:
        """Whether its puzzles are chosen."""
        return bool(self.puzzles)


@dataclass(frozen=True, slots=True)
class RaceAnswer:
    """What a person answered to a puzzle of a race."""

    number: int
    """The puzzle's in the race, from 0."""
    puzzle_id: str
    solved: bool
    answered_at: float


@dataclass(frozen=True, slots=True)
class Racer:
    """A person in a race."""

    race_id: int
    user_id: int
    joined_at: float
    answers: tuple[RaceAnswer, ...] = ()

    @property
    def solved(self) -> int:
        """How many puzzles they have solved."""
        return sum(answer.solved for answer in self.answers)

    @property
    def wrong(self) -> int:
        """How many wrong answers they have given."""
        return len(self.answers) - self.solved

    def ends_at(self, race: Race) -> float:
        """When their time runs out: wrong answers cost some of it."""
        return race.ends_at - PENALTY_SECONDS * self.wrong

    def is_done(self, race: Race, now: float) -> bool:
        """Whether they can answer no more, in a race that has begun."""
        return race.has_begun and (len(self.answers) >= len(race.puzzles) or now >= self.ends_at(race))

    def seconds(self, race: Race) -> float:
        """From the start to the last solved puzzle, with what wrong answers cost; 0 if none is solved."""
        last = max((answer.answered_at for answer in self.answers if answer.solved), default=None)
        return 0.0 if last is None else last - race.starts_at + PENALTY_SECONDS * self.wrong


@dataclass(frozen=True, slots=True)
class RaceState:
    """A race, and who is in it in the order of joining."""

    race: Race
    racers: tuple[Racer, ...]

    def racer(self, user_id: int) -> Racer | None:
        """A person in the race; None if they are not in it."""
        return next((racer for racer in self.racers if racer.user_id == user_id), None)

    @property
    def ranking(self) -> list[Racer]:
        """Everybody, the best first: more solved, then less time, then who has tried something."""
        return sorted(self.racers, key=lambda racer: (*self._rank(racer), not racer.answers, racer.joined_at))

    def place(self, racer: Racer) -> int:
        """A person's place, from 1; equals share one."""
        return 1 + sum(self._rank(other) < self._rank(racer) for other in self.racers)

    def is_over(self, now: float) -> bool:
        """Whether nobody can answer anymore."""
        race = self.race
        has_ended = race.ended_at is not None or now >= race.ends_at
        return has_ended or (race.has_begun and all(racer.is_done(race, now) for racer in self.racers))

    def _rank(self, racer: Racer) -> tuple[int, float]:
        return -racer.solved, racer.seconds(self.race) if racer.solved else 0.0


@dataclass(frozen=True, slots=True)
class StormBest:
    """The most puzzles that a person has solved in a storm."""

    game: str
    """Empty for all games mixed."""
    solved: int
    reached_at: float


class Joining(Enum):
    """What became of joining a race."""

    JOINED = auto()
    ALREADY_IN = auto()
    FULL = auto()
    TOO_LATE = auto()


class Answering(Enum):
    """What became of an answer."""

    COUNTED = auto()
    NOT_THIS_PUZZLE = auto()
    """It was answered before: a press came twice, or on an old message."""
    TOO_LATE = auto()
    NOT_IN_IT = auto()
