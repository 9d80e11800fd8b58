"""Values are gathered, and each is stored once nothing is put for a while."""

from __future__ import annotations

import asyncio

import pytest

from bot.messages import write_behind
from bot.messages.write_behind import WriteBehind
from data.errors import StoreBusy
from tests.bot.service import until


class Stored:
    """A store that answers when the test lets it, and may fail."""

    def __init__(self) -> None:
        self.requests: list[dict[str, int]] = []
        self.may_answer = asyncio.Event()
        self.fails = False

    async def store(self, values: dict[str, int]) -> None:
        """Take values in."""
        self.requests.append(values)
        await self.may_answer.wait()
        if self.fails:
            raise StoreBusy("held by a test")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_behind, "GATHER_SECONDS", 0.0)


async def test_the_latest_value_of_each_key_is_stored() -> None:
    stored = Stored()
    values = WriteBehind(stored.store, "not stored")
    for key, value in (("a", 1), ("b", 2), ("a", 3)):
        values.put(key, value)
    stored.may_answer.set()
    await until(lambda: stored.requests)
    assert stored.requests == [{"a": 3, "b": 2}]
    await values.close()


async def test_a_value_that_is_put_while_others_are_stored_is_stored_too() -> None:
    stored = Stored()
    values = WriteBehind(stored.store, "not stored")
    values.put("a", 1)
    await until(lambda: stored.requests)
    values.put("a", 2)
    stored.may_answer.set()
    await until(lambda: len(stored.requests) == 2)
    assert stored.requests == [{"a": 1}, {"a": 2}]
    await values.close()


async def test_what_was_not_stored_is_stored_with_the_next_value() -> None:
    stored = Stored()
    stored.fails = True
    stored.may_answer.set()
    values = WriteBehind(stored.store, "not stored")
    values.put("a", 1)
    await until(lambda: stored.requests)
    stored.fails = False
    values.put("b", 2)
    await until(lambda: len(stored.requests) == 2)
    assert stored.requests[-1] == {"a": 1, "b": 2}
    await values.close()
