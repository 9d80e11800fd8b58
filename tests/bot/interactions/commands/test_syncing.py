"""Commands that other processes have replaced are sent again once those are gone for good."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, cast

import pytest

from bot.interactions.commands import syncing
from bot.interactions.commands.syncing import CommandSync, Known
from data.errors import StoreFailed
from data.synced_commands import Turn


class Tree:
    """A command tree that counts how often it is sent."""

    sent = 0

    async def sync(self) -> Known:
        self.sent += 1
        return []


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
    made = CommandSync(cast(Any, tree), 1, cast(Any, None))
    monkeypatch.setattr(made, "_synced", synced)
    keeping = asyncio.create_task(made.keep(lambda known: None))
    await asyncio.wait_for(synced.ended.wait(), 60)
    keeping.cancel()
    assert tree.sent == sent
    assert synced.claimed[0] is False
