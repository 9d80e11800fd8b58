"""How long a position takes to look up among the openings of 100,000 matches, and how large their index is.

All matches are of one server, in many channels, and begin with one of some thousand openings of Othello.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence

from bench import Row
from bench.leaderboard import fill, fill_matches
from data.matches.opening_index import IndexedMove, indexed_moves
from data.store import Store, open_store
from data.tables.conditions import Scope
from data.tables.matches import opening_moves
from games import game
from games.base import Move, Record

MATCHES, OPENINGS, CHANNELS, PEOPLE = 100_000, 4_000, 100, 1_000
GUILD, FIRST_ID = 7, 10**18
LOOKUPS = 300
_LIKELY = 0.55
"""How often a move of an opening is the first of the legal ones, which have such chances in turn."""


def rows() -> Iterator[Row]:
    """Measure with one database."""
    yield from asyncio.run(_measure())


async def _measure() -> list[Row]:
    dice = random.Random(1)
    openings = [indexed_moves(_record(dice)) for _ in range(OPENINGS)]
    with tempfile.TemporaryDirectory(dir=".") as folder:  # /tmp may be in memory
        async with await open_store(f"sqlite:///{folder}/daeguk.db") as store:
            await fill_matches(store, [_match(number) for number in range(1, MATCHES + 1)])
            before = await _size(store)
            index = [row for number in range(1, MATCHES + 1) for row in _rows(number, dice.choice(openings))]
            await fill(store, opening_moves, index)
            size = (await _size(store) - before) / len(index)
            return [Row("index: a position", size, "bytes", "200"), *await _look_up(store, openings, dice)]


async def _look_up(store: Store, openings: Sequence[Sequence[IndexedMove]], dice: random.Random) -> list[Row]:
    server, some = Scope(GUILD), Scope(GUILD, frozenset(range(FIRST_ID, FIRST_ID + CHANNELS * 4 // 5)))
    own = Scope(user_id=FIRST_ID)
    start, first = openings[0][0]
    anywhere = [dice.choice(dice.choice(openings)) for _ in range(LOOKUPS)]

    lookups: list[tuple[str, Callable[[int], Awaitable[object]]]] = [
        ("any position of an opening", lambda number: store.openings.moves(anywhere[number][0], server)),
        ("the start", lambda _: store.openings.moves(start, server)),
        ("the start, in four fifths of the channels", lambda _: store.openings.moves(start, some)),
        ("the start, one person's matches", lambda _: store.openings.moves(start, own)),
        ("the start: the newest matches", lambda _: store.openings.newest(start, first, some, 25)),
    ]
    return [row for name, ask in lookups for row in await _timed(name, ask)]


async def _timed(name: str, ask: Callable[[int], Awaitable[object]]) -> list[Row]:
    took = []
    for number in range(LOOKUPS):
        began = time.perf_counter()
        await ask(number)
        took.append(1e3 * (time.perf_counter() - began))
    slow = sorted(took)[LOOKUPS * 99 // 100]
    return [Row(name, statistics.median(took), "ms", "100"), Row("… of 100 the slowest", slow, "ms", "100")]


def _record(dice: random.Random) -> Record:
    position, played = game("othello").start("8x8"), list[Move]()
    while len(played) < 20:
        legal = position.legal_moves()
        move = next((candidate for candidate in legal if dice.random() < _LIKELY), legal[0])
        position = position.play(move)
        played.append(move)
    return Record("othello", "8x8", tuple(played))


def _match(number: int) -> dict[str, object]:
    return {
        "id": number,
        "game": "othello",
        "variant": "8x8",
        "state": "over",
        "first_id": FIRST_ID + number % PEOPLE,
        "second_id": FIRST_ID + number % (PEOPLE - 1),
        "challenger_id": FIRST_ID + number % PEOPLE,
        "guild_id": GUILD,
        "channel_id": FIRST_ID + number % CHANNELS,
        "winner": 1 + number % 2,
        "reason": "outcome.more-discs",
        "created_at": 1.0,
        "updated_at": 1.0,
        "ended_at": 1.0 + number,
    }


def _rows(number: int, opening: Sequence[IndexedMove]) -> Iterator[dict[str, object]]:
    for position, move in opening:
        yield {
            "match_id": number,
            "position": position,
            "move": move,
            "guild_id": GUILD,
            "channel_id": FIRST_ID + number % CHANNELS,
            "winner": 1 + number % 2,
        }


async def _size(store: Store) -> int:
    """The size of the database."""
    pages = await store.database.read(
        lambda connection: connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    )
    size = await store.database.read(
        lambda connection: connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    )
    return int(pages) * int(size)
