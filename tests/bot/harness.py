"""The bot's services without a client: fake parts of discord.py, a real store, a player that waits."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.features import FEATURES
from bot.guild_settings import KNOWN_WORDS
from bot.interactions.buttons.dispatch import Buttons
from bot.match.events import MatchEvents
from bot.match.setup import Seats
from bot.messages.notifications import Notifications
from bot.services import Services
from bot.texts import Texts, texts
from bot.times import Times
from bot.ui.custom_ids import BUTTON, Press
from data.model.board import Board
from data.model.match import Match, Place
from data.store import Store
from games import GAMES
from tests.boards import post
from tests.bot.discord_fakes import (
    CHANNEL,
    GUILD,
    FakeChannel,
    FakeClient,
    FakeDiscord,
    FakeInteraction,
    FakeMember,
    FakeMessage,
    FakeTextChannel,
    FakeThread,
    Method,
    Request,
    components_of,
    snowflake,
)
from tests.bot.drawn import in_threads
from tests.bot.service import ANA, BEN, HERE, Waiting, publishing, until

KOREAN = BEN
"""The person whose Discord is Korean."""


_SENT = (Method.RESPOND, Method.DEFER, Method.FOLLOWUP)
"""How an ephemeral message appears."""


@dataclass(slots=True)
class Harness:
    """Services, and what their requests to Discord came to."""

    discord: FakeDiscord
    client: FakeClient
    store: Store
    player: Waiting
    events: MatchEvents
    services: Services
    buttons: Buttons

    # --- Matches -----------------------------------------------------------------------------------------

    async def challenge(
        self, slug: str = "othello", place: Place = HERE, age: timedelta = timedelta(0)
    ) -> Match:
        """A challenge by Ana, whose side moves first, to Ben, in a message so old."""
        challenges = self.services.matches.challenges
        match = await challenges.create(slug, _variant(slug), Seats(ANA, BEN), ANA, place)
        return await self._posted(match, age)

    async def match(
        self,
        slug: str = "othello",
        variant: str | None = None,
        *,
        moves: tuple[str, ...] = (),
        control: str | None = None,
        place: Place = HERE,
        age: timedelta = timedelta(0),
    ) -> Match:
        """A match of Ana, who moves first, and Ben, whose message is so old and shows these moves."""
        challenges = self.services.matches.challenges
        match = await challenges.create(slug, variant or _variant(slug), Seats(ANA, BEN), ANA, place, control)
        match = await challenges.accept(match.id, BEN)
        for ply, move in enumerate(moves):
            match = await self.services.matches.play(match.id, None, (ANA, BEN)[ply % 2], move)
        return await self._posted(match, age)

    async def unposted(self, control: str | None = None) -> Match:
        """A match of Ana, who moves first, and Ben, which no message shows yet."""
        challenges = self.services.matches.challenges
        match = await challenges.create("othello", "6x6", Seats(ANA, BEN), ANA, HERE, control)
        match = await challenges.accept(match.id, BEN)
        self.services.part(Notifications)._cancel(match.id)
        return match

    async def against_computer(
        self,
        place: Place = HERE,
        control: str | None = None,
        *,
        teaching: bool = False,
        game: tuple[str, str] = ("othello", "6x6"),
    ) -> Match:
        """A match of Ana, who moves first, against the computer."""
        matches = self.services.matches
        match = await matches.start_against_computer(
            *game, Seats(ANA, None), "3", place, control, teaching=teaching
        )
        return await self._posted(match, timedelta(0))

    async def voted(self, slug: str = "othello") -> Match:
        """A match that Ana has started, in which people vote for the moves of the first side."""
        match = await self.services.matches.start_against_computer(
            slug, _variant(slug), Seats(ANA, None), "3", HERE, "vote-5m", is_voted=True
        )
        return await self._posted(match, timedelta(0))

    async def over(self) -> Match:
        """A match that Ben has resigned."""
        match = await self.match(moves=("b3", "b2"))
        over = await self.services.matches.resign(match.id, None, BEN)
        await self.settled()
        self.discord.requests.clear()
        return await self.now(over)

    async def _posted(self, match: Match, age: timedelta) -> Match:
        self.services.part(Notifications)._cancel(match.id)  # of the last move, before there was a message
        message_id = snowflake(age) + match.id
        posted = await post(self.store, match, message_id)
        # A message that is younger than the start needs no look at the channel's past.
        self.services.repost_rule.caught_up(match.home.channel_id, [])
        return posted

    async def now(self, match: Match) -> Match:
        """The match as it is in the store."""
        return await self.store.matches.get(match.id)

    async def suspend(self, match: Match) -> Match:
        """Suspend a match, as if its place was lost."""
        (suspended,) = await self.services.matches.suspensions.suspend([match.id])
        return suspended

    # --- Interactions ------------------------------------------------------------------------------------

    def interaction(
        self,
        user: int,
        *,
        channel: FakeTextChannel | FakeThread | FakeChannel | None = None,
        guild_id: int | None = GUILD,
        message: FakeMessage | None = None,
        **fields: Any,
    ) -> FakeInteraction:
        """Something that a person does, by default in the channel of the matches."""
        guild = self.client.get_guild(guild_id or 0)
        if channel is None:
            channel = guild.channels[CHANNEL] if guild is not None else FakeChannel(self.discord, CHANNEL)
        locale = discord.Locale.korean if user == KOREAN else discord.Locale.american_english
        return FakeInteraction(self.client, FakeMember(user), channel, guild_id, locale, message, **fields)

    def board(self, match: Match, board: Board | None = None) -> FakeMessage:
        """The message of a match's board, by default of the first one."""
        board = board or match.home
        channel = FakeChannel(self.discord, board.channel_id)
        return FakeMessage(board.require_message_id(), channel, components=components_of(match.id))

    def ephemeral(self, message_id: int | None = None) -> FakeMessage:
        """An ephemeral message, by default one that the bot has forgotten."""
        flags = discord.MessageFlags(ephemeral=True)
        return FakeMessage(message_id or self.discord.new_id(), FakeChannel(self.discord, CHANNEL), flags)

    def note(self, answer: Request) -> FakeMessage:
        """An ephemeral message with the buttons that an answer gave it."""
        note, kind = self.ephemeral(answer.message_id), discord.ComponentType.button
        buttons = [SimpleNamespace(type=kind, custom_id=custom_id) for custom_id in answer.custom_ids]
        return replace(note, components=[SimpleNamespace(children=buttons)])

    def press(self, match: Match, verb: str, argument: str = "") -> Press:
        """A press at the position that the match shows."""
        tail = f":{argument}" if argument else ""
        found = BUTTON.fullmatch(f"b:{verb}:{match.id}:{match.ply}.{match.takebacks}{tail}")
        assert found is not None
        return Press.read(found)

    async def presses(
        self,
        user: int,
        match: Match,
        verb: str,
        argument: str = "",
        *,
        message: FakeMessage | None = None,
        **fields: Any,
    ) -> Request:
        """A person presses a button of the match (on its board); the one first answer that they get."""
        interaction = self.interaction(user, message=message or self.board(match), **fields)
        await self.buttons.handle(interaction.typed(), self.press(match, verb, argument))
        assert interaction.response.answered is not None, "an interaction that is not answered has failed"
        return interaction.response.answered

    async def settled(self) -> None:
        """Wait until nothing is left to show or to suspend."""
        services = self.services
        await until(lambda: services.boards.is_idle and services.lost_places.is_idle)

    # --- What was requested ------------------------------------------------------------------------------

    def edits(self, match: Match, board: Board | None = None) -> list[Request]:
        """Every edit of the present message of a match's board, by default the first one, whichever way."""
        ways = (Method.EDIT, Method.TOKEN_EDIT, Method.UPDATE, Method.EDIT_RESPONSE)
        message_id = (board or match.home).message_id
        return [request for request in self.discord.of(*ways) if request.message_id == message_id]

    def notes(self) -> dict[int, Request]:
        """The ephemeral messages that exist, as they are now."""
        notes: dict[int, Request] = {}
        for one in self.discord.requests:
            number = one.message_id or 0
            if one.method is Method.TOKEN_DELETE:
                notes.pop(number, None)
            elif number in notes or (one.ephemeral and one.method in _SENT):
                notes[number] = one
        return notes

    def reader(self, user: int) -> Texts:
        """The sentences in a person's language."""
        return texts("ko" if user == KOREAN else "en")


def _variant(slug: str) -> str:
    return "6x6" if slug == "othello" else GAMES[slug].variants[0]


@contextlib.asynccontextmanager
async def harness(store: Store, challenge_seconds: float = 900.0) -> AsyncIterator[Harness]:
    """Services over a store, which is left open."""
    fake, events, player = FakeDiscord(), MatchEvents(), Waiting()
    client = FakeClient(fake)
    published, pictures = publishing(store, events), in_threads()
    published.settings.restrict(KNOWN_WORDS)
    services = Services.build(
        cast(discord.AutoShardedClient, client),
        published,
        player,
        events,
        pictures,
        Times(),
        FEATURES.build,
        challenge_seconds,
    )
    client.services = services
    try:
        buttons = Buttons(services, FEATURES.buttons, FEATURES.for_spectators)
        yield Harness(fake, client, published, player, events, services, buttons)
    finally:
        await services.close()
        pictures.close()
