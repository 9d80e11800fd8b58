"""``/settings``: a panel of every setting, for people who can manage the server."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ui.settings_panel import GAMES_PAGE, GENERAL, MODERATION, PAGES, TURN, page_of
from data.servers.settings import GuildSettings
from data.store import open_store
from sandbox import Reply, SeenMessage
from sandbox.browser.refusal import Refused
from sandbox.testing.message import walk

from .world import World


@pytest.fixture
async def panel(w: World) -> SeenMessage:
    """Alice, who owns the server, has opened it."""
    return (await w.alice.command(w.games, "settings")).shown


async def stored(w: World) -> GuildSettings:
    """What is set in the server of #games, past what the bot remembers."""
    async with await open_store(f"sqlite:///{w.path}") as store:
        return await store.settings.guild(int(w.guild_of(w.games)))


def chosen(panel: SeenMessage) -> dict[str, list[str]]:
    """What each menu shows as chosen: labels, or ids of channels."""
    found = {}
    for one in walk(panel.raw["components"]):
        if one["type"] in (3, 6, 8):
            options = [each["label"] for each in one.get("options", ()) if each.get("default")]
            channels = [each["id"] for each in one.get("default_values", ())]
            found[one["custom_id"].removeprefix("p:set:")] = options or channels
    return found


async def turn(w: World, panel: SeenMessage, page: str) -> None:
    """Turn to a page of the panel."""
    await w.alice.click(panel, custom_id=f"p:set:{TURN}.{page}")


async def everything(w: World, panel: SeenMessage) -> dict[str, list[str]]:
    """What the menus of all pages show as chosen."""
    found: dict[str, list[str]] = {}
    for page in reversed(PAGES):
        await turn(w, panel, page)
        found |= chosen(panel)
    return found


async def choose(w: World, panel: SeenMessage, name: str, *values: str, person: Any = None) -> Reply:
    """Choose in one of the panel's menus, on its page."""
    await turn(w, panel, page_of(name))
    return await (person or w.alice).choose(panel, *values, custom_id=f"p:set:{name}")


async def test_everything_at_a_glance(w: World, panel: SeenMessage) -> None:
    assert panel.ephemeral and panel.text.startswith("### Server settings")
    assert await everything(w, panel) == {
        "language": ["Same as the server (English) · default"],
        "theme": ["Light · default"],
        "matches": ["10 matches · default"],
        "boards": ["No limit · default"],
        "channels": [],
        "games": [],
        "levels": [],
        "organizers": ["Only with Manage Events or Manage Server · default"],
        "organizers.role": [],
        "log_channel": [],
        "quiet_from": ["No quiet hours"],
        "quiet_until": [],
        "zone": ["UTC"],
        "p:defaults": [],
    }
    await turn(w, panel, MODERATION)
    assert [one.disabled for one in panel.buttons] == [*[False] * 7, True]  # there is nothing to reset
    korean = await w.minji.command(w.korean, "settings")
    assert chosen(korean.shown)["language"] == ["서버의 언어 (한국어) · 기본"]


async def test_a_choice_is_saved_and_shown(w: World, panel: SeenMessage) -> None:
    reply = await choose(w, panel, "theme", "dark")
    assert reply.kind == "update" and "✅ Saved: Board theme" in panel.text
    await choose(w, panel, "matches", "3")
    await choose(w, panel, "boards", "5")
    await choose(w, panel, "levels", "1", "8")
    await turn(w, panel, GENERAL)
    for switch in ("open_seeks.off", "threads.on", "thinking.instant"):
        await w.alice.click(panel, custom_id=f"p:set:{switch}")
    await choose(w, panel, "language", "ko")
    guild = int(w.guild_of(w.games))
    assert await stored(w) == GuildSettings(
        guild, "ko", "dark", True, 3, 5, open_seeks=False, levels=("1", "8"), thinking="instant"
    )
    assert {name: labels[0] for name, labels in (await everything(w, panel)).items() if labels} == {
        "language": "한국어",
        "theme": "Dark",
        "levels": "Level 1",
        "organizers": "Only with Manage Events or Manage Server · default",
        "quiet_from": "No quiet hours",
        "zone": "UTC",
        "matches": "3 matches",
        "boards": "5 boards",
    }


