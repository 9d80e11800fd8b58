"""The parts of discord.py that messages and handlers use, in memory, with a record of every request.

`FakeDiscord` is what the requests act on: it records them, refuses those that a test wants refused, and knows
which messages and channels exist. Channels, threads and members are subclasses of discord.py's, because the
bot asks for their types; the other fakes have only the attributes that the bot reads.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from types import SimpleNamespace
from typing import Any, cast

import discord
from discord.ui import Button, LayoutView, Modal, TextDisplay

from bot.services import Interaction, Services
from tests.bot.service import ANA, BEN, CHO, HERE

BOT = 1
EVERYBODY = 2
"""The role of everybody in a server."""
GUILD = cast(int, HERE.guild_id)
CHANNEL = HERE.channel_id
DM_OFFSET = 100_000
"""What is added to a person's id to get the id of their messages with the bot."""


class Method(Enum):
    """A kind of request to Discord."""

    SEND = auto()
    EDIT = auto()
    DELETE = auto()
    FETCH = auto()
    HISTORY = auto()
    CREATE_THREAD = auto()
    TOKEN_EDIT = auto()
    """An edit with the token of an earlier interaction."""
    TOKEN_DELETE = auto()
    """A deletion with the token of an earlier interaction."""
    DEFER = auto()
    RESPOND = auto()
    """A new message as the first answer to an interaction."""
    UPDATE = auto()
    """The edited message as the first answer to a press."""
    MODAL = auto()
    PIN = auto()
    EDIT_RESPONSE = auto()
    FOLLOWUP = auto()


@dataclass(frozen=True, slots=True)
class Request:
    """A request that Discord has carried out."""

    method: Method
    channel_id: int
    message_id: int | None = None
    text: str = ""
    custom_ids: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    attachments: int = 0
    ephemeral: bool = False
    thinking: bool = False
    mentions: tuple[int, ...] = ()
    nonce: str | None = None
    reference: int | None = None
    silent: bool = False


def fault(status: int, code: int = 0) -> discord.HTTPException:
    """The exception that discord.py raises for an answer of Discord's."""
    kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
    response = cast(Any, SimpleNamespace(status=status, reason="refused by a test"))
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": "refused"})


UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, MISSING_ACCESS, UNKNOWN_WEBHOOK = 10008, 10003, 50001, 10015


def snowflake(age: timedelta = timedelta(0)) -> int:
    """The id of a message written so long ago."""
    return discord.utils.time_snowflake(datetime.now(UTC) - age)


