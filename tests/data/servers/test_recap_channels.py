"""The channels in which servers have recaps posted."""

from __future__ import annotations

from data.servers.recap_channels import RecapChannel
from data.store import Store

SERVER, CHANNEL, OTHER_CHANNEL = 7, 70, 71
WANTED = RecapChannel(SERVER, CHANNEL, 500.0)


async def test_a_channel_is_chosen_changed_and_turned_off(store: Store) -> None:
    assert await store.recap_channels.of(SERVER) is None
    await store.recap_channels.place(SERVER, CHANNEL, 500.0)
    assert await store.recap_channels.of(SERVER) == WANTED
    await store.recap_channels.place(SERVER, OTHER_CHANNEL, 600.0)
    assert await store.recap_channels.of(SERVER) == RecapChannel(SERVER, OTHER_CHANNEL, 600.0)
    await store.recap_channels.place(SERVER, None, 700.0)
    assert await store.recap_channels.of(SERVER) is None


async def test_what_is_due(store: Store) -> None:
    await store.recap_channels.place(SERVER, CHANNEL, 500.0)
    await store.recap_channels.place(8, CHANNEL, 501.0)
    assert await store.recap_channels.due(499.0) == []
    assert await store.recap_channels.due(500.0) == [WANTED]
    await store.recap_channels.advance(WANTED, 900.0)
    assert await store.recap_channels.due(500.0) == []


async def test_what_an_admin_has_changed_meanwhile_stays(store: Store) -> None:
    await store.recap_channels.place(SERVER, OTHER_CHANNEL, 500.0)
    await store.recap_channels.advance(WANTED, 900.0)
    await store.recap_channels.turn_off(WANTED)
    assert await store.recap_channels.of(SERVER) == RecapChannel(SERVER, OTHER_CHANNEL, 500.0)
    await store.recap_channels.turn_off(RecapChannel(SERVER, OTHER_CHANNEL, 500.0))
    assert await store.recap_channels.of(SERVER) is None
