"""An engine for Gomoku on the Gomocup protocol: ``scripted_gomocup.py BEHAVIOR FOLDER``.

It plays the first empty point, from the top left. FOLDER gets a file ``asked`` with the lines that it reads.
"""

from __future__ import annotations

import os
import select
import sys
import time
from pathlib import Path

BEHAVIOR, FOLDER = sys.argv[1], Path(sys.argv[2])
DEAF_SECONDS = 0.02
"""How long an engine that is ``deaf`` drops the first word of what it reads after its move, as Rapfi does."""


def write(text: str) -> None:
    """Write a line at once."""
    os.write(1, f"{text}\n".encode())


def hears() -> bool:
    """Whether nothing comes right after a move."""
    until = time.monotonic() + DEAF_SECONDS
    arrived, _, _ = select.select([0], [], [], DEAF_SECONDS)
    return not arrived or time.monotonic() > until + DEAF_SECONDS / 2  # too late: it may have come in time


def main() -> None:
    """Answer until END."""
    is_deaf = False
    size, stones, is_board = 0, set[tuple[int, int]](), False

    def think() -> None:
        point = next((x, y) for y in range(size) for x in range(size) if (x, y) not in stones)
        write("MESSAGE thinking")
        if BEHAVIOR == "nonsense":
            write("somewhere")
        elif BEHAVIOR == "error":
            write("ERROR out of ideas")
        elif BEHAVIOR == "off-board":
            write(f"{size},0")
        elif BEHAVIOR == "occupied" and stones:
            write("{},{}".format(*next(iter(stones))))
        else:
            nonlocal is_deaf
            stones.add(point)
            write("{},{}".format(*point))
            is_deaf = BEHAVIOR == "deaf" and not hears()

    for line in sys.stdin:
        with (FOLDER / "asked").open("a") as asked:
            asked.write(line)
        name, _, rest = line.strip().partition(" ")
        if is_deaf:
            is_deaf = False
            write(f"ERROR Unknown command: {rest}")
        elif is_board:
            if name == "DONE":
                is_board = False
                think()
            else:
                x, y, _ = map(int, name.split(","))
                stones.add((x, y))
        elif name == "START":
            size = int(rest)
            stones.clear()
            write("OK - everything is good" if size == 15 else "ERROR unsupported size")
        elif name == "BOARD":
            stones.clear()
            is_board = True
        elif name == "BEGIN":
            think()
        elif name == "TURN":
            x, y = map(int, rest.split(","))
            stones.add((x, y))
            think()
        elif name == "ABOUT":
            write('name="Scripted", version="2", author="", country=""')
        elif name == "END":
            return


main()
