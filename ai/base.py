"""The computer players' common types, and `choose`, which asks a game's player for a move.

A game's player is the package ``ai/<slug>/``:

- ``levels.py``: ``LEVELS``, each level's limit by its name, and ``analysis_seconds``, and optionally
  ``ADVISER``, ``SOLVED``, ``assists``, ``lead``, ``KERNEL_SETS`` and ``kernel_set`` (see the functions
  below). It imports no numba, because the bot's process reads it.
- ``engine.py``: ``ENGINE``, an `Engine`. It imports numba, so only worker processes load it.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Protocol, Self, cast

from ai.analysis import Verdict
from games import game, replay
from games.base import Move, Position, Record


class AiError(RuntimeError):
    """The base of the computer players' errors.

    ::

        AiError
        ├── UnknownLevel      the game has no such level
        ├── NoMove            the match is over, so there is no move to choose
        └── NoVerdict         the engine does not judge moves in this position
    """


class UnknownLevel(AiError):
    """The game has no such level."""


class NoMove(AiError):
    """The match is over, so there is no move to choose."""


class NoVerdict(AiError):
    """The engine does not judge moves in this position, for example while dead stones are marked in Go."""


class Level(str):
    """A level: a number from ``1`` (weakest) to ``8``, or the name of a source's player.

    A level is its text: it is stored and sent as that string and equals it. Numbered levels sort by strength
    and before names.
    """

    __slots__ = ()

    _TEXT = re.compile("[1-8]|[a-z][a-z0-9-]*")

    def __new__(cls, text: str) -> Self:
        """Make a level of its text. Raises `ValueError` for text that names none."""
        if not cls._TEXT.fullmatch(text):
            raise ValueError(f"a level is a number from 1 to 8 or a lowercase name, not {text!r}")
        return super().__new__(cls, text)

    @property
    def number(self) -> int | None:
        """The number of a numbered level; None for a source's player."""
        return int(self) if self.isdigit() else None

    @classmethod
    def parse(cls, text: str, known: Iterable[Level], slug: str) -> Level:
        """Find ``text`` among the known levels of a game. Raises `UnknownLevel`, which lists them."""
        levels = tuple(known)
        for level in levels:
            if level == text:
                return level
        raise UnknownLevel(f"{slug} has no level {text!r}, only {', '.join(levels)}")


@dataclass(frozen=True, slots=True)
class Limit:
    """What an engine may spend on one move.

    ``seconds`` is wall time. ``nodes`` limits the search where given; with ``nodes`` and ``seed`` a choice is
    repeatable on any machine.
    """

    seconds: float
    nodes: int | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and the search's result.

    ``score`` is the expected result for the side to move, from -1 (lost) to 1 (won); ``proven`` marks it as
    exact. ``line`` is the principal variation and begins with ``move``. ``plies`` counts the plies, this move
    included, until a decided game ends if both sides play their best; None if unknown. ``resigns`` says that
    the engine prefers to resign.
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

    def choose(self, position: Position, level: Level, limit: Limit) -> Choice:
        """Choose a move in an unfinished position, at a level of the game."""

    def analyse(self, position: Position, played: Move | None, limit: Limit) -> Verdict:
        """Compare the best move of an unfinished position with a legal move, by one search and one measure.

        Deterministic for ``nodes`` and ``seed``. Raises `NoVerdict` where moves are not judged.
        """

    def warm_up(self, kernel_set: str = "") -> None:
        """Compile every kernel that `choose` may need, or those of one set, or load them from the cache."""


def levels(slug: str) -> Sequence[Level]:
    """List a game's levels: the numbered ones, weakest first, then the sources' players by name."""
    return tuple(limits(slug))


def limits(slug: str) -> Mapping[Level, Limit]:
    """Return the limit of each of a game's levels, in the order of `levels`. Raises `UnknownGame`."""
    limits = cast(Mapping[str, Limit], _levels_module(slug).LEVELS)
    return {Level(name): limit for name, limit in limits.items()}


def parse_level(slug: str, text: str) -> Level:
    """Find a game's level by its text. Raises `UnknownLevel`, which lists the game's levels."""
    return Level.parse(text, limits(slug), slug)


def adviser(slug: str) -> Level:
    """Return the level that gives hints: ``ADVISER`` of the game's ``levels.py``, or level 6."""
    return Level(getattr(_levels_module(slug), "ADVISER", "6"))


def solved(slug: str) -> bool:
    """Whether the game's `adviser` knows every position's result: ``SOLVED`` of its ``levels.py``."""
    return bool(getattr(_levels_module(slug), "SOLVED", False))


