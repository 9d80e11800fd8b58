"""The computer players' common types, and `choose`, which asks a game's player for a move.

A game's player is the package ``ai/<slug>/``:

- ``levels.py``: ``LEVELS``, each level's limit by its name, and ``analysis_seconds``, and optionally
  ``SOLVED``, ``assists``, ``lead``, ``KERNEL_SETS`` and ``kernel_set`` (see the functions below), and
  ``grade`` (`ai.analysis`). It imports no numba, because the bot's process reads it.
- ``sight.py`` and ``scale.json``: what people see, and how strong each skill is, see `ai.human`.
- ``engine.py``: ``ENGINE``, an `Engine`. It imports numba, so only worker processes load it.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, cast

from ai import interrupt
from ai.analysis import MARKED, Verdict, judge_move
from ai.claims.checkers.budget import Budget
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from ai.claims.kinds import OF_CORNERS
from ai.level import Level, strength_in
from games import game, replay
from games.base import Move, Position, Record

if TYPE_CHECKING:
    from ai.human.mind import Mind
    from ai.human.scale import Scale
    from ai.human.sight import Sight


class AiError(RuntimeError):
    """The base of the computer players' errors.

    ::

        AiError
        ├── UnknownLevel      the game has no such level
        ├── NoMove            the match is over, so there is no move to choose
        └── NoVerdict         the engine does not judge moves in this position
    """


class UnknownLevel(AiError):
    """The game has no such level, or does not play at such a strength."""


class NoMove(AiError):
    """The match is over, so there is no move to choose."""


class NoVerdict(AiError):
    """The engine does not judge moves in this position, for example while dead stones are marked in Go."""


ADVISER = Level("8")
"""The level that gives hints: the others err as people do."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What an engine may spend on one move.

    ``seconds`` is wall time. ``nodes`` limits the search where given; with ``nodes`` and ``seed`` a choice is
    repeatable on any machine.
    """

    seconds: float
    nodes: int | None = None
    seed: int | None = None


HUMAN_LEVELS: Mapping[str, Limit] = {
    "1": Limit(0.5),
    "2": Limit(0.5),
    "3": Limit(0.5),
    "4": Limit(0.5),
    "5": Limit(1.0),
    "6": Limit(1.5),
    "7": Limit(2.0),
}
"""The limits of the levels that err as people do, in every game.

They need far less, but for rare moves: how deep they read must not depend on the machine.
"""
ADVICE = Limit(0.5)
"""What a hint may take."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and the search's result.

    ``score`` is the expected result for the side to move, from -1 (lost) to 1 (won); ``proven`` marks it as
    exact. ``line`` is the principal variation and begins with ``move``. ``plies`` counts the plies, this move
    included, until a decided game ends if both sides play their best; None if unknown. ``resigns`` says that
    the engine prefers to resign; None that it has no rule for that. ``hesitation`` is how hard the choice is
    for a player who errs as people do, from 0 (obvious) to 1; None for every other player.
    """

    move: Move
    score: float
    depth: int
    nodes: int
    line: tuple[Move, ...]
    proven: bool = False
    plies: int | None = None
    resigns: bool | None = None
    hesitation: float | None = None


class Engine(Protocol):
    """A game's computer player."""

    def choose(self, position: Position, level: Level, limit: Limit, moves: Sequence[Move] = ()) -> Choice:
        """Choose a move in an unfinished position, at a level of the game, after the ``moves`` so far."""

    def imitate(self, position: Position, mind: Mind, limit: Limit, moves: Sequence[Move] = ()) -> Choice:
        """Choose a move as a person does, in an unfinished position, after the ``moves`` so far.

        Deterministic for ``seed``, which stands for the person: see `ai.human.player.choose`.
        """

    def sight(self, position: Position, moves: Sequence[Move] = ()) -> Sight | None:
        """What people of any skill see in an unfinished position, after the ``moves`` so far.

        None where there is nothing to choose, and where what is seen depends on the skill.
        """

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


def limit_in_match(slug: str, level: str, match_id: int) -> Limit | None:
    """Return a level's limit with the match as its seed: what it overlooks stays overlooked for some moves.

    None for a level that does not err as people do, and for unknown ones.
    """
    known, parsed = limits(slug), Level(level)
    if parsed == ADVISER or not parsed.is_on_scale or (parsed.number and parsed not in known):
        return None
    return replace(limit_of(slug, parsed, known), seed=match_id)


def limit_of(slug: str, level: Level, known: Mapping[Level, Limit]) -> Limit:
    """Return a level's limit among the ``known`` ones of a game.

    A strength has that of the numbered level that is as strong or the next stronger one. Raises `KeyError`.
    """
    if level.strength is None:
        return known[level]
    numbered = [each for each in known if each.number is not None]
    above = (each for each in numbered if _scale(slug).strength(each) >= level.strength)
    return known[next(above, numbered[-1])]


def parse_level(slug: str, text: str, known: Iterable[Level] | None = None) -> Level:
    """Find a level of a game by its text, among the ``known`` ones: by default its own.

    Raises `UnknownLevel`, which lists them and the strengths that the game plays.
    """
    levels = tuple(limits(slug) if known is None else known)
    for level in levels:
        if level == text:
            return level
    strengths = _scale(slug).playable
    if strength_in(text) in strengths:
        return Level(text)
    lowest, highest = strengths[0], strengths[-1]
    raise UnknownLevel(f"{slug} has no level {text!r}, only {', '.join(levels)}, {lowest} to {highest}")


def stored_level(slug: str, text: str, known: Iterable[Level]) -> Level:
    """Find the level of a match like `parse_level`, but at any strength: a new scale may end elsewhere."""
    return parse_level(slug, text, known) if strength_in(text) is None else Level(text)


