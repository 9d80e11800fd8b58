"""How messages change on the page: edits, ephemeral messages, descriptions of pictures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route, expect

from sandbox import Sandbox

from .conftest import BROWSER
from .posting import (
    DESKTOP,
    Component,
    Poster,
    Size,
    button,
    container,
    gallery,
    row,
    select,
    settled,
    size_of,
    text,
)

pytestmark = BROWSER

SQUARE: dict[str, Size] = {"board": (960, 960)}
TWO: dict[str, Size] = {"board": (960, 960), "strip": (960, 400)}
FROM_THE_END = """() => {
  const { scrollTop, scrollHeight, clientHeight } = document.getElementById('scroller');
  return scrollHeight - scrollTop - clientHeight;
}"""
TO_THE_END = "() => document.getElementById('jump').click()"
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def channel(browser: Browser) -> AsyncIterator[Poster]:
    async with Sandbox.running() as sandbox, aiohttp.ClientSession() as session:
        posts = Poster(sandbox, session, browser)
        yield posts
        await posts.close()


@pytest_asyncio.fixture(loop_scope="session")
async def poster(channel: Poster) -> AsyncIterator[Poster]:
    """The windows of devices stay open for the next test, others do not."""
    yield channel
    await channel.close_others()


async def test_an_embed_without_fields_shows_its_text_only(poster: Poster) -> None:
    message = poster.embed({"description": "Hello", "fields": []})
    view = await poster.device()
    await expect(view.message(message).locator(".embed")).to_have_text("Hello")


async def test_the_bots_own_emoji_is_a_picture_in_texts_on_buttons_and_in_selects(poster: Poster) -> None:
    emoji = poster.emoji("stone")
    drawn = {"id": emoji["id"], "name": emoji["name"]}
    choice = select("Black")
    choice["components"][0]["options"][0] |= {"emoji": drawn, "default": True}
    message = await poster.post(
        text(f"**Black** <:stone:{emoji['id']}>"),
        {"type": 1, "components": [button(label="Play", emoji=drawn)]},
        choice,
    )
    view = await poster.device()
    await settled(view)
    pictures = view.message(message).locator(f'img[src="/emojis/{emoji["id"]}.webp"]')
    sizes = [await size_of(picture) for picture in await pictures.all()]
    assert sizes == [(22, 22), (20, 20), (20, 20)]
    await expect(pictures.first).to_have_attribute("alt", ":stone:")


async def test_the_line_above_a_reply_shows_the_bots_emojis_as_pictures(poster: Poster) -> None:
    emoji = poster.emoji("stone")
    message = await poster.post(container(text(f"## **Black** <:stone:{emoji['id']}> to move")))
    view = await poster.device()
    await view.message(message).get_by_test_id("reply").evaluate("button => button.click()")
    await view.page.get_by_test_id("composer-input").fill("hello")
    await view.page.keyboard.press("Enter")
    line = view.page.get_by_test_id("reply-reference").locator(".reference-text")
    await expect(line).to_have_text("Black  to move")
    await expect(line.locator(f'img[src="/emojis/{emoji["id"]}.webp"]')).to_have_count(1)


async def test_a_button_that_leads_to_a_message_jumps_to_it_on_the_page(poster: Poster) -> None:
    view = await poster.device()
    target = await poster.post(text("the board"))
    place = f"https://discord.com/channels/1/{poster.channel}/{target}"
    link = {"type": 2, "style": 5, "label": "Go to the board", "url": place}
    far = await poster.post(*[text(f"line {n}\n" * 20) for n in range(3)], {"type": 1, "components": [link]})
    pages = len(view.page.context.pages)
    await view.message(far).get_by_role("link", name="Go to the board").click()
    await expect(view.message(target)).to_be_in_viewport()
    assert len(view.page.context.pages) == pages and "discord.com" not in view.page.url


async def test_a_command_link_shows_its_own_text_also_to_a_korean(poster: Poster) -> None:
    """Discord has no other name for a link, although its picker calls the command by its Korean name."""
    command = poster.command("learn", korean="배우기")
    message = await poster.post(text(f"배우기 </learn:{command['id']}>"))
    view = await poster.open((1280, 800), person="민지")
    await expect(view.message(message).locator(".text-display")).to_have_text("배우기 /learn")
    await view.message(message).locator(".mention").click()
    await expect(view.page.locator("#composer")).to_contain_text("/배우기")


# --- Edits -------------------------------------------------------------------------------------------


async def test_a_gallery_of_one_at_its_place_keeps_its_picture_until_the_new_one_is_there(
    poster: Poster,
) -> None:
    message = await poster.post(container(text("Move 1"), gallery("board")), pictures=SQUARE)
    view = await poster.device()
    await settled(view)
    held = asyncio.Event()
    arrived = asyncio.Event()

    async def hold(route: Route) -> None:
        arrived.set()
        await held.wait()
        await route.continue_()

    await view.page.route("**/attachments/**", hold)
    await poster.edit(message, container(text("Move 2"), gallery("board")), pictures=SQUARE, color="navy")
    await arrived.wait()
    picture = view.message(message).locator(".picture")
    behind = await picture.evaluate("node => getComputedStyle(node).backgroundImage")
    assert behind.startswith("url(")
    await expect(view.page.locator(".reloading")).to_have_count(0)
    held.set()
    await settled(view)
    await expect(picture).to_have_css("background-image", "none")
    await view.page.unroute("**/attachments/**", hold)


@pytest.mark.parametrize(
    ("before", "after", "pictures"),
    [
        ([gallery("board", "strip")], [gallery("board", "strip")], TWO),  # two pictures
        ([text("a"), gallery("board")], [text("a"), text("b"), gallery("board")], SQUARE),  # another place
        ([text("a")], [text("a"), gallery("board")], SQUARE),  # new
    ],
)
async def test_any_other_gallery_shows_a_placeholder_after_an_edit(
    poster: Poster, before: list[Component], after: list[Component], pictures: dict[str, Size]
) -> None:
    used = pictures if len(before[-1].get("items", [])) else {}
    message = await poster.post(container(*before), pictures=used)
    view = await poster.device()
    await settled(view)
    await expect(view.page.locator(".reloading")).to_have_count(0)
    await view.page.evaluate("document.documentElement.style.setProperty('--picture-reload', '2000ms')")
    await poster.edit(message, container(*after), pictures=pictures)
    image = view.message(message).locator(".picture img").first
    await expect(view.message(message).locator(".reloading")).to_have_count(len(pictures))
    assert await image.evaluate("node => getComputedStyle(node).visibility") == "hidden"
    await expect(view.page.locator(".reloading")).to_have_count(0)
    await expect(image).to_be_visible()
    await view.page.evaluate("document.documentElement.style.removeProperty('--picture-reload')")


@pytest.mark.parametrize("device", [DESKTOP, "390x844"])
async def test_the_page_stays_at_its_end_when_an_edited_message_grows(poster: Poster, device: str) -> None:
    for number in range(12):
        await poster.post(container(text(f"Message {number}"), row("a", "b")))
    message = await poster.post(container(text("Short"), gallery("board")), pictures=SQUARE)
    view = await poster.device(device)
    await view.page.evaluate(TO_THE_END)
    await settled(view)
    assert await view.page.evaluate(FROM_THE_END) <= 1
    rows = [row(*"abcde") for _ in range(4)]
    await poster.edit(message, container(text("Longer\n" * 6), gallery("board"), *rows), pictures=SQUARE)
    await expect(view.message(message)).to_contain_text("Longer")
    await settled(view)
    await view.page.evaluate(FRAMES)
    assert await view.page.evaluate(FROM_THE_END) <= 1
    await expect(view.message(message).locator("button.button").last).to_be_in_viewport(ratio=1)


# --- Ephemeral messages ------------------------------------------------------------------------------


async def test_fifty_ephemeral_messages_are_kept_until_the_page_is_loaded_again(poster: Poster) -> None:
    public = await poster.post(text("For everyone"))
    view = await poster.device()
    sent = [poster.ephemeral(f"Note {number}.") for number in range(51)]
    notes = view.page.locator("li.message.ephemeral")
    await expect(view.message(sent[-1]["id"])).to_be_visible()
    await expect(notes).to_have_count(50)
    await expect(view.message(sent[0]["id"])).to_have_count(0)
    poster.edit_ephemeral(sent[1], "Edited.")
    await expect(view.message(sent[1]["id"])).to_contain_text("Edited.")

    await view.page.reload()
    await expect(view.message(public)).to_be_visible()
    poster.edit_ephemeral(sent[2], "Edited after the reload.")
    last = await poster.post(text("The last"))
    await expect(view.message(last)).to_be_visible()
    await expect(notes).to_have_count(0)


async def test_ephemeral_messages_outlive_the_socket(poster: Poster) -> None:
    view = await poster.device()
    note = poster.ephemeral("Only for Alice.")
    await expect(view.message(note["id"])).to_be_visible()
    await poster.drop_windows()
    last = await poster.post(text("After the reconnection"))
    await expect(view.message(last)).to_be_visible()
    await expect(view.message(note["id"])).to_be_visible()


# --- Descriptions ------------------------------------------------------------------------------------


async def test_a_description_is_shown_by_a_setting(poster: Poster) -> None:
    message = await poster.post(container(gallery("board", description="A board")), pictures=SQUARE)
    view = await poster.device()
    picture = view.message(message).locator(".picture")
    badge = "node => getComputedStyle(node, '::after').content"
    await expect(picture.locator("img")).to_have_attribute("alt", "A board")
    assert await picture.get_attribute("title") is None
    assert await picture.evaluate(badge) == "none"
    await view.page.get_by_test_id("view").click()
    await view.page.get_by_test_id("descriptions").click()
    assert await picture.evaluate(badge) == '"ALT"'
    await picture.click()
    await expect(view.page.get_by_test_id("lightbox")).to_contain_text("A board")
