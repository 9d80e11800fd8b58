"""The computer players of a worker, with the admin's engines among them.

An engine is a level after the built-in ones. Hints, reviews, the count at the end of Go and every other level
are those of the built-in players. A failure of an engine is an exception of the player: the pool tries it
again, in another worker if one is free, and then takes a built-in level, as `ai.pool.retry_policy` says.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import ai.base
from ai.base import Choice, Limit, NoMove
from ai.external.engine import ExternalEngine
from ai.external.session import QUIET_SECONDS, Session
from ai.level import Level
from ai.worker import Players
from games import replay
from games.base import Record

_sessions: dict[ExternalEngine, Session] = {}
"""The sessions of this worker process, by engine."""
_LOOKS = 4  # for quiet programs, in `QUIET_SECONDS`


def players(engines: Sequence[ExternalEngine]) -> Players:
    """The built-in players and the engines."""
    if not engines:
        return Players()
    several = _Engines(tuple(engines))
    return Players(choose=several.choose, limits=several.limits, kernel_set=several.kernel_set)


@dataclass(frozen=True)
class _Engines:
    """The functions of `Players`; pickled with the engines."""

    engines: tuple[ExternalEngine, ...]

    def limits(self, slug: str) -> Mapping[Level, Limit]:
        """Return the limits of a game's levels, the engines' last."""
        own = {engine.level: engine.limit for engine in self.engines if engine.slug == slug}
        return {**ai.base.limits(slug), **own}

    def kernel_set(self, record: Record, level: str) -> str:
        """Find the kernels that a level needs; an engine, those of the level that replaces it if it fails."""
        weakest = ai.base.levels(record.game)[0]
        return ai.base.kernel_set(record, weakest if self._find(record.game, level) else level)

    def choose(self, record: Record, level: Level, limit: Limit | None) -> Choice:
        """Choose a move. Raises like `ai.base.choose`, or `EngineError`."""
        engine = self._find(record.game, level)
        if engine is None:
            return ai.base.choose(record, level, limit)
        position = replay(record)
        if position.outcome() is not None:
            raise NoMove(f"the match is over after {len(record.moves)} moves")
        if getattr(position, "scoring", False):
            return ai.base.choose(record, ai.base.ADVISER, ai.base.ADVICE)
        return _ask(engine, record, limit or engine.limit)

    def _find(self, slug: str, level: str) -> ExternalEngine | None:
        engines = (engine for engine in self.engines if (engine.slug, engine.level) == (slug, level))
        return next(engines, None)


def _ask(engine: ExternalEngine, record: Record, limit: Limit) -> Choice:
    if not _sessions:
        threading.Thread(target=_end_quiet, name="quiet-engines", daemon=True).start()
    session = _sessions.setdefault(engine, Session(engine))
    move = session.choose(record, limit.seconds)
    if move is None:  # the match goes on if it is too early to resign, so there has to be a move
        choice = ai.base.choose(record, ai.base.levels(record.game)[0])
        return replace(choice, score=-1.0, resigns=True)
    return Choice(move, 0.0, 0, 0, (move,))


def _end_quiet() -> None:
    while True:
        time.sleep(QUIET_SECONDS / _LOOKS)
        for session in list(_sessions.values()):
            session.end_if_quiet()
