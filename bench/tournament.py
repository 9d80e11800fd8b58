"""How long a round of a Swiss of 64 takes: pairing, storing, and starting its 32 matches."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace

from bench import Row
from bot.match.events import MatchEvents
from bot.match.tournaments import Tournaments
from bot.tournaments.kinds import standings
from bot.tournaments.swiss import swiss_round
from data.model.tournament import Kind, NewTournament, Result, Tournament
from data.store import Store, open_store

PEOPLE, ROUNDS = 64, 6
_NEW = NewTournament(
    guild_id=7,
    channel_id=8,
    locale=None,
    creator_id=1,
    kind=Kind.SWISS,
    game="othello",
    variant="8x8",
    control="1-day",
    rounds=ROUNDS,
    level=None,
    rated=False,
)
_RESULTS = (Result.FIRST, Result.SECOND, Result.DRAW)


def rows() -> Iterator[Row]:
    """Measure each round of one tournament, in a database of its own."""
    yield from asyncio.run(_measure())


async def _measure() -> list[Row]:
    pairing, storing, starting, ranking = [], [], [], []
    dice = random.Random(1)
    with tempfile.TemporaryDirectory(dir=".") as folder:  # /tmp may be in memory
        async with await open_store(f"sqlite:///{folder}/daeguk.db") as store:
            tournaments = Tournaments(store, MatchEvents(), time.time)
            tournament = await tournaments.create(_NEW)
            for person in range(PEOPLE):
                tournament = await tournaments.join(tournament.id, 10**18 + person)
            tournament = await tournaments.start(tournament.id)
            for _ in range(ROUNDS):
                began = time.perf_counter()
                swiss_round(tournament.playing, tournament.pairings)
                pairing.append(time.perf_counter() - began)
                began = time.perf_counter()
                tournament = await tournaments._follow_results(tournament)
                storing.append(time.perf_counter() - began - pairing[-1])
                began = time.perf_counter()
                tournament = await tournaments.go_on(tournament)
                starting.append(time.perf_counter() - began)
                began = time.perf_counter()
                standings(tournament)
                ranking.append(time.perf_counter() - began)
                tournament = await _with_results(store, tournament, dice)
    measured = {
        "pairing": pairing,
        "storing its pairings": storing,
        "starting its 32 matches": starting,
        "standings": ranking,
    }
    named = ((f"a round of {PEOPLE}: {name}", seconds) for name, seconds in measured.items())
    return [Row(name, 1000 * statistics.median(seconds), "ms", "") for name, seconds in named]


async def _with_results(store: Store, tournament: Tournament, dice: random.Random) -> Tournament:
    """The tournament with results for the pairings of its round, before the next round is paired."""
    pairings = tuple(
        replace(pairing, result=dice.choice(_RESULTS)) if pairing.result is None else pairing
        for pairing in tournament.pairings
    )
    return await store.tournaments.replace(tournament, replace(tournament, pairings=pairings))
