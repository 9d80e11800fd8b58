"""The bytes on the disk that 1,000 finished matches take in SQLite, by table, their indexes apart.

The matches are copies of a few that level 3 has played against itself, as many of each game, in the variant
that `/play` offers first and Go also on 19 lines. Their verdicts are real ones, found in a tenth of a second.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import text

from ai.analysis import ANALYSIS_VERSION, encode
from ai.base import AiError, Limit, analyse, choose
from ai.level import Level
from bench import Row
from bench.leaderboard import FIRST_ID, GUILD, fill, fill_matches
from data.matches.opening_index import indexed_moves
from data.store import Store, open_store
from data.tables.matches import accuracies, analyses, moves, opening_moves
from games import replay
from games.base import Record

BY_NAME_ONLY = "three minutes"
MATCHES = 1_000
PLAYED = (
    ("othello", "8x8"),
    ("gomoku", "freestyle-15"),
    ("go", "9x9-korean"),
    ("go", "19x19-korean"),
    ("hare_and_hounds", "classic"),
    ("twelve_janggi", "classic"),
)
MAX_PLIES = 250
_EACH = 2
_LEVEL, _LIMIT = Level("3"), Limit(0.1)
_SIZES = text("SELECT name, SUM(pgsize) FROM dbstat GROUP BY name")


@dataclass(frozen=True, slots=True)
class Sample:
    """A match, and the texts of the verdicts on its positions by ply."""

    record: Record
    verdicts: dict[int, str]


def rows() -> Iterator[Row]:
    """Measure one database."""
    samples = [_sample(*game) for game in PLAYED for _ in range(_EACH)]
    yield from asyncio.run(_measure(samples))
    for slug, variant in PLAYED:
        of_game = [sample for sample in samples if sample.record.game == slug]
        of_variant = [sample for sample in of_game if sample.record.variant == variant]
        texts = [verdict for sample in of_variant for verdict in sample.verdicts.values()]
        name = f"a verdict of {slug} {variant}, its text"
        yield Row(name, sum(map(len, texts)) / len(texts), "bytes", f"{len(texts)} of them")


async def _measure(samples: list[Sample]) -> list[Row]:
    with tempfile.TemporaryDirectory(dir=".") as folder:
        async with await open_store(f"sqlite:///{folder}/daeguk.db") as store:
            before = await _sizes(store)
            for number in range(1, MATCHES + 1):
                await _store(store, number, samples[number % len(samples)])
            after = await _sizes(store)
    grown = {name: size - before.get(name, 0) for name, size in after.items() if size > before.get(name, 0)}
    plies = sum(len(samples[n % len(samples)].record.moves) for n in range(1, MATCHES + 1))
    total = sum(grown.values()) / 1e6
    return [
        Row(f"{MATCHES:,} matches of {plies / MATCHES:.0f} moves on the disk", total, "MB", ""),
        *(Row(f"… {name}", size / 1e6, "MB", "") for name, size in sorted(grown.items())),
    ]


async def _sizes(store: Store) -> dict[str, int]:
    """The bytes of each table and each index."""
    return await store.database.read(
        lambda connection: {name: int(size) for name, size in connection.execute(_SIZES)}
    )


def _sample(slug: str, variant: str) -> Sample:
    """A match of level 3 against itself, judged."""
    record, verdicts = Record(slug, variant), dict[int, str]()
    while len(record.moves) < MAX_PLIES and replay(record).outcome() is None:
        try:
            move = choose(record, _LEVEL, _LIMIT).move
            verdicts[len(record.moves)] = encode(analyse(record, move, _LIMIT))
        except AiError:  # dead stones are marked
            break
        record = record.then(move)
    return Sample(record, verdicts)


async def _store(store: Store, number: int, sample: Sample) -> None:
    """Store a match with everything that is kept of it."""
    record, dice = sample.record, random.Random(number)
    place = {"guild_id": GUILD, "channel_id": FIRST_ID + number % 100}
    match = {
        "id": number,
        "game": record.game,
        "variant": record.variant,
        "state": "over",
        "first_id": FIRST_ID + number,
        "second_id": FIRST_ID + 2 * number,
        "challenger_id": FIRST_ID + number,
        "winner": 1,
        "reason": "outcome.resigned",
        "created_at": 1.7e9 + number,
        "updated_at": 1.7e9 + number,
        "ended_at": 1.7e9 + number,
    }
    await fill_matches(store, [match | place])
    of_match = {"match_id": number}
    played = [
        of_match | {"ply": ply, "move": move, "user_id": FIRST_ID + number, "played_at": 1.7e9 + ply / 3}
        for ply, move in enumerate(record.moves)
    ]
    await fill(store, moves, played)
    judged = [
        of_match
        | {"ply": ply, "position": dice.getrandbits(63), "engine": ANALYSIS_VERSION, "verdict": verdict}
        for ply, verdict in sample.verdicts.items()
    ]
    await fill(store, analyses, judged)
    await fill(store, accuracies, [of_match | {"engine": ANALYSIS_VERSION, "first": 87.5, "second": 71.25}])
    index = [
        of_match | place | {"position": position, "move": move, "winner": 1}
        for position, move in indexed_moves(record)
    ]
    await fill(store, opening_moves, index)
