"""A browser window as a person uses it: typing commands, pressing buttons, reading messages.

Start reading at `Window.command` and `Board.move`.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Any

from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Error,
    FloatRect,
    Locator,
    Page,
    expect,
)

from .pages import WAIT, leave_page, open_page
from .server import Server

THINKING = 180_000
POLLING = 50  # milliseconds; without it a condition is looked at with each frame, which is drawn for it
GUILDS = {"games": "Board Game Club", "go-corner": "Board Game Club", "lounge": "Board Game Club"}
KOREAN_GUILD = "한국 보드게임"

expect.set_options(timeout=WAIT)


async def box_of(locator: Locator) -> FloatRect:
    """Return where the element is on the screen, in CSS pixels.

    The page replaces a message that is edited: an element that goes before it is measured has no box, and
    the one in its place is measured.
    """
    for _ in range(WAIT // POLLING):
        if box := await locator.bounding_box(timeout=WAIT):
            return box
        await asyncio.sleep(POLLING / 1000)
    raise AssertionError(f"{locator} has no place on the screen")


class Window:
    """One person's window on one channel."""

    def __init__(self, page: Page, person: str, reading: float) -> None:
        self.page, self.person, self.reading = page, person, reading
        self.problems: list[str] = []
        self._is_left = False
        self.may_lose_server = False
        """Whether the page may fail to connect: what the browser says about it is no problem then."""
        page.on("pageerror", self._note_fault)
        page.on("console", self._note_error)

    def _note_fault(self, error: Error) -> None:
        self.problems.append(str(error))

    def _note_error(self, message: ConsoleMessage) -> None:
        is_lost = self.may_lose_server and message.text.startswith("WebSocket connection to")
        if message.type == "error" and not is_lost:
            self.problems.append(message.text)

    @classmethod
    async def open(
        cls,
        browser: Browser,
        server: Server,
        person: str,
        channel: str,
        *,
        width: int = 1280,
        height: int | None = None,
        device: str = "",
        **options: Any,
    ) -> Window:
        """Switch to the person with the switcher, and to the channel with the sidebar.

        Later windows of the same person, channel and device open at the address to which that led.
        The window is `width` × `height` CSS pixels, or a device of sandbox/page/sizes.css such as "390x844".
        """
        if device:
            width, height = map(int, device.split("x"))
        page = await open_page(browser, width, height or (640 if width < 600 else 900), **options)
        window = cls(page, person, server.reading_seconds)
        place = (person, channel, device or str(width < 600))
        if address := server.addresses.get(place):
            await window.arrive(f"{server.url}/?{address}", channel)
        else:
            await window.page.goto(f"{server.url}/?device={device}")
            await window.become(person)
            await window.go(channel)
            server.addresses[place] = window.page.url.partition("?")[2]
        return window

    async def arrive(self, address: str, channel: str) -> None:
        """Open the address of a person on a channel."""
        await self.page.goto(address)
        await self.online()
        await expect(self.page.get_by_test_id("channel-title")).to_contain_text(channel)

    async def online(self) -> None:
        status = self.page.get_by_test_id("bot-status")
        await expect(status).to_have_attribute("data-online", "true", timeout=WAIT)

    async def read(self) -> None:
        """Take the time that the bot gives to read a board before it counts a press."""
        if self.reading:
            await self.page.wait_for_timeout(1000 * self.reading)

    async def become(self, person: str) -> None:
        page = self.page
        await self.online()
        await page.get_by_test_id("member-switcher").and_(page.locator(":visible")).click()
        row = page.get_by_test_id("switch-person").filter(has_text=person)
        user_id = await row.get_attribute("data-user-id")
        await row.click()
        await page.wait_for_url(re.compile(f"user={user_id}"))
        mine = page.get_by_test_id("member-switcher").and_(page.locator(":visible"))
        await expect(mine).to_have_attribute("data-user-id", user_id or "")

    async def go(self, channel: str) -> None:
        page = self.page
        narrow = page.get_by_test_id("open-channels")
        if await narrow.is_visible():
            await narrow.click()
        await page.locator("#guilds").get_by_title(GUILDS.get(channel, KOREAN_GUILD)).click()
        await page.get_by_test_id("channel").filter(has_text=channel).click()
        await expect(page.get_by_test_id("channel-title")).to_contain_text(channel)

    async def types(self, line: str) -> None:
        """Type into the composer key by key."""
        await self.page.get_by_test_id("composer-input").click()
        await self.page.keyboard.type(line)

    async def command(self, line: str) -> None:
        """Enter a command, and send it with Enter, pressed twice where the first takes a suggestion.

        Words are inserted. Keys take four times the processor time: `types` is for tests of what is shown
        meanwhile.
        """
        await self.page.get_by_test_id("composer-input").click()
        for number, word in enumerate(line.split(" ")):
            if number:
                await self.page.keyboard.press("Space")
            await self.page.keyboard.insert_text(word)
        await self.page.keyboard.press("Enter")
        if await self.page.get_by_test_id("command-name").is_visible():
            await self.page.keyboard.press("Enter")

    async def begins(self, line: str) -> Board:
        """Type a command that starts a match, and return its board."""
        newest = await self.newest()
        await self.command(line)
        return await self.last_board(after=newest)

    async def newest(self) -> int:
        """The number of the newest match in the channel; 0 without one."""
        return max(await self.page.evaluate(_MATCHES), default=0)

    async def submit(self, text: str) -> None:
        """Fill the open modal's field and submit it."""
        await self.page.locator('[data-testid="modal-field"][data-custom-id="move"]').fill(text)
        await self.page.get_by_test_id("modal-submit").click()
        await expect(self.page.get_by_test_id("modal")).to_have_count(0)

    async def answer(self, verb: str) -> None:
        """Press a button of the newest ephemeral reply."""
        await self.ephemeral_reply.locator(f'button[data-custom-id^="b:{verb}:"]').click()

    async def last_board(self, after: int) -> Board:
        """Wait for a match with a number above ``after`` and return its board."""
        await self.page.wait_for_function(
            f"after => Math.max(...({_MATCHES})()) > after", arg=after, timeout=WAIT, polling=POLLING
        )
        message = self.page.locator('li.message.v2:not(.ephemeral):has([data-custom-id^="b:"])').last
        custom_id = await message.locator('[data-custom-id^="b:"]').first.get_attribute("data-custom-id")
        message_id = await message.get_attribute("data-message-id")
        assert custom_id is not None and message_id is not None
        return Board(self, int(custom_id.split(":")[2]), message_id)

    def board(self, of: Board) -> Board:
        """The same match's board in this window."""
        return Board(self, of.match_id, of.message_id)

    @property
    def ephemeral_reply(self) -> Locator:
        """The newest ephemeral reply."""
        return self.page.locator("li.message.ephemeral").last

    async def receives(self, *texts: str) -> None:
        """Wait until the newest ephemeral reply contains these texts.

        While the bot thinks, the message has its time, in which a number can be by chance.
        """
        reply = self.ephemeral_reply.filter(has_not=self.page.get_by_test_id("thinking"))
        for text in texts:
            await expect(reply).to_contain_text(text, timeout=WAIT)

    async def sees(self, text: str) -> None:
        """Wait until the channel's newest message contains this text."""
        await expect(self.page.locator("li.message:not(.ephemeral)").last).to_contain_text(text, timeout=WAIT)

    async def close(self) -> None:
        """Leave the window, unless that is done."""
        if not self._is_left:
            self._is_left = True
            self.page.remove_listener("pageerror", self._note_fault)
            self.page.remove_listener("console", self._note_error)
            await leave_page(self.page)


