"""The README's pictures, taken from the running page: `make pictures` writes docs/images/*.png.

Start reading at `main`. A picture is a match of a person against the computer, some moves in.
"""

from __future__ import annotations

import asyncio
import io
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Browser, async_playwright

from .server import ROOT, Server
from .window import Board, Window

FOLDER = ROOT / "docs" / "images"
MOST_BYTES = 300 * 1024


@dataclass(frozen=True)
class Picture:
    """Whose window, on what, and what is said and typed there."""

    name: str
    person: str
    channel: str
    friend: str
    said: str
    command: str
    moves: int
    look: dict[str, Any]


PICTURES = (
    Picture(
        "match-en", "Alice", "games", "Bob", "Level 5? Take a corner and I'll buy you a coffee ☕",
        "/play othello level:5 side:first", 8, {"width": 900, "height": 972, "color_scheme": "light"},
    ),
    Picture(
        "match-ko", "민지", "오셀로", "준호", "5단계? 귀를 하나라도 잡으면 커피 살게 ☕",
        "/대국 오셀로 단계:5 편:first", 8, {"width": 900, "height": 972, "color_scheme": "dark"},
    ),
    Picture(
        "phone", "Bob", "lounge", "Alice", "Your turn to lose to it 😄",
        "/play othello level:5 side:first", 6,
        {"width": 360, "height": 772, "color_scheme": "dark", "is_mobile": True, "has_touch": True,
         "device_scale_factor": 2},
    ),
)  # fmt: skip


async def main() -> int:
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        sys.stderr.write("Pictures are taken with chromium, which is not installed.\n")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "state")
        await server.start()
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for picture in PICTURES:
                await take(browser, server, picture)
            await browser.close()
        await server.stop()
    return 0


async def take(browser: Browser, server: Server, picture: Picture) -> None:
    friend = await Window.open(browser, server, picture.friend, picture.channel)
    await friend.command(picture.said)
    await friend.close()
    window = await Window.open(browser, server, picture.person, picture.channel, **picture.look)
    board = await window.begins(picture.command)
    for _ in range(picture.moves):
        await board.ready()
        await play_well(board)
    await board.ready()
    await window.page.mouse.move(0, 0)
    await window.page.evaluate("document.activeElement?.blur()")
    await window.page.wait_for_function(
        "[...document.images].every((image) => image.complete && image.naturalWidth)"
    )
    save(await window.page.screenshot(animations="disabled"), FOLDER / f"{picture.name}.png")
    await window.close()


async def play_well(board: Board) -> None:
    """Press the button in the middle of the list: a quiet move, mostly."""
    await board.move(await board.moves.count() // 2)


def save(png: bytes, path: Path) -> None:
    """With as many colours as fit into the size a README's picture may have."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image.save(path, optimize=True)
    if path.stat().st_size > MOST_BYTES:
        image.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    sys.stdout.write(
        f"{path.relative_to(ROOT)}: {image.width}x{image.height}, {path.stat().st_size // 1024} KB\n"
    )


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
