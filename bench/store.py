"""How many moves a second the store commits on this disk, and how long one change takes.

Matches in their own tasks append one move after the other, with `synchronous` FULL as in the bot.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator

from bench import Row
from data.model.match import Match, MatchState, NewMatch, Place, Played
from data.store import Store, open_store
from games.base import Move

SECONDS = 5.0
AT_ONCE = (1, 8, 60)
PLIES = 60
"""The length of a match; then the next begins."""


def rows() -> Iterator[Row]:
    """Measure with so many matches at once."""
    for matches in AT_ONCE:
        yield from asyncio.run(_measure(matches))


async def _measure(at_once: int) -> list[Row]:
    took: list[float] = []
    with tempfile.TemporaryDirectory(dir=".") as folder:  # /tmp may be in memory
        async with await open_store(f"sqlite:///{folder}/daeguk.db") as store:
            began, processor = time.perf_counter(), time.process_time()
            end = began + SECONDS
            await asyncio.gather(*(_play(store, end, took) for _ in range(at_once)))
            seconds, processor = time.perf_counter() - began, time.process_time() - processor
    name = f"{at_once} match{'es' * (at_once > 1)} at once: moves"
    slowest = sorted(took)[len(took) * 99 // 100]
    return [
        Row(name, len(took) / seconds, "a second", "400" if at_once == max(AT_ONCE) else ""),
        Row("… one takes", 1e3 * statistics.median(took), "ms", ""),
        Row("… of 100 the slowest takes", 1e3 * slowest, "ms", ""),
        Row("… processor time for one", 1e3 * processor / len(took), "ms", ""),
    ]


async def _play(store: Store, end: float, took: list[float]) -> None:
    """Play matches of two people until the time is over."""
    while time.perf_counter() < end:
        match = await _new_match(store)
        while match.ply < PLIES and time.perf_counter() < end:
            began = time.perf_counter()
            move = Played(Move("d3"), 1)
            match = (await store.matches.append(match.id, match.position_id, [move], outcome=None)).match
            took.append(time.perf_counter() - began)


async def _new_match(store: Store) -> Match:
    new = NewMatch(
        game="othello",
        variant="8x8",
        state=MatchState.PLAYING,
        first_id=1,
        second_id=2,
        challenger_id=1,
        place=Place(guild_id=7, channel_id=70),
    )
    return await store.matches.create(new)
