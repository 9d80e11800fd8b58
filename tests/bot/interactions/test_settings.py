"""A server's settings: what each choice stores and logs, and whom the panel refuses."""

from __future__ import annotations

import time
from datetime import datetime
from zoneinfo import ZoneInfo

import discord
import pytest
from sqlalchemy import text

from bot.guild_settings import DEFAULTS, MULTIPLE_CHOICE, SETTINGS, SWITCHES
from bot.interactions.settings import ServerSettings
from bot.texts import Raw, texts
from bot.ui.settings_panel import PAGES, settings_view
from data.puzzles.daily_puzzles import DailySettings
from data.servers.settings import GuildSettings
from tests.bot.discord_fakes import CHANNEL, GUILD, FakeTextChannel, Method, Request
from tests.bot.harness import Harness
from tests.bot.interactions.panel_presses import direct, pressed
from tests.bot.service import ANA, BEN, until
from tests.bot.ui.shown import components_of

LOG, ROLE = 72, 73
MANAGERS = "Only with Manage Events or Manage Server"


async def stored(h: Harness) -> GuildSettings:
    return await h.services.settings.guild(GUILD)


async def choose(h: Harness, name: str, value: str) -> Request:
    """The answer to a value chosen in its menu, or by its switch."""
    if name in SWITCHES:
        return await pressed(h, f"p:set:{name}.{value}")
    return await pressed(h, f"p:set:{name}", value)


async def test_each_choice_is_stored_and_each_default_is_stored_as_such(h: Harness) -> None:
    defaults = await stored(h)
    for name, setting in SETTINGS.items():
        answer = await choose(h, name, setting.values[1])
        assert answer.method is Method.UPDATE and "✅" in answer.text
        assert getattr(await stored(h), name) != getattr(defaults, name)
        await choose(h, name, setting.values[0])
        assert await stored(h) == defaults


async def test_a_switch_stores_what_it_says_however_often_it_is_pressed(h: Harness) -> None:
    for _ in range(2):
        answer = await choose(h, "thinking", "instant")
        assert "p:set:thinking.natural" in answer.custom_ids and "Saved: Computer's pace" in answer.text
        assert (await stored(h)).thinking == "instant"


def test_every_setting_is_on_one_page() -> None:
    """The time zone is chosen with the quiet hours, and with the hour of the daily puzzle."""
    others = {"zone", "variants", "clocks"}
    names = [name for names in PAGES.values() for name in names if name != "defaults"]
    assert sorted(names) == sorted({*DEFAULTS} - others)


@pytest.fixture
def logging(h: Harness) -> Harness:
    """A harness whose server has a channel for the log."""
    h.client.servers[GUILD].channels[LOG] = FakeTextChannel(h.discord, LOG)
    h.client.servers[GUILD].roles[ROLE] = "Organizer"
    return h


async def logged(h: Harness, channel_id: int = LOG) -> list[str]:
    """What the log says of who did what, without when."""
    await until(lambda: h.services.moderation_log.is_idle)
    sent = [one for one in h.discord.of(Method.SEND) if one.channel_id == channel_id]
    h.discord.requests.clear()
    assert all(one.mentions == () for one in sent)
    return [line.split(" ", 1)[1] for one in sent for line in one.text.splitlines()]


@pytest.mark.parametrize("name", MULTIPLE_CHOICE)
async def test_some_are_chosen_and_all_or_none_stand_for_all(h: Harness, name: str) -> None:
    first, second, *_ = offered = MULTIPLE_CHOICE[name]
    for values, stored_values in (
        ((second, first), (first, second)),
        (offered, ()),
        ((first,), (first,)),
        ((), ()),
    ):
        await pressed(h, f"p:set:{name}", *values)
        assert getattr(await stored(h), name) == stored_values


async def test_the_first_page_says_that_nothing_is_logged(logging: Harness) -> None:
    said = texts("en")("settings.unlogged")
    shown = [(await pressed(logging, f"p:set:page.{page}")).text for page in PAGES]
    assert [said in text for text in shown] == [page == "general" for page in PAGES]
    await logging.services.settings.update(GUILD, log_channel=LOG)
    assert said not in (await pressed(logging, "p:set:page.general")).text


