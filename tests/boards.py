"""Boards of matches, as tests give them messages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from data.model.board import Board
from data.model.match import Match
from data.store import Store


def on_board(match: Match, **changes: Any) -> Match:
    """A match whose first board is changed."""
    return match.with_board(replace(match.home, **changes))


async def post(
    store: Store,
    match: Match,
    message_id: int,
    *,
    version: int | None = None,
    board: Board | None = None,
    **changes: Any,
) -> Match:
    """Store that a board, by default the first one, has a message, and shows a version of the match."""
    posted = replace(board or match.home, message_id=message_id, **changes)
    return await store.boards.posted(match.id, posted, match.version if version is None else version)
