"""Whatever fails, the match is right in the database and its board catches up.

A locked database, an unwilling Discord, a message or a channel that is gone, a lost gateway.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import bot.messages.composer
import bot.messages.refresher
import bot.tasks
from bot.ui.picture import picture
from data.engine.database import Database
from data.model.match import Match
from sandbox import Fault, InteractionFailed

from .world import WITHIN, FakePlayer, World, moves_offered, patience

CALLBACK = r"/interactions/\d+/[^/]+/callback"
EDIT = r"/(webhooks/.*/messages/[^/]+|channels/\d+/messages/\d+)"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries come soon."""
    monkeypatch.setattr(bot.messages.refresher, "RETRY_SECONDS", (0.05,) * 20)
    monkeypatch.setattr(bot.tasks, "STORE_RETRY_SECONDS", (0.05,))


@pytest.fixture
def quick_to_give_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store waits for a locked database a moment only."""
    monkeypatch.setattr(Database, "busy_seconds", 0.1)


@contextlib.contextmanager
def locked(w: World) -> Iterator[None]:
    """Another program holds the database."""
    with contextlib.closing(sqlite3.connect(w.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


# --- No processor to draw with -------------------------------------------------------------------------


@contextlib.contextmanager
def nothing_is_drawn() -> Iterator[None]:
    """No picture is finished in this block, and the bot does not wait for it for long."""
    goes_on = threading.Event()

    def later(*args: Any, **words: Any) -> bytes:
        goes_on.wait()
        return picture(*args, **words)

    with pytest.MonkeyPatch.context() as patch, patience(0.1, 0.1):
        patch.setattr(bot.messages.composer, "picture", later)
        try:
            yield
        finally:
            goes_on.set()


async def test_a_press_is_answered_though_its_picture_is_not_drawn(w: World) -> None:
    match = await w.match_of_two()
    with nothing_is_drawn():
        assert (await w.alice.click(w.board(match), label="d3")).kind == "deferred update"
    assert (await w.shown(match)).ply == 1
    await w.bob.click(w.board(match), label="c5")
    assert (await w.shown(match)).ply == 2


async def test_a_command_is_answered_though_its_picture_is_not_drawn(w: World) -> None:
    with nothing_is_drawn():
        assert (await w.alice.command(w.games, "play othello", level="1", side="first")).kind == "deferred"
    [begun] = await w.client.services.store.queries.of_user(int(w.alice.id))
    match = await w.until(begun, lambda one: one.home.message_id is not None)
    await w.sandbox.until(lambda: moves_offered(w.board(match)) or None)
    await w.alice.click(w.board(match), label="d3")
    assert (await w.answered(match)).ply == 2


# --- The database ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick_to_give_up")
async def test_nothing_changes_while_the_database_is_locked(w: World) -> None:
    match, challenge = await w.play(w.minji), await w.play(opponent=w.bob)
    opened = await w.open_form(w.minji, match)
    with locked(w):
        for person, action in (
            (w.minji, w.minji.click(w.board(match), label="d3")),
            (w.minji, w.minji.submit(opened.form, {"수": "d3"})),
            (w.minji, w.minji.command(w.games, "move", move="d3")),
            (w.minji, w.minji.command(w.games, "play othello")),
            (w.bob, w.bob.click(w.board(challenge), label="✅")),
            (w.alice, w.alice.click(w.board(challenge), label="Decline/cancel")),
            (w.alice, w.alice.command(w.games, "settings", theme="dark")),
        ):
            await w.refused(person, action, "error.store-busy")
        assert (await w.minji.command(w.games, "matches")).ephemeral  # reads work
    await w.bob.click(w.board(challenge), label="✅")
    question = await w.minji.click(w.board(match), label="Abort")
    await w.minji.click(question.shown, label="대국 취소하기")
    assert (await w.shown(match)).state == "over"
    assert (await w.shown(challenge)).state == "playing"


@pytest.mark.usefixtures("quick_to_give_up")
async def test_the_computer_waits_for_a_locked_database(w: World, player: FakePlayer) -> None:
    match = await w.play()
    player.ready.clear()
    await w.alice.click(w.board(match), label="d3")
    with locked(w):
        player.ready.set()
        await asyncio.sleep(0.3)  # a few vain attempts
        assert (await w.now(match)).ply == 1
    assert (await w.answered(match)).ply == 2
    assert len(player.asked) == 1


@pytest.mark.usefixtures("quick_to_give_up")
async def test_a_board_is_posted_while_the_database_is_locked(w: World) -> None:
    """The match is stored and its board posted; the message's id is stored later."""
    w.sandbox.faults.add(Fault("POST", CALLBACK, delay=0.2))
    before = w.rows()
    begun = asyncio.create_task(w.alice.command(w.games, "play othello", level="1", side="first"))
    await w.sandbox.until(lambda: w.rows() != before or None)
    with locked(w):
        board = (await begun).shown
        await asyncio.sleep(0.2)
    match = await w.until(await w.client.services.store.matches.get(1), lambda one: one.home.message_id)
    assert str(match.home.message_id) == board.id and not w.ephemerals(w.alice)
    await w.alice.click(board, label="d3")
    assert (await w.answered(match)).ply == 2


