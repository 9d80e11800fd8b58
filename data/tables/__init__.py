"""The tables. A match is stored as its start and its moves: only a start that is no variant's is a board.

Moments are unix seconds, and clocks count seconds of uptime (`data.uptime`). People, servers, channels and
messages are Discord's ids. A change of a table comes with one of the newest migration and a new
`data.tables.metadata.REVISION` (`data.migrations` says how); a test compares the three.

With any module of this room all of them are imported, so that the metadata is whole.
"""

from data.tables import (  # noqa: F401
    boards,
    guesses,
    matches,
    opponents,
    people,
    processes,
    puzzles,
    races,
    ratings,
    servers,
    tournaments,
    uptime,
)
