"""How a press is answered with its board, and in time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.messages.reposting import OLD_SECONDS
from data.errors import StoreBusy
from data.model.match import Match, PauseReason, Place
from tests.bot.board_checks import retired
from tests.bot.discord_fakes import CHANNEL, FakeMessage, FakeThread, Method, components_of, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA, until
from tests.bot.slow_pictures import SlowPictures, pressing

ANSWERS_ONLY = Place(None, 500, "en", tokens_only=True)


OLD = timedelta(seconds=OLD_SECONDS + 60)


async def test_a_press_is_answered_with_its_board_and_no_second_edit(h: Harness) -> None:
    match = await h.match()
    answer = await h.presses(ANA, match, "move", "b3")
    await h.settled()
    assert (answer.method, answer.message_id, answer.attachments) == (Method.UPDATE, match.home.message_id, 1)
    assert any(f":{match.id}:1.0" in one for one in answer.custom_ids)
    assert h.edits(match) == [answer]
    assert (await h.now(match)).ply == 1


async def test_the_change_of_a_press_is_not_shown_before_its_answer(h: Harness) -> None:
    """`answering` holds the edit that the published change requests."""
    match = await h.match()
    with h.services.boards.answers.answering(match.id):
        await h.services.matches.play(match.id, None, ANA, "b3")
        await asyncio.sleep(0.02)
        assert h.edits(match) == []
    await h.settled()
    assert [one.method for one in h.edits(match)] == [Method.EDIT]


async def test_a_press_on_an_old_message_is_deferred_and_the_board_edited(h: Harness) -> None:
    match = await h.match()
    old = replace(h.board(match), id=match.home.require_message_id() - 1)
    answer = await h.presses(ANA, match, "move", "b3", message=old)
    await h.settled()
    assert answer.method is Method.DEFER
    assert [one.method for one in h.edits(match)] == [Method.EDIT]


async def test_a_press_on_an_ephemeral_message_is_deferred_and_the_board_edited(h: Harness) -> None:
    match = await h.match()
    answer = await h.presses(ANA, match, "show", message=h.ephemeral())
    await h.settled()
    assert answer.method is Method.DEFER
    assert [one.method for one in h.edits(match)] == [Method.EDIT]


async def test_an_answer_that_fails_is_deferred_and_the_board_edited(h: Harness) -> None:
    match = await h.match()
    h.discord.fail(Method.UPDATE, fault(413, 40005))
    answer = await h.presses(ANA, match, "move", "b3")
    await h.settled()
    assert answer.method is Method.DEFER
    assert len(h.edits(match)) == 1


async def test_an_interaction_that_discord_has_forgotten_costs_no_edit(h: Harness) -> None:
    match = await h.match()
    forgotten = fault(404, 10062)
    for method in (Method.UPDATE, Method.DEFER, Method.RESPOND):
        h.discord.fail(method, forgotten)
    interaction = h.interaction(ANA, message=h.board(match))
    await h.buttons.handle(interaction.typed(), h.press(match, "move", "b3"))
    await h.settled()
    assert not interaction.response.is_done()
    assert [one.method for one in h.edits(match)] == [Method.EDIT]


async def test_an_old_board_that_only_shows_a_selection_stays(h: Harness) -> None:
    match = await h.match("twelve_janggi", age=OLD)
    answer = await h.presses(ANA, match, "look", "b2")
    await h.settled()
    assert answer.method is Method.UPDATE and h.discord.of(Method.SEND) == []


async def test_where_the_bot_can_only_answer_an_earlier_board_is_answered_in_place(h: Harness) -> None:
    match = await h.match(place=ANSWERS_ONLY)
    channel = h.client.get_partial_messageable(500)
    old = FakeMessage(match.home.require_message_id() - 1, channel, components=components_of(match.id))
    answer = await h.presses(ANA, match, "move", "b3", message=old, channel=channel, guild_id=None)
    assert (answer.method, answer.message_id) == (Method.UPDATE, old.id)
    assert (await h.now(match)).home.message_id == old.id


# --- In time ------------------------------------------------------------------------------------------


async def test_a_press_whose_picture_is_late_is_deferred_then_edited(h: Harness, slow: SlowPictures) -> None:
    match = await h.match()
    pressed = pressing(h, ANA, match)
    await until(lambda: h.discord.of(Method.DEFER))
    assert h.edits(match) == []
    slow.ready.set()
    assert (await pressed).method is Method.DEFER
    await h.settled()
    assert [one.method for one in h.edits(match)] == [Method.EDIT_RESPONSE]


async def test_of_two_selections_the_last_is_shown(h: Harness, slow: SlowPictures) -> None:
    match = await h.match("twelve_janggi")
    first = pressing(h, ANA, match, "b2")
    await until(lambda: h.discord.of(Method.DEFER))
    last = pressing(h, ANA, match, "c1")
    await until(lambda: len(h.discord.of(Method.DEFER)) == 2)
    slow.ready.set()
    await asyncio.gather(first, last)
    await h.settled()
    assert any(":move:" in one and one.endswith("c1-c2") for one in h.edits(match)[-1].custom_ids)
    assert not h.services.boards.updates._locks._locks


async def test_a_move_does_not_wait_long_for_an_edit_under_way(h: Harness, slow: SlowPictures) -> None:
    match = await h.match()
    h.services.boards.updates.redraw(match)
    await until(lambda: h.services.boards.updates._locks._locks)
    await asyncio.sleep(0)
    assert (await pressing(h, ANA, match)).method is Method.DEFER
    slow.ready.set()
    await h.settled()
    assert f":{match.id}:1.0" in " ".join(h.edits(match)[-1].custom_ids)


# --- Boards that a kill left unknown ------------------------------------------------------------------


async def test_a_press_on_a_later_board_adopts_it(h: Harness) -> None:
    """The bot was killed after it posted the board and before it stored where."""
    match = await h.match()
    later = replace(h.board(match), id=match.home.require_message_id() + 1)
    answer = await h.presses(ANA, match, "move", "b3", message=later)
    await h.settled()
    after = await h.now(match)
    assert (answer.method, after.home.message_id, after.ply) == (Method.UPDATE, later.id, 1)
    retired(h, match, after)


async def test_an_adopted_board_is_stored_once_the_store_is_not_busy(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await h.match()
    posted, times, stored = h.store.boards.posted, iter(range(1)), list[Match]()

    async def busy(*arguments: Any) -> Match:
        if next(times, None) is not None:
            raise StoreBusy("held by a test")
        stored.append(await posted(*arguments))
        return stored[-1]

    monkeypatch.setattr(h.store.boards, "posted", busy)
    later = replace(h.board(match), id=match.home.require_message_id() + 1)
    await h.presses(ANA, match, "move", "b3", message=later)
    await until(lambda: stored)
    assert (await h.now(match)).home.message_id == later.id


async def test_a_press_on_a_board_in_an_unknown_thread_adopts_the_thread(h: Harness) -> None:
    match = await h.match()
    thread = FakeThread(h.discord, match.home.require_message_id(), CHANNEL)
    channel = h.client.get_partial_messageable(thread.id)
    board = FakeMessage(match.home.require_message_id() + 1, channel, components=components_of(match.id))
    await h.presses(ANA, match, "move", "b3", message=board, channel=thread)
    await h.settled()
    after = await h.now(match)
    assert (after.home.channel_id, after.home.thread_id, after.home.message_id) == (
        thread.id,
        thread.id,
        board.id,
    )
    retired(h, match, after)


async def test_a_forged_press_on_the_board_of_another_match_does_not_adopt_it(h: Harness) -> None:
    match, other = await h.match(), await h.match()
    assert other.home.require_message_id() > match.home.require_message_id()
    answer = await h.presses(ANA, match, "move", "b3", message=h.board(other))
    await h.settled()
    after = await h.now(match)
    assert (answer.method, after.home.message_id, after.ply) == (Method.DEFER, match.home.message_id, 1)
    assert [one.method for one in h.edits(match)] == [Method.EDIT]
    assert h.edits(other) == []


async def test_where_the_bot_can_only_answer_a_forged_press_adopts_nothing(h: Harness) -> None:
    match, other = await h.match(place=ANSWERS_ONLY), await h.match(place=ANSWERS_ONLY)
    answer = await h.presses(ANA, match, "move", "b3", message=h.board(other), guild_id=None)
    await h.settled()
    assert (answer.method, (await h.now(match)).home.message_id) == (Method.DEFER, match.home.message_id)


async def test_a_forged_press_on_the_board_of_another_match_recovers_nothing(h: Harness) -> None:
    match, other = await h.match(), await h.match()
    await h.suspend(match)
    await h.presses(ANA, match, "move", "b3", message=h.board(other))
    await h.settled()
    after = await h.now(match)
    assert (after.home.message_id, after.paused) == (match.home.message_id, PauseReason.SUSPENDED)
