"""`/puzzle` and the daily puzzle on a phone: one screen each, answered by taps."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, Error, Locator, Page, expect

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.messages.daily_puzzles import DailyPuzzles
from bot.time_zones import last_day
from tests.bot.whole.world import World, world

from .conftest import BROWSER
from .pages import leave_page, open_page
from .window import box_of

pytestmark = BROWSER

WIDTH, HEIGHT = 390, 844


@pytest_asyncio.fixture(loop_scope="session")
async def w(tmp_path: Path, browser: Browser) -> AsyncIterator[World]:
    async with world(tmp_path / "daeguk.db") as made:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def page(w: World, browser: Browser) -> AsyncIterator[Page]:
    """Alice's phone, on #games."""
    page = await open_page(browser, WIDTH, HEIGHT)
    problems: list[str] = []

    def note(error: Error) -> None:
        problems.append(str(error))

    page.on("pageerror", note)
    address = f"http://127.0.0.1:{w.sandbox.port}/?user={w.alice.id}&channel={w.games}&device=390x844"
    await page.goto(address)
    await expect(page.get_by_test_id("bot-status")).to_have_attribute("data-online", "true")
    yield page
    page.remove_listener("pageerror", note)
    await leave_page(page)
    assert problems == []


async def tap(message: Locator, key: str) -> None:
    await message.locator(f'button[data-custom-id="{key}"]').click()


async def fits(message: Locator) -> None:
    """The whole message is on the screen, and no row of keys wraps."""
    box = await box_of(message)
    assert box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT, box
    wrapped = """message => [...message.querySelectorAll('.row')].some(
        row => new Set([...row.children].map(key => key.getBoundingClientRect().top)).size > 1)"""
    assert not await message.evaluate(wrapped)


async def solve(message: Locator, scope: str, puzzle: Puzzle) -> None:
    """Tap the piece that moves, if it is to be chosen first, and its goal, to the end of the line."""
    letter, dash, detail = scope.partition("-")
    for step in (0, *puzzle.also):
        key, move = f"p:puzzle:{puzzle.id}.{letter}{step or ''}{dash}{detail}", puzzle.line[step]
        await expect(message.locator(f'button[data-custom-id^="{key}."]').first).to_be_visible()
        goal = message.locator(f'button[data-custom-id="{key}.try.{move}"]')
        if not await goal.count():
            await tap(message, f"{key}.look.{move.split('-', maxsplit=1)[0]}")
        await goal.click()


async def test_a_puzzle_and_the_daily_puzzle_on_a_phone(w: World, page: Page) -> None:
    await w.alice.command(w.games, "puzzle", game="hare_and_hounds")
    message = page.locator("li.message").last
    await expect(message.locator(".gallery img")).to_be_visible()
    await fits(message)
    first = await message.locator("button[data-custom-id*='.line.']").get_attribute("data-custom-id")
    puzzle = puzzles.with_id((first or "").split(":")[2][:10])
    assert puzzle is not None
    await solve(message, "g", puzzle)
    await expect(message).to_contain_text("Right!")
    await fits(message)

    panel = (await w.alice.command(w.games, "settings")).shown
    await w.alice.click(panel, custom_id="p:daily-set:show")
    await w.alice.choose(panel, "hare_and_hounds", custom_id="p:daily-set:games")
    await w.alice.choose(panel, w.games, custom_id="p:daily-set:channel")
    await expect(page.locator("li.message").last).to_contain_text("Posted in")
    await fits(page.locator("li.message").last)
    settings = await w.store.daily_puzzles.settings(int(w.guild_of(w.games)))
    moment, now = settings.next_at or 0.0, w.client.times.unix
    w.sandbox.clock.advance(moment - now() + 60.0)
    w.bob.say(w.games, "good morning")
    await w.sandbox.until(lambda: now() >= moment or None)
    await w.client.services.part(DailyPuzzles).look()
    daily = page.locator("li.message", has_text="The results follow")
    await expect(daily.locator(".gallery img")).to_be_visible()
    await fits(daily)
    day, _ = last_day(moment, settings.hour, "UTC")
    await tap(daily, f"p:daily:open.{day}")
    answer = page.locator("li.message").last
    await expect(answer.locator("button[data-custom-id*='.d-']").first).to_be_visible()
    await fits(answer)
    one = await w.store.daily_puzzles.find(int(w.guild_of(w.games)), day)
    assert one is not None
    puzzle = puzzles.with_id(one.puzzle_id)
    assert puzzle is not None
    await solve(answer, f"d-{day}", puzzle)
    await expect(answer).to_contain_text("your time: 0:")
    await tap(answer, "p:daily:days.a.0")
    await expect(answer).to_contain_text("solved in 0:")
    await fits(answer)
