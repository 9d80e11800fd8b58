"""The README's pictures, taken from the running page: `make pictures` writes docs/images/*.png.

`make pictures NAME=go` takes one of them; `boards` is the boards of all games without anything around them.
Each picture is of a match in progress: a person against the computer, who plays as the computer would, or two
people who follow written moves.
"""

from __future__ import annotations

import asyncio
import io
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypedDict

from PIL import Image
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from ai.base import choose
from bot.drawing.base import Scene
from bot.drawing.registry import DRAWINGS
from bot.drawing.showcase import side_by_side
from games import GAMES, replay
from games.base import Move, Record, Side
from tests.programs import find

from .conftest import CHROMIUM
from .pages import WAIT
from .server import ROOT, Server
from .window import THINKING, Board, Window

FOLDER = ROOT / "docs" / "images"
MAX_BYTES = 300 * 1024
JUDGED_MS = 60_000
"""How long a match may take to be judged."""
LEVEL = "6"
"""The level at which people play in pictures: a little better than their opponents."""


class Device(TypedDict, total=False):
    """What a person's browser is opened with."""

    width: int
    device_scale_factor: float
    is_mobile: bool
    has_touch: bool
    color_scheme: Literal["light", "dark"]


DESKTOP: Device = {"width": 900}
PHONE: Device = {"width": 360, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}

CLASSIC = (
    "r16 d17 q3 p17 c4 c14 e4 r5 q15 o4 q5 q4 p4 r4 p3 p5 q6 r3 o3 p6 "
    "q7 p7 q8 n4 n3 p8 q9 m3 m2 l2 m4 l3 r2 s2 s1 n2 o2 q2 q1 r1"
)
"""After the ear-reddening game of Shūsaku (Black) and Gennan Inseki, 1846."""
CHANGING = (
    "c4 c3 d3 e3 f6 c5 b3 a3 f3 b5 b4 f5 c6 f7 a6 c7 d6 g3 b6 d7 c8 f4 e2 d2 e6 f1 c1 a4 h3 e7 c2 "
    "e1 f8 g5 h6 g6 h5 h4 d1 b1 a5 a7 g7 g4 f2 g1 g2 h8 b7 h7 a2 a1 b2 a8 b8 g8 pass h2 h1 d8 e8"
)
"""A game of Othello between two weak levels, with blunders for the review to find."""


@dataclass(frozen=True)
class Picture:
    """Which window is taken, and what happens in it first."""

    name: str
    person: str
    """Whose window it is."""
    channel: str
    friend: str
    message: str
    """What the friend writes in the channel."""
    command: str
    """What starts the match; the friend is its opponent if there are written moves."""
    plies: int
    """How many plies are played before the picture is taken."""
    device: Device
    moves: str = ""
    """The moves that are played; none means good ones."""
    selects: bool = False
    """Whether a piece is selected in the picture."""


PICTURES = (
    Picture(
        name="othello",
        person="Alice",
        channel="games",
        friend="Bob",
        message="Level 5? Take a corner and I'll buy you a coffee ☕",
        command="/play othello level:5 side:first",
        plies=18,
        device={**DESKTOP, "color_scheme": "light"},
    ),
    Picture(
        name="go",
        person="민지",
        channel="바둑과-오목",
        friend="준호",
        message="큰 판으로 한 판? 지면 커피 사기 ☕",
        command="/대국 바둑 크기:19x19 편:first 상대:",
        plies=40,
        device={**DESKTOP, "color_scheme": "dark"},
        moves=CLASSIC,
    ),
    Picture(
        name="gomoku",
        person="Bob",
        channel="go-corner",
        friend="Alice",
        message="Renju? No double threes for you, then 😄",
        command="/play gomoku level:6 side:first",
        plies=16,
        device={**PHONE, "color_scheme": "light"},
    ),
    Picture(
        name="hare-and-hounds",
        person="Bob",
        channel="lounge",
        friend="Alice",
        message="Mind the gaps!",
        command="/play hare-and-hounds level:5 side:first",
        plies=8,
        device={**PHONE, "color_scheme": "dark"},
    ),
    Picture(
        name="twelve-janggi",
        person="준호",
        channel="잡담",
        friend="민지",
        message="왕을 그렇게 두면 안 될 텐데 😏",
        command="/대국 십이장기 단계:5 편:first",
        plies=10,
        device={**PHONE, "color_scheme": "light"},
        selects=True,
    ),
)
KOREAN_PICTURES = (
    Picture(
        name="othello-ko",
        person="민지",
        channel="오셀로",
        friend="준호",
        message="5단계? 귀 하나라도 차지하면 커피 살게 ☕",
        command="/대국 오셀로 단계:5 편:first",
        plies=18,
        device={**DESKTOP, "color_scheme": "light"},
    ),
    Picture(
        name="gomoku-ko",
        person="준호",
        channel="바둑과-오목",
        friend="민지",
        message="렌주룰? 그럼 흑은 삼삼 금지 😄",
        command="/대국 오목 단계:6 편:first",
        plies=16,
        device={**PHONE, "color_scheme": "light"},
    ),
    Picture(
        name="hare-and-hounds-ko",
        person="준호",
        channel="잡담",
        friend="민지",
        message="빈틈을 조심해!",
        command="/대국 토끼와사냥개 단계:5 편:first",
        plies=8,
        device={**PHONE, "color_scheme": "dark"},
    ),
)
"""Those of the Korean documents that the others do not show in Korean."""
REVIEW = Picture(
    name="review",
    person="Alice",
    channel="go-corner",
    friend="Bob",
    message="Quick game?",
    command="/play othello side:first opponent:",
    plies=58,
    device={**DESKTOP, "color_scheme": "light"},
    moves=CHANGING,
)
"""The match is resigned and then reviewed."""
KOREAN_REVIEW = replace(
    REVIEW,
    name="review-ko",
    person="민지",
    channel="오셀로",
    friend="준호",
    message="빨리 한 판?",
    command="/대국 오셀로 편:first 상대:",
)
REVIEWS = {"overview": REVIEW, "overview-ko": KOREAN_REVIEW}
"""By the name of the picture of its overview."""
ALL_BOARDS = "boards"
KOREAN = "-ko"
"""How the names of pictures for the Korean documents end."""
MATCHES = (*PICTURES, *KOREAN_PICTURES)
NAMES = (*(picture.name for picture in (*MATCHES, *REVIEWS.values())), *REVIEWS, ALL_BOARDS)


