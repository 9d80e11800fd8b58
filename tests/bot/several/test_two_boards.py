"""A match of two servers whose shards two processes own, of which one is killed: both boards become true."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from data.store import open_store
from games import replay
from sandbox import InteractionFailed, Person, Sandbox, SeenMessage, Sharding
from sandbox.core.interactions import DEADLINE
from tests import postgresql
from tests.bot.whole.world import moves_offered

from .processes import TOTAL, Processes, processes
from .test_faults import channels, fair

PLIES, KILLED_AT = 4, 2


@pytest.mark.soak
async def test_both_boards_are_kept_true(server: str, tmp_path: Path) -> None:
    with postgresql.database(server) as address:
        await (await open_store(address)).close()  # makes the tables
        async with (
            Sandbox.running(sharding=Sharding(TOTAL, TOTAL)) as sandbox,
            processes(sandbox, address, tmp_path) as bots,
        ):
            sandbox.interactions.deadline = DEADLINE  # people who press give up in time
            found = channels(sandbox)
            for number in (1, 2):
                await bots.start()
                await bots.until(lambda number=number: bots.shares() == fair(number))  # type: ignore[misc]
            here, there = (found[min(bots.shards_of(one))] for one in bots.bots)
            await play(sandbox, bots, here, there)


async def play(sandbox: Sandbox, bots: Processes, here: str, there: str) -> None:
    """A match of people in two channels; after a move the process that owns ``here`` is killed."""
    ana, ben = sandbox.add_person("Ana"), sandbox.add_person("Ben")
    await ana.command(here, "seek", game="go")
    await ben.command(there, "seek", game="othello", servers="everywhere")
    accept = "p:seek:accept.2"
    await bots.until(lambda: showing(sandbox, here, accept))
    await ana.click(showing(sandbox, here, accept)[0], custom_id=accept)
    for ply in range(PLIES):
        shown = f":1:{ply}.0"
        await bots.until(lambda shown=shown: all(showing(sandbox, one, shown) for one in (here, there)))  # type: ignore[misc]
        match = bots.stored()[1]
        is_ana = match.user_of(replay(match.record).to_move) == int(ana.id)
        await press(ana if is_ana else ben, showing(sandbox, here if is_ana else there, shown)[0], bots, ply)
        if ply == KILLED_AT:
            await bots.end(bots.bots[0], signal.SIGKILL)
    last = f":1:{PLIES}.0"
    await bots.until(lambda: all(len(showing(sandbox, one, last)) == 1 for one in (here, there)))


async def press(person: Person, message: SeenMessage, bots: Processes, ply: int) -> None:
    """Make a move, again where the press was missed because the shards have just changed their owner."""
    while bots.stored()[1].ply == ply:
        try:
            await person.click(message, label=moves_offered(message)[0])
        except InteractionFailed:
            assert ply > KILLED_AT


def showing(sandbox: Sandbox, channel: str, words: str) -> list[SeenMessage]:
    """The messages of a channel with this in their components."""
    every = [one for one in sandbox.messages(channel) if not one.ephemeral]
    return [one for one in every if words in str(one.raw["components"])]
