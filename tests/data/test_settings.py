"""Settings of servers: defaults, changes, concurrent changes, the cache."""

from __future__ import annotations

import asyncio

import pytest

from data.errors import StoreFailed
from data.settings import CACHE_SECONDS, GuildSettings
from data.store import Store, open_store


async def test_a_new_server_has_the_defaults(store: Store):
    assert await store.settings.guild(7) == GuildSettings(7)


async def test_a_change_is_stored_and_leaves_the_rest(store: Store, address: str):
    await store.settings.update(7, language="ko", threads=True)
    changed = await store.settings.update(7, theme="dark")
    assert changed == await store.settings.guild(7) == GuildSettings(7, "ko", "dark", True)
    assert await store.settings.guild(2**63 - 1) == GuildSettings(2**63 - 1)
    await store.close()
    async with await open_store(address) as again:
        assert await again.settings.guild(7) == changed
        assert await again.settings.update(7, language=None) == GuildSettings(7, None, "dark", True)


async def test_limits_and_channels_are_set_and_reset(store: Store, address: str):
    set_up = await store.settings.update(7, matches=3, boards=5, strong=False, channels=(2**62, 8))
    assert set_up == GuildSettings(7, matches=3, boards=5, strong=False, channels=(2**62, 8))
    await store.close()
    async with await open_store(address) as again:
        assert await again.settings.guild(7) == set_up
        back = await again.settings.update(7, matches=None, boards=None, strong=True, channels=())
        assert back == GuildSettings(7)
        assert await again.settings.guild(7) == back


async def test_a_setting_that_does_not_exist(store: Store):
    with pytest.raises(TypeError, match="colour"):
        await store.settings.update(7, colour="blue")
    assert await store.settings.guild(7) == GuildSettings(7)


async def test_changes_at_once_all_stay(store: Store):
    await asyncio.gather(
        store.settings.update(7, language="ko"),
        store.settings.update(7, theme="dark"),
        store.settings.update(7, threads=True),
        *(store.settings.guild(7) for _ in range(5)),
    )
    assert await store.settings.guild(7) == GuildSettings(7, "ko", "dark", True)


async def test_they_are_read_once(store: Store):
    await store.settings.guild(7)
    await store.close()
    assert await store.settings.guild(7) == GuildSettings(7)
    with pytest.raises(StoreFailed):
        await store.settings.guild(8)


async def test_a_change_by_another_process_is_seen_after_a_while(store: Store, address: str, clock):
    await store.settings.guild(7)
    async with await open_store(address) as other:
        await other.settings.update(7, theme="dark")
    clock.now += CACHE_SECONDS
    assert (await store.settings.guild(7)).theme == "dark"


async def test_a_read_that_a_change_overtook_is_not_remembered(store: Store):
    for theme in ("dark", "light") * 20:
        reading = asyncio.create_task(store.settings.guild(7))
        await asyncio.sleep(0)
        await store.settings.update(7, theme=theme)
        await reading
        assert (await store.settings.guild(7)).theme == theme
