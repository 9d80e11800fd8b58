"""Tables of people who play while the bot is killed. Start reading at `Table.play_on`."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, Protocol

from bot.texts import texts
from bot.ui.custom_ids import Verb, read_press
from data.model.match import Match, OfferKind, PauseReason
from games import replay
from games.base import PASS, Move
from sandbox import Button, InteractionFailed, Person, Refused, Reply, SeenMessage
from tests.boards import on_board
from tests.bot.killed.book import Book
from tests.bot.whole.world import World, is_shown

PAUSE_SECONDS = 0.15  # the longest pause of a person
SELDOM = 0.12  # this part of the presses is no move
_STORED, _WAITS = "update", "deferred update"  # answers to a press: the new board, and nothing yet
_BUSY = texts("en").plain("error.store-busy")
"""The answer to a press while a busy machine keeps the database from answering in time."""
_ANSWERS = {
    OfferKind.TAKEBACK: (Verb.ACCEPT_UNDO, Verb.DECLINE_UNDO),
    OfferKind.DRAW: (Verb.ACCEPT_DRAW, Verb.DECLINE_DRAW),
}
_CONFIRMED = {Verb.RESIGN: Verb.CONFIRM_RESIGN, Verb.ABORT: Verb.CONFIRM_ABORT}
_CHANGES = {Verb.ACCEPT_UNDO, Verb.ACCEPT_DRAW, Verb.CONFIRM_RESIGN, Verb.CONFIRM_ABORT, Verb.REMATCH}
"""Whose acknowledgement means that something is stored, whatever else happens meanwhile."""
_CLOCKS = ("3-days", "5+5")
_THEMES = ("light", "dark")


class Playable(Protocol):
    """What people play with."""

    @property
    def alive(self) -> bool:
        """Whether they go on."""

    def stored(self) -> dict[int, Match]:
        """Every match."""


@dataclass
class Table:
    """One match after another of one game; against the computer if there is one person."""

    hands: World
    bot: Playable
    book: Book
    slug: str
    people: list[Person]
    rng: random.Random
    number: int | None = None
    pause: float = PAUSE_SECONDS

    async def play_on(self) -> None:
        """Press, type and begin again, for as long as the bot lives; what is cut off is looked up later."""
        while self.bot.alive:
            try:
                acted = await self._act()
            except InteractionFailed as failure:
                self.book.unanswered.append(failure.interaction_id)
            else:
                self.book.counted["answered"] += acted
            await asyncio.sleep(self.rng.random() * self.pause)

    async def _act(self) -> bool:
        """Press something; False if there is nothing to press but to wait for others."""
        match = self.match()
        if self.rng.random() < SELDOM / 4:
            await self._choose_theme(self.people[0])
        elif match is None or match.state == "over":
            await self._begin_again(match)
        elif match.state == "challenge":
            return await self._accept(match)
        elif match.paused == PauseReason.VACATION:  # since their clock had run out
            away = self._to_move(match)
            return away is not None and await self._press(match, away, Verb.COME_BACK) is not None
        elif self._is_answered(match) or self.rng.random() < SELDOM:
            return await self._do_something_else(match)
        else:
            person = self._to_move(match)
            return person is not None and await self._move(match, person)
        return True

    def match(self) -> Match | None:
        """The table's present match: also one whose beginning was cut off."""
        every = self.bot.stored()
        self.book.known |= every
        if self.number is None:
            mine = {int(person.id) for person in self.people}
            fits = (one.id for one in every.values() if one.game == self.slug and players(one) == mine)
            self.number = max(fits, default=None)
        return every.get(self.number) if self.number is not None else None

    async def _begin_again(self, over: Match | None) -> None:
        """A rematch, or another match."""
        person = self.rng.choice(self.people)
        again = over if over is not None and over.begun and self.rng.random() < 0.5 else None
        if again is not None and await self._press(again, person, Verb.REMATCH) is not None:
            self.number = None
        else:
            await self._begin()

    async def _begin(self) -> None:
        self.number = None
        first, *second = self.people
        against: dict[str, Any] = {"opponent": second[0]} if second else {"level": self.rng.choice("123")}
        if second:
            against["clock"] = self.rng.choice(_CLOCKS)
        command = "play " + self.slug.replace("_", "-")
        await first.command(self.hands.games, command, side=self.rng.choice(["first", "second"]), **against)

    async def _accept(self, match: Match) -> bool:
        board = self.board(match)
        if board is None:  # the challenge was stored and never posted: `/board` brings it
            await self.people[0].command(self.hands.games, "board", match=match.id)
        elif any(button.emoji == "✅" for button in board.buttons):
            challenged = next(one for one in self.people if int(one.id) != match.challenger_id)
            await challenged.click(board, label="✅")
        else:
            return False
        return True

    def _to_move(self, match: Match) -> Person | None:
        user_id = match.user_of(replay(match.record).to_move)
        return next((one for one in self.people if int(one.id) == user_id), None)

    async def _move(self, match: Match, person: Person) -> bool:
        legal = [move for move in replay(match.record).legal_moves() if move != PASS]
        move, board = self.rng.choice(legal or [PASS]), self.board(match)
        if board is None:
            await person.command(self.hands.games, "board", match=match.id)
            return True
        if not is_shown(board, match):
            return await self._press_the_old_board(match, person, board)
        self.book.pressed[match.id, match.ply].add((int(person.id), move))
        reply = await self._certain(match, self._make(match, board, person, move))
        is_certain = (match.id, match.position_id) not in self.book.uncertain
        if reply.kind == _STORED and is_certain and not self._has_ended_before(match):
            self.book.acknowledged[match.id, match.position_id] = move
        return True

    def _has_ended_before(self, match: Match) -> bool:
        """Whether the match has ended without another move: the answer shows that, and stores none.

        A resignation that was pressed before and not answered in time can be stored at any moment.
        """
        ended = self.bot.stored()[match.id]
        return ended.state == "over" and ended.position_id == match.position_id

    async def _make(self, match: Match, board: SeenMessage, person: Person, move: Move) -> Reply:
        """Press a move, or type it where the board shows another selection."""
        try:
            reply = await self.hands.press(person, match if match.home.message_id else at(match, board), move)
        except (Refused, LookupError):
            self.book.typed[match.id].add((int(person.id), move))
            return await person.command(self.hands.games, "move", move=move, match=match.id)
        is_over = self.bot.stored()[match.id].state == "over"  # its flag has fallen just now
        is_told_to_wait = reply.text == _BUSY  # nothing was stored: the person tries again
        is_overtaken = (match.id, match.position_id) in self.book.uncertain  # by a press of before
        assert reply.kind in (_STORED, _WAITS) or is_over or is_told_to_wait or is_overtaken, reply.text
        return reply

    async def _certain(self, match: Match, action: Awaitable[Reply]) -> Reply:
        """The answer to an action; after one that comes late or never, the next answer proves nothing."""
        position = match.id, match.position_id
        try:
            reply = await action
        except InteractionFailed:
            self.book.uncertain.add(position)
            raise
        if reply.kind.startswith("deferred"):
            self.book.uncertain.add(position)
        return reply

    # --- What is no move -----------------------------------------------------------------------------

    def _is_answered(self, match: Match) -> bool:
        """Whether the opponent answers an offer now; sometimes the next move does."""
        return match.offer is not None and match.level is None and self.rng.random() < 0.5

    async def _do_something_else(self, match: Match) -> bool:
        """Answer an offer, or make one, or leave."""
        person = self.rng.choice(self.people)
        verb = self.rng.choice(
            (Verb.UNDO, Verb.UNDO, Verb.UNDO, Verb.DRAW, Verb.DRAW, Verb.RESIGN, Verb.ABORT)
        )
        if match.offer is not None and match.offer.kind in _ANSWERS:
            answering = match.user_of(match.offer.side.other)
            person = next(one for one in self.people if int(one.id) == answering)
            accept, decline = _ANSWERS[match.offer.kind]
            verb = accept if self.rng.random() < 0.7 else decline
        reply = await self._press(match, person, verb)
        if reply is None or verb not in _CONFIRMED or reply.message is None:
            return reply is not None
        return await self._press(match, person, _CONFIRMED[verb], reply.message) is not None

    async def _press(
        self, match: Match, person: Person, verb: Verb, message: SeenMessage | None = None
    ) -> Reply | None:
        """Press a verb's button on the match's board or another message; None if it has none."""
        board = message or self.board(match)
        keys = [key for key in board.buttons if _verb(key) is verb and not key.disabled] if board else []
        if board is None or not keys:
            return None
        self.book.asked[match.id][verb] += 1
        reply = await self._certain(match, person.click(board, custom_id=keys[0].custom_id or ""))
        is_certain = (match.id, match.position_id) not in self.book.uncertain and _is_of(keys[0], match)
        if reply.kind == _STORED and verb in _CHANGES and is_certain:
            self.book.accepted.add((match.id, match.position_id, verb))
        return reply

    async def _choose_theme(self, person: Person) -> None:
        """Choose a theme in the panel of `/me`."""
        panel, theme = (await person.command(self.hands.games, "me")).shown, self.rng.choice(_THEMES)
        if not panel.selects:
            return  # a process without its database says that
        me = int(person.id)
        self.book.themes.setdefault(me, {None}).add(theme)
        reply = await person.choose(panel, theme, custom_id="p:me:theme")
        if reply.kind == _STORED:
            self.book.themes[me] = {theme}
            self.book.counted["settings"] += 1

    # --- Boards --------------------------------------------------------------------------------------

    async def _press_the_old_board(self, match: Match, person: Person, board: SeenMessage) -> bool:
        """The only way to a match whose board the bot could not store."""
        key = next(filter(enabled, board.buttons), None)
        if match.home.message_id is not None or key is None:
            return False
        await person.click(board, custom_id=key.custom_id or "")
        self.book.counted["adopted"] += 1
        return True

    def board(self, match: Match) -> SeenMessage | None:
        """The match's message, found among the channel's if the bot does not know it."""
        if match.home.message_id is not None:
            return self.hands.board(match)
        every = reversed(self.hands.sandbox.messages(self.hands.games))
        return next((one for one in every if not one.ephemeral and f":{match.id}:" in keys(one)), None)


