"""Composes recaps, and posts them by itself where an admin wants that: on the first day of each month.

It is the recap of the month that is over, on New Year's Day that of the year. What is due is read from the
store: so it is posted once, also after a kill, by the process that owns the server's shard then. It is
public, so it is about matches in channels that everybody can see who can see the message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import partial

import discord
import structlog

from ai.analysis import ANALYSIS_VERSION
from bot.drawing.recap import draw_recap
from bot.match.due_loops import DuePart
from bot.match.events import MatchEvents
from bot.match.recap import TurningPoint, costliest, stored_report, turning_point
from bot.messages.access import shared_channels
from bot.messages.channels import DiscordChannels, Draft
from bot.messages.composer import PIECES, Composer
from bot.messages.faults import DISCORD_FAULTS, DiscordRefusal
from bot.messages.interaction_responses import Composed
from bot.messages.kept_messages import Keeper, KeptMessage, Next
from bot.messages.member_names import fetched_names
from bot.messages.quiet_hours import QuietHours
from bot.presenters.board_scene import BoardScene
from bot.texts import Texts
from bot.time_zones import time_zone
from bot.ui.panel import panels_of
from bot.ui.picture import Look, picture
from bot.ui.profile import opening_positions
from bot.ui.recap import Recap, RecapPage, Turned, named_people, recap_picture, recap_view
from bot.ui.settings_panel import zone_of
from data.model.match import Match
from data.ratings.profile import OpeningRow
from data.ratings.recap import Period, PlayedMatch, Span, recap_of_person, recap_of_server
from data.servers.recap_channels import RecapChannel
from data.store import Store
from data.tables.conditions import Scope
from games.base import Move, Side

log = structlog.get_logger(__name__)

LOOK_SECONDS = 60.0
"""How often it is looked for what is due."""
LATE_SECONDS = 5 * 86_400.0
"""How long a recap is tried to be posted."""
HOUR = 9
"""When it is posted, in the server's time zone."""
_NAME_SECONDS = 2.0
"""How long Discord is waited for to name people."""


def next_recap_at(after: float, zone: tzinfo) -> float:
    """The first moment after ``after``, in unix seconds, at which a recap is due: `HOUR` on a first day."""
    month = Period.containing(datetime.fromtimestamp(after, zone).date(), Span.MONTH)
    moments = (
        datetime(day.year, day.month, day.day, HOUR, tzinfo=zone).timestamp()
        for day in (month.first, month.end)
    )
    return next(moment for moment in moments if moment > after)


def due_period(moment: float, zone: tzinfo) -> Period:
    """The period whose recap is posted at a moment: the month before it, in January the year."""
    day = datetime.fromtimestamp(moment, zone).date()
    return Period.containing(day, Span.YEAR if day.month == 1 else Span.MONTH).before


