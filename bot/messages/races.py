"""Begins and ends puzzle races, and keeps their messages and the racers' own boards.

What is due is read from the store: races begin and end at the times that are stored there, so another process
goes on where one was killed. The message in the channel (`bot.messages.race_message`) is edited at most once
in `EDIT_SECONDS`. The boards are ephemeral: only the token of the person's last
interaction edits them, while this process lives; *Begin* shows them again. A person has one board of a race:
a newer one deletes the one before.
"""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import discord
import structlog

from bot import puzzles
from bot.match.due_loops import DuePart
from bot.match.events import MatchEvents
from bot.match.server_rules import allowed_games
from bot.messages.activity import Activity
from bot.messages.channels import DiscordChannels
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import NOBODY, Composed
from bot.messages.kept_messages import Keeper
from bot.messages.quiet_hours import QuietHours
from bot.messages.race_message import RaceMessages
from bot.messages.removals import Removals
from bot.messages.reposting import RepostRule
from bot.presenters.registry import PRESENTERS
from bot.puzzles.racing import SEEN_SECONDS, race_puzzles
from bot.texts import Texts
from bot.ui.puzzle_scene import puzzle_scene
from bot.ui.races import board_view, done_view, too_few, waiting_view
from bot.ui.text_board import with_text_board
from data.model.race import PUZZLES, STORM_PUZZLES, Race, Racer, RaceState
from data.store import Store

log = structlog.get_logger(__name__)

LOOK_SECONDS = 30.0
"""How often it is looked for what is due, besides the moments that are known."""
EDIT_SECONDS = 2.5
"""How long a message stays as it is after an edit: two edits in five seconds leave room for other messages
of the channel, of which Discord allows five."""
WAIT_SECONDS = 10.0
"""How old a race is before its message is posted here: until then, the answer to the command does it."""
GRACE_SECONDS = 1.0
"""How long answers that were given in time can be on their way."""
LATE_SECONDS = 600.0
"""How late a race still begins, for example after an outage; it is called off afterwards."""
DELETE_SECONDS = 3600.0
"""How often old races are deleted."""
_RANDOM = random.Random()


@dataclass(slots=True)
class OwnBoard:
    """A racer's ephemeral message, while its token lives."""

    message_id: int
    webhook: discord.Webhook
    """What edits it: it comes with the token of the person's last interaction."""
    reader: Texts
    until: float
    """The unix time at which the person can answer no more; until the race begins, when it does."""


