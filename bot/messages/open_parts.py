"""Open parts: enlarged parts of large boards that stay on a player's screen from move to move.

A part is an ephemeral message, a private note until a move is played there. From then on it is open. While
the opponent thinks it stays where it is, with its buttons off; then it shows what is around the last move. A
press that enlarges something else makes it a private note again.

Only the token of an interaction edits an ephemeral message, for 15 minutes. So a part is open for 14 after a
move. Nothing is stored: what is left after a restart has buttons that work as those of any part.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

import discord
import structlog

from bot.log_context import about, bind
from bot.match.events import MatchEvents, ShardsLost
from bot.match.own_board import board_in
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import NOBODY, Composed, defer, edit_message, in_time
from bot.messages.press_guard import PressGuard
from bot.messages.private_notes import PrivateNotes, mover_in
from bot.messages.refresher import Refresher
from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import Keypad
from bot.presenters.point_keys import SMALL, block_of
from bot.presenters.points import PointsPresenter
from bot.presenters.registry import PRESENTERS
from bot.tasks import Tasks
from bot.texts import Texts, texts
from bot.ui.buttons import keypad_of
from bot.ui.custom_ids import Verb, carries, moves_on
from bot.ui.pad import pad_view
from bot.ui.text_board import with_text_board
from data.errors import StoreError, UnavailableMatch
from data.matches.store import MatchStore
from data.model.board import Board
from data.model.match import Match, PositionId
from data.model.match_change import MatchChange
from data.model.shards import Shards
from data.people.store import Person
from games import replay

log = structlog.get_logger(__name__)

OPEN_SECONDS = 14 * 60.0
"""How long a part is open after a move: the token that edits it lives 15 minutes."""
MAX_OPEN = 200
"""Open parts of all matches; one more closes the oldest. Each is an edit of some 40 kB a move."""
AROUND_LAST = "near-1"
"""The selection of what is around the last move."""
_CLOSE_SECONDS = 2.0  # for edits under way when the bot stops, and for closing what waits


@dataclass(eq=False, slots=True)
class OpenPart:
    """An ephemeral message, without the interaction that came with its token."""

    person_id: int
    match_id: int
    guild_id: int | None
    channel_id: int | None
    owner_id: int | None
    """The server whose shard the match belongs to; the part itself can be in another one."""
    message_id: int
    webhook: discord.Webhook
    reader: Texts
    position_id: PositionId
    """The position that it shows."""
    plays: bool = False
    """Whether its person is to move in the position that it shows."""
    is_pressed: bool = False
    """Whether a button of it is playing a move."""
    timer: asyncio.Task[None] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held during an edit."""


