"""Runs the tournaments of this process's shards: their matches get threads, their message is kept true.

What is due is read from the store, after each change and every half minute, so nothing is lost by a kill, and
what another process has changed is seen. The message of a tournament is edited every few seconds at most.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

import discord
import structlog

from bot.exceptions import Refusal
from bot.match.due_loops import ShardLoop
from bot.match.events import MatchEvents
from bot.match.service import MatchService
from bot.match.tournaments import TournamentChanged, Tournaments
from bot.messages.boards import Boards
from bot.messages.channels import DiscordChannels, Thread
from bot.messages.faults import DISCORD_FAULTS, is_channel_deleted, is_refusal
from bot.messages.kept_messages import Keeper
from bot.messages.member_names import MemberNames
from bot.messages.quiet_hours import QuietHours
from bot.messages.tournament_message import kept_tournament, shows
from bot.messages.tournament_notices import TournamentNotices
from bot.messages.tournament_threads import NOTICED_SECONDS, OPEN_SECONDS, TournamentThreads
from bot.tasks import Tasks
from bot.texts import Texts
from bot.tournaments.arena import newly_absent
from bot.tournaments.kinds import format_of
from bot.ui.pairings import thread_name
from data.errors import StoreError, UnavailableMatch
from data.model.match import ABORTED, Match, MatchState, PauseReason
from data.model.match_change import MatchChange
from data.model.tournament import UNFINISHED, Pairing, Tournament, TournamentState
from data.store import Store

log = structlog.get_logger(__name__)

LOOK_SECONDS = 30.0
"""How often it is looked for what is due."""
LIVE_SECONDS = 10.0
"""How often it is looked for what is due where people play at the same time."""
AT_ONCE = 5
"""Boards that are posted at once."""
EDIT_SECONDS = 4.0
"""The least time between two edits of a tournament's message."""
UNPOSTED_SECONDS = 60.0
"""How old a tournament is when its message is posted here; before, the command that creates it does that."""