class FakeDiscord:
    """Carries out requests, or refuses them."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.deleted: set[int] = set()
        """Messages that do not exist anymore."""
        self.lost: set[int] = set()
        """Channels that do not exist anymore."""
        self.denied: set[int] = set()
        """Channels in which the bot may not send."""
        self.written: dict[int, list[int]] = {}
        """The ids of what people wrote, by channel."""
        self._faults: dict[Method, list[Exception]] = {}
        self._numbers = itertools.count()

    def fail(self, method: Method, *faults: Exception) -> None:
        """Refuse the next requests of this kind."""
        self._faults.setdefault(method, []).extend(faults)

    def failed(self, method: Method) -> bool:
        """Whether every request of this kind that is to be refused was made."""
        return not self._faults.get(method)

    def of(self, *methods: Method) -> list[Request]:
        """The requests of these kinds, oldest first."""
        return [one for one in self.requests if one.method in methods]

    def new_id(self) -> int:
        """The id of a message that is written now."""
        return snowflake() + next(self._numbers)

    def carry_out(self, request: Request) -> None:
        """Record a request. Raises what a test, or the state of Discord, has for it."""
        if faults := self._faults.get(request.method):
            raise faults.pop(0)
        if request.channel_id in self.lost:
            raise fault(404, UNKNOWN_CHANNEL)
        if request.method is Method.SEND and request.channel_id in self.denied:
            raise fault(403, 50013)
        deletions = (Method.DELETE, Method.TOKEN_DELETE)
        edits = (*deletions, Method.FETCH, Method.EDIT, Method.TOKEN_EDIT, Method.UPDATE)
        if request.method in edits and request.message_id in self.deleted:
            raise fault(404, UNKNOWN_MESSAGE)
        if request.method in deletions and request.message_id is not None:
            self.deleted.add(request.message_id)
        self.requests.append(request)


def shown(request: Request, view: LayoutView | None, files: Sequence[discord.File] = ()) -> Request:
    """The request with what its view says and offers; it reads the files, and an empty one is none."""
    attached = sum(bool(file.fp.read()) for file in files)
    if view is None:
        return replace(request, attachments=attached)
    items = list(view.walk_children())
    text = "\n".join(item.content for item in items if isinstance(item, TextDisplay))
    ids = [str(getattr(item, "custom_id", None) or "") for item in items]
    unique = tuple(dict.fromkeys(one for one in ids if one))
    labels = tuple(one.label or "" for one in items if isinstance(one, Button))
    return replace(request, text=text, custom_ids=unique, labels=labels, attachments=attached)


def _mentioned(mentions: discord.AllowedMentions | None) -> tuple[int, ...]:
    users = mentions.users if mentions is not None else False
    return tuple(user.id for user in users) if isinstance(users, Sequence) else ()


# --- Messages and channels -----------------------------------------------------------------------------


def components_of(match_id: int) -> list[SimpleNamespace]:
    """A row with a button of a match, as a message carries it."""
    kind = discord.ComponentType.button
    return [SimpleNamespace(children=[SimpleNamespace(type=kind, custom_id=f"b:show:{match_id}:0.0")])]


@dataclass(slots=True)
class FakeMessage:
    """A message as an interaction carries it."""

    id: int
    channel: FakeChannel
    flags: discord.MessageFlags = field(default_factory=discord.MessageFlags)
    components: list[SimpleNamespace] = field(default_factory=list)

    async def pin(self) -> None:
        """Pin it."""
        self.channel.api.carry_out(Request(Method.PIN, self.channel.id, self.id))


@dataclass(frozen=True, slots=True)
class FakePartialMessage:
    """A message of which only the id is known."""

    api: FakeDiscord
    channel_id: int
    id: int

    async def edit(
        self,
        *,
        view: LayoutView,
        attachments: list[discord.File],
        allowed_mentions: discord.AllowedMentions,
    ) -> None:
        """Edit it."""
        request = Request(Method.EDIT, self.channel_id, self.id, mentions=_mentioned(allowed_mentions))
        self.api.carry_out(shown(request, view, attachments))

    async def delete(self) -> None:
        """Delete it."""
        self.api.carry_out(Request(Method.DELETE, self.channel_id, self.id))

    async def fetch(self) -> None:
        """Read it."""
        self.api.carry_out(Request(Method.FETCH, self.channel_id, self.id))


@dataclass(frozen=True, slots=True)
class FakeChannel:
    """A channel of which only the id is known."""

    api: FakeDiscord
    id: int

    def get_partial_message(self, message_id: int) -> FakePartialMessage:
        """A message by its id."""
        return FakePartialMessage(self.api, self.id, message_id)

    async def send(
        self,
        content: str = "",
        *,
        view: LayoutView | None = None,
        files: Sequence[discord.File] = (),
        allowed_mentions: discord.AllowedMentions | None = None,
        nonce: str | None = None,
        reference: discord.MessageReference | None = None,
        suppress_embeds: bool = False,
        silent: bool = False,
    ) -> FakeMessage:
        """Post a message."""
        request = Request(
            Method.SEND,
            self.id,
            self.api.new_id(),
            text=content,
            mentions=_mentioned(allowed_mentions),
            nonce=nonce,
            reference=reference.message_id if reference is not None else None,
            silent=silent,
        )
        self.api.carry_out(shown(request, view, files))
        return FakeMessage(cast(int, request.message_id), self)

    async def history(
        self, *, limit: int, after: datetime | None = None, oldest_first: bool = False
    ) -> AsyncIterator[SimpleNamespace]:
        """The newest messages of others; none of the bot's."""
        self.api.carry_out(Request(Method.HISTORY, self.id))
        for message_id in sorted(self.api.written.get(self.id, ()), reverse=True)[:limit]:
            yield SimpleNamespace(id=message_id, author=SimpleNamespace(id=ANA))


class FakeMember(discord.Member):
    """A person in a server."""

    def __init__(self, user_id: int) -> None:
        self._user = cast(Any, SimpleNamespace(id=user_id))

    timed_out = False
    """Whether the server has timed them out."""
    roles: list[discord.Role] = []
    """Their roles: none."""

    def is_timed_out(self) -> bool:
        """Whether they can do nothing but read."""
        return self.timed_out

    def __repr__(self) -> str:
        return f"FakeMember({self.id})"

    @property
    def display_name(self) -> str:
        """What they are called."""
        return f"Person {self.id}"


