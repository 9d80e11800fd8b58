"""What is stored of people."""

from __future__ import annotations

from data.store import Store
from tests.data.conftest import ANNA, BORA


async def test_people_are_stored(store: Store) -> None:
    people = store.people
    person = await people.get(ANNA)
    assert (person.locale, person.notifications) == (None, True)
    await people.seen({ANNA: "ko", BORA: "en-US"})
    await people.set_notifications(ANNA, False)
    await people.seen({ANNA: "en-GB"})
    person = await people.get(ANNA)
    assert (person.locale, person.notifications) == ("en-GB", False)
    assert (await people.get(BORA)).locale == "en-US"
    assert (await people.set_notifications(2**62, False)).locale is None
