"""The bot in SimCord: somebody else's reading of Discord's behaviour, as a second opinion on our sandbox's.

SimCord replaces Discord inside discord.py, without any network. The one thing it does not have is
the address of a gateway, which `bot.client.Daeguk.setup_hook` asks for.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import discord
import pytest
from discord.webhook.async_ import async_context

from bot.client import Daeguk
from bot.features import FEATURES
from bot.match.events import MatchEvents
from bot.messages import interaction_responses, outages, press_guard, reposting
from data.engine import sqlite
from data.store import Store, open_store
from tests.bot.drawn import in_threads
from tests.bot.service import publishing
from tests.bot.whole.world import WITHIN, FakePlayer


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A fresh database file."""
    async with await open_store(f"sqlite:///{tmp_path / 'daeguk.db'}") as made:
        yield made


@pytest.fixture
def own_answers() -> Iterator[None]:
    """Interactions are answered to Discord again afterwards.

    SimCord puts itself in the way of answers, and when its fixture ends with an error it stays there: every
    later test with the sandbox in this process would then wait for an answer in vain.
    """
    usual = async_context.get()
    yield
    async_context.set(usual)


@pytest.fixture
def simcord_bot(store: Store, own_answers: None, monkeypatch: pytest.MonkeyPatch) -> Daeguk:
    """The bot that SimCord's own fixture, `simcord_env`, runs."""

    async def gateway(_: discord.http.HTTPClient) -> tuple[int, str, dict[str, int]]:
        return 1, "wss://gateway.discord.gg", {}

    monkeypatch.setattr(discord.http.HTTPClient, "get_bot_gateway", gateway)
    monkeypatch.setattr(
        discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    )
    # SimCord's ids are of a clock of its own, by which every board is old.
    monkeypatch.setattr(reposting, "OLD_SECONDS", float("inf"))
    # Nothing is deferred on a busy machine.
    monkeypatch.setattr(interaction_responses, "WAIT_SECONDS", WITHIN)
    # SimCord waits for everything that is due within seconds: so nothing is due again and again.
    monkeypatch.setattr(outages, "WATCH_SECONDS", 3600.0)
    monkeypatch.setattr(sqlite, "QUIET_SECONDS", 3600.0)
    monkeypatch.setattr(press_guard, "READING_SECONDS", 0.0)  # people press at once
    events = MatchEvents()
    return Daeguk(publishing(store, events), FakePlayer(), events, in_threads(), FEATURES)
