"""Live boards: ephemeral messages of people who watch a match, edited at each of its changes.

Only the token of an interaction edits an ephemeral message, for 15 minutes. So a board is live for 14, says
until when, and ends with a button that goes on. Every button means the same at any time: after a restart it
makes the board live again. A board is not live for longer than this process owns its match's shard.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace

import discord
import structlog
from discord.ui import LayoutView

from bot.log_context import about, bind
from bot.match.events import MatchEvents, ShardsLost
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import NOBODY, edit_message
from bot.messages.refresher import Refresher
from bot.presenters.board_scene import BoardScene
from bot.tasks import Tasks
from bot.texts import Texts, texts
from bot.ui.watching import NOTHING, Addition, ended_view, live_view
from data.errors import StoreError, UnavailableMatch
from data.matches.store import MatchStore
from data.model.board import Board
from data.model.match import Match, MatchState
from data.model.match_change import MatchChange
from data.model.shards import Shards
from games.base import Side

log = structlog.get_logger(__name__)

LIVE_SECONDS = 14 * 60.0
"""How long a board is live: the token that edits it lives 15 minutes."""
MAX_WATCHERS = 200
"""Live boards of all matches; one more ends the oldest. Each is an edit of some 60 kB a move."""
_CLOSE_SECONDS = 2.0  # for edits under way when the bot stops, and for ending the live boards

Additions = Callable[[Match, Mapping[int, Texts]], Awaitable[Mapping[int, Addition]]]
"""What a feature adds to live boards of a match, by person: it is called with the language of each."""


@dataclass(eq=False, slots=True)
class Watcher:
    """A live board, without the interaction that came with its token."""

    person_id: int
    match_id: int
    guild_id: int | None
    message_id: int
    webhook: discord.Webhook
    reader: Texts
    until: float
    """The unix time at which it stops being live."""
    version: int
    """The version of the match that it shows."""
    side: Side | None
    """Whose board it is like; None if both sides share one."""
    timer: asyncio.Task[None] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held during an edit."""

    def board_in(self, match: Match) -> Board | None:
        """The board of the match that this one copies, as it is now; None if it is lost for its side."""
        return next((board for board in match.boards if board.side is self.side), None)


