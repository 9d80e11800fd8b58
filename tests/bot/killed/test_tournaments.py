"""kill -9 of the bot at every kind of step while a rated round robin is created, joined, played and ended.

Start reading at `Club.act`, what people do next, and `check`, what holds after each kill.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from bot.texts import texts
from bot.tournaments.kinds import standings
from bot.tournaments.standings import halves
from data.model.match import Match, MatchState
from data.model.tournament import Result, Tournament, TournamentState
from data.tables.tournaments import tournaments
from data.tournaments.rows import read_tournaments
from games import replay
from sandbox import InteractionFailed, Sandbox, SeenMessage

from ..whole.world import FakePlayer, World
from .prepared import PreparedBotProcess
from .process import stored

PLIES = 10
"""After so many moves a match is rated."""
WITHIN = 180.0
NEW = {"kind": "round-robin", "game": "othello", "variant": "6x6", "rated": True}


class FatalBot(PreparedBotProcess):
    """A process that kills itself at its steps."""

    steps: Path
    times = 0
    only = ""

    def settings(self) -> dict[str, str]:
        """See `BotProcess.settings`."""
        return super().settings() | {
            "TEST_FATAL_STEPS": str(self.steps),
            "TEST_FATAL_TIMES": str(self.times),
            "TEST_FATAL_ONLY": self.only,
        }


class Club:
    """Four people in one tournament, of whom the last one drops out."""

    def __init__(self, hands: World, bot: FatalBot) -> None:
        self.hands = hands
        self.bot = bot
        self.people = [hands.alice, hands.bob, hands.minji, hands.junho]
        self.before: Tournament | None = None

    # --- What people do ------------------------------------------------------------------------------

    async def act(self) -> bool:
        """Do what is next, as people see it; False if they have to wait."""
        one = read(self.bot.path)
        if one is None:
            panel = (await self.hands.alice.command(self.hands.games, "tournament create", **NEW)).shown
            label = texts("en").plain("button.tournament-create")
            create = next(key.custom_id for key in panel.buttons if key.label == label)
            await self.hands.alice.click(panel, custom_id=create or "")
        elif one.state is TournamentState.OPEN:
            return await self._join_or_start(one)
        elif one.state is TournamentState.RUNNING:
            return await self._play(one)
        return one is None

    async def _join_or_start(self, one: Tournament) -> bool:
        message = self._message(one)
        missing = [person for person in self.people if one.entrant_of(int(person.id)) is None]
        if message is None:
            return False  # it is posted by itself soon
        if missing:
            await missing[0].click(message, custom_id="p:tournament:join.1")
        else:
            panel = (await self.hands.alice.click(message, custom_id="p:tournament:manage.1")).shown
            await self.hands.alice.click(panel, custom_id="p:tournament:start.1")
        return True

    async def _play(self, one: Tournament) -> bool:
        last = one.entrant_of(int(self.people[-1].id))
        if one.round == 2 and last is not None and not last.dropped:
            message = self._message(one)
            if message is not None:
                question = (await self.people[-1].click(message, custom_id="p:tournament:drop.1")).shown
                await self.people[-1].click(question, custom_id="p:tournament:leave.1")
            return message is not None
        for match in self._posted(one):
            await self._move_or_resign(match)
            return True
        return False

    def _posted(self, one: Tournament) -> list[Match]:
        numbers = [pairing.match_id for pairing in one.in_round(one.round) if pairing.result is None]
        every = stored(self.bot.path)
        found = [every[number] for number in numbers if number is not None]
        return [match for match in found if match.state == MatchState.PLAYING and match.home.message_id]

    async def _move_or_resign(self, match: Match) -> None:
        position = replay(match.record)
        user_id = match.user_of(position.to_move)
        person = next(one for one in self.people if int(one.id) == user_id)
        channel = str(match.home.channel_id)
        if match.ply < PLIES:
            move = position.legal_moves()[0]
            await person.command(channel, "move", move=move, match=match.id)
            return
        asked = await person.command(channel, "resign", match=match.id)
        if keys := [key for key in asked.shown.buttons if "resign-yes" in (key.custom_id or "")]:
            await person.click(asked.shown, custom_id=keys[0].custom_id or "")

    def _message(self, one: Tournament) -> SeenMessage | None:
        """Its message, also one that was posted and not stored."""
        keys = ("p:tournament:join.1", "p:tournament:drop.1")
        every = [seen for seen in self.hands.sandbox.messages(self.hands.games) if not seen.ephemeral]
        found = [seen for seen in every if any(key.custom_id in keys for key in seen.buttons)]
        stored_ones = [seen for seen in found if int(seen.id) == one.message_id]
        return next(iter(stored_ones or found), None)

    # --- Lives ---------------------------------------------------------------------------------------

    async def live(self) -> bool:
        """From a start to the kill; False if nothing kills the process and everything is done."""
        await self.bot.start()
        watching = asyncio.create_task(self._bury())
        try:
            await self._ready()
            deadline = time.monotonic() + WITHIN
            while self.bot.alive:
                with contextlib.suppress(InteractionFailed):
                    if await self.act():
                        deadline = time.monotonic() + WITHIN
                        continue
                if is_done(read(self.bot.path)):
                    return False
                assert time.monotonic() < deadline, "\n".join(self.bot.lines[-20:])
                await asyncio.sleep(0.02)
            return True
        finally:
            watching.cancel()
            await self.bot.end()

    async def _ready(self) -> None:
        """Wait until the process answers, or is dead."""
        try:
            await self.bot.ready()
        except AssertionError:
            await self.bot.process.wait()
            assert self.bot.process.returncode == -signal.SIGKILL, "\n".join(self.bot.lines[-20:])
            await self.bot.end()

    async def _bury(self) -> None:
        """Whoever waits for the dead process hears that nobody answers."""
        await self.bot.process.wait()
        await self.bot.kill()

    # --- What holds ----------------------------------------------------------------------------------

    def check(self) -> None:
        """After a kill: what was stored stays, and nothing is there twice."""
        copy = self.bot.path.with_name("copy.db")
        for suffix in ("", "-wal"):
            if self.bot.path.with_name(self.bot.path.name + suffix).exists():
                shutil.copy(f"{self.bot.path}{suffix}", f"{copy}{suffix}")
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        one, matches = read(copy), stored(copy)
        if one is not None:
            check_pairings(one, self.before, matches)
            check_ratings(copy, matches)
            check_messages(self.hands, matches)
        self.before = one
        for file in copy.parent.glob("copy.db*"):
            file.unlink()


def read(path: Path) -> Tournament | None:
    """The tournament of a database file."""
    engine = create_engine(f"sqlite:///{path}")
    try:
        with engine.connect() as connection:
            return next(iter(read_tournaments(connection, tournaments.c.id == 1)), None)
    finally:
        engine.dispose()


def is_done(one: Tournament | None) -> bool:
    """Whether nothing is left to do."""
    return one is not None and one.state is TournamentState.OVER and one.announced and is_shown(one)


def is_shown(one: Tournament) -> bool:
    """Whether its message shows it as it is."""
    return one.message_id is not None and one.shown_version == one.version


def check_pairings(one: Tournament, before: Tournament | None, matches: dict[int, Match]) -> None:
    """Nobody is paired twice, each match belongs to one pairing, and what was so stays so."""
    pairs = Counter(frozenset((pairing.first, pairing.second)) for pairing in one.pairings)
    assert set(pairs.values()) <= {1}, "two entrants are paired twice"
    for number in range(1, one.round + 1):
        seats = Counter(seat for pair in one.in_round(number) for seat in (pair.first, pair.second))
        assert set(seats.values()) == {1}, "an entrant is paired twice in a round"
    claimed = Counter(pairing.match_id for pairing in one.pairings if pairing.match_id is not None)
    assert claimed == Counter(matches.keys()), "a match belongs to no pairing, or to two"
    if before is not None:
        assert one.version >= before.version
        entered = [entrant.user_id for entrant in one.entrants]
        assert entered[: len(before.entrants)] == [entrant.user_id for entrant in before.entrants]
        for then, now in zip(before.pairings, one.pairings, strict=False):
            assert (then.first, then.second) == (now.first, now.second)
            assert then.match_id in (None, now.match_id) and then.result in (None, now.result)


def check_ratings(path: Path, matches: dict[int, Match]) -> None:
    """Each match that is over was rated once, and the ratings are what followed from the last of them."""
    with closing(sqlite3.connect(path)) as connection:
        rated = connection.execute(
            "SELECT match_id, first_id, first_after, second_id, second_after FROM rated_matches"
            " WHERE unrated IS NULL ORDER BY ended_at, match_id"
        ).fetchall()
        ratings = connection.execute("SELECT user_id, rating, matches FROM ratings").fetchall()
    over = [one.id for one in matches.values() if one.state == MatchState.OVER and one.ply >= PLIES]
    assert sorted(row[0] for row in rated) == sorted(over), "a match was not rated, or twice"
    last, count = dict[int, float](), Counter[int]()
    for _, first, first_after, second, second_after in rated:
        last |= {first: first_after, second: second_after}
        count.update((first, second))
    assert {(user, rating, matches) for user, rating, matches in ratings} == {
        (user, last[user], count[user]) for user in last
    }


def check_messages(hands: World, matches: dict[int, Match]) -> None:
    """No board, thread or announcement is there twice."""
    state = hands.sandbox.state
    threads = [one for one in state.channels.values() if one.get("parent_id") == str(hands.games)]
    threads = [one for one in threads if one.get("thread_metadata")]
    assert len({one["name"] for one in threads}) == len(threads), "a match has two threads"
    for place in (str(hands.games), *(one["id"] for one in threads)):
        seen = [one for one in hands.sandbox.messages(place) if not one.ephemeral]
        for match in matches.values():
            boards = [
                one for one in seen if any(f":{match.id}:" in (key.custom_id or "") for key in one.buttons)
            ]
            boards = [one for one in boards if str(one.buttons[0].custom_id).startswith("b:")]
            assert len(boards) <= 1, "a match has two boards"
        announced = sum(one.text.startswith("🏆") or " 🏆" in one.text for one in seen)
        assert announced <= 1, "an announcement is there twice"


def check_end(club: Club) -> None:
    """The last state: everything was announced, and the message shows the places."""
    one = read(club.bot.path)
    assert one is not None and len(one.in_round(3)) == 2
    results = Counter(pairing.result for pairing in one.pairings)
    assert results[Result.FIRST_BY_FORFEIT] + results[Result.SECOND_BY_FORFEIT] >= 1
    seen = [seen for seen in club.hands.sandbox.messages(club.hands.games) if not seen.ephemeral]
    assert sum("🏆" in seen.text for seen in seen) == 1
    shown = [message for message in seen if texts("en")("tournament.over") in message.text]
    assert [int(message.id) for message in shown] == [one.message_id]
    assert "p:tournament:drop" not in "".join(str(message.raw["components"]) for message in seen)
    places = ", ".join(f"{place.place}: {halves(place.points)}" for place in standings(one))
    described = [str(item["description"]) for item in _media(shown[0].raw["components"])]
    without_names = [re.sub(r"(\d)\. (?!Place)[^:]+: ", r"\1: ", text) for text in described]
    assert without_names == [texts("en").plain("tournament.alt", round=3, places=places)]


def _media(components: list[dict[str, object]]) -> list[dict[str, object]]:
    """The pictures among components."""
    found: list[dict[str, object]] = []
    for one in components:
        found += one.get("items") or []  # type: ignore[arg-type]
        found += _media(one.get("components") or [])  # type: ignore[arg-type]
    return found


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with Sandbox.running() as sandbox:
        bot = FatalBot(sandbox, tmp_path / "daeguk.db")
        bot.steps = tmp_path / "steps.txt"
        yield Club(World(sandbox, bot.path, FakePlayer()), bot)


async def play_to_the_end(club: Club, times: int, only: str = "") -> int:
    """Play on over every kill, with every check after each; how many kills there were."""
    await club.bot.start()
    await club.bot.ready()
    await club.bot.kill()
    club.bot.times, club.bot.only = times, only
    kills = 0
    while await club.live():
        club.check()
        kills += 1
    club.check()
    check_end(club)
    return kills


TWICE = r"after (commit: .*(insert matches|rated_|insert tournament_pairings)|POST .*(threads|begin|end)$)"
"""Steps after which something could be done again: a match, a rating, a pairing, a board, an announcement."""


async def test_a_tournament_is_played_over_kills(club: Club) -> None:
    assert await play_to_the_end(club, 1, TWICE) >= 6


@pytest.mark.soak
async def test_a_tournament_is_played_over_kills_at_every_kind_of_step(club: Club) -> None:
    assert await play_to_the_end(club, 3) > 90
