"""The page shows a message in the sizes of Discord's clients: every number of sizes.css, measured."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from sandbox import Sandbox

from .conftest import BROWSER
from .posting import (
    DESKTOP,
    PHONES,
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

DEVICES = (*PHONES, DESKTOP)
INNER = {"360x780": 252, "390x844": 282, "412x915": 304}
"""What a container leaves for its content on a phone."""


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


async def lefts_and_tops(buttons: Locator) -> list[tuple[float, float]]:
    found: list[list[float]] = await buttons.evaluate_all(
        """nodes => nodes.map((node) => node.getBoundingClientRect())
          .map(({ left, top }) => [left, top])"""
    )
    return [(left - found[0][0], top - found[0][1]) for left, top in found]


# --- The window --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("device", "height"), [("360x780", 576), ("390x844", 640), ("412x915", 711), (DESKTOP, 640)]
)
async def test_height_for_messages(poster: Poster, device: str, height: int) -> None:
    view = await poster.device(device)
    assert await view.page.locator("#scroller").evaluate("node => node.clientHeight") == height
    assert await view.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize(
    ("device", "heights"),
    [*((phone, [32, 56, 68, 48]) for phone in PHONES), (DESKTOP, [32, 48, 80, 0])],
)
async def test_bars_around_the_messages(poster: Poster, device: str, heights: list[int]) -> None:
    view = await poster.device(device)
    bars = [view.page.locator(one) for one in (".above", "#chat-head", "#composer", ".below")]
    assert [(await size_of(bar))[1] for bar in bars] == heights


async def test_columns_of_a_desktop(poster: Poster) -> None:
    view = await poster.device()
    columns = [view.page.locator(one) for one in ("#guilds", "#drawer", ".chat", "#members")]
    assert [(await size_of(column))[0] for column in columns] == [72, 340, 676, 264]


async def test_the_message_column_of_a_desktop(poster: Poster) -> None:
    view = await poster.device()
    body = view.message(await poster.post(text("Hello"))).locator(".body")
    assert (await size_of(body))[0] == 556


@pytest.mark.parametrize("device", PHONES)
async def test_the_message_column_of_a_phone(poster: Poster, device: str) -> None:
    view = await poster.device(device)
    message = await poster.post(container(text("Hello")))
    assert (await size_of(view.message(message).locator(".container")))[0] == INNER[device] + 32


@pytest.mark.parametrize("device", DEVICES)
async def test_a_device_in_a_larger_window_is_a_frame(poster: Poster, device: str) -> None:
    message = await poster.post(container(gallery("board")), pictures={"board": (960, 960)})
    view = await poster.open((1600, 1000), device)
    assert await size_of(view.page.locator("iframe")) == tuple(int(one) for one in device.split("x"))
    picture = view.page.frame_locator("iframe").locator(f'[data-message-id="{message}"] .picture')
    side = INNER.get(device, 350)
    assert await size_of(picture) == (side, side)


# --- Pictures ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("natural", "shown"),
    [
        ((960, 960), (350, 350)),
        ((960, 1422), (236.3, 350)),
        ((1100, 700), (522, 332.2)),  # 11:7
        ((1200, 400), (522, 174)),
        ((200, 100), (200, 100)),
        ((120, 90), (120, 90)),  # never enlarged
    ],
)
async def test_one_picture_on_a_desktop(poster: Poster, natural: Size, shown: Size) -> None:
    message = await poster.post(container(text("-# A line"), gallery("board")), pictures={"board": natural})
    view = await poster.device()
    await settled(view)
    assert await size_of(view.message(message).locator(".picture")) == pytest.approx(shown, abs=0.1)


@pytest.mark.parametrize("height", [600, 1400])
async def test_a_picture_does_not_follow_the_height_of_the_window(poster: Poster, height: int) -> None:
    message = await poster.post(container(gallery("board")), pictures={"board": (960, 960)})
    view = await poster.open((1280, height))
    await settled(view)
    assert await size_of(view.message(message).locator(".picture")) == (350, 350)


async def test_a_wide_picture_fills_the_widest_container(poster: Poster) -> None:
    message = await poster.post(container(gallery("zoom")), pictures={"zoom": (1132, 544)})
    view = await poster.open((1600, 800))
    await settled(view)
    assert await size_of(view.message(message).locator(".picture")) == (566, 272)
    assert (await size_of(view.message(message).locator(".container")))[0] == 600


async def test_one_picture_on_a_phone(poster: Poster) -> None:
    pictures = {"square": (960, 960), "small": (100, 50), "tall": (100, 200)}
    message = await poster.post(container(*map(gallery, pictures)), pictures=pictures)
    for device in PHONES:
        view = await poster.device(device)
        await settled(view)
        square, small, tall = await view.message(message).locator(".picture").all()
        inner = INNER[device]
        assert await size_of(square) == (inner, inner), device
        assert await size_of(small) == (inner, inner / 2), device  # stretched
        assert await size_of(tall) == (200, 400), device


@pytest.mark.parametrize(("count", "most"), [(2, 280), (3, 350), (4, 350)])
async def test_more_pictures_are_cropped(poster: Poster, count: int, most: int) -> None:
    pictures: dict[str, Size] = {f"p{number}": (300, 1200) for number in range(count)}
    message = await poster.post(container(gallery(*pictures)), pictures=pictures)
    for device in DEVICES:
        view = await poster.device(device)
        await settled(view)
        whole = view.message(message).locator(".gallery")
        width, height = await size_of(whole)
        assert width == INNER.get(device, 522), device
        cropped = min(most, width / 2 - 2 if count == 2 else width / 1.5)
        assert height == pytest.approx(cropped, abs=0.1), device
        for image in await whole.locator("img").all():
            frame = (await size_of(image.locator("..")))[1]
            assert await image.evaluate("node => getComputedStyle(node).objectFit") == "cover", device
            assert (await size_of(image))[1] == pytest.approx(frame, abs=0.1), device


# --- Containers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("accent", [None, 0x2C7A57])
async def test_a_container_on_a_desktop(poster: Poster, accent: int | None) -> None:
    message = await poster.post(container(text("Hi"), text("there"), accent=accent))
    view = await poster.device()
    box = view.message(message).locator(".container")
    inside = await box.evaluate(
        """node => {
          const [first, second] = [...node.children].map((child) => child.getBoundingClientRect());
          const { left, top, right } = node.getBoundingClientRect();
          return [first.left - left, first.top - top, second.top - first.bottom, right - left - second.width];
        }"""
    )
    assert inside == [17, 17, 8, 34]  # a border of 1, a padding of 16
    assert (await size_of(box))[0] < 100
    assert await box.evaluate("node => getComputedStyle(node).borderRadius") == "8px"
    bar = await box.evaluate("node => getComputedStyle(node, '::before').width")
    assert bar == ("auto" if accent is None else "4px")


async def test_a_container_is_at_most_600_wide(poster: Poster) -> None:
    message = await poster.post(container(text("word " * 60)))
    view = await poster.open((1600, 800))
    assert (await size_of(view.message(message).locator(".container")))[0] == 600


# --- Buttons and selects -----------------------------------------------------------------------------


async def test_buttons_on_a_desktop(poster: Poster) -> None:
    message = await poster.post(container(row("1", "2", "3", "4", "5"), row(*["A much longer label"] * 5)))
    view = await poster.device()
    short, long = [one.locator("button") for one in await view.message(message).locator(".row").all()]
    assert [await size_of(one) for one in await short.all()] == [(64, 32)] * 5
    assert await lefts_and_tops(short) == [(72 * number, 0) for number in range(5)]  # 352 px together
    width = (await size_of(long.first))[0]
    assert width == pytest.approx((await size_of(long.first.locator(".button-label")))[0] + 32, abs=0.1)
    tops = [top for _, top in await lefts_and_tops(long)]
    assert 4 * width + 24 > 522 >= 3 * width + 16
    assert tops == [0, 0, 0, 40, 40]


async def test_buttons_on_a_phone(poster: Poster) -> None:
    message = await poster.post(container(row("1", "2", "3", "4", "5"), row(*["A longer label"] * 3)))
    for device in PHONES:
        view = await poster.device(device)
        short, long = [one.locator("button") for one in await view.message(message).locator(".row").all()]
        assert [await size_of(one) for one in await short.all()] == [(52, 36)] * 5, device
        wraps = INNER[device] < 5 * 52 + 4 * 8
        assert wraps == (device != "412x915")
        last = (0, 44) if wraps else (240, 0)
        assert await lefts_and_tops(short) == [(0, 0), (60, 0), (120, 0), (180, 0), last], device
        label, width = long.first.locator(".button-label"), (await size_of(long.first))[0]
        assert width == pytest.approx((await size_of(label))[0] + 32, abs=0.1), device


@pytest.mark.parametrize(
    ("label", "emoji", "shown"),
    [
        ("x" * 38, None, "x" * 38),
        ("x" * 39, None, "x" * 37 + "…"),
        ("x" * 34, "💡", "x" * 34),
        ("x" * 35, "💡", "x" * 33 + "…"),
    ],
)
async def test_long_labels_are_cut(poster: Poster, label: str, emoji: str | None, shown: str) -> None:
    fields = {"label": label} | ({"emoji": {"name": emoji}} if emoji else {})
    message = await poster.post({"type": 1, "components": [button(**fields)]})
    view = await poster.device()
    await expect(view.message(message).locator(".button-label")).to_have_text(shown)
    await expect(view.message(message).get_by_role("button", name=label, exact=True)).to_be_visible()


async def test_an_emoji_beside_a_label(poster: Poster) -> None:
    message = await poster.post({"type": 1, "components": [button(label="Hint", emoji={"name": "💡"})]})
    for device in DEVICES:
        face = (await poster.device(device)).message(message).locator(".button-face")
        emoji, label = face.locator(".emoji"), face.locator(".button-label")
        await face.evaluate("() => document.fonts.ready")
        assert (await size_of(emoji))[0] == pytest.approx(20, abs=0.1), device
        assert (await size_of(face))[0] == pytest.approx(24 + (await size_of(label))[0], abs=0.1), device


async def test_a_select(poster: Poster) -> None:
    message = await poster.post(container(select("One", "Two")))
    for device in DEVICES:
        view = await poster.device(device)
        width = 400 if device == DESKTOP else min(300, INNER[device])
        assert await size_of(view.message(message).locator(".select")) == (width, 40), device


# --- Text --------------------------------------------------------------------------------------------


TEXTS = [
    ("Plain", ".md-p", 16, 22),
    ("-# Small", ".md-small", 13, 18),
    ("# One", ".md-h1", 24, 33),
    ("## Two", ".md-h2", 20, 27.5),
    ("### Three", ".md-h3", 16, 22),
]
"""What is written, what shows it, its font's size and the height of its line."""


