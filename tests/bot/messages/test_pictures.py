"""Pictures are drawn once, in processes that are replaced when they die and do not outlive the bot."""

from __future__ import annotations

import asyncio
import pickle
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from bot.drawing.base import Scene
from bot.messages import pictures as module
from bot.messages.pictures import Pictures
from bot.presenters.board_scene import BoardScene
from bot.ui.picture import Look, picture, scene_picture
from games import GAMES, replay
from tests.bot.drawn import in_threads
from tests.bot.stories import match_of


class Counting:
    """Draws the number of the drawing, once it is let."""

    def __init__(self, fails: int = 0) -> None:
        self.count = 0
        self.fails = fails
        self.ready = threading.Event()
        self.ready.set()

    def __call__(self) -> bytes:
        self.ready.wait(5)
        self.count += 1
        if self.count <= self.fails:
            raise ZeroDivisionError
        return str(self.count).encode()


@pytest.fixture
def pictures() -> Iterator[Pictures]:
    made = in_threads()
    yield made
    made.close()


async def test_a_picture_is_drawn_once(pictures: Pictures) -> None:
    draw = Counting()
    draw.ready.clear()
    together = asyncio.gather(*(pictures.get("a", draw) for _ in range(5)))
    await asyncio.sleep(0)
    draw.ready.set()
    assert await together == [b"1"] * 5
    assert await pictures.get("a", draw) == b"1"
    assert await pictures.get("b", draw) == b"2"


async def test_one_who_leaves_does_not_stop_the_drawing_for_others(pictures: Pictures) -> None:
    draw = Counting()
    draw.ready.clear()
    first, second = (asyncio.create_task(pictures.get("a", draw)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    draw.ready.set()
    assert await second == b"1"


async def test_a_picture_that_failed_is_drawn_again(pictures: Pictures) -> None:
    draw = Counting(fails=1)
    with pytest.raises(ZeroDivisionError):
        await pictures.get("a", draw)
    assert await pictures.get("a", draw) == b"2"


async def test_only_the_newest_are_kept(pictures: Pictures, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Counting()
    for number in range(module.MOST + 1):
        await pictures.get(number, draw)
    assert await pictures.get(1, draw) == b"2"
    assert await pictures.get(0, draw) == str(module.MOST + 2).encode()


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_drawn_can_be_sent_to_a_process(slug: str) -> None:
    match = match_of(slug, GAMES[slug].variants[0])
    scene = Scene(replay(match.record))
    board = replace(BoardScene.of(match), labels=(("d3", "1"),))
    for draw in (partial(picture, board, Look()), partial(scene_picture, slug, scene)):
        assert pickle.loads(pickle.dumps(draw))() == draw()
