"""The README's pictures, taken from the running page: `make pictures` writes docs/images/*.png.

Start reading at `main`. A picture is a match some moves in: a person who plays as the computer would against
the computer, or two people who follow a written game. What stands on the five boards then is shown once more
without anything around it, in `boards.png`.
"""

from __future__ import annotations

import asyncio
import io
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from ai.base import choose
from bot.drawing.base import Scene
from bot.drawing.registry import DRAWINGS
from games import replay
from games.base import Move, Record, Side

from .server import ROOT, Server
from .window import THINKING, WAIT, Board, Window

FOLDER = ROOT / "docs" / "images"
MOST_BYTES = 300 * 1024
LEVEL = "6"
"""As well as this do people play in pictures: a little better than their opponents."""

DESKTOP = {"width": 900}
PHONE = {"width": 360, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}

CLASSIC = (
    "r16 d17 q3 p17 c4 c14 e4 r5 q15 o4 q5 q4 p4 r4 p3 p5 q6 r3 o3 p6 "
    "q7 p7 q8 n4 n3 p8 q9 m3 m2 l2 m4 l3 r2 s2 s1 n2 o2 q2 q1 r1"
)
"""After the ear-reddening game of Shūsaku (Black) and Gennan Inseki, 1846."""


@dataclass(frozen=True)
class Picture:
    """Whose window, on what, and what is said and typed there.

    ``plies`` are played before the picture is taken: those ``written``, else good ones. Only a match of two
    people is written. ``holds``: a piece is taken up at last.
    """

    name: str
    person: str
    channel: str
    friend: str
    said: str
    command: str
    plies: int
    look: dict[str, Any]
    written: str = ""
    holds: bool = False


PICTURES = (
    Picture(
        "othello", "Alice", "games", "Bob", "Level 5? Take a corner and I'll buy you a coffee ☕",
        "/play othello level:5 side:first", 18, {**DESKTOP, "color_scheme": "light"},
    ),
    Picture(
        "go", "민지", "바둑과-오목", "준호", "큰 판으로 한 판? 지면 커피 사기 ☕",
        "/대국 바둑 크기:19x19 편:first 상대:", 40, {**DESKTOP, "color_scheme": "dark"}, written=CLASSIC,
    ),
    Picture(
        "gomoku", "Bob", "go-corner", "Alice", "Renju? No double threes for you, then 😄",
        "/play gomoku level:6 side:first", 16, {**PHONE, "color_scheme": "light"},
    ),
    Picture(
        "hare-and-hounds", "Bob", "lounge", "Alice", "Mind the gaps!",
        "/play hare-and-hounds level:5 side:first", 8, {**PHONE, "color_scheme": "dark"},
    ),
    Picture(
        "twelve-janggi", "준호", "잡담", "민지", "왕을 그렇게 두면 안 될 텐데 😏",
        "/대국 십이장기 단계:5 편:first", 10, {**PHONE, "color_scheme": "light"}, holds=True,
    ),
)  # fmt: skip
SHARP = (
    "c1-c2 a4-a3 b1-c1 a3-a2 c1-b1 b4-a3 b2-b3 c4-b3 a1-b2 "
    "a3-a4 c2-c3 Z*c4 c3-c2 b3-c2 b1-a2 c2-b3 a2-a1 J*a2"
)
REVIEW = Picture(
    "review", "Alice", "go-corner", "Bob", "Quick game?", "/play twelve-janggi side:first opponent:",
    18, {**DESKTOP, "color_scheme": "light"}, written=SHARP,
)  # fmt: skip
"""Given up at last, and looked back at."""


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
            records = [await take(browser, server, picture) for picture in PICTURES]
            await look_back(browser, server, REVIEW)
            await browser.close()
        await server.stop()
    save(together(records), "boards")
    return 0


async def take(browser: Browser, server: Server, picture: Picture) -> Record:
    """Play a match and save its picture; what was played."""
    friend = await Window.open(browser, server, picture.friend, picture.channel)
    await friend.command(picture.said)
    window = await Window.open(browser, server, picture.person, picture.channel, **picture.look)
    boards = await begin(window, friend, picture)
    record = await play(server, boards, picture)
    if picture.holds:
        await key(boards[0], "look", origin(choose(record, LEVEL).move)).click()
        await expect(boards[0].moves.first).to_be_visible(timeout=WAIT)
    save(await shot(window), picture.name)
    await window.close()
    await friend.close()
    return record


async def look_back(browser: Browser, server: Server, picture: Picture) -> None:
    """Play a match, give it up, and save the picture of its first mistake."""
    friend = await Window.open(browser, server, picture.friend, picture.channel)
    window = await Window.open(browser, server, picture.person, picture.channel, **picture.look)
    boards = await begin(window, friend, picture)
    await play(server, boards, picture)
    await boards[0].press("resign")
    await window.answer("resign-yes")
    await boards[0].press("review")
    await window.whisper.locator('button[data-custom-id^="s:review:"]').click()
    await window.page.locator(".options [role=option]").first.click()
    await window.hears("❗")
    await fit(window.page)
    await settle(window.page)
    save(await window.whisper.screenshot(animations="disabled"), picture.name)
    await window.close()
    await friend.close()


async def begin(window: Window, friend: Window, picture: Picture) -> list[Board]:
    """Start the match: the board in each player's window, first the one that is shown."""
    if not picture.written:
        return [await window.begins(picture.command)]
    newest = await window.newest()
    await window.types(picture.command)
    await window.page.get_by_test_id("picker-choice").filter(has_text=picture.friend).click()
    await window.page.keyboard.press("Enter")
    board = await window.last_board(after=newest)
    theirs = friend.board(board)
    await theirs.press("accept")
    return [board, theirs]