def assists(record: Record) -> bool:
    """Whether the computer proposes moves here even to two people, such as the dead groups in Go.

    The proposal is the moves of its choice's ``line`` that keep the turn. A game opts in with a function
    ``assists(record)`` in its ``levels.py``.
    """
    hook = getattr(_levels_module(record.game), "assists", None)
    return hook is not None and bool(hook(record))


def lead(slug: str, score: float) -> float | None:
    """Return the lead that an estimated score stands for, in what the game counts; None if it counts nothing.

    A game opts in with a function ``lead(score)`` in its ``levels.py``.
    """
    hook = getattr(_levels_module(slug), "lead", None)
    return None if hook is None else float(hook(score))


def kernel_sets(slug: str) -> tuple[str, ...]:
    """List what `warm_up` can compile or load separately, the most wanted first.

    It is the game as a whole, or the parts in ``KERNEL_SETS`` of its ``levels.py``: ``othello/bitboard``.
    """
    parts = _parts(slug)
    return (slug,) if parts is None else tuple(f"{slug}/{part}" for part in parts)


def kernel_set(record: Record, level: str) -> str:
    """Find which of the `kernel_sets` a level needs for a match.

    A game with ``KERNEL_SETS`` has a function ``kernel_set(variant, level)`` in its ``levels.py``.
    """
    if _parts(record.game) is None:
        return record.game
    return f"{record.game}/{_levels_module(record.game).kernel_set(record.variant, level)}"


def _parts(slug: str) -> Mapping[str, bool] | None:
    """Return ``KERNEL_SETS``: the parts, and whether each has anything to compile."""
    return cast(Mapping[str, bool] | None, getattr(_levels_module(slug), "KERNEL_SETS", None))


def _levels_module(slug: str) -> ModuleType:
    game(slug)
    return importlib.import_module(f"ai.{slug}.levels")


def engine(slug: str) -> Engine:
    """Import a game's engine, and numba with it."""
    game(slug)
    return cast(Engine, importlib.import_module(f"ai.{slug}.engine").ENGINE)


def choose(record: Record, level: str, limit: Limit | None = None) -> Choice:
    """Choose a move for the side to move after ``record``, in this process.

    ``level`` is a `Level` or its text; ``limit`` defaults to the level's own. Raises `UnknownLevel`, `NoMove`
    if the match is over, or `games.base.RuleError` if the record is not of a legal game.
    """
    known = limits(record.game)
    parsed = Level.parse(level, known, record.game)
    position = replay(record)
    if position.outcome() is not None:
        raise NoMove(f"the match is over after {len(record.moves)} moves")
    return engine(record.game).choose(position, parsed, limit or known[parsed])


def analyse(record: Record, played: Move | None, limit: Limit | None = None) -> Verdict:
    """Judge the move ``played`` after ``record`` (None: only find the best one), in this process.

    ``limit`` defaults to `analysis_seconds`. Raises `NoMove` if the match is over, `NoVerdict` where moves
    are not judged, or `games.base.RuleError` if the record or the move is not legal.
    """
    position = replay(record)
    if position.outcome() is not None:
        raise NoMove(f"the match is over after {len(record.moves)} moves")
    if played is not None:
        position.play(played)
    return engine(record.game).analyse(position, played, limit or Limit(analysis_seconds(record)))


def analysis_seconds(record: Record) -> float:
    """How long the analysis of one position may take on one core: ``analysis_seconds`` of ``levels.py``."""
    return float(_levels_module(record.game).analysis_seconds(record))


def warm_up(name: str) -> None:
    """Compile or load a game's kernels, or one of its `kernel_sets`, so that the first move takes no longer.

    Once they are stored in the cache, `is_compiled` holds for them.
    """
    slug, _, part = name.partition("/")
    engine(slug).warm_up(part)
    for set_name in (name,) if part else kernel_sets(slug):
        if _is_for_compiler(set_name):
            _kernels_module().note_compiled(set_name)


def is_compiled(name: str) -> bool:
    """Whether one of the `kernel_sets` can be loaded without being compiled, or cannot be cached anyway."""
    return not _is_for_compiler(name) or bool(_kernels_module().is_compiled(name))


def _is_for_compiler(name: str) -> bool:
    slug, _, part = name.partition("/")
    return (_parts(slug) or {}).get(part, True)


def _kernels_module() -> ModuleType:
    return importlib.import_module("ai.kernels")  # imports numba


Chooser = Callable[[Record, Level, Limit | None], Choice]
"""The signature of `choose`, for functions that wrap or replace it."""
Analyser = Callable[[Record, Move | None, Limit | None], Verdict]
"""The signature of `analyse`."""
