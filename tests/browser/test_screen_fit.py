"""A match at the end of a channel: its text, its whole board and every key are on the screen together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser

from bot.texts import LANGUAGES, texts
from bot.ui.buttons import keypad_of
from bot.ui.message import message_view
from bot.ui.picture import Look, picture
from data.model import Match
from games import replay
from games.base import PASS, Move
from sandbox import Sandbox
from tests.bot.stories import match_of, moments, random_game

from .conftest import BROWSER
from .posting import DESKTOP, Poster, View

pytestmark = BROWSER

DEVICES = ("360x780", "390x844", DESKTOP)
BOARD_WIDTHS = {"360x780": 252, "390x844": 282, DESKTOP: 350}
"""How wide a square picture is shown."""
VARIANTS = [
    ("othello", "6x6"),
    ("othello", "8x8"),
    ("othello", "10x10"),
    ("gomoku", "renju-15"),
    ("gomoku", "freestyle-19"),
    ("gomoku", "swap2-15"),
    ("go", "9x9-korean"),
    ("go", "13x13-chinese-h4"),
    ("go", "19x19-korean"),
    ("hare_and_hounds", "classic"),
    ("twelve_janggi", "classic"),
]
CHOICE = tuple(map(Move, ("h8", "i9", "a1")))
"""After these moves of Swap2 a color is chosen."""
_SHOWN = """id => {
    const picture = document.querySelector(`li.message[data-message-id="${id}"] .gallery img`)
    return picture && picture.complete && picture.naturalWidth && picture.getBoundingClientRect().width
}"""
_MEASURE = """message => {
    const frame = document.querySelector('#scroller').getBoundingClientRect()
    const text = message.querySelector('.container [data-component-type="10"]').getBoundingClientRect()
    const picture = message.querySelector('.gallery img').getBoundingClientRect()
    const buttons = [...message.querySelectorAll('button[data-custom-id]')]
    const keys = buttons.map(key => key.getBoundingClientRect())
    return {
        above: frame.top - text.top, below: Math.max(0, ...keys.map(key => key.bottom)) - frame.bottom,
        width: picture.width, height: picture.height,
    }
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def poster(browser: Browser) -> AsyncIterator[Poster]:
    async with Sandbox.running() as sandbox, aiohttp.ClientSession() as session:
        posts = Poster(sandbox, session, browser)
        yield posts
        await posts.close()


def phases(slug: str, variant: str, people: tuple[int, int]) -> Iterator[tuple[str, Match, str]]:
    """Moments of matches by a name, each with a selection: starts, middles, counts, requests, endings."""
    game = random_game(slug, variant, 1)
    length = min(len(game), 60)
    lines = {"start": (), "middle": game[: length // 2], "late": game[: length - 2]}
    if slug == "go":
        lines["count"] = (*(move for move in game[:40] if move != PASS), PASS, PASS)
    if variant == "swap2-15":
        lines["choice"] = CHOICE
    for name, moves in lines.items():
        match = match_of(slug, variant, moves, id=4321, first_id=people[0], second_id=people[1])
        for number, moment in enumerate(moments(match, replay(match.record))):
            yield f"{name} {number}", moment, ""
        for selection in selections(match):
            yield f"{name} {selection}", match, selection


def selections(match: Match) -> list[str]:
    """What the keys of a match select, the first few."""
    keys = keypad_of(match, "", texts("en")).buttons
    return [key.argument for key in keys if key.action.value == "select" and not key.disabled][:3]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("slug", "variant"), VARIANTS)
async def test_everything_is_visible(poster: Poster, slug: str, variant: str, language: str) -> None:
    reader, cut = texts(language), list[str]()
    views = {device: await poster.device(device) for device in DEVICES}
    for name, match, selection in phases(slug, variant, poster.people):
        keypad = keypad_of(match, selection, reader)
        files = {"board.png": picture(match, Look("light"), selection=selection, labels=keypad.labels)}
        components = message_view(match, reader, keypad, epoch=1e9).to_components()
        message_id = await poster.post_files(components, files)
        for device, view in views.items():
            cut += [f"{name} at {device}: {what}" for what in await problems(view, message_id, device)]
    assert cut == []


async def problems(view: View, message_id: str, device: str) -> list[str]:
    """What cannot be seen of a message that was just shown at the end of the channel."""
    await view.page.wait_for_function(_SHOWN, arg=message_id)
    seen = await view.message(message_id).evaluate(_MEASURE)
    found = [f"{seen[edge]:.0f} px {edge}" for edge in ("above", "below") if seen[edge] > 0]
    width = max(seen["width"], seen["height"])
    if round(width) < BOARD_WIDTHS[device]:
        found.append(f"the board is {width:.0f} px wide")
    return found