class FakeTextChannel(discord.TextChannel):
    """A channel of a server; ``hidden_from`` are the people who cannot see it."""

    def __init__(
        self,
        fake: FakeDiscord,
        channel_id: int,
        hidden_from: set[int] | None = None,
        *,
        is_news: bool = False,
    ) -> None:
        self._fake = fake
        self._type = 5 if is_news else 0
        self.id = channel_id
        self.hidden_from = hidden_from or set()
        self.bot_may = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
        self.everybody_may = discord.Permissions.all()
        self.opened: list[FakeThread] = []

    def __repr__(self) -> str:
        return f"FakeTextChannel({self.id})"

    def permissions_for(self, obj: Any, /) -> discord.Permissions:
        """What a member can do here."""
        if obj.id == BOT:
            return self.bot_may
        if obj.id == EVERYBODY:
            return self.everybody_may
        return discord.Permissions(view_channel=obj.id not in self.hidden_from)

    @property
    def overwrites(self) -> Any:
        """What is special about some people and roles here: nothing."""
        return {}

    async def send(self, *_: Any, **arguments: Any) -> Any:
        """Post a message."""
        return await FakeChannel(self._fake, self.id).send(**arguments)

    @property
    def threads(self) -> list[discord.Thread]:
        """Those that `opened` has: the ones that are opened here are not remembered."""
        return [*self.opened]

    async def create_thread(
        self,
        *,
        name: str,
        message: discord.abc.Snowflake | None = None,
        **options: Any,
    ) -> FakeThread:
        """Open a thread, perhaps from a message. In an announcement channel there is one type of them."""
        if message is None and (options.get("type") is discord.ChannelType.news_thread) != self.is_news():
            raise fault(400, 50024)
        thread_id = self._fake.new_id() if message is None else message.id
        self._fake.carry_out(Request(Method.CREATE_THREAD, self.id, thread_id, text=name))
        return FakeThread(self._fake, thread_id, self.id)


class FakeThread(discord.Thread):
    """A thread under a channel; ``managers`` are the people who see it if it is private."""

    def __init__(
        self, fake: FakeDiscord, thread_id: int, parent_id: int, managers: set[int] | None = None
    ) -> None:
        self._fake = fake
        self.id = thread_id
        self.parent_id = parent_id
        self.managers = managers
        self.name = ""
        self.owner_id = BOT
        self.archived = False
        self.added: list[int] = []

    def __repr__(self) -> str:
        return f"FakeThread({self.id})"

    def is_private(self) -> bool:
        """Whether only its members and managers see it."""
        return self.managers is not None

    def permissions_for(self, obj: Any, /) -> discord.Permissions:
        """What a member can do here."""
        return discord.Permissions(view_channel=True, manage_threads=obj.id in (self.managers or ()))

    async def send(self, *_: Any, **arguments: Any) -> Any:
        """Post a message."""
        return await FakeChannel(self._fake, self.id).send(**arguments)

    async def edit(self, *, archived: bool) -> None:  # type: ignore[override]
        """Archive it, or open it again."""
        self.archived = archived

    async def add_user(self, user: discord.abc.Snowflake, /) -> None:
        """Add a person."""
        self.added.append(user.id)


class FakeGuild:
    """A server that the bot is in."""

    def __init__(self, fake: FakeDiscord, guild_id: int = GUILD) -> None:
        self.id = guild_id
        self.name = "Games"
        self.unavailable = False
        self.preferred_locale = discord.Locale.american_english
        self.default_role = SimpleNamespace(id=EVERYBODY)
        self.channels: dict[int, FakeTextChannel | FakeThread] = {CHANNEL: FakeTextChannel(fake, CHANNEL)}
        self.members = {one: FakeMember(one) for one in (ANA, BEN, CHO)}
        self.me = FakeMember(BOT)
        self.system_channel: FakeTextChannel | None = None
        self.roles: dict[int, str] = {}
        """Their names."""

    def get_role(self, role_id: int) -> SimpleNamespace | None:
        """A role."""
        name = self.roles.get(role_id)
        return None if name is None else SimpleNamespace(id=role_id, name=name)

    @property
    def text_channels(self) -> list[FakeTextChannel]:
        """The channels that are no threads."""
        return [one for one in self.channels.values() if isinstance(one, FakeTextChannel)]

    def get_channel(self, channel_id: int) -> FakeTextChannel | None:
        """A channel that is no thread."""
        found = self.channels.get(channel_id)
        return found if isinstance(found, FakeTextChannel) else None

    def get_channel_or_thread(self, channel_id: int) -> FakeTextChannel | FakeThread | None:
        """A channel or a thread."""
        return self.channels.get(channel_id)

    def get_member(self, user_id: int) -> FakeMember | None:
        """Nobody is cached."""
        return None

    async def fetch_member(self, user_id: int) -> FakeMember:
        """A person in the server."""
        if user_id not in self.members:
            raise fault(404, 10007)
        return self.members[user_id]


