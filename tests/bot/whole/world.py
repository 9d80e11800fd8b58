"""The whole bot in a test: a Discord of its own, a database file, the real client, a player to order.

Start reading at `World`; `tests/bot/whole/conftest.py` makes one for each test.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, cast

import discord
import pytest
import yarl
from discord.app_commands import AppCommand, Command, CommandTree, ContextMenu, Group
from discord.gateway import DiscordWebSocket

import bot.messages.board_locks
import bot.messages.interaction_responses
import bot.times
from ai.analysis import Verdict
from ai.base import Choice, Limit, NoVerdict
from bot.client import Daeguk
from bot.features import FEATURES
from bot.interactions.commands import syncing
from bot.interactions.feature import Features
from bot.match.endings import time_forfeit
from bot.match.events import MatchEvents
from bot.match.rate_limits import PostLimits
from bot.match.readable import check_match
from bot.messages import press_guard, private_notes
from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import Action, KeypadButton
from bot.presenters.registry import PRESENTERS
from bot.services import Engines
from bot.texts import Argument, texts
from bot.ui.custom_ids import Press, Verb
from data.matches.store import MatchStore
from data.model.board import Board
from data.model.match import Match, PauseReason, Played, Turn
from data.store import Store, open_store
from data.tables.metadata import metadata
from games import GAMES, replay
from games.base import Move, Record
from sandbox import Person, Reply, Sandbox, SeenMessage
from sandbox.core.interaction_model import Interaction, InteractionType
from sandbox.world import seed
from sandbox.world.payload import Json, public
from sandbox.world.permissions import Permission
from tests.bot.drawn import DrawnOnce
from tests.bot.thoughts import Thought

WITHIN = 60.0  # seconds a condition may take on a busy machine; nothing waits that long when all is well
_HANDLERS = {"discord.py: on_interaction", "CommandTree-invoker"}  # the names of discord.py's tasks
_SHOWN_ONLY = {"shown_version", "notified", "notification_id"}


class FakePlayer:
    """Plays `pick` at once, or, while `ready` is cleared, not before it is set again."""

    def __init__(self, pick: Callable[[Record], Move] | None = None) -> None:
        self.pick = pick or first_legal
        self.ready = asyncio.Event()
        self.ready.set()
        self.asked: list[tuple[Record, str]] = []
        self.line: list[Move] | None = None  # what is answered instead of a pick and its line
        self.ahead = 0  # how many are before every question
        self.cold = False  # whether the kernels are missing
        self.failed_games: frozenset[str] = frozenset()
        self.judge: Callable[[Record, Move | None], Verdict] | None = None  # None: moves are not judged

    async def choose(
        self,
        record: Record,
        level: str,
        *,
        limit: Limit | None = None,
        queue_key: int = 0,
        background: bool = False,
    ) -> Choice:
        self.asked.append((record, level))
        await self.ready.wait()
        line = tuple(self.line or [self.pick(record)])
        return Choice(line[0], score=0.25, depth=1, nodes=1, line=line)

    async def analyse(
        self, record: Record, played: Move | None, *, queue_key: int = 0, background: bool = True
    ) -> Verdict:
        if self.judge is None:
            raise NoVerdict(record.game)
        return self.judge(record, played)

    def submit(
        self, record: Record, level: str, *, limit: Limit | None = None, queue_key: int = 0
    ) -> Thought:
        answer = self.choose(record, level, limit=limit, queue_key=queue_key)
        return Thought(answer, lambda: self.ahead, lambda: self.cold)


def first_legal(record: Record) -> Move:
    """The first legal move in the alphabet."""
    return replay(record).legal_moves()[0]


def turn_of(match: Match, *moves: str) -> Turn:
    """What these moves do to the match's clock."""
    side = replay(replace(match.record, moves=match.moves + tuple(map(Move, moves)))).to_move
    return Turn(None if match.user_of(side) is None else side, True, time_forfeit)