async def play(server: Server, boards: list[Board], picture: Picture) -> Record:
    """Play until as many plies are played as the picture wants; the record of them."""
    while True:
        await boards[0].ready()
        record = server.match(boards[0].match_id).record
        position = replay(record)
        assert position.outcome() is None, f"{picture.name} was over too soon: take the pictures again"
        if len(record.moves) >= picture.plies:
            return record
        written = picture.written.split()
        move = Move(written[len(record.moves)]) if written else choose(record, LEVEL).move
        mover = boards[0 if position.to_move is Side.FIRST else -1]
        before = await mover.stamp()
        await make(mover, move)
        for board in boards:
            await board.changed(before)


async def make(board: Board, move: Move) -> None:
    """Make a move as a person does: by its key, by its piece and then its key, or typed."""
    goal, piece = key(board, "move", move), key(board, "look", origin(move))
    if not await goal.count() and await piece.count():
        await piece.click()
        await expect(goal).to_be_visible(timeout=WAIT)
    if await goal.count():
        await goal.click()
    else:
        await board.press("type")
        await board.page.locator('[data-testid="modal-field"][data-custom-id="move"]').fill(move)
        await board.page.get_by_test_id("modal-submit").click()


def key(board: Board, verb: str, argument: str) -> Locator:
    """The button that does this, if it is there and can be pressed."""
    start = f"b:{verb}:{board.match_id}:"
    return board.root.locator(f'button[data-custom-id^="{start}"][data-custom-id$=":{argument}"]:enabled')


def origin(move: Move) -> str:
    """What is taken up for a move: a piece's square, or a kind in the hand."""
    return move[:2]


async def shot(window: Window) -> bytes:
    """The window, as tall as what was said in the channel, once all is there and nothing is pointed at."""
    await fit(window.page)
    await settle(window.page)
    return await window.page.screenshot(animations="disabled")


async def settle(page: Page) -> None:
    """Wait until all pictures are there; nothing is pointed at."""
    await page.mouse.move(0, 0)
    await page.evaluate("document.activeElement?.blur()")
    await page.wait_for_function(
        "[...document.images].every((image) => image.complete && image.naturalWidth)", timeout=THINKING
    )


async def fit(page: Page) -> None:
    """Make the window as tall as all that was said; a taller window may show a larger board."""
    for _ in range(5):
        size, height = page.viewport_size, await page.evaluate(_HEIGHT)
        assert size is not None
        if size["height"] == height:
            return
        await page.set_viewport_size({"width": size["width"], "height": height})
    raise AssertionError("the window finds no height")


_HEIGHT = """() => {
  const said = [...document.querySelectorAll('li.message')].map((node) => node.getBoundingClientRect());
  const chrome = innerHeight - document.getElementById('scroller').clientHeight;
  return Math.ceil(chrome + said.at(-1).bottom - said[0].top) + 36;
}"""


# --- Five boards in one picture ----------------------------------------------------------------------

WIDTH, GAP = 1280, 20
ROWS = (("othello", "gomoku", "go"), ("hare_and_hounds", "twelve_janggi"))


def together(records: Sequence[Record]) -> bytes:
    """The boards as the bot draws them, in rows of one width."""
    drawn = {record.game: drawing(record) for record in records}
    rows = [row([drawn[slug] for slug in slugs]) for slugs in ROWS]
    whole = Image.new("RGBA", (WIDTH, sum(one.height + GAP for one in rows) - GAP))
    top = 0
    for one in rows:
        whole.paste(one, (0, top))
        top += one.height + GAP
    return png(whole)


def drawing(record: Record) -> Image.Image:
    """A record's last position on its board, with the mark of its last move."""
    before = replay(record.before(len(record.moves) - 1))
    scene = Scene(replay(record), last=record.moves[-1], previous=before, hints=False)
    return Image.open(io.BytesIO(DRAWINGS[record.game].draw(scene))).convert("RGBA")


def row(boards: Sequence[Image.Image]) -> Image.Image:
    """Boards of one height side by side."""
    room = WIDTH - GAP * (len(boards) - 1)
    height = round(room / sum(board.width / board.height for board in boards))
    whole, left = Image.new("RGBA", (WIDTH, height)), 0
    for board in boards:
        small = board.resize((round(board.width * height / board.height), height), Image.Resampling.LANCZOS)
        whole.paste(small, (left, 0))
        left += small.width + GAP
    return whole


# --- Files -------------------------------------------------------------------------------------------


def png(image: Image.Image) -> bytes:
    """An image as a file's bytes."""
    stored = io.BytesIO()
    image.save(stored, "PNG", optimize=True)
    return stored.getvalue()


def save(taken: bytes, name: str) -> None:
    """With as many colours as fit into the size a README's picture may have."""
    image, path = Image.open(io.BytesIO(taken)), FOLDER / f"{name}.png"
    path.write_bytes(png(image))
    if path.stat().st_size > MOST_BYTES:
        path.write_bytes(png(image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)))
    kilobytes = path.stat().st_size // 1024
    assert kilobytes <= MOST_BYTES // 1024, f"{path.name} has {kilobytes} KB"
    sys.stdout.write(f"{path.relative_to(ROOT)}: {image.width}x{image.height}, {kilobytes} KB\n")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
