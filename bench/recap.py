"""How long a recap takes to read and draw with 10,000 matches of a year stored, of a server and of a person.

Everything that it reads is there: openings, and mistakes with their verdicts. The person has played 2,000 of
the matches.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Iterator
from datetime import UTC, date
from functools import partial
from types import SimpleNamespace
from typing import Any

from ai.analysis import ANALYSIS_VERSION, Line, Verdict, encode
from bench import Row
from bench.leaderboard import FIRST_ID, GUILD, PEOPLE, fill, fill_matches, match_row, timed
from bot.match.events import MatchEvents
from bot.messages.pictures import DrawingProcesses, Pictures
from bot.messages.recaps import Recaps
from bot.presenters.openings import named_positions
from bot.texts import texts
from bot.ui.recap import RecapPage
from data.ratings.recap import Period, Span
from data.store import Store, open_store
from data.tables.conditions import Scope
from data.tables.matches import analyses, mistakes, moves, opening_moves
from games.base import Move

MATCHES, OFTEN = 10_000, 2_000
LOOKUPS = 20
YEAR = Period(Span.YEAR, date(2026, 1, 1))
BEGIN, END = YEAR.bounds(UTC)
LINE = ["d3", "c3", "c4", "c5", "b4", "d2", "e2", "f4", "d6", "c6"]


def rows() -> Iterator[Row]:
    """Measure with one database."""
    yield from asyncio.run(_measure())


async def _measure() -> list[Row]:
    with tempfile.TemporaryDirectory(dir=".") as folder:  # /tmp may be in memory
        async with await open_store(f"sqlite:///{folder}/daeguk.db") as store:
            await _fill(store)
            pictures = Pictures(DrawingProcesses())
            recaps = Recaps(_client(), store, _composer(pictures), MatchEvents(), lambda: END)
            try:
                measured = []
                for name, user_id, scope in (
                    (f"recap of a server with {MATCHES:,} matches", None, Scope(GUILD)),
                    (f"… of somebody with {OFTEN:,} of them", FIRST_ID, Scope(user_id=FIRST_ID)),
                ):
                    page = RecapPage(user_id, YEAR)
                    ask = partial(recaps.composed, page, scope, None, texts("en"))
                    measured += await timed(name, ask, lookups=LOOKUPS, target="1,000")
                return measured
            finally:
                pictures.close()


def _client() -> Any:
    """Knows everybody."""
    return SimpleNamespace(get_user=lambda user_id: SimpleNamespace(display_name=f"Person {user_id % 1000}"))


def _composer(pictures: Pictures) -> Any:
    """Draws as that of the bot."""

    async def chart_theme(*_: object) -> str:
        return "dark"

    return SimpleNamespace(chart_theme=chart_theme, render=pictures.draw)


async def _fill(store: Store) -> None:
    dice = random.Random(1)
    played = [_played(number, dice) for number in range(1, MATCHES + 1)]
    await fill_matches(store, played)
    numbers = [int(str(match["id"])) for match in played if match["game"] == "othello"]
    named = [*named_positions("othello")]
    of_moves = [{"match_id": number, "ply": ply, "move": move, "played_at": 1.0}
                for number in numbers for ply, move in enumerate(LINE)]  # fmt: skip
    await fill(store, moves, of_moves)
    verdict = encode(Verdict(Line(Move("d3"), (Move("d3"),), 0.4), Line(Move("f4"), (Move("f4"),), -0.6)))
    of_match = {"engine": ANALYSIS_VERSION, "verdict": verdict}
    await fill(store, analyses, [
        {"match_id": number, "ply": ply, "position": number, **of_match}
        for number in numbers for ply in range(3, 6)
    ])  # fmt: skip
    made = {"user_id": FIRST_ID, "tries": 0, "solved": 0}
    await fill(
        store, mistakes, [{"match_id": number, "ply": ply, **made} for number in numbers for ply in (3, 5)]
    )
    place = {"move": "d3", "guild_id": GUILD, "channel_id": FIRST_ID}
    await fill(store, opening_moves, [
        {"match_id": number, "position": position, **place}
        for number in numbers for position in dice.sample(named, 3)
    ])  # fmt: skip


def _played(number: int, dice: random.Random) -> dict[str, object]:
    row = match_row(number, dice) | {"ended_at": BEGIN + number * 3_000.0}
    if number % (MATCHES // OFTEN) == 0:
        row["first_id" if number % 2 else "second_id"] = FIRST_ID
    if row["first_id"] == row["second_id"]:
        row["second_id"] = FIRST_ID + PEOPLE
    return row | ({"game": "othello", "variant": "8x8"} if number % 2 == 0 else {})
