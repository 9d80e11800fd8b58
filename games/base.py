"""The vocabulary every game speaks: moves, sides, positions, records and refusals.

Start reading here, then `games/othello.py` for a whole game, then `games/__init__.py` for the registry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NewType, Protocol, Self

Move = NewType("Move", str)
"""A move in its game's canonical notation: ``d3``, ``pass``, ``b2-b3``. The notation is the move."""

PASS = Move("pass")


class Side(IntEnum):
    """One of the two players of a match; FIRST makes the first move of a plain game."""

    FIRST = 1
    SECOND = 2

    @property
    def other(self) -> Side:
        """The opponent's side."""
        return Side(3 - self)


class RuleError(ValueError):
    """What the rules refuse.

    ::

        RuleError
        ├── BadNotation      the text names no move of this game
        ├── IllegalMove      a move, but not in this position
        ├── BadDiagram       the text draws no position of this game
        └── UnknownGame      no such game or variant

    ``key`` names the sentence a person reads (``bot/texts``), ``arguments`` fill its placeholders.
    """

    def __init__(self, key: str, **arguments: str | int) -> None:
        super().__init__(key, arguments)
        self.key = key
        self.arguments = arguments

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.arguments.items())
        return f"{self.key}({told})"

    def __reduce__(self) -> tuple[object, ...]:
        # Refusals cross process boundaries with their arguments.
        return _rebuild, (type(self), self.key, self.arguments)


class BadNotation(RuleError):
    """The text names no move of this game."""


class IllegalMove(RuleError):
    """A well-formed move that this position does not allow; ``key`` says why."""


class BadDiagram(RuleError):
    """The text draws no position of this game."""


class UnknownGame(RuleError):
    """There is no such game, or the game has no such variant."""


def _rebuild(kind: type[RuleError], key: str, arguments: dict[str, str | int]) -> RuleError:
    return kind(key, **arguments)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: who won (None: nobody) and the text key of why."""

    winner: Side | None
    reason: str


class Position(Protocol):
    """A moment of a game. Frozen: `play` returns a new one."""

    @property
    def to_move(self) -> Side:
        """Whose turn it is; of a finished game, whose it would be."""

    def legal_moves(self) -> Sequence[Move]:
        """Every legal move, sorted as text; empty exactly when `outcome` is set."""

    def play(self, move: Move) -> Self:
        """The position after ``move``.

        Raises `IllegalMove` with the reason, or `BadNotation` if the text is not canonical notation.
        """

    def outcome(self) -> Outcome | None:
        """How the game ended here, or None while it goes on."""

    def diagram(self) -> str:
        """The position as text, read back by `Game.position` (history aside)."""


class Game(Protocol):
    """The rules of one game: where it starts and how its notation is read."""

    @property
    def slug(self) -> str:
        """The game's name in every room: ``othello``, ``hare_and_hounds``."""

    @property
    def variants(self) -> Sequence[str]:
        """Names of the variants, the default one first."""

    def start(self, variant: str) -> Position:
        """The first position. Raises `UnknownGame` for a variant that does not exist."""

    def parse(self, text: str, position: Position) -> Move:
        """Read a move as people type it: case, spaces, full-width characters are forgiven.

        The answer is canonical but not necessarily legal. Raises `BadNotation` if the text names no
        move of this game, `IllegalMove` if it names a point off this board.
        """

    def position(self, diagram: str) -> Position:
        """Read a diagram. Raises `BadDiagram`."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is stored and sent between processes: the start and the moves, never a board."""

    game: str
    variant: str
    moves: tuple[Move, ...] = ()

    def then(self, move: Move) -> Record:
        """The record one move longer."""
        return Record(self.game, self.variant, (*self.moves, move))

    def before(self, ply: int) -> Record:
        """The record cut back to its first ``ply`` moves."""
        return Record(self.game, self.variant, self.moves[:ply])
