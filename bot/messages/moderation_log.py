"""A server's log: each act of a moderator and each change of a setting is one line in a channel it chooses.

Lines wait in memory while Discord is out of reach, and those that wait are sent together. A line that a kill
or the end of the process overtakes is lost; the act itself is committed before it is recorded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

import discord
import structlog

from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import NOBODY
from bot.tasks import Tasks, retry, retry_store
from bot.texts import Raw, Texts, cut
from data.servers.settings import SettingsStore

log = structlog.get_logger(__name__)

MAX_REASON = 200
"""Characters of a reason that are logged."""
MAX_WAITING = 200
"""Lines that wait for a channel; of more, the oldest are dropped."""
_MAX_LINE = 900  # characters, of the 2,000 of a message
_MAX_MESSAGE = 2000  # characters that Discord accepts
_RETRY_SECONDS = (1.0, 5.0, 30.0, 120.0)
_CLOSE_SECONDS = 3.0  # for the lines that still wait when the bot stops
_FINAL = (discord.Forbidden, discord.NotFound)


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody did in a server."""

    guild_id: int
    by_id: int
    """The person who did it, or the bot itself."""
    sentence: Callable[[Texts], str]
    """Says what was done to what or whom, as markdown, in the language of the texts."""
    reason: str = ""
    """Why, as the person wrote it."""


@dataclass(frozen=True, slots=True)
class _Recorded:
    act: Act
    moment: float
    also_in: int | None


class ModerationLog:
    """Writes acts into the log channels of servers. ``now`` returns the unix time."""

    def __init__(
        self, client: discord.Client, settings: SettingsStore, composer: Composer, now: Callable[[], float]
    ) -> None:
        self._client = client
        self._settings = settings
        self._composer = composer
        self._now = now
        self._tasks = Tasks()
        self._waiting: dict[int, deque[_Recorded]] = {}  # by server, while a task writes them
        self._unreachable: set[int] = set()  # channels, each logged once

    def record(self, act: Act, *, also_in: int | None = None) -> None:
        """Write an act into the server's log channel, if it has one; raises nothing and waits for nothing.

        ``also_in`` is another channel for the line, such as the log channel until now.
        """
        recorded, waiting = _Recorded(act, self._now(), also_in), self._waiting.get(act.guild_id)
        if waiting is not None:
            waiting.append(recorded)
            return
        self._waiting[act.guild_id] = deque([recorded], MAX_WAITING)
        self._tasks.run(self._write_all(act.guild_id), guild=act.guild_id)

    @property
    def is_idle(self) -> bool:
        """Whether no line waits."""
        return self._tasks.is_idle

    async def close(self) -> None:
        """Stop, a little later if lines still wait."""
        await self._tasks.close(_CLOSE_SECONDS)

    async def _write_all(self, guild_id: int) -> None:
        """Write what waits for a server, in order, until nothing does."""
        waiting = self._waiting[guild_id]
        try:
            while waiting:
                recorded = list(waiting)
                waiting.clear()
                for channel_id, lines in (await self._lines(guild_id, recorded)).items():
                    for content in _messages(lines):
                        await self._send(guild_id, channel_id, content)
        finally:
            del self._waiting[guild_id]

    async def _lines(self, guild_id: int, recorded: list[_Recorded]) -> dict[int, list[str]]:
        """The lines to write, by channel."""

        async def attempt() -> tuple[int | None, Texts]:
            settings = await self._settings.guild(guild_id)
            return settings.log_channel, await self._composer.language_in(guild_id, None)

        log_channel, reader = await retry_store(attempt, "log channel not read yet")
        lines: dict[int, list[str]] = {}
        for act in recorded:
            for channel_id in {log_channel, act.also_in}:
                if channel_id is not None and (line := _line(act, reader)):
                    lines.setdefault(channel_id, []).append(line)
        return lines

    async def _send(self, guild_id: int, channel_id: int, content: str) -> None:
        """Send lines to the log channel of a server; a channel that is gone is noted as lost."""
        guild = self._client.get_guild(guild_id)
        if guild is not None and guild.get_channel(channel_id) is None:
            self._lost(channel_id, "there is no such channel")
            return
        channel, nonce = self._client.get_partial_messageable(channel_id), uuid4().hex[:25]

        async def attempt() -> None:
            await channel.send(content, allowed_mentions=NOBODY, nonce=nonce, suppress_embeds=True)

        try:
            await retry(attempt, _RETRY_SECONDS, DISCORD_FAULTS, _FINAL, "log channel not written yet")
        except _FINAL as fault:
            self._lost(channel_id, str(fault))
        except DISCORD_FAULTS:
            log.warning("log channel not written", channel=channel_id, lines=content.count("\n") + 1)
        else:
            self._unreachable.discard(channel_id)

    def _lost(self, channel_id: int, reason: str) -> None:
        """Log once that a channel cannot be written; ``/settings`` shows it too."""
        if channel_id not in self._unreachable:
            self._unreachable.add(channel_id)
            log.info("log channel cannot be written", channel=channel_id, reason=reason)


def _line(recorded: _Recorded, reader: Texts) -> str:
    """One line: when, who, what, and why; empty if it cannot be written, which is logged."""
    act, when = recorded.act, Raw(f"<t:{int(recorded.moment)}:t>")
    try:
        sentence = Raw(act.sentence(reader))
    except Exception as error:
        log.error("line of the log not written", exc_info=error)
        return ""
    line = reader("log.line", when=when, person=Raw(f"<@{act.by_id}>"), act=sentence)
    reason = " ".join(act.reason.split())
    if reason:
        shown = cut(reason, MAX_REASON)
        line = reader("log.reason", line=line, reason=shown)
    return " ".join(line.split())[:_MAX_LINE]


def _messages(lines: list[str]) -> list[str]:
    """The lines, as many together as fit into a message."""
    messages = [lines[0]]
    for line in lines[1:]:
        if len(messages[-1]) + 1 + len(line) <= _MAX_MESSAGE:
            messages[-1] += "\n" + line
        else:
            messages.append(line)
    return messages
