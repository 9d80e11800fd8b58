"""How long it takes to end a match, rated and not, with many rated matches of both players before it."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator

from bench import Row
from data.model.match import Match, MatchState, NewMatch, Place, Played
from data.store import Store, open_store
from games.base import Move, Outcome, Side

MATCHES, PEOPLE = 400, 12
_MOVES = ["d3", "c3", "c4", "c5", "b4", "d2", "e2", "f4", "d6", "c6"]
_DAY = 86_400.0


def rows() -> Iterator[Row]:
    """Measure the transaction that ends a match."""
    plain, rated = asyncio.run(_measure(is_rated=False)), asyncio.run(_measure(is_rated=True))
    yield Row("ending a match that is not rated", plain, "ms", "")
    yield Row(f"ending a rated match, of {PEOPLE} people with {MATCHES} before it", rated, "ms", "100")


async def _measure(*, is_rated: bool) -> float:
    took, now, dice = list[float](), [1e9], random.Random(1)
    with tempfile.TemporaryDirectory(dir=".") as folder:  # /tmp may be in memory
        async with await open_store(f"sqlite:///{folder}/daeguk.db", clock=lambda: now[0]) as store:
            for _ in range(MATCHES):
                now[0] += _DAY / 4
                match = await _played(store, dice, is_rated=is_rated)
                outcome = Outcome(dice.choice(list(Side)), "outcome.resigned")
                began = time.perf_counter()
                await store.matches.finish(match.id, match.position_id, outcome)
                took.append(time.perf_counter() - began)
    return 1e3 * statistics.median(took[MATCHES // 2 :])


async def _played(store: Store, dice: random.Random, *, is_rated: bool) -> Match:
    first, second = dice.sample(range(1, PEOPLE + 1), 2)
    new = NewMatch(
        game="othello",
        variant="8x8",
        state=MatchState.PLAYING,
        first_id=first,
        second_id=second,
        challenger_id=first,
        place=Place(guild_id=7, channel_id=70),
        is_rated=is_rated,
    )
    match = await store.matches.create(new)
    last = f"{dice.choice('abcdefgh')}{dice.randint(1, 8)}"
    moves = [Played(Move(move), first) for move in (*_MOVES, last)]
    return (await store.matches.append(match.id, match.position_id, moves, outcome=None)).match
