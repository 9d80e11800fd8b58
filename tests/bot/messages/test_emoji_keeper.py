"""The own emojis on Discord: uploaded once, whatever is refused; outdated ones deleted after a day."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.icons import Icon
from bot.messages import emoji_keeper
from bot.messages.emoji_keeper import KEPT, REFUSALS, Drawn, EmojiKeeper
from bot.own_emojis import OwnEmojis
from tests.bot.service import until

DAY = KEPT.total_seconds()
DRAWN: Drawn = {
    Icon.BLACK_STONE: ("black_stone_00000a", b"black"),
    Icon.WHITE_STONE: ("white_stone_00000a", b"white"),
    Icon.HINT: ("hint_00000a", b"hint"),
}
NAMES = {name for name, _ in DRAWN.values()}


@dataclass
class Emoji:
    """An emoji of the application."""

    name: str
    id: int
    created_at: datetime
    application: Application

    async def delete(self) -> None:
        self.application.emojis.remove(self)


@dataclass
class Application:
    """The emojis that Discord has, as discord.py's client tells of them."""

    now: float = 1_800_000_000.0
    emojis: list[Emoji] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    is_down: bool = False
    uploads: list[str] = field(default_factory=list)
    """The names that were to be uploaded, refused or not."""

    def add(self, name: str) -> Emoji:
        emoji = Emoji(
            name, len(self.uploads) + len(self.emojis) + 1, datetime.fromtimestamp(self.now, UTC), self
        )
        self.emojis.append(emoji)
        return emoji

    @property
    def names(self) -> set[str]:
        return {emoji.name for emoji in self.emojis}

    async def fetch_application_emojis(self) -> list[Emoji]:
        if self.is_down:
            raise aiohttp.ClientConnectionError("Discord is down")
        return list(self.emojis)

    async def create_application_emoji(self, *, name: str, image: bytes) -> Emoji:
        assert (name, image) in DRAWN.values()
        self.uploads.append(name)
        if name in self.refused:
            response = SimpleNamespace(status=400, reason="Bad Request")
            raise discord.HTTPException(cast(Any, response), {"code": 50035, "message": "Invalid Form Body"})
        return self.add(name)


@dataclass
class Process:
    """A process of the bot."""

    application: Application
    uploads: bool = True
    drawings: int = 0

    def __post_init__(self) -> None:
        self.shown = OwnEmojis()
        client = cast(Any, self.application)
        self.keeper = EmojiKeeper(client, lambda: self.uploads, self.now, self.shown, self.draw)

    def now(self) -> float:
        return self.application.now

    async def draw(self) -> Drawn:
        self.drawings += 1
        return DRAWN

    def shows(self, icon: Icon) -> str:
        """What a text has for an icon."""
        return str(self.shown.replaced([{"type": 10, "content": str(icon)}])[0]["content"])


@pytest.fixture
def application() -> Application:
    return Application()


@pytest.fixture
def process(application: Application) -> Process:
    """The process with the first shard."""
    return Process(application)


async def test_each_emoji_is_uploaded_once(application: Application, process: Process) -> None:
    await process.keeper.look()
    assert application.names == NAMES
    await process.keeper.look()
    await Process(application).keeper.look()
    assert len(application.uploads) == len(NAMES)
    assert process.shown.count == len(NAMES)


async def test_another_process_shows_what_is_up_without_drawing_it(application: Application) -> None:
    other = Process(application, uploads=False)
    await other.keeper.look()
    assert (application.uploads, other.shown.count) == ([], 0)
    application.add("hint_00000b")
    await other.keeper.look()
    assert other.shows(Icon.HINT) == "<:hint_00000b:1>"
    assert other.shows(Icon.BLACK_STONE) == Icon.BLACK_STONE
    assert other.drawings == 0


async def test_what_is_refused_stays_a_character(application: Application, process: Process) -> None:
    application.refused = {"white_stone_00000a"}
    await process.keeper.look()
    assert application.names == NAMES - application.refused
    assert process.shows(Icon.WHITE_STONE) == Icon.WHITE_STONE
    assert process.shows(Icon.BLACK_STONE).startswith("<:black_stone_00000a:")
    application.refused.clear()
    await process.keeper.look()
    assert application.names == NAMES


async def test_after_some_refusals_the_others_wait(
    application: Application, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emoji_keeper, "REFUSALS", REFUSALS - 1)
    application.refused = NAMES
    await process.keeper.look()
    assert len(application.uploads) == REFUSALS - 1 < len(NAMES)


async def test_while_discord_is_down_the_emojis_stay(application: Application, process: Process) -> None:
    await process.keeper.look()
    application.is_down = True
    await process.keeper.look()
    assert process.shown.count == len(NAMES)


async def test_outdated_emojis_are_deleted_a_day_after_the_last_upload(
    application: Application, process: Process
) -> None:
    application.add("hint_00000b")
    application.add("own_joke_00000b")  # a person's
    application.now += 10 * DAY
    await process.keeper.look()
    application.now += DAY - 1
    await process.keeper.look()
    assert "hint_00000b" in application.names
    application.now += 1
    await process.keeper.look()
    assert application.names == NAMES | {"own_joke_00000b"}


async def test_nothing_is_deleted_while_the_new_ones_are_not_complete(
    application: Application, process: Process
) -> None:
    application.add("hint_00000b")
    application.refused = {"hint_00000a"}
    await process.keeper.look()
    application.now += 10 * DAY
    await process.keeper.look()
    assert "hint_00000b" in application.names
    assert process.shows(Icon.HINT) == "<:hint_00000b:1>"


async def test_emojis_of_a_newer_version_stay_a_day_too(application: Application, process: Process) -> None:
    """An older process that has the first shard again does not take them from newer ones that show them."""
    await process.keeper.look()
    application.now += 10 * DAY
    application.add("hint_00000b")
    await process.keeper.look()
    assert "hint_00000b" in application.names
    assert process.shows(Icon.HINT).startswith("<:hint_00000a:")


async def test_an_emoji_that_somebody_deleted_is_uploaded_again(
    application: Application, process: Process
) -> None:
    await process.keeper.look()
    application.emojis.pop()
    await process.keeper.look()
    assert application.names == NAMES
    assert process.drawings == 1


async def test_a_refused_message_makes_it_look_at_once(application: Application, process: Process) -> None:
    keeping = asyncio.create_task(process.keeper.keep())
    await until(lambda: process.shown.count == len(NAMES))
    application.emojis.clear()
    process.shown.refused()
    await until(lambda: len(application.uploads) == 2 * len(NAMES))
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)
