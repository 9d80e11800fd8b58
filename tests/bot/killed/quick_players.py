"""Computer players that load no engine: with them, a start of the bot takes half the processor time."""

from __future__ import annotations

import random

from ai.analysis import Line, Verdict
from ai.base import Choice, Limit
from ai.level import Level
from ai.worker import Players
from games import replay
from games.base import Move, Record


def choose(record: Record, level: Level, limit: Limit | None = None) -> Choice:
    """Any legal move."""
    move = random.choice(replay(record).legal_moves())
    return Choice(move, score=0.0, depth=1, nodes=1, line=(move,))


def analyse(record: Record, played: Move | None, limit: Limit | None = None) -> Verdict:
    """Whatever was played was best."""
    best = played or replay(record).legal_moves()[0]
    return Verdict(Line(best, (best,), 0.0))


def warm_up(kernel_set: str) -> None:
    """There is nothing to load."""


def is_compiled(kernel_set: str) -> bool:
    """There is nothing to compile."""
    return True


PLAYERS = Players(choose=choose, warm_up=warm_up, is_compiled=is_compiled, analyse=analyse)
