"""Whatever fails, the match is right in the database and its board catches up.

A locked database, an unwilling Discord, a message or a channel that is gone, a lost gateway.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Iterator
from typing import Any

import pytest

import bot.messages.board_messages
import bot.messages.composer
import bot.messages.refresher
import bot.tasks
import data.engine.database
from bot.ui.picture import picture
from data.model import Match
from games import replay
from sandbox import Fault, InteractionFailed
from sandbox.core.interactions import DEADLINE

from .world import USUAL, WITHIN, FakePlayer, World, is_shown, moves_offered, patience

CALLBACK = r"/interactions/\d+/[^/]+/callback"
LATE = sum(USUAL) + 0.5  # seconds for a picture, after which the second press in a row is late, too
EDIT = r"/(webhooks/.*/messages/[^/]+|channels/\d+/messages/\d+)"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries come soon."""
    monkeypatch.setattr(bot.messages.refresher, "RETRY_SECONDS", (0.05,) * 20)
    monkeypatch.setattr(bot.tasks, "STORE_RETRY_SECONDS", (0.05,))


@pytest.fixture
def quick_to_give_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store waits for a locked database a moment only."""
    monkeypatch.setattr(data.engine.database, "BUSY_SECONDS", 0.1)


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
def drawing_takes(seconds: float) -> Iterator[None]:
    """Every picture takes so long from now on, and the bot has its usual patience."""

    def slowly(*args: Any, **words: Any) -> bytes:
        time.sleep(seconds)
        return picture(*args, **words)

    with pytest.MonkeyPatch.context() as patch, patience(*USUAL):
        patch.setattr(bot.messages.composer, "picture", slowly)
        yield


async def test_a_press_is_answered_in_time_though_its_picture_is_not(w: World) -> None:
    match = await w.match_of_two()
    with drawing_takes(DEADLINE):
        assert (await w.alice.click(w.board(match), label="d3")).kind == "deferred update"
    assert (await w.shown(match)).ply == 1
    await w.bob.click(w.board(match), label="c5")
    assert (await w.shown(match)).ply == 2


async def test_a_command_is_answered_in_time_though_its_picture_is_not(w: World) -> None:
    with drawing_takes(DEADLINE):
        assert (await w.alice.command(w.games, "play othello", level="1", side="first")).kind == "deferred"
        [begun] = await w.client.services.store.queries.of_user(int(w.alice.id))
        match = await w.until(begun, lambda one: one.message_id is not None)
    await w.sandbox.until(lambda: moves_offered(w.board(match)) or None)
    await w.alice.click(w.board(match), label="d3")
    assert (await w.answered(match)).ply == 2


async def test_a_piece_is_taken_up_though_its_picture_is_late(w: World) -> None:
    match = await w.match_of_two(game="twelve-janggi")
    with drawing_takes(LATE):
        reply = await w.alice.click(w.board(match), custom_id=f"b:look:{match.id}:0.0:b2")
    assert reply.kind == "deferred update"
    await w.sandbox.until(lambda: "b2-b3" in moves_offered(w.board(match)) or None)
    await w.alice.click(w.board(match), custom_id=f"b:move:{match.id}:0.0:b2-b3")
    assert (await w.shown(match)).ply == 1


async def test_of_two_pieces_the_last_is_taken_up_though_both_pictures_are_late(w: World) -> None:
    match = await w.match_of_two(game="twelve-janggi")
    board = w.board(match)
    with drawing_takes(LATE):
        first = await w.alice.click(board, custom_id=f"b:look:{match.id}:0.0:b2")
        last = await w.alice.click(board, custom_id=f"b:look:{match.id}:0.0:c1")
    assert (first.kind, last.kind) == ("deferred update", "deferred update")
    await w.sandbox.until(lambda: "c1-c2" in moves_offered(board) or None, WITHIN)
    await w.sandbox.until(lambda: not w.client.services.board_messages._locks or None, WITHIN)
    assert "c1-c2" in moves_offered(board)


async def test_a_lost_board_is_found_by_a_press_though_its_picture_is_late(w: World) -> None:
    match = await w.match_of_two()
    w.client.services.lost_places.lost(match)
    match = await w.until(match, lambda one: one.paused == "parked")
    with drawing_takes(LATE):
        assert (await w.alice.click(w.board(match), label="d3")).kind == "deferred update"
        found = await w.until(match, lambda one: one.paused is None and one.message_id)
    assert (await w.shown(found)).ply == 1


# --- The database ------------------------------------------------------------------------------------


async def test_a_locked_database_is_told_in_time(w: World) -> None:
    """With the real patience: an answer within Discord's three seconds, then all goes on."""
    match = await w.play()
    with locked(w):
        deed = w.alice.click(w.board(match), label="d3")
        await w.refused(w.alice, deed, "error.store-busy")
    await w.alice.click(w.board(match), label="d3")
    assert (await w.answered(match)).ply == 2