@dataclass
class Board:
    """A match's message in a window."""

    window: Window
    match_id: int
    message_id: str

    @property
    def page(self) -> Page:
        return self.window.page

    @property
    def root(self) -> Locator:
        return self.page.locator(f'li.message[data-message-id="{self.message_id}"]')

    @property
    def moves(self) -> Locator:
        """The buttons of legal moves but a pass, which is asked about while much of a board is open."""
        moves = f'button[data-custom-id^="b:move:{self.match_id}:"]:enabled'
        return self.root.locator(f'{moves}:not([data-custom-id$=":pass"])')

    @property
    def pieces(self) -> Locator:
        """The buttons that select a piece or a group of points."""
        return self.root.locator(f'button[data-custom-id^="b:look:{self.match_id}:"]:enabled')

    @property
    def over(self) -> Locator:
        return self.root.locator(f'button[data-custom-id^="b:rematch:{self.match_id}:"]')

    def button(self, verb: str) -> Locator:
        return self.root.locator(f'button[data-custom-id^="b:{verb}:{self.match_id}:"]')

    async def press(self, verb: str) -> None:
        await self.button(verb).click()

    async def answer_offer(self, verb: str) -> None:
        """Press a button that appeared with an offer, once there was time to read it."""
        await self.window.read()
        await self.press(verb)

    async def position_id(self) -> str:
        """The position id that the buttons carry: ply and number of takebacks."""
        custom_id = await self.root.locator("[data-custom-id]").first.get_attribute("data-custom-id")
        assert custom_id is not None
        return custom_id.split(":")[3]

    async def ready(self) -> None:
        """Wait until a move can be made, or the match is over."""
        controls = self.moves.or_(self.pieces).or_(self.over)
        await expect(controls.first).to_be_visible(timeout=THINKING)

    async def move(self, pick: int = 0, *, tap: bool = False) -> str:
        """Play a legal move by its button, wait for the next position, and return the move."""
        await self.window.read()
        before = await self.position_id()
        control = self.moves.nth(pick % await self.moves.count())
        move = (await control.get_attribute("data-custom-id") or "").rpartition(":")[2]
        await (control.tap() if tap else control.click())
        await self.changed(before)
        return move

    async def select_piece(self, pick: int = 0) -> None:
        """Select a movable piece, so that its moves have buttons."""
        await self.window.read()
        pieces = self.pieces
        await pieces.nth(pick % await pieces.count()).click()
        await expect(self.moves.first).to_be_visible(timeout=WAIT)

    @property
    def parts(self) -> Locator:
        """The buttons that enlarge a part of a large board."""
        return self.root.locator(
            f'button[data-custom-id^="b:look:{self.match_id}:"][data-custom-id*=":part-"]:enabled'
        )

    async def enlarge(self, pick: int, *, tap: bool = False) -> Locator:
        """Enlarge a part of the board; the private message that shows it."""
        await self.window.read()
        control = self.parts.nth(pick % await self.parts.count())
        part = (await control.get_attribute("data-custom-id") or "").rpartition(":")[2]
        await (control.tap() if tap else control.click())
        shown = self.window.ephemeral_reply
        # Its points, or the columns that lead to them.
        inside = shown.locator(f'button[data-custom-id*=":{part}."], button[data-custom-id^="b:move:"]')
        await expect(inside.first).to_be_visible(timeout=WAIT)
        return shown

    async def move_in_part(self, pick: int, number: int, *, tap: bool = False) -> None:
        """Play a point of an enlarged part of the board, and wait for the next position."""
        shown, before = await self.enlarge(pick, tap=tap), await self.position_id()
        points = shown.locator('button[data-custom-id^="b:move:"]:enabled')
        control = points.nth(number % await points.count())
        await (control.tap() if tap else control.click())
        await self.changed(before)

    async def say(self, word: str) -> None:
        """Press the button of a move that is a word, such as a pass, and wait for the next position."""
        await self.window.read()
        before = await self.position_id()
        await self.root.locator(f'button[data-custom-id^="b:move:"][data-custom-id$=":{word}"]').click()
        await self.changed(before)

    async def move_refused(self) -> None:
        """Press a move that this person cannot make; the bot answers with an ephemeral reply."""
        await self.window.read()
        await self.moves.first.click()
        await expect(self.root.locator(".pending")).to_have_count(0)

    async def picture(self) -> str | None:
        """The address of the message's picture."""
        return await self.root.locator(".picture img").get_attribute("src")

    async def changed(self, before: str) -> None:
        """Wait until the message shows a position other than ``before``."""
        await self.page.wait_for_function(
            _OTHER_POSITION, arg=[self.message_id, before], timeout=THINKING, polling=POLLING
        )

    async def shows(self, *texts: str) -> None:
        for text in texts:
            await expect(self.root).to_contain_text(text, timeout=THINKING)


_MATCHES = """() => [...document.querySelectorAll('li.message.v2:not(.ephemeral) [data-custom-id^="b:"]')]
  .map((node) => Number(node.dataset.customId.split(':')[2]))"""
_OTHER_POSITION = """([id, before]) => {
  const node = document.querySelector(`li.message[data-message-id="${id}"] [data-custom-id]`);
  return node && node.dataset.customId.split(':')[3] !== before;
}"""
