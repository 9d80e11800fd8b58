"""A tournament in the browser: created on a desktop, joined on phones, started, and its standings."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from .conftest import BROWSER, Open
from .server import Server
from .window import Window

pytestmark = BROWSER


def key(window: Window, action: str) -> Locator:
    """A key of the newest tournament's message."""
    return window.page.locator(f'li.message:not(.ephemeral) [data-custom-id^="p:tournament:{action}."]').last


async def test_created_joined_on_phones_started(server: Server, opened: Open) -> None:
    alice = await opened(server, "Alice", "lounge", device="1280x800")
    await alice.command("/tournament create")
    create = alice.ephemeral_reply.locator('button[data-custom-id^="p:tournament-new:create."]')
    await expect(create).to_be_in_viewport()
    await create.dblclick()
    await expect(key(alice, "manage")).to_be_visible()
    for count, person in enumerate(("Alice", "Bob", "민지"), start=1):
        phone = await opened(server, person, "lounge", device="390x844")
        await key(phone, "join").click()
        await phone.sees(f"{count} player")
        await expect(key(phone, "join")).to_be_in_viewport()
    await key(alice, "manage").click()
    await alice.ephemeral_reply.locator('[data-custom-id^="p:tournament:start."]').click()
    await phone.sees("Round 1 of 3")
    await expect(phone.page.locator(".picture img, .gallery img").last).to_be_in_viewport()
    await phone.command("/대회 보기")
    await phone.receives("풀리그 · ", "1/3라운드")
    await alice.ephemeral_reply.locator('[data-custom-id^="p:moderate:call-off."]').click()
    await alice.ephemeral_reply.locator('[data-custom-id^="p:moderate-do:"]').click()
    await phone.page.wait_for_function(
        "() => document.body.innerText.includes('The tournament was canceled.')"
    )
    assert not alice.problems and not phone.problems