async def main(names: Sequence[str]) -> int:
    """Take the pictures of these names; return the exit status."""
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        sys.stderr.write(f"There is no picture {unknown[0]}; NAME is one of {', '.join(NAMES)}.\n")
        return 1
    path = find(*CHROMIUM)
    if path is None:
        sys.stderr.write("Pictures are taken with chromium, which is not installed.\n")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    korean = [name for name in names if name.endswith(KOREAN)]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        others = [name for name in names if name not in korean]
        for group in filter(None, (others, korean)):  # a channel of both would have two matches
            with tempfile.TemporaryDirectory() as folder:
                server = Server(Path(folder) / "state", has_emojis=True)
                await server.start()
                await take_all(browser, server, group)
                await server.stop()
        await browser.close()
    return 0


async def take_all(browser: Browser, server: Server, names: Sequence[str]) -> None:
    """Take the pictures of these names; the picture of all boards needs a match of every game."""
    records = []
    for picture in MATCHES:
        if picture.name in names or (ALL_BOARDS in names and picture in PICTURES):
            record, taken = await take(browser, server, picture)
            if picture in PICTURES:
                records.append(record)
            if picture.name in names:
                save(taken, picture.name)
    for overview, picture in REVIEWS.items():
        if picture.name in names or overview in names:
            both = await take_review(browser, server, picture)
            for name, taken in zip((overview, picture.name), both, strict=True):
                save(taken, name)
    if ALL_BOARDS in names:
        save(together(records), ALL_BOARDS)


async def take(browser: Browser, server: Server, picture: Picture) -> tuple[Record, bytes]:
    """Play a match; return its record and its picture."""
    friend = await Window.open(browser, server, picture.friend, picture.channel)
    await friend.command(picture.message)
    window = await Window.open(browser, server, picture.person, picture.channel, **picture.device)
    boards = await begin(window, friend, picture)
    record = await play(server, boards, picture)
    if picture.selects:
        await window.read()
        await button(boards[0], "look", origin(choose(record, LEVEL).move)).click()
        await expect(boards[0].moves.first).to_be_visible(timeout=WAIT)
    taken = await screenshot(window)
    await window.close()
    await friend.close()
    return record, taken


async def take_review(browser: Browser, server: Server, picture: Picture) -> tuple[bytes, bytes]:
    """Play a match; return the pictures of its overview, and of the first move that decided it."""
    friend = await Window.open(browser, server, picture.friend, picture.channel)
    window = await Window.open(browser, server, picture.person, picture.channel, **picture.device)
    boards = await begin(window, friend, picture)
    await play(server, boards, picture)
    await boards[0].press("resign")
    await window.answer("resign-yes")
    await boards[0].press("review")
    await expect(window.ephemeral_reply).to_have_text(re.compile("Turning points|승부처"), timeout=JUDGED_MS)
    overview = await _reply(window)
    await window.ephemeral_reply.locator('button[data-custom-id$=".m"]').first.click()
    await expect(window.ephemeral_reply).to_have_text(re.compile(r"Move \d+ of|수째"), timeout=WAIT)
    step = await _reply(window)
    await window.close()
    await friend.close()
    return overview, step


async def _reply(window: Window) -> bytes:
    """The picture of the window's ephemeral message."""
    await fit(window.page)
    await settle(window.page)
    return await window.ephemeral_reply.screenshot(animations="disabled")


