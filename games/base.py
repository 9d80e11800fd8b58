"""The vocabulary that every game shares: moves, sides, positions, records and rule errors.

`games.othello` is a complete small game; `games.GAMES` is the registry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NewType, Protocol, Self

Move = NewType("Move", str)
"""A move in its game's canonical notation, such as ``d3``, ``pass`` or ``b2-b3``; stored as it is."""

PASS = Move("pass")


class Side(IntEnum):
    """One of the two players of a match. FIRST moves first, except in handicap Go."""

    FIRST = 1
    SECOND = 2

    @property
    def other(self) -> Side:
        """The opponent's side."""
        return Side(3 - self)


class RuleError(ValueError):
    """The rules refuse a text, a move, a diagram or a name.

    ::

        RuleError
        ├── BadNotation      the text names no move of this game
        ├── IllegalMove      a move, but not in this position
        ├── BadDiagram       the text draws no position of this game
        ├── BadSetup         a position, but no match can start from it
        └── UnknownGame      no such game or variant

    ``key`` names the sentence that a person reads (a message id of ``bot/texts``); ``arguments`` fill its
    placeholders.
    """

    def __init__(self, key: str, **arguments: str | int) -> None:
        super().__init__(key, arguments)
        self.key = key
        self.arguments = arguments

    def __str__(self) -> str:
        arguments = ", ".join(f"{name}={value!r}" for name, value in self.arguments.items())
        return f"{self.key}({arguments})"

    def __reduce__(self) -> tuple[object, ...]:
        # Pickling an exception keeps only its positional arguments; rule errors cross process boundaries.
        return _rebuild, (type(self), self.key, self.arguments)


class BadNotation(RuleError):
    """The text names no move of this game."""


class IllegalMove(RuleError):
    """A well-formed move that this position does not allow; ``key`` says why."""


class BadDiagram(RuleError):
    """The text draws no position of this game."""


class BadSetup(RuleError):
    """No match can start from this position; ``key`` says why."""


class UnknownGame(RuleError):
    """There is no such game, or the game has no such variant."""


def _rebuild(kind: type[RuleError], key: str, arguments: dict[str, str | int]) -> RuleError:
    return kind(key, **arguments)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the winner (None for a draw) and the text key of the reason."""

    winner: Side | None
    reason: str


class Position(Protocol):
    """A position of a game. Immutable: `play` returns a new one."""

    @property
    def to_move(self) -> Side:
        """The side to move; in a finished game, the side that would be."""

    def legal_moves(self) -> Sequence[Move]:
        """Every legal move, sorted as text. Empty if and only if `outcome` is not None."""

    def play(self, move: Move) -> Self:
        """The position after ``move``.

        Raises `IllegalMove` with the reason, or `BadNotation` if ``move`` is not canonical notation.
        """

    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it has not."""

    def diagram(self) -> str:
        """The position as text. `Game.position` reads it back, without its history."""

    def check_start(self) -> None:
        """Raise `BadSetup` if the pieces, or what else the position has, cannot be those of a start.

        `games.setups` checks what all games have in common.
        """


class Game(Protocol):
    """The rules of one game: its variants, its start and its notation."""

    @property
    def slug(self) -> str:
        """The game's identifier in every package: ``othello``, ``hare_and_hounds``."""

    @property
    def variants(self) -> Sequence[str]:
        """The names of the variants, the default first."""

    def start(self, variant: str) -> Position:
        """The first position of a variant. Raises `UnknownGame` if there is no such variant."""

    def parse(self, text: str, position: Position) -> Move:
        """Read a move as people type it, ignoring case, spaces and full-width forms.

        The result is canonical but not necessarily legal. Raises `BadNotation` if the text names no
        move of this game, `IllegalMove` if it names a point off this board.
        """

    def position(self, diagram: str) -> Position:
        """Read a diagram. Raises `BadDiagram`."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is stored and sent between processes: its start and its moves, never a board."""

    game: str
    variant: str
    moves: tuple[Move, ...] = ()
    setup: str | None = None
    """The diagram of its start, as `games.setup_of` writes it; None for the variant's own start."""

    def then(self, move: Move) -> Record:
        """The record with ``move`` appended."""
        return Record(self.game, self.variant, (*self.moves, move), self.setup)

    def before(self, ply: int) -> Record:
        """The record of the first ``ply`` moves."""
        return Record(self.game, self.variant, self.moves[:ply], self.setup)
