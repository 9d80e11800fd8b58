"""What people of one channel do on a sandbox, and how long they wait.

They read the custom_ids of messages when these change, and press what the bot offers: only legal moves.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import count

from bench.channel_messages import Messages, custom_ids
from bench.people import READING, is_over, stamp, to_move
from sandbox import InteractionFailed, Person, Refused, Reply, Sandbox, SeenMessage

_LINK = "https://discord.com/channels/"
"""In sentences that lead to another message, such as the next board of a simul: they refuse nothing."""
_GLANCE = 2.0
"""Seconds after which a person looks whether what they wait for is still to come."""
PLAYING = (2.0, 6.0)
"""The least and the most seconds that a player thinks about a move; likewise the following."""
HOSTING, OPENING, RACING, GUESSING, ARRIVING = (1.0, 3.0), (0.5, 3.0), (2.0, 6.0), (1.0, 3.0), (0.0, 5.0)
_START_RACE = r"p:race:\d+\.start"
_TRY_RACE = r"p:race:{}\.\d+\.\d+\.(try|look)\..*"
_TRY_GUESS = r"p:guess:{}\.\d+\.\d+\.(try|look)\..*"
_ASK_GUESS = r"p:guess:{}\.\d+\.\d+\.show"
_Span = tuple[float, float]


@dataclass(slots=True)
class Waits:
    """How long people wait after a kind of press, in seconds."""

    answered: list[float] = field(default_factory=list)
    """To the first answer."""
    shown: list[float] = field(default_factory=list)
    """To the message that shows what the press has done."""
    unanswered: int = 0


class ChannelPeople:
    """What the people of a channel do until a moment, and how long they wait for it by kind of press."""

    def __init__(self, sandbox: Sandbox, seconds: float) -> None:
        self._sandbox = sandbox
        self._chance = random.Random(30)
        self._numbers = count(1)
        self.organizer = sandbox.person("Alice")
        """Who owns the server, and may create a tournament."""
        guild = sandbox.places.add_guild("Club", self.organizer.id)
        self.channel = sandbox.places.add_channel(guild, "boards")
        self.messages = Messages(sandbox)
        self._end = time.monotonic() + seconds
        self._board: SeenMessage | None = None
        self._moved_at = 0.0
        self.waits = defaultdict[str, Waits](Waits)
        self.finished = Counter[str]()
        """Matches, races and boards of simuls that came to their ends."""
        self.races: list[str] = []
        """The ids of their messages."""
        self.simuls: list[str] = []
        """Likewise."""
        self.confirmed: set[str] = set()
        """Messages with a sentence that is no refusal."""
        self.gone = 0
        """Presses on a button that was gone when the finger came down."""
        self.failures: list[str] = []
        """What people waited for in vain."""

    async def play(self, *parts: Coroutine[None, None, None]) -> None:
        """Do these parts side by side."""
        async with asyncio.TaskGroup() as group:
            for part in parts:
                group.create_task(part)

    def people(self, number: int) -> list[Person]:
        """Let so many people come in."""
        return [self._sandbox.add_person(f"P{next(self._numbers)}", "en-US") for _ in range(number)]

    @property
    def refused(self) -> Counter[str]:
        """The sentences with which presses were refused."""
        return Counter(
            text
            for key, text in self.messages.sentences.items()
            if key not in self.confirmed and _LINK not in text
        )

    # --- The match of two ------------------------------------------------------------------------------

    async def players(self, first: Person, second: Person, thinking: _Span = PLAYING) -> None:
        """Two people play one match after the other."""
        while not self._is_over():
            challenge = first.command(self.channel, "play othello", opponent=second, side="first")
            begun = await self._answer("begin", challenge)
            if begun is None:
                await self._think(thinking)
                continue
            board = await self._resolved(begun)  # on a busy machine its buttons come after the first answer
            await self._press("begin", second, board, r"b:accept:.*")
            self._board = board
            while not self._is_over() and not is_over(board):
                await self._think(thinking)
                await self._move("move", board, (first, second))
            self.finished["matches of the two"] += is_over(board)

    async def _move(self, kind: str, board: SeenMessage, people: Iterable[Person]) -> None:
        """Whoever is to move presses a button, and waits for the board."""
        mover = to_move(board, tuple(people))
        if mover is None:
            return
        before, began = stamp(board), time.perf_counter()
        if board is self._board:
            self._moved_at = began
        is_played = await self._press(kind, mover, board, r"b:move:.*")
        if is_played and await self._awaited(
            kind, lambda: stamp(board) != before or _is_finished(board), board
        ):
            self._note_shown(kind, began)

    # --- Guessing --------------------------------------------------------------------------------------

    async def guesser(self, person: Person) -> None:
        """Guess each move of the match of the two, from board to board."""
        await self._think(ARRIVING)
        while not self._is_over():
            board = self._board
            if board is None or is_over(board) or stamp(board) == "":
                await asyncio.sleep(0.5)
                continue
            if (wait := self._moved_at + READING - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
                continue
            match = custom_ids(board)[0].split(":")[2]
            reply = await self._press("watch", person, board, r"b:.*")
            if reply is not None and reply.message is not None:
                live = reply.message
                await self.play(self._guess_on(person, live, match, board), self._follow(live, match, board))
            await self._think(GUESSING)

    async def _guess_on(self, person: Person, live: SeenMessage, match: str, board: SeenMessage) -> None:
        """Guess on one's own live board, until the match is over."""
        ask, answer, guessed = _ASK_GUESS.format(match), _TRY_GUESS.format(match), ""

        def offered() -> list[str]:
            buttons = [*custom_ids(live, ask), *custom_ids(live, answer)]
            return [name for name in buttons if _position(name) != guessed]

        while not self._is_over() and not live.is_deleted and not is_over(board):
            if not await self.messages.until(offered, live, _GLANCE):
                continue
            present = _position(offered()[0])
            await self._think(GUESSING)
            is_answer = bool(custom_ids(live, answer))
            began, before = time.perf_counter(), custom_ids(live)
            reply = await self._press("guess", person, live, answer if is_answer else ask)
            if reply is None:
                continue
            if await self._awaited("guess", partial(_has_changed, live, before), live):
                self._note_shown("guess", began)
            if is_answer and not custom_ids(live, answer) and _position_of(live, ask) == present:
                guessed = present

    async def _follow(self, live: SeenMessage, match: str, board: SeenMessage) -> None:
        """Note when a live board shows each next position, also while its person thinks."""
        ask, answer = _ASK_GUESS.format(match), _TRY_GUESS.format(match)
        seen = ""

        def shown() -> str:
            return next(map(_position, [*custom_ids(live, ask), *custom_ids(live, answer)]), "")

        def is_next() -> bool:
            return shown() not in ("", seen)

        while not self._is_over() and not live.is_deleted and not is_over(board):
            if await self.messages.until(is_next, live, _GLANCE):
                if seen:
                    self._note_shown("watch, after a move", self._moved_at)
                seen = shown()

    # --- Races -----------------------------------------------------------------------------------------

    async def race(self, people: list[Person]) -> None:
        """Race after race."""
        while not self._is_over():
            known = len(self.messages.created)
            await self._answer("race", people[0].command(self.channel, "puzzle", mode="race"))
            message = await self._newest(r"p:race:\d+\.join", known)
            if message is not None:
                await self._race(people, message)

    async def _race(self, people: list[Person], message: SeenMessage) -> None:
        """The first starts the race as soon as the others have joined."""
        self.races.append(message.id)
        race = custom_ids(message)[0].split(":")[2].split(".")[0]
        boards = await asyncio.gather(*(self._join(person, message) for person in people[1:]))
        if not await self._awaited("start of a race", lambda: custom_ids(message, _START_RACE), message):
            return
        reply = await self._press("race", people[0], message, _START_RACE)
        own = reply.message if reply is not None else None
        racers = zip(people, [own, *boards], strict=True)
        await self.play(
            *(self._racer(person, board, message, race) for person, board in racers if board is not None)
        )
        if self._is_over() or await self._awaited("end of a race", lambda: _has_ended(message), message):
            self.finished["races"] += _has_ended(message)

    async def _join(self, person: Person, message: SeenMessage) -> SeenMessage | None:
        await self._think(ARRIVING)
        reply = await self._press("race", person, message, r"p:race:\d+\.join")
        return reply.message if reply is not None else None

    async def _racer(self, person: Person, board: SeenMessage, message: SeenMessage, race: str) -> None:
        """Answer puzzle after puzzle on one's own board, until there is none."""
        pattern = _TRY_RACE.format(race)
        while not self._is_over() and not _has_ended(message):
            if not await self.messages.until(lambda: custom_ids(board, pattern), board, _GLANCE):
                continue
            await self._think(RACING)
            began, before = time.perf_counter(), custom_ids(board)
            if await self._press("race", person, board, pattern) is None:
                continue
            if await self._awaited("race", partial(_has_changed, board, before), board):
                self._note_shown("race", began)

    # --- The simul -------------------------------------------------------------------------------------

    async def simul(self, giver: Person, opponents: list[Person]) -> None:
        """Give one simul after the other."""
        while not self._is_over():
            message = await self._created(giver)
            if message is None:
                await self._think(OPENING)
            else:
                await self._simul(giver, opponents, message)

    async def _simul(self, giver: Person, opponents: list[Person], message: SeenMessage) -> None:
        """Everybody joins, the giver starts and goes from board to board."""
        self.simuls.append(message.id)
        for person in opponents:
            self._confirm(await self._press("simul", person, message, r"p:tournament:join\..*"))
            await self._think(OPENING)
        managing = await self._press("simul", giver, message, r"p:tournament:manage\..*")
        if managing is None or managing.message is None:
            return
        known = len(self.messages.created)
        panel = await self._resolved(managing)
        self._confirm(await self._press("simul", giver, panel, r"p:tournament:start\..*"))

        def boards() -> list[SeenMessage]:
            return self._boards(known, giver)

        if await self._awaited("boards of a simul", lambda: len(boards()) >= len(opponents)):
            seats = [
                (board, person) for board in boards() for person in opponents if person.mention in board.text
            ]
            begun = boards()
            await self.play(
                self._give(giver, begun), *(self._oppose(board, person) for board, person in seats)
            )
            self.finished["boards of the simul"] += sum(map(_is_finished, begun))

    async def _created(self, giver: Person) -> SeenMessage | None:
        options = {"kind": "simul", "game": "othello", "variant": "6x6"}
        planning = await self._answer("simul", giver.command(self.channel, "tournament create", **options))
        if planning is None:
            return None
        panel, known = await self._resolved(planning), len(self.messages.created)
        self._confirm(await self._press("simul", giver, panel, r"p:tournament-new:create\..*"))
        return await self._newest(r"p:tournament:join\..*", known)

    def _boards(self, known: int, giver: Person) -> list[SeenMessage]:
        """The boards of a simul in their threads."""
        return [
            seen
            for seen in self.messages.created[known:]
            if seen.channel_id != self.channel and giver.mention in seen.text and custom_ids(seen, r"b:.*")
        ]

    async def _give(self, giver: Person, boards: list[SeenMessage]) -> None:
        def waiting() -> list[SeenMessage]:
            return [board for board in boards if not _is_finished(board) and to_move(board, (giver,))]

        while not self._is_over() and not all(map(_is_finished, boards)):
            if not await self.messages.until(waiting, None, _GLANCE):
                continue
            board = waiting()[0]
            await self._think(HOSTING)
            await self._move("simul", board, (giver,))

    async def _oppose(self, board: SeenMessage, person: Person) -> None:
        while not self._is_over() and not _is_finished(board):
            if await self.messages.until(lambda: to_move(board, (person,)), board, _GLANCE):
                await self._think(PLAYING)
                await self._move("simul", board, (person,))

    # --- Presses ---------------------------------------------------------------------------------------

    async def _press(self, kind: str, person: Person, seen: SeenMessage, pattern: str) -> Reply | None:
        """Press any enabled button whose custom_id matches; None if there is none, or no answer."""
        choices = custom_ids(seen, pattern)
        if not choices:
            self.gone += 1
            return None
        return await self._answer(kind, person.click(seen, custom_id=self._chance.choice(choices)))

    async def _answer(self, kind: str, action: Coroutine[None, None, Reply]) -> Reply | None:
        """Record how long an action waits for its answer; None if it fails."""
        waits = self.waits[kind]
        try:
            reply = await action
        except InteractionFailed:
            waits.unanswered += 1
            return None
        except Refused:  # the message changed just before the press, as it does for people
            self.gone += 1
            return None
        waits.answered.append(reply.seconds)
        return reply

    def _note_shown(self, kind: str, began: float) -> None:
        self.waits[kind].shown.append(time.perf_counter() - began)

    async def _resolved(self, reply: Reply) -> SeenMessage:
        await self.messages.until(lambda: not reply.shown.loading, reply.shown)
        return reply.shown

    def _confirm(self, reply: Reply | None) -> None:
        """Take an answer for no refusal: what follows shows whether it was one."""
        if reply is not None and reply.message is not None:
            self.confirmed.add(reply.message.id)

    async def _newest(self, pattern: str, known: int) -> SeenMessage | None:
        """Wait for a public message with such a button, after so many that are known."""

        def fresh() -> list[SeenMessage]:
            return [seen for seen in self.messages.created[known:] if custom_ids(seen, pattern)]

        return fresh()[0] if await self._awaited(f"a message with {pattern}", fresh) else None

    async def _awaited(self, what: str, probe: Callable[[], object], seen: SeenMessage | None = None) -> bool:
        """Wait as `Messages.until` does, and note it if the wait is in vain."""
        has_come = await self.messages.until(probe, seen)
        if not has_come:
            self.failures.append(what)
        return has_come

    async def _think(self, seconds: _Span) -> None:
        await asyncio.sleep(self._chance.uniform(*seconds))

    def _is_over(self) -> bool:
        return time.monotonic() >= self._end


def _position(custom_id: str) -> str:
    """Return the position id in the custom_id of a guess's button."""
    return ".".join(custom_id.split(":")[2].split(".")[1:3])


def _position_of(live: SeenMessage, ask: str) -> str:
    return next(map(_position, custom_ids(live, ask)), "")


def _has_ended(race: SeenMessage) -> bool:
    """Whether a race's message offers another one."""
    return bool(custom_ids(race, r"p:race:\d+\.again"))


def _has_changed(seen: SeenMessage, before: list[str]) -> bool:
    """Whether a message has other buttons than before."""
    return custom_ids(seen) != before


def _is_finished(board: SeenMessage) -> bool:
    """Whether nobody is to move anymore; a board of a simul offers no rematch."""
    return "to move" not in board.text