async def test_quiet_hours_are_two_choices(h: Harness) -> None:
    for menu, value, hours in (
        ("quiet_from", "23", (23, 7)),
        ("quiet_until", "9", (23, 9)),
        ("quiet_from", "1", (1, 9)),
        ("quiet_from", "9", (9, 17)),
        ("quiet_until", "9", (1, 9)),
        ("quiet_from", "off", None),
        ("quiet_until", "6", (22, 6)),
    ):
        answer = await pressed(h, f"p:set:{menu}", value)
        assert (await stored(h)).quiet == hours
        assert "✅ Saved: Quiet hours" in answer.text and "p:set:quiet_until" in answer.custom_ids


@pytest.mark.parametrize(("locale", "zone"), [("ko", "Asia/Seoul"), ("en-US", "UTC")])
async def test_quiet_hours_are_in_a_time_zone_that_is_chosen(h: Harness, locale: str, zone: str) -> None:
    h.client.servers[GUILD].preferred_locale = discord.Locale(locale)
    shown = await pressed(h, "p:set:quiet_from", "23")
    assert "p:set:zone" in shown.custom_ids and f"({zone})" in await labels(h)
    await pressed(h, "p:daily-set:channel", str(CHANNEL))
    await pressed(h, "p:set:zone", "America/New_York")
    assert (await stored(h)).zone == "America/New_York" and "(America/New_York)" in await labels(h)
    next_at = (await h.store.daily_puzzles.settings(GUILD)).next_at or 0.0
    in_new_york = datetime.fromtimestamp(next_at, ZoneInfo("America/New_York"))
    assert in_new_york.hour == 9, "the daily puzzle moves, too"
    assert (await pressed(h, "p:set:zone", "Moon/Base")).text == texts("en")("settings.unknown")


async def labels(h: Harness) -> str:
    """The options of the menus of quiet hours."""
    guild = h.client.get_guild(GUILD)
    assert guild is not None
    view = settings_view(await stored(h), guild, texts("en"), page="moderation")  # type: ignore[arg-type]
    options = [option for part in components_of(view) for option in part.get("options", ())]
    return " ".join(option["label"] for option in options)


async def test_a_game_has_a_default_variant_and_clock(logging: Harness) -> None:
    h = logging
    await h.services.settings.update(GUILD, log_channel=LOG)
    shown = await pressed(h, "p:defaults", "go")
    menus = ("p:defaults:go.size", "p:defaults:go.ruleset", "p:defaults:go.clock")
    assert shown.custom_ids == (*menus, "p:set:page.games")
    for custom_id, value, variants, clocks in (
        ("p:defaults:go.size", "19x19", ("go:19x19-korean",), ()),
        ("p:defaults:go.ruleset", "chinese", ("go:19x19-chinese",), ()),
        ("p:defaults:go.clock", "byo-yomi", ("go:19x19-chinese",), ("go:byo-yomi",)),
        ("p:defaults:gomoku.clock", "none", ("go:19x19-chinese",), ("go:byo-yomi", "gomoku:none")),
        ("p:defaults:go.clock", "3-days", ("go:19x19-chinese",), ("gomoku:none",)),
    ):
        answer = await pressed(h, custom_id, value)
        assert "✅" in answer.text
        now = await stored(h)
        assert (now.variants, now.clocks) == (variants, clocks), custom_id
    lines = await logged(h)
    assert f"<@{ANA}> · Default variants: Those of the bot → Go: 19×19" in lines[0]
    both = r"Go: 10 minutes + byo-yomi, 3 × 30 seconds, Gomoku: No clock"
    assert lines[-1] == f"<@{ANA}> · Default clocks: {both} → Gomoku: No clock"


@pytest.mark.parametrize(
    ("custom_id", "value"),
    [
        ("p:defaults", "chess"),
        ("p:defaults:go.handicap", "9"),
        ("p:defaults:go.size", "7x7"),
        ("p:defaults:othello.clock", "byo-yomi"),
    ],
)
async def test_a_default_that_is_not_offered_is_refused(h: Harness, custom_id: str, value: str) -> None:
    assert (await pressed(h, custom_id, value)).text == texts("en")("settings.unknown")
    assert await stored(h) == GuildSettings(GUILD)


async def test_who_can_create_tournaments_is_a_word_or_a_role(logging: Harness) -> None:
    for menu, values, role_id in (
        ("organizers", ("everyone",), GUILD),
        ("organizers.role", (str(ROLE),), ROLE),
        ("organizers.role", (), None),
        ("organizers", ("managers",), None),
    ):
        await pressed(logging, f"p:set:{menu}", *values)
        assert (await stored(logging)).organizers == role_id
    await logging.services.settings.update(GUILD, organizers=ROLE + 1)
    shown = await pressed(logging, "p:set:page.limits")
    assert texts("en")("settings.organizers.role-gone") in shown.text


