"""The window around the messages: the member list, devices, headings and times."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from sandbox import Sandbox

from .conftest import BROWSER
from .posting import Poster, View, size_of, text

pytestmark = BROWSER


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


async def shows_members(view: View) -> None:
    await view.page.get_by_test_id("toggle-members").click()
    await expect(view.page.locator("#members")).to_be_visible()


async def test_the_member_list_of_a_phone_closes_on_a_tap_beside_it(poster: Poster) -> None:
    view = await poster.device("390x844")
    await shows_members(view)
    await view.page.mouse.click(40, 400)
    await expect(view.page.locator("#members")).to_be_hidden()
    await shows_members(view)
    await view.page.keyboard.press("Escape")
    await expect(view.page.locator("#members")).to_be_hidden()


async def test_the_command_list_is_not_covered_by_the_members(poster: Poster) -> None:
    view = await poster.device("390x844")
    await shows_members(view)
    await view.page.get_by_test_id("composer-input").focus()
    await view.page.keyboard.type("/")
    await expect(view.page.get_by_test_id("picker")).to_be_visible()
    await expect(view.page.locator("#members")).to_be_hidden()


async def test_a_device_is_chosen_in_the_menu(poster: Poster) -> None:
    view = await poster.open((1400, 1000))
    await view.page.get_by_test_id("view").click()
    await view.page.get_by_test_id("device").filter(has_text="390 × 844").click()
    assert await size_of(view.page.locator("iframe")) == (390, 844)
    assert "device=390x844" in view.page.url
    inside = view.page.frame_locator("iframe")
    await inside.get_by_test_id("open-channels").click()
    await inside.get_by_test_id("channel").filter(has_text="lounge").click()
    channel = await inside.locator("[aria-current=page]").get_attribute("data-channel-id")
    await view.page.wait_for_url(f"**channel={channel}**")


@pytest.mark.parametrize(
    ("person", "title", "group"),
    [
        ("Alice", "This is the beginning of the group Weekend.", "People — 3"),
        ("민지", "Weekend 그룹의 첫 부분입니다.", "사람 — 3"),
    ],
)
async def test_a_group(poster: Poster, person: str, title: str, group: str) -> None:
    view = await poster.open((1280, 800), person=person, channel="Weekend")
    await expect(view.page.locator(".welcome")).to_contain_text(title)
    await expect(view.page.locator("#members h2")).to_have_text([group])  # no empty list of apps


@pytest.mark.parametrize(
    ("person", "groups"),
    [("Alice", ["People — 4", "Apps — 1"]), ("민지", ["사람 — 4", "앱 — 1"])],
)
async def test_the_member_list_counts_people_and_apps(poster: Poster, person: str, groups: list[str]) -> None:
    view = await poster.open((1280, 800), person=person)
    await expect(view.page.locator("#members h2")).to_have_text(groups)


async def test_arrow_keys_move_among_the_people_to_switch_to(poster: Poster) -> None:
    view = await poster.open((1280, 800))
    await view.page.locator("#me").get_by_test_id("member-switcher").click()
    people = view.page.get_by_test_id("switch-person")
    await expect(people.first).to_be_focused()
    await view.page.keyboard.press("ArrowDown")
    await expect(people.nth(1)).to_be_focused()
    await view.page.keyboard.press("ArrowUp")
    await view.page.keyboard.press("ArrowUp")
    await expect(people.last).to_be_focused()


async def test_a_person_of_any_name_is_added_and_switched_to(poster: Poster) -> None:
    view = await poster.open((1280, 800), person="민지")
    await view.page.locator("#me").get_by_test_id("member-switcher").click()
    await view.page.get_by_test_id("new-person").fill("<b>지우</b> 🎓")
    await view.page.keyboard.press("Enter")
    added = view.page.get_by_test_id("switch-person").last
    await expect(added).to_contain_text("<b>지우</b> 🎓")
    await expect(view.page.locator("#members h2").first).to_have_text("사람 — 5")
    await added.click()
    await expect(view.page.locator("#me .me-name")).to_have_text("<b>지우</b> 🎓")


async def test_a_form_opens_only_in_the_window_that_asked_for_it(poster: Poster) -> None:
    view = await poster.device()
    modal = {"title": "Move", "custom_id": "move", "components": [text("d3")]}
    poster.frame("INTERACTION_MODAL", {"nonce": "of-another-window", "interaction_id": "1", "modal": modal})
    message = await poster.post(text("afterwards"))
    await expect(view.message(message)).to_be_visible()
    await expect(view.page.get_by_test_id("modal")).to_have_count(0)


DELAYED = """async () => {
  const { post } = await import('/page/api.js');
  const { DelayedFrames, setLatency } = await import('/page/latency.js');
  const begun = performance.now();
  await post('dm', { user: new URLSearchParams(location.search).get('user'), with: '1' }).catch(() => null);
  const sent = performance.now() - begun;
  const frames = new DelayedFrames(), arrived = [];
  frames.add(() => arrived.push('older'));
  setLatency(0);
  await new Promise((done) => frames.add(() => done(arrived.push('newer'))));
  return { sent, arrived };
}"""


async def test_what_goes_to_and_from_the_bot_is_delayed_in_its_order(poster: Poster) -> None:
    view = await poster.open((1280, 800))
    await view.page.get_by_test_id("view").click()
    await view.page.get_by_test_id("latency").filter(has_text="300 ms").click()
    await view.page.reload()
    await expect(view.page.locator("#app.ready")).to_be_visible()
    await view.page.get_by_test_id("view").click()
    chosen = view.page.get_by_test_id("latency").filter(has=view.page.locator(".icon-check"))
    await expect(chosen).to_have_text("Delay to the bot: 300 ms each way")
    measured = await view.page.evaluate(DELAYED)
    assert measured["sent"] >= 299  # a timer may ring a fraction of a millisecond early
    assert measured["arrived"] == ["older", "newer"]


async def test_times_of_one_window_have_one_format(poster: Poster) -> None:
    view = await poster.device()
    for _ in range(2):
        last = await poster.post(text("Hello"))
    margin = view.message(last).locator(".margin-time")
    await expect(margin).to_have_text(await view.page.locator(".when").last.inner_text())
    await view.message(last).hover()
    assert (await size_of(margin))[0] <= 56
