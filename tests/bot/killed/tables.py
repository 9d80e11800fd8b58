"""Tables of people who play while the bot is killed, and the book of what they did and saw.

Start reading at `Table.play_on`, then `Book.check`: what must hold of the database after every kill.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from data.model import Match
from games import replay
from games.base import PASS, Move
from sandbox import Button, InteractionFailed, Person, Refused, SeenMessage
from tests.bot.killed.process import BotProcess, stored
from tests.bot.whole.world import World, is_shown

PAUSE_SECONDS = 0.15  # the longest pause of a person
_PRESSED = {"update", "deferred update"}  # the kinds of answer that a move gets, once it is stored


class Book:
    """What people did, how they were answered, and what the database held last."""

    def __init__(self) -> None:
        self.pressed: dict[tuple[int, int], set[tuple[int, Move]]] = defaultdict(set)
        self.acknowledged: dict[tuple[int, int], Move] = {}
        self.known: dict[int, Match] = {}
        self.counted: Counter[str] = Counter()

    def check(self, path: Path, boards: list[SeenMessage]) -> None:
        """After a kill: the file is intact and holds every acknowledged move, once and in order."""
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            # What a recovery finds; the original is left for the bot itself to recover.
            for file in (path, path.with_name(path.name + "-wal")):
                if file.exists():
                    shutil.copy(file, folder)
            self._check(Path(folder) / path.name, boards)
        self.counted["kills"] += 1

    def _check(self, copy: Path, boards: list[SeenMessage]) -> None:
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            made = connection.execute("SELECT match_id, ply, user_id, move FROM moves").fetchall()
        present = stored(copy)
        for match_id, before in self.known.items():
            follows(before, present[match_id])
        for (match_id, ply), move in self.acknowledged.items():
            assert present[match_id].moves[ply : ply + 1] == (move,), "an acknowledged move is lost"
        for match_id, ply, user_id, move in made:
            self._somebody_made(present[match_id], ply, user_id, Move(move))
        for match_id, ply in shown(boards):
            assert present[match_id].ply >= ply, "a board shows what is not stored"
        self.known = present

    def _somebody_made(self, match: Match, ply: int, user_id: int | None, move: Move) -> None:
        position = replay(match.record.before(ply))
        if user_id is not None:
            assert (user_id, move) in self.pressed[match.id, ply], "nobody made this move"
            assert match.user_of(position.to_move) == user_id
        else:
            forced = list(position.legal_moves()) == [PASS] == [move]
            assert forced or match.user_of(position.to_move) is None, "nobody made this move"

    def report(self) -> str:
        """The figures."""
        moves = sum(match.ply for match in self.known.values())
        stored = {place for place in self.pressed if self.known[place[0]].ply > place[1]}
        cut_off = self.pressed.keys() - self.acknowledged.keys()
        return (
            f"{self.counted['kills']} kills ({self.counted['starting']} before the bot was ready again); "
            f"{len(self.known)} matches, {moves} moves, {len(self.acknowledged)} of them acknowledged; "
            f"{self.counted['unanswered']} presses without an answer; "
            f"{len(cut_off & stored)} plies stored though the answer was cut off, "
            f"{len(cut_off - stored)} still open; lost, doubled or reordered: 0"
        )


def follows(before: Match, after: Match) -> None:
    """``after`` is ``before``, perhaps with moves added; and it replays by the rules."""
    assert after.moves[: before.ply] == before.moves, "a move is lost, doubled or reordered"
    assert after.version >= before.version
    if before.state == "over":
        assert after.outcome == before.outcome and after.moves == before.moves
    position = replay(after.record)
    if after.begun:
        assert (after.state == "over") == (position.outcome() is not None)
        assert after.outcome == position.outcome()


def shown(boards: list[SeenMessage]) -> Iterator[tuple[int, int]]:
    """Match and ply of everything that can be pressed."""
    for board in boards:
        for key in (*board.buttons, *board.selects):
            _, _, match_id, position_id, *_ = (key.custom_id or "").split(":")
            yield int(match_id), int(position_id.partition(".")[0])


@dataclass
class Table:
    """One match after another of one game; against the computer if there is one person."""

    hands: World
    bot: BotProcess
    book: Book
    slug: str
    people: list[Person]
    rng: random.Random
    number: int | None = None

    async def play_on(self) -> None:
        """Press, type and begin again, for as long as the bot lives; what is cut off is looked up later."""
        while self.bot.alive:
            try:
                acted = await self._act()
            except InteractionFailed:
                self.book.counted["unanswered"] += 1
            else:
                self.book.counted["answered"] += acted
            await asyncio.sleep(self.rng.random() * PAUSE_SECONDS)

    async def _act(self) -> bool:
        """Press something; False if there is nothing to press but to wait for others."""
        match = self.match()
        if match is None or match.state == "over":
            await self._begin()
        elif match.state == "challenge":
            return await self._accept(match)
        else:
            person = self._to_move(match)
            return person is not None and await self._move(match, person)
        return True

    def match(self) -> Match | None:
        """The table's present match: also one whose beginning was cut off."""
        every = stored(self.bot.path)
        self.book.known |= every
        if self.number is None:
            mine = {int(person.id) for person in self.people}
            fits = (one.id for one in every.values() if one.game == self.slug and players(one) == mine)
            self.number = max(fits, default=None)
        return every.get(self.number) if self.number is not None else None

    async def _begin(self) -> None:
        self.number = None
        first, *second = self.people
        against = {"opponent": second[0]} if second else {"level": self.rng.choice("123")}
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
        seen = match if match.message_id else _at(match, board)
        try:
            reply = await self.hands.press(person, seen, move)
        except (Refused, LookupError):  # the board shows another selection
            await person.command(self.hands.games, "move", move=move, match=match.id)
        else:
            assert reply.kind in _PRESSED, reply.text
            self.book.acknowledged[match.id, match.ply] = move
        return True

    async def _press_the_old_board(self, match: Match, person: Person, board: SeenMessage) -> bool:
        """The only way to a match whose board the bot could not store."""
        key = next(filter(enabled, board.buttons), None)
        if match.message_id is not None or key is None:
            return False
        await person.click(board, custom_id=key.custom_id or "")
        self.book.counted["adopted"] += 1
        return True

    def board(self, match: Match) -> SeenMessage | None:
        """The match's message, found among the channel's if the bot does not know it."""
        if match.message_id is not None:
            return self.hands.board(match)
        every = reversed(self.hands.sandbox.messages(self.hands.games))
        return next((one for one in every if not one.ephemeral and f":{match.id}:" in keys(one)), None)


def _at(match: Match, board: SeenMessage) -> Match:
    return replace(match, message_id=int(board.id))


def enabled(button: Button) -> bool:
    """Whether a button can be pressed and does not end the match."""
    verb = (button.custom_id or "").split(":")[1]
    return not button.disabled and verb in ("move", "look", "accept")


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
        if waiting(match) or (match.message_id is not None and not is_shown(hands.board(match), match))
    ]
