"""Presses and commands around the moment at which the bot is stopped: each has an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.interactions import closing
from data.model.match import Match
from sandbox import Reply

from .world import WITHIN, World

RESTARTING = "I'm being restarted, and nothing was changed."

Act = Callable[[World, Match], Awaitable[Reply]]


async def press(w: World, match: Match) -> Reply:
    return await w.alice.click(w.board(match), label="d3")


async def command(w: World, _: Match) -> Reply:
    return await w.alice.command(w.games, "help")


def held(work: Callable[..., Awaitable[Any]], reached: asyncio.Event, go_on: asyncio.Event) -> Any:
    """Work that waits before it begins."""

    async def waiting(*arguments: Any) -> Any:
        reached.set()
        await go_on.wait()
        return await work(*arguments)

    return waiting


@pytest.mark.parametrize("act", [press, command])
async def test_what_has_arrived_is_answered_before_the_bot_leaves(
    w: World, monkeypatch: pytest.MonkeyPatch, act: Act
) -> None:
    monkeypatch.setattr(closing, "ANSWER_SECONDS", WITHIN)
    match = await w.play()
    reached, go_on = asyncio.Event(), asyncio.Event()
    activity = w.client.services.activity
    monkeypatch.setattr(activity, "person", held(activity.person, reached, go_on))
    acting = asyncio.ensure_future(act(w, match))
    await reached.wait()
    stopping = asyncio.create_task(w.client.close())
    await asyncio.sleep(0)
    go_on.set()
    reply = await acting
    assert reply.message is not None and RESTARTING not in reply.text
    await stopping


@pytest.mark.parametrize("act", [press, command])
async def test_what_arrives_while_the_bot_is_stopped_is_answered_and_changes_nothing(
    w: World, monkeypatch: pytest.MonkeyPatch, act: Act
) -> None:
    match = await w.play()
    reached, go_on = asyncio.Event(), asyncio.Event()
    activity = w.client.services.activity
    monkeypatch.setattr(activity, "close", held(activity.close, reached, go_on))
    stopping = asyncio.create_task(w.stop())
    await reached.wait()
    reply = await act(w, match)
    assert reply.ephemeral and RESTARTING in reply.text
    assert await w.store.matches.get(match.id) == match
    go_on.set()
    await stopping
    await w.start()
    assert RESTARTING not in (await act(w, match)).text