class Recaps(DuePart):
    """Composes them for everybody, and posts those that are due; ``now`` returns the unix time."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        composer: Composer,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        super().__init__(LOOK_SECONDS, "recaps not posted yet", events, store.ownership)
        self._client = client
        self._store = store
        self._composer = composer
        self._now = now
        self._keeper = Keeper(DiscordChannels(client), QuietHours(client, store.settings, now), now)

    # --- What it says --------------------------------------------------------------------------------

    async def zone(self, guild: discord.Guild | None) -> tzinfo:
        """The time zone of a server; outside of servers UTC."""
        if guild is None:
            return UTC
        return time_zone(zone_of(await self._store.settings.guild(guild.id), guild))

    async def today(self, guild: discord.Guild | None) -> date:
        """The date in a server."""
        return datetime.fromtimestamp(self._now(), await self.zone(guild)).date()

    async def composed(
        self,
        page: RecapPage,
        scope: Scope,
        guild: discord.Guild | None,
        reader: Texts,
        reader_id: int | None = None,
        *,
        can_post: bool = False,
    ) -> Composed:
        """A recap of the matches in a scope, as one person sees it; without one, as everybody does."""
        recap = await self._recap(page, scope, guild)
        today, is_here = await self.today(guild), scope.guild_id is not None
        view = recap_view(recap, today, reader, can_post=can_post, is_here=is_here)
        if not recap.matches:
            return view, []
        theme = await self._composer.chart_theme(guild.id if guild is not None else None, reader_id)
        draw_board = None
        if recap.turned is not None:
            scene = BoardScene.of(recap.turned.match).after(recap.turned.point.ply + 1)
            look = Look(theme, PIECES[reader.language])
            draw_board = partial(picture, replace(scene, viewer=Side.FIRST), look)
        drawn = partial(draw_recap, recap_picture(recap, theme, reader), draw_board)
        return view, [await self._composer.render(drawn)]

    async def _recap(self, page: RecapPage, scope: Scope, guild: discord.Guild | None) -> Recap:
        since, until = page.period.bounds(await self.zone(guild))
        if page.user_id is None:
            played = await self._store.recaps.of_server(since, until, scope)
            of_server = await asyncio.to_thread(recap_of_server, played)
            recap = Recap(page, of_server, guild.name if guild is not None else "")
        else:
            played = await self._store.recaps.of_person(page.user_id, since, until, scope)
            recap = Recap(page, await asyncio.to_thread(recap_of_person, page.user_id, played))
        people = named_people(recap.of)
        turned = await self._turned(played, page.user_id)
        if turned is not None:
            seats = (turned.match.first_id, turned.match.second_id)
            people |= {user_id for user_id in seats if user_id}
        names = await fetched_names(self._client, guild, people, _NAME_SECONDS)
        title = recap.title if page.user_id is None else names.get(page.user_id, "")
        openings = await self._openings(page.user_id, recap, played)
        return replace(recap, title=title, names=names, turned=turned, openings=openings)

    async def _turned(self, played: Sequence[PlayedMatch], user_id: int | None) -> Turned | None:
        """The turning point of these matches; those of people come first, hidden ones do not count.

        In its match it is the one that the review lists first, to a person or to everybody (None).
        """
        shown = [match for match in played if not match.is_hidden]
        among_people = [match.match_id for match in shown if match.level is None]
        against_computer = [match.match_id for match in shown if match.level is not None]
        return await self._turned_in(among_people, user_id) or await self._turned_in(
            against_computer, user_id
        )

    async def _turned_in(self, match_ids: Collection[int], user_id: int | None) -> Turned | None:
        mistakes = await self._store.recaps.mistakes(match_ids, ANALYSIS_VERSION) if match_ids else []
        points = await asyncio.to_thread(costliest, mistakes)
        matches: list[Match] = await self._store.queries.by_number([points[0].match_id]) if points else []
        if not matches or any(point.ply >= matches[0].ply for point in points):
            return None
        verdicts = await self._store.analyses.of_match(matches[0].id, ANALYSIS_VERSION)

        def chosen() -> TurningPoint:
            return turning_point(points, stored_report(matches[0], verdicts, user_id))

        return Turned(await asyncio.to_thread(chosen), matches[0])

    async def _openings(
        self, user_id: int | None, recap: Recap, played: Sequence[PlayedMatch]
    ) -> Sequence[OpeningRow]:
        """The moves in openings of the category played most; of a server as those of the first side."""
        if recap.category is None:
            return ()
        by_id = {match.match_id: match for match in played if match.category is recap.category}
        rows = await self._store.recaps.openings(by_id, opening_positions(recap.category))
        sides = {
            number: Side.FIRST if user_id is None else match.side_of(user_id)
            for number, match in by_id.items()
        }
        return [
            OpeningRow(
                row.match_id,
                row.position,
                Move(row.move),
                sides[row.match_id],
                by_id[row.match_id].score_of(sides[row.match_id]),
                Move(row.first),
            )
            for row in rows
        ]

    # --- Posting by itself ---------------------------------------------------------------------------

    async def look(self) -> None:
        """Post everything that is due. Raises `data.errors.StoreError`."""
        due = await self._store.recap_channels.due(self._now())
        await self._loop.each([channel for channel in due if self._loop.holds(channel.guild_id)], self._post)

    async def _post(self, due: RecapChannel) -> None:
        """Post a server's recap, unless nobody has played, or it is long ago; then plan the next."""
        guild = self._client.get_guild(due.guild_id)
        if guild is None or guild.unavailable or self._keeper.seconds_left(guild.id) > 0:
            return
        zone = await self.zone(guild)
        page = RecapPage(None, due_period(due.next_at, zone))
        next_at = next_recap_at(self._now(), zone)
        if self._now() - due.next_at > LATE_SECONDS or not await self._is_played(page, guild, due, zone):
            await self._store.recap_channels.advance(due, next_at)
            return
        try:
            await self._keeper.show(self._kept(due, page, guild, next_at))
        except DISCORD_FAULTS as fault:
            log.info("recap not posted yet", guild=guild.id, fault=str(fault))

    async def _is_played(
        self, page: RecapPage, guild: discord.Guild, due: RecapChannel, zone: tzinfo
    ) -> bool:
        scope = _shared_scope(guild, due.channel_id)
        return bool(await self._store.recaps.of_server(*page.period.bounds(zone), scope))

    def _kept(self, due: RecapChannel, page: RecapPage, guild: discord.Guild, next_at: float) -> KeptMessage:
        store = self._store.recap_channels

        async def draft() -> Draft:
            reader = await self._composer.language_in(guild.id, None)
            scope = _shared_scope(guild, due.channel_id)
            return Draft(*await self.composed(page, scope, guild, reader))

        async def leave(_: int) -> bool:
            return True

        return KeptMessage(
            key=due.guild_id,
            guild_id=due.guild_id,
            channel_id=due.channel_id,
            message_id=None,
            nonce=f"c{due.guild_id:x}.{page.period.name}"[:25],
            draft=draft,
            is_it=lambda message: any(
                RecapPage.read(panel) == page for panel in panels_of(message.components)
            ),
            posted=lambda _, __: store.advance(due, next_at),
            rules={DiscordRefusal.PLACE_DELETED: Next.GIVE_UP},
            given_up=lambda _: store.turn_off(due),
            edit=leave,
            since=due.next_at - timedelta(minutes=1).total_seconds(),
        )


def _shared_scope(guild: discord.Guild, channel_id: int) -> Scope:
    """The matches that everybody may know of who can see a channel."""
    place = guild.get_channel_or_thread(channel_id)
    return Scope(guild.id, shared_channels(place, guild) if place is not None else frozenset())
