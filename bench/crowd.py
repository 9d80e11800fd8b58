"""A database with ten thousand unfinished matches, copied from two that the bot stored."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bench.people import choices_of, to_move
from sandbox import Person, Sandbox, SeenMessage

MATCHES = 10_000
PLIES = 30
AGAINST_COMPUTER = 10
"""One match in so many is against the computer, with the person to move."""


async def play_two(sandbox: Sandbox) -> None:
    """Play `PLIES` plies of a match between two people with a clock, and of one against the computer."""
    alice, bob = sandbox.person("Alice"), sandbox.person("Bob")
    channel = sandbox.channel("games")
    begun = await alice.command(channel, "play othello", opponent=bob, side="first", clock="3-days")
    await bob.click(begun.shown, "Accept")
    await _play_on(sandbox, begun.shown, (alice, bob))
    begun = await alice.command(channel, "play othello", level="1", side="first")
    await _play_on(sandbox, begun.shown, (alice,))


async def _play_on(sandbox: Sandbox, board: SeenMessage, people: tuple[Person, ...]) -> None:
    """Type the move of the first button, until enough plies are played and a person is to move."""
    ply = 0
    while ply < PLIES:
        mover = await sandbox.until(lambda: to_move(board, people), 20)
        choice, in_menu = choices_of(board, "move")[0]
        move = choice if in_menu else choice.split(":")[4]
        await mover.command(board.channel_id, "move", move=move)
        ply += 3 - len(people)
    await sandbox.until(lambda: to_move(board, people), 20)


def fill(path: Path) -> None:
    """Copy the two matches of a database until there are `MATCHES`, each with its own message."""
    with closing(sqlite3.connect(path)) as connection, connection:
        people, computer = (
            connection.execute("SELECT id FROM matches WHERE level IS NULL").fetchone()[0],
            connection.execute("SELECT id FROM matches WHERE level IS NOT NULL").fetchone()[0],
        )
        for number in range(1, MATCHES + 1):
            _copy(connection, people if number % AGAINST_COMPUTER else computer, number + computer)
        connection.execute("UPDATE matches SET shown_version = version")
        connection.execute(
            "UPDATE boards SET message_id = message_id + match_id,"
            " shown_version = (SELECT version FROM matches WHERE id = match_id)"
        )


def _copy(connection: sqlite3.Connection, old: int, new: int) -> None:
    for table, key in (("matches", "id"), ("boards", "match_id"), ("moves", "match_id")):
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        columns = [name for name in columns if name == key or name != "id"]  # boards get numbers of their own
        values = ", ".join(str(new) if name == key else name for name in columns)
        connection.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} WHERE {key} = ?", (old,)
        )
