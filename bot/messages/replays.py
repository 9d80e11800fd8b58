"""Animations of matches that are over, each made once, by a process of its own."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.drawing.animation import Format
from bot.exceptions import Refusal
from bot.lru import LRU
from bot.match.limits import REPLAYS
from bot.match.rate_limits import CostlyLimit
from bot.messages.composer import Composer
from bot.messages.pictures import Draw, in_own_process
from bot.ui.graph import TimesLeft
from bot.ui.picture import Look
from bot.ui.replay import Scores, animation, file_name
from data.model.board import Board
from data.model.match import Match

KEPT = 8
"""Animations that are kept: up to 16 MB, mostly 3 MB."""
MAX_WAITING = 10
"""Requests that wait for an animation; more are refused. One is made at a time."""

_Key = tuple[int, int, Look, str, Scores, Format]


class Replays:
    """Makes animations, one at a time.

    ``times_left`` returns what the movers of a match had left on the clock, ``scores`` how it stood in each
    position if that is known, ``ticks`` seconds. ``run`` calls a function elsewhere.
    """

    def __init__(
        self,
        composer: Composer,
        times_left: Callable[[int], Awaitable[TimesLeft]],
        scores: Callable[[Match], Awaitable[Scores]],
        ticks: Callable[[], float],
        run: Callable[[Draw], Awaitable[bytes]] = in_own_process,
    ) -> None:
        self._composer = composer
        self._times_left = times_left
        self._scores = scores
        self._run = run
        self._made: LRU[_Key, bytes] = LRU(KEPT)
        self._lock = asyncio.Lock()
        self._waiting = 0
        self.limit = CostlyLimit(ticks, REPLAYS)

    async def file(
        self, match: Match, board: Board, file_format: Format, reader_id: int | None
    ) -> discord.File:
        """A match's animation as the one person ``reader_id`` sees it, or else as everybody at a board does.

        Raises `Refusal` if too many people wait.
        """
        look, left = (
            await self._composer.look(board.guild_id, board.locale, reader_id),
            await self._times_left(match.id),
        )
        theme = await self._composer.chart_theme(board.guild_id, reader_id)
        scores = await self._scores(match)
        draw = partial(animation, match, look, theme, scores, left, file_format)
        made = await self._get((match.id, match.version, look, theme, scores, file_format), draw)
        return discord.File(io.BytesIO(made), file_name(file_format))

    async def _get(self, key: _Key, draw: Draw) -> bytes:
        if self._waiting >= MAX_WAITING:
            raise Refusal("replay.busy")
        self._waiting += 1
        try:
            async with self._lock:
                made = self._made.get(key)
                if made is None:
                    made = self._made[key] = await self._run(draw)
                return made
        finally:
            self._waiting -= 1
