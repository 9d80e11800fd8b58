"""The message of every match: answers presses with the board, and keeps each message up to date.

Start reading at `BoardMessages.acknowledge` (the answer to a press) and `BoardMessages.show` (everything
else). A lock per match puts its edits in order, and what is drawn is the latest state in the store, so a late
edit never shows an old position.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from weakref import WeakValueDictionary

import discord
import structlog
from discord.ui import LayoutView

from bot.match.events import MatchEvents, QueueMoved
from bot.messages.access import can_post
from bot.messages.composer import Composer
from bot.messages.edit_tokens import EditTokens
from bot.messages.faults import DISCORD_FAULTS, is_gone
from bot.messages.interaction_responses import NOBODY, defer, edit_message, send_message
from bot.messages.lost_places import LostPlaces
from bot.messages.press_guard import PressGuard
from bot.messages.refresher import Refresher
from bot.messages.reposting import RepostRule
from bot.messages.shown_versions import ShownVersions
from bot.ui.custom_ids import Press
from bot.ui.links import answers_in_place, is_match_message, link
from bot.ui.notices import moved_view
from data.errors import StoreError
from data.model import Match, MatchChange, PauseReason
from data.store import Store

log = structlog.get_logger(__name__)

_UNKNOWN_MESSAGE = 10008
ACKNOWLEDGE_SECONDS = 1.2
"""How long a press waits for an edit under way before it is deferred."""
COMPOSE_SECONDS = 0.8
"""How long it then waits for its picture before it is deferred."""
_CLOSE_SECONDS = 2.0
_NEWEST = 100  # messages of a channel: Discord returns no more in one answer


class BoardMessages:
    """Posts, edits and moves the messages of matches. ``now`` returns the unix time."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        composer: Composer,
        repost_rule: RepostRule,
        lost_places: LostPlaces,
        events: MatchEvents,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._client = client
        self._matches = store.matches
        self._messages = store.messages
        self._composer = composer
        self._repost_rule = repost_rule
        self._lost_places = lost_places
        self._guard = PressGuard()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._tokens = EditTokens(now)
        self._refresher = Refresher(self._refresh)
        self._shown = ShownVersions(store.messages, self.show)
        self._due: dict[int, Match] = {}
        self._forced: set[int] = set()
        events.subscribe(MatchChange, self._follow)
        events.subscribe(QueueMoved, lambda event: self.redraw(event.match_id))

    # --- Answers to interactions ---------------------------------------------------------------------

    def answering(self, match_id: int) -> contextlib.AbstractContextManager[None]:
        """A block that changes a match and acknowledges with its board, so that it is not edited twice."""
        return self._refresher.hold(match_id)

    async def post(self, interaction: discord.Interaction, match: Match, ping: int | None = None) -> Match:
        """Answer a command with the match's message; ``ping`` is mentioned in it."""
        view, files = await self._composed(interaction, match, thinking=True)
        mentions = discord.AllowedMentions(users=[discord.Object(ping)]) if ping else NOBODY
        message_id = await send_message(interaction, view, files, mentions)
        self._tokens.keep(match.id, interaction, message_id)
        return await self._posted(match, interaction.channel_id or match.channel_id, message_id)

    def can_replace(self, interaction: discord.Interaction, over: Match) -> bool:
        """Whether the message of a match that is over, pressed just now, can become another match's."""
        message = interaction.message
        if message is None or not is_match_message(message, over):
            return False
        return self._repost_rule.is_near(message.channel.id, message.id)

    async def replace(self, interaction: discord.Interaction, match: Match, over: Match) -> Match:
        """Answer a press on the message of a match that is over by making it that of a new match."""
        if interaction.message is None:
            raise ValueError("only a press has a message")
        channel_id, message_id = interaction.message.channel.id, interaction.message.id
        with self.answering(match.id):
            handed = await self._messages.hand_over(match.id, channel_id, message_id, over.thread_id)
            await self.acknowledge(interaction, handed)
        return handed

    async def repost(self, interaction: discord.Interaction, match: Match, old: Match | None = None) -> None:
        """Answer with the board again; the ``old`` message, or else the current one, keeps a link to it."""
        async with self._turn(match.id):
            current = await self._matches.get(match.id)
            moved = await self.post(interaction, current)
            await self._retire(old or current, moved)

    async def acknowledge(self, interaction: discord.Interaction, match: Match, selection: str = "") -> None:
        """Answer a press on the match's own message with the current board, with ``selection`` marked.

        A press on another message (an old board, an ephemeral one) is only acknowledged, and the board is
        edited separately; so is a press on a stale board, or a move that would wait too long for an edit.
        """
        # The token of a press edits the board only if the board was its answer.
        own = answers_in_place(interaction.message, match) and not interaction.response.is_done()
        if (
            own
            and not self._repost_rule.needs_history(match)  # there is no time to ask before the answer
            and not self._repost_rule.is_due(match)
            and await self._edit_by_answer(interaction, match, selection)
        ):
            self._keep_token(match, interaction)
            return
        if await defer(interaction) and own:
            self._keep_token(match, interaction)
        self.redraw(match.id)

    def is_accidental(self, interaction: discord.Interaction, press: Press) -> bool:
        """Whether a press on a board's keys cannot be meant, since they have only just appeared."""
        is_press = interaction.type is discord.InteractionType.component  # a submitted form is not
        message = interaction.message
        return is_press and message is not None and self._guard.is_accidental(press, message.id)

    def _keep_token(self, match: Match, interaction: discord.Interaction) -> None:
        if interaction.message is not None:
            self._tokens.keep(match.id, interaction, interaction.message.id)

    async def _edit_by_answer(self, interaction: discord.Interaction, match: Match, selection: str) -> bool:
        """Answer with the edited message; False if it is not the board anymore, or could not be edited.

        If that takes too long the press is deferred, and the message edited after that.
        """
        late = partial(defer, interaction) if selection else None  # nothing else shows a selection
        async with self._turn(match.id, late) as mine:
            if not mine:
                return False
            try:
                if not self._shown.is_latest(match):
                    seen, match = match.position_id, await self._matches.get(match.id)
                    selection = selection if match.position_id == seen else ""
                if interaction.message is None or not answers_in_place(interaction.message, match):
                    return False
                view, files = await self._composed(interaction, match, selection)
                with self._guard.showing(match, interaction.message.id, selection):
                    await edit_message(interaction, view, files)
            except (*DISCORD_FAULTS, StoreError) as fault:
                log.warning("acknowledgement failed", match=match.id, fault=str(fault))
                return False
            # The bot was killed before it could store this message, or remove an older board's buttons.
            if interaction.message.id != match.message_id:
                await self._adopt(interaction, interaction.message, match)
        self._shown.shown(match)
        return True

    async def _composed(
        self,
        interaction: discord.Interaction,
        match: Match,
        selection: str = "",
        thinking: bool = False,
    ) -> tuple[LayoutView, list[discord.File]]:
        """The match's message; the interaction is deferred if the picture takes long."""
        composing = asyncio.ensure_future(self._composer.message(match, selection))
        if not (await asyncio.wait({composing}, timeout=COMPOSE_SECONDS))[0]:
            await defer(interaction, thinking=thinking)
        return await composing

    async def _adopt(self, interaction: discord.Interaction, message: discord.Message, match: Match) -> None:
        """Make the pressed message the match's board."""
        channel = interaction.channel
        opened = isinstance(channel, discord.Thread) and channel.parent_id == match.channel_id
        thread_id = message.channel.id if opened else None
        await self._retire(match, await self._posted(match, message.channel.id, message.id, thread_id))

    async def _posted(
        self, match: Match, channel_id: int, message_id: int, thread_id: int | None = None
    ) -> Match:
        """The match with its (new) message, which shows it as ``match`` is."""
        posted = await self._shown.posted(match, channel_id, message_id, thread_id)
        self._guard.posted(match, message_id)
        return posted

    async def open_thread(self, interaction: discord.Interaction, match: Match) -> Match:
        """Continue in a thread opened from the match's message, which keeps a link to it.

        If a thread cannot be opened the match stays where it is.
        """
        channel = interaction.channel
        if not isinstance(channel, discord.TextChannel) or match.message_id is None:
            return match
        reader = await self._composer.language(match)
        name = reader.plain("thread.name", game=reader.plain(f"game.{match.game}"), id=match.id)
        async with self._turn(match.id):
            current = await self._matches.get(match.id)
            view, files = await self._composer.message(current)
            try:
                thread = await channel.create_thread(name=name, message=discord.Object(match.message_id))
                message = await thread.send(view=view, files=files, allowed_mentions=NOBODY)
            except DISCORD_FAULTS as fault:
                log.info("no thread", match=match.id, fault=str(fault))
                return match
            await _add_players(thread, current)
            moved = await self._posted(current, thread.id, message.id, thread.id)
            self._tokens.drop(match.id)
            await self._retire(current, moved)
        return moved

    async def _retire(self, old: Match, new: Match) -> None:
        """Replace the old message by a link to the new one."""
        if old.message_id is None or old.message_id == new.message_id:
            return
        view = moved_view(new, link(new), await self._composer.language(new))
        with contextlib.suppress(*DISCORD_FAULTS):
            await self._partial(old).edit(view=view, attachments=[], allowed_mentions=NOBODY)

    # --- Everything else -----------------------------------------------------------------------------

    def show(self, match_id: int) -> None:
        """Have the match's message show its current state, soon; nothing happens if it already does."""
        self._refresher.request(match_id)

    def redraw(self, match_id: int) -> None:
        """Have the match's message edited even if it shows the current version."""
        self._forced.add(match_id)
        self._refresher.request(match_id)

    @property
    def is_idle(self) -> bool:
        """Whether no message is being edited in the background."""
        return self._refresher.is_idle

    def _follow(self, change: MatchChange) -> None:
        # The place of a suspended match is lost; if it is not, the buttons of its board recover the match.
        if change.after.message_id is not None and change.after.paused != PauseReason.SUSPENDED:
            self._due[change.after.id] = change.after
            self.show(change.after.id)

    async def _refresh(self, match_id: int) -> bool:
        """Edit the message once; False if that is worth another try."""
        due, forced = self._due.pop(match_id, None), match_id in self._forced
        self._forced.discard(match_id)
        if due is not None and not forced and self._shown.is_shown(due):
            return True
        seen: Match | None = None
        try:
            async with self._lock(match_id):
                seen = await self._matches.get(match_id)
                if forced or not self._shown.is_shown(seen):
                    await self._edit(seen)
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("board out of reach", match=match_id, fault=str(fault))
            if seen is not None and is_gone(fault):
                self._lost_places.lost(seen)
        except (*DISCORD_FAULTS, StoreError) as fault:
            log.warning("board not shown", match=match_id, fault=str(fault))
            if forced:
                self._forced.add(match_id)
            return False
        return True

    async def _edit(self, match: Match) -> None:
        """Show the match in its message, or in a new one if that is stale or gone."""
        if match.message_id is None:
            return
        await self._catch_up(match)
        if self._repost_rule.is_due(match) and await self._moved_below(match):
            return
        try:
            await self._edit_in_place(match)
        except discord.NotFound as fault:
            if fault.code != _UNKNOWN_MESSAGE or not match.begun:
                raise
            await self._post_below(match)

    async def _catch_up(self, match: Match) -> None:
        """Fetch what was written below a board while the gateway did not report its channel."""
        if not self._repost_rule.needs_history(match):
            return
        newest, me = list[int](), self._client.user
        with contextlib.suppress(*DISCORD_FAULTS):  # the channel then counts as quiet
            channel = self._client.get_partial_messageable(match.channel_id)
            newest = [one.id async for one in channel.history(limit=_NEWEST) if one.author != me]
        self._repost_rule.caught_up(match.channel_id, newest)

    async def _edit_in_place(self, match: Match) -> None:
        with self._guard.showing(match, match.message_id):
            shown = await self._edited(match)
        if shown:
            self._shown.shown(match)
        else:
            self._guard.forget(match.id)

    async def _edited(self, match: Match) -> bool:
        """Edit the message; False where the bot can only answer and the next press shows the board."""
        view, files = await self._composer.message(match)
        token = self._tokens.of(match)
        if token is not None:
            try:
                await token.edit(view, files)
                return True
            except discord.HTTPException as fault:
                log.info("interaction token spent", match=match.id, fault=str(fault))
                self._tokens.drop(match.id)
                view, files = await self._composer.message(match)
        if not can_post(self._client, match):
            return False
        await self._partial(match).edit(view=view, attachments=files, allowed_mentions=NOBODY)
        return True

    async def _moved_below(self, match: Match) -> bool:
        """Post the board again below; False if the bot can only edit."""
        try:
            await self._post_below(match)
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("board not posted below", match=match.id, fault=str(fault))
            return False
        return True

    async def _post_below(self, match: Match) -> None:
        view, files = await self._composer.message(match)
        # The nonce lets Discord recognize a request that is repeated because its answer was lost.
        message = await self._client.get_partial_messageable(match.channel_id).send(
            view=view, files=files, allowed_mentions=NOBODY, nonce=f"{match.id}.{match.version}"
        )
        self._tokens.drop(match.id)
        await self._retire(match, await self._posted(match, match.channel_id, message.id))

    @contextlib.asynccontextmanager
    async def _turn(
        self, match_id: int, late: Callable[[], Awaitable[object]] | None = None
    ) -> AsyncIterator[bool]:
        """The match's lock; False if it is not free soon, since a press has to be answered in time.

        With ``late`` that is called instead, and the lock awaited.
        """
        lock = self._lock(match_id)
        try:
            async with asyncio.timeout(ACKNOWLEDGE_SECONDS):
                await lock.acquire()
        except TimeoutError:
            if late is None:
                yield False
                return
            await late()
            await lock.acquire()
        try:
            yield True
        finally:
            lock.release()

    def _lock(self, match_id: int) -> asyncio.Lock:
        """The lock that puts the edits of a match's message in order; it lives while it is used."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    def _partial(self, match: Match) -> discord.PartialMessage:
        if match.message_id is None:
            raise ValueError(f"match {match.id} has no message")
        return self._client.get_partial_messageable(match.channel_id).get_partial_message(match.message_id)

    async def close(self) -> None:
        """Let edits under way finish, for a moment, and store what is shown."""
        await self._refresher.close(_CLOSE_SECONDS)
        await self._shown.close()


async def _add_players(thread: discord.Thread, match: Match) -> None:
    """Add the players to a thread; where that fails, the link leads to it."""
    for user_id in filter(None, (match.first_id, match.second_id)):
        with contextlib.suppress(*DISCORD_FAULTS):
            await thread.add_user(discord.Object(user_id))
