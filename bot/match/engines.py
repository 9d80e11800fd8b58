"""The levels of this bot: the built-in ones, and the engines that its admin has configured.

`configure` is called once, before anybody plays. Which variants an engine plays is known when it has been
asked, at the start (`begin_asking`); until then it is taken to play what its protocol can name.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

import structlog

from ai.base import levels
from ai.external.engine import ExternalEngine, is_external, name_of_level
from ai.external.probe import Found, probe
from ai.level import Level
from ai.protocols.gomocup_rules import RULES
from bot.exceptions import Refusal
from games import GAMES

log = structlog.get_logger(__name__)

STAND_IN = "6"
"""The level that plays on for an engine that is not configured anymore."""

_engines: dict[tuple[str, str], ExternalEngine] = {}
_variants: dict[tuple[str, str], frozenset[str]] = {}
"""What each engine plays, by its game and level, as far as it has been asked."""


def configure(engines: Iterable[ExternalEngine]) -> None:
    """Set this bot's engines."""
    _engines.clear()
    _variants.clear()
    _engines.update({(engine.slug, engine.level): engine for engine in engines})


def begin_asking() -> None:
    """Start every engine once, in a thread that does not keep the bot from ending, to ask what it plays."""
    engines = tuple(_engines.values())

    def ask() -> None:
        for engine in engines:
            note(engine, probe(engine, with_move=False))

    if engines:
        threading.Thread(target=ask, name="asks-engines", daemon=True).start()


def note(engine: ExternalEngine, answer: Found) -> None:
    """Remember what an engine answered. One that failed is started again at its moves."""
    if answer.problem:
        log.error("engine of your own failed", game=engine.slug, engine=engine.name, problem=answer.problem)
        return
    _variants[engine.slug, engine.level] = answer.variants
    log.info("engine of your own answers", game=engine.slug, engine=engine.name, name=answer.name)


def levels_of(slug: str) -> tuple[Level, ...]:
    """The levels of a game, the engines last."""
    return (*levels(slug), *(engine.level for engine in engines_of(slug)))


def engines_of(slug: str) -> tuple[ExternalEngine, ...]:
    """The engines of a game."""
    return tuple(engine for engine in _engines.values() if engine.slug == slug)


def engine_name(slug: str, level: str) -> str:
    """What the admin calls an engine; what its level says, if it is not configured."""
    engine = _engines.get((slug, level))
    return engine.name if engine is not None else name_of_level(level)


def is_missing(slug: str, level: str | None) -> bool:
    """Whether a level is that of an engine which is not configured, or not anymore."""
    return is_external(level) and (slug, level) not in _engines


def playing_level(slug: str, level: str) -> str:
    """The level that moves: `STAND_IN` for an engine that is not configured."""
    return STAND_IN if is_missing(slug, level) else level


def check_engine(slug: str, variant: str, level: str | None, setup: str | None = None) -> None:
    """Refuse a match against an engine that is not configured, or does not play the variant or the start."""
    if level is None or not is_external(level):
        return
    name = engine_name(slug, level)
    if is_missing(slug, level):
        raise Refusal("play.engine-missing", engine=name)
    if variant not in _variants.get((slug, level), _nameable(slug)):
        raise Refusal("play.engine-variant", engine=name)
    if setup is not None:
        raise Refusal("play.engine-setup", engine=name)


def _nameable(slug: str) -> Iterable[str]:
    return RULES if slug == "gomoku" else GAMES[slug].variants
