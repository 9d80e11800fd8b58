"""How many labels of the analysis are right: its blunders, compared with the truth about the same moves.

The truth is an exact solution where there is one, and else a search with many times the seconds of the
analysis. Positions come from matches of weak levels; half of the moves are theirs, half are random.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ai import base
from ai.analysis import BLUNDER, MISTAKE, Verdict
from ai.base import Limit, NoVerdict
from bench import Row
from bench.analysis import played
from games import replay
from games.base import Move, Record

BY_NAME_ONLY = "deep searches of hundreds of positions take half an hour"
_WHIM = 0.5


@dataclass(frozen=True, slots=True)
class Sample:
    """Positions of one kind, at certain ``plies`` of matches; the ``seconds`` are those of the truth."""

    name: str
    slug: str
    variant: str
    plies: range
    count: int
    seconds: float


SAMPLES = (
    Sample("othello, 14 to 20 empty, solved", "othello", "8x8", range(40, 47), 150, 30.0),
    Sample("othello, 25 to 50 empty, 10 times the seconds", "othello", "8x8", range(10, 36), 150, 1.8),
    Sample("gomoku, 10 times the seconds", "gomoku", "freestyle-15", range(4, 50), 150, 7.0),
    Sample("gomoku renju, 10 times the seconds", "gomoku", "renju-15", range(4, 50), 150, 7.0),
    Sample("go 9x9, 10 times the seconds", "go", "9x9-korean", range(6, 60), 300, 13.5),
)


def rows() -> Iterator[Row]:
    """Compare the labels of each sample with the truth."""
    for sample in SAMPLES:
        yield from compared(sample)


def compared(sample: Sample) -> Iterator[Row]:
    """Compare the labels of one sample with the truth."""
    losses = list(judged(sample))
    for name, threshold in (("blunders", BLUNDER), ("blunders or mistakes", MISTAKE)):
        labelled = [truth >= threshold for quick, truth in losses if quick >= BLUNDER]
        true = [quick >= threshold for quick, truth in losses if truth >= BLUNDER]
        yield _share(f"{sample.name}: labelled blunders that are {name}", labelled, "≥ 95")
        yield _share(f"{sample.name}: true blunders labelled {name}", true, "≥ 90")


def judged(sample: Sample) -> Iterator[tuple[float, float]]:
    """What each move of a sample loses, by the analysis and by the truth."""
    dice, done, seed = random.Random(sample.name), 0, 0
    base.warm_up(sample.slug)
    while done < sample.count:
        seed += 1
        record = played(sample.slug, sample.variant, sample.plies[-1] + 1, seed)
        for ply in dice.sample(sample.plies, 3):
            if ply < len(record.moves) and done < sample.count:
                before, move = record.before(ply), _move(record, ply, dice)
                try:
                    quick = base.analyse(before, move)
                    deep = base.analyse(before, move, Limit(sample.seconds))
                except NoVerdict:
                    continue
                done += 1
                yield _loss(quick), _loss(deep)


def _move(record: Record, ply: int, dice: random.Random) -> Move:
    """The move that was played, or a random one."""
    if dice.random() >= _WHIM:
        return record.moves[ply]
    return dice.choice(replay(record.before(ply)).legal_moves())


def _loss(verdict: Verdict) -> float:
    return 0.0 if verdict.played is None else verdict.best.score - verdict.played.score


def _share(name: str, right: list[bool], bar: str) -> Row:
    return Row(name, 100 * sum(right) / max(1, len(right)), "%", f"{bar}; of {len(right)}")