class FakeGateway:
    """A shard's connection; without ``beats`` there is no session yet."""

    def __init__(self, beats: bool = True, fault: Exception | None = None) -> None:
        self._keep_alive = SimpleNamespace(beat=lambda: {"op": 1}, _last_recv=0.0) if beats else None
        self._fault = fault
        self.sent: list[object] = []

    async def send_heartbeat(self, data: object) -> None:
        """Send a heartbeat to Discord."""
        if self._fault is not None:
            raise self._fault
        self.sent.append(data)

    def says(self) -> None:
        """Discord sends something, whatever it is."""
        assert self._keep_alive is not None
        self._keep_alive._last_recv += 1


class FakeClient:
    """The client, as far as messages and handlers use it."""

    services: Services

    def __init__(self, fake: FakeDiscord) -> None:
        self.api = fake
        self.user = SimpleNamespace(id=BOT)
        self.servers = {GUILD: FakeGuild(fake)}
        self.shards: dict[int, FakeGateway] = {}
        self.application = SimpleNamespace(
            privacy_policy_url="https://example.com/privacy", terms_of_service_url=None
        )
        self.shard_count: int | None = None
        self.closed = False

    @property
    def guilds(self) -> list[FakeGuild]:
        """The servers that the bot is in."""
        return list(self.servers.values())

    def is_closed(self) -> bool:
        """Whether it has stopped."""
        return self.closed

    def _get_websocket(self, *, shard_id: int) -> FakeGateway:
        """A shard's connection."""
        return self.shards[shard_id]

    def get_guild(self, guild_id: int) -> FakeGuild | None:
        """A server that the bot is in."""
        return self.servers.get(guild_id)

    def get_partial_messageable(self, channel_id: int) -> FakeChannel:
        """A channel by its id."""
        return FakeChannel(self.api, channel_id)

    def get_user(self, user_id: int) -> None:
        """Nobody is cached."""

    async def fetch_user(self, user_id: int) -> None:
        """Nobody is known outside of servers."""
        raise fault(404, 10013)

    async def create_dm(self, user: discord.abc.Snowflake) -> FakeChannel:
        """A person's messages with the bot."""
        return FakeChannel(self.api, DM_OFFSET + user.id)


# --- Interactions --------------------------------------------------------------------------------------


@dataclass(slots=True)
class FakeResponse:
    """The first answer to an interaction: there can be only one."""

    api: FakeDiscord
    channel_id: int
    message: FakeMessage | None
    answered: Request | None = None

    def is_done(self) -> bool:
        """Whether there is an answer."""
        return self.answered is not None

    @property
    def type(self) -> discord.InteractionResponseType | None:
        """How it was answered, as far as the bot distinguishes."""
        types, answered = discord.InteractionResponseType, self.answered
        if answered is None:
            return None
        if answered.method is not Method.DEFER:
            return types.channel_message
        return types.deferred_channel_message if answered.thinking else types.deferred_message_update

    def _answer(self, request: Request) -> None:
        if self.answered is not None:
            raise AssertionError(f"answered twice: {self.answered}, {request}")
        self.api.carry_out(request)
        self.answered = request

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> SimpleNamespace:
        """Answer later; while the bot is "thinking", the answer is a message."""
        message_id = self.api.new_id() if thinking else None
        request = Request(Method.DEFER, self.channel_id, message_id, ephemeral=ephemeral, thinking=thinking)
        self._answer(request)
        return SimpleNamespace(message_id=message_id)

    async def edit_message(
        self,
        *,
        view: LayoutView,
        attachments: Sequence[discord.File] = (),
        allowed_mentions: discord.AllowedMentions | None = None,
    ) -> None:
        """Answer a press with its message, edited."""
        message_id = self.message.id if self.message is not None else None
        self._answer(shown(Request(Method.UPDATE, self.channel_id, message_id), view, attachments))

    async def send_message(
        self,
        content: str = "",
        *,
        view: LayoutView | None = None,
        files: Sequence[discord.File] = (),
        ephemeral: bool = False,
        allowed_mentions: discord.AllowedMentions | None = None,
    ) -> SimpleNamespace:
        """Answer with a message."""
        request = Request(
            Method.RESPOND,
            self.channel_id,
            self.api.new_id(),
            text=content,
            ephemeral=ephemeral,
            mentions=_mentioned(allowed_mentions),
        )
        self._answer(shown(request, view, files))
        return SimpleNamespace(message_id=request.message_id)

    async def send_modal(self, modal: Modal) -> None:
        """Answer with a form."""
        self._answer(Request(Method.MODAL, self.channel_id, text=modal.title, custom_ids=(modal.custom_id,)))


