"""kill -9 while a match's other board, in another server, is behind: it becomes true after the next start."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from data.model.match import Match, MatchState, NewMatch, Place
from data.store import open_store
from games.base import Side
from sandbox import Fault, Sandbox, SeenMessage

from ..whole.world import FakePlayer, World, is_shown
from .prepared import PreparedBotProcess

WITHIN = 180.0
FOR_EVER = 600.0


async def until(test: Callable[[], object], bot: PreparedBotProcess) -> None:
    deadline = time.monotonic() + WITHIN
    while not test():
        assert time.monotonic() < deadline, "\n".join(bot.lines[-20:])
        await asyncio.sleep(0.01)


async def test_the_other_board_is_posted_and_made_true_after_kills(tmp_path: Path) -> None:
    async with Sandbox.running() as sandbox:
        bot = PreparedBotProcess(sandbox, tmp_path / "daeguk.db")
        hands = World(sandbox, bot.path, FakePlayer())
        alice, bob = hands.alice, hands.bob
        guild = sandbox.places.add_guild("Club", bob.id, members=(bob.id,))
        club = sandbox.places.add_channel(guild, "club")
        home = Place(int(hands.guild_of(hands.games)), int(hands.games.id), "en-US")
        new = NewMatch(
            game="othello",
            variant="8x8",
            state=MatchState.PLAYING,
            first_id=int(alice.id),
            second_id=int(bob.id),
            challenger_id=int(alice.id),
            place=home,
            elsewhere=(Side.SECOND, Place(int(guild), int(club.id), "en-US")),
        )
        async with await open_store(f"sqlite:///{bot.path}") as store:
            made = await store.matches.create(new)

        async def now() -> Match:
            async with await open_store(f"sqlite:///{bot.path}") as reading:
                return await reading.matches.get(made.id)

        def boards() -> list[SeenMessage]:
            return [one for one in sandbox.messages(club) if f":{made.id}:" in str(one.raw["components"])]

        try:
            await bot.start()
            await bot.ready()
            await until(boards, bot)
            first = (await alice.command(hands.games, "board")).shown
            held = sandbox.faults.add(Fault("PATCH", rf"/channels/{club.id}/messages/\d+", delay=FOR_EVER))
            await alice.click(first, label="d3")
            await until(lambda: held.times == 0, bot)
            await bot.kill()
            sandbox.faults.clear()
            stored = await now()
            assert stored.moves == ("d3",) and not is_shown(boards()[-1], stored)
            await bot.start()
            await bot.ready()
            await until(lambda: is_shown(boards()[-1], stored), bot)
            assert len(boards()) == 1
            await bob.click(boards()[-1], label="c3")
            await until(lambda: ":2.0" in str(first.raw["components"]), bot)
        finally:
            if bot.alive:
                await bot.kill()
