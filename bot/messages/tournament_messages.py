"""Runs the tournaments of this process's shards: their matches get threads, their message is kept true.

What is due is read from the store, after each change and every half minute, so nothing is lost by a kill, and
what another process has changed is seen. The message of a tournament is edited every few seconds at most.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

import discord
import structlog

from bot.exceptions import Refusal
from bot.match.events import MatchEvents, ShardsGained, ShardsLost, TournamentChanged
from bot.match.service import MatchService
from bot.match.tournaments import Tournaments, begins_by, has_begun
from bot.messages.boards import Boards
from bot.messages.faults import DISCORD_FAULTS, is_gone
from bot.messages.interaction_responses import NOBODY
from bot.messages.own_messages import posted_before
from bot.messages.quiet_hours import QuietHours
from bot.tasks import Tasks
from bot.texts import Raw, Texts
from bot.ui.panel import panels_of
from bot.ui.tournament import TOURNAMENT, winner_ids, winners_line
from data.errors import StoreError, UnavailableMatch
from data.model import Match, MatchChange, MatchState, PauseReason
from data.ownership import Shards
from data.store import Store
from data.tournaments.model import NOT_SHOWN, UNFINISHED, Pairing, Tournament, TournamentState

log = structlog.get_logger(__name__)

LOOK_SECONDS = 30.0
"""How often it is looked for what is due."""
LIVE_SECONDS = 10.0
"""How often it is looked for what is due where people play at the same time."""
AT_ONCE = 5
"""Boards that are posted at once."""
EDIT_SECONDS = 4.0
"""The least time between two edits of a tournament's message."""
REMINDED_AT = 0.25
"""The part of a round that is left when the players of a match that has not begun are reminded."""
UNPOSTED_SECONDS = 60.0
"""How old a tournament is when its message is posted here; before, the command that creates it does that."""
_DAY = 86_400.0
_UNKNOWN_MESSAGE = 10008


