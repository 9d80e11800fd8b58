"""Matches that are shown in two places, one for each side."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.messages import notifications
from bot.messages.interaction_responses import PublicPost
from bot.messages.notifications import Notifications
from bot.messages.vacation_notices import notice
from bot.texts import texts
from data.model.board import Board
from data.model.match import Match, PauseReason
from data.model.vacation import Vacation
from games.base import Side
from tests.bot.board_checks import THERE, TWICE, at_both_boards, moved_elsewhere
from tests.bot.discord_fakes import DM_OFFSET, FakeChannel, Method, Request, fault
from tests.bot.harness import Harness, harness
from tests.bot.owned import Owned
from tests.bot.service import ANA, BEN, HERE, until


def last(h: Harness, match: Match, board: Board) -> Request:
    """The last edit of a board's message."""
    return h.edits(match, board)[-1]


async def test_the_other_board_is_posted_once_for_its_player(h: Harness) -> None:
    here, there = await at_both_boards(h)
    (sent,) = [one for one in h.discord.of(Method.SEND) if one.channel_id == THERE.channel_id]
    assert (sent.message_id, sent.mentions, sent.nonce) == (there.message_id, (BEN,), f"{here.id}.begin")
    assert there.shown_version == here.version and here.home.message_id != there.message_id
    assert (here.home.side, there.side) == (Side.FIRST, Side.SECOND)
    assert (here.guild_id, there.guild_id) == (HERE.guild_id, THERE.guild_id)


async def test_a_press_is_answered_at_its_board_and_shown_at_the_other_one(h: Harness) -> None:
    here, there = await at_both_boards(h)
    answer = await h.presses(ANA, here, "move", "b3")
    assert (answer.method, answer.message_id) == (Method.UPDATE, here.home.message_id)
    await h.settled()
    assert f":{here.id}:1.0" in " ".join(last(h, here, there).custom_ids)
    now = await h.now(here)
    answer = await h.presses(BEN, now, "move", "b2", message=h.board(here, there), **at(h, there))
    assert (answer.method, answer.message_id) == (Method.UPDATE, there.message_id)
    await h.settled()
    assert f":{here.id}:2.0" in " ".join(last(h, here, here.home).custom_ids)
    assert len(h.edits(here, there)) == 2, "what a press has shown is not edited again"


def at(h: Harness, board: Board) -> dict[str, object]:
    """Where an interaction in a board's place comes from."""
    return {"channel": FakeChannel(h.discord, board.channel_id), "guild_id": board.guild_id}


async def test_a_press_on_an_outdated_other_board_is_answered_there(h: Harness) -> None:
    here, there = await at_both_boards(h)
    h.discord.fail(Method.EDIT, fault(500))
    await h.presses(ANA, here, "move", "b3")
    answer = await h.presses(BEN, here, "move", "b2", message=h.board(here, there), **at(h, there))
    assert (answer.method, answer.message_id) == (Method.UPDATE, there.message_id)


async def test_the_other_board_stays_deleted_and_the_match_goes_on(h: Harness) -> None:
    here, there = await at_both_boards(h)
    h.discord.deleted.add(there.require_message_id())
    h.discord.requests.clear()
    await h.presses(ANA, here, "move", "b3")
    await h.settled()
    now = await h.now(here)
    assert now.is_active and now.ply == 1 and now.boards == (now.home,)
    assert h.discord.of(Method.SEND) == []


async def test_where_the_first_board_is_deleted_the_match_goes_on_at_the_other_one(h: Harness) -> None:
    here, there = await at_both_boards(h)
    h.services.lost_places.messages_deleted([here.home.require_message_id()])
    await h.settled()
    now = await h.now(here)
    assert now.is_active and now.home.message_id == there.message_id and now.boards == (now.home,)


async def test_the_loss_of_the_other_board_does_not_stop_the_match(h: Harness) -> None:
    here, there = await at_both_boards(h)
    h.discord.lost.add(THERE.channel_id)
    after = await moved_elsewhere(h, here)
    assert after.is_active and after.boards == (after.home,) and after.home.side is Side.FIRST
    await h.presses(BEN, after, "move", "b2")
    assert (await h.now(here)).ply == 2
    assert there.channel_id not in {one.channel_id for one in h.edits(here)}


