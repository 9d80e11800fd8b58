"""Vacations as they are stored: begun and ended once, by itself once a year, erased with their person."""

from __future__ import annotations

from datetime import UTC, datetime

from data.model.vacation import Vacation
from data.people.vacations import is_excused
from data.store import Store
from tests.data.conftest import ANNA, BORA

DAY = 86_400.0


def moment(year: int, month: int, day: int, hour: int = 0) -> float:
    return datetime(year, month, day, hour, tzinfo=UTC).timestamp()


JUNE, DECEMBER = moment(2026, 6, 1), moment(2026, 12, 20, 12)


async def test_it_begins_and_ends_once(store: Store) -> None:
    vacations = store.vacations
    assert await vacations.get(ANNA) == Vacation(ANNA)
    begun = await vacations.begin(ANNA, JUNE)
    assert begun == Vacation(ANNA, 2026, since=JUNE)
    assert await vacations.begin(ANNA, JUNE + 5) == begun
    assert await vacations.away((ANNA, BORA, None)) == [begun] == await vacations.going_on()
    assert await vacations.end(ANNA, JUNE + DAY, since=1.0) == begun, "another vacation"
    ended = await vacations.end(ANNA, JUNE + 2 * DAY)
    assert ended == Vacation(ANNA, 2026, 2) == await vacations.end(ANNA, JUNE + 9 * DAY)
    assert await vacations.going_on() == []


async def test_no_vacation_without_days(store: Store) -> None:
    await store.vacations.begin(ANNA, JUNE)
    await store.vacations.end(ANNA, JUNE + 30 * DAY)
    assert not (await store.vacations.begin(ANNA, JUNE + 40 * DAY)).is_away
    assert not await excused(store, ANNA, JUNE + 40 * DAY)
    assert (await store.vacations.begin(ANNA, moment(2027, 1, 2))).is_away


async def excused(store: Store, user_id: int, now: float, *, may_begin: bool = True) -> bool:
    return await store.database.write(lambda one: is_excused(one, user_id, now, may_begin=may_begin))


async def test_one_begins_by_itself_once_a_year(store: Store) -> None:
    assert not await excused(store, ANNA, JUNE, may_begin=False)
    assert await excused(store, ANNA, JUNE)
    assert await excused(store, ANNA, JUNE + DAY, may_begin=False), "they are away"
    assert await store.vacations.end(ANNA, JUNE + 2 * DAY) == Vacation(ANNA, 2026, 2, by_itself=True)
    assert not await excused(store, ANNA, JUNE + 9 * DAY)
    assert (await store.vacations.begin(ANNA, JUNE + 9 * DAY)).is_away, "but they can begin one"
    await store.vacations.end(ANNA, JUNE + 10 * DAY)
    assert await excused(store, ANNA, moment(2027, 3, 1))


async def test_they_go_with_their_person(store: Store) -> None:
    await store.vacations.begin(ANNA, JUNE)
    await store.vacations.begin(BORA, JUNE)
    await store.personal_data.erase_settings(ANNA)
    assert await store.vacations.get(ANNA) == Vacation(ANNA)
    assert (await store.vacations.get(BORA)).is_away
