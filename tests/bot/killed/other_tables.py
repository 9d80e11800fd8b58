"""Tables of teams, of votes, and of people who find each other by a seek. Start reading at `TeamTable`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from bot.ui.custom_ids import Press, Verb
from data.model.match import Match
from games import replay
from games.base import Side
from sandbox import InteractionFailed, Person, Refused, SeenMessage
from tests.bot.killed.process import BotProcess
from tests.bot.killed.tables import Table, at
from tests.bot.whole.world import World, is_shown

_PEOPLE = count()


class _ShortTable(Table):
    """A table whose matches end early, so that many begin."""

    abandoned = 0.5  # this part of the presses that are no move ends the match

    def match(self) -> Match | None:
        """The table's present match: the last one that its people have begun."""
        every = self.bot.stored()
        self.book.known |= every
        mine = {int(person.id) for person in self.people}
        fits = [one.id for one in every.values() if one.game == self.slug and self._is_ours(one, mine)]
        return every[max(fits)] if fits else None

    def _is_ours(self, match: Match, people: set[int]) -> bool:
        raise NotImplementedError

    async def _do_something_else(self, match: Match) -> bool:
        """Leave the match, or resign it."""
        if self.rng.random() > self.abandoned:
            return False
        person = self.rng.choice(self.people)
        verbs = (Verb.LEAVE_TEAM, Verb.RESIGN, Verb.ABORT)
        verb = next((one for one in verbs if self._has(match, one)), None)
        asked = await self._press(match, person, verb) if verb is not None else None
        if asked is None or asked.message is None:
            return asked is not None
        for confirm in (Verb.CONFIRM_LEAVE_TEAM, Verb.CONFIRM_RESIGN, Verb.CONFIRM_ABORT):
            if await self._press(match, person, confirm, asked.message) is not None:
                return True
        return False

    def _has(self, match: Match, verb: Verb) -> bool:
        board = self.board(match)
        return board is not None and any(f":{verb}:" in (key.custom_id or "") for key in board.buttons)

    async def _begin_again(self, over: Match | None) -> None:
        await self._begin()


class TeamTable(_ShortTable):
    """Two people against one, who move in turn."""

    def _is_ours(self, match: Match, people: set[int]) -> bool:
        return match.teams is not None and not match.is_voted and match.challenger_id in people

    async def _begin(self) -> None:
        await self.people[0].command(self.hands.games, "team rengo", game=self.slug, variant="6x6")

    async def _accept(self, match: Match) -> bool:
        board = self.board(match)
        if board is None:
            await self.people[0].command(self.hands.games, "board", match=match.id)
            return True
        missing = [person for person in self.people if int(person.id) not in match.people]
        if not missing:
            return await self._press(match, self.people[0], Verb.START_TEAMS) is not None
        own = match.side_of(match.challenger_id) or Side.FIRST
        side = own.other if missing[0] is self.people[1] else own
        press = Press(Verb.JOIN_TEAM, match.id, match.position_id, str(int(side)))
        custom_id = press.custom_id("b")
        if all(key.custom_id != custom_id for key in board.buttons):
            return False
        reply = await missing[0].click(board, custom_id=custom_id)
        if reply.kind == "update":
            self.book.joined[match.id].add(int(missing[0].id))
            self.book.counted["joined"] += 1
        return True


class VoteTable(_ShortTable):
    """People who vote for the moves against the computer."""

    def _is_ours(self, match: Match, people: set[int]) -> bool:
        return match.is_voted and match.challenger_id in people

    async def _begin(self) -> None:
        options = {"game": self.slug, "variant": "6x6", "time": "vote-1d", "level": "1"}
        await self.people[0].command(self.hands.games, "team vote", **options)

    async def _move(self, match: Match, person: Person) -> bool:
        """Vote; of the votes that were not answered, each may be the one that is stored."""
        board = self.board(match)
        if board is None or not is_shown(board, match):
            return await super()._move(match, person) if board is None else False
        voter = self.rng.choice(self.people)
        move = self.rng.choice(replay(match.record).legal_moves())
        key = match.id, match.ply, int(voter.id)
        self.book.pressed[match.id, match.ply].add((int(voter.id), move))
        votes = self.book.votes.setdefault(key, {None})
        votes.add(move)
        try:
            reply = await self.hands.press(voter, at(match, board), move)
        except (Refused, LookupError):  # another selection is shown
            return False
        except InteractionFailed:
            self.book.late_votes.add(key)
            raise
        if "change your vote" in reply.text and key not in self.book.late_votes:
            votes.clear()
            votes.add(move)
            self.book.counted["votes"] += 1
        return True


class SeekTable(_ShortTable):
    """A person seeks, another one accepts; then others do."""

    abandoned = 1.0

    def _is_ours(self, match: Match, people: set[int]) -> bool:
        return people == {match.first_id, match.second_id}

    async def _begin_again(self, over: Match | None) -> None:
        if over is not None:
            names = (f"seeker-{next(_PEOPLE)}", f"finder-{next(_PEOPLE)}")
            self.people = [self.hands.sandbox.add_person(name) for name in names]
        self.book.once |= {int(person.id) for person in self.people}
        author, finder = self.people
        assert isinstance(self.bot, BotProcess)
        number = seek_of(self.bot.path, int(author.id))
        if number is None:
            await author.command(self.hands.games, "seek", game=self.slug)
            return
        for board in seek_boards(self.hands):
            custom_id = f"p:seek:accept.{number}"
            if custom_id in {key.custom_id for key in board.buttons}:
                await finder.click(board, custom_id=custom_id)
                return


# --- What holds ----------------------------------------------------------------------------------------


def seek_boards(hands: World) -> list[SeenMessage]:
    """The messages that list seeks."""
    every = [one for one in hands.sandbox.messages(hands.games) if not one.ephemeral]
    return [one for one in every if "Looking for an opponent" in one.text or "Nobody is looking" in one.text]


def seek_of(path: Path, user_id: int) -> int | None:
    """The number of a person's seek."""
    return next((number for number, user in seeks(path) if user == user_id), None)


def seeks(path: Path) -> list[tuple[int, int]]:
    """The number and the person of every seek, the oldest first."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT id, user_id FROM seeks ORDER BY created_at, id").fetchall()


def are_seeks_shown(hands: World, path: Path) -> bool:
    """Whether the one board lists every seek, and no other."""
    boards = seek_boards(hands)
    shown = [(key.custom_id or "").rpartition(".")[2] for board in boards for key in board.buttons]
    stored = [str(number) for number, _ in seeks(path)]
    return len(boards) <= 1 and [one for one in shown if one.isdecimal()] == stored
