"""Posts the daily puzzles of this process's servers, and shows their results when the next one is due.

What is due is read from the store, twice a minute; in quiet hours of the server it waits for their end. A day
is begun in one transaction, which only the owner of the server's shard commits; its message is posted
afterwards (`bot.messages.kept_messages`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress

import discord
import structlog

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.match.due_loops import Item, ShardLoop
from bot.match.events import MatchEvents
from bot.match.server_rules import quiet_until
from bot.messages.activity import Activity
from bot.messages.channels import DiscordChannels, Draft
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS, DiscordRefusal
from bot.messages.kept_messages import Keeper, KeptMessage, Next
from bot.messages.quiet_hours import QuietHours
from bot.puzzles import LATE_SECONDS, puzzle_of_day
from bot.tasks import Tasks
from bot.texts import texts
from bot.time_zones import last_day, next_moment, zone_name
from bot.ui.daily import daily_view, opening, results_view
from bot.ui.daily_panel import problem_line
from bot.ui.panel import panels_of
from bot.ui.puzzle import puzzle_scene
from data.puzzles.daily_puzzles import DailyAnswer, DailyPuzzle, DailyPuzzleStore, DailySettings
from data.store import Store

log = structlog.get_logger(__name__)

LOOK_SECONDS = 30.0
"""How often it is looked for what is due."""
_RECENT_SECONDS = 2 * 86_400.0
"""How old the last puzzle is whose results the next one mentions."""
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
        self._channels = DiscordChannels(client)
        self._keeper = Keeper(self._channels, self._quiet, now)  # by server
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
            if is_in and self._keeper.backoff.is_due(item.guild_id):
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
            await self._show(daily, is_new=True)

    # --- Its message ---------------------------------------------------------------------------------

    async def _continue(self, daily: DailyPuzzle) -> None:
        """Post a puzzle that was begun, close one whose time is over, and show the results."""
        if daily.message_id is not None and daily.closed_at is None:
            await self._store.close(daily, self._now())
        await self._show(daily)

    async def _show(self, daily: DailyPuzzle, *, is_new: bool = False) -> None:
        """Show the puzzle of a day or, once it is posted, the results."""
        puzzle, is_posted = puzzles.with_id(daily.puzzle_id), daily.message_id is not None
        if puzzle is None and is_posted:
            await self._store.shown(daily)
        elif puzzle is None or (not is_posted and self._now() - daily.created_at > LATE_SECONDS):
            await self._store.withdraw(daily, None)
        else:
            kept = _DailyMessage(daily, puzzle, self._store, self._composer, self._tell_admin)
            kept.is_new = is_new
            try:
                await self._keeper.show(kept)
            except DISCORD_FAULTS as fault:
                log.warning("daily puzzle not shown yet", guild=daily.guild_id, fault=str(fault))

    async def _tell_admin(self, daily: DailyPuzzle, problem: str) -> None:
        """Tell why the puzzle of a day was not posted, once, until a puzzle is posted again."""
        settings = await self._store.settings(daily.guild_id)
        if settings.problem is not None or settings.admin_id is None:
            return
        guild, person = self._client.get_guild(daily.guild_id), await self._activity.person(settings.admin_id)
        name, reader = guild.name if guild is not None else "", texts(person.reads)
        draft = Draft(text=problem_line(problem, name, reader))
        with suppress(*DISCORD_FAULTS):  # their direct messages are closed: /settings says it, too
            own = await self._channels.own_messages(settings.admin_id)
            await self._channels.send(own, draft, nonce=_nonce("e", daily), silent=False)


class _DailyMessage(KeptMessage):
    """The puzzle of a day; once it is closed, the same message shows the results.

    A day that cannot be posted is skipped, and results that cannot be shown are left out.
    """

    rules = dict.fromkeys(set(DiscordRefusal) - {DiscordRefusal.NOT_ACCEPTED}, Next.GIVE_UP)
    searched = 1000

    def __init__(
        self,
        daily: DailyPuzzle,
        puzzle: Puzzle,
        store: DailyPuzzleStore,
        composer: Composer,
        tell_admin: Callable[[DailyPuzzle, str], Awaitable[None]],
    ) -> None:
        super().__init__(daily.guild_id, daily)
        self.since = daily.created_at
        self._daily = daily
        self._puzzle = puzzle
        self._store = store
        self._composer = composer
        self._tell_admin = tell_admin

    @property
    def nonce(self) -> str:
        return _nonce("d", self._daily)

    async def draft(self) -> Draft:
        daily, store = self._daily, self._store
        reader = await self._composer.language_in(daily.guild_id, None)
        if daily.message_id is None:
            view = daily_view(daily, self._puzzle, reader, await self._answers_before())
        else:
            view = results_view(daily, self._puzzle, await store.results(daily), reader)
        look = await self._composer.look(daily.guild_id)
        return Draft(view, [await self._composer.draw(puzzle_scene(self._puzzle, is_playing=True), look)])

    async def _answers_before(self) -> tuple[DailyPuzzle, list[DailyAnswer]] | None:
        """The puzzle before this one with its results, if that is not long ago."""
        before = await self._store.before(self._daily)
        if before is None or self._daily.created_at - before.created_at >= _RECENT_SECONDS:
            return None
        return before, await self._store.results(before)

    def is_it(self, message: discord.Message) -> bool:
        return opening(self._daily.day) in panels_of(message.components)

    async def posted(self, message_id: int) -> None:
        await self._store.posted(self._daily, message_id)

    async def shown(self) -> None:
        await self._store.shown(self._daily)

    async def given_up(self, refusal: DiscordRefusal) -> None:
        log.info("daily puzzle not shown", guild=self.guild_id, reason=refusal.value)
        if self._daily.message_id is not None:
            await self.shown()
            return
        problem = _GONE if refusal is DiscordRefusal.PLACE_DELETED else _MAY_NOT
        await self._tell_admin(self._daily, problem)
        await self._store.withdraw(self._daily, problem)


def _nonce(kind: str, daily: DailyPuzzle) -> str:
    """The nonce of a message, of at most 25 characters, as Discord wants it."""
    return f"{kind}{daily.guild_id:x}.{daily.day.replace('-', '')}"[:25]
