"""What other processes do to a database in these tests: ``children.py WHAT ADDRESS …``.

A line on standard output reports each step as soon as it is certain.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path

from data.engine.database import Database
from data.engine.new_file import unfinished
from data.errors import Stale, StoreError
from data.model.match import Played
from data.store import open_store
from games.base import Move

NOBODY_USER = 65534


def report(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def race(address: str, match_id: str, upto: str, name: str) -> None:
    """Compete for every ply, and report the plies won. Waits for a line before it begins."""
    async with await open_store(address) as store:
        match = await store.matches.get(int(match_id))
        report("ready")
        sys.stdin.readline()
        while match.ply < int(upto):
            try:
                mine = [Played(Move(f"{name}{match.ply}"))]
                result = await store.matches.append(match.id, match.position_id, mine, outcome=None)
                match = result.match
                report(match.ply - 1)
            except Stale as stale:
                match = stale.match


async def hammer(address: str, match_id: str) -> None:
    """Append to a match without end, and report each ply once it is committed."""
    async with await open_store(address) as store:
        match = await store.matches.get(int(match_id))
        while True:
            mine = [Played(Move(f"m{match.ply}"))]
            result = await store.matches.append(match.id, match.position_id, mine, outcome=None)
            match = result.match
            report(match.ply - 1)


async def opens(address: str, scratch: str = "") -> None:
    """Wait for a line, open, and report the result; with a scratch database, as a user without rights."""
    if scratch:
        await (await open_store(scratch)).close()  # imports everything while the files are still readable
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY_USER)
            os.setuid(NOBODY_USER)
    Database.busy_seconds = 60.0  # on a busy machine, the migrations of another process take their time
    report("ready")
    sys.stdin.readline()
    try:
        async with await open_store(address):
            report("opened")
    except StoreError as error:
        report(type(error).__name__, error)


async def leave_unfinished(target: str) -> None:
    """Begin a new file, report its name, and wait to be killed."""
    with unfinished(Path(target)) as file:
        report(file)
        sys.stdin.readline()


if __name__ == "__main__":
    commands: dict[str, Callable[..., Coroutine[object, object, None]]]
    commands = {"race": race, "hammer": hammer, "opens": opens, "unfinished": leave_unfinished}
    asyncio.run(commands[sys.argv[1]](*sys.argv[2:]))
