"""What other processes do to a database in these tests: ``children.py WHAT ADDRESS …``.

Each prints a line for whatever it is sure of, at once.
"""

from __future__ import annotations

import asyncio
import os
import sys

from data.database import open_database
from data.errors import Stale, StoreError
from data.matches import Played
from games.base import Move

NOBODY_USER = 65534


def tell(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def race(address: str, match_id: str, upto: str, name: str) -> None:
    """Play for every ply whoever comes first; tell which plies were ours. Begins when told to."""
    async with await open_database(address) as database:
        match = await database.matches.get(int(match_id))
        tell("ready")
        sys.stdin.readline()
        while match.ply < int(upto):
            try:
                mine = [Played(Move(f"{name}{match.ply}"))]
                match = await database.matches.append(match.id, match.stamp, mine, outcome=None)
                tell(match.ply - 1)
            except Stale as stale:
                match = stale.match


async def hammer(address: str, match_id: str) -> None:
    """Append to a match for ever; tell each ply once it is committed."""
    async with await open_database(address) as database:
        match = await database.matches.get(int(match_id))
        while True:
            mine = [Played(Move(f"m{match.ply}"))]
            match = await database.matches.append(match.id, match.stamp, mine, outcome=None)
            tell(match.ply - 1)


async def opens(address: str, scratch: str = "") -> None:
    """Open when told to, and tell what came of it; with a scratch database, as somebody without rights."""
    if scratch:
        await (await open_database(scratch)).close()  # imports all there is: nobody may not read it later
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY_USER)
            os.setuid(NOBODY_USER)
    tell("ready")
    sys.stdin.readline()
    try:
        async with await open_database(address):
            tell("opened")
    except StoreError as error:
        tell(type(error).__name__, error)


if __name__ == "__main__":
    asyncio.run({"race": race, "hammer": hammer, "opens": opens}[sys.argv[1]](*sys.argv[2:]))