class TournamentMessages:
    """Does what is due in tournaments; ``now`` returns the unix time."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        tournaments: Tournaments,
        boards: Boards,
        matches: MatchService,
        names: MemberNames,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._store = store
        self._tournaments = tournaments
        self._composer = boards.messages.composer
        self._boards = boards.editor
        self._suspensions = matches.suspensions
        self._names = names
        self._now = now
        self._running: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._later: dict[int, asyncio.TimerHandle] = {}
        self._edited: dict[int, float] = {}  # when, by tournament; of the last seconds
        self._rounds: dict[int, int] = {}  # in which each unfinished tournament was at the last look
        self._with_new_round: set[int] = set()
        """The tournaments whose message is posted again below, which announces the round."""
        quiet = QuietHours(client, store.settings, now)
        self._channels = channels = DiscordChannels(client)
        self._threads = TournamentThreads(channels, store, tournaments, now)
        self._keeper = Keeper(channels, quiet, now)  # by tournament
        self._backoff = self._keeper.backoff
        self._notices = TournamentNotices(client, self._composer, Keeper(channels, quiet, now), quiet)
        self._tasks = Tasks()
        self._loop = ShardLoop(
            self._look, LOOK_SECONDS, "tournaments not read yet", self._tasks, events, store.ownership
        )
        events.follow("ended", self._follow)
        events.subscribe(TournamentChanged, self._follow_change)

    def start(self) -> None:
        """Look for what is due from now on."""
        self._loop.start()

    async def close(self) -> None:
        """Stop; what is left is done after the next start."""
        for tournament_id in [*self._later]:
            self._stop_timer(tournament_id)
        await self._tasks.close()

    def tell(
        self, tournament: Tournament, sentence: Callable[[Texts], str], mentioned: Sequence[int]
    ) -> None:
        """Say what an organizer has done, in the channel of a tournament; waits for nothing, raises nothing.

        ``mentioned`` are the people whom Discord notifies, by their ids.
        """
        self._tasks.run(self._notices.tell(tournament, sentence, mentioned), guild=tournament.guild_id)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done in a tournament."""
        return not self._running

    def _follow(self, change: MatchChange) -> None:
        match = change.after
        if match.tournament_id is not None:
            if match.reason == ABORTED:
                self._threads.called_off(match.tournament_id, match.id)
            self.look_at(match.tournament_id)

    def _follow_change(self, event: TournamentChanged) -> None:
        self._backoff.accepted(event.tournament_id)  # perhaps somebody has just pressed its message
        self.look_at(event.tournament_id)

    async def _look(self) -> None:
        store, shards, now = self._store.tournaments, self._loop.shards, self._now()
        ended = await store.ended(shards, now - NOTICED_SECONDS, now - OPEN_SECONDS)
        open_after = self._threads.open_after(ended)
        self._edited = {number: at for number, at in self._edited.items() if now < at + EDIT_SECONDS}
        for tournament_id in (*await store.unfinished(shards), *open_after):
            self.look_at(tournament_id)

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
        """Begin and end what is due in a tournament, then show it. Raises what the next look tries again."""
        tournament = await self._tournaments.get(tournament_id)
        if not self._loop.holds(tournament.guild_id) or not self._is_in(tournament.guild_id):
            return
        if tournament.id not in self._rounds and tournament.state in UNFINISHED and tournament.round > 1:
            await self._delete_copies(tournament)
        # The round of the last look. After a start it is the present one, for which nothing is posted again.
        before = self._rounds.get(tournament.id, tournament.round)
        read, tournament = tournament, await self._tournaments.go_on(tournament)
        if absent := newly_absent(read, tournament):
            self._tasks.run(self._notices.tell_absent(tournament, absent), guild=tournament.guild_id)
        if tournament.round > before > 0:
            self._with_new_round.add(tournament.id)
        if tournament.state in UNFINISHED:
            self._rounds[tournament.id] = tournament.round
            self._look_soon(tournament)
        else:
            self._rounds.pop(tournament.id, None)
        if not self._backoff.is_due(tournament.id):
            return
        try:
            await self._show_all(tournament)
        except DISCORD_FAULTS as fault:
            if is_refusal(fault):
                self._backoff.refused(tournament.id)
            if not is_channel_deleted(fault):
                raise
            await self._abandon(tournament)
        else:
            self._backoff.accepted(tournament.id)

    def _is_in(self, guild_id: int) -> bool:
        """Whether the bot is in a server, and reaches it: while it is not, nobody can play there."""
        guild = self._client.get_guild(guild_id)
        return guild is not None and not guild.unavailable

    async def _show_all(self, tournament: Tournament) -> None:
        """Show what is not shown yet. Raises what Discord has refused."""
        if tournament.state is TournamentState.RUNNING:
            await self._show_matches(tournament)
        if tournament.shown_version < tournament.version:
            if tournament.state is TournamentState.CANCELED:
                await self._threads.close_all(tournament)
            left = self._edited.get(tournament.id, -math.inf) + EDIT_SECONDS - self._now()
            if left > 0.0:  # what follows waits, too: the end is announced below the last standings
                self._look_in(left, tournament.id)
                return
            await self._show(tournament)
        await self._threads.archive_last_round(tournament)
        await self._threads.archive_called_off(tournament)
        if tournament.state is TournamentState.OVER and not tournament.announced:
            await self._notices.announce(tournament)
            await self._store.tournaments.announced(tournament)
        await self._threads.archive_after_end(tournament)

    async def _abandon(self, tournament: Tournament) -> None:
        """Call off a tournament whose channel was deleted, and tell its organizer; nothing is left to do."""
        if tournament.state in UNFINISHED:
            tournament = await self._tournaments.cancel(tournament.id)
        await self._notices.tell_organizer(tournament)
        await self._store.tournaments.shown(tournament.id, tournament.version)
        await self._store.tournaments.announced(tournament)

    def _look_soon(self, tournament: Tournament) -> None:
        """Look again when it starts by itself, at the end of an arena, every few seconds of a live one."""
        self._stop_timer(tournament.id)
        is_running = tournament.state is TournamentState.RUNNING
        starts_at = None if is_running else tournament.starts_at
        live_at = self._now() + LIVE_SECONDS if tournament.is_live and is_running else None
        times = starts_at, live_at, format_of(tournament).ends_at(tournament)
        moments = [moment for moment in times if moment is not None]
        left = max(0.0, min(moments, default=math.inf) - self._now())
        if left < LOOK_SECONDS:
            self._look_in(left, tournament.id)

    def _look_in(self, seconds: float, tournament_id: int) -> None:
        """Look in so many seconds, unless that is done sooner anyway."""
        loop, planned = asyncio.get_running_loop(), self._later.get(tournament_id)
        if planned is None or planned.when() > loop.time() + seconds:
            self._stop_timer(tournament_id)
            self._later[tournament_id] = loop.call_later(seconds, self._look_now, tournament_id)

    def _stop_timer(self, tournament_id: int) -> None:
        if (timer := self._later.pop(tournament_id, None)) is not None:
            timer.cancel()

    def _look_now(self, tournament_id: int) -> None:
        self._later.pop(tournament_id, None)
        self.look_at(tournament_id)

    # --- Its matches ---------------------------------------------------------------------------------

    async def _show_matches(self, tournament: Tournament) -> None:
        """Post the boards of matches that have none.

        After a refusal, which is raised in the end, the others wait, too: they are in the same channel.
        """
        open_pairings = {
            pairing.match_id: pairing
            for pairing in tournament.pairings
            if pairing.result is None and pairing.match_id is not None
        }
        reader = await self._composer.language_in(tournament.guild_id, tournament.locale)
        slots = asyncio.Semaphore(AT_ONCE)

        async def show(match: Match) -> None:
            async with slots:
                if self._backoff.is_due(tournament.id):
                    await self._try_to_show_match(tournament, open_pairings[match.id], match, reader)

        matches = await self._store.queries.by_number(list(open_pairings))
        playing = [match for match in matches if match.state == MatchState.PLAYING]
        shown = await asyncio.gather(*map(show, playing), return_exceptions=True)
        for fault in shown:
            if isinstance(fault, BaseException):
                raise fault

    async def _try_to_show_match(
        self, tournament: Tournament, pairing: Pairing, match: Match, reader: Texts
    ) -> None:
        """Show a match, now or later. Raises what Discord has refused."""
        try:
            await self._show_match(tournament, pairing, match, reader)
        except DISCORD_FAULTS as fault:
            log.info("match of a tournament not shown yet", match=match.id, fault=str(fault))
            if is_refusal(fault):
                self._backoff.refused(tournament.id)
                raise
        except UnavailableMatch:
            pass

    async def _show_match(
        self, tournament: Tournament, pairing: Pairing, match: Match, reader: Texts
    ) -> None:
        """Post the board of a match in a thread of its own if it has none."""
        is_lost = match.paused == PauseReason.SUSPENDED
        if match.home.message_id is not None and not is_lost:
            return
        people = [user_id for user_id in (match.first_id, match.second_id) if user_id]
        names = await self._names.of(tournament.guild_id, people)
        thread = Thread(
            thread_name(tournament, pairing, match, names, reader),
            tournament.created_at if pairing.place else match.created_at,
        )
        shown = await self._boards.begin_in_thread(match, tournament.channel_id, thread)
        if is_lost:
            await self._suspensions.recover(shown)
        else:
            await self._tournaments.shown(shown)

    # --- Its message ---------------------------------------------------------------------------------

    async def _delete_copies(self, tournament: Tournament) -> None:
        """Delete what a process left that was killed while it posted the message of a new round below."""
        with suppress(*DISCORD_FAULTS):
            copies = await self._channels.find_all(
                tournament.channel_id, partial(shows, tournament=tournament)
            )
            for message_id in copies:
                if tournament.message_id is not None and message_id != tournament.message_id:
                    await self._channels.delete(tournament.channel_id, message_id)

    async def _show(self, tournament: Tournament) -> None:
        """Show a tournament, unless the command that has created it is about to post its message."""
        is_just_created = self._now() - tournament.created_at < UNPOSTED_SECONDS
        if tournament.message_id is None and is_just_created and tournament.state in UNFINISHED:
            return
        kept = kept_tournament(tournament, self._store.tournaments, self._composer, self._names)
        if tournament.id in self._with_new_round:
            kept.has_scrolled_away = _always
        try:
            await self._keeper.show(kept)
        finally:
            self._edited[tournament.id] = self._now()
        self._with_new_round.discard(tournament.id)
        if tournament.message_id is not None and kept.message_id not in (None, tournament.message_id):
            # Only now, so that a kill in between leaves a message too many rather than none.
            with suppress(*DISCORD_FAULTS):
                await self._channels.delete(tournament.channel_id, tournament.message_id)


async def _always() -> bool:
    return True
