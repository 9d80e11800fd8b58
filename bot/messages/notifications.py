"""Notifies people that it is their turn: one mention, in their language, in a reply to the board.

Only matches between people have notifications, and only a player who has been idle for a minute gets one:
so a lively game has none, and a correspondence game one per turn. It is deleted when its reader moves, so a
match has at most one in its channel.

A notification is stored once it is sent, so after a kill in between it is sent again: a player who never
hears of a turn loses on time. Discord drops the second one by its nonce for some minutes.
"""

from __future__ import annotations

import asyncio
import contextlib
from enum import StrEnum

import discord
import structlog

from bot.log_context import about
from bot.match.events import MatchEvents, ReminderDue
from bot.messages.activity import Activity
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS
from bot.tasks import Tasks, retry, retry_store
from bot.texts import Raw, Texts, texts
from bot.ui.clocks import ClockDisplay, flag_fall
from bot.ui.links import link
from bot.ui.match_message import title
from data.errors import UnavailableMatch
from data.model import Match, MatchChange, PositionId
from data.people import Person
from data.store import Store
from games import replay

log = structlog.get_logger(__name__)

IDLE_SECONDS = 60.0
"""A person who was active more recently is there and needs no notification."""

SETTLING_SECONDS = 2.0
"""The least time before a notification: the board may be moving to a thread, or below."""

_RETRY_SECONDS = (1.0, 5.0, 30.0)
_REFUSED = (discord.Forbidden, discord.NotFound)


class NotificationKind(StrEnum):
    """What a notification is about."""

    TURN = "turn"
    REMINDER = "reminder"


