"""Private notes about matches: at most one per person and match, and none that stays.

A note is an ephemeral message: a refusal, a confirmation, a question. Only the token of an
interaction edits or deletes it, for 15 minutes; so its end is planned when it is sent.

Discord does not report that a person has dismissed an ephemeral message, or that their client was restarted
and has none anymore, and nobody sees the edit of such a message. So the next note is sent, and the one before
deleted, but for two that are certainly on the screen: a note is edited if one of its buttons was pressed, and
so is a fresh sentence by the next sentence, since who taps twice has not dismissed what vanishes by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from time import monotonic
from typing import Self

import discord
import structlog
from discord.ui import LayoutView

from bot.match.events import MatchEvents
from bot.messages.faults import DISCORD_FAULTS, is_refusal
from bot.messages.interaction_responses import (
    NOBODY,
    defer,
    edit_message,
    is_thinking,
    is_unanswered,
    replace_thinking,
)
from bot.messages.interaction_tokens import TOKEN_SECONDS, PersonToken
from bot.tasks import Tasks
from bot.ui.notices import text_view
from data.model.match import Match
from data.model.match_change import MatchChange
from games import replay

log = structlog.get_logger(__name__)

VANISH_SECONDS = 8.0
"""How long a refusal or a confirmation can be read: its two lines, some 25 words, take about 6 s."""
FRESH_SECONDS = VANISH_SECONDS
"""How long a sentence counts as still on the person's screen."""
RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 30.0)
"""The waits between attempts to replace the sign that the bot thinks; the last one is repeated."""
ANSWER_SECONDS = (0.1, 0.2, 0.4, 0.8, 1.6)
"""The waits for the answer to an interaction, which Discord accepts for 3 s."""
NO_MATCH = 0
"""The number under which notes are kept that are about no match."""
_UNANSWERED = 10015  # "unknown webhook": the token sends nothing before the answer


def about_tournament(tournament_id: int) -> int:
    """The number under which notes about a tournament are kept, which is that of no match."""
    return -tournament_id


Ends = Callable[[MatchChange], bool]
"""Whether a note is of no use anymore, by a change of its match, or of that match's rematch."""


def never(_: MatchChange) -> bool:
    """A note without buttons."""
    return False


def with_move_of(person_id: int) -> Ends:
    """A sentence, which is out of date with the next move of the person to whom it was said."""
    return lambda change: mover_in(change) == person_id


def with_position(match: Match) -> Ends:
    """A note about the match's present position: its buttons are of no use once that has passed."""
    return lambda change: change.after.position_id != match.position_id or not change.after.is_active


@dataclass(eq=False, slots=True)
class Note:
    """An ephemeral message, which may still be on its way."""

    person_id: int
    match_id: int
    webhook: discord.Webhook
    """Edits and deletes it."""
    message_id: int | None
    """None until Discord has said it."""
    sent_at: float
    ends: Ends = never
    is_sentence: bool = False
    """Whether it vanishes by itself: nobody dismisses it."""
    is_closed: bool = False
    """Whether it was deleted or replaced."""
    timer: asyncio.Task[None] | None = None

    @classmethod
    def answering(cls, interaction: discord.Interaction, match_id: int, message_id: int | None) -> Self:
        """The note that answers an interaction."""
        webhook = interaction.followup
        return cls(interaction.user.id, match_id, webhook, message_id, monotonic())

    @property
    def is_fresh(self) -> bool:
        """Whether it is a sentence that is still on the person's screen."""
        is_recent = monotonic() - self.sent_at < FRESH_SECONDS
        return self.is_sentence and self.message_id is not None and is_recent


