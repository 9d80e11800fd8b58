"""When a board is edited in the background, and what follows if that fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from bot.match.events import QueueMoved
from data.errors import StoreBusy
from data.model.match import Match, PauseReason, Place
from tests.boards import post
from tests.bot.board_checks import moved_elsewhere
from tests.bot.discord_fakes import (
    CHANNEL,
    GUILD,
    MISSING_ACCESS,
    UNKNOWN_CHANNEL,
    FakeTextChannel,
    Method,
    fault,
)
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN


async def test_a_change_without_an_interaction_edits_the_message(h: Harness) -> None:
    match = await h.match()
    await moved_elsewhere(h, match)
    (edit,) = h.edits(match)
    assert (edit.method, edit.channel_id, edit.mentions) == (Method.EDIT, CHANNEL, ())


async def test_what_is_shown_already_is_not_edited(h: Harness) -> None:
    match = await h.match()
    h.services.boards.updates.show(match.id, match.home.id)
    await h.settled()
    assert h.discord.requests == []
    h.services.boards.updates.redraw(match)
    h.events.publish(QueueMoved(match))
    await h.settled()
    assert {one.method for one in h.edits(match)} == {Method.EDIT}


async def test_two_changes_in_a_row_are_shown_by_one_edit(h: Harness) -> None:
    match = await h.match()
    with h.services.boards.answers.answering(match.id):
        await h.services.matches.play(match.id, None, ANA, "b3")
        await h.services.matches.play(match.id, None, BEN, "b2")
    await h.settled()
    (edit,) = h.edits(match)
    assert f":{match.id}:2.0" in " ".join(edit.custom_ids)


# --- Faults -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "refused", [fault(500), fault(429, 30046), fault(400), fault(413, 40005), OSError("cut")]
)
async def test_an_edit_that_fails_is_repeated(h: Harness, refused: Exception) -> None:
    match = await h.match()
    h.discord.fail(Method.EDIT, refused, refused)
    await moved_elsewhere(h, match)
    assert len(h.edits(match)) == 1


async def test_a_forced_edit_that_fails_is_repeated(h: Harness) -> None:
    match = await h.match()
    h.discord.fail(Method.EDIT, fault(500))
    h.services.boards.updates.redraw(match)
    await h.settled()
    assert len(h.edits(match)) == 1


async def test_an_edit_waits_for_a_store_that_is_busy(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await h.match()
    get, times = h.store.matches.get, iter(range(2))

    async def busy(match_id: int) -> Match:
        if next(times, None) is not None:
            raise StoreBusy("held by a test")
        return await get(match_id)

    played = await h.services.matches.play(match.id, None, ANA, "b3")
    monkeypatch.setattr(h.store.matches, "get", busy)
    h.services.boards.updates.show(played.id, played.home.id)
    await h.settled()
    assert len(h.edits(match)) == 1


async def test_a_permission_that_is_missing_is_no_reason_to_repeat_or_suspend(h: Harness) -> None:
    match = await h.match()
    h.discord.fail(Method.EDIT, fault(403, 50013))
    after = await moved_elsewhere(h, match)
    assert h.edits(match) == [] and after.paused is None


# --- Lost places --------------------------------------------------------------------------------------


def channel_gone(h: Harness, match: Match) -> None:
    h.discord.lost.add(match.home.channel_id)


def channel_hidden(h: Harness, match: Match) -> None:
    h.discord.fail(Method.EDIT, fault(403, MISSING_ACCESS))


@pytest.mark.parametrize("lose", [channel_gone, channel_hidden])
async def test_a_channel_that_is_gone_suspends_the_match(
    h: Harness, lose: Callable[[Harness, Match], None]
) -> None:
    match = await h.match()
    lose(h, match)
    after = await moved_elsewhere(h, match)
    assert after.paused is PauseReason.SUSPENDED and after.ply == 1
    assert h.edits(match) == [], "a suspended match has no place to show that"


async def test_unknown_channels_are_those_that_are_gone(h: Harness) -> None:
    """The board of a match that has moved meanwhile is not lost."""
    match = await h.match()
    h.client.servers[GUILD].channels[71] = FakeTextChannel(h.discord, 71)
    h.discord.fail(Method.EDIT, fault(404, UNKNOWN_CHANNEL))
    here = await h.services.matches.suspensions.move_to(match, ANA, Place(GUILD, 71, "en"))
    await post(h.store, here, h.discord.new_id())
    h.services.lost_places.lost(match, match.home)
    await h.settled()
    assert (await h.now(match)).paused is None


async def test_the_board_of_a_match_that_is_deleted_is_left_as_it_is(h: Harness) -> None:
    match = await h.over()
    await h.store.retention.delete([match.id])
    with capture_logs() as logs:
        h.services.boards.updates.redraw(match)
        await h.settled()
    assert (h.discord.requests, logs) == ([], [])


async def test_whose_boards_are_edited_can_be_waited_for(h: Harness) -> None:
    match, other = await h.match(), await h.match()
    for one in (match, other):
        h.services.boards.updates.redraw(one)
    await h.services.boards.updates.settle([match.id], 30.0)
    assert len(h.edits(match)) == 1
    await h.services.boards.updates.settle([99], 30.0)
    await h.settled()
