"""Simulated people who play every game on a sandbox, and their response times.

They think between moves, so the load resembles a busy evening and not a closed loop.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle

from data.model.shards import shard_of
from games import GAMES
from sandbox import InteractionFailed, Person, Refused, Reply, Sandbox, SeenMessage

LEVEL = "6"
SERVERS = 4
COMMANDS = tuple(f"play {slug.replace('_', '-')}" for slug in GAMES)
_MATCHES_IN_CHANNEL = 10
READING = 1.0  # a press on buttons that have just appeared does not count
ARRIVING = 10.0
_PATIENCE = 30.0  # seconds to wait for a board or a computer's move
_POLL_SECONDS = 0.01

BUSY = "couldn't be saved just now"
"""In the sentence that refuses a press when the store has no time for it."""

Choice = tuple[str, bool]  # a button's custom_id or a menu option's value, and whether it is in a menu


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many play, and how long they think."""

    pairs: int
    alone: int
    """Matches against the computer."""
    thinking: tuple[float, float]
    """The least and the most seconds before a move, without `READING`."""


class Evening:
    """Lets a crowd play match after match for so many seconds, and records response times in seconds.

    ``answered``: from a press to its acknowledgement; ``shown``: from a move to its board; ``replied``: from
    a move to the board with the computer's reply. ``interactions`` counts commands and challenges too.
    """

    def __init__(self, sandbox: Sandbox, seconds: float, crowd: Crowd) -> None:
        self._sandbox = sandbox
        self._crowd = crowd
        self._chance = random.Random(11)
        self._tables = cycle(self._open_servers())
        self._end = time.monotonic() + seconds
        self.answered: list[float] = []
        self.shown: list[float] = []
        self.replied: list[float] = []
        self.interactions = 0
        self.unanswered = 0
        self.unshown = 0
        self.refused = 0

    def forget(self) -> None:
        """Begin to record from now on."""
        for times in (self.answered, self.shown, self.replied):
            times.clear()
        self.interactions = self.unanswered = self.unshown = self.refused = 0

    def _open_servers(self) -> list[str]:
        places, owner = self._sandbox.places, self._sandbox.person("Alice").id
        guilds: dict[int, str] = {}  # by what decides the shard, if there are several
        shards = self._sandbox.context.sharding.shards
        while len(guilds) < max(SERVERS, shards):
            guild = places.add_guild(f"Hall {len(guilds)}", owner)
            guilds[shard_of(int(guild), shards) if shards > 1 else len(guilds)] = guild
        matches = self._crowd.pairs + self._crowd.alone
        channels = range(1 + matches // (_MATCHES_IN_CHANNEL * len(guilds)))
        return [places.add_channel(guild, f"table-{n}").id for n in channels for guild in guilds.values()]

    async def play(self) -> None:
        """Play until the time is over."""
        commands, pairs, alone = cycle(COMMANDS), self._crowd.pairs, self._crowd.alone
        people = [self._sandbox.add_person(f"P{n}", "en-US") for n in range(2 * pairs + alone)]
        async with asyncio.TaskGroup() as group:
            for pair in zip(people[: 2 * pairs : 2], people[1 : 2 * pairs : 2], strict=True):
                group.create_task(self._sit(pair, next(self._tables), next(commands)))
            for person in people[2 * pairs :]:
                group.create_task(self._sit((person,), next(self._tables), next(commands)))

    async def _sit(self, people: tuple[Person, ...], channel: str, command: str) -> None:
        """Play matches between two people, or of one against the computer."""
        first, *second = people
        against = {"opponent": second[0]} if second else {"level": LEVEL}
        await asyncio.sleep(self._chance.uniform(0, ARRIVING))
        while not self._is_over():
            try:
                self.interactions += 1 + len(second)
                begun = await first.command(channel, command, side="first", **against)
                for challenged in second:
                    await challenged.click(begun.shown, "Accept")
                await self._play_out(begun.shown, people)
            except (InteractionFailed, LookupError):  # no match began; the log says why
                self.unanswered += 1
                await asyncio.sleep(self._chance.uniform(*self._crowd.thinking))

    async def _play_out(self, board: SeenMessage, people: tuple[Person, ...]) -> None:
        """Play moves until the match or the time is over."""
        while not self._is_over() and not is_over(board):
            await asyncio.sleep(self._chance.uniform(*self._crowd.thinking))
            mover = to_move(board, people)
            if mover is not None:
                await asyncio.sleep(READING)
                await self._press(mover, board, alone=len(people) == 1)

    def _is_over(self) -> bool:
        return time.monotonic() >= self._end

    async def _press(self, person: Person, board: SeenMessage, alone: bool) -> None:
        """Press a random button, and record the times to the answer, the board and the reply."""
        moves = choices_of(board, "move")
        choices = moves or choices_of(board, "look")
        if not choices:
            return
        self.interactions += 1
        before, began = stamp(board), time.perf_counter()
        try:
            reply = await _pressed(person, board, self._chance.choice(choices))
        except InteractionFailed:
            self.unanswered += 1
            return
        except Refused:  # the board changed just before the press, as it does for people
            return
        self.answered.append(reply.seconds)
        if not moves or reply.ephemeral:
            self.refused += reply.ephemeral and BUSY in reply.text
            return
        await self._await(lambda: stamp(board) != before, self.shown, began)
        if alone:
            await self._await(lambda: bool(is_over(board) or to_move(board, (person,))), self.replied, began)

    async def _await(self, test: Callable[[], bool], noted: list[float], began: float) -> None:
        while not test():
            if time.perf_counter() - began > _PATIENCE:
                self.unshown += 1
                return
            await asyncio.sleep(_POLL_SECONDS)
        noted.append(time.perf_counter() - began)


async def _pressed(person: Person, board: SeenMessage, choice: Choice) -> Reply:
    name, in_menu = choice
    return await (person.choose(board, name) if in_menu else person.click(board, custom_id=name))


def choices_of(board: SeenMessage, verb: str) -> list[Choice]:
    """List the enabled buttons of this verb, and the options of its menus."""
    buttons = [
        (button.custom_id, False)
        for button in board.buttons
        if button.custom_id and not button.disabled and button.custom_id.startswith(f"b:{verb}:")
    ]
    menus = [menu for menu in board.selects if menu.custom_id.startswith(f"s:{verb}:") and not menu.disabled]
    return [*buttons, *((value, True) for menu in menus for value in menu.options.values())]


def to_move(board: SeenMessage, people: tuple[Person, ...]) -> Person | None:
    """Return the person whose turn it is by the board's text."""
    return next((person for person in people if f"{person.mention} to move" in board.text), None)


def is_over(board: SeenMessage) -> bool:
    """Whether the match is over, so that a rematch is offered."""
    return any((button.custom_id or "").startswith("b:rematch:") for button in board.buttons)


def stamp(board: SeenMessage) -> str:
    """Return the position id in a board's buttons."""
    names = (button.custom_id or "" for button in board.buttons)
    return next((name.split(":")[3] for name in names if name.startswith("b:")), "")