class PrivateNotes:
    """Sends, edits and deletes the private notes."""

    def __init__(self, events: MatchEvents) -> None:
        self._notes: dict[int, dict[int, Note]] = {}  # by match, then by person
        self._tasks = Tasks()
        events.follow_matches(self._notes, lambda change: self._follow(change.after.id, change))
        events.follow("is_rematch", lambda change: self._follow(change.after.rematch_of or 0, change))

    @property
    def is_idle(self) -> bool:
        """Whether no note waits to be deleted."""
        return self._tasks.is_idle

    # --- What is said --------------------------------------------------------------------------------

    async def say(
        self,
        interaction: discord.Interaction,
        match_id: int,
        text: str,
        *,
        in_place: bool = False,
        vanishes: bool = True,
    ) -> None:
        """Answer with a sentence that vanishes, at the latest with the person's next move in the match.

        It is ``in_place`` of the note whose button was pressed, if any.
        """
        view = text_view(text)
        if vanishes:
            ends = with_move_of(interaction.user.id)
            await self._answer(interaction, match_id, view, ends, VANISH_SECONDS, in_place, is_sentence=True)
        else:
            await self._answer(interaction, match_id, view, never, TOKEN_SECONDS, in_place)

    async def show(
        self,
        interaction: discord.Interaction,
        match_id: int,
        view: LayoutView,
        *,
        ends: Ends = never,
        seconds: float = TOKEN_SECONDS,
        files: Sequence[discord.File] = (),
        in_place: bool = False,
    ) -> None:
        """Answer with a note that stays for ``seconds``, until its buttons are of no use or another comes."""
        await self._answer(interaction, match_id, view, ends, seconds, in_place, files)

    async def push(self, token: PersonToken, match_id: int, view: LayoutView, ends: Ends) -> None:
        """Send a note with the token of an earlier interaction, once that is answered."""
        person_id, webhook = token.person_id, token.webhook
        self._close(self._pop(person_id, match_id))
        note = Note(person_id, match_id, webhook, None, monotonic(), ends)
        self._keep(note, token.seconds_left)
        try:
            note.message_id = await _push(note, view)
        except DISCORD_FAULTS:
            if self._notes.get(match_id, {}).get(person_id) is note:
                self._pop(person_id, match_id)
            raise
        note.sent_at = monotonic()
        if note.is_closed:  # on its way, when there was no id to delete it by
            await _delete(note)

    async def nothing(self, interaction: discord.Interaction) -> None:
        """Answer a command so that nothing stays on the screen: Discord has no answer without a message."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _delete_answer(interaction)

    async def dismiss(self, interaction: discord.Interaction) -> None:
        """Answer a press on a note by deleting the note: the person sees elsewhere what the press did."""
        if await defer(interaction):
            await _delete_answer(interaction)

    def take(self, person_id: int, match_id: int) -> None:
        """Leave a note to the press on one of its buttons, whose answer replaces it."""
        self._pop(person_id, match_id)

    def settle(self, person_id: int, match_id: int) -> None:
        """Delete a person's note about a match, if there is one: its question is answered."""
        self._close(self._pop(person_id, match_id))

    def release(self, message_id: int) -> None:
        """Stop keeping the note with this message, which becomes something that is not about a match."""
        for note in [kept for notes in self._notes.values() for kept in notes.values()]:
            if note.message_id == message_id:
                self._pop(note.person_id, note.match_id)

    # --- How it is sent ------------------------------------------------------------------------------

    async def _answer(
        self,
        interaction: discord.Interaction,
        match_id: int,
        view: LayoutView,
        ends: Ends,
        seconds: float,
        in_place: bool = False,
        files: Sequence[discord.File] = (),
        *,
        is_sentence: bool = False,
    ) -> None:
        """Send a note, and close the person's last one; a sentence takes the place of a fresh one.

        If Discord fails after the bot has said that it thinks, the note follows later, unless it has files.
        """
        old, note = self._pop(interaction.user.id, match_id), None
        try:
            if old is not None and is_sentence and not in_place:
                note = await _reuse(old, interaction, view)
            if note is None:
                message_id = await _send(interaction, view, files, in_place)
                note = Note.answering(interaction, match_id, message_id)
        except DISCORD_FAULTS as fault:
            if files or not is_thinking(interaction) or is_refusal(fault):
                raise
            later = self._answer_later(interaction, match_id, view, ends, seconds)
            self._tasks.run(later, match=match_id)
            return
        finally:
            # Also after a failure: the old note is not kept anymore, so nobody else would close it.
            if old is not None and (note is None or note.message_id != old.message_id):
                self._close(old)
        note.ends, note.is_sentence = ends, is_sentence
        self._keep(note, seconds)

    async def _answer_later(
        self,
        interaction: discord.Interaction,
        match_id: int,
        view: LayoutView,
        ends: Ends,
        seconds: float,
    ) -> None:
        """Replace the sign that the bot thinks, later, as long as the interaction's token lives."""
        until = monotonic() + TOKEN_SECONDS
        for delay in chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1])):
            await asyncio.sleep(delay)
            if monotonic() > until:
                log.info("answer not sent", match=match_id)
                return
            try:
                message_id = await replace_thinking(interaction, view)
            except DISCORD_FAULTS as fault:
                if not is_refusal(fault):
                    continue
                log.info("answer not sent", match=match_id, fault=str(fault))
                return
            note = Note.answering(interaction, match_id, message_id)
            note.ends = ends
            self._close(self._pop(note.person_id, match_id))
            self._keep(note, seconds)
            return

    def _keep(self, note: Note, seconds: float) -> None:
        self._notes.setdefault(note.match_id, {})[note.person_id] = note
        note.timer = self._tasks.run(self._expire(note, seconds), match=note.match_id)

    def _pop(self, person_id: int, match_id: int) -> Note | None:
        """The person's note, which is not kept anymore."""
        notes = self._notes.get(match_id, {})
        note = notes.pop(person_id, None)
        if not notes:
            self._notes.pop(match_id, None)
        if note is not None and note.timer is not None:
            note.timer.cancel()
            note.timer = None
        return note

    # --- How it ends ---------------------------------------------------------------------------------

    def _follow(self, match_id: int, change: MatchChange) -> None:
        """Close the notes whose buttons are of no use after a change, and what was said before a move.

        They are about the match that has changed, or about the one of which it is the rematch.
        """
        for note in [*self._notes.get(match_id, {}).values()]:
            if note.ends(change):
                self._close(self._pop(note.person_id, note.match_id))

    async def _expire(self, note: Note, seconds: float) -> None:
        await asyncio.sleep(seconds)
        note.timer = None  # this task goes on after the note is taken from the others
        self._close(self._pop(note.person_id, note.match_id))

    def _close(self, note: Note | None) -> None:
        """Delete a note that is not kept anymore."""
        if note is not None:
            note.is_closed = True
            self._tasks.run(_delete(note), match=note.match_id)

    async def close(self) -> None:
        """Stop waiting. Notes that are left have buttons that work after the next start."""
        await self._tasks.close()


