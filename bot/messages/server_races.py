"""Keeps the messages of the weekly race of servers: one a week in each server whose admin wants it.

Weeks, runs and results are read from the store, so what is due is done after a kill, by the process that owns
the server's shard then. The message of the present week is edited at most once in `EDIT_SECONDS` if a run of
the server has changed, and for the other servers' sake in `OTHERS_SECONDS`: of a thousand servers some change
all the time. At the end it shows the result and stays, and the next one is posted; where nobody ran, it goes
on as that of the next week. Other servers are named, their people never.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord
import structlog

from bot import puzzles
from bot.match.due_loops import DuePart
from bot.match.events import MatchEvents
from bot.messages.channels import DiscordChannels, Draft
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS, DiscordRefusal
from bot.messages.kept_messages import Keeper, KeptMessage, Next
from bot.messages.quiet_hours import QuietHours
from bot.messages.removals import Removals
from bot.messages.server_messages import kept_in_server
from bot.puzzles.racing import race_puzzles
from bot.ui.panel import panels_of
from bot.ui.server_races import ServerRacePage, server_race_view, start_panel
from data.model.race import STORM_PUZZLES
from data.model.server_race import RaceWeek, Run, ServerScore, standings
from data.servers.server_races import RaceChannel, RaceEntry
from data.store import Store

log = structlog.get_logger(__name__)

LOOK_SECONDS = 10.0
"""How often it is looked for what is due."""
EDIT_SECONDS = 10.0
"""How long a message stays as it is after an edit, also if a run of its server changes."""
OTHERS_SECONDS = 300.0
"""How long it stays as it is if only other servers change."""
_DICE = random.SystemRandom()


@dataclass(slots=True)
class _Table:
    """What is known of a week."""

    week: RaceWeek
    versions: dict[int, int] = field(default_factory=dict)
    """Of the runs, by their numbers."""
    runs: dict[int, Run] = field(default_factory=dict)
    """By number."""
    by_server: dict[int, list[Run]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    """Of the servers that take part."""
    scores: list[ServerScore] = field(default_factory=list)
    score_of: dict[int, ServerScore] = field(default_factory=dict)
    """The scores, by server."""
    before: dict[int, ServerScore] = field(default_factory=dict)
    """The results of the week before, by server."""


@dataclass(slots=True)
class _Shown:
    """What a server's message shows."""

    message_id: int
    at: float
    """When it was compared with what it is to show."""
    own: object
    """What of it is the server's own."""
    components: list[dict[str, Any]]