# --- Discord -----------------------------------------------------------------------------------------


async def test_an_edit_that_fails_is_repeated(w: World, player: FakePlayer) -> None:
    match, fault = await w.play(), Fault("PATCH", EDIT, cut=True)
    w.sandbox.faults.add(fault)
    await w.alice.click(w.board(match), label="d3")
    match = await w.answered(match)
    assert match.ply == 2 and fault.times == 0


@pytest.mark.parametrize("status", [403, 429])
async def test_an_edit_that_is_refused_for_a_while(w: World, status: int) -> None:
    match = await w.play()
    retry_after = 0.1 if status == 429 else None
    w.sandbox.faults.add(Fault("PATCH", EDIT, times=3, status=status, retry_after=retry_after))
    await w.alice.click(w.board(match), label="d3")
    match = await w.until(match, lambda one: one.ply == 2)
    if status == 403:  # no use in trying again: the next press, or a fresh board, shows it
        await w.alice.command(w.games, "board")
    match = await w.answered(match)
    assert len(boards(w)) == 1


def boards(w: World) -> list[str]:
    """The messages in #games that offer moves."""
    return [one.id for one in w.sandbox.messages(w.games) if moves_offered(one)]


async def unanswered(w: World, match: Match, label: str) -> None:
    """Click, and hear nothing of it."""
    clicked = asyncio.create_task(w.alice.click(w.board(match), label=label))
    await w.until(match, lambda one: one.ply > match.ply)
    await w.answered(match)
    w.sandbox.interactions.time_out()
    with pytest.raises(InteractionFailed):
        await clicked


async def test_an_interaction_that_discord_has_forgotten(w: World) -> None:
    match = await w.play()
    w.sandbox.faults.add(Fault("POST", CALLBACK, times=3, status=404, code=10062))
    await unanswered(w, match, "d3")
    w.sandbox.faults.clear()
    match = await w.answered(match)
    assert match.ply == 2
    await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
    assert (await w.answered(match)).ply == 4


async def test_an_answer_that_is_cut_off(w: World) -> None:
    match = await w.play()
    w.sandbox.faults.add(Fault("POST", CALLBACK, times=2, cut=True))
    await unanswered(w, match, "d3")
    assert (await w.now(match)).ply == 2
    assert not w.ephemerals(w.alice)


async def test_an_answer_that_arrived_though_it_failed(w: World) -> None:
    """Discord carried the answer out, and its confirmation was lost."""
    match = await w.play()
    w.sandbox.faults.add(Fault("POST", CALLBACK, status=500, after=True))
    await w.alice.click(w.board(match), label="d3")
    assert (await w.answered(match)).ply == 2


async def test_a_match_whose_first_message_failed(w: World) -> None:
    """Nobody saw the match: it can still be found and played."""
    w.sandbox.faults.add(Fault("POST", CALLBACK, times=2, status=403, code=50013))
    lost = asyncio.create_task(w.alice.command(w.games, "play othello", level="1", side="first"))
    await w.sandbox.until(lambda: w.rows() or None)
    w.sandbox.interactions.time_out()
    with contextlib.suppress(InteractionFailed):
        await lost
    w.sandbox.faults.clear()
    reply = await w.alice.command(w.games, "board")
    await w.alice.click(reply.shown, label="d3")
    match = await w.answered(
        await w.until(await w.client.services.store.matches.get(1), lambda one: one.home.message_id)
    )
    assert match.ply == 2


async def test_a_lost_gateway(w: World, player: FakePlayer) -> None:
    match = await w.play()
    player.ready.clear()
    await w.alice.click(w.board(match), label="d3")
    await w.sandbox.faults.drop_gateway()
    player.ready.set()
    match = await w.answered(match)  # boards are edited by REST
    await w.sandbox.bot_online(WITHIN)
    await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
    assert (await w.answered(match)).ply == 4


async def test_a_forgotten_session(w: World) -> None:
    match = await w.play()
    w.sandbox.faults.invalidate()
    await w.sandbox.until(lambda: w.sandbox.gateway.online or None, WITHIN)
    await w.alice.click(w.board(match), label="d3")
    assert (await w.answered(match)).ply == 2
