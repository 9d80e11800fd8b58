"""Posts the daily puzzles of this process's servers, and shows their results when the next one is due.

What is due is read from the store, twice a minute; in quiet hours of the server it waits for their end. A day
is begun in one transaction, which only the owner of the server's shard commits; its message is posted
afterwards. If that was cut short, the message is looked for in the channel before another is sent, and
Discord drops one that is sent twice within minutes by its nonce.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

import discord
import structlog

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.match.due_loops import Item, ShardLoop
from bot.match.events import MatchEvents
from bot.match.server_rules import quiet_until
from bot.messages.activity import Activity
from bot.messages.backoff import Backoff
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS, is_archived, is_refusal
from bot.messages.interaction_responses import NOBODY
from bot.messages.own_messages import posted_before
from bot.messages.quiet_hours import QuietHours
from bot.puzzles import LATE_SECONDS, puzzle_of_day
from bot.tasks import Tasks
from bot.texts import texts
from bot.time_zones import last_day, next_moment, zone_name
from bot.ui.daily import daily_view, opening, results_view
from bot.ui.daily_panel import problem_line
from bot.ui.panel import panels_of
from bot.ui.puzzle import puzzle_scene
from data.puzzles.daily_puzzles import DailyPuzzle, DailySettings
from data.store import Store

log = structlog.get_logger(__name__)

LOOK_SECONDS = 30.0
"""How often it is looked for what is due."""
_RECENT_SECONDS = 2 * 86_400.0
"""How old the last puzzle is whose results the next one mentions."""
_MOST_READ = 1000
_GONE, _MAY_NOT = "daily.problem.channel-gone", "daily.problem.may-not-post"


class DailyPuzzles:
    """Does what is due; ``now`` returns the unix time."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        composer: Composer,
        activity: Activity,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._store = store.daily_puzzles
        self._settings = store.settings
        self._composer = composer
        self._activity = activity
        self._now = now
        self._quiet = QuietHours(client, store.settings, now)
        self._looking = asyncio.Lock()
        self._backoff = Backoff[int](now)  # by server
        self._tasks = Tasks()
        self._loop = ShardLoop(
            self.look, LOOK_SECONDS, "daily puzzles not posted yet", self._tasks, events, store.ownership
        )

    def start(self) -> None:
        """Look for what is due from now on."""
        self._loop.start()

    async def close(self) -> None:
        """Stop; what is left is done after the next start."""
        await self._tasks.close()

    async def look(self) -> None:
        """Do everything that is due. Raises `data.errors.StoreError`."""
        async with self._looking:
            await self._loop.each(self._due_now(await self._store.due(self._now())), self._begin)
            await self._loop.each(self._due_now(await self._store.pending(self._now())), self._continue)

    def _due_now(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items of servers that the bot is in and was not just refused in, also for an earlier item."""
        for item in items:
            is_in = self._client.get_guild(item.guild_id) is not None
            if is_in and self._backoff.is_due(item.guild_id):
                yield item

    # --- A new day -----------------------------------------------------------------------------------

    async def _begin(self, settings: DailySettings) -> None:
        """Begin the day whose moment has come, or skip it if that is long ago; then post its puzzle."""
        guild, now, channel_id = self._client.get_guild(settings.guild_id), self._now(), settings.channel_id
        if guild is None or channel_id is None:
            return  # the server is out of reach for a while, or has removed the bot
        if await self._quiet.are_now(guild.id):
            return  # it is posted when they end
        of_server = await self._settings.guild(guild.id)
        zone = zone_name(of_server.zone, guild.preferred_locale.value)
        next_at = next_moment(now, settings.hour, zone)
        day, moment = last_day(now, settings.hour, zone)
        waited_until = quiet_until(of_server, guild.preferred_locale.value, moment)
        if now - (waited_until or moment) > LATE_SECONDS:
            await self._store.begin(settings, None, next_at)
            return
        puzzle = puzzle_of_day(guild.id, day, settings.games, await self._store.used(guild.id))
        daily = DailyPuzzle(guild.id, day, puzzle.id, channel_id, None, now, next_at)
        if await self._store.begin(settings, daily, next_at):
            await self._post_or_withdraw(daily, is_new=True)

    async def _post_or_withdraw(self, daily: DailyPuzzle, *, is_new: bool) -> None:
        """Post the puzzle of a day; if the bot may not, tell the admin, and go on the next day."""
        puzzle = puzzles.with_id(daily.puzzle_id)
        if puzzle is None or self._now() - daily.created_at > LATE_SECONDS:
            await self._store.withdraw(daily, None)
            return
        try:
            message_id = None if is_new else await self._posted_before(daily)
            if message_id is None:
                message_id = await self._post(daily, puzzle)
        except DISCORD_FAULTS as fault:
            if isinstance(fault, discord.Forbidden | discord.NotFound):
                await self._give_up(daily, fault)
            else:
                self._failed(daily, fault, "daily puzzle not posted yet")
            return
        await self._store.posted(daily, message_id)

    async def _post(self, daily: DailyPuzzle, puzzle: Puzzle) -> int:
        reader = await self._composer.language_in(daily.guild_id, None)
        before = await self._store.before(daily)
        is_recent = before is not None and daily.created_at - before.created_at < _RECENT_SECONDS
        answers = (before, await self._store.results(before)) if before is not None and is_recent else None
        sent = await self._client.get_partial_messageable(daily.channel_id).send(
            view=daily_view(daily, puzzle, reader, answers),
            files=[await self._picture(daily, puzzle)],
            allowed_mentions=NOBODY,
            nonce=_nonce("d", daily),
        )
        return sent.id

    async def _posted_before(self, daily: DailyPuzzle) -> int | None:
        """The message of a day that was posted without being stored, because the process was killed."""
        posted = await posted_before(
            self._client,
            daily.channel_id,
            lambda message: opening(daily.day) in panels_of(message.components),
            since=daily.created_at,
            limit=_MOST_READ,
        )
        return None if posted is None else posted.id

    async def _picture(self, daily: DailyPuzzle, puzzle: Puzzle) -> discord.File:
        look = await self._composer.look(daily.guild_id)
        return await self._composer.draw(puzzle_scene(puzzle, is_playing=True), look)

    def _failed(self, daily: DailyPuzzle, fault: Exception, failure: str) -> None:
        log.warning(failure, guild=daily.guild_id, fault=str(fault))
        if is_refusal(fault):
            self._backoff.refused(daily.guild_id)

    # --- What is in the way --------------------------------------------------------------------------

    async def _give_up(self, daily: DailyPuzzle, fault: discord.HTTPException) -> None:
        """Skip a day: the admin reads once why, until a puzzle is posted again."""
        problem = _GONE if isinstance(fault, discord.NotFound) else _MAY_NOT
        settings = await self._store.settings(daily.guild_id)
        log.info("daily puzzle not posted", guild=daily.guild_id, fault=str(fault))
        if settings.problem is None and settings.admin_id is not None:
            with suppress(*DISCORD_FAULTS):  # their direct messages are closed: /settings says it, too
                await self._tell(daily, settings.admin_id, problem)
        await self._store.withdraw(daily, problem)

    async def _tell(self, daily: DailyPuzzle, admin_id: int, problem: str) -> None:
        guild, person = self._client.get_guild(daily.guild_id), await self._activity.person(admin_id)
        name, reader = guild.name if guild is not None else "", texts(person.reads)
        own = await self._client.create_dm(discord.Object(admin_id))
        await own.send(problem_line(problem, name, reader), nonce=_nonce("e", daily))

    # --- Results -------------------------------------------------------------------------------------

    async def _continue(self, daily: DailyPuzzle) -> None:
        """Post a puzzle that was begun, close one whose time is over, and show the results."""
        if daily.message_id is None:
            await self._post_or_withdraw(daily, is_new=False)
            return
        if daily.closed_at is None:
            await self._store.close(daily, self._now())
        puzzle = puzzles.with_id(daily.puzzle_id)
        if puzzle is not None:
            try:
                await self._show_results(daily, daily.message_id, puzzle)
            except (discord.Forbidden, discord.NotFound) as fault:
                log.info("results of a daily puzzle not shown", guild=daily.guild_id, fault=str(fault))
            except DISCORD_FAULTS as fault:
                if not is_archived(fault):  # nothing is edited there
                    self._failed(daily, fault, "results of a daily puzzle not shown yet")
                    return
        await self._store.shown(daily)

    async def _show_results(self, daily: DailyPuzzle, message_id: int, puzzle: Puzzle) -> None:
        reader = await self._composer.language_in(daily.guild_id, None)
        message = self._client.get_partial_messageable(daily.channel_id).get_partial_message(message_id)
        await message.edit(
            view=results_view(daily, puzzle, await self._store.results(daily), reader),
            attachments=[await self._picture(daily, puzzle)],
            allowed_mentions=NOBODY,
        )


def _nonce(kind: str, daily: DailyPuzzle) -> str:
    """The nonce of a message, of at most 25 characters, as Discord wants it."""
    return f"{kind}{daily.guild_id:x}.{daily.day.replace('-', '')}"[:25]
