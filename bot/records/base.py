"""What a record of a game says, in no format: the moves, who played, when, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from games.base import Move, Record, RuleError, Side
from games.clock import Budget, TimeControl

MAX_BYTES = 2**20
"""The size of the largest file that is read."""
MAX_GAMES = 500
"""The games of a file that are read."""
MAX_MOVES = 1_000
"""The moves of a game that are read."""


class Ending(StrEnum):
    """How a game ended without a decision on the board."""

    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    VOID = "void"
    """It does not count."""


class Quality(StrEnum):
    """How bad a move was; good ones have none."""

    DOUBTFUL = "doubtful"
    BAD = "bad"
    VERY_BAD = "very bad"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winner: Side | None
    """None for a draw, and for a game that does not count."""
    ending: Ending | None = None
    """None for a decision on the board, or by agreement."""
    margin: float | None = None
    """Points in Go, discs in Othello; None where nothing is counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game as a file holds it."""

    record: Record
    names: tuple[str, str] = ("", "")
    """Who played FIRST and SECOND; empty where it is not known."""
    result: Result | None = None
    """None for a game without a result, or with one that cannot be read."""
    begun: date | None = None
    ended: date | None = None
    control: TimeControl | None = None
    left: Mapping[int, Budget] = field(default_factory=dict)
    """By ply: what the mover had left on the clock after the move, where that is known."""
    title: str = ""
    comments: Mapping[int, str] = field(default_factory=dict)
    """By ply: a comment on the position after so many moves."""
    variations: Mapping[int, Sequence[Move]] = field(default_factory=dict)
    """By ply: moves that could have followed so many moves. Those from the first illegal one are left out."""
    qualities: Mapping[int, Quality] = field(default_factory=dict)
    """By the number of moves before a move: how bad it was."""
    leads: Mapping[int, float] = field(default_factory=dict)
    """By ply: the points or discs by which FIRST is expected to win."""

    def name(self, side: Side) -> str:
        """Who played a side; empty where it is not known."""
        return self.names[side - 1]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about a line of a file: why it is not read any further, or how it is read otherwise."""

    line: int
    """From 1."""
    key: str
    """The text key of the reason."""
    arguments: Mapping[str, str | int] = field(default_factory=dict)

    @classmethod
    def of(cls, line: int, error: RuleError) -> Problem:
        """The problem with a move that the rules refuse."""
        return cls(line, error.key, error.arguments)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadGame:
    """A game of a file, as far as it could be read."""

    line: int
    """The line in which it begins, from 1."""
    game: GameRecord | None
    """The moves up to the problem; None for an unknown game or board, and for a start that no match has."""
    problem: Problem | None = None
    """Why it is not read any further; None if all of it was read."""
    notes: Sequence[Problem] = ()
    """What is left out, added or read otherwise than the file says, so that it could be read, in order."""