def mover_in(change: MatchChange) -> int | None:
    """The person who has made a move; None if the change is no move of a person."""
    before, after = change.before, change.after
    if before is None or before.id != after.id or after.ply <= before.ply:
        return None
    return before.user_of(replay(before.record).to_move)


async def _reuse(old: Note, interaction: discord.Interaction, view: LayoutView) -> Note | None:
    """Edit the sentence that is there; None if a new one has to be sent."""
    if old.message_id is None or not old.is_fresh or interaction.message is None or is_thinking(interaction):
        return None
    # The press wants an answer, too, within three seconds; this one shows nothing.
    await defer(interaction)
    try:
        await old.webhook.edit_message(old.message_id, view=view, allowed_mentions=NOBODY)
    except DISCORD_FAULTS as fault:
        log.info("private note not edited", match=old.match_id, fault=str(fault))
        return None
    return replace(old, sent_at=monotonic(), timer=None)


async def _send(
    interaction: discord.Interaction, view: LayoutView, files: Sequence[discord.File], in_place: bool
) -> int | None:
    """Answer with an ephemeral message, or the edited one if a button of it was pressed; returns its id.

    Where the bot was said to be thinking, the answer takes the place of that.
    """
    if is_thinking(interaction):
        return await replace_thinking(interaction, view, files)
    if in_place and interaction.message is not None and is_unanswered(interaction):
        try:
            await edit_message(interaction, view, [*files])
            return interaction.message.id
        except discord.NotFound:  # closed between the press and the answer
            for file in files:
                file.reset()  # the edit has read it to its end
    if interaction.response.is_done():
        sent = await interaction.followup.send(view=view, files=files, ephemeral=True, wait=True)
        return sent.id
    answer = await interaction.response.send_message(view=view, files=files, ephemeral=True)
    return answer.message_id


async def _push(note: Note, view: LayoutView) -> int | None:
    """Send a note as soon as its token is good for that; None if it is closed by then."""
    for seconds in (*ANSWER_SECONDS, None):
        if note.is_closed:
            break
        try:
            sent = await note.webhook.send(view=view, ephemeral=True, wait=True)
        except discord.NotFound as fault:
            if fault.code != _UNANSWERED or seconds is None:
                raise
            await asyncio.sleep(seconds)
        else:
            return sent.id
    return None


async def _delete_answer(interaction: discord.Interaction) -> None:
    """Delete the answer, or the note whose press was deferred."""
    try:
        await interaction.delete_original_response()
    except DISCORD_FAULTS as fault:
        log.info("answer not deleted", fault=str(fault))


async def _delete(note: Note) -> None:
    if note.message_id is None:
        return
    try:
        await note.webhook.delete_message(note.message_id)
    except DISCORD_FAULTS as fault:
        log.info("private note not deleted", match=note.match_id, fault=str(fault))
