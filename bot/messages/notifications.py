"""Notifies people that it is their turn: one mention, in their language, in a reply to the board.

Only matches between people have notifications, and only a player who has been idle for a minute gets one:
so a lively game has none, and a correspondence game one per turn. It is deleted when its reader moves, so a
match has at most one in its channel. In quiet hours of the server it waits for their end; a reminder that
time is running out cannot, and makes no sound.

A notification is stored once it is sent: a player who never hears of a turn loses on time. One that was sent
before a kill in between is found in the channel, and not sent again.

Only the process that owns a match's shard notifies, and asks the database for that before each attempt.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial

import discord
import structlog

from bot.log_context import about
from bot.match.events import MatchEvents, ReminderDue
from bot.match.own_board import own_board
from bot.match.shard_tasks import ShardTasks
from bot.messages.activity import Activity
from bot.messages.board_locks import BoardLocks
from bot.messages.channels import DiscordChannels, Draft
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS, retry_discord
from bot.messages.kept_messages import Keeper, kept_notice
from bot.messages.quiet_hours import QuietHours
from bot.tasks import Tasks, retry_store
from bot.texts import Raw, Texts, texts
from bot.ui.clocks import ClockDisplay, flag_fall
from bot.ui.links import link
from bot.ui.match_message import title
from data.errors import UnavailableMatch
from data.model.board import Board
from data.model.match import Match, Notified
from data.model.match_change import MatchChange
from data.model.pair_turns import computer_seat
from data.model.shards import Shards
from data.model.teams import is_awaited
from data.people.store import Person
from data.store import Store
from games import replay

log = structlog.get_logger(__name__)

IDLE_SECONDS = 60.0
"""A person who was active more recently is there and needs no notification."""

SETTLING_SECONDS = 2.0
"""The least time before a notification: the board may be moving to a thread, or below."""


UNPOSTED_SECONDS = 5.0
"""When to look again for a board that has no message to reply to."""


class _NotDueError(Exception):
    """A notification was sent already, or the turn has passed."""


class _NotPostedError(Exception):
    """The board has no message yet: Discord was out of reach, or it is just moving."""


class Notifications:
    """At most one notification at a time in every match of two people of this process's shards."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        activity: Activity,
        composer: Composer,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._quiet = QuietHours(client, store.settings, now)
        self._keeper = Keeper(DiscordChannels(client), self._quiet, now)
        self._store = store
        self._activity = activity
        self._composer = composer
        self._owns = store.ownership.owns
        self._tasks = Tasks()
        self._shard_tasks = ShardTasks(events, self._tasks)
        self._waiting: dict[int, asyncio.Task[None]] = {}
        self._unsure: set[int] = set()  # matches in which the process before may have notified
        self._locks = BoardLocks()  # one notification of a match at a time
        events.subscribe(MatchChange, lambda change: self.watch(change.after))
        events.subscribe(ReminderDue, lambda event: self.remind(event.match_id))
        self._shard_tasks.continue_matches(
            self._left_over, lambda match: self.watch(match, since_gain=True), "notifications not read yet"
        )

    async def _left_over(self, shards: Shards) -> AsyncIterator[Match]:
        """The matches of shards in which a notification is left to send or to delete."""
        queries = self._store.queries
        for find in (queries.with_old_notification, queries.pending_notifications):
            async for match in queries.each(await find(shards)):
                yield match

    def watch(self, match: Match, *, since_gain: bool = False) -> None:
        """Delete an old notification, and send one to the side to move if they are not there.

        ``since_gain`` says that this process has just begun to work on the match, so it does not know yet
        who is there.
        """
        self._cancel(match.id)
        self._unsure.discard(match.id)
        if not self._owns(match.guild_id):
            return
        if not (match.is_active and match.notified):
            for board in match.boards:
                if board.notification_id is not None:
                    self._shard_tasks.run(match, self._remove(match, board, board.notification_id))
        if match.is_active and _awaits_person(match) and not match.notified:
            wait = IDLE_SECONDS if since_gain else self._wait_seconds(match)
            if since_gain:
                self._unsure.add(match.id)
            if wait is not None:
                self._waiting[match.id] = self._shard_tasks.run(match, self._notify_later(match, wait))

    def remind(self, match_id: int) -> None:
        """Send a reminder: the side to move has little time left for this move."""
        self._tasks.run(self._remind(match_id), match=match_id)

    def _wait_seconds(self, match: Match) -> float | None:
        """How long until the side to move would be idle; None if they are there, on a live clock.

        On a live clock people think in front of the board; a notification would only disturb.
        """
        left = IDLE_SECONDS - self._activity.idle_seconds(player_to_move(match))
        if left <= 0:
            return SETTLING_SECONDS
        live = match.clock is not None and not match.clock.control.each_turn
        return None if live else max(left, SETTLING_SECONDS)

    def _cancel(self, match_id: int) -> None:
        task = self._waiting.pop(match_id, None)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _notify_later(self, match: Match, wait: float) -> None:
        await asyncio.sleep(wait)
        await self._quiet.wait(_board_of(match, player_to_move(match)).guild_id)
        await self._notify(match, Notified.TURN)

    async def _remind(self, match_id: int) -> None:
        with contextlib.suppress(UnavailableMatch):
            match = await retry_store(lambda: self._store.matches.get(match_id), "reminder delayed")
            is_due = match.is_active and _awaits_person(match) and match.notified < Notified.REMINDER
            if is_due and self._owns(match.guild_id):
                self._shard_tasks.run(match, self._notify(match, Notified.REMINDER))

    async def _notify(self, seen: Match, kind: Notified) -> None:
        """Notify the side to move in the position that was seen, unless that was done or has passed."""
        task = asyncio.current_task()
        assert task is not None
        while True:
            # From here on a move does not cancel this: what is sent has to be stored, or deleted.
            if self._waiting.get(seen.id) is task:
                del self._waiting[seen.id]
            try:
                with contextlib.suppress(UnavailableMatch, _NotDueError):
                    await self._notify_beside_board(seen, kind)
                return
            except _NotPostedError:
                if self._waiting.setdefault(seen.id, task) is not task:
                    return  # another one waits
                await asyncio.sleep(UNPOSTED_SECONDS)

    async def _notify_beside_board(self, seen: Match, kind: Notified) -> None:
        async with self._locks.of(seen.id):
            match = await self._pending(seen, kind)
            for board in match.boards:
                if board.notification_id is not None:
                    await self._remove(match, board, board.notification_id)
            person = await retry_store(
                lambda: self._activity.person(player_to_move(match)), "notification delayed"
            )
            sent = await self._send(match, person, kind) if person.notifications else None
            with self._shard_tasks.kept():
                await self._store_sent(match, _board_of(match, person.user_id), sent, kind)

    async def _pending(self, seen: Match, kind: Notified) -> Match:
        """The match, if this process still has to send this notification.

        Otherwise raises `_NotDueError` or `UnavailableMatch`; `_NotPostedError` if it has to wait.
        """

        async def attempt() -> Match:
            await self._store.confirm_owner(seen)
            return await self._store.matches.get(seen.id)

        match = await retry_store(attempt, "notification delayed")
        is_done = match.notified >= kind
        is_same = match.is_active and match.position_id == seen.position_id
        if is_done or not is_same or match.guild_id != seen.guild_id:
            raise _NotDueError
        if match.home.message_id is None:
            raise _NotPostedError
        return match

    async def _store_sent(self, match: Match, board: Board, sent: int | None, kind: Notified) -> None:
        beside = (board.id, sent) if sent is not None else ()
        stored = await retry_store(
            lambda: self._store.boards.notified(match.id, match.position_id, kind, *beside),
            "notification not stored yet",
        )
        if not stored and sent is not None:  # they have moved since
            await self._delete(match, board, sent)

    async def _send(self, match: Match, person: Person, kind: Notified) -> int | None:
        """The id of the message to delete later; None if there is none, or nothing can be sent."""
        board = _board_of(match, person.user_id)
        shared = await retry_store(lambda: self._composer.language(board), "notification delayed")
        reader = texts(person.reads) if person.reads else shared

        async def attempt() -> int | None:
            await self._pending(match, kind)
            with self._shard_tasks.kept():
                return await self._post(match, person, kind, reader)

        try:
            return await retry_discord(attempt, "notification not sent", match=match.id)
        except DISCORD_FAULTS as fault:
            log.info("no notification", fault=str(fault), **about(match))
            return None

    async def _post(self, match: Match, person: Person, kind: Notified, reader: Texts) -> int | None:
        nonce = f"{_NONCES[kind]}{match.id}.{match.ply}.{match.takebacks}"
        own_id = await self._own_messages(match, person.user_id)
        if own_id is None:
            return await self._reply_to_board(match, person, kind, reader, nonce)
        draft = Draft(text=reader("ping.bring", title=name_of(match, reader)))
        await self._keeper.channels.send(own_id, draft, nonce=nonce, silent=False)
        return None  # it is not deleted later: only a message beside the board is

    async def _own_messages(self, match: Match, user_id: int) -> int | None:
        """The person's messages with the bot, if the board is in the opponent's, where they cannot see it."""
        board = own_board(match, user_id)
        if board and board.message_id and (board.guild_id is not None or board.tokens_only):
            return None
        own_id = await self._keeper.channels.own_messages(user_id)
        return None if own_id == _board_of(match, user_id).channel_id else own_id

    async def _reply_to_board(
        self, match: Match, person: Person, kind: Notified, reader: Texts, nonce: str
    ) -> int | None:
        """Reply to the person's board. Returns the id of the message."""
        board = _board_of(match, person.user_id)
        if board.message_id is None:
            raise _NotPostedError
        clocks = ClockDisplay(self._composer.epoch, person.clocks)
        occasion = await retry_store(
            lambda: self._composer.occasions.of(match, reader), "notification delayed"
        )
        text = notification_text(match, board, person.user_id, kind, reader, clocks, occasion)

        def is_it(message: discord.Message) -> bool:  # the notification of an earlier turn is deleted by now
            reference = message.reference
            is_reply = reference is not None and reference.message_id == board.message_id
            return is_reply and f"<@{person.user_id}>" in message.content

        reply = kept_notice(
            board.id, board.guild_id, board.channel_id, nonce, reply_to(board, person.user_id, text)
        )
        reply.is_it = is_it
        reply.is_new = kind is Notified.TURN and match.id not in self._unsure
        reply.since = match.updated_at
        await self._keeper.show(reply)
        return reply.message_id

    async def _remove(self, match: Match, board: Board, message_id: int) -> None:
        await self._delete(match, board, message_id)
        await retry_store(
            lambda: self._store.boards.notification_deleted(board.id, message_id),
            "deleted notification not stored yet",
        )

    async def _delete(self, match: Match, board: Board, message_id: int) -> None:
        """Delete a notification beside a board."""
        delete = partial(self._keeper.channels.delete, board.channel_id, message_id)
        with contextlib.suppress(*DISCORD_FAULTS):
            await retry_discord(delete, "notification not deleted", match=match.id)

    async def close(self) -> None:
        """Stop; what was not sent is sent after the next start."""
        await self._tasks.close()