@pytest.mark.parametrize("is_channel", [True, False])
async def test_after_the_loss_of_the_first_board_the_match_goes_on_at_the_other_one(
    h: Harness, is_channel: bool
) -> None:
    here, there = await at_both_boards(h)
    if is_channel:
        h.services.lost_places.channel_deleted(here.home.channel_id)
    else:
        h.services.lost_places.guild_removed(here.guild_id or 0)
    await h.settled()
    after = await h.now(here)
    assert after.is_active and (after.guild_id, after.home.message_id) == (there.guild_id, there.message_id)
    assert after.boards == (after.home,) and after.home.side is Side.SECOND
    assert after.clock == here.clock
    h.services.lost_places.channel_deleted(there.channel_id)
    await h.settled()
    assert (await h.now(here)).paused is PauseReason.SUSPENDED


async def test_a_player_whose_board_is_lost_gets_another_one(h: Harness) -> None:
    here, _ = await at_both_boards(h)
    h.services.lost_places.channel_deleted(THERE.channel_id)
    await h.settled()
    again = await h.store.boards.move(here.id, Side.SECOND, replace(THERE, channel_id=81))
    interaction = h.interaction(BEN, channel=FakeChannel(h.discord, 81), guild_id=THERE.guild_id)
    await h.services.boards.messages.repost(interaction.typed(), again, again.boards[1], PublicPost())
    _, after = (await h.now(here)).boards
    assert (after.channel_id, after.shown_version) == (81, here.version)


def notes(h: Harness) -> list[Request]:
    return [one for one in h.discord.of(Method.SEND) if "🔔" in one.text]


async def test_each_player_is_notified_at_their_own_board(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = await at_both_boards(h)
    monkeypatch.setattr(notifications, "IDLE_SECONDS", 0.0)
    monkeypatch.setattr(notifications, "SETTLING_SECONDS", 0.0)
    await moved_elsewhere(h, here)
    await until(lambda: notes(h))
    (sent,) = notes(h)
    assert (sent.channel_id, sent.reference, sent.mentions) == (there.channel_id, there.message_id, (BEN,))
    await until(lambda: h.services.part(Notifications)._tasks.is_idle)
    await h.services.matches.play(here.id, None, BEN, "b2")
    await until(lambda: sent.message_id in h.discord.deleted)


async def test_a_player_whose_board_is_lost_is_notified_in_their_own_messages(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = await at_both_boards(h)
    await h.store.boards.lost_channel(THERE.channel_id)
    monkeypatch.setattr(notifications, "IDLE_SECONDS", 0.0)
    monkeypatch.setattr(notifications, "SETTLING_SECONDS", 0.0)
    await moved_elsewhere(h, here)
    await until(lambda: [one for one in h.discord.of(Method.SEND) if one.channel_id == DM_OFFSET + BEN])


async def test_a_player_whose_board_could_not_be_posted_is_notified_in_their_own_messages(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "IDLE_SECONDS", 0.0)
    monkeypatch.setattr(notifications, "SETTLING_SECONDS", 0.0)
    h.discord.denied.add(THERE.channel_id)
    match = await h._posted(await h.store.matches.create(TWICE), age=timedelta(0))
    await h.settled()
    await moved_elsewhere(h, match)
    await until(lambda: [one for one in h.discord.of(Method.SEND) if one.channel_id == DM_OFFSET + BEN])


async def test_the_notice_of_a_vacation_names_nobody(h: Harness) -> None:
    here, there = await at_both_boards(h)
    for board, reader_id, away_id in ((here.home, ANA, BEN), (there, BEN, ANA)):
        text = notice(here, board, Vacation(away_id, 2026, 1, False, 0.0), reader_id, texts("en"))
        assert f"<@{reader_id}>" in text and f"<@{away_id}>" not in text


async def test_only_the_owner_of_the_match_keeps_its_other_board(h: Harness) -> None:
    h.store.uptime.stop_all()
    await h.store.uptime.share(2)
    owned = Owned()
    async with harness(replace(h.store, ownership=owned)) as one:
        owned.events = one.events
        match = await one._posted(await one.store.matches.create(TWICE), age=timedelta(0))
        owned.gain(1)
        await one.settled()
        assert one.discord.of(Method.SEND) == []
        owned.gain(0)
        await one.settled()
        _, there = (await one.now(match)).boards
        assert there.shown_version == match.version
        owned.lose(0)
        await one.services.matches.play(match.id, None, ANA, "b3")
        await one.settled()
        assert one.edits(match, there) == []
        owned.gain(0)
        await one.settled()
        assert f":{match.id}:1.0" in " ".join(last(one, match, there).custom_ids)