def at(match: Match, board: SeenMessage) -> Match:
    """A match with a board that is not stored."""
    return on_board(match, message_id=int(board.id))


def enabled(button: Button) -> bool:
    """Whether a button can be pressed and does not end the match."""
    return not button.disabled and _verb(button) in (Verb.MOVE, Verb.SELECT, Verb.ACCEPT_CHALLENGE)


def _verb(button: Button) -> Verb:
    return Verb((button.custom_id or "::").split(":")[1])


def _is_of(button: Button, match: Match) -> bool:
    """Whether a button is of a board that shows the match's position; an older one does nothing."""
    press = read_press({"custom_id": button.custom_id})
    return press.position_id == match.position_id


def keys(board: SeenMessage) -> str:
    """Everything that can be pressed on a message, as one text."""
    return " ".join(one.custom_id or "" for one in board.buttons)


def players(match: Match) -> set[int]:
    """The people who sit in a match."""
    return {one for one in (match.first_id, match.second_id) if one is not None}


def waiting(match: Match) -> bool:
    """Whether the computer is to move."""
    return match.state == "playing" and match.user_of(replay(match.record).to_move) is None


def unsettled(hands: World, matches: dict[int, Match]) -> list[Match]:
    """The matches that will change: a computer is to move, or the board is behind."""
    return [
        match
        for match in matches.values()
        if waiting(match) or (match.home.message_id is not None and not is_shown(hands.board(match), match))
    ]
