"""How long the bot waits so that Discord's session starts last until the daily reset."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import discord
import pytest
import structlog

from bot.metrics import SESSION_STARTS
from bot.sharding import bot_account
from bot.sharding.bot_account import BotAccount, with_starts

ACCOUNT = BotAccount(1, shards=4, max_concurrency=1, starts=1000, starts_left=1000, reset_seconds=7200.0)


@pytest.mark.parametrize(
    ("left", "sessions", "waited", "seconds"),
    [
        (1000, 4, 0.0, 0.0),
        (100, 4, 0.0, 0.0),
        (99, 1, 0.0, 7200 / 99),
        (99, 4, 0.0, 4 * 7200 / 99),
        (99, 1, 10.0, 7210 / 99 - 10),
        (99, 1, 500.0, 0.0),
        (1, 1, 0.0, 7200.0),
        (3, 4, 0.0, 7200.0),
        (3, 4, 9999.0, 7200.0),
        (0, 1, 0.0, 7200.0),
    ],
)
def test_few_starts_are_spread_and_without_any_it_waits(
    left: int, sessions: int, waited: float, seconds: float
) -> None:
    account = replace(ACCOUNT, starts_left=left)
    assert account.wait_seconds(sessions, waited) == pytest.approx(seconds)


async def test_it_waits_in_sight_until_there_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    accounts = [replace(ACCOUNT, starts_left=left, reset_seconds=700.0) for left in (0, 0)] + [ACCOUNT]
    waited, told = list[float](), list[str]()

    async def read(_: str) -> BotAccount:
        return accounts.pop(0)

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(BotAccount, "read", read)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    with structlog.testing.capture_logs() as logs:
        assert await with_starts("a.b.c", None, told.append) == ACCOUNT
    assert waited == [bot_account.CHECK_SECONDS] * 2
    assert told == ["waiting for 12 min: 0 session starts are left today"] * 2
    assert [(line["log_level"], line["left"]) for line in logs] == [("warning", 0)] * 2


async def test_what_is_left_is_a_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    class Http:
        async def get_bot_gateway(self) -> tuple[int, str, Any]:
            return 2, "", {"total": 1000, "remaining": 870, "reset_after": 3_600_500, "max_concurrency": 1}

    async def login(client: discord.Client, _: str) -> None:
        client._connection.user = type("Me", (), {"id": 5})()
        client.http.get_bot_gateway = Http().get_bot_gateway  # type: ignore[method-assign]

    monkeypatch.setattr(discord.AutoShardedClient, "login", login)
    assert await BotAccount.read("a.b.c") == BotAccount(5, 2, 1, 1000, 870, 3600.5)
    assert SESSION_STARTS._value.get() == 870
