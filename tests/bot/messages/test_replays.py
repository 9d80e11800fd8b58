"""Animations are made one at a time, and kept."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from bot.drawing.animation import Format
from bot.exceptions import Refusal
from bot.messages.pictures import Draw
from bot.messages.replays import KEPT, MAX_WAITING, Replays
from bot.ui.picture import Look
from data.model.match import Match, MatchState
from games.base import Move, Outcome
from tests.bot.stories import match_of

RESIGNED = Outcome(None, "outcome.resigned")
MATCH = match_of("othello", "8x8", (Move("f5"), Move("d6")), state=MatchState.OVER, outcome=RESIGNED)


class Maker:
    """Makes files of one number each; holds them back while ``is_held``."""

    def __init__(self) -> None:
        self.made = 0
        self.at_once = 0
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def run(self, draw: Draw) -> bytes:
        self.at_once += 1
        assert self.at_once == 1
        try:
            await self.go_on.wait()
            self.made += 1
            return str(self.made).encode()
        finally:
            self.at_once -= 1


@pytest.fixture
def maker() -> Maker:
    return Maker()


@pytest.fixture
def scores() -> AsyncMock:
    return AsyncMock(return_value=())


@pytest.fixture
def replays(maker: Maker, scores: AsyncMock) -> Replays:
    composer = AsyncMock()
    composer.look.return_value = Look()
    return Replays(composer, AsyncMock(return_value={}), scores, lambda: 0.0, maker.run)


async def content(replays: Replays, match: Match = MATCH, written: Format = Format.WEBP) -> bytes:
    file = await replays.file(match, match.home, written, None)
    return file.fp.read()


async def test_it_is_made_again_once_the_match_is_judged(replays: Replays, scores: AsyncMock) -> None:
    assert [await content(replays) for _ in range(2)] == [b"1", b"1"]
    scores.return_value = (0.0, 0.1, 0.2)
    assert [await content(replays) for _ in range(2)] == [b"2", b"2"]


async def test_an_animation_is_made_once(replays: Replays) -> None:
    first, second = await asyncio.gather(content(replays), content(replays))
    assert first == b"1"
    assert second == b"1"
    assert await content(replays, written=Format.GIF) == b"2"
    assert await content(replays, replace(MATCH, version=MATCH.version + 1)) == b"3"
    assert await content(replays) == b"1"


async def test_the_newest_are_kept(replays: Replays) -> None:
    assert await content(replays) == b"1"
    for number in range(KEPT):
        await content(replays, replace(MATCH, id=100 + number))
    assert await content(replays) == b"%d" % (KEPT + 2)


async def test_few_people_wait(replays: Replays, maker: Maker) -> None:
    maker.go_on.clear()
    waiting = [
        asyncio.create_task(content(replays, replace(MATCH, id=100 + number)))
        for number in range(MAX_WAITING)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as refused:
        await content(replays)
    assert refused.value.key == "replay.busy"
    maker.go_on.set()
    assert len(await asyncio.gather(*waiting)) == MAX_WAITING
    await content(replays)


async def test_one_that_fails_is_made_again(replays: Replays, maker: Maker) -> None:
    maker.at_once = 1  # its assertion fails
    with pytest.raises(AssertionError):
        await content(replays)
    maker.at_once = 0
    assert await content(replays) == b"1"