class TournamentMessages:
    """Does what is due in tournaments; ``now`` returns the unix time."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        tournaments: Tournaments,
        boards: Boards,
        matches: MatchService,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._store = store
        self._tournaments = tournaments
        self._composer = boards.messages.composer
        self._boards = boards.messages
        self._suspensions = matches.suspensions
        self._owns = store.ownership.owns
        self._now = now
        self._quiet = QuietHours(client, store.settings, now)
        self._shards = Shards.of((), 1)
        self._running: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._later: dict[int, asyncio.TimerHandle] = {}
        self._wakeup = asyncio.Event()
        self._tasks = Tasks()
        events.subscribe(MatchChange, self._follow)
        events.subscribe(TournamentChanged, lambda event: self.look_at(event.tournament_id))
        events.subscribe(ShardsGained, lambda event: self._gain(event.shards))
        events.subscribe(ShardsLost, lambda event: self._lose(event.shards))

    def start(self) -> None:
        """Look for what is due from now on."""
        self._tasks.run(self._look_again_and_again())

    async def close(self) -> None:
        """Stop; what is left is done after the next start."""
        for timer in self._later.values():
            timer.cancel()
        await self._tasks.close()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done in a tournament."""
        return not self._running

    def _gain(self, shards: Shards) -> None:
        self._shards = Shards.of(self._shards.numbers | shards.numbers, shards.total)
        self._wakeup.set()

    def _lose(self, shards: Shards) -> None:
        self._shards = Shards.of(self._shards.numbers - shards.numbers, shards.total)

    def _follow(self, change: MatchChange) -> None:
        if change.after.tournament_id is not None and change.after.state == MatchState.OVER:
            self.look_at(change.after.tournament_id)

    async def _look_again_and_again(self) -> None:
        while True:
            self._wakeup.clear()
            try:
                for tournament_id in await self._store.tournaments.unfinished(self._shards):
                    self.look_at(tournament_id)
            except StoreError as fault:
                log.warning("tournaments not read yet", fault=str(fault))
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._wakeup.wait()
            except TimeoutError:
                pass

    def look_at(self, tournament_id: int) -> None:
        """Do what is due in a tournament soon, if it is of this process's shards."""
        if tournament_id in self._running:
            self._again.add(tournament_id)
        else:
            self._running[tournament_id] = self._tasks.run(self._run(tournament_id))

    async def _run(self, tournament_id: int) -> None:
        try:
            while True:
                self._again.discard(tournament_id)
                try:
                    await self._do_what_is_due(tournament_id)
                except (Refusal, StoreError, *DISCORD_FAULTS) as fault:
                    log.info("tournament continued later", tournament=tournament_id, fault=str(fault))
                if tournament_id not in self._again:
                    return
                await asyncio.sleep(EDIT_SECONDS)
        finally:
            # In one step with the last check of `_again`: a later request starts another task.
            del self._running[tournament_id]

    async def _do_what_is_due(self, tournament_id: int) -> None:
        one = await self._tournaments.get(tournament_id)
        if one.guild_id not in self._shards or not self._owns(one.guild_id):
            return
        one = await self._tournaments.go_on(tournament_id)
        if one.state is TournamentState.RUNNING:
            await self._show_matches(one)
        if one.shown_version < one.version:
            await self._show(one)
        if one.state is TournamentState.OVER and not one.announced:
            await self._announce(one)
        if one.state in UNFINISHED:
            self._look_soon(one)

    def _look_soon(self, one: Tournament) -> None:
        """Look again when it starts by itself, at the end of an arena, every few seconds of a live one."""
        if (timer := self._later.pop(one.id, None)) is not None:
            timer.cancel()
        is_running = one.state is TournamentState.RUNNING
        moments = [
            *([one.starts_at] if one.starts_at is not None and not is_running else []),
            *([self._now() + LIVE_SECONDS] if one.is_live and is_running else []),
            *([one.deadline] if one.is_arena and one.deadline is not None else []),
        ]
        left = max(0.0, min(moments, default=math.inf) - self._now())
        if left < LOOK_SECONDS:
            loop = asyncio.get_running_loop()
            self._later[one.id] = loop.call_later(left, self._look_now, one.id)

    def _look_now(self, tournament_id: int) -> None:
        self._later.pop(tournament_id, None)
        self.look_at(tournament_id)

    # --- Its matches ---------------------------------------------------------------------------------

    async def _show_matches(self, one: Tournament) -> None:
        """Post the boards of matches that have none, and remind of those that have not begun."""
        open_pairings = {
            pairing.match_id: pairing
            for pairing in one.pairings
            if pairing.result is None and pairing.match_id is not None
        }
        reader = await self._composer.language_in(one.guild_id, one.locale)
        slots = asyncio.Semaphore(AT_ONCE)

        async def show(match: Match) -> bool:
            async with slots:
                return await self._try_to_show_match(one, open_pairings[match.id], match, reader)

        found = await self._store.queries.by_number(list(open_pairings))
        shown = await asyncio.gather(*(show(match) for match in found if match.state == MatchState.PLAYING))
        if not all(shown) and await self._is_channel_lost(one):
            await self._tournaments.cancel(one.id)

    async def _try_to_show_match(
        self, one: Tournament, pairing: Pairing, match: Match, reader: Texts
    ) -> bool:
        """Whether there is a place for it."""
        try:
            await self._show_match(one, pairing, match, reader)
        except DISCORD_FAULTS as fault:
            log.info("match of a tournament not shown yet", match=match.id, fault=str(fault))
            return not is_gone(fault)
        except UnavailableMatch:
            pass
        return True

    async def _show_match(self, one: Tournament, pairing: Pairing, match: Match, reader: Texts) -> None:
        is_lost = match.paused == PauseReason.SUSPENDED
        if match.message_id is None or is_lost:
            thread = _thread_name(one, pairing, match, reader)
            shown = await self._boards.begin_in_thread(match, one.channel_id, thread)
            if is_lost:
                await self._suspensions.recover(shown)
        elif self._is_reminder_due(one, pairing, match):
            await self._remind(one, match, reader)
            await self._store.tournaments.reminded(one, pairing)

    def _is_reminder_due(self, one: Tournament, pairing: Pairing, match: Match) -> bool:
        deadline = begins_by(one, match)
        if deadline is None:
            return False
        left = deadline - self._now()
        return not pairing.reminded and not has_begun(match) and left < REMINDED_AT * one.days * _DAY

    async def _remind(self, one: Tournament, match: Match, reader: Texts) -> None:
        people = [user_id for user_id in (match.first_id, match.second_id) if user_id]
        players = Raw(" ".join(f"<@{user_id}>" for user_id in people))
        when = Raw(f"<t:{round(begins_by(one, match) or 0)}:R>")
        text = reader("tournament.reminder", players=players, when=when)
        if await posted_before(self._client, match.channel_id, lambda message: message.content == text):
            return
        await self._client.get_partial_messageable(match.channel_id).send(
            text,
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(one) for one in people]),
            nonce=f"t{match.id}.remind",
            silent=await self._quiet.are_now(one.guild_id),
        )

    async def _is_channel_lost(self, one: Tournament) -> bool:
        guild = self._client.get_guild(one.guild_id)
        return guild is not None and guild.get_channel_or_thread(one.channel_id) is None

    # --- Its message ---------------------------------------------------------------------------------

    async def _show(self, one: Tournament) -> None:
        """Edit the message of a tournament, or post it if there is none."""
        if one.message_id is not None:
            if await self._edit(one, one.message_id):
                return
        elif self._now() - one.created_at < UNPOSTED_SECONDS and one.state in UNFINISHED:
            return
        if (posted := await self._posted_before(one)) is not None:
            await self._store.tournaments.posted(one.id, posted.id, NOT_SHOWN)
            self.look_at(one.id)
            return
        view, files = await self._composer.tournament(one)
        sent = await self._client.get_partial_messageable(one.channel_id).send(
            view=view,
            files=files,
            allowed_mentions=NOBODY,
            nonce=f"t{one.id}.{one.version}",
            silent=await self._quiet.are_now(one.guild_id),
        )
        await self._store.tournaments.posted(one.id, sent.id, one.version)

    async def _edit(self, one: Tournament, message_id: int) -> bool:
        """Edit the message of a tournament; False if it is gone."""
        view, files = await self._composer.tournament(one)
        message = self._client.get_partial_messageable(one.channel_id).get_partial_message(message_id)
        try:
            await message.edit(view=view, attachments=files, allowed_mentions=NOBODY)
        except discord.NotFound as fault:
            if fault.code != _UNKNOWN_MESSAGE:
                raise
            return False
        await self._store.tournaments.shown(one.id, one.version)
        return True

    async def _posted_before(self, one: Tournament) -> discord.Message | None:
        """Its message, if the bot was killed before it stored which one that is."""

        def is_meant(message: discord.Message) -> bool:
            panels = [panel for panel in panels_of(message.components) if panel.verb == TOURNAMENT]
            return str(one.id) in {panel.argument.partition(".")[2] for panel in panels}

        return await posted_before(self._client, one.channel_id, is_meant, since=one.created_at)

    async def _announce(self, one: Tournament) -> None:
        """Say who has won."""
        reader = await self._composer.language_in(one.guild_id, one.locale)
        text, people = winners_line(one, reader), [discord.Object(user_id) for user_id in winner_ids(one)]
        if not await posted_before(
            self._client, one.channel_id, lambda message: message.content == text, since=one.ended_at
        ):
            await self._client.get_partial_messageable(one.channel_id).send(
                text,
                allowed_mentions=discord.AllowedMentions(users=people),
                nonce=f"t{one.id}.end",
                suppress_embeds=True,
                silent=await self._quiet.are_now(one.guild_id),
            )
        await self._store.tournaments.announced(one.id)


def _thread_name(one: Tournament, pairing: Pairing, match: Match, reader: Texts) -> str:
    """The name of a match's thread; those of an arena are used again and again."""
    if pairing.place is not None:
        return reader.plain("tournament.arena.thread", id=one.id, place=pairing.place)
    if one.is_ladder:
        return reader.plain("tournament.ladder.thread", id=one.id, match=match.id)
    return reader.plain("tournament.thread", id=one.id, round=pairing.round, match=match.id)
