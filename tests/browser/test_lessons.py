"""A lesson on a phone, walked from the list to its end with a wrong answer in each step."""

from __future__ import annotations

from playwright.async_api import expect

from bot.lessons.registry import LESSONS

from .conftest import BROWSER, Open
from .server import Server

pytestmark = BROWSER

LESSON = LESSONS["hare_and_hounds"]


async def test_a_lesson_on_a_phone(server: Server, opened: Open) -> None:
    window = await opened(server, "민지", "바둑과-오목", device="360x780")
    await window.command("/배우기")
    panel = window.ephemeral_reply
    await panel.locator(f'[data-custom-id="p:learn:{LESSON.slug}"]').click()
    for number, step in enumerate(LESSON.steps, 1):
        key = f"p:learn:{LESSON.slug}.{step.name}"
        if number > 1:
            await panel.locator(f'[data-custom-id="{key}"]').click()
        for choice in sorted(step.choices, key=lambda one: step.answer(one).is_right):
            await window.receives(f"{number}/{len(LESSON.steps)}")
            await expect(panel.locator(".pending")).to_have_count(0)
            await panel.locator(f'[data-custom-id="{key}.{choice}"]').click()
            await window.receives("✅" if step.answer(choice).is_right else "❌")
            if step.answer(choice).is_right:
                break
    assert not window.problems