@dataclass(slots=True)
class FakeWebhook:
    """What edits and sends by the token of an interaction."""

    api: FakeDiscord
    channel_id: int

    async def send(
        self,
        content: str = "",
        *,
        view: LayoutView | None = None,
        files: Sequence[discord.File] = (),
        ephemeral: bool = False,
        allowed_mentions: discord.AllowedMentions | None = None,
        wait: bool = True,
    ) -> SimpleNamespace:
        """Send a later answer."""
        message_id = self.api.new_id()
        request = Request(Method.FOLLOWUP, self.channel_id, message_id, content, ephemeral=ephemeral)
        self.api.carry_out(shown(request, view, files))
        return SimpleNamespace(id=message_id)

    async def delete_message(self, message_id: int) -> None:
        """Delete a message that the token can delete."""
        self.api.carry_out(Request(Method.TOKEN_DELETE, self.channel_id, message_id))

    async def edit_message(
        self,
        message_id: int,
        *,
        view: LayoutView,
        attachments: Sequence[discord.File] = (),
        allowed_mentions: discord.AllowedMentions,
    ) -> None:
        """Edit a message that the token can edit."""
        request = Request(Method.TOKEN_EDIT, self.channel_id, message_id)
        self.api.carry_out(shown(request, view, attachments))


@dataclass(slots=True)
class FakeInteraction:
    """A press or a command of a person."""

    client: FakeClient
    user: FakeMember
    channel: FakeTextChannel | FakeThread | FakeChannel
    guild_id: int | None
    locale: discord.Locale
    message: FakeMessage | None = None
    type: discord.InteractionType = discord.InteractionType.component
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    permissions: discord.Permissions = field(default_factory=discord.Permissions.all)
    app_permissions: discord.Permissions = field(default_factory=discord.Permissions.all)
    context: discord.app_commands.AppCommandContext = field(
        default_factory=lambda: discord.app_commands.AppCommandContext(guild=True)
    )
    guild_locale: discord.Locale | None = None
    data: dict[str, Any] | None = None
    extras: dict[str, object] = field(default_factory=dict)
    namespace: SimpleNamespace = field(default_factory=SimpleNamespace)
    id: int = field(init=False)
    response: FakeResponse = field(init=False)
    followup: FakeWebhook = field(init=False)

    def __post_init__(self) -> None:
        fake = self.client.api
        self.id = fake.new_id()
        self.response = FakeResponse(fake, self.channel.id, self.message)
        self.followup = FakeWebhook(fake, self.channel.id)

    @property
    def channel_id(self) -> int:
        """Where the person is."""
        return self.channel.id

    @property
    def guild(self) -> FakeGuild | None:
        """The server, if the bot is in it."""
        return self.client.get_guild(self.guild_id or 0)

    async def edit_original_response(
        self,
        *,
        view: LayoutView,
        attachments: Sequence[discord.File],
        allowed_mentions: discord.AllowedMentions | None = None,
    ) -> SimpleNamespace:
        """Edit the answer, or the message whose press was deferred."""
        answered = self.response.answered
        if answered is None:
            raise AssertionError("there is no answer yet")
        pressed = self.message if answered.method is Method.UPDATE or not answered.thinking else None
        message_id = pressed.id if pressed is not None else answered.message_id or self.client.api.new_id()
        request = Request(
            Method.EDIT_RESPONSE,
            self.channel.id,
            message_id,
            ephemeral=answered.ephemeral,
            mentions=_mentioned(allowed_mentions),
        )
        self.client.api.carry_out(shown(request, view, attachments))
        return SimpleNamespace(id=message_id)

    async def delete_original_response(self) -> None:
        """Delete the answer, or the message whose press was deferred."""
        answered = self.response.answered
        if answered is None:
            raise AssertionError("there is no answer yet")
        if answered.thinking:
            request = Request(Method.TOKEN_DELETE, self.channel.id, answered.message_id)
        elif self.message is not None:
            request = Request(Method.DELETE, self.channel.id, self.message.id)
        else:
            raise AssertionError("there is no message")
        self.client.api.carry_out(request)

    def typed(self) -> Interaction:
        """This, as the bot's handlers know it."""
        return cast(Interaction, self)


async def run(command: Any, *arguments: object) -> None:
    """Run a command as discord.py does, whose types take the callback for a method."""
    await command.callback(*arguments)
