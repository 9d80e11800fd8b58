"""How long a server with 1,000 seeks takes to list them, to match one more, and to accept one."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from sqlalchemy import Connection, insert

from bench import Row
from bot.match.events import MatchEvents
from bot.match.seeks import Seeks
from data.matches.seeks import NewSeek, Seek
from data.model.glicko import Rating
from data.model.match import Place
from data.model.rating_categories import category_of
from data.ratings.values import PersonRating
from data.store import Store, open_store
from data.tables.opponents import seeks
from data.tables.ratings import ratings
from games import GAMES
from games.clock import CONTROLS

SEEKS, GUILD, FIRST_ID = 1_000, 7, 10**18
TIMES = 100
_PLACE = Place(GUILD, 70)


def rows() -> list[Row]:
    """Measure with one database."""
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    dice = random.Random(1)
    with tempfile.TemporaryDirectory(dir=".") as folder:  # /tmp may be in memory
        async with await open_store(f"sqlite:///{folder}/daeguk.db") as store:
            listed = await _fill(store, dice)
            tested = Seeks(store, MatchEvents(), time.time)
            news = [replace(_wanted(dice, SEEKS + number), range=None) for number in range(TIMES)]
            accepted = dice.sample([seek for seek in listed if seek.range is None], TIMES)
            cases: list[tuple[str, int, Callable[[int], Awaitable[object]]]] = [
                ("1,000 seeks: list them", 20, lambda _: tested.listed(GUILD)),
                ("… accept one", TIMES, lambda number: _accept(tested, accepted[number])),
                ("… match one more, or add it", TIMES, lambda number: tested.seek(news[number], _PLACE)),
            ]
            rows = []
            for name, times, ask in cases:
                rows += await _timed(name, times, ask)
            return rows


async def _accept(tested: Seeks, seek: Seek) -> None:
    await tested.accept(seek.id, FIRST_ID + 10 * SEEKS + seek.id, _PLACE)


async def _timed(name: str, times: int, ask: Callable[[int], Awaitable[object]]) -> list[Row]:
    took = []
    for number in range(times):
        began = time.perf_counter()
        await ask(number)
        took.append(1e3 * (time.perf_counter() - began))
    slow = sorted(took)[times * 95 // 100]
    return [Row(name, statistics.median(took), "ms", "100"), Row("… of 20 the slowest", slow, "ms", "100")]


def _wanted(dice: random.Random, number: int) -> NewSeek:
    slug = dice.choice(list(GAMES))
    now = time.time()
    return NewSeek(
        user_id=FIRST_ID + number,
        guild_id=GUILD,
        channel_id=_PLACE.channel_id,
        game=slug,
        variant=GAMES[slug].variants[0],
        control=dice.choice([None, *CONTROLS]),
        is_rated=dice.random() < 0.5,
        range=dice.choice([None, 100, 200]),
        created_at=now,
        expires_at=now + 3600,
    )


async def _fill(store: Store, dice: random.Random) -> list[Seek]:
    wanted = [_wanted(dice, number) for number in range(SEEKS)]
    rated = [
        PersonRating(
            user_id=seek.user_id,
            category=category_of(seek.game, seek.variant),
            last=Rating(dice.gauss(1500, 200)),
            matches=20,
            wins=9,
            losses=9,
            rated_at=1.0,
        ).row
        for seek in wanted
    ]

    def work(connection: Connection) -> None:
        connection.execute(
            insert(seeks),
            [{name: getattr(seek, name) for name in NewSeek.__dataclass_fields__} for seek in wanted],
        )
        connection.execute(insert(ratings), rated)

    await store.database.write(work)
    return await store.seeks.of_guild(GUILD, time.time())