@pytest.mark.usefixtures("quick_to_give_up")
async def test_while_the_database_is_locked_nothing_changes(w: World) -> None:
    match, challenge = await w.play(w.minji), await w.play(opponent=w.bob)
    question = await w.minji.click(w.board(match), label="✖️")
    opened = await w.minji.click(w.board(match), label="⌨️")
    with locked(w):
        for person, deed in (
            (w.minji, w.minji.click(w.board(match), label="d3")),
            (w.minji, w.minji.submit(opened.form, {"수": "d3"})),
            (w.minji, w.minji.command(w.games, "move", move="d3")),
            (w.minji, w.minji.click(question.shown, label="대국 취소하기")),
            (w.minji, w.minji.command(w.games, "play othello")),
            (w.bob, w.bob.click(w.board(challenge), label="✅")),
            (w.alice, w.alice.click(w.board(challenge), label="🗑️")),
            (w.alice, w.alice.command(w.games, "settings", theme="dark")),
        ):
            await w.refused(person, deed, "error.store-busy")
        assert (await w.minji.command(w.games, "matches")).ephemeral  # reading goes on
    await w.bob.click(w.board(challenge), label="✅")
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
    """The match was stored, its board stands there; where it is will be stored later."""
    w.sandbox.faults.add(Fault("POST", CALLBACK, delay=0.2))
    before = w.rows()
    begun = asyncio.create_task(w.alice.command(w.games, "play othello", level="1", side="first"))
    await w.sandbox.until(lambda: w.rows() != before or None)
    with locked(w):
        board = (await begun).shown
        await asyncio.sleep(0.2)
    match = await w.until(await w.client.services.store.matches.get(1), lambda one: one.message_id)
    assert str(match.message_id) == board.id and not w.whispers(w.alice)
    await w.alice.click(board, label="d3")
    assert (await w.answered(match)).ply == 2


# --- Discord -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault", [Fault("PATCH", EDIT, status=500), Fault("PATCH", EDIT, cut=True)], ids=["500", "cut"]
)
async def test_an_edit_that_fails_is_made_again(w: World, player: FakePlayer, fault: Fault) -> None:
    match = await w.play()
    w.sandbox.faults.add(fault)
    await w.alice.click(w.board(match), label="d3")
    match = await w.answered(match)
    assert match.ply == 2 and fault.times == 0


@pytest.mark.parametrize("status", [400, 403, 429])
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
    """Click, and hear nothing of it within Discord's three seconds."""
    clicked = asyncio.create_task(w.alice.click(w.board(match), label=label))
    await w.until(match, lambda one: one.ply > match.ply)
    await w.answered(match)
    w.sandbox.clock.advance(3)
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
    assert not w.whispers(w.alice)


async def test_an_answer_that_fails_once(w: World) -> None:
    match = await w.play()
    w.sandbox.faults.add(Fault("POST", CALLBACK, status=500))
    reply = await w.alice.click(w.board(match), label="d3")
    assert reply.seconds < 3
    assert (await w.answered(match)).ply == 2


