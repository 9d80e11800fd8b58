"""What the message of a match is made of: its language, its picture, its components.

Start reading at `Composer.message`. Nothing is sent from here.
"""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord.ui import LayoutView

from bot.texts import Texts, texts
from bot.ui.match_message import PICTURE
from bot.ui.notices import view_of
from bot.ui.picture import picture
from data.matches import Match

if TYPE_CHECKING:
    from bot.client import Daeguk


class Composer:
    """Makes the messages of matches; pictures are drawn in threads of its own."""

    def __init__(self, client: Daeguk, now: Callable[[], float] = time.time) -> None:
        self._client = client
        self._now = now
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="draw")

    async def message(self, match: Match, cursor: str = "") -> tuple[LayoutView, list[discord.File]]:
        """The message of a match in whatever state it is, seen by ``cursor``: components and attachments."""
        view = view_of(
            match, await self.language(match), cursor,
            ahead=self._client.matches.ahead(match), epoch=self.epoch,
        )  # fmt: skip
        return view, [await self.draw(match, cursor=cursor)] if match.begun else []

    async def language(self, match: Match) -> Texts:
        """The language of a match's shared message: the server's, or the one it was begun in."""
        if match.guild_id is None:
            return texts(match.locale)
        settings = await self._client.settings.guild(match.guild_id)
        guild = self._client.get_guild(match.guild_id)
        return texts(settings.language or (guild.preferred_locale.value if guild else match.locale))

    async def draw(self, match: Match, **view: Any) -> discord.File:
        """The match's board as a picture; ``view`` as `bot.ui.picture.picture` takes it."""
        settings = await self._client.settings.guild(match.guild_id) if match.guild_id else None
        theme = (settings.theme if settings else None) or "light"
        loop = asyncio.get_running_loop()
        png = await loop.run_in_executor(self._threads, partial(picture, match, theme, **view))
        return discord.File(io.BytesIO(png), PICTURE)

    @property
    def epoch(self) -> float:
        """The unix time from which clocks, which count in uptime, seem to have counted."""
        return self._now() - self._client.store.uptime()

    def close(self) -> None:
        """Stop the drawing threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
