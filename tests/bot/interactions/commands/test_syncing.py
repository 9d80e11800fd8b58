"""Commands that other processes have replaced are sent again once those are gone for good."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
import structlog

from bot.interactions.commands import syncing
from bot.interactions.commands.syncing import CommandSync, Known
from data.errors import StoreFailed
from data.leases.synced_commands import Turn

ENTRY_POINT = {"id": "9", "type": 4, "name": "launch", "description": "", "handler": 2}


def refusal(status: int, code: int) -> discord.HTTPException:
    """Discord does not take the commands."""
    response: Any = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(response, {"code": code, "message": "no"})


class Tree:
    """A command tree with ``/play``, and a Discord that has commands and refuses others at first."""

    def __init__(self, *refusals: Exception, listed: Sequence[dict[str, Any]] = ()) -> None:
        self.client = SimpleNamespace(http=self)
        self.translator = object()
        self.refusals = list(refusals)
        self.listed = list(listed)
        self.sent: list[list[dict[str, Any]]] = []

    def get_commands(self) -> list[Any]:
        payload = {"name": "play", "type": 1}

        async def translated(*_: object) -> dict[str, Any]:
            return payload

        return [SimpleNamespace(name="play", get_translated_payload=translated)]

    async def get_global_commands(self, _: int) -> list[dict[str, Any]]:
        return self.listed

    async def bulk_upsert_global_commands(self, _: int, payload: list[dict[str, Any]]) -> None:
        self.sent.append(payload)
        if self.refusals:
            raise self.refusals.pop(0)
        self.listed = payload

    async def fetch_commands(self) -> Known:
        return [
            cast(Any, SimpleNamespace(name=one["name"], type=SimpleNamespace(value=one["type"])))
            for one in self.listed
        ]


class Synced:
    """Says one thing after the other, then that there is nothing to do."""

    def __init__(self, says: Iterable[Turn | Exception]) -> None:
        self._says = list(says)
        self.claimed: list[bool] = []
        self.ended = asyncio.Event()

    async def turn(self, digest: str, *, sends: bool = True) -> Turn:
        if not self._says:
            self.ended.set()
            return Turn.NOTHING
        self.claimed.append(sends)
        said = self._says.pop(0)
        if isinstance(said, Exception):
            raise said
        return said

    async def sent(self, digest: str) -> None:
        pass


@pytest.mark.parametrize(
    ("says", "sent"),
    [
        ([Turn.OTHERS, Turn.SEND, Turn.OTHERS, Turn.SEND], 0),
        ([Turn.SEND, Turn.SEND, Turn.NOTHING], 1),
        ([Turn.SEND, StoreFailed("gone"), Turn.SEND], 1),
        ([Turn.SEND, Turn.WAIT, Turn.SEND], 0),
    ],
)
async def test_they_are_gone_if_two_checks_find_none(
    monkeypatch: pytest.MonkeyPatch, says: list[Turn | Exception], sent: int
) -> None:
    monkeypatch.setattr(syncing, "CHECK_SECONDS", 0.0)
    tree, synced = Tree(), Synced(says)
    made = CommandSync(cast(Any, tree), 1, cast(Any, None), leases=cast(Any, object()))
    monkeypatch.setattr(made, "_synced", synced)
    keeping = asyncio.create_task(made.keep(lambda known: None))
    await asyncio.wait_for(synced.ended.wait(), 60)
    keeping.cancel()
    assert len(tree.sent) == sent
    assert synced.claimed[0] is False


def sync(tree: Tree, *says: Turn | Exception) -> CommandSync:
    """For a bot on a database of its own, which says these things."""
    made = CommandSync(cast(Any, tree), 1, cast(Any, None))
    vars(made)["_synced"] = Synced(says)
    return made


async def test_the_entry_point_of_an_activity_is_kept_as_it_is() -> None:
    """Discord refuses a list without it (50240)."""
    tree = Tree(listed=[ENTRY_POINT])
    await sync(tree, Turn.SEND).first()
    assert tree.sent == [[{"name": "play", "type": 1}, ENTRY_POINT]]


async def test_the_entry_point_is_no_difference() -> None:
    tree = Tree(listed=[ENTRY_POINT, {"name": "play", "type": 1}])
    await sync(tree, Turn.NOTHING).first()
    assert tree.sent == []


@pytest.mark.parametrize(
    ("fault", "pause"),
    [
        (refusal(400, 30034), syncing.RETRY_SECONDS[-1]),
        (refusal(400, 50240), syncing.RETRY_SECONDS[0]),
        (refusal(503, 0), syncing.RETRY_SECONDS[0]),
        (ConnectionResetError("gone"), syncing.RETRY_SECONDS[0]),
    ],
    ids=["30034", "50240", "503", "connection"],
)
async def test_a_refusal_does_not_end_the_start(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, pause: float
) -> None:
    """The commands that Discord has are used, one line is logged, and the bot's own are sent later."""
    tree, waited = Tree(fault, listed=[{"name": "old", "type": 1}]), []
    made, known = sync(tree, Turn.SEND, Turn.SEND), list[Any]()

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    with structlog.testing.capture_logs() as logs:
        assert [command.name for command in await made.first()] == ["old"]
        assert len(logs) == 1 and logs[0]["retry"] == pause and "exc_info" not in logs[0]
        await made.keep(known.extend)
    assert waited == [pause]
    assert [command.name for command in known] == ["play"]


async def test_a_discord_that_asks_for_hours_of_patience_does_not_keep_the_bot_from_starting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def wait(*_: object) -> None:
        await asyncio.Event().wait()

    tree = Tree(listed=[{"name": "old", "type": 1}])
    monkeypatch.setattr(syncing, "START_SECONDS", 0.01)
    monkeypatch.setattr(tree, "bulk_upsert_global_commands", wait)
    with structlog.testing.capture_logs() as logs:
        assert [command.name for command in await sync(tree, Turn.SEND).first()] == ["old"]
    assert len(logs) == 1 and "no answer within" in logs[0]["fault"]
