"""What features add to the services: found by class, started and closed in order."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import cast

import discord
import pytest

from bot.match.events import MatchEvents
from bot.services import Services, Worker
from bot.times import Times
from data.store import Store
from tests.bot.discord_fakes import FakeClient, FakeDiscord
from tests.bot.drawn import in_threads
from tests.bot.harness import Harness
from tests.bot.service import Waiting, publishing


class Value:
    """A part without a life of its own; its ``start`` is no part's."""

    def start(self, number: int) -> None:
        raise AssertionError(number)


class Following:
    """A part that follows events."""

    def __init__(self, log: list[str]) -> None:
        self._log = log

    async def close(self) -> None:
        self._log.append(f"{type(self).__name__} closed")


class Working(Following):
    """A part that also works by itself."""

    def start(self) -> None:
        self._log.append(f"{type(self).__name__} started")


class Later(Working):
    """Another one, which uses the first."""

    def __init__(self, log: list[str], first: Working) -> None:
        super().__init__(log)
        self.first = first


def built(store: Store, build: Callable[[Services], Iterable[object]]) -> Services:
    """Services with these parts."""
    events, client = MatchEvents(), cast(discord.AutoShardedClient, FakeClient(FakeDiscord()))
    return Services.build(client, publishing(store, events), Waiting(), events, in_threads(), Times(), build)


async def test_parts_are_built_started_and_closed_in_order(empty_store: Store) -> None:
    log: list[str] = []

    def build(core: Services) -> Iterator[object]:
        yield Value()
        yield Following(log)
        yield Working(log)
        yield Later(log, core.part(Working))

    services = built(empty_store, build)
    assert services.part(Later).first is services.part(Working)
    assert isinstance(services.part(Value), Value)
    with pytest.raises(KeyError):
        services.part(dict)
    services.start()
    assert log == ["Working started", "Later started"]
    log.clear()
    await services.close()
    assert log == ["Later closed", "Working closed", "Following closed"]


async def test_two_parts_cannot_be_of_one_class(empty_store: Store) -> None:
    with pytest.raises(ValueError, match="two parts are Value"):
        built(empty_store, lambda _: [Value(), Value()])


async def test_the_parts_of_features_start_without_arguments(h: Harness) -> None:
    """`Services.start` sees only that a part has ``start`` and ``close``."""
    workers = [part for part in h.services._parts.values() if isinstance(part, Worker)]
    assert len(workers) > 5
    for part in workers:
        assert not inspect.signature(part.start).parameters
