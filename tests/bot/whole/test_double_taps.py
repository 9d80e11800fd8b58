"""A double tap plays one move, in every game against a computer that answers at once."""

from __future__ import annotations

import pytest

from bot.messages import press_guard
from data.model.match import Match
from games import GAMES
from games.base import PASS
from sandbox import SeenMessage
from tests.clock import Clock

from ..service import until
from .world import World

SECONDS = press_guard.READING_SECONDS
PUBLIC = [slug for slug in GAMES if slug != "gomoku"]
"""Games whose moves are made on the board: a part of a large board is a private message."""
APART = (0.05, 0.15, 0.29)
"""Seconds from the first tap to the second; by this clock the answer takes none of them."""


@pytest.fixture
def clock(w: World, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The guard's clock, with its usual patience."""
    clock = Clock()
    monkeypatch.setattr(press_guard, "monotonic", clock)
    monkeypatch.setattr(press_guard, "READING_SECONDS", SECONDS)
    return clock


def pressable(board: SeenMessage, *verbs: str) -> list[str]:
    """The custom_ids of the buttons that can be pressed and do one of these; a pass is asked about."""
    enabled = (button.custom_id or "" for button in board.buttons if not button.disabled)
    return [each for each in enabled if each.split(":")[1] in verbs and not each.endswith(f":{PASS}")]


def place_of(board: SeenMessage, custom_id: str) -> int:
    """Where a button is on the board's message."""
    return [one.custom_id for one in board.buttons].index(custom_id)


def under_the_finger(board: SeenMessage, place: int) -> list[str]:
    """The key that is now in this place, if it makes a move, and the first that does."""
    there = [one.custom_id or "" for one in board.buttons][place : place + 1]
    moving = pressable(board, "move", "look")
    return [*(one for one in there if one in moving), *pressable(board, "move")[:1]]


async def tap(w: World, match: Match, custom_id: str) -> Match:
    """Press a key; the match once the computer has answered and the bot knows that its boards are shown."""
    await w.alice.click(w.board(match), custom_id=custom_id)
    match = await w.answered(match)
    await no_edit_is_left(w, match)
    return match


async def no_edit_is_left(w: World, match: Match) -> None:
    """Wait until the bot knows that the board is posted, and has edited it for the last time."""
    updates, guard = w.client.services.boards.updates, w.client.services.boards.guard
    await until(lambda: guard._shown.get(match.home.message_id or 0) is not None)
    await until(lambda: updates.is_idle and not updates._locks.of(match.home.id).locked())


async def taps_twice(w: World, match: Match, clock: Clock, custom_id: str, apart: float) -> Match:
    """Tap a key; what is there so much later plays nothing. Returns the match after the first tap."""
    await no_edit_is_left(w, match)
    clock.now += 1.0
    board = w.board(match)
    place = place_of(board, custom_id)
    match = await tap(w, match, custom_id)
    shown, before = board.raw["components"], clock.now
    clock.now += apart
    with w.unchanged():
        for key in under_the_finger(board, place):
            await w.alice.click(board, custom_id=key)
        assert board.raw["components"] == shown
        await w.forge_press(
            w.alice, board, custom_id, on_message=False
        )  # from a client that shows the old keys
    said = {one.text for one in w.ephemerals(w.alice)}
    assert said <= {w.says(w.alice, "match.pressed-too-soon")}, "what was swallowed says why"
    clock.now = before
    return match


@pytest.mark.parametrize("slug", PUBLIC)
async def test_a_double_tap_plays_one_move(w: World, clock: Clock, slug: str) -> None:
    match = await w.play(game=slug)
    for apart in APART:
        if match.state == "over":
            match = await w.play(game=slug)
        before = match.ply
        pieces = pressable(w.board(match), "look")
        if not pressable(w.board(match), "move"):
            match = await taps_twice(w, match, clock, pieces[0], apart)
            assert match.ply == before, "the piece is selected"
        match = await taps_twice(w, match, clock, pressable(w.board(match), "move")[0], apart)
        assert match.ply == before + 2 or match.state == "over", "a move and the answer to it"


@pytest.mark.parametrize("slug", PUBLIC)
async def test_after_that_a_tap_plays(w: World, clock: Clock, slug: str) -> None:
    match = await w.play(game=slug)
    for _ in range(2):
        board, before = w.board(match), match.ply
        await no_edit_is_left(w, match)
        clock.now += 1.0
        match = await tap(w, match, pressable(board, "move", "look")[0])
        if match.ply == before:
            clock.now += 1.0
            match = await tap(w, match, pressable(board, "move")[0])
        assert match.ply > before
