"""The analysis of finished matches: seconds for a whole match of each game, on one core."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ai import base
from ai.base import Limit, NoVerdict
from bench import Row
from games import GAMES, replay
from games.base import Record

_LEVELS = ("3", "4", "5")
_MOVE = Limit(0.5, nodes=200)
_TRIED = 30


@dataclass(frozen=True, slots=True)
class Match:
    """A match to analyse: its game, the moves that the target speaks of, and the seconds for them."""

    slug: str
    variant: str
    moves: int
    seconds: float


MATCHES = (
    Match("othello", "8x8", 60, 15),
    Match("gomoku", "freestyle-15", 60, 20),
    Match("go", "9x9-korean", 120, 60),
    Match("go", "19x19-korean", 250, 180),
    Match("twelve_janggi", "classic", 60, 15),
    Match("hare_and_hounds", "classic", 30, 15),
)


def rows() -> Iterator[Row]:
    """Measure each game's match; seconds are for as many moves as the target has."""
    for match in MATCHES:
        record = longest(match)
        base.warm_up(match.slug)
        base.analyse(record.before(1), record.moves[1])
        started, slowest = time.perf_counter(), 0.0
        for ply, move in enumerate(record.moves):
            began = time.perf_counter()
            try:
                base.analyse(record.before(ply), move)
            except NoVerdict:
                continue
            slowest = max(slowest, time.perf_counter() - began)
        seconds = (time.perf_counter() - started) * match.moves / len(record.moves)
        name = f"analysis of {match.moves} moves, {match.slug} {match.variant}"
        bar = f"≤ {match.seconds:.0f}; of {len(record.moves)} played, slowest {slowest:.2f} s"
        yield Row(name, seconds, "s", bar)


def longest(match: Match) -> Record:
    """A repeatable match of weak levels with as many moves as the target, or the longest of several."""
    longest_yet = Record(match.slug, match.variant)
    for seed in range(_TRIED):
        record = played(match.slug, match.variant, match.moves, seed)
        longest_yet = max(longest_yet, record, key=lambda candidate: len(candidate.moves))
        # Matches of Go end when both sides pass.
        if len(longest_yet.moves) == match.moves or match.slug == "go":
            break
    return longest_yet


def played(slug: str, variant: str, moves: int, seed: int, levels: Sequence[str] = _LEVELS) -> Record:
    """A repeatable match of weak levels, up to a number of moves, or to where stones are marked in Go."""
    dice, record = random.Random(f"{slug} {variant} {seed}"), Record(slug, variant)
    position = GAMES[slug].start(variant)
    while (
        len(record.moves) < moves and position.outcome() is None and not getattr(position, "scoring", False)
    ):
        limit = Limit(_MOVE.seconds, _MOVE.nodes, dice.getrandbits(30))
        record = record.then(base.choose(record, dice.choice(levels), limit).move)
        position = replay(record)
    return record