async def test_channels_come_and_go(w: World, panel: SeenMessage) -> None:
    lounge = w.sandbox.channel("lounge")
    await choose(w, panel, "channels", w.games, lounge)
    assert chosen(panel)["channels"] == [w.games, lounge]
    assert (await stored(w)).channels == (int(w.games), int(lounge))
    await choose(w, panel, "channels", lounge)
    assert (await stored(w)).channels == (int(lounge),)
    refused = await w.reads(w.alice, w.alice.command(w.games, "play othello"))
    assert f"<#{lounge}>" in refused
    await choose(w, panel, "channels")
    assert (await stored(w)).channels == ()
    await w.play()


async def test_a_channel_that_is_gone_is_named(w: World, panel: SeenMessage) -> None:
    extra = w.sandbox.places.add_channel(w.guild_of(w.games), "extra")
    await w.sandbox.until(lambda: w.client.get_channel(int(extra)))
    await choose(w, panel, "channels", extra)
    w.sandbox.places.delete_channel(extra)
    await w.sandbox.until(lambda: w.client.get_channel(int(extra)) is None)
    said = await w.reads(w.alice, w.alice.command(w.games, "play othello"))
    assert said == w.says(w.alice, "play.channels-gone")
    again = (await w.alice.command(w.games, "settings")).shown
    await turn(w, again, GAMES_PAGE)
    assert "One selected channel no longer exists" in again.text and chosen(again)["channels"] == []
    await choose(w, again, "channels", w.games)
    await w.play()


async def test_a_reset_is_confirmed(w: World, panel: SeenMessage) -> None:
    await choose(w, panel, "theme", "dark")
    await choose(w, panel, "channels", w.games)
    await turn(w, panel, MODERATION)
    await w.alice.click(panel, label="Reset to defaults")
    await w.alice.click(panel, label="Cancel")
    assert (await stored(w)).theme == "dark"
    await w.alice.click(panel, label="Reset to defaults")
    await w.alice.click(panel, label="Yes, reset everything")
    assert await stored(w) == GuildSettings(int(w.guild_of(w.games)))


async def test_options_change_at_once(w: World) -> None:
    reply = await w.alice.command(w.games, "settings", theme="dark", matches=7, boards=4)
    shown = await everything(w, reply.shown)
    assert (shown["matches"], shown["boards"]) == (["7 matches"], ["4 boards"])
    await w.alice.command(w.games, "settings", boards=0, matches=10)
    assert await stored(w) == GuildSettings(int(w.guild_of(w.games)), theme="dark")


async def test_the_panel_survives_a_restart(w: World, panel: SeenMessage) -> None:
    await w.restart()
    await choose(w, panel, "theme", "dark")
    assert (await stored(w)).theme == "dark"


async def test_settings_are_for_people_who_manage_the_server(w: World) -> None:
    with pytest.raises(Refused):
        await w.bob.command(w.games, "settings", theme="dark")
    with pytest.raises(Refused):
        await w.alice.command(w.alice.dm, "settings", theme="dark")


async def test_language_of_shared_boards(w: World) -> None:
    match = await w.play()
    await w.alice.command(w.games, "settings", language="ko")
    await w.alice.click(w.board(match), label="d3")
    match = await w.answered(match)
    assert "오셀로 8×8" in w.board(match).text
    await w.alice.command(w.games, "settings", language="auto")
    assert "Othello 8×8" in w.board(await w.play()).text


async def test_look_of_boards(w: World) -> None:
    light = w.board(await w.play()).image_bytes()
    await w.alice.command(w.games, "settings", theme="dark")
    dark = w.board(await w.play()).image_bytes()
    assert light != dark
    await w.restart()
    assert chosen((await w.alice.command(w.games, "settings")).shown)["theme"] == ["Dark"]
    assert w.board(await w.play()).image_bytes() == dark
