"""What every computer player speaks: limits, choices, engines, and `choose`.

Start reading at `choose`. A game's player is the package ``ai/<slug>/`` (or module), made of

- ``levels.py``: its levels and their limits, light enough for the bot's own process to import, and
  where the game needs it ``assists`` (see `assists`);
- ``engine.py``: ``ENGINE``, with numba inside; imported by worker processes only.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from games import game, replay
from games.base import Move, Position, Record


class AiError(RuntimeError):
    """What a computer player could not do.

    ::

        AiError
        ├── UnknownLevel      the game has no such level
        └── NoMove            the match is over: there is nothing to choose
    """


class UnknownLevel(AiError):
    """The game has no such level."""


class NoMove(AiError):
    """The match is over: there is nothing to choose."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How much an engine may spend on one move.

    ``seconds`` of wall time; ``nodes`` of its search where given; with ``nodes`` and ``seed`` a choice
    is exactly repeatable on any machine.
    """

    seconds: float
    nodes: int | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what the engine saw.

    ``score`` is the expected result for the side to move, -1 (lost) to 1 (won); ``proven`` marks it as
    exact. ``line`` is the principal variation, beginning with ``move``. ``plies``: in how many more plies,
    this move included, a game that is won or lost ends if both play their best; None where that is unknown.
    ``resigns``: the engine would rather give the game up than make the move.
    """

    move: Move
    score: float
    depth: int
    nodes: int
    line: tuple[Move, ...]
    proven: bool = False
    plies: int | None = None
    resigns: bool = False


class Engine(Protocol):
    """A game's computer player."""

    def choose(self, position: Position, level: str, limit: Limit) -> Choice:
        """The engine's move in an unfinished position at a level it has."""

    def warm_up(self) -> None:
        """Compile, or load from the cache, every kernel that `choose` may need."""


def levels(slug: str) -> Sequence[str]:
    """The levels of a game, ``"1"`` (weakest) to ``"8"``, then the sources' own players by name."""
    return tuple(limits(slug))


def limits(slug: str) -> Mapping[str, Limit]:
    """What each level of a game may spend on a move."""
    game(slug)
    module = importlib.import_module(f"ai.{slug}.levels")
    return cast(Mapping[str, Limit], module.LEVELS)


def adviser(slug: str) -> str:
    """The level that gives hints: "6", or what a game's ``levels.py`` names ``ADVISER``."""
    return cast(str, getattr(importlib.import_module(f"ai.{slug}.levels"), "ADVISER", "6"))


def solved(slug: str) -> bool:
    """Whether a game's `adviser` knows every position's true result: its ``levels.py`` says ``SOLVED``."""
    return bool(getattr(importlib.import_module(f"ai.{slug}.levels"), "SOLVED", False))


def assists(record: Record) -> bool:
    """Whether the computer proposes moves in this position even to two people: dead groups in Go.

    Then the moves of its choice's ``line`` that keep the turn are the proposal. A game's ``levels.py`` says
    so by a function ``assists(record)``; most games have none.
    """
    module = importlib.import_module(f"ai.{record.game}.levels")
    hook = getattr(module, "assists", None)
    return hook is not None and bool(hook(record))


def engine(slug: str) -> Engine:
    """The engine of a game; imports numba."""
    game(slug)
    return cast(Engine, importlib.import_module(f"ai.{slug}.engine").ENGINE)


def choose(record: Record, level: str, limit: Limit | None = None) -> Choice:
    """Replay ``record`` and choose a move for the side to move, in this process.

    ``limit`` None is the level's own. Raises `UnknownLevel`, `NoMove`, or `games.base.RuleError` if
    the record is not of a legal game.
    """
    own = limits(record.game)
    if level not in own:
        raise UnknownLevel(f"{record.game} has no level {level!r}, only {', '.join(own)}")
    position = replay(record)
    if position.outcome() is not None:
        raise NoMove(f"the match is over after {len(record.moves)} moves")
    return engine(record.game).choose(position, level, limit or own[level])


def warm_up(slug: str) -> None:
    """Make a game's engine ready, so that its first move is as quick as any."""
    engine(slug).warm_up()


Chooser = Callable[[Record, str, Limit | None], Choice]
"""The type of `choose`, for what wraps it."""