def lift(limits: PostLimits, allowed: int = 1_000_000) -> None:
    """Let people post and mention as quickly as tests do."""
    for one in (*limits._posts.values(), limits._mentions, limits._in_server):
        one.rate = replace(one.rate, allowed=allowed)


@cache
def _features(*games: str) -> Features:
    """The features, whose commands are made once in a test run, not for each world."""
    del games
    return Features(
        *(
            replace(feature, commands=[made() if callable(made) else made for made in feature.commands])
            for feature in FEATURES.all
        )
    )


_TRANSLATED: dict[tuple[str, ...], Any] = {}
"""Commands as Discord gets them, in 30 languages, by name and games."""


@dataclass(frozen=True)
class Offered:
    """The commands that Discord has: their hash, as the sandbox keeps them, and as a bot reads them."""

    digest: str
    stored: Mapping[str, Json]
    read: Sequence[AppCommand]


_OFFERED: dict[tuple[str, ...], Offered] = {}
"""What the first world's bot has sent, by games. Later worlds have it at their start, as after a restart."""


def forget_commands() -> None:
    """The next bot sends its commands: they are others than those of the bots before."""
    _features.cache_clear()
    for kept in (_TRANSLATED, _HASHES, _OFFERED):
        kept.clear()


class Bot(Daeguk):
    """The bot, without discord.py's waits that are kind to the real Discord."""

    offered: Sequence[AppCommand] | None = None
    """The commands that Discord would list, if that is known."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait 5 s before identifying."""

    async def setup_hook(self) -> None:
        """Translate the commands once in a test run, not for each world."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(syncing, "_hash", _hash_once)
            if self.offered is not None:
                patch.setattr(self.tree, "fetch_commands", self._fetch_commands)
            for kind in (Command, ContextMenu, Group):
                patch.setattr(kind, "get_translated_payload", _translated_once(kind.get_translated_payload))
            await super().setup_hook()

    async def _fetch_commands(self) -> Sequence[AppCommand]:
        return self.offered or ()


def _translated_once(translate: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def translated(command: Command[Any, ..., Any] | ContextMenu | Group, *given: Any) -> Any:
        key = (command.qualified_name, *GAMES)
        if key not in _TRANSLATED:
            _TRANSLATED[key] = await translate(command, *given)
        return _TRANSLATED[key]

    return translated


_HASHES: dict[tuple[str, ...], str] = {}
"""Of those commands, by their names."""


async def _hash_once(tree: CommandTree[Any], calculate: Callable[..., Awaitable[str]] = syncing._hash) -> str:
    key = (*sorted(command.qualified_name for command in tree.get_commands()), *GAMES)
    if key not in _HASHES:
        _HASHES[key] = await calculate(tree)
    return _HASHES[key]


class Ticks:
    """Seconds as they pass, and those that a test lets pass at once."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead


