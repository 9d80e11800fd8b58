"""Has Discord keep the bot's own emojis. Start reading at `EmojiKeeper.keep`.

Every process shows those that Discord has. The process with the first shard uploads what is missing, and
deletes those of other versions of the bot a day after the last was uploaded: by then every process has read
the new ones, and a message that is sent with a deleted emoji on a button is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import timedelta

import discord
import structlog

from bot.child_process import NoAnswer
from bot.drawing.emojis import HASH_DIGITS, drawn_emojis
from bot.icons import OWN, Icon
from bot.messages.faults import DISCORD_FAULTS, is_refusal
from bot.messages.pictures import in_own_process
from bot.metrics import EMOJIS
from bot.own_emojis import OWN_EMOJIS, OwnEmojis, Uploaded

log = structlog.get_logger(__name__)

Drawn = Mapping[Icon, tuple[str, bytes]]
"""Names and PNGs, as `bot.drawing.emojis.drawn_emojis` returns them."""

CHECK_SECONDS = 600.0
"""How often Discord's list is read. Another process may have changed it, or a person in the portal."""
UPLOAD_SECONDS = 60.0
"""How long an upload may take: after many of them Discord can ask for a long wait."""
KEPT = timedelta(days=1)
"""How long emojis of other versions stay after the last upload."""
REFUSALS = 3
"""After so many refusals in a row the other emojis wait for the next look."""

_NAME = re.compile(rf"([a-z_]+)_[0-9a-f]{{{HASH_DIGITS}}}")
_ICONS = {icon.name.lower(): icon for icon in OWN}


async def _draw() -> Drawn:
    return await in_own_process(drawn_emojis)


class EmojiKeeper:
    """Uploads the emojis, and tells ``shown`` which there are.

    ``uploads`` says whether this process has the first shard, ``now`` returns the unix time.
    """

    def __init__(
        self,
        client: discord.Client,
        uploads: Callable[[], bool],
        now: Callable[[], float],
        shown: OwnEmojis = OWN_EMOJIS,
        draw: Callable[[], Awaitable[Drawn]] = _draw,
    ) -> None:
        self._client = client
        self._uploads = uploads
        self._now = now
        self._shown = shown
        self._draw = draw
        self._drawn: Drawn = {}
        self._is_due = asyncio.Event()
        self._logged = 0
        shown.on_refusal = self._is_due.set

    async def keep(self) -> None:
        """Look again and again, without end."""
        while True:
            await self.look()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._is_due.wait(), CHECK_SECONDS)
            self._is_due.clear()

    async def look(self) -> None:
        """Read Discord's list, show what is on it, and mend it if that is this process's task."""
        try:
            listed = await self._client.fetch_application_emojis()
            own = [emoji for emoji in listed if _icon(emoji) is not None]
            self._show(own)
            if self._uploads():
                self._drawn = self._drawn or await self._draw()
                await self._mend(own)
        except (*DISCORD_FAULTS, NoAnswer, TimeoutError) as fault:
            log.warning("own emojis not complete yet", error=str(fault))
        if self._logged != self._shown.count:
            self._logged = self._shown.count
            log.info("own emojis", up=self._logged, of=len(OWN))

    async def _mend(self, own: list[discord.Emoji]) -> None:
        """Upload what is missing; once nothing is, delete what is outdated."""
        names = {emoji_name for emoji_name, _ in self._drawn.values()}
        up = {emoji.name for emoji in own}
        refusals = 0
        for name, image in self._drawn.values():
            if name not in up and refusals < REFUSALS and self._uploads():
                try:
                    own.append(await self._upload(name, image))
                    refusals = 0
                except discord.HTTPException as refusal:
                    if not is_refusal(refusal):
                        raise
                    refusals += 1
                    log.warning("own emoji refused", name=name, error=str(refusal))
                self._show(own)
        if names <= {emoji.name for emoji in own}:
            await self._delete_outdated(own, names)

    async def _upload(self, name: str, image: bytes) -> discord.Emoji:
        async with asyncio.timeout(UPLOAD_SECONDS):
            return await self._client.create_application_emoji(name=name, image=image)

    async def _delete_outdated(self, own: list[discord.Emoji], names: set[str]) -> None:
        """Delete emojis of other versions, if no version has uploaded any for `KEPT`."""
        newest = max(own_emoji.created_at.timestamp() for own_emoji in own)
        if self._now() < newest + KEPT.total_seconds():
            return
        for emoji in own:
            if emoji.name not in names:
                await emoji.delete()
                log.info("outdated emoji deleted", name=emoji.name)

    def _show(self, own: Iterable[discord.Emoji]) -> None:
        """Show one emoji for each icon: this version's once it is drawn, otherwise the newest."""
        names = {name for name, _ in self._drawn.values()}
        uploaded: dict[Icon, Uploaded] = {}
        for emoji in sorted(own, key=lambda emoji: (emoji.name in names, emoji.id)):
            if (icon := _icon(emoji)) is not None:
                uploaded[icon] = Uploaded(emoji.name, emoji.id)
        self._shown.show(uploaded)
        EMOJIS.set(len(uploaded))


def _icon(emoji: discord.Emoji) -> Icon | None:
    """The icon that an emoji of the application shows; None for one that somebody else uploaded."""
    match = _NAME.fullmatch(emoji.name)
    return _ICONS.get(match[1]) if match else None
