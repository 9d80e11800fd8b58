"""What is stored of people."""

from __future__ import annotations

import asyncio

from data.people.store import Person
from data.store import Store
from tests.data.conftest import ANNA, BORA


async def test_people_are_stored(store: Store) -> None:
    people = store.people
    person = await people.get(ANNA)
    assert (person.locale, person.notifications) == (None, True)
    await people.seen({ANNA: "ko", BORA: "en-US"})
    await people.update(ANNA, notifications=False)
    await people.seen({ANNA: "en-GB"})
    person = await people.get(ANNA)
    assert (person.locale, person.notifications) == ("en-GB", False)
    assert (await people.get(BORA)).locale == "en-US"
    assert (await people.update(2**62, notifications=False)).locale is None


async def test_people_who_are_seen_several_times_at_once(store: Store) -> None:
    for first in range(0, 90, 30):
        new = range(ANNA + first, ANNA + first + 30)
        seen = [store.people.seen(dict.fromkeys(new[start:], "ko")) for start in range(8)]
        changed = [store.people.update(one, language="en") for one in new[::7]]
        await asyncio.gather(*seen, *changed)
        assert {(await store.people.get(one)).locale for one in new} == {"ko"}
        assert {(await store.people.get(one)).language for one in new[::7]} == {"en"}


async def test_what_people_set_for_themselves(store: Store) -> None:
    assert await store.people.get(ANNA) == Person(ANNA)
    chosen = Person(
        ANNA, None, True, "ko", "dark", "symbols", True, False, "time", False, "instant", False, True
    )
    changed = await store.people.update(
        ANNA,
        language="ko",
        theme="dark",
        pieces="symbols",
        confirm=True,
        coordinates=False,
        clocks="time",
        suggestions=False,
        thinking="instant",
        text_board=True,
    )
    assert changed == await store.people.get(ANNA) == chosen
    assert (await store.people.update(ANNA, language=None)).language is None
    assert (await store.people.get(ANNA)).theme == "dark"


def test_a_person_reads_the_chosen_language_or_that_of_discord() -> None:
    assert [Person(1).reads, Person(1, "ko").reads, Person(1, "ko", language="en").reads] == [
        None,
        "ko",
        "en",
    ]