class World:
    """Everything a test needs: people and channels, the bot, its database, and what can be seen of them."""

    def __init__(self, sandbox: Sandbox, path: Path, player: Engines, address: str | None = None) -> None:
        self.sandbox = sandbox
        self.path = path
        self.address = address or f"sqlite:///{path}"
        self.player = player
        self.ticks = Ticks()
        self.alice, self.bob = sandbox.person("Alice"), sandbox.person("Bob")
        self.minji, self.junho = sandbox.person("민지"), sandbox.person("준호")
        self.games = sandbox.channel("games")
        self.korean = sandbox.channel("오셀로")
        self.reads_messages = False
        self.client: Bot
        self.store: Store
        self._running: list[asyncio.Task[None]] = []
        self._onlooker: sqlite3.Connection | None = None
        """The connection of `rows`: to open one takes thirty times as long as to read a small database."""

    # --- The bot's life ------------------------------------------------------------------------------

    async def start(self) -> None:
        """A new client on the same database and the same Discord."""
        events = MatchEvents()
        self.store = await open_store(
            self.address, ticks=self.ticks, publish=events.publish, check=check_match
        )
        self.client = Bot(
            self.store,
            self.player,
            events,
            DrawnOnce(),
            _features(*GAMES),
            reads_messages=self.reads_messages,
        )
        self.client.offered = self._offered()
        self.client._connection.guild_ready_timeout = 0.02
        lift(self.client.services.post_limits)
        connecting = asyncio.create_task(self.client.start(self.sandbox.token))
        serving = asyncio.create_task(self.client.begin_service())
        self._running = [connecting, serving]
        await asyncio.wait({connecting, serving}, timeout=WITHIN, return_when=asyncio.FIRST_COMPLETED)
        assert serving.done(), connecting
        serving.result()
        self._remember_commands()

    async def stop(self) -> None:
        """Stop the bot in good order."""
        if self._onlooker is not None:
            self._onlooker.close()
            self._onlooker = None
        await self.client.close()
        await asyncio.wait(self._running, timeout=WITHIN)
        await self.store.close()

    def let_pass(self, seconds: float) -> None:
        """So much time passes on every clock at once."""
        self.ticks.ahead += seconds
        self.client.services.matches.clocks.wake()

    async def read_messages(self) -> None:
        """The bot starts again, and now reads what people write in servers."""
        self.reads_messages = True
        await self.restart()

    async def restart(self) -> None:
        """The bot goes and comes back."""
        await self.stop()
        await self.start()

    @contextlib.asynccontextmanager
    async def offline_store(self) -> AsyncIterator[MatchStore]:
        """The store while no bot runs."""
        async with await open_store(self.address) as store:
            yield store.matches

    def change(self, statement: str) -> None:
        """Change the database behind the bot's back."""
        with contextlib.closing(sqlite3.connect(self.path)) as connection, connection:
            connection.execute(statement)

    @staticmethod
    def played(*moves: str) -> list[Played]:
        """Moves as the store takes them."""
        return [Played(Move(move)) for move in moves]

    def add_bot(self, name: str) -> str:
        """Another bot in every server."""
        made = seed.make_user(self.sandbox.state, name, "en-US", bot=True)
        for guild_id in self.sandbox.state.guilds:
            self.sandbox.places.add_member(guild_id, made["id"])
        return str(made["id"])

    def bot_may(self, channel: str, permission: Permission) -> bool:
        """Whether the bot has a permission in a channel."""
        state = self.sandbox.state
        return bool(state.permissions(state.channel(str(channel)), state.bot_id) & permission)

    def guild_of(self, channel: str) -> str:
        """The server of a channel."""
        return str(self.sandbox.state.channel(str(channel))["guild_id"])

    def know_games(self) -> None:
        """Nobody of the four is offered a lesson; people added later are newcomers."""
        people = (self.alice, self.bob, self.minji, self.junho)
        rows = [(int(person.id), slug) for person in people for slug in GAMES]
        if self.path.exists():
            with contextlib.closing(sqlite3.connect(self.path)) as connection, connection:
                connection.executemany("INSERT OR IGNORE INTO lessons VALUES (?, ?, 0)", rows)

    def know_commands(self) -> None:
        """Discord has the commands that an earlier world's bot has sent, and the database says so."""
        state = self.sandbox.state
        if (offered := _OFFERED.get((*GAMES,))) is None or not self.path.exists():
            return
        state.commands["global"] = {
            command_id: {**command, "application_id": state.bot_id}
            for command_id, command in offered.stored.items()
        }
        with contextlib.closing(sqlite3.connect(self.path)) as connection, connection:
            row = (state.bot_id, offered.digest, 1)
            connection.execute("INSERT INTO synced_commands (bot_id, hash, number) VALUES (?, ?, ?)", row)

    def _offered(self) -> Sequence[AppCommand] | None:
        """The commands that Discord lists, unless they are to be read."""
        offered, listed = _OFFERED.get((*GAMES,)), self.sandbox.state.commands.get("global", {})
        return offered.read if offered and offered.stored.keys() == listed.keys() else None

    def _remember_commands(self) -> None:
        names = (*sorted(command.qualified_name for command in self.client.tree.get_commands()), *GAMES)
        if (*GAMES,) not in _OFFERED and names in _HASHES:
            stored = dict(self.sandbox.state.commands["global"])
            nobody: Any = None  # else a closed client is kept
            read = [AppCommand(data=cast(Any, public(each)), state=nobody) for each in stored.values()]
            _OFFERED[(*GAMES,)] = Offered(_HASHES[names], stored, read)

    # --- Beginning matches ---------------------------------------------------------------------------

    async def play(self, person: Person | None = None, channel: str | None = None, **options: Any) -> Match:
        """``/play`` as a person (Alice) somewhere (#games): Othello, first, against level 1 by default."""
        command = "play " + options.pop("game", "othello").replace("_", "-")
        if not {"opponent", "open"} & {*options}:
            options.setdefault("level", "1")
        options.setdefault("side", "first")
        reply = await (person or self.alice).command(channel or self.games, command, **options)
        assert reply.kind in ("message", "deferred") and not reply.ephemeral, reply.text
        await self.sandbox.until(lambda: reply.shown.buttons or None)  # a busy machine draws after it answers
        number = int((reply.shown.buttons[0].custom_id or "").split(":")[2])
        begun = await self.client.services.store.matches.get(number)
        return await self.until(begun, lambda one: one.home.message_id is not None)

    async def match_of_two(
        self, first: Person | None = None, second: Person | None = None, **options: Any
    ) -> Match:
        """A match of two people (Alice moves first, then Bob), accepted."""
        first, second = first or self.alice, second or self.bob
        match = await self.play(first, opponent=second, **options)
        await second.click(self.board(match), label="✅")
        return await self.shown(await self.until(match, lambda one: one.state != match.state))

    async def opened(self, match: Match) -> Match:
        """A match of Othello after a move of each side: it can be resigned from now on."""
        return await self.append(match, (Move("d3"), Move("c5")))

    async def append(self, match: Match, moves: tuple[Move, ...]) -> Match:
        """Store moves without playing them, and return the match once they are shown."""
        played = self.played(*moves)
        outcome = replay(replace(match.record, moves=match.moves + moves)).outcome()
        result = await self.client.services.store.matches.append(
            match.id, match.position_id, played, outcome=outcome, turn=turn_of(match, *moves)
        )
        return await self.answered(result.match)

    async def press(self, person: Person, match: Match, move: str, board: Board | None = None) -> Reply:
        """Make a move by the keys of a board, by default the first one, or by typing it; the last answer.

        If the bot asks first, as before an early pass, the answer is yes.
        """
        keys = way(match, move)
        if not keys:
            form = (await self.open_form(person, match)).form
            return await person.submit(form, {next(iter(form.fields)): move})
        message = self.board(match, board)
        for key in keys:
            verb = Verb.SELECT if key.action is Action.SELECT else Verb.MOVE
            press = Press(verb, match.id, match.position_id, key.argument)
            reply = await person.click(message, custom_id=press.custom_id("b"))
            if reply.kind == "message" and verb is Verb.SELECT:
                message = self.ephemerals(person)[-1]  # a part of the board, enlarged for them alone
        if reply.kind == "message" and move in (
            (each.custom_id or "").rpartition(":")[2] for each in reply.shown.buttons
        ):
            reply = await person.click(reply.shown, custom_id=press.custom_id("b"))
        return reply

    # --- Looking -------------------------------------------------------------------------------------

    def board(self, match: Match, board: Board | None = None) -> SeenMessage:
        """The message of a match's board, by default of the first one."""
        board = board or match.home
        return SeenMessage(self.sandbox.state, str(board.channel_id), str(board.message_id))

    def attached(self, message: SeenMessage) -> dict[str, bytes]:
        """The files of a message by their names."""
        files = {}
        for one in message.raw["attachments"]:
            data = self.sandbox.state.store.blob(one["url"].split("/")[-2])
            assert data is not None
            files[one["filename"]] = data
        return files

    async def now(self, match: Match) -> Match:
        """The match as it is."""
        return await self.client.services.store.matches.get(match.id)

    async def until(self, match: Match, test: Callable[[Match], object]) -> Match:
        """The match as soon as it passes ``test``."""
        deadline = time.monotonic() + WITHIN
        while not test(present := await self.now(match)):
            assert time.monotonic() < deadline, present
            await asyncio.sleep(0.01)
        return present

    async def handled(self) -> None:
        """Wait until no interaction is being handled: a deferred one is answered before it is done."""
        deadline = time.monotonic() + WITHIN
        while handling := [task for task in asyncio.all_tasks() if task.get_name() in _HANDLERS]:
            assert time.monotonic() < deadline, handling
            await asyncio.sleep(0.01)

    async def shown(self, match: Match) -> Match:
        """The match as soon as its message is posted and shows its present state."""
        await self.handled()
        deadline = time.monotonic() + WITHIN
        while True:
            present = await self.now(match)
            if self._is_posted(present) and is_shown(self.board(present), present):
                return present
            assert time.monotonic() < deadline, present
            await asyncio.sleep(0.01)

    def _is_posted(self, match: Match) -> bool:
        """Whether the match's message is in its channel.

        A typed move has its board posted anew: the message of the match that was just read may be deleted.
        """
        place, message_id = str(match.home.channel_id), str(match.home.message_id)
        return message_id in self.sandbox.state.messages.get(place, {})

    async def reads_board(self, match: Match, text: str, within: float = WITHIN) -> None:
        """Wait until the match's message has ``text``."""
        await self.sandbox.until(lambda: text in self.board(match).text or None, within)

    async def answered(self, match: Match) -> Match:
        """The match as soon as the computer has moved (or it is over) and that is shown."""
        await self.until(match, lambda one: one.state == "over" or one.level is None or not self._thinks(one))
        return await self.shown(match)

    @staticmethod
    def _thinks(match: Match) -> bool:
        return match.user_of(replay(match.record).to_move) is None

    def ephemerals(self, person: Person) -> list[SeenMessage]:
        """Every ephemeral message of this person, oldest first."""
        every = (one for channel in self.sandbox.state.messages for one in self.sandbox.messages(channel))
        return [one for one in every if one.raw.get("_reader") == person.id]

    async def reads(self, person: Person, action: Awaitable[Reply]) -> str:
        """The ephemeral message that answers an action of this person."""
        before = set(self.ephemerals(person))
        await action
        fresh = await self.sandbox.until(
            lambda: [one for one in self.ephemerals(person) if one not in before and not one.loading], WITHIN
        )
        assert len(fresh) == 1, fresh
        return fresh[0].text

    async def refused(
        self, person: Person, action: Awaitable[Reply], key: str, **arguments: Argument
    ) -> None:
        """The person reads sentence ``key`` in their language, nobody else does, and nothing changes."""
        before, public = self.rows(), self.public()
        heard, expected = await self.reads(person, action), self.says(person, key, **arguments)
        assert heard == expected, f"{heard!r}, not {expected!r}"
        assert (self.rows(), self.public()) == (before, public), heard

    def says(self, person: Person, key: str, **arguments: Argument) -> str:
        """Sentence ``key`` in a person's language, with links for commands."""
        reader = texts(self.sandbox.state.users[person.id]["_locale"])
        return self.client.services.commands.linked(reader(key, **arguments), reader)

    def public(self) -> list[str]:
        """The ids of all messages that everybody sees."""
        every = (one for channel in self.sandbox.state.messages for one in self.sandbox.messages(channel))
        return [one.id for one in every if "_reader" not in one.raw]

    def rows(self) -> list[tuple[Any, ...]]:
        """The whole database but for the note of what is shown, by another connection."""
        if self._onlooker is None:
            self._onlooker = sqlite3.connect(self.path)
        found: list[tuple[Any, ...]] = []
        for table in ("matches", "boards", "moves", "guild_settings"):
            names = metadata.tables[table].columns.keys()
            kept = ", ".join(name for name in names if name not in _SHOWN_ONLY)
            found += self._onlooker.execute(f"SELECT '{table}', {kept} FROM {table} ORDER BY 1, 2, 3")
        return found

    @contextlib.contextmanager
    def unchanged(self) -> Iterator[None]:
        """Nothing in the database changes in this block."""
        before = self.rows()
        yield
        assert self.rows() == before

    # --- What Discord's own client would not send -----------------------------------------------------

    async def forge_press(
        self,
        person: Person,
        message: SeenMessage,
        custom_id: str,
        values: list[str] | None = None,
        *,
        on_message: bool = True,
    ) -> Reply:
        """Press a component that the message has no more, or that another program gave it."""
        kind = 2 if values is None else 3
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind, "id": 99}
        component: dict[str, Any] = {"type": kind, "id": 99, "custom_id": custom_id}
        if values is None:
            component |= {"style": 2, "label": "?"}
        else:
            data["values"] = values
            component["options"] = [{"label": one, "value": one} for one in values]
        row = {"type": 1, "id": 98, "components": [component]}
        raw = {**message.raw, "components": [*message.raw["components"], row]} if on_message else message.raw
        return await self._forge(person, InteractionType.COMPONENT, message.channel_id, data, raw)

    async def open_form(self, person: Person, match: Match) -> Reply:
        """Press the key that opens the form for a move, which some boards show and earlier ones did."""
        press = Press(Verb.TYPE, match.id, match.position_id)
        return await self.forge_press(person, self.board(match), press.custom_id("b"))

    async def forge_modal(self, person: Person, channel: str, custom_id: str, value: str) -> Reply:
        """Submit a form that was never opened."""
        field = {"type": 4, "id": 2, "custom_id": "move", "value": value}
        data = {"custom_id": custom_id, "components": [{"type": 18, "id": 1, "component": field}]}
        return await self._forge(person, InteractionType.MODAL_SUBMIT, channel, data, None)

    async def forge_command(self, person: Person, channel: str, path: str, **options: Any) -> Reply:
        """Use a command without the permission, or with option values that it does not offer."""
        name, *subs = path.split()
        every = self.sandbox.state.commands["global"].values()
        command = next(one for one in every if one["name"] == name)
        given: list[dict[str, Any]] = [
            {"name": key, "type": 4 if isinstance(value, int) else 3, "value": value}
            for key, value in options.items()
        ]
        for sub in reversed(subs):
            given = [{"name": sub, "type": 1, "options": given}]
        data = {"id": command["id"], "name": name, "type": 1, "options": given}
        return await self._forge(person, InteractionType.COMMAND, channel, data, None)

    async def _forge(
        self, person: Person, kind: InteractionType, channel: str, data: dict[str, Any], message: Any
    ) -> Reply:
        interaction = Interaction(
            self.sandbox.context, kind, person.id, self.sandbox.state.channel(str(channel)), data
        )
        interaction.message = message
        return await person._reply(self.sandbox.interactions.begin(interaction))