def solved(slug: str) -> bool:
    """Whether level 8 knows every position's result: ``SOLVED`` of its ``levels.py``."""
    return bool(getattr(_levels_module(slug), "SOLVED", False))


def assists(record: Record) -> bool:
    """Whether the computer proposes moves here even to two people, such as the dead groups in Go.

    The proposal is the moves of its choice's ``line`` that keep the turn. A game opts in with a function
    ``assists(record)`` in its ``levels.py``.
    """
    return can_assist(record.game) and bool(_levels_module(record.game).assists(record))


def can_assist(slug: str) -> bool:
    """Whether `assists` can be true in a game."""
    return hasattr(_levels_module(slug), "assists")


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


def _scale(slug: str) -> Scale:
    """Return a game's scale, whose module no kernel depends on, so that it is not imported by name."""
    return cast("Scale", importlib.import_module("ai.human.scale").scale_of(slug))


def _levels_module(slug: str) -> ModuleType:
    game(slug)
    return importlib.import_module(f"ai.{slug}.levels")


def engine(slug: str) -> Engine:
    """Import a game's engine, and numba with it."""
    game(slug)
    return cast(Engine, importlib.import_module(f"ai.{slug}.engine").ENGINE)


def choose(record: Record, level: str, limit: Limit | None = None) -> Choice:
    """Choose a move for the side to move after ``record``, in this process.

    A player who errs as people do resigns by `ai.human.resignation`, unless its game's engine has a rule.
    ``level`` is a `Level` or its text; ``limit`` defaults to the level's own. Raises `UnknownLevel`, `NoMove`
    if the match is over, or `games.base.RuleError` if the record is not of a legal game.
    """
    known = limits(record.game)
    parsed = stored_level(record.game, level, known)
    position = replay(record)
    if position.outcome() is not None:
        raise NoMove(f"the match is over after {len(record.moves)} moves")
    limit = limit or limit_of(record.game, parsed, known)
    choice = engine(record.game).choose(position, parsed, limit, record.moves)
    if choice.resigns is not None or choice.hesitation is None:
        return choice
    gives_up = importlib.import_module("ai.human.resignation").gives_up
    return replace(choice, resigns=gives_up(choice, _earlier_choices(record, parsed, limit)))


def _earlier_choices(record: Record, level: Level, limit: Limit) -> Iterator[Choice]:
    """What the side to move would choose at its turns before, the last one first."""
    side = replay(record).to_move
    for ply in reversed(range(len(record.moves))):
        position = replay(record.before(ply))
        if position.to_move is side:
            yield engine(record.game).choose(position, level, limit, record.moves[:ply])


def analyse(record: Record, played: Move | None, limit: Limit | None = None) -> Verdict:
    """Judge the move ``played`` after ``record`` (None: only find the best one), in this process.

    The verdict has the move's `likelihoods` and what can be claimed of it, too, unless the task is
    interrupted.
    ``limit`` defaults to `analysis_seconds`. Raises `NoMove` if the match is over, `NoVerdict` where moves
    are not judged, or `games.base.RuleError` if the record or the move is not legal.
    """
    position = replay(record)
    if position.outcome() is not None:
        raise NoMove(f"the match is over after {len(record.moves)} moves")
    if played is not None:
        position.play(played)
    verdict = engine(record.game).analyse(position, played, limit or Limit(analysis_seconds(record)))
    if played is None or interrupt.requested():  # somebody waits for the worker
        return verdict
    known = replace(verdict, likelihoods=likelihoods(record, played))
    return replace(known, claim=claim_on(record, played, verdict))


_CLAIM_NODES = 20_000
"""What the checks of the claims on a move may look at: 0.6 seconds at most."""
_LESSON_DISCS = 1.0
"""The discs that a corner costs at least if it is no sacrifice."""
CLAIM_SECONDS = 2.0
"""What they may take on a busy machine, in addition to the limit of an analysis; then they end."""


def claim_on(record: Record, played: Move, verdict: Verdict) -> Claim | None:
    """What can be claimed of a move that is worse than another.

    Of a move without a mark that lost a disc or more, only that it gives away or misses a corner of Othello.
    """
    from ai.claims.explain import explain  # with the rules of several games, which a worker of one lacks

    judgement = judge_move(record, played, verdict)
    if judgement is None or verdict.played is None:
        return None
    is_marked = judgement.label in MARKED
    if not is_marked and (record.game != "othello" or (judgement.margin_loss or 0.0) < _LESSON_DISCS):
        return None
    end = time.monotonic() + CLAIM_SECONDS
    budget = Budget(_CLAIM_NODES, lambda: interrupt.requested() or time.monotonic() > end)
    hides = frozenset[Kind]() if is_marked else frozenset(Kind) - OF_CORNERS
    return explain(replay(record), played, verdict.best, verdict.played, budget, hides=hides)


def likelihoods(record: Record, played: Move) -> tuple[float, ...]:
    """How likely the move ``played`` after ``record`` is of a player of each rung of the game's scale.

    Natural logarithms, the weakest rung first. Empty where there is nothing to choose, and where the engine
    has no `Engine.sight`. Raises `games.base.RuleError` if the record or the move is not legal.
    """
    position = replay(record)
    position.play(played)
    sight = engine(record.game).sight(position, record.moves)
    if sight is None:
        return ()
    skills = [rung.skill for rung in _scale(record.game).rungs]
    log_likelihoods = importlib.import_module("ai.human.likeness").log_likelihoods
    return cast(tuple[float, ...], log_likelihoods(sight, played, skills, record.moves))


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