class OpenParts:
    """Keeps open parts up to date: one per person and match. ``person`` returns what somebody has set."""

    def __init__(
        self,
        matches: MatchStore,
        composer: Composer,
        notes: PrivateNotes,
        guard: PressGuard,
        person: Callable[[int], Awaitable[Person]],
        events: MatchEvents,
    ) -> None:
        self._matches = matches
        self._composer = composer
        self._notes = notes
        self._guard = guard
        self._person = person
        self._parts: dict[tuple[int, int], OpenPart] = {}  # by match and person, the oldest first
        self._of_match: dict[int, dict[int, OpenPart]] = {}  # the same by match, then by person
        self._refresher = Refresher(self._refresh, match_of=int)
        self._tasks = Tasks()
        events.follow_matches(self._of_match, self._follow)
        events.subscribe(ShardsLost, lambda event: self._lose(event.shards))

    def __len__(self) -> int:
        return len(self._parts)

    @property
    def is_idle(self) -> bool:
        """Whether no open part is being edited."""
        return self._refresher.is_idle

    async def compose(
        self, person_id: int, match: Match, board: Board, selection: str, reader: Texts, *, plays: bool
    ) -> Composed:
        """What a person sees of the board with a selection.

        Its buttons are off unless the person ``plays``; who only watches sees none.
        """
        hint = self._composer.hint(match) if plays and match.level is not None else None
        hinted = hint.move if hint is not None else None
        suggests = plays and await self._composer.suggests(match)
        keypad = Keypad()
        if plays or match.side_of(person_id) is not None:
            keypad = keypad_of(match, board.side, selection, reader, suggests=suggests, hinted=hinted)
        if not plays:
            keypad = keypad.disabled()
        look = await self._composer.own_look(person_id, board.guild_id)
        picture = await self._composer.draw(BoardScene.of(match).marked(keypad, selection, hinted), look)
        view = pad_view(match, board, keypad, reader)
        if (await self._person(person_id)).text_board:
            view = with_text_board(view, match.game, replay(match.record), reader)
        return view, [picture]

    # --- How it opens --------------------------------------------------------------------------------

    @contextlib.contextmanager
    def playing(self, interaction: discord.Interaction, match_id: int) -> Iterator[None]:
        """A block in which a press plays a move: it does not close the part that was pressed."""
        part = self._pressed(interaction, match_id)
        if part is not None:
            part.is_pressed = True
        try:
            yield
        finally:
            if part is not None:
                part.is_pressed = False

    async def stay_open(self, interaction: discord.Interaction, match: Match) -> bool:
        """Answer the press that has played a move by leaving its part open.

        False, and no answer, if no part was pressed, or if there is nothing to enlarge now.
        """
        message, reader = interaction.message, texts(interaction.locale.value)
        await self.leave(interaction, match.id)
        if message is None or not carries(message, match.id, Verb.SELECT):
            return False
        board = board_in(match, interaction.guild_id, interaction.channel_id)
        if _is_asked(interaction.user.id, match) or not _has_parts(match):
            return False
        part = OpenPart(
            interaction.user.id,
            match.id,
            interaction.guild_id,
            interaction.channel_id,
            match.guild_id,
            message.id,
            interaction.followup,
            reader,
            match.position_id,
        )
        self._add(part)
        async with part.lock:
            selection = _block_in(message, match)
            composing = self.compose(part.person_id, match, board, selection, reader, plays=False)
            try:
                await edit_message(interaction, *await in_time(interaction, composing))
            except (StoreError, *DISCORD_FAULTS) as fault:
                log.info("part not left open", **about(match), fault=str(fault))
                self._drop(part)
                return False
        self._notes.release(message.id)  # a second tap can have been answered there
        self._refresher.request(match.id)  # it may have changed meanwhile
        return True

    async def skip(self, interaction: discord.Interaction, match_id: int) -> bool:
        """Acknowledge a press on a position that an open part has left; False if none was pressed.

        It is the second tap of a double tap, or the opponent's move is about to be shown.
        """
        return self._pressed(interaction, match_id) is not None and await defer(interaction)

    async def leave(self, interaction: discord.Interaction, match_id: int) -> None:
        """Stop editing the person's part of a match; delete it unless a button of it was pressed."""
        part = self._parts.get((match_id, interaction.user.id))
        if part is None:
            return
        is_pressed = self._pressed(interaction, match_id) is part
        self._drop(part)
        if not is_pressed:
            self._tasks.run(_delete(part), match=match_id)
            return
        await in_time(interaction, _edited(part))  # an edit under way comes before the answer

    def _add(self, part: OpenPart) -> None:
        self._parts[part.match_id, part.person_id] = part
        self._of_match.setdefault(part.match_id, {})[part.person_id] = part
        part.timer = self._tasks.run(self._expire(part), match=part.match_id)
        while len(self._parts) > MAX_OPEN:
            self._end(next(iter(self._parts.values())))

    def _pressed(self, interaction: discord.Interaction, match_id: int) -> OpenPart | None:
        """The open part whose button was pressed, if it was one."""
        part, message = self._parts.get((match_id, interaction.user.id)), interaction.message
        return part if part is not None and message is not None and message.id == part.message_id else None

    def _drop(self, part: OpenPart) -> None:
        """Stop editing a part."""
        if self._is_open(part):
            del self._parts[part.match_id, part.person_id]
            del self._of_match[part.match_id][part.person_id]
            if not self._of_match[part.match_id]:
                del self._of_match[part.match_id]
        if part.timer is not None:
            part.timer.cancel()
            part.timer = None

    def _is_open(self, part: OpenPart) -> bool:
        return self._parts.get((part.match_id, part.person_id)) is part

    def _of(self, match_id: int) -> list[OpenPart]:
        return [*self._of_match.get(match_id, {}).values()]

    # --- While it is open ----------------------------------------------------------------------------

    def _follow(self, change: MatchChange) -> None:
        """Show a new position; close a part whose match has stopped, or whose person is at the board.

        They have moved there, or the opponent's question is there.
        """
        match = change.after
        for part in self._of(match.id):
            part.owner_id = match.guild_id
            if not match.is_active or _moved_elsewhere(part, change) or _is_asked(part.person_id, match):
                self._end(part)
        if change.position_changed and self._of(match.id):
            self._refresher.request(match.id)

    def _lose(self, shards: Shards) -> None:
        """Close the parts of matches whose changes another process makes from now on."""
        for part in list(self._parts.values()):
            if part.owner_id in shards:
                self._end(part)

    async def _refresh(self, match_id: int) -> bool:
        """Edit the parts of a match that show another position; False if one is worth another try."""
        if not self._of(match_id):
            return True
        try:
            match = await self._matches.get(match_id)
        except UnavailableMatch:
            return True  # there is nothing to show; the parts close when their time is up
        except StoreError as error:
            log.warning("open part not drawn", match=match_id, error=str(error))
            return False
        bind(guild=match.guild_id)
        return all(await asyncio.gather(*(self._edit(part, match) for part in self._of(match_id))))

    async def _edit(self, part: OpenPart, match: Match) -> bool:
        """Show the match in a part; False if that failed."""
        async with part.lock:
            if not self._is_open(part) or part.is_pressed or part.position_id == match.position_id:
                return True
            if not _has_parts(match):
                self._end(part)
                return True
            board = board_in(match, part.guild_id, part.channel_id)
            plays = match.user_of(replay(match.record).to_move) == part.person_id
            try:
                view, files = await self.compose(
                    part.person_id, match, board, AROUND_LAST, part.reader, plays=plays
                )
                with self._guard.showing(match, part.message_id, AROUND_LAST):
                    await part.webhook.edit_message(
                        part.message_id, view=view, attachments=files, allowed_mentions=NOBODY
                    )
            except (discord.NotFound, discord.Forbidden):  # deleted, or the token is spent
                self._drop(part)
                return True
            except (StoreError, *DISCORD_FAULTS) as fault:
                log.info("open part not edited", **about(match), fault=str(fault))
                return False
            part.position_id, part.plays = match.position_id, plays
        return True

    # --- Its end -------------------------------------------------------------------------------------

    def _end(self, part: OpenPart) -> None:
        """Delete a part: the board shows the match."""
        self._drop(part)
        self._tasks.run(_delete(part), match=part.match_id)

    async def _expire(self, part: OpenPart) -> None:
        await asyncio.sleep(OPEN_SECONDS)
        part.timer = None  # this task goes on after the part is taken from the others
        self._drop(part)
        await _delete(part)

    async def close(self) -> None:
        """Delete the parts that wait, as far as Discord answers in time; other buttons work again later."""
        parts = list(self._parts.values())
        for part in parts:
            self._drop(part)
        await self._refresher.close(_CLOSE_SECONDS)
        for part in parts:
            if not part.plays:
                self._tasks.run(_delete(part), match=part.match_id)
        await self._tasks.close(_CLOSE_SECONDS)