class ServerRaces(DuePart):
    """Does what is due; ``now`` returns the unix time. Servers that are ``blocked`` take no part."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        composer: Composer,
        removals: Removals,
        events: MatchEvents,
        now: Callable[[], float],
        blocked: Collection[int] = (),
    ) -> None:
        super().__init__(LOOK_SECONDS, "race of servers not read yet", events, store.ownership)
        self._client = client
        self._store = store.server_races
        self._proofs = store.puzzle_proofs
        self._composer = composer
        self._removals = removals
        self._now = now
        self._blocked = blocked
        self._table = _Table(RaceWeek(0))
        self._entries = dict[int, list[RaceEntry]]()  # by server
        self._shown = dict[int, _Shown]()  # by server
        self._results = dict[int, list[ServerScore]]()  # by week, as they are during a look
        self._looking = asyncio.Lock()
        quiet = QuietHours(client, store.settings, now)
        self._keeper = Keeper(DiscordChannels(client), quiet, now)  # by server

    async def puzzles(self, week: RaceWeek) -> tuple[str, ...]:
        """What is asked in a week, in all servers: drawn with the first run, and stored.

        Nobody can know them before. Those of the last weeks come back only if there are no others.
        """
        stored = await self._store.puzzles(week.number)
        if stored:
            return stored
        now = self._now()
        seen = dict.fromkeys(await self._store.recent_puzzles(), now)
        games = puzzles.games_with_puzzles()
        withdrawn = await self._proofs.withdrawn()
        chosen = await asyncio.to_thread(race_puzzles, games, STORM_PUZZLES, seen, now, _DICE, withdrawn)
        return await self._store.keep_puzzles(week.number, [puzzle.id for puzzle in chosen])

    async def look(self) -> None:
        """Do everything that is due. Raises `data.errors.StoreError`."""
        async with self._looking:
            now = self._now()
            await self._store.close(now, self._blocked)
            stored = await self._store.channels()
            channels = [channel for channel in stored if channel.guild_id not in self._blocked]
            ours = [channel for channel in channels if self._loop.holds(channel.guild_id)]
            if not ours:
                return
            await self._read(RaceWeek.containing(now), channels)
            self._results.clear()
            entries = defaultdict[int, list[RaceEntry]](list)
            for entry in await self._store.entries(self._table.week.number):
                entries[entry.guild_id].append(entry)
            self._entries = entries
            await self._loop.each(ours, self._advance)

    async def _read(self, week: RaceWeek, channels: list[RaceChannel]) -> None:
        """Read those of the week's runs that have changed."""
        table = self._table
        if table.week != week:
            before = await self._store.results(week.number - 1)
            table = _Table(week, before={score.guild_id: score for score in before})
        versions = await self._store.versions(week.number)
        names = {channel.guild_id: channel.name for channel in channels}
        if table.versions != versions:
            changed = {
                number for number, version in versions.items() if table.versions.get(number) != version
            }
            runs = await self._store.runs(week.number, race_ids=changed) if changed else []
            table.runs |= {run.race_id: run for run in runs}
            table.runs = {number: run for number, run in table.runs.items() if number in versions}
            table.versions = versions
            by_server = defaultdict[int, list[Run]](list)
            for shown_run in table.runs.values():
                by_server[shown_run.guild_id].append(shown_run)
            table.by_server = dict(by_server)
        elif table.names.keys() == names.keys():
            # Nobody has run, and the same servers take part: the places stand, some may be called otherwise.
            table.names = names
            self._table = table
            return
        table.names = names
        table.scores = standings(table.runs.values(), names)
        table.score_of = {score.guild_id: score for score in table.scores}
        self._table = table

    async def _advance(self, channel: RaceChannel) -> None:
        """Have a server's messages show what they are to show."""
        guild = self._client.get_guild(channel.guild_id)
        if guild is None or guild.unavailable:
            return
        if guild.name != channel.name:
            await self._store.rename(guild.id, guild.name)
        if self._keeper.seconds_left(guild.id) > 0:
            return
        week, entries = self._table.week, self._entries.get(guild.id, [])
        try:
            for entry in entries:
                if entry.is_behind:
                    await self._show_result(entry)
            if not any(posted.week == week.number for posted in entries):
                entered = await self._store.enter(guild.id, week.number, self._now())
                entries = [entered] if entered is not None else []
            for entry in entries:
                if entry.week == week.number:
                    await self._show_present(entry, channel)
        except DISCORD_FAULTS as fault:
            log.info("race of servers not shown yet", guild=guild.id, fault=str(fault))

    async def _show_present(self, entry: RaceEntry, channel: RaceChannel) -> None:
        now, table, shown = self._now(), self._table, self._shown.get(entry.guild_id)
        if shown is not None and shown.message_id != entry.message_id:
            shown = None
        runs = table.by_server.get(entry.guild_id, [])
        running = sum(now < run.done_at for run in runs)
        own = (table.week, now < table.week.last_start_at, running, runs)
        if shown is not None and now - shown.at < (OTHERS_SECONDS if shown.own == own else EDIT_SECONDS):
            return
        before = table.before.get(entry.guild_id)
        page = ServerRacePage(
            table.week,
            entry.guild_id,
            runs,
            table.scores,
            table.names,
            own=table.score_of.get(entry.guild_id),
            before=(before, len(table.before)) if before is not None else None,
        )
        await asyncio.sleep(0)  # a thousand messages are not composed in one go
        view = server_race_view(page, now, await self._composer.language_in(entry.guild_id, None))
        components = view.to_components()  # type: ignore[no-untyped-call]
        if shown is not None and shown.components == components:
            shown.at, shown.own = now, own
            return
        kept = self._kept(entry, Draft(view), lambda _: self._store.turn_off(channel))
        if await self._keeper.show(kept) and kept.message_id is not None:
            self._shown[entry.guild_id] = _Shown(kept.message_id, now, own, components)

    async def _show_result(self, entry: RaceEntry) -> None:
        """Edit the message of a week that is closed; if it is gone, it stays so."""
        if entry.message_id is None:
            await self._store.shown(entry)
            return
        runs = await self._store.runs(entry.week, guild_id=entry.guild_id)
        if entry.week not in self._results:
            self._results[entry.week] = await self._store.results(entry.week)
        page = ServerRacePage(
            RaceWeek(entry.week),
            entry.guild_id,
            runs,
            self._results[entry.week],
            self._table.names,
            own=entry.result,
            is_over=True,
        )
        reader = await self._composer.language_in(entry.guild_id, None)
        content = Draft(server_race_view(page, self._now(), reader))
        kept = self._kept(entry, content, lambda _: self._store.shown(entry))
        kept.shown = lambda: self._store.shown(entry)
        kept.rules = dict.fromkeys(DiscordRefusal, Next.GIVE_UP)  # it may not hold up the present week
        await self._keeper.show(kept)

    def _kept(
        self, entry: RaceEntry, content: Draft, given_up: Callable[[DiscordRefusal], Awaitable[object]]
    ) -> KeptMessage:
        press = start_panel(RaceWeek(entry.week))
        return kept_in_server(
            entry,
            content,
            letter="s",
            is_it=lambda message: press in panels_of(message.components),
            store=partial(self._store.posted, entry),
            given_up=given_up,
            removals=self._removals,
            now=self._now,
        )
