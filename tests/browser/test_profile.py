"""`/profile` and `/leaderboard` in the browser: a person's matches of a year, on a phone and on a desktop."""

from __future__ import annotations

import math
import re
import sqlite3
import time
from contextlib import closing

import pytest
from playwright.async_api import expect

from ai.analysis import ACCURACY_VERSION
from bot.presenters.openings import named_positions

from .conftest import BROWSER, Open
from .server import Server
from .window import GUILDS, KOREAN_GUILD, box_of

pytestmark = BROWSER
MATCHES, DAY, NOW = 60, 86_400.0, time.time()
FIRST_NUMBER = 900_000
GAMES = [("othello", "8x8")] * 3 + [("go", "9x9-korean"), ("hare_and_hounds", "none")]


def play_a_year(server: Server, person: int, other: int, guild: int, channel: int) -> None:
    """Store matches of two people as if they had played them."""
    names = [*named_positions("othello")]
    with closing(sqlite3.connect(server.state / "daeguk.db", timeout=30.0)) as database, database:
        for table in ("accuracies", "opening_moves", "rated_matches", "boards", "moves"):
            database.execute(f"DELETE FROM {table} WHERE match_id >= ?", (FIRST_NUMBER,))
        database.execute("DELETE FROM matches WHERE id >= ?", (FIRST_NUMBER,))
        for number in range(MATCHES):
            id_, at, winner = FIRST_NUMBER + number, NOW - (MATCHES - number) * 6 * DAY, 1 + (number % 5 == 1)
            rating = 1500 + number * 3 + 40 * math.sin(number / 4)
            off = 50 + 250 * math.exp(-number / 5)
            slug, variant = GAMES[number % len(GAMES)]
            insert(
                database, "matches",
                id=id_, game=slug, variant=variant, state="over", first_id=person, second_id=other,
                challenger_id=person, guild_id=guild, channel_id=channel, winner=winner,
                reason="outcome.resigned", shown_version=0, created_at=at, updated_at=at, ended_at=at,
                rated=f"{rating:.0f}~60>{rating:.0f}~60 {1720 - number}~70>{1710 - number}~70",
            )  # fmt: skip
            insert(database, "boards", match_id=id_, guild_id=guild, channel_id=channel, shown_version=0)
            insert(
                database, "rated_matches",
                match_id=id_, category=slug, variant=variant, first_id=person, second_id=other,
                winner=winner, ended_at=at, plies=60, opening=number, resigned=1,
                **dict.fromkeys(("first_before", "first_after"), rating),
                **dict.fromkeys(("first_deviation_before", "first_deviation_after"), off),
                **dict.fromkeys(("second_before", "second_after"), 1500.0),
                **dict.fromkeys(("second_deviation_before", "second_deviation_after"), 90.0),
            )  # fmt: skip
            insert(database, "accuracies", match_id=id_, engine=ACCURACY_VERSION, first=78.0, second=70.0)
            if slug == "othello":
                for ply, move in enumerate(("d3", "c3")):  # enough in all to show the accuracy
                    insert(database, "moves", match_id=id_, ply=ply, move=move, played_at=at)
                position = names[number % 3 * 5]
                insert(
                    database, "opening_moves", match_id=id_, position=position, move="c4", channel_id=channel
                )
        for user_id, value in ((person, 1677.0), (other, 1601.0)):
            database.execute("DELETE FROM ratings WHERE user_id = ?", (user_id,))
            insert(
                database, "ratings",
                user_id=user_id, category="othello", rating=value, deviation=55.0, volatility=0.06,
                matches=MATCHES, wins=40, losses=18, rated_at=NOW,
            )  # fmt: skip


def insert(database: sqlite3.Connection, table: str, **values: object) -> None:
    names = ", ".join(values)
    database.execute(
        f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(values))})", [*values.values()]
    )


@pytest.mark.parametrize(
    ("person", "other", "channel", "commands", "words", "width", "height"),
    [
        (
            "Alice",
            "Bob",
            "games",
            ("/profile", "/leaderboard"),
            ("Best win", "Average accuracy", "Othello"),
            390,
            844,
        ),
        (
            "민지",
            "준호",
            "오셀로",
            ("/프로필", "/순위표"),
            ("가장 강한 상대", "평균 정확도", "오셀로"),
            390,
            844,
        ),
        pytest.param(
            "Alice",
            "Bob",
            "games",
            ("/profile", "/leaderboard"),
            ("Best win", "Average accuracy", "Othello"),
            1280,
            800,
            marks=pytest.mark.soak,
        ),
    ],
)
async def test_a_profile_and_its_keys_are_on_one_screen(
    server: Server,
    opened: Open,
    person: str,
    other: str,
    channel: str,
    commands: tuple[str, str],
    words: tuple[str, str, str],
    width: int,
    height: int,
) -> None:
    window = await opened(server, person, channel, width=width, height=height)
    page, reply = window.page, window.ephemeral_reply
    people = page.get_by_test_id("member").filter(has_text=other)
    guild = page.locator("#guilds").get_by_title(GUILDS.get(channel, KOREAN_GUILD))
    ids = [
        await page.get_by_test_id("member-switcher").first.get_attribute("data-user-id"),
        await people.first.get_attribute("data-user-id"),
        await guild.get_attribute("data-guild-id"),
        re.findall(r"channel=(\d+)", page.url)[0],
    ]
    play_a_year(server, *(int(one or 0) for one in ids))
    await window.command(commands[0])
    await window.receives(*words[:2])
    await expect(reply.locator("img").first).to_have_js_property("complete", value=True)
    whole = await box_of(reply.locator(".container").first)
    assert whole["y"] > 0 and whole["y"] + whole["height"] < height
    assert words[2] in (await reply.locator(".gallery img").get_attribute("alt") or "")
    await window.command(commands[1])
    await window.receives("1677")
    await expect(reply.get_by_role("combobox")).to_have_count(2)
    assert not window.problems