async def begin(window: Window, friend: Window, picture: Picture) -> list[Board]:
    """Start the match; return the board in each player's window, first the one of the picture."""
    if not picture.moves:
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
    """Play as many plies as the picture shows; return the record."""
    while True:
        await boards[0].ready()
        record = server.match(boards[0].match_id).record
        position = replay(record)
        assert position.outcome() is None, f"{picture.name} ended too soon: take the picture again"
        if len(record.moves) >= picture.plies:
            return record
        written = picture.moves.split()
        move = Move(written[len(record.moves)]) if written else choose(record, LEVEL).move
        mover = boards[0 if position.to_move is Side.FIRST else -1]
        before = await mover.position_id()
        await make(mover, move)
        for board in boards:
            await board.changed(before)


async def make(board: Board, move: Move) -> None:
    """Make a move as a person does: by its button, after the button of its piece if needed, or typed."""
    goal, piece = button(board, "move", move), button(board, "look", origin(move))
    if not await goal.count() and await piece.count():
        await board.window.read()
        await piece.click()
        await expect(goal).to_be_visible(timeout=WAIT)
    await board.window.read()
    if await goal.count():
        await goal.click()
    else:
        command = "/move" if board.window.person.isascii() else "/두기"
        await board.window.command(f"{command} {move}")


def button(board: Board, verb: str, argument: str) -> Locator:
    """The enabled button of this custom_id."""
    start = f"b:{verb}:{board.match_id}:"
    return board.root.locator(f'button[data-custom-id^="{start}"][data-custom-id$=":{argument}"]:enabled')


def origin(move: Move) -> str:
    """What is selected for a move: a piece's square, or a kind in hand."""
    return move[:2]


async def screenshot(window: Window) -> bytes:
    """Take the window, as tall as the channel's messages, once all images are loaded."""
    await fit(window.page)
    await settle(window.page)
    return await window.page.screenshot(animations="disabled")


async def settle(page: Page) -> None:
    """Wait until all images are loaded, none is a placeholder, and the pointer and the focus are away."""
    await page.mouse.move(0, 0)
    await page.evaluate("document.activeElement?.blur()")
    await page.wait_for_function(
        "[...document.images].every((image) => image.complete && image.naturalWidth)"
        " && !document.querySelector('.picture.reloading')",
        timeout=THINKING,
    )


async def fit(page: Page) -> None:
    """Make the window as tall as the messages."""
    size = page.viewport_size
    assert size is not None
    await page.set_viewport_size({"width": size["width"], "height": await page.evaluate(_HEIGHT)})


_HEIGHT = """() => {
  const messages = [...document.querySelectorAll('li.message')].map((node) => node.getBoundingClientRect());
  const chrome = innerHeight - document.getElementById('scroller').clientHeight;
  return Math.ceil(chrome + messages.at(-1).bottom - messages[0].top) + 36;
}"""


# --- All boards in one picture -----------------------------------------------------------------------

WIDTH, GAP = 1280, 20
BOARDS_PER_ROW = 3


def together(records: Sequence[Record]) -> bytes:
    """The boards as the bot draws them, in rows of one width."""
    drawn = {record.game: drawing(record) for record in records}
    boards = [drawn[slug] for slug in GAMES]
    starts = range(0, len(boards), BOARDS_PER_ROW)
    rows = [side_by_side(boards[start : start + BOARDS_PER_ROW], WIDTH, GAP) for start in starts]
    whole = Image.new("RGBA", (WIDTH, sum(row.height + GAP for row in rows) - GAP))
    top = 0
    for row in rows:
        whole.paste(row, (0, top))
        top += row.height + GAP
    return png(whole)


def drawing(record: Record) -> Image.Image:
    """The picture of a record's last position, with its last move marked."""
    before = replay(record.before(len(record.moves) - 1))
    scene = Scene(replay(record), last=record.moves[-1], previous=before, hints=False)
    return Image.open(io.BytesIO(DRAWINGS[record.game].draw(scene))).convert("RGBA")


# --- Files -------------------------------------------------------------------------------------------


def png(image: Image.Image) -> bytes:
    """An image as a file's bytes."""
    stored = io.BytesIO()
    image.save(stored, "PNG", optimize=True)
    return stored.getvalue()


def save(taken: bytes, name: str) -> None:
    """Write a picture, with fewer colors if it is too large for a README."""
    image, path = Image.open(io.BytesIO(taken)), FOLDER / f"{name}.png"
    path.write_bytes(png(image))
    if path.stat().st_size > MAX_BYTES:
        path.write_bytes(png(image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)))
    kilobytes = path.stat().st_size // 1024
    assert kilobytes <= MAX_BYTES // 1024, f"{path.name} has {kilobytes} KB"
    sys.stdout.write(f"{path.relative_to(ROOT)}: {image.width}x{image.height}, {kilobytes} KB\n")


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:] or NAMES)))
