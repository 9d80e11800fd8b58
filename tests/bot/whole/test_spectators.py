"""Boards for those who do not play: ``/board`` with a match's number shows it live, to them alone."""

from __future__ import annotations

import pytest

from data.model.match import Match
from sandbox.world.permissions import Permission

from .world import World


@pytest.fixture
async def match(w: World) -> Match:
    """A match of Alice and Bob after two moves."""
    return await w.opened(await w.match_of_two())


async def test_somebody_watches(w: World, match: Match) -> None:
    board, public = w.board(match), w.public()
    lounge = w.sandbox.channel("lounge")
    for channel in (w.games, lounge):
        with w.unchanged():
            reply = await w.minji.command(channel, "board", match=match.id)
            seen = await w.minji.resolved(reply)
        assert reply.ephemeral and seen.images and not seen.selects
        assert [(one.label, one.disabled) for one in seen.buttons][:2] == [("이전", False), ("다음", True)]
        assert f"<@{w.alice.id}> 차례" in seen.text and "#1" in seen.text
    assert w.public() == public and board.buttons
    assert (await w.now(match)).home.message_id == match.home.message_id


async def test_a_move_is_shown_to_those_who_watch(w: World, match: Match) -> None:
    reply = await w.minji.command(w.games, "board", match=match.id)
    seen = await w.minji.resolved(reply)
    await w.press(w.alice, match, "d6")
    await w.sandbox.until(lambda: f"<@{w.bob.id}> 차례" in seen.text)
    await w.minji.click(seen, label="이전")
    assert "3수 중 2수째" in seen.text
    await w.minji.click(seen, label="다음")
    assert f"<@{w.bob.id}> 차례" in seen.text and "실시간" in seen.text


async def test_a_match_that_is_over_is_watched(w: World, match: Match) -> None:
    question = await w.bob.command(w.games, "resign")
    await w.bob.click(question.shown, label="Resign")
    await w.shown(match)
    seen = await w.minji.resolved(await w.minji.command(w.games, "board", match=match.id))
    assert "승리" in seen.text and [one.label for one in seen.buttons] == ["복기"]


async def test_nobody_watches_where_they_cannot_see_the_board(w: World, match: Match) -> None:
    lounge = w.sandbox.channel("lounge")
    w.sandbox.places.deny(w.games, Permission.VIEW_CHANNEL, who=w.minji.id)
    known = w.client.get_channel(int(w.games))
    await w.sandbox.until(lambda: len(known.overwrites) if known else None)  # type: ignore[union-attr]
    for channel in (lounge, w.korean, w.minji.dm):
        action = w.minji.command(channel, "board", match=match.id)
        await w.refused(w.minji, action, "board.not-visible")
    seen = await w.bob.command(lounge, "board", match=match.id)
    assert not seen.ephemeral, "a player brings the board"


async def test_a_match_in_direct_messages_is_nobody_elses(w: World) -> None:
    match = await w.play(w.alice, w.alice.dm)
    for channel in (w.games, w.bob.dm):
        await w.refused(w.bob, w.bob.command(channel, "board", match=match.id), "board.not-visible")


async def test_a_challenge_is_not_watched(w: World) -> None:
    challenge = await w.play(opponent=w.bob)
    action = w.minji.command(w.games, "board", match=challenge.id)
    await w.refused(w.minji, action, "match.not-begun")
    await w.bob.click(w.board(challenge), label="❌")
    action = w.minji.command(w.games, "board", match=challenge.id)
    await w.refused(w.minji, action, "challenge.declined")


async def test_a_match_in_a_thread_is_watched(w: World) -> None:
    await w.alice.command(w.games, "settings", threads=True)
    match = await w.until(await w.play(), lambda one: one.home.thread_id)
    seen = await w.bob.resolved(await w.bob.command(w.games, "board", match=match.id))
    assert seen.images and [one.label or one.emoji for one in seen.buttons] == ["Prev", "Next", "Guess move"]