class Notifications:
    """At most one notification at a time in every match of two people."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        activity: Activity,
        composer: Composer,
        events: MatchEvents,
    ) -> None:
        self._client = client
        self._store = store
        self._activity = activity
        self._composer = composer
        self._tasks = Tasks()
        self._waiting: dict[int, asyncio.Task[None]] = {}
        events.subscribe(MatchChange, lambda change: self.watch(change.after))
        events.subscribe(ReminderDue, lambda event: self.remind(event.match_id))

    async def start(self) -> None:
        """After a start: send and delete what was left over."""
        queries = self._store.queries
        for numbers in (await queries.with_old_notification(), await queries.pending_notifications()):
            async for match in queries.each(numbers):
                self.watch(match, since_start=True)

    def watch(self, match: Match, *, since_start: bool = False) -> None:
        """Delete an old notification, and send one to the side to move if they are not there."""
        self._cancel(match.id)
        if match.notification_id is not None and not (match.is_active and match.notified):
            self._tasks.run(self._remove(match, match.notification_id), **about(match))
        if match.is_active and match.level is None and not match.notified:
            wait = IDLE_SECONDS if since_start else self._wait_seconds(match)
            if wait is not None:
                self._waiting[match.id] = self._tasks.run(self._notify_later(match, wait), **about(match))

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
        # From here on a move does not cancel this: what is sent has to be stored, or deleted.
        self._waiting.pop(match.id, None)
        with contextlib.suppress(UnavailableMatch):
            await self._notify(match.id, match.position_id, NotificationKind.TURN)

    async def _remind(self, match_id: int) -> None:
        with contextlib.suppress(UnavailableMatch):
            match = await retry_store(lambda: self._store.matches.get(match_id), "reminder delayed")
            if match.is_active and not match.reminded:
                await self._notify(match_id, match.position_id, NotificationKind.REMINDER)

    async def _notify(self, match_id: int, position_id: PositionId, kind: NotificationKind) -> None:
        is_reminder = kind is NotificationKind.REMINDER
        match = await retry_store(lambda: self._store.matches.get(match_id), "notification delayed")
        done = match.reminded if is_reminder else match.notified
        if done or not match.is_active or match.position_id != position_id or match.message_id is None:
            return
        if match.notification_id is not None:
            await self._remove(match, match.notification_id)
        person = await retry_store(
            lambda: self._activity.person(player_to_move(match)), "notification delayed"
        )
        sent = await self._send(match, person, kind) if person.notifications else None
        stored = await retry_store(
            lambda: self._store.messages.notified(match_id, position_id, sent, reminder=is_reminder),
            "notification not stored yet",
        )
        if not stored and sent is not None:  # they have moved since
            await self._delete(match, sent)

    async def _send(self, match: Match, person: Person, kind: NotificationKind) -> int | None:
        """The id of the message to delete later; None if there is none, or nothing can be sent."""
        shared = await retry_store(lambda: self._composer.language(match), "notification delayed")
        reader = texts(person.reads) if person.reads else shared

        async def attempt() -> int | None:
            return await self._post(match, person, kind, reader)

        try:
            return await retry(
                attempt, _RETRY_SECONDS, DISCORD_FAULTS, _REFUSED, "notification not sent", match=match.id
            )
        except DISCORD_FAULTS as fault:
            log.info("no notification", fault=str(fault), **about(match))
            return None

    async def _post(self, match: Match, person: Person, kind: NotificationKind, reader: Texts) -> int | None:
        nonce = f"{kind[0]}{match.id}.{match.ply}.{match.takebacks}"
        if (own := await self._own_messages(match, person.user_id)) is not None:
            await own.send(reader("ping.bring", title=name_of(match, reader)), nonce=nonce)
            return None  # it is not deleted later: only a message beside the board is
        return await self._reply_to_board(match, person, kind, reader, nonce)

    async def _own_messages(self, match: Match, user_id: int) -> discord.DMChannel | None:
        """The person's messages with the bot, if the board is in the opponent's, where they cannot see it."""
        if match.guild_id is not None or match.tokens_only:
            return None
        own = await self._client.create_dm(discord.Object(user_id))
        return None if own.id == match.channel_id else own

    async def _reply_to_board(
        self, match: Match, person: Person, kind: NotificationKind, reader: Texts, nonce: str
    ) -> int | None:
        if match.message_id is None:
            return None
        board = discord.MessageReference(
            message_id=match.message_id, channel_id=match.channel_id, fail_if_not_exists=False
        )
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(person.user_id)]
        )
        clocks = ClockDisplay(self._composer.epoch, person.clocks)
        channel = self._client.get_partial_messageable(match.channel_id)
        message = await channel.send(
            notification_text(match, person.user_id, kind, reader, clocks),
            reference=board,
            allowed_mentions=mentions,
            nonce=nonce,
            suppress_embeds=True,
        )
        return message.id

    async def _remove(self, match: Match, message_id: int) -> None:
        await self._delete(match, message_id)
        await retry_store(
            lambda: self._store.messages.notification_deleted(match.id, message_id),
            "deleted notification not stored yet",
        )

    async def _delete(self, match: Match, message_id: int) -> None:
        channel = self._client.get_partial_messageable(match.channel_id)
        with contextlib.suppress(*DISCORD_FAULTS):
            await retry(
                channel.get_partial_message(message_id).delete,
                _RETRY_SECONDS,
                DISCORD_FAULTS,
                _REFUSED,
                "notification not deleted",
                match=match.id,
            )

    async def close(self) -> None:
        """Stop; what was not sent is sent after the next start."""
        await self._tasks.close()


def name_of(match: Match, reader: Texts) -> Raw:
    """The match as a sentence names it."""
    return title(match, reader)


def notification_text(
    match: Match, user_id: int, kind: NotificationKind, reader: Texts, clocks: ClockDisplay
) -> str:
    """What a notification says; ``clocks`` is how clocks are shown."""
    name = Raw(f"[{name_of(match, reader)}]({link(match)})")
    when = flag_fall(match, reader, clocks)
    if when is None:
        return reader("ping.turn-untimed", player=Raw(f"<@{user_id}>"), title=name)
    return reader(_KEYS[kind], player=Raw(f"<@{user_id}>"), title=name, when=when)


_KEYS = {NotificationKind.TURN: "ping.turn", NotificationKind.REMINDER: "ping.reminder"}


def player_to_move(match: Match) -> int:
    """Whose turn it is, between people. Raises `ValueError` if it is the computer's."""
    side = match.clock.side if match.clock is not None else None
    return match.require_user(side or replay(match.record).to_move)