class Watchers:
    """Keeps live boards up to date: one per person and match. ``now`` returns the unix time.

    ``answered`` waits until a press that has changed a match is answered: whoever plays comes first.
    """

    def __init__(
        self,
        matches: MatchStore,
        composer: Composer,
        answered: Callable[[int], Awaitable[None]],
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._matches = matches
        self._answered = answered
        self._composer = composer
        self._now = now
        self._watchers: dict[tuple[int, int], Watcher] = {}  # by match and person, the oldest first
        self._of_match: dict[int, dict[int, Watcher]] = {}  # the same by match, then by person
        self._additions: Additions = _nothing
        self._refresher = Refresher(self._refresh, match_of=int)
        self._tasks = Tasks()
        events.follow_matches(self._of_match, self._follow)
        events.subscribe(ShardsLost, lambda event: self._lose(event.shards))

    def __len__(self) -> int:
        return len(self._watchers)

    @property
    def is_idle(self) -> bool:
        """Whether no live board is being edited."""
        return self._refresher.is_idle

    def add_to_boards(self, additions: Additions) -> None:
        """Let a feature add to every live board."""
        self._additions = additions

    async def watch(
        self, interaction: discord.Interaction, match: Match, board: Board, note: str = ""
    ) -> None:
        """Answer with a live board that is like a ``board``; a ``note`` on it is gone with the next change.

        The message with the button is edited, or a deferred command's answer.
        """
        person_id, reader = interaction.user.id, texts(interaction.locale.value)
        added = (await self._additions(match, {person_id: reader})).get(person_id, NOTHING)
        if note:
            added = replace(added, lines=[note, *added.lines])
        clocks = await self._composer.clocks(person_id)
        occasion = await self._composer.occasions.of(match, reader)
        view = live_view(match, board, reader, self._now() + LIVE_SECONDS, clocks, added, occasion)
        look = await self._composer.own_look(person_id, board.guild_id)
        picture = await self._composer.draw(_scene(match, added), look)
        await self.show(interaction, match, board, view, [picture])

    async def show(
        self,
        interaction: discord.Interaction,
        match: Match,
        board: Board,
        view: LayoutView,
        files: list[discord.File],
    ) -> None:
        """Answer as `watch` does, with another view of the match, until its next change."""
        await self.leave(interaction, match.id)
        reader, until = texts(interaction.locale.value), self._now() + LIVE_SECONDS
        if interaction.message is not None:
            await edit_message(interaction, view, files)
            message_id = interaction.message.id
        else:
            sent = await interaction.edit_original_response(
                view=view, attachments=files, allowed_mentions=NOBODY
            )
            message_id = sent.id
        if match.state == MatchState.OVER:
            return
        webhook, person_id = interaction.followup, interaction.user.id
        self._add(
            Watcher(
                person_id,
                match.id,
                match.guild_id,
                message_id,
                webhook,
                reader,
                until,
                match.version,
                board.side,
            )
        )
        self._refresher.request(match.id)  # it may have changed meanwhile

    async def leave(self, interaction: discord.Interaction, match_id: int) -> None:
        """Stop editing the person's live board of a match; delete it unless a button of it was pressed."""
        watcher = self._pop(match_id, interaction.user.id)
        if watcher is None:
            return
        if interaction.message is not None and interaction.message.id == watcher.message_id:
            async with watcher.lock:  # an edit under way comes before the answer
                return
        self._tasks.run(_delete(watcher), match=watcher.match_id)

    def _add(self, watcher: Watcher) -> None:
        self._watchers[watcher.match_id, watcher.person_id] = watcher
        self._of_match.setdefault(watcher.match_id, {})[watcher.person_id] = watcher
        watcher.timer = self._tasks.run(self._expire(watcher), match=watcher.match_id)
        while len(self._watchers) > MAX_WATCHERS:
            oldest = next(iter(self._watchers.values()))
            self._pop(oldest.match_id, oldest.person_id)
            self._tasks.run(self._end(oldest), match=oldest.match_id)

    def _pop(self, match_id: int, person_id: int) -> Watcher | None:
        watcher = self._watchers.pop((match_id, person_id), None)
        if watcher is None:
            return None
        del self._of_match[match_id][person_id]
        if not self._of_match[match_id]:
            del self._of_match[match_id]
        if watcher.timer is not None:
            watcher.timer.cancel()
            watcher.timer = None
        return watcher

    def _of(self, match_id: int) -> list[Watcher]:
        return [*self._of_match.get(match_id, {}).values()]

    # --- While a board is live -----------------------------------------------------------------------

    def _follow(self, change: MatchChange) -> None:
        for watcher in self._of(change.after.id):
            watcher.guild_id = change.after.guild_id
        self._refresher.request(change.after.id)

    def _lose(self, shards: Shards) -> None:
        """End the live boards of matches whose changes another process makes from now on."""
        for watcher in list(self._watchers.values()):
            if watcher.guild_id in shards:
                self._pop(watcher.match_id, watcher.person_id)
                self._tasks.run(self._end(watcher), match=watcher.match_id)

    async def _refresh(self, match_id: int) -> bool:
        """Edit the live boards of a match that show an older version; False if one is worth another try."""
        if not self._of(match_id):
            return True
        await self._answered(match_id)
        try:
            match = await self._matches.get(match_id)
            bind(guild=match.guild_id)
            behind = [watcher for watcher in self._of(match_id) if watcher.version < match.version]
            added = await self._additions(match, {watcher.person_id: watcher.reader for watcher in behind})
        except UnavailableMatch:
            return True  # there is nothing to show; the live boards end when their time is up
        except StoreError as error:
            log.warning("live board not drawn", match=match_id, error=str(error))
            return False
        shown = [self._show(watcher, match, added.get(watcher.person_id, NOTHING)) for watcher in behind]
        return all(await asyncio.gather(*shown))

    async def _show(self, watcher: Watcher, match: Match, addition: Addition) -> bool:
        """Show the match on a live board as soon as it is drawn; False if that is worth another try.

        `bot.messages.pictures` draws the picture once for all to whom it looks the same.
        """
        board = watcher.board_in(match)
        if board is None:
            self._pop(watcher.match_id, watcher.person_id)
            return True
        try:
            look = await self._composer.own_look(watcher.person_id, board.guild_id)
            if addition.in_place is not None:
                view, scene = addition.in_place
                return await self._edit(watcher, match, view, await self._composer.draw(scene, look))
            picture = await self._composer.draw(_scene(match, addition), look)
            clocks = await self._composer.clocks(watcher.person_id)
            occasion = await self._composer.occasions.of(match, watcher.reader)
        except StoreError as error:
            log.warning("live board not drawn", match=match.id, error=str(error))
            return False
        view = live_view(match, board, watcher.reader, watcher.until, clocks, addition, occasion)
        return await self._edit(watcher, match, view, picture)

    async def _edit(self, watcher: Watcher, match: Match, view: LayoutView, picture: discord.File) -> bool:
        """Show the match on a live board; False if that is worth another try."""
        async with watcher.lock:
            if self._watchers.get((watcher.match_id, watcher.person_id)) is not watcher:
                return True
            try:
                await _send(watcher, view, picture)
            except (discord.NotFound, discord.Forbidden):  # dismissed, or the token is spent
                self._pop(watcher.match_id, watcher.person_id)
                return True
            except DISCORD_FAULTS as fault:
                log.info("live board not edited", **about(match), fault=str(fault))
                return False
            watcher.version = match.version
            if match.state == MatchState.OVER:
                self._pop(watcher.match_id, watcher.person_id)
        return True

    # --- Its end -------------------------------------------------------------------------------------

    async def _expire(self, watcher: Watcher) -> None:
        await asyncio.sleep(watcher.until - self._now())
        watcher.timer = None  # this task goes on after the watcher is taken from the others
        self._pop(watcher.match_id, watcher.person_id)
        await self._end(watcher)

    async def _end(self, watcher: Watcher) -> None:
        """Replace the buttons of a board that is not live anymore by the one that goes on; raises nothing."""
        async with watcher.lock:
            try:
                match = await self._matches.get(watcher.match_id)
                if (board := watcher.board_in(match)) is None:
                    return
                look = await self._composer.own_look(watcher.person_id, board.guild_id)
                picture = await self._composer.draw(BoardScene.of(match), look)
                clocks = await self._composer.clocks(watcher.person_id)
                occasion = await self._composer.occasions.of(match, watcher.reader)
                view = ended_view(match, board, watcher.reader, clocks, occasion)
                await _send(watcher, view, picture)
            except (StoreError, *DISCORD_FAULTS) as fault:
                log.info("live board not ended", match=watcher.match_id, fault=str(fault))

    async def close(self) -> None:
        """End every live board, as far as Discord answers in time."""
        watchers = [self._pop(*key) for key in list(self._watchers)]
        await self._refresher.close(_CLOSE_SECONDS)
        ending = [asyncio.create_task(self._end(watcher)) for watcher in watchers if watcher is not None]
        if ending:
            _, late = await asyncio.wait(ending, timeout=_CLOSE_SECONDS)
            for task in late:
                task.cancel()
        await self._tasks.close()


def _scene(match: Match, addition: Addition) -> BoardScene:
    """The board with what features mark on it."""
    dots = frozenset(filter(None, [addition.dot]))
    return replace(BoardScene.of(match), suggestion=addition.mark, dots=dots)


async def _nothing(match: Match, readers: Mapping[int, Texts]) -> Mapping[int, Addition]:
    """No feature adds anything."""
    del match, readers
    return {}


async def _send(watcher: Watcher, view: LayoutView, picture: discord.File) -> None:
    await watcher.webhook.edit_message(
        watcher.message_id, view=view, attachments=[picture], allowed_mentions=NOBODY
    )


async def _delete(watcher: Watcher) -> None:
    try:
        await watcher.webhook.delete_message(watcher.message_id)
    except DISCORD_FAULTS as fault:
        log.info("live board not deleted", match=watcher.match_id, fault=str(fault))