def _awaits_person(match: Match) -> bool:
    """Whether one person is to act, for whom others wait: an opponent, or people on their own side."""
    if match.is_voted:
        return False
    if match.is_of_pairs and computer_seat(match.teams, match.record, match.position_id) is not None:
        return False
    return is_awaited(match.level, match.teams, replay(match.record).to_move)


def reply_to(board: Board, user_id: int, text: str) -> Draft:
    """A text that replies to a board's message and mentions one person."""
    reference = discord.MessageReference(
        message_id=board.require_message_id(), channel_id=board.channel_id, fail_if_not_exists=False
    )
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)]
    )
    return Draft(text=text, mentions=mentions, reply_to=reference)


def _board_of(match: Match, user_id: int) -> Board:
    """The board beside which a player is notified: their own, or the one that is left."""
    return own_board(match, user_id) or match.home


def name_of(match: Match, reader: Texts) -> Raw:
    """The match as a sentence names it."""
    return title(match, reader)


def notification_text(
    match: Match,
    board: Board,
    user_id: int,
    kind: Notified,
    reader: Texts,
    clocks: ClockDisplay,
    occasion: str | None = None,
) -> str:
    """What a notification beside a board says.

    ``clocks`` is how clocks are shown, ``occasion`` what the match is part of.
    """
    name = Raw(f"[{name_of(match, reader)}]({link(board)})")
    if occasion is not None:
        name = Raw(f"{name} ({occasion})")
    when = flag_fall(match, reader, clocks)
    if when is None:
        return reader("ping.turn-untimed", player=Raw(f"<@{user_id}>"), title=name)
    return reader(_KEYS[kind], player=Raw(f"<@{user_id}>"), title=name, when=when)


_KEYS = {Notified.TURN: "ping.turn", Notified.REMINDER: "ping.reminder"}
_NONCES = {Notified.TURN: "t", Notified.REMINDER: "r"}


def player_to_move(match: Match) -> int:
    """Whose turn it is, between people. Raises `ValueError` if it is the computer's."""
    side = match.clock.side if match.clock is not None else None
    user_id = match.user_of(side or replay(match.record).to_move)
    if user_id is None:
        raise ValueError(f"match {match.id} has no person to move")
    return user_id