async def test_text(poster: Poster) -> None:
    message = await poster.post(*(text(content) for content, *_ in TEXTS))
    for device in DEVICES:
        view = await poster.device(device)
        for content, selector, font, line in TEXTS:
            node = view.message(message).locator(selector)
            style = await node.evaluate(
                "node => [getComputedStyle(node).fontSize, getComputedStyle(node).lineHeight]"
            )
            sizes = [float(one.removesuffix("px")) for one in style]
            assert [*sizes, (await size_of(node))[1]] == [font, line, line], (device, content)


_CENTERS = """node => {
    const symbol = document.createRange(), before = node.previousSibling
    symbol.setStart(before, before.length - 2)
    symbol.setEnd(before, before.length - 1)
    const boxes = [symbol, node].map(one => one.getClientRects()[0])
    return boxes.map(({ top, bottom }) => (top + bottom) / 2)
}"""
"""The heights of a mention's symbol, which a no-break space follows, and of the mention."""


async def test_a_mention_stays_beside_its_symbol(poster: Poster) -> None:
    alice, _ = poster.people
    view = await poster.device(PHONES[0])
    counts = range(14, 30)
    lines = [text(f"{'o' * count} \u26aa\u00a0<@{alice}>") for count in counts]
    mentions = view.message(await poster.post(container(*lines))).locator(".mention")
    await expect(mentions).to_have_count(len(counts))
    for count, node in zip(counts, await mentions.all(), strict=True):
        symbol, mention = await node.evaluate(_CENTERS)
        assert abs(symbol - mention) < 8, count
