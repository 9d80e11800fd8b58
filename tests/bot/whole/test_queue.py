"""A long queue for the computers, as the people who wait see it."""

from __future__ import annotations

import asyncio

import pytest

from data.model.match import Match

from .world import FakePlayer, World, moves_offered

HOUR = 3600.0


async def says(w: World, match: Match, words: str) -> None:
    """Wait until the match's board says this."""
    await w.sandbox.until(lambda: words in w.board(match).text)


@pytest.mark.parametrize(
    ("channel", "waiting"),
    [("games", "⚪ In the queue: {} ahead"), ("오셀로", "⚪ 순서 대기 중 (앞에 {}판)")],
)
async def test_a_place_in_a_long_queue_is_told(
    w: World, player: FakePlayer, monkeypatch: pytest.MonkeyPatch, channel: str, waiting: str
) -> None:
    monkeypatch.setattr("bot.match.computer.QUEUE_SHOWN_SECONDS", 0.05)
    monkeypatch.setattr("bot.match.computer.QUEUE_POLL_SECONDS", 0.05)
    match = await w.play(channel=w.sandbox.channel(channel))
    player.ready.clear()
    player.ahead = 4
    await w.alice.click(w.board(match), label="d3")
    await says(w, match, waiting.format(4))
    player.ahead = 3
    await asyncio.sleep(0.2)  # that is not worth an edit
    assert waiting.format(4) in w.board(match).text
    player.ahead = 1
    await says(w, match, waiting.format(1))
    player.ready.set()
    match = await w.answered(await w.until(match, lambda one: one.ply == 2))
    assert waiting[-3:] not in w.board(match).text and moves_offered(w.board(match))


@pytest.mark.parametrize(
    ("channel", "words"),
    [
        ("games", "⚪ The computer is starting…"),
        ("오셀로", "⚪ 컴퓨터 준비 중…"),
    ],
)
async def test_a_computer_without_its_kernels_says_so_at_once(
    w: World, player: FakePlayer, channel: str, words: str
) -> None:
    match = await w.play(channel=w.sandbox.channel(channel))
    player.ready.clear()
    player.cold = True
    await w.alice.click(w.board(match), label="d3")
    assert words in w.board(match).text
    player.cold = False
    player.ready.set()
    match = await w.answered(await w.until(match, lambda one: one.ply == 2))
    assert words not in w.board(match).text


@pytest.mark.parametrize(("channel", "thinking"), [("games", "is thinking…"), ("오셀로", "생각 중…")])
async def test_a_short_queue_is_not_told(
    w: World, player: FakePlayer, monkeypatch: pytest.MonkeyPatch, channel: str, thinking: str
) -> None:
    monkeypatch.setattr("bot.match.computer.QUEUE_SHOWN_SECONDS", HOUR)
    match = await w.play(channel=w.sandbox.channel(channel))
    player.ahead = 4
    player.ready.clear()
    await w.alice.click(w.board(match), label="d3")
    assert thinking in w.board(match).text  # so it does at first in a long queue, too
    player.ready.set()
    assert "ahead" not in w.board(await w.answered(match)).text


async def test_a_move_taken_back_in_the_queue(
    w: World, player: FakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.computer.QUEUE_SHOWN_SECONDS", 0.01)
    match = await w.play()
    player.ready.clear()
    player.ahead = 2
    await w.alice.click(w.board(match), label="d3")
    await says(w, match, "2 ahead")
    await w.alice.click(w.board(match), label="Undo")
    match = await w.shown(await w.until(match, lambda one: not one.moves))
    assert f"⚫ Black: <@{w.alice.id}> to move" in w.board(match).text
