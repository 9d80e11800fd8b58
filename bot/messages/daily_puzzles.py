"""Posts the daily puzzles of this process's servers, and shows their results when the next one is due.

What is due is read from the store, twice a minute; in quiet hours of the server it waits for their end. A day
is begun in one transaction, which only the owner of the server's shard commits; its message is posted
afterwards (`bot.messages.kept_messages`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

import discord
import structlog

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.match.due_loops import DuePart, Item
from bot.match.events import MatchEvents
from bot.match.server_rules import quiet_until
from bot.messages.activity import Activity
from bot.messages.channels import DiscordChannels, Draft
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS, DiscordRefusal
from bot.messages.kept_messages import Keeper, KeptMessage, Next
from bot.messages.quiet_hours import QuietHours
from bot.puzzles import LATE_SECONDS, puzzle_of_day
from bot.texts import texts
from bot.time_zones import last_day, next_moment, zone_name
from bot.ui.daily import daily_view, opening, results_view
from bot.ui.daily_panel import problem_line
from bot.ui.panel import panels_of
from bot.ui.puzzle_scene import puzzle_scene
from data.puzzles.daily_puzzles import DailyPuzzle, DailySettings
from data.store import Store

log = structlog.get_logger(__name__)

LOOK_SECONDS = 30.0
"""How often it is looked for what is due."""
_RECENT_SECONDS = 2 * 86_400.0
"""How old the last puzzle is whose results the next one mentions."""
_MAX_READ = 1000
"""Messages of a channel that are searched for one that was sent before a crash."""
_GONE, _MAY_NOT = "daily.problem.channel-gone", "daily.problem.may-not-post"


class DailyPuzzles(DuePart):
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
        super().__init__(LOOK_SECONDS, "daily puzzles not posted yet", events, store.ownership)
        self._client = client
        self._store = store.daily_puzzles
        self._proofs = store.puzzle_proofs
        self._settings = store.settings
        self._composer = composer
        self._activity = activity
        self._now = now
        self._quiet = QuietHours(client, store.settings, now)
        self._looking = asyncio.Lock()
        self._channels = DiscordChannels(client)
        self._keeper = Keeper(self._channels, self._quiet, now)  # by server

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
        used, withdrawn = await self._store.used(guild.id), await self._proofs.withdrawn()
        puzzle = puzzle_of_day(guild.id, day, settings.games, used, withdrawn)
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
            kept = self._kept(daily, puzzle)
            kept.is_new = is_new
            try:
                await self._keeper.show(kept)
            except DISCORD_FAULTS as fault:
                log.warning("daily puzzle not shown yet", guild=daily.guild_id, fault=str(fault))

    def _kept(self, daily: DailyPuzzle, puzzle: Puzzle) -> KeptMessage:
        return KeptMessage(
            key=daily.guild_id,
            guild_id=daily.guild_id,
            channel_id=daily.channel_id,
            message_id=daily.message_id,
            nonce=_nonce("d", daily),
            draft=lambda: self._draft(daily, puzzle),
            is_it=lambda message: opening(daily.day) in panels_of(message.components),
            posted=lambda _, message_id: self._store.posted(daily, message_id),
            shown=lambda: self._store.shown(daily),
            rules=_RULES,
            given_up=lambda refusal: self._give_up(daily, refusal),
            since=daily.created_at,
            searched=_MAX_READ,
        )

    async def _draft(self, daily: DailyPuzzle, puzzle: Puzzle) -> Draft:
        reader = await self._composer.language_in(daily.guild_id, None)
        if daily.message_id is not None:
            view = results_view(daily, puzzle, await self._store.results(daily), reader)
        else:
            before = await self._store.before(daily)
            is_recent = before is not None and daily.created_at - before.created_at < _RECENT_SECONDS
            answers = (
                (before, await self._store.results(before)) if before is not None and is_recent else None
            )
            view = daily_view(daily, puzzle, reader, answers)
        look = await self._composer.look(daily.guild_id)
        return Draft(view, [await self._composer.draw(puzzle_scene(puzzle, is_playing=True), look)])

    # --- What is in the way --------------------------------------------------------------------------

    async def _give_up(self, daily: DailyPuzzle, refusal: DiscordRefusal) -> None:
        """Skip a day that cannot be posted, and tell the admin; leave out results that cannot be shown."""
        if daily.message_id is not None:
            await self._store.shown(daily)
            return
        problem = _GONE if refusal is DiscordRefusal.PLACE_DELETED else _MAY_NOT
        await self._tell_admin(daily, problem)
        await self._store.withdraw(daily, problem)

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


_RULES = dict.fromkeys(set(DiscordRefusal) - {DiscordRefusal.NOT_ACCEPTED}, Next.GIVE_UP)


def _nonce(kind: str, daily: DailyPuzzle) -> str:
    """The nonce of a message, of at most 25 characters, as Discord wants it."""
    return f"{kind}{daily.guild_id:x}.{daily.day.replace('-', '')}"[:25]
