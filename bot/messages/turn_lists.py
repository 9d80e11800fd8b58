"""Keeps the message of a server that says whose turn it is: one in each server whose admin wants it.

It is edited when a match, or the answers to the daily puzzle, have changed, at most once in `EDIT_SECONDS`.
What it says is read from the store: so it is made true after a kill, by the process that owns the server's
shard then. It is public, so it lists only matches whose channel everybody can see who can see the message.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord
import structlog

from bot import puzzles
from bot.lru import LRU
from bot.match.due_loops import DuePart
from bot.match.events import MatchEvents
from bot.messages.access import see_too
from bot.messages.channels import DiscordChannels, Draft
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS, is_refusal
from bot.messages.kept_messages import Keeper, KeptMessage
from bot.messages.quiet_hours import QuietHours
from bot.messages.removals import Removals
from bot.messages.server_messages import kept_in_server
from bot.ui.panel import panels_of
from bot.ui.turn_list import VERB, PuzzleOfGame, Waiting, side_to_move, turn_list_view
from data.model.match import Match
from data.model.match_change import MatchChange
from data.servers.turn_lists import OpenPuzzle, TurnList
from data.store import Store

log = structlog.get_logger(__name__)

LOOK_SECONDS = 10.0
"""How often it is looked for what is due: with many servers, a look for each change would never end."""
EDIT_SECONDS = 30.0
"""How long a message stays as it is after an edit."""
CHECK_SECONDS = 300.0
"""How often it is looked for what no event says, such as a channel that is hidden from people from now on."""
_MAX_THREADS = 10_000
"""Threads that are not among those that Discord lists, whose channels are remembered."""


@dataclass(slots=True)
class _Shown:
    """What is known of a server's message."""

    turn_list: TurnList
    is_behind: bool = True
    """Whether something has changed since it was edited."""
    edited_at: float = -math.inf
    checked_at: float = -math.inf
    """When what it shows was compared with the store."""
    puzzle: OpenPuzzle | None = None
    components: list[dict[str, Any]] | None = None
    """What it shows; None if that is not known."""