def _block_in(message: discord.Message, match: Match) -> str:
    """The selection of the block whose points are on a message's buttons; without any, `AROUND_LAST`.

    So a part stays where its player has pressed it, and moves once, with the answer.
    """
    presenter, points = PRESENTERS[match.game], moves_on(message, match.id)
    if not points or not isinstance(presenter, PointsPresenter):
        return AROUND_LAST
    return block_of(presenter.points(replay(match.record)).grid, points)


def _has_parts(match: Match) -> bool:
    """Whether the last move is a point of a large board, and so is the next one.

    Of a pass, or of a choice of Swap2, an enlarged part shows nothing.
    """
    presenter = PRESENTERS[match.game]
    if not match.is_active or not match.moves or not presenter.leaves_mark(match.moves[-1]):
        return False
    axes = presenter.axes(replay(match.record))
    return axes is not None and len(axes[0]) > SMALL


def _is_asked(person_id: int, match: Match) -> bool:
    """Whether a player has an offer to answer, which the board shows."""
    return match.offer is not None and match.side_of(person_id) is match.offer.side.other


def _moved_elsewhere(part: OpenPart, change: MatchChange) -> bool:
    """Whether a move was made in the position that a part shows, by its person and not by its buttons."""
    before = change.before
    is_shown = before is not None and before.position_id == part.position_id
    return is_shown and not part.is_pressed and mover_in(change) == part.person_id


async def _edited(part: OpenPart) -> None:
    """Wait for an edit under way."""
    async with part.lock:
        return


async def _delete(part: OpenPart) -> None:
    await _edited(part)
    try:
        await part.webhook.delete_message(part.message_id)
    except DISCORD_FAULTS as fault:
        log.info("open part not deleted", match=part.match_id, fault=str(fault))
