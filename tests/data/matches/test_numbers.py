"""The last number that a match was given."""

from __future__ import annotations

from sqlalchemy import Connection

from data.matches.numbers import last_number, raise_last_number
from data.store import Store
from tests.data.conftest import Begin


async def test_the_last_number_is_kept_after_a_deletion(store: Store, begin: Begin) -> None:
    assert await store.database.read(last_number) == 0
    matches = [await begin("d3") for _ in range(2)]
    await store.retention.delete([match.id for match in matches])
    assert await store.database.read(last_number) == 2


async def test_the_last_number_is_raised_and_never_lowered(store: Store, begin: Begin) -> None:
    for number in (7, 9, 3, 0):

        def work(connection: Connection, number: int = number) -> None:
            raise_last_number(connection, number)

        await store.database.write(work)
    assert (await begin()).id == 10
