"""How long leaderboards and a comparison of roles with ratings take: 2,000 people, 100,000 rated matches."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, Table, insert

from bench import Row
from data.model.rating_categories import Category, category_of
from data.servers.rank_roles import BEST, RankMember
from data.store import Store, open_store
from data.tables.boards import boards
from data.tables.matches import matches
from data.tables.people import people
from data.tables.ratings import ratings
from data.tables.servers import rank_members

MATCHES, PEOPLE, LOOKUPS = 100_000, 2_000, 100
GUILD, FIRST_ID, NOW = 7, 10**18, 1_000_000_000.0
_BATCH = 20_000
_PLAYED = [("gomoku", "freestyle-15")] * 7 + [("gomoku", "renju-15"), ("go", "9x9"), ("othello", "8x8")]


def rows() -> Iterator[Row]:
    """Measure with one database."""
    yield from asyncio.run(_measure())


async def _measure() -> list[Row]:
    dice = random.Random(1)
    with tempfile.TemporaryDirectory(dir=".") as folder:  # /tmp may be in memory
        async with await open_store(f"sqlite:///{folder}/daeguk.db") as store:
            await fill_matches(store, [match_row(number, dice) for number in range(1, MATCHES + 1)])
            ids = range(FIRST_ID, FIRST_ID + PEOPLE)
            await fill(store, people, [{"user_id": user_id, "pings": True, "world": True} for user_id in ids])
            await fill(
                store, ratings, [_rating(user_id, category, dice) for user_id in ids for category in Category]
            )
            await _give_roles(store)
            leaderboards = store.leaderboards
            favorite = category_of(*_PLAYED[0])
            board, world = (
                await leaderboards.of_guild(GUILD, favorite, NOW),
                await leaderboards.of_world(favorite, NOW),
            )
            listed = f"leaderboard of {len(board.listed):,} people, seven tenths of the matches"
            return [
                *await timed(listed, lambda: leaderboards.of_guild(GUILD, favorite, NOW)),
                *await timed("… a tenth of them", lambda: leaderboards.of_guild(GUILD, Category.GO, NOW)),
                *await timed(
                    "… of a server without any", lambda: leaderboards.of_guild(GUILD + 1, favorite, NOW)
                ),
                *await timed("which game is played most", lambda: leaderboards.most_played(GUILD)),
                *await timed(
                    f"leaderboard of all servers, {len(world.listed):,} people",
                    lambda: leaderboards.of_world(favorite, NOW),
                ),
                *await timed("roles of a server compared with ratings", lambda: _compare_roles(store)),
            ]


async def _give_roles(store: Store) -> None:
    """The server gives roles by the best rating, and everybody has theirs."""
    await store.rank_roles.set_game(GUILD, BEST)
    for minimum in range(0, 2_400, 200):
        await store.rank_roles.set_role(GUILD, minimum, FIRST_ID + minimum)
    wanted = await store.rank_roles.wanted(GUILD, NOW)
    given = [RankMember(GUILD, user_id, role_id, is_given=True) for user_id, role_id in wanted.items()]
    await fill(store, rank_members, [asdict(member) for member in given])


async def _compare_roles(store: Store) -> None:
    """What each pass of `bot.messages.rank_roles` reads where nothing has changed."""
    wanted, given = await store.rank_roles.wanted(GUILD, NOW), await store.rank_roles.members(GUILD)
    if {user_id: member.role_id for user_id, member in given.items()} != wanted:
        raise ValueError("everybody has the role that they are to have")


async def timed(
    name: str, ask: Callable[[], Awaitable[object]], lookups: int = LOOKUPS, target: str = "150"
) -> list[Row]:
    """The median and the slowest of many answers."""
    took = []
    for _ in range(lookups):
        began = time.perf_counter()
        await ask()
        took.append(1e3 * (time.perf_counter() - began))
    slow = sorted(took)[lookups * 99 // 100]
    return [
        Row(name, statistics.median(took), "ms", target),
        Row(f"… of {lookups} the slowest", slow, "ms", target),
    ]


def match_row(number: int, dice: random.Random) -> dict[str, object]:
    """A rated match of two people, as a row."""
    game, variant = dice.choice(_PLAYED)
    first, second = dice.sample(range(FIRST_ID, FIRST_ID + PEOPLE), 2)
    return {
        "id": number,
        "game": game,
        "variant": variant,
        "state": "over",
        "first_id": first,
        "second_id": second,
        "challenger_id": first,
        "guild_id": GUILD,
        "channel_id": FIRST_ID,
        "winner": 1 + number % 2,
        "reason": "outcome.resigned",
        "created_at": 1.0,
        "updated_at": 1.0,
        "ended_at": 1.0 + number,
        "rated": "1540~90>1552~85 1600~80>1588~76",
    }


def _rating(user_id: int, category: Category, dice: random.Random) -> dict[str, object]:
    return {
        "user_id": user_id,
        "category": category.value,
        "rating": dice.gauss(1500, 200),
        "deviation": dice.uniform(45, 90),
        "volatility": 0.06,
        "matches": dice.randint(5, 100),
        "wins": 3,
        "losses": 2,
        "rated_at": NOW - dice.uniform(0, 40) * 86_400,
    }


async def fill_matches(store: Store, rows: Sequence[dict[str, object]]) -> None:
    """Insert matches, each with a board that shows it."""
    await fill(store, matches, rows)
    posted = [
        {
            "match_id": row["id"],
            "guild_id": row.get("guild_id"),
            "channel_id": row["channel_id"],
            "message_id": FIRST_ID + number,
            "shown_version": 0,
        }
        for number, row in enumerate(rows)
    ]
    await fill(store, boards, posted)


async def fill(store: Store, table: Table, rows: Sequence[dict[str, object]]) -> None:
    """Insert rows."""
    for start in range(0, len(rows), _BATCH):
        batch = rows[start : start + _BATCH]

        def work(connection: Connection, batch: Sequence[dict[str, object]] = batch) -> None:
            connection.execute(insert(table), batch)

        await store.database.write(work)
