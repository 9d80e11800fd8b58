"""The weekly race of servers as values: when a week begins and ends, and which server is first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from data.model.race import PENALTY_SECONDS, Race

COUNTED = 5
"""How many runs of a server count: the best ones."""
COUNTING_SECONDS = 300.0
"""How long after the last start the result is made: a run lasts three minutes."""
_WEEK_SECONDS = 7 * 86_400.0
_FIRST_MONDAY = 4 * 86_400.0


@dataclass(frozen=True, slots=True)
class RaceWeek:
    """A week from Monday to Sunday in UTC. Moments are unix seconds."""

    number: int
    """Counts the Mondays since 1970."""

    @classmethod
    def containing(cls, moment: float) -> RaceWeek:
        """The week whose race goes on, or is counted, at a moment."""
        return cls(int((moment - _FIRST_MONDAY - COUNTING_SECONDS) // _WEEK_SECONDS))

    @property
    def starts_at(self) -> float:
        """When the race begins: once the result of the week before is there."""
        return _FIRST_MONDAY + self.number * _WEEK_SECONDS + COUNTING_SECONDS

    @property
    def last_start_at(self) -> float:
        """When Sunday ends. Runs that began before it count as a whole."""
        return _FIRST_MONDAY + (self.number + 1) * _WEEK_SECONDS

    @property
    def closes_at(self) -> float:
        """When the result is made, and the next race begins."""
        return self.last_start_at + COUNTING_SECONDS


@dataclass(frozen=True, slots=True)
class Run:
    """What a person has done for a server in its race of a week. Moments are unix seconds."""

    race_id: int
    guild_id: int
    user_id: int
    solved: int
    wrong: int
    seconds: float
    """From the start to the last solved puzzle, with what wrong answers cost; 0 if none is solved."""
    done_at: float
    """From then on the person can answer no more."""

    @classmethod
    def of(cls, race: Race, user_id: int, solved: int, wrong: int, solved_at: float | None) -> Run:
        """The run of which a race with one racer consists; ``solved_at`` is the last time they were right."""
        penalty = PENALTY_SECONDS * wrong
        is_through = solved + wrong >= len(race.puzzles)
        done_at = race.starts_at if is_through else race.ends_at - penalty
        seconds = 0.0 if solved_at is None else solved_at - race.starts_at + penalty
        return cls(race.id, race.guild_id or 0, user_id, solved, wrong, seconds, done_at)

    @property
    def rank(self) -> tuple[int, float]:
        """Sorts runs, the best first: more solved, then less time."""
        return -self.solved, self.seconds


@dataclass(frozen=True, slots=True)
class ServerScore:
    """A server in the table of a week."""

    guild_id: int
    place: int
    """From 1; equals share one."""
    score: int
    """The puzzles that its best `COUNTED` runs have solved."""
    runs: int


def standings(runs: Iterable[Run], guild_ids: Iterable[int]) -> list[ServerScore]:
    """The table of these servers, the best first, without those that have no runs."""
    solved = defaultdict[int, list[int]](list)
    for run in runs:
        solved[run.guild_id].append(run.solved)
    scores = {
        racing_id: sum(sorted(solved[racing_id], reverse=True)[:COUNTED])
        for racing_id in guild_ids
        if racing_id in solved
    }
    table = list[ServerScore]()
    for number, (guild_id, score) in enumerate(
        sorted(scores.items(), key=lambda item: (-item[1], item[0])), 1
    ):
        place = table[-1].place if table and table[-1].score == score else number
        table.append(ServerScore(guild_id, place, score, len(solved[guild_id])))
    return table


def shown_scores(table: Sequence[ServerScore], own: ServerScore | None, limit: int) -> list[ServerScore]:
    """At most ``limit`` rows of a table: the first ones, and a server's own."""
    first = list(table[:limit])
    return first if own is None or own in first else [*first[:-1], own]