async def test_each_change_is_a_line_of_the_log(logging: Harness) -> None:
    await pressed(logging, "p:set:log_channel", str(LOG))
    assert await logged(logging) == [f"<@{ANA}> · Log channel: Off → <#{LOG}>"]
    for custom_id, values, line in (
        ("p:set:theme", ("dark",), "Board theme: Light → Dark"),
        ("p:set:theme", ("dark",), None),
        ("p:set:games", ("go", "othello"), "Games: All games → Othello, Go"),
        ("p:set:levels", ("1", "other"), "Levels of the computer: All levels → 1, Other programs"),
        (
            "p:set:channels",
            (str(CHANNEL), str(LOG)),
            f"Channels for matches: All channels → <#{CHANNEL}>, <#{LOG}>",
        ),
        ("p:set:organizers.role", (str(ROLE),), f"Who can create tournaments: {MANAGERS} → <@&{ROLE}>"),
        ("p:set:organizers", ("everyone",), f"Who can create tournaments: <@&{ROLE}> → Everyone"),
        ("p:set:quiet_from", ("23",), "Quiet hours: Off → 23:00–07:00 (UTC)"),
        ("p:set:matches", ("3",), "Unfinished matches per person: 10 matches → 3 matches"),
        ("p:daily-set:channel", (str(CHANNEL),), f"Daily puzzle, channel: Off → <#{CHANNEL}>"),
        ("p:daily-set:hour", ("7",), "Daily puzzle, hour: 09:00 → 07:00"),
        ("p:daily-set:games", ("go",), "Daily puzzle, games: All games → Go"),
        ("p:daily-set:zone", ("Asia/Seoul",), "Time zone: By the server's language → Asia/Seoul"),
    ):
        await pressed(logging, custom_id, *values)
        assert await logged(logging) == ([f"<@{ANA}> · {line}"] if line else []), custom_id


async def test_the_panel_of_the_daily_puzzle_says_when_it_is_really_posted(h: Harness) -> None:
    await h.services.settings.update(GUILD, zone="UTC", quiet=(8, 11))
    await pressed(h, "p:daily-set:channel", str(CHANNEL))
    shown = await pressed(h, "p:daily-set:show")
    next_at = (await h.store.daily_puzzles.settings(GUILD)).next_at or 0.0
    assert time.gmtime(next_at).tm_hour == 9
    assert f"<t:{round(next_at + 2 * 3600)}:F>" in shown.text


async def test_a_reset_is_a_line_for_each_setting_that_it_changes(logging: Harness) -> None:
    await logging.services.settings.update(GUILD, theme="dark", log_channel=LOG)
    await logging.store.daily_puzzles.configure(DailySettings(GUILD, CHANNEL, 9))
    await pressed(logging, "p:reset-yes:general")
    assert await logged(logging) == [
        f"<@{ANA}> · {line}"
        for line in (
            f"Daily puzzle, channel: <#{CHANNEL}> → Off",
            "Board theme: Dark → Light",
            f"Log channel: <#{LOG}> → Off",
        )
    ], "the log ends with what turned it off"


async def test_the_log_channel_changes_in_both(logging: Harness) -> None:
    await logging.services.settings.update(GUILD, log_channel=LOG)
    await pressed(logging, "p:set:log_channel", str(CHANNEL))
    await until(lambda: logging.services.moderation_log.is_idle)
    sent = {one.channel_id: one.text.split(" ", 1)[1] for one in logging.discord.of(Method.SEND)}
    line = f"<@{ANA}> · Log channel: <#{LOG}> → <#{CHANNEL}>"
    assert sent == {LOG: line, CHANNEL: line}


async def test_the_log_is_in_the_language_of_the_server(logging: Harness) -> None:
    await logging.services.settings.update(GUILD, log_channel=LOG, language="ko")
    await pressed(logging, "p:set:threads", "on")
    assert await logged(logging) == [f"<@{ANA}> · 대국마다 스레드 열기: 끔 → 켬"]


async def test_a_channel_where_the_bot_cannot_write_is_refused(logging: Harness) -> None:
    channel = logging.client.servers[GUILD].channels[LOG]
    assert isinstance(channel, FakeTextChannel)
    channel.bot_may = discord.Permissions(view_channel=True)
    refused = await pressed(logging, "p:set:log_channel", str(LOG))
    sentence = texts("en")("settings.log_channel.cannot-write", channel=Raw(f"<#{LOG}>"))
    assert (refused.text, refused.ephemeral) == (sentence, True)
    assert (await stored(logging)).log_channel is None
    await logging.services.settings.update(GUILD, log_channel=LOG)
    assert sentence in (await pressed(logging, "p:set:page.moderation")).text