class Races(DuePart):
    """Does what is due; ``now`` returns the unix time."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        composer: Composer,
        activity: Activity,
        repost_rule: RepostRule,
        removals: Removals,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        super().__init__(LOOK_SECONDS, "races not read yet", events, store.ownership)
        self._client = client
        self._store = store.races
        self._proofs = store.puzzle_proofs
        self._settings = store.settings
        self._composer = composer
        self._activity = activity
        self._now = now
        self._boards = dict[tuple[int, int], OwnBoard]()  # by race and person
        self._edited = dict[int, float]()  # when each race's message was edited last
        self._next = math.inf  # the unix time of what is due next
        self._delete_at = 0.0  # when old races are deleted next
        self._looking = asyncio.Lock()
        quiet = QuietHours(client, store.settings, now)
        self._keeper = Keeper(DiscordChannels(client), quiet, now)  # by race
        self._messages = RaceMessages(
            client, store, composer, repost_rule, removals, self._keeper.channels, now
        )

    async def look(self) -> None:
        """Do everything that is due. Raises `data.errors.StoreError`."""
        async with self._looking:
            self._next = self._now() + LOOK_SECONDS
            await self._delete_old()
            unfinished = [race for race in await self._store.unfinished() if self._can_show(race)]
            await self._loop.each(map(_OfServer, unfinished), lambda item: self._advance(item.race))
            for key, board in list(self._boards.items()):
                if board.until + GRACE_SECONDS <= self._now():
                    await self._end_board(*key)
                else:
                    self._plan(board.until + GRACE_SECONDS)
            self._edited = {race.id: self._edited[race.id] for race in unfinished if race.id in self._edited}
            self._loop.seconds = max(0.05, self._next - self._now())

    async def _delete_old(self) -> None:
        """Delete races that are not needed anymore, from time to time."""
        now = self._now()
        if now >= self._delete_at:
            self._delete_at = now + DELETE_SECONDS
            await self._store.delete_before(now - SEEN_SECONDS)

    def _can_show(self, race: Race) -> bool:
        return self._client.get_guild(race.guild_id or 0) is not None

    def _plan(self, moment: float) -> None:
        self._next = min(self._next, moment)

    # --- A race --------------------------------------------------------------------------------------

    async def begin(self, race_id: int, *, at_once: bool = False) -> None:
        """Begin a race if its time has come: choose its puzzles, or call it off.

        ``at_once`` begins it before its time, if enough people are in it. A race that everybody has left is
        called off before its time.
        """
        state = await self._store.state(race_id)
        now = self._now()
        if state is None or state.race.has_begun or state.race.ended_at is not None:
            return
        can_begin = at_once and not too_few(state)
        if state.racers and now < state.race.starts_at and not can_begin:
            return
        if too_few(state) or now - state.race.starts_at > LATE_SECONDS:
            await self._store.finish(race_id, now)
            return
        people = [racer.user_id for racer in state.racers]
        chosen = await self._choose(state.race.game, state.race.guild_id, people, PUZZLES)
        await self._store.begin(race_id, chosen, self._now())

    async def begin_at_once(self, race_id: int) -> None:
        """Begin a race before its time, if enough people are in it, and show it on their boards."""
        await self.begin(race_id, at_once=True)
        self._tasks.run(self._show_boards(race_id), race=race_id)
        self.wake()

    async def storm_puzzles(self, user_id: int, game: str | None) -> list[str]:
        """The puzzles of a person's storm."""
        return await self._choose(game, None, [user_id], STORM_PUZZLES)

    async def _choose(
        self, game: str | None, guild_id: int | None, people: list[int], count: int
    ) -> list[str]:
        settings = await self._settings.guild(guild_id) if guild_id is not None else None
        stocked, allowed = puzzles.games_with_puzzles(), allowed_games(settings)
        games = [game] if game else [slug for slug in stocked if slug in allowed] or stocked
        seen = await self._store.seen(people)
        withdrawn = await self._proofs.withdrawn()
        chosen = await asyncio.to_thread(race_puzzles, games, count, seen, self._now(), _RANDOM, withdrawn)
        return [puzzle.id for puzzle in chosen]

    async def _advance(self, race: Race) -> None:
        """Begin or end a race that is due, and have its message show that."""
        if race.ended_at is None:
            await self._begin_or_end(race)
        state = await self._store.state(race.id)
        if state is None:
            return
        race, now = state.race, self._now()
        if race.shown_version >= race.version and not self._messages.is_out_of_sight(race):
            return
        earliest = self._edited.get(race.id, 0.0) + EDIT_SECONDS
        if race.message_id is None and race.ended_at is None:
            earliest = max(earliest, race.created_at + WAIT_SECONDS)
        earliest = max(earliest, now + self._keeper.seconds_left(race.id))
        if earliest > now:
            self._plan(earliest)
            return
        try:
            await self._keeper.show(await self._messages.kept(state))
        except DISCORD_FAULTS as fault:
            log.info("race not shown yet", race=race.id, fault=str(fault))
            self._plan(self._now() + max(EDIT_SECONDS, self._keeper.seconds_left(race.id)))
        finally:  # what takes long begins the time again
            self._edited[race.id] = self._now()

    async def _begin_or_end(self, race: Race) -> None:
        now = self._now()
        if not race.has_begun:
            if now < race.starts_at:
                self._plan(race.starts_at)
                return
            await self.begin(race.id)
        state = await self._store.state(race.id)
        if state is None or state.race.ended_at is not None:
            await self._show_boards(race.id)
        elif state.is_over(now - GRACE_SECONDS):
            await self._store.finish(race.id, now)
            await self._show_boards(race.id)
        else:
            if not race.has_begun:
                await self._show_boards(race.id)
            racing = [racer for racer in state.racers if not racer.is_done(state.race, now - GRACE_SECONDS)]
            self._plan(max(racer.ends_at(state.race) for racer in racing) + GRACE_SECONDS)

    async def invited(self, race: Race) -> list[int]:
        """The people of the race before who are asked again."""
        return await self._messages.invited(race)

    # --- The racers' own boards ----------------------------------------------------------------------

    def keep_board(self, race_id: int, user_id: int, board: OwnBoard) -> None:
        """Edit a person's ephemeral message when the race begins, or the person's time is over.

        Another message that was kept is deleted.
        """
        before = self._boards.get((race_id, user_id))
        self._boards[race_id, user_id] = board
        if before is not None and before.message_id != board.message_id:
            self._tasks.run(_delete(before, race_id), race=race_id)
        if board.until + GRACE_SECONDS < self._next:
            self.wake()

    def forget_board(self, race_id: int, user_id: int) -> None:
        """Leave a person's ephemeral message as it is from now on."""
        self._boards.pop((race_id, user_id), None)

    async def board(
        self,
        state: RaceState,
        racer: Racer,
        reader: Texts,
        guild_id: int | None,
        *,
        step: int = 0,
        selection: str = "",
        note: str = "",
    ) -> Composed:
        """What a person in a race sees now: the puzzle, or that they wait, or are done."""
        race = state.race
        if not race.has_begun and race.ended_at is None:
            return waiting_view(race, reader), []
        over = race.ended_at is not None or racer.is_done(race, self._now())
        puzzle = None if over else puzzles.with_id(race.puzzles[len(racer.answers)])
        if puzzle is None:
            is_storm = race.is_storm and race.week is None
            bests = await self._store.bests(racer.user_id) if is_storm else []
            return done_view(state, racer, reader, now=self._now(), bests=bests, note=note), []
        scene = puzzle_scene(puzzle, puzzle.line[:step], is_playing=True)
        keypad = PRESENTERS[puzzle.game].keypad(scene.viewpoint(selection), reader)
        look = await self._composer.own_look(racer.user_id, guild_id)
        picture = await self._composer.draw(scene.marked(keypad, selection), look)
        view = board_view(state, racer, puzzle, step, keypad, reader, note=note)
        if (await self._activity.person(racer.user_id)).text_board:
            view = with_text_board(view, puzzle.game, scene.position, reader)
        return view, [picture]

    async def _show_boards(self, race_id: int) -> None:
        """Have the boards of a race show that it has begun, or is over."""
        people = [user_id for kept_id, user_id in self._boards if kept_id == race_id]
        await asyncio.gather(*(self._end_board(race_id, user_id) for user_id in people))

    async def _end_board(self, race_id: int, user_id: int) -> None:
        """Have a board show what the person is to see now; one that is over is not kept."""
        board, state = self._boards.get((race_id, user_id)), await self._store.state(race_id)
        racer = state.racer(user_id) if state is not None else None
        if board is None or state is None or racer is None:
            self.forget_board(race_id, user_id)
            return
        is_over = state.race.ended_at is not None or racer.is_done(state.race, self._now())
        if not is_over:
            board.until = racer.ends_at(state.race)
            self._plan(board.until + GRACE_SECONDS)
        view, files = await self.board(state, racer, board.reader, state.race.guild_id)
        if self._boards.get((race_id, user_id)) is not board:
            return  # the person has pressed a button meanwhile, whose answer shows more
        if is_over:
            self.forget_board(race_id, user_id)
        try:
            await board.webhook.edit_message(
                board.message_id, view=view, attachments=files, allowed_mentions=NOBODY
            )
        except DISCORD_FAULTS as fault:
            log.info("board of a race not edited", race=race_id, fault=str(fault))


async def _delete(board: OwnBoard, race_id: int) -> None:
    try:
        await board.webhook.delete_message(board.message_id)
    except DISCORD_FAULTS as fault:
        log.info("board of a race not deleted", race=race_id, fault=str(fault))


@dataclass(frozen=True, slots=True)
class _OfServer:
    """A race in a channel, as a `bot.match.due_loops.OfServer`."""

    race: Race

    @property
    def guild_id(self) -> int:
        """The server's id."""
        return self.race.guild_id or 0
