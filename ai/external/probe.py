"""Starts an engine once and asks what it is: its name, a first move, the variants that it plays."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ai.external.engine import ExternalEngine
from ai.external.program import EngineError
from ai.external.session import Session
from games import game
from games.base import Move, Record

PROBE_SECONDS = 180.0
"""How long an engine may take: some tune themselves at their very first start."""


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine answered. ``problem`` says why there is no ``first_move``."""

    name: str = ""
    first_move: Move | None = None
    variants: frozenset[str] = frozenset()
    problem: str = ""


def probe(engine: ExternalEngine, *, with_move: bool = True, seconds: float = PROBE_SECONDS) -> Found:
    """Start an engine, ask it, and end it."""
    deadline = time.monotonic() + seconds
    session = Session(engine)
    try:
        return _ask(session, engine, deadline, with_move)
    except EngineError as error:
        return Found(problem=str(error))
    finally:
        session.end()


def _ask(session: Session, engine: ExternalEngine, deadline: float, with_move: bool) -> Found:
    client = session.client(deadline)
    name = client.name(deadline)
    sizes: dict[str, bool] = {}
    variants = []
    for variant in game(engine.slug).variants:
        key = variant if engine.slug == "gomoku" else variant.partition("-")[0]
        if key not in sizes:
            sizes[key] = client.supports(variant, deadline)
        if sizes[key]:
            variants.append(variant)
    if not variants:
        return Found(name, problem=f"{name} plays none of the variants")
    move = (
        session.choose(Record(engine.slug, variants[0]), deadline - time.monotonic()) if with_move else None
    )
    return Found(name, move, frozenset(variants))