async def test_an_answer_that_arrived_though_it_failed(w: World) -> None:
    """Discord carried the answer out, and its confirmation was lost."""
    match = await w.play()
    w.sandbox.faults.add(Fault("POST", CALLBACK, status=500, after=True))
    await w.alice.click(w.board(match), label="d3")
    assert (await w.answered(match)).ply == 2


async def test_a_whisper_is_never_taken_for_the_board(w: World, player: FakePlayer) -> None:
    """A late press that was answered by a whisper, since the board could not be its answer."""
    match = await w.play()
    player.ready.clear()
    await w.alice.click(w.board(match), label="d3")
    match = await w.shown(match)
    w.sandbox.faults.add(fault := Fault("POST", CALLBACK, times=2, status=403, code=50013))
    late = w.forge_press(w.alice, w.board(match), f"b:move:{match.id}:0.0:c4")
    await w.refused(w.alice, late, "match.outdated")
    assert fault.times == 0
    w.sandbox.faults.add(other_way := Fault("PATCH", r"/channels/\d+/messages/\d+", times=9, status=500))
    player.ready.set()
    match = await w.answered(match)
    assert other_way.times == 9  # by the token of the press before, whose answer was the board
    (whisper,) = w.whispers(w.alice)
    assert match.ply == 2 and whisper.text == w.says(w.alice, "match.outdated")


async def test_a_match_whose_first_message_failed(w: World) -> None:
    """Nobody saw the match: it can still be found and played."""
    w.sandbox.faults.add(Fault("POST", CALLBACK, times=2, status=403, code=50013))
    lost = asyncio.create_task(w.alice.command(w.games, "play othello", level="1", side="first"))
    await w.sandbox.until(lambda: w.rows() or None)
    w.sandbox.clock.advance(3)
    with contextlib.suppress(InteractionFailed):
        await lost
    w.sandbox.faults.clear()
    reply = await w.alice.command(w.games, "board")
    await w.alice.click(reply.shown, label="d3")
    match = await w.answered(
        await w.until(await w.client.services.store.matches.get(1), lambda one: one.message_id)
    )
    assert match.ply == 2


async def test_a_deleted_board(w: World, player: FakePlayer) -> None:
    match = await w.play()
    player.ready.clear()
    await w.alice.click(w.board(match), label="d3")
    w.alice.actions.delete(str(match.channel_id), str(match.message_id))
    player.ready.set()
    deleted = match.message_id
    match = await w.answered(await w.until(match, lambda one: one.message_id != deleted))
    assert match.ply == 2 and boards(w) == [str(match.message_id)]
    move = replay(match.record).legal_moves()[0]
    assert (await w.alice.command(w.games, "move", move=move)).ephemeral
    match = await w.answered(await w.until(match, lambda one: one.ply == 4))
    reply = await w.alice.command(w.games, "board")
    match = await w.shown(await w.until(match, lambda one: str(one.message_id) == reply.shown.id))
    await w.sandbox.until(lambda: boards(w) == [str(match.message_id)] or None)


async def test_a_deleted_channel(w: World) -> None:
    channel = w.sandbox.places.add_channel(w.guild_of(w.games), "short-lived")
    match = await w.play(w.alice, channel)
    w.sandbox.places.delete_channel(channel)
    await w.until(match, lambda one: one.paused == "parked")
    assert "#1" in (await w.alice.command(w.games, "matches")).text
    reply = await w.alice.command(w.games, "board")
    match = await w.until(match, lambda one: str(one.message_id) == reply.shown.id)
    await w.alice.command(w.games, "move", move="d3")
    match = await w.answered(await w.until(match, lambda one: one.ply == 2))
    assert w.board(match) == reply.shown


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


async def test_an_interaction_token_that_is_spent(w: World, player: FakePlayer) -> None:
    """After a quarter of an hour boards are edited as ordinary messages."""
    match = await w.play()
    player.ready.clear()
    await w.alice.click(w.board(match), label="d3")
    w.sandbox.clock.advance(16 * 60)
    player.ready.set()
    match = await w.answered(match)
    assert is_shown(w.board(match), match) and match.ply == 2