def is_shown(message: SeenMessage, match: Match) -> bool:
    """Whether a match's message shows this state of it, by its buttons and words."""
    ids = [one.custom_id or "" for one in message.buttons]
    position_id = f":{match.id}:{match.ply}.{match.takebacks}"
    verbs = {one.split(":")[1] for one in ids if (position_id + ":") in one + ":"}
    menus = [one for one in message.selects if one.custom_id.startswith(f"s:pick{position_id}:")]
    verbs |= {value.split(":")[0] for menu in menus for value in menu.options.values()}
    if match.state == "over":
        if not match.begun:
            return not verbs & {"accept", "start", "cancel"}
        return "rematch" in verbs if match.teams is None else not verbs & {"leave", "relay"}
    if match.state == "challenge":
        return bool(verbs & {"accept", "start", "cancel"})
    if match.paused == PauseReason.VACATION:
        return "come-back" in verbs
    if match.paused is not None:
        return "go-on" in verbs and ("go-on-no" in verbs) == (match.offer is not None)
    asked = {f"{match.offer.kind}-yes"} if match.offer else set[str]()
    # Where a column or a part of a large board is selected, a way back has the place of the controls.
    others = {"abort", "resign", "leave", "relay", "more", "look"}
    return asked == verbs & {"undo-yes", "draw-yes", "adjourn-yes"} and bool(asked or verbs & others)


