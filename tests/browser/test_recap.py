"""A recap in the browser, of a person and of a server: the whole message is on the screen of a phone."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing

import pytest
from playwright.async_api import expect

from ai.analysis import ANALYSIS_VERSION, Line, Verdict, encode
from games.base import Move
from tests.bot.stories import random_game

from .conftest import BROWSER, Open
from .server import Server
from .test_profile import FIRST_NUMBER, insert, play_a_year
from .window import GUILDS, KOREAN_GUILD, box_of

pytestmark = BROWSER
PLY = 33
ENGLISH, KOREAN = ("Recap of @", "Recap of this server"), ("님의 결산", "서버 결산")


def end_this_month(server: Server, person: int) -> None:
    """Have the matches of a year end today, one of them with a mistake that turned it."""
    moves = random_game("othello", "8x8", 3)[:44]
    with closing(sqlite3.connect(server.state / "daeguk.db", timeout=30.0)) as database, database:
        database.execute(
            "UPDATE matches SET ended_at = ? + id WHERE id >= ?",
            (time.time() - 2 * FIRST_NUMBER, FIRST_NUMBER),
        )
        query = "SELECT max(id) FROM matches WHERE id >= ? AND game = 'othello'"
        (number,) = database.execute(query, (FIRST_NUMBER,)).fetchone()
        for table in ("moves", "analyses", "mistakes"):
            database.execute(f"DELETE FROM {table} WHERE match_id = ?", (number,))
        for ply, move in enumerate(moves):
            insert(database, "moves", match_id=number, ply=ply, move=move, played_at=1.0)
        best, played = Line(Move("d3"), (Move("d3"),), 0.44), Line(moves[PLY], (moves[PLY],), -0.58)
        verdict = encode(Verdict(best, played))
        insert(
            database, "analyses",
            match_id=number, ply=PLY, position=1, engine=ANALYSIS_VERSION, verdict=verdict,
        )  # fmt: skip
        insert(database, "mistakes", match_id=number, ply=PLY, user_id=person, tries=0, solved=0)


@pytest.mark.parametrize(
    ("person", "other", "channel", "words", "titles", "width", "height"),
    [
        ("Alice", "Bob", "games", ("/profile", "Recap", "This server"), ENGLISH, 360, 780),
        ("민지", "준호", "오셀로", ("/프로필", "결산", "이 서버"), KOREAN, 360, 780),
        pytest.param(
            *("Alice", "Bob", "games", ("/profile", "Recap", "This server"), ENGLISH, 1280, 800),
            marks=pytest.mark.soak,
        ),
    ],
)
async def test_a_recap_is_on_one_screen(
    server: Server,
    opened: Open,
    person: str,
    other: str,
    channel: str,
    words: tuple[str, str, str],
    titles: tuple[str, str],
    width: int,
    height: int,
) -> None:
    window = await opened(server, person, channel, width=width, height=height)
    page, reply = window.page, window.ephemeral_reply
    people = page.get_by_test_id("member").filter(has_text=other)
    guild = page.locator("#guilds").get_by_title(GUILDS.get(channel, KOREAN_GUILD))
    me = int(await page.get_by_test_id("member-switcher").first.get_attribute("data-user-id") or 0)
    them = int(await people.first.get_attribute("data-user-id") or 0)
    place = int(await guild.get_attribute("data-guild-id") or 0)
    play_a_year(server, me, them, place, int(re.findall(r"channel=(\d+)", page.url)[0]))
    end_this_month(server, me)
    command, recap, here = words
    await window.command(command)
    for label, title in ((recap, titles[0]), (here, titles[1])):
        await reply.get_by_role("button", name=label).click()
        await window.receives(title)
        await expect(reply.locator("img").first).to_have_js_property("complete", value=True)
        whole = await box_of(reply.locator(".container").first)
        assert whole["y"] > 0 and whole["y"] + whole["height"] < height, label
        assert other in (await reply.locator(".gallery img").get_attribute("alt") or "")
    assert not window.problems
