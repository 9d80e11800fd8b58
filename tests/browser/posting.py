"""Messages posted through the sandbox's REST API, and windows of a device that show them."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from PIL import Image
from playwright.async_api import Browser, Error, Locator, Page, expect

from sandbox import Sandbox
from sandbox.core import messages
from sandbox.core.messages import Files, Upload
from sandbox.validate.messages import EPHEMERAL, IS_V2
from tests.browser.pages import leave_page, open_page
from tests.browser.window import POLLING

PHONES = ("360x780", "390x844", "412x915")
DESKTOP = "1280x800"
Component = dict[str, Any]
Size = tuple[int, int]
_NUMBERS = itertools.count()
_DISPLAY = "display => { document.querySelector('#scroller').style.display = display }"
_LOADED = """() => [...document.images]
  .map((image) => [image, image.getBoundingClientRect()])
  .filter(([, { top, bottom }]) => top < innerHeight && bottom > 0)
  .every(([image]) => image.complete && image.naturalWidth)"""


def text(content: str) -> Component:
    return {"type": 10, "content": content}


def container(*children: Component, accent: int | None = None) -> Component:
    return {"type": 17, "components": list(children), "accent_color": accent}


def row(*labels: str) -> Component:
    """A row of buttons."""
    return {"type": 1, "components": [button(label=label) for label in labels]}


def button(**fields: object) -> Component:
    return {"type": 2, "style": 2, "custom_id": f"button:{next(_NUMBERS)}", **fields}


def select(*labels: str) -> Component:
    """A row with a select."""
    options = [{"label": label, "value": label} for label in labels]
    return {"type": 1, "components": [{"type": 3, "custom_id": "choice", "options": options}]}


def gallery(*names: str, description: str | None = None) -> Component:
    """A gallery of the message's pictures with these names."""
    items = [{"media": {"url": f"attachment://{name}.png"}, "description": description} for name in names]
    return {"type": 12, "items": items}


def png(size: Size, color: str = "teal") -> bytes:
    stored = io.BytesIO()
    Image.new("RGB", size, color).save(stored, "PNG")
    return stored.getvalue()


@dataclass
class View:
    """A window of Alice's on a channel."""

    page: Page
    problems: list[str] = field(default_factory=list)

    def note_fault(self, error: Error) -> None:
        """Note an error in a script."""
        self.problems.append(str(error))

    async def lay_out(self, *, shown: bool) -> None:
        """Show the messages, or hide them, so that the window does not lay them out as each arrives."""
        await self.page.evaluate(_DISPLAY, "" if shown else "none")

    def message(self, message_id: str) -> Locator:
        return self.page.locator(f'li.message[data-message-id="{message_id}"]')


