"""Every lesson, walked to its end on phones and on a desktop: each step fits the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Locator, expect

from bot.lessons.registry import LESSONS

from .conftest import BROWSER, Open
from .server import Server
from .window import Window

pytestmark = BROWSER
ENGLISH, KOREAN = ("Alice", "games"), ("민지", "바둑과-오목")


async def states(window: Window, slug: str) -> AsyncIterator[Locator]:
    """The panel of a lesson in each of its states: a step as it is asked, answered wrongly, and done."""
    for step in LESSONS[slug].steps:
        for choice in (None, *sorted(step.choices, key=lambda one: step.answer(one).is_right)):
            key = f"p:learn:{slug}.{step.name}" + (f".{choice}" if choice else "")
            if choice is not None or step is not LESSONS[slug].steps[0]:
                await window.ephemeral_reply.locator(f'[data-custom-id="{key}"]').click()
            sign = "" if choice is None else "✅" if step.answer(choice).is_right else "❌"
            shown = LESSONS[slug].steps.index(step) + 1
            await window.receives(f"{shown}/{len(LESSONS[slug].steps)}", sign)
            await expect(window.ephemeral_reply.locator(".pending")).to_have_count(0)
            yield window.ephemeral_reply


async def begin(window: Window, slug: str) -> None:
    """Open a lesson from the list of all."""
    notes = window.page.locator("li.message.ephemeral")
    known = await notes.count()
    await window.command("/배우기" if window.person == KOREAN[0] else "/learn")
    await expect(notes).to_have_count(known + 1)
    await window.ephemeral_reply.locator(f'[data-custom-id="p:learn:{slug}"]').click()


async def lines(panel: Locator) -> list[int]:
    """How many keys stand side by side, line by line."""
    tops: list[float] = []
    for key in await panel.locator("[data-custom-id]").all():
        box = await key.bounding_box()
        assert box is not None
        tops.append(box["y"])
    return [tops.count(top) for top in sorted(set(tops))]


@pytest.mark.parametrize(
    ("device", "who"),
    [("360x780", KOREAN), ("390x844", ENGLISH), ("", ENGLISH)],
    ids=["narrow phone", "phone", "desktop"],
)
async def test_every_step_fits_the_screen(
    server: Server, opened: Open, device: str, who: tuple[str, str]
) -> None:
    person, channel = who
    window = await opened(server, person, channel, **({"device": device} if device else {"height": 800}))
    room = await window.page.evaluate("document.getElementById('scroller').clientHeight")
    for slug in LESSONS:
        await begin(window, slug)
        async for panel in states(window, slug):
            message, text = await panel.bounding_box(), await panel.locator(".container").bounding_box()
            assert message is not None
            assert text is not None
            below = message["y"] + message["height"] - text["y"]
            assert below <= room, f"{await panel.inner_text()} is not visible whole at the end of the channel"
            assert len(await lines(panel)) == 2, await panel.inner_text()
    assert not window.problems
