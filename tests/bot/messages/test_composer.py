"""The language, the picture and the words of a match's message."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from unittest.mock import AsyncMock

import discord
import pytest
from discord.ui import LayoutView

from bot.match.computer import Wait
from bot.messages.composer import Composer
from bot.messages.occasions import Occasions
from bot.presenters.board_scene import BoardScene
from bot.texts import texts
from data.model.match import Match, MatchState
from data.store import Store
from games.base import Move, Record
from tests.boards import on_board
from tests.bot.discord_fakes import GUILD, FakeClient, FakeDiscord, Method, Request, shown
from tests.bot.drawn import in_threads
from tests.bot.stories import match_of

MATCH = on_board(match_of("othello", "6x6"), guild_id=GUILD, locale="ko")
DIRECT = on_board(match_of("othello", "6x6"), guild_id=None, locale="en-US")
NOW, UPTIME = 1_000_000.0, 400.0


@pytest.fixture
def client() -> FakeClient:
    return FakeClient(FakeDiscord())


async def no_votes(match: Match) -> Counter[Move]:
    return Counter()


@pytest.fixture
async def composer(empty_store: Store, client: FakeClient) -> AsyncIterator[Composer]:
    """A composer whose computer has two searches before it."""

    def guild(guild_id: int) -> discord.Guild | None:
        return client.get_guild(guild_id)  # type: ignore[return-value]

    pictures = in_threads()
    yield Composer(
        empty_store.settings,
        pictures,
        guild,
        lambda _: Wait(2),
        lambda _: None,
        lambda guild_id: UPTIME if guild_id == GUILD else 2 * UPTIME,
        empty_store.matches.get,
        empty_store.people.get,
        lambda: NOW,
        no_votes,
        never,
        never,
        Occasions(),
        no_step,
    )
    pictures.close()


async def never(_: Match) -> bool:
    return False


async def no_step(_: Match) -> None:
    return None


def words(view: LayoutView) -> str:
    return shown(Request(Method.SEND, 0), view).text


def png(file: discord.File) -> bytes:
    data = file.fp.read()
    assert data.startswith(b"\x89PNG")
    return data


async def test_the_language_is_the_servers_setting_then_its_own_then_the_matchs(
    composer: Composer, client: FakeClient, empty_store: Store
) -> None:
    assert (await composer.language(MATCH.home)).language == "en"
    await empty_store.settings.update(GUILD, language="ko")
    assert (await composer.language(MATCH.home)).language == "ko"
    await empty_store.settings.update(GUILD, language=None)
    client.servers.clear()
    assert (await composer.language(MATCH.home)).language == "ko"
    assert (await composer.language(DIRECT.home)).language == "en"


async def test_a_message_has_a_picture_once_the_match_has_begun(composer: Composer) -> None:
    _, files = await composer.message(MATCH, MATCH.home)
    assert [png(file) != b"" for file in files] == [True]
    challenge = replace(MATCH, state=MatchState.CHALLENGE, expires_at=NOW)
    view, files = await composer.message(challenge, challenge.home)
    assert files == [] and f"<@{challenge.second_id}>" in words(view)


async def test_the_server_chooses_the_theme(composer: Composer, empty_store: Store) -> None:
    scene = BoardScene.of(MATCH)
    light = png(await composer.draw(scene, await composer.look(GUILD)))
    assert png(await composer.draw(scene, await composer.look(None))) == light
    await empty_store.settings.update(GUILD, theme="dark")
    assert png(await composer.draw(scene, await composer.look(GUILD))) != light


async def test_charts_are_dark_unless_the_server_or_the_reader_wants_another_theme(
    composer: Composer, empty_store: Store
) -> None:
    assert [await composer.chart_theme(GUILD), await composer.chart_theme(None, 7)] == ["dark", "dark"]
    await empty_store.settings.update(GUILD, theme="light")
    assert await composer.chart_theme(GUILD, 7) == "light"
    await empty_store.people.update(7, theme="dark")
    assert [await composer.chart_theme(GUILD, 7), await composer.chart_theme(GUILD)] == ["dark", "light"]


async def test_pictures_show_suggestions_selections_and_numbers(composer: Composer) -> None:
    janggi, look = BoardScene(Record("twelve_janggi", "classic")), await composer.look(None)
    plain = png(await composer.draw(janggi, look))
    assert png(await composer.draw(replace(janggi, selection="b2"), look)) != plain
    assert png(await composer.draw(replace(janggi, suggestion=Move("b2-b3")), look)) != plain
    played = BoardScene.of(replace(DIRECT, moves=(Move("b3"),)))
    numbered = replace(played, numbers=True)
    assert png(await composer.draw(numbered, look)) != png(await composer.draw(played, look))


async def test_a_message_without_a_picture_asks_for_no_look(
    composer: Composer, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = AsyncMock(wraps=composer.shared_look)
    monkeypatch.setattr(composer, "shared_look", look)
    await composer.message(MATCH, MATCH.home)
    assert look.await_count == 1
    challenge = replace(MATCH, state=MatchState.CHALLENGE, expires_at=NOW)
    await composer.message(challenge, challenge.home)
    assert look.await_count == 1


async def test_a_picture_with_a_key_is_drawn_once(composer: Composer) -> None:
    first = await composer.render(lambda: b"first", "key")
    assert (await composer.render(lambda: b"second", "key")).fp.read() == first.fp.read() == b"first"
    assert (await composer.render(lambda: b"third")).fp.read() == b"third"


async def test_a_message_says_how_long_the_computers_queue_is(composer: Composer) -> None:
    waiting = replace(MATCH, first_id=None, level="3")
    view, _ = await composer.message(waiting, waiting.home)
    assert texts("en")("match.waiting", symbol="⚫", n=2, player="") in words(view)
    assert texts("en").plain("game.othello") in words(view)


def test_the_epoch_is_when_a_servers_uptime_would_have_begun(composer: Composer) -> None:
    assert (composer.epoch(GUILD), composer.epoch(None)) == (NOW - UPTIME, NOW - 2 * UPTIME)
