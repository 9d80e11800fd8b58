"""The index of openings: which move was played in which position of a match that is over.

Positions that are one up to a symmetry of the board have one number, and so have those of variants with the
same openings (`games.symmetry`). Of a position that a match reaches twice, the first move counts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from sqlalchemy import Connection, insert

from data.matches.rows import Values
from data.model.match import CHALLENGE_REASON, Match, MatchState
from data.model.reasons import CALLED_OFF, NO_RESULT
from data.tables.matches import opening_moves
from games import start_of
from games.base import Move, Outcome, Record, RuleError
from games.symmetry import Canonical, canonical, family

PLIES = 20
"""How many moves of a match the index has."""

IndexedMove = tuple[int, Move]
"""A position's number, and a move in its canonical image."""

_INSERT = insert(opening_moves)


def opening_number(image: Canonical, game: str, variant: str) -> int:
    """The number of a position; it is signed and has 64 bits."""
    text = b"\n".join((family(game, variant).encode(), image.key))
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), signed=True)


def indexed_moves(record: Record) -> list[IndexedMove]:
    """The first moves of a match with their positions. Takes a tenth of a millisecond for a move."""
    move_by_position: dict[int, Move] = {}
    try:
        position = start_of(record)
        for move in record.moves[:PLIES]:
            image = canonical(position)
            if image is None:
                break
            move_by_position.setdefault(opening_number(image, record.game, record.variant), image.move(move))
            position = position.play(move)
    except RuleError:
        return []  # the match cannot be read
    return list(move_by_position.items())


def is_counted(match: Match) -> bool:
    """Whether the index has the moves of a match."""
    reason = match.reason or ""
    is_match = reason not in CALLED_OFF and not reason.startswith(CHALLENGE_REASON)
    return match.state == MatchState.OVER and is_match


def index_moves(connection: Connection, match: Match, indexed: Sequence[IndexedMove]) -> None:
    """Insert the `indexed_moves` of a match that is counted and is not indexed yet."""
    rows: list[Values] = [
        {
            "match_id": match.id,
            "position": position,
            "move": move,
            "guild_id": match.guild_id,
            "channel_id": match.home.channel_id,
            "winner": _winner(match.outcome),
        }
        for position, move in indexed
    ]
    if rows:
        connection.execute(_INSERT, rows)


def _winner(outcome: Outcome | None) -> int | None:
    if outcome is None or outcome.reason == NO_RESULT:
        return None
    return int(outcome.winner or 0)