async def test_the_panel_says_that_the_log_channel_is_gone(logging: Harness) -> None:
    await logging.services.settings.update(GUILD, log_channel=LOG)
    del logging.client.servers[GUILD].channels[LOG]
    shown = await pressed(logging, "p:set:page.moderation")
    assert texts("en")("settings.log_channel.gone") in shown.text
    assert (await stored(logging)).log_channel == LOG


async def test_a_value_of_another_version_shows_as_the_default(h: Harness) -> None:
    damage = text(
        "INSERT INTO guild_settings (guild_id, threads, theme, games, levels) VALUES"
        f" ({GUILD}, 0, 'pink', 'chess go', 'nine')"
    )
    await h.store.database.write(lambda connection: connection.execute(damage))
    assert await stored(h) == GuildSettings(GUILD, games=("go",))
    for page in PAGES:
        assert (await pressed(h, f"p:set:page.{page}")).method is Method.UPDATE


async def test_channels_are_chosen_and_cleared(h: Harness) -> None:
    h.client.servers[GUILD].channels[71] = FakeTextChannel(h.discord, 71)
    await pressed(h, "p:set:channels", str(CHANNEL), "71")
    assert (await stored(h)).channels == (CHANNEL, 71)
    del h.client.servers[GUILD].channels[71]
    assert texts("en")("settings.channels-gone", n=1) in (await pressed(h, "p:set:page.games")).text
    await pressed(h, "p:set:channels")
    assert (await stored(h)).channels == ()


async def test_a_reset_is_confirmed(h: Harness) -> None:
    await h.services.settings.update(GUILD, theme="dark", channels=(CHANNEL,), boards=3)
    before = await stored(h)
    asked = await pressed(h, "p:reset:limits")
    assert {"p:reset-yes:limits", "p:reset-no:limits"} <= set(asked.custom_ids)
    await pressed(h, "p:reset-no")
    assert await stored(h) == before
    await pressed(h, "p:reset-yes")
    assert await stored(h) == GuildSettings(GUILD)


async def test_choices_that_are_not_offered_change_nothing(h: Harness) -> None:
    for custom_id, *values in (
        ("p:set:theme", "pink"),
        ("p:set:matches", "26"),
        ("p:set:matches", "0"),
        ("p:set:matches", "٣"),
        ("p:set:boards", "-1"),
        ("p:set:guild", "1"),
        ("p:set:theme",),
        ("p:set:thinking.slow",),
        ("p:set:thinking",),
        ("p:set:channels", "everywhere"),
        ("p:set:channels", *map(str, range(26))),
        ("p:set:games", "chess"),
        ("p:set:levels", "9"),
        ("p:set:organizers", "nobody"),
        ("p:set:organizers.role", "99"),
        ("p:set:quiet_from", "24"),
        ("p:set:quiet_until", "off"),
        ("p:set:log_channel", "here"),
    ):
        answer = await pressed(h, custom_id, *values)
        assert (answer.text, answer.ephemeral) == (texts("en")("settings.unknown"), True), custom_id
    assert await stored(h) == GuildSettings(GUILD)


async def test_the_permission_is_checked_at_every_press(h: Harness) -> None:
    """A person who could manage the server when the panel opened may not be able to anymore."""
    for custom_id, *values in (("p:set:theme", "dark"), ("p:reset",), ("p:reset-yes",), ("p:reset-no",)):
        by = h.interaction(BEN, message=h.ephemeral(), permissions=discord.Permissions.none())
        answer = await pressed(h, custom_id, *values, by=by)
        assert (answer.text, answer.ephemeral) == (texts("ko")("error.missing-permissions"), True)
        answer = await pressed(h, custom_id, *values, by=direct(h))
        assert (answer.text, answer.ephemeral) == (texts("en")("settings.only-in-servers"), True)
    assert await stored(h) == GuildSettings(GUILD)


async def test_options_of_the_command_change_settings_at_once(h: Harness) -> None:
    interaction = h.interaction(ANA)
    await h.services.part(ServerSettings).show(interaction.typed(), {"theme": "dark", "boards": 4})
    assert await stored(h) == GuildSettings(GUILD, theme="dark", boards=4)
    assert interaction.response.answered is not None and interaction.response.answered.ephemeral