class TurnLists(DuePart):
    """Does what is due; ``now`` returns the unix time."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        composer: Composer,
        removals: Removals,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        super().__init__(LOOK_SECONDS, "turn lists not read yet", events, store.ownership)
        self._client = client
        self._store = store
        self._composer = composer
        self._removals = removals
        self._now = now
        self._shown = dict[int, _Shown]()  # by server
        self._puzzles: Mapping[int, OpenPuzzle] = {}
        self._parents = LRU[int, int | None](_MAX_THREADS)  # the channel of a thread; None: it is private
        self._looking = asyncio.Lock()
        quiet = QuietHours(client, store.settings, now)
        self._keeper = Keeper(DiscordChannels(client), quiet, now)  # by server
        events.follow_servers(self._shown, self._follow)

    def _follow(self, change: MatchChange) -> None:
        for match in (change.before, change.after):
            shown = self._shown.get(match.guild_id or 0) if match is not None else None
            if match is not None and shown is not None and _is_among_people(match):
                shown.is_behind = True

    async def look(self) -> None:
        """Do everything that is due. Raises `data.errors.StoreError`."""
        async with self._looking:
            lists = await self._store.turn_lists.all()
            self._puzzles = await self._store.turn_lists.open_puzzles() if lists else {}
            ours = [turn_list for turn_list in lists if self._loop.holds(turn_list.guild_id)]
            for gone in self._shown.keys() - {turn_list.guild_id for turn_list in ours}:
                del self._shown[gone]
            for kept in ours:
                self._shown.setdefault(kept.guild_id, _Shown(kept))
            await self._loop.each(ours, self._advance)

    async def _advance(self, turn_list: TurnList) -> None:
        """Have a server's message show what it is to show, if that is due."""
        guild, now = self._client.get_guild(turn_list.guild_id), self._now()
        if guild is None or guild.unavailable:
            return
        shown = self._shown[guild.id]
        if turn_list.message_id is None and shown.turn_list != turn_list:  # an admin wants another one
            shown = self._shown[guild.id] = _Shown(turn_list)
        shown.turn_list = turn_list
        is_checked = now - shown.checked_at < CHECK_SECONDS
        if not shown.is_behind and is_checked and shown.puzzle == self._puzzles.get(guild.id):
            return
        if now - shown.edited_at < EDIT_SECONDS or self._keeper.seconds_left(guild.id) > 0:
            return
        try:
            await self._show(shown, guild)
        except DISCORD_FAULTS as fault:
            shown.is_behind = True
            log.info("turn list not shown yet", guild=guild.id, fault=str(fault))
        except BaseException:
            shown.is_behind = True
            raise

    async def _show(self, shown: _Shown, guild: discord.Guild) -> None:
        # Before the read, which later changes are not part of.
        shown.is_behind, shown.puzzle, shown.checked_at = False, self._puzzles.get(guild.id), self._now()
        view = await self._view(shown, guild)
        components = view.to_components()  # type: ignore[no-untyped-call]
        if components == shown.components:
            return
        shown.edited_at = self._now()
        if await self._keeper.show(self._kept(shown.turn_list, Draft(view))):
            shown.components = components

    # --- What it shows -------------------------------------------------------------------------------

    async def _view(self, shown: _Shown, guild: discord.Guild) -> discord.ui.LayoutView:
        place = guild.get_channel(shown.turn_list.channel_id)
        reader = await self._composer.language_in(guild.id, None)
        since = await self._store.turn_lists.waiting(guild.id)
        visible = dict[int, bool]()  # by channel

        async def is_visible(channel_id: int) -> bool:
            if channel_id not in visible:
                visible[channel_id] = await self._is_visible(channel_id, place, guild)
            return visible[channel_id]

        waiting = list[Waiting]()
        async for match in self._store.queries.each(list(since)):
            if side_to_move(match) is None or not await is_visible(match.home.channel_id):
                continue
            occasion = await self._composer.occasions.of(match, reader)
            waiting.append(Waiting(match, since[match.id], occasion))
        puzzle = shown.puzzle
        known = puzzles.with_id(puzzle.puzzle_id) if puzzle is not None else None
        if puzzle is None or known is None or not await is_visible(puzzle.channel_id):
            return turn_list_view(waiting, None, reader)
        return turn_list_view(waiting, PuzzleOfGame(puzzle, known.game), reader)

    async def _is_visible(
        self, channel_id: int, place: discord.abc.GuildChannel | None, guild: discord.Guild
    ) -> bool:
        """Whether everybody who can see the channel ``place`` can see another one, or a thread."""
        parent_id = await self._parent_of(channel_id, guild)
        channel = guild.get_channel(parent_id) if parent_id is not None else None
        return place is not None and channel is not None and see_too(place, channel, guild)

    async def _parent_of(self, channel_id: int, guild: discord.Guild) -> int | None:
        """A channel itself, or that of a thread; None for a private thread, and for what is gone."""
        channel = guild.get_channel_or_thread(channel_id)
        if channel is not None:
            return _parent(channel)
        if channel_id not in self._parents:  # an archived thread
            try:
                self._parents[channel_id] = _parent(await self._client.fetch_channel(channel_id))
            except discord.HTTPException as fault:
                if not is_refusal(fault):
                    raise
                self._parents[channel_id] = None
        return self._parents[channel_id]

    # --- The message ---------------------------------------------------------------------------------

    def _kept(self, turn_list: TurnList, content: Draft) -> KeptMessage:
        store = self._store.turn_lists
        return kept_in_server(
            turn_list,
            content,
            letter="w",
            is_it=lambda message: any(panel.verb == VERB for panel in panels_of(message.components)),
            store=partial(store.posted, turn_list),
            given_up=lambda _: store.turn_off(turn_list),
            removals=self._removals,
            now=self._now,
        )


def _is_among_people(match: Match) -> bool:
    """Whether a match can be on the list at all: see `data.servers.turn_lists.TurnListStore.waiting`."""
    return match.level is None or match.tournament_id is not None or match.teams is not None


def _parent(channel: object) -> int | None:
    if isinstance(channel, discord.Thread):
        return None if channel.is_private() else channel.parent_id
    return getattr(channel, "id", None)
