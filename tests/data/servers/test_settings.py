"""Settings of servers: defaults, changes, concurrent changes, the cache."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import text

from data.errors import StoreFailed
from data.servers.settings import CACHE_SECONDS, GuildSettings, SettingsChanges
from data.store import Store, open_store
from tests.clock import Clock
from tests.data.conftest import of_a_file


async def test_a_new_server_has_the_defaults(store: Store) -> None:
    assert await store.settings.guild(7) == GuildSettings(7)


async def test_a_change_is_stored_and_leaves_the_rest(store: Store, address: str) -> None:
    await store.settings.update(7, language="ko", threads=True)
    changed = await store.settings.update(7, theme="dark")
    assert changed == await store.settings.guild(7) == GuildSettings(7, "ko", "dark", True)
    assert await store.settings.guild(2**63 - 1) == GuildSettings(2**63 - 1)
    await store.close()
    async with await open_store(address) as again:
        assert await again.settings.guild(7) == changed
        assert await again.settings.update(7, language=None) == GuildSettings(7, None, "dark", True)


async def test_limits_and_channels_are_set_and_reset(store: Store, address: str) -> None:
    set_up = await store.settings.update(7, matches=3, boards=5, channels=(2**62, 8))
    assert set_up == GuildSettings(7, matches=3, boards=5, channels=(2**62, 8))
    await store.close()
    async with await open_store(address) as again:
        assert await again.settings.guild(7) == set_up
        back = await again.settings.update(7, matches=None, boards=None, channels=())
        assert back == GuildSettings(7)
        assert await again.settings.guild(7) == back


async def test_what_moderators_choose_is_set_and_reset(store: Store, address: str) -> None:
    chosen: SettingsChanges = {
        "games": ("go", "othello"),
        "levels": ("1", "other"),
        "organizers": 2**62,
        "quiet": (23, 7),
        "log_channel": 2**62 + 1,
        "variants": ("go:19x19-korean", "othello:6x6"),
        "clocks": ("go:byo-yomi",),
    }
    set_up = await store.settings.update(7, **chosen)
    assert set_up == GuildSettings(7, **chosen)
    await store.close()
    async with await open_store(address) as again:
        assert await again.settings.guild(7) == set_up
        reset = await again.settings.update(
            7, games=(), levels=(), organizers=None, quiet=None, log_channel=None, variants=(), clocks=()
        )
        assert reset == GuildSettings(7)
        assert await again.settings.guild(7) == reset


async def poison(store: Store, **values: object) -> None:
    """A row that no version of the bot writes."""
    row = {"guild_id": 7, "threads": False, "open_seeks": True, **values}
    names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
    statement = text(f"INSERT OR REPLACE INTO guild_settings ({names}) VALUES ({places})")
    await store.database.write(lambda connection: connection.execute(statement, row))


KNOWN = {
    "theme": lambda word: word == "dark",
    "games": lambda word: word in ("go", "othello"),
    "levels": str.isdecimal,
}


@of_a_file  # PostgreSQL's columns have their types
@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ({"theme": "pink"}, {}),
        ({"theme": b"\xff"}, {}),
        ({"threads": "perhaps"}, {}),
        ({"open_seeks": 7}, {}),
        ({"matches": "many"}, {}),
        ({"matches": -1}, {}),
        ({"boards": b"3x"}, {}),
        ({"channels": "8 x 9"}, {"channels": (8, 9)}),
        ({"games": "chess go"}, {"games": ("go",)}),
        ({"games": "chess"}, {}),
        ({"levels": "1 strong"}, {"levels": ("1",)}),
        ({"organizers": "admins"}, {}),
        ({"log_channel": 0}, {}),
        ({"quiet_from": 24, "quiet_until": 7}, {}),
        ({"quiet_from": 23}, {}),
        ({"quiet_from": 7, "quiet_until": 7}, {}),
        ({"quiet_from": "night", "quiet_until": 7}, {}),
    ],
)
async def test_a_value_that_cannot_be_read_is_the_default_and_the_others_are_read(
    store: Store, caplog: pytest.LogCaptureFixture, stored: dict[str, object], read: SettingsChanges
) -> None:
    await poison(store, language="ko", **stored)
    store.settings.restrict(KNOWN)
    readable = replace(GuildSettings(7, "ko"), **read)
    assert await store.settings.guild(7) == readable
    assert await store.settings.update(7, theme="dark") == replace(readable, theme="dark")
    is_silent = "quiet_from" in stored and stored["quiet_from"] in (23, 7)
    assert len(caplog.messages) == (0 if is_silent else 1), "each value is logged once"


async def test_a_setting_that_does_not_exist(store: Store) -> None:
    with pytest.raises(TypeError, match="colour"):
        await store.settings.update(7, colour="blue")  # type: ignore[call-arg]
    assert await store.settings.guild(7) == GuildSettings(7)


async def test_changes_at_once_all_stay(store: Store) -> None:
    await asyncio.gather(
        store.settings.update(7, language="ko"),
        store.settings.update(7, theme="dark"),
        store.settings.update(7, threads=True),
        *(store.settings.guild(7) for _ in range(5)),
    )
    assert await store.settings.guild(7) == GuildSettings(7, "ko", "dark", True)


async def test_they_are_read_once(store: Store) -> None:
    await store.settings.guild(7)
    await store.close()
    assert await store.settings.guild(7) == GuildSettings(7)
    with pytest.raises(StoreFailed):
        await store.settings.guild(8)


async def test_a_change_by_another_process_is_seen_after_a_while(
    store: Store, address: str, clock: Clock
) -> None:
    await store.settings.guild(7)
    async with await open_store(address) as other:
        await other.settings.update(7, theme="dark")
    clock.now += CACHE_SECONDS
    assert (await store.settings.guild(7)).theme == "dark"


async def test_a_read_that_a_change_overtook_is_not_remembered(store: Store) -> None:
    for theme in ("dark", "light") * 20:
        reading = asyncio.create_task(store.settings.guild(7))
        await asyncio.sleep(0)
        await store.settings.update(7, theme=theme)
        await reading
        assert (await store.settings.guild(7)).theme == theme