def moves_offered(message: SeenMessage) -> list[str]:
    """The moves that a board's buttons offer."""
    pressed = [(one.custom_id or "").split(":") for one in message.buttons if not one.disabled]
    return [parts[4] for parts in pressed if parts[1] == "move"]


def way(match: Match, move: str) -> list[KeypadButton]:
    """The keys that lead to a move, the fewest that do; none if it has to be typed."""
    presenter, found = PRESENTERS[match.game], {""}
    ways: list[tuple[tuple[KeypadButton, ...], str]] = [((), "")]
    for keys, selection in ways:  # grows in the loop
        for key in presenter.keypad(BoardScene.of(match).viewpoint(selection), texts("en")).buttons:
            if key.action is Action.MOVE and key.argument == move and not key.disabled:
                return [*keys, key]
            if key.action is Action.SELECT and not key.disabled and key.argument not in found:
                found.add(key.argument)
                ways.append(((*keys, key), key.argument))
    return []


def follow(moves: tuple[Move, ...]) -> Callable[[Record], Move]:
    """A player that follows a given game."""
    return lambda record: moves[len(record.moves)]


USUAL = bot.messages.board_locks.ACKNOWLEDGE_SECONDS, bot.messages.interaction_responses.WAIT_SECONDS


@contextlib.contextmanager
def patience(acknowledge: float = WITHIN, compose: float = WITHIN) -> Iterator[None]:
    """Presses are answered with their boards, however long a busy machine takes to draw them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.messages.board_locks, "ACKNOWLEDGE_SECONDS", acknowledge)
        patch.setattr(bot.messages.interaction_responses, "WAIT_SECONDS", compose)
        yield


@contextlib.contextmanager
def never_frozen() -> Iterator[None]:
    """The bot takes no late turn of a busy machine for an outage, after which it edits boards again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.times, "FREEZE_SECONDS", 3600.0)
        yield


@contextlib.contextmanager
def reading(seconds: float = 0.0) -> Iterator[None]:
    """The keys of a board count so long after they are shown; each private note is a new message."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(press_guard, "READING_SECONDS", seconds)
        patch.setattr(private_notes, "FRESH_SECONDS", seconds)
        yield


@contextlib.asynccontextmanager
async def world(
    path: Path, player: Engines | None = None, address: str | None = None
) -> AsyncIterator[World]:
    """A world with a bot in it that is ready, where people press at once and nothing is deferred."""
    usual = discord.http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    async with Sandbox.running() as sandbox:
        discord.http.Route.BASE = sandbox.api_base
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{sandbox.port}/gateway")
        made = World(sandbox, path, player or FakePlayer(), address)
        made.know_games()
        made.know_commands()
        try:
            with patience(), reading(), never_frozen():
                await made.start()
                yield made
        finally:
            await made.stop()
            discord.http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = usual
