"""Even starts: positions after a few random moves in which neither side is ahead.

A match that begins from one cannot be played from memory. The moves that lead to them stand in a text file
beside this one for each variant, one start a line; `ai.<game>.train.starts` makes them. A match begins from
such a position as from any setup (`games.setups`), but it can be rated.
"""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

from games import GAMES, setup_of
from games.base import Move, Record

_POINT = re.compile(r"[a-z][0-9]+")


def path_of(game: str, variant: str) -> Path:
    """The file with the starts of a variant; there is none for most."""
    return Path(__file__).parent / f"starts_{game}_{variant}.txt"


@cache
def variants_with_starts(game: str) -> tuple[str, ...]:
    """The variants of a game that have even starts."""
    return tuple(variant for variant in GAMES[game].variants if path_of(game, variant).exists())


@cache
def starts(game: str, variant: str) -> tuple[Record, ...]:
    """The records that lead to the even starts of a variant; none if it has none."""
    if variant not in variants_with_starts(game):
        return ()
    lines = path_of(game, variant).read_text().splitlines()
    moves = (_POINT.findall(line) for line in lines if not line.startswith("#"))
    return tuple(Record(game, variant, tuple(map(Move, line))) for line in moves)


def random_start(game: str, variant: str, rng: random.Random) -> str:
    """An even start as `games.base.Record.setup` has it. Raises `IndexError` if the variant has none."""
    return setup_of(rng.choice(starts(game, variant)))


@cache
def _setups(game: str, variant: str) -> frozenset[str]:
    """All of them as `random_start` returns them, without its checks, which take twice as long."""
    diagrams = set[str]()
    for record in starts(game, variant):
        position = GAMES[game].start(variant)
        for move in record.moves:
            position = position.play(move)
        diagrams.add(position.diagram())
    return frozenset(diagrams)


def is_even_start(record: Record) -> bool:
    """Whether a record begins from an even start of its variant."""
    return record.setup is not None and record.setup in _setups(record.game, record.variant)