class Poster:
    """A bot that posts into a channel of the sandbox and edits what it posted."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession, browser: Browser) -> None:
        self._sandbox, self._session, self._browser = sandbox, session, browser
        self._channel = str(sandbox.channel("games"))
        self._devices: dict[str, View] = {}
        self._views: list[View] = []
        self._newest = ""

    @property
    def channel(self) -> str:
        """The id of the channel."""
        return self._channel

    @property
    def people(self) -> tuple[int, int]:
        """The ids of two people who can be mentioned."""
        return int(self._sandbox.person("Alice").id), int(self._sandbox.person("Bob").id)

    def put(self, components: Sequence[Component], files: dict[str, bytes], *, private: bool = False) -> str:
        """Add a message with these files, without a request; an ephemeral one to Alice. Returns its id."""
        uploads = {str(n): Upload(name, data, "image/png") for n, (name, data) in enumerate(files.items())}
        attachments = [{"id": number, "filename": name} for number, name in enumerate(files)]
        body = {"components": components, "attachments": attachments}
        self._newest = str(self._create(body, uploads, private=private)["id"])
        return self._newest

    async def post(self, *components: Component, pictures: dict[str, Size] | None = None) -> str:
        """Post a message and return its id. `pictures` are names and sizes in pixels."""
        return str((await self._send("POST", "", components, pictures or {}, "teal"))["id"])

    async def edit(
        self,
        message_id: str,
        *components: Component,
        pictures: dict[str, Size] | None = None,
        color: str = "teal",
    ) -> None:
        await self._send("PATCH", f"/{message_id}", components, pictures or {}, color)

    def ephemeral(self, content: str) -> Component:
        """Post an ephemeral message to Alice, and return it."""
        return self._create({"content": content}, private=True)

    def emoji(self, name: str) -> Component:
        """Upload an emoji of the bot, and return it."""
        return self._sandbox.state.add_emoji(name, png((128, 128)))

    def command(self, name: str, korean: str) -> Component:
        """Register a command that has a Korean name, and return it."""
        command = {
            "id": self._sandbox.ids.next(),
            "type": 1,
            "name": name,
            "description": name,
            "options": [],
        }
        command |= {"name_localizations": {"ko": korean}, "contexts": None, "integration_types": [0]}
        self._sandbox.state.put_command("global", command)
        return command

    def frame(self, name: str, data: Component) -> None:
        """Send a frame to every window of Alice's."""
        self._sandbox.context.events.to_person(self._sandbox.person("Alice").id, name, data)

    def embed(self, embed: Component) -> str:
        """Post a message with an embed, and return its id."""
        self._newest = str(self._create({"embeds": [embed]}, private=False)["id"])
        return self._newest

    def edit_ephemeral(self, message: Component, content: str) -> None:
        messages.edit(self._sandbox.context, message, {"content": content})

    def delete(self, *message_ids: str) -> None:
        """Delete messages: a long channel makes every window slow."""
        context = self._sandbox.context
        for message_id in message_ids:
            messages.delete(context, context.state.messages[self._channel][message_id])

    def _create(self, body: Component, files: Files | None = None, *, private: bool) -> Component:
        context, is_v2 = self._sandbox.context, IS_V2 if "components" in body else 0
        extra = {"flags": EPHEMERAL | is_v2, "_reader": self._sandbox.person("Alice").id} if private else None
        body = {**body, "flags": is_v2}
        channel = context.state.channel(self._channel)
        return messages.create(context, channel, context.state.bot_id, body, files, extra=extra)

    async def drop_windows(self) -> None:
        """Close the socket of every window, as a lost connection does."""
        await self._sandbox.sockets.close()

    async def _send(
        self, method: str, path: str, components: Sequence[Component], pictures: dict[str, Size], color: str
    ) -> dict[str, Any]:
        files = {f"{name}.png": png(size, color) for name, size in pictures.items()}
        return await self._upload(method, path, components, files)

    async def _upload(
        self, method: str, path: str, components: Sequence[Component], files: dict[str, bytes]
    ) -> dict[str, Any]:
        attachments = [{"id": number, "filename": name} for number, name in enumerate(files)]
        body = {"flags": IS_V2, "components": components, "attachments": attachments}
        form = aiohttp.FormData(default_to_multipart=True)
        form.add_field("payload_json", json.dumps(body), content_type="application/json")
        for number, (name, content) in enumerate(files.items()):
            form.add_field(f"files[{number}]", content, filename=name, content_type="image/png")
        url = f"{self._sandbox.api_base}/channels/{self._channel}/messages{path}"
        headers = {"Authorization": f"Bot {self._sandbox.token}"}
        async with self._session.request(method, url, data=form, headers=headers) as response:
            answer: dict[str, Any] = await response.json()
            assert response.status == 200, answer
            self._newest = str(answer["id"])
            return answer

    async def device(self, name: str = DESKTOP) -> View:
        """The window that is this device, as large as its screen, with the newest message. It stays open."""
        if name not in self._devices:
            width, height = map(int, name.split("x"))
            self._devices[name] = await self.open((width, height), name)
        view = self._devices[name]
        if self._newest:
            await expect(view.message(self._newest)).to_be_attached()
        return view

    async def open(
        self, viewport: Size, device: str = "", *, person: str = "Alice", channel: str = "games"
    ) -> View:
        """Open a window of this size, which is a device, shows one in a frame, or is none."""
        view = View(await open_page(self._browser, *viewport))
        view.page.on("pageerror", view.note_fault)
        where = f"user={self._sandbox.person(person).id}&channel={self._sandbox.channel(channel)}"
        query = f"{where}&device={device}"
        await view.page.goto(f"{self._sandbox.url}/?{query}")
        self._views.append(view)
        await expect(view.page.locator("#app.ready, iframe")).to_be_visible()
        return view

    async def close_others(self) -> None:
        """Close the windows that are no device's. A script error in one fails.

        What stays open draws every message that comes later, too.
        """
        await self._close([view for view in self._views if view not in self._devices.values()])

    async def close(self) -> None:
        """Close the windows. A script error in one fails."""
        await self._close(self._views)

    async def _close(self, views: Sequence[View]) -> None:
        for view in views:
            view.page.remove_listener("pageerror", view.note_fault)
            await leave_page(view.page)
        self._views = [view for view in self._views if view not in views]
        assert [view.problems for view in views if view.problems] == []


async def settled(view: View) -> None:
    """Wait until all pictures on the screen are loaded; others are, once they are near."""
    await view.page.wait_for_function(_LOADED, polling=POLLING)


async def size_of(locator: Locator) -> tuple[float, float]:
    """Width and height in CSS pixels."""
    size: list[float] = await locator.evaluate(
        "node => { const { width, height } = node.getBoundingClientRect(); return [width, height]; }"
    )
    return size[0], size[1]
