"""Settings of servers: defaults, changes, changes at once, memory."""

from __future__ import annotations

import asyncio

import pytest

from data.database import Database, open_database
from data.errors import StoreFailed
from data.settings import FRESH_SECONDS, GuildSettings


async def test_a_server_that_set_nothing_has_the_defaults(database: Database):
    assert await database.settings.guild(7) == GuildSettings(7)


async def test_a_change_leaves_the_rest_and_lasts(database: Database, address: str):
    await database.settings.update(7, language="ko", threads=True)
    changed = await database.settings.update(7, theme="dark")
    assert changed == await database.settings.guild(7) == GuildSettings(7, "ko", "dark", True)
    assert await database.settings.guild(2**63 - 1) == GuildSettings(2**63 - 1)
    await database.close()
    async with await open_database(address) as again:
        assert await again.settings.guild(7) == changed
        assert await again.settings.update(7, language=None) == GuildSettings(7, None, "dark", True)


async def test_limits_and_channels_come_and_go(database: Database, address: str):
    set_up = await database.settings.update(7, matches=3, boards=5, strong=False, channels=(2**62, 8))
    assert set_up == GuildSettings(7, matches=3, boards=5, strong=False, channels=(2**62, 8))
    await database.close()
    async with await open_database(address) as again:
        assert await again.settings.guild(7) == set_up
        back = await again.settings.update(7, matches=None, boards=None, strong=True, channels=())
        assert back == GuildSettings(7)
        assert await again.settings.guild(7) == back


async def test_a_setting_that_does_not_exist(database: Database):
    with pytest.raises(TypeError, match="colour"):
        await database.settings.update(7, colour="blue")
    assert await database.settings.guild(7) == GuildSettings(7)


async def test_changes_at_once_all_stay(database: Database):
    await asyncio.gather(
        database.settings.update(7, language="ko"),
        database.settings.update(7, theme="dark"),
        database.settings.update(7, threads=True),
        *(database.settings.guild(7) for _ in range(5)),
    )
    assert await database.settings.guild(7) == GuildSettings(7, "ko", "dark", True)


async def test_they_are_read_once(database: Database):
    await database.settings.guild(7)
    await database.close()
    assert await database.settings.guild(7) == GuildSettings(7)
    with pytest.raises(StoreFailed):
        await database.settings.guild(8)


async def test_a_change_by_another_process_is_seen_after_a_while(database: Database, address: str, clock):
    await database.settings.guild(7)
    async with await open_database(address) as other:
        await other.settings.update(7, theme="dark")
    clock.now += FRESH_SECONDS
    assert (await database.settings.guild(7)).theme == "dark"


async def test_a_read_that_a_change_overtook_is_not_remembered(database: Database):
    for theme in ("dark", "light") * 20:
        reading = asyncio.create_task(database.settings.guild(7))
        await asyncio.sleep(0)
        await database.settings.update(7, theme=theme)
        await reading
        assert (await database.settings.guild(7)).theme == theme
