"""What a server and a person may have at once, as people meet it on Discord."""

from __future__ import annotations

import asyncio
from typing import Unpack

from data.servers.settings import SettingsChanges
from games.base import Move
from sandbox import SeenMessage
from sandbox.testing.places import Place

from .world import World


async def set_up(w: World, **settings: Unpack[SettingsChanges]) -> None:
    """The settings of the server of #games, behind Discord's back."""
    await w.client.services.settings.update(int(w.guild_of(w.games)), **settings)


async def test_matches_of_a_person(w: World) -> None:
    await set_up(w, matches=2)
    first = await w.opened(await w.play())
    await w.play(channel=w.sandbox.channel("lounge"))
    await w.refused(w.alice, w.alice.command(w.games, "play othello"), "limit.in-guild", n=2)
    await w.play(channel=w.korean)
    await w.play(w.bob)
    await w.client.services.matches.resign(first.id, None, int(w.alice.id))
    await w.play()


async def test_a_rematch_is_a_match(w: World) -> None:
    await set_up(w, matches=1)
    over = await w.opened(await w.play())
    over = await w.client.services.matches.resign(over.id, None, int(w.alice.id))
    w.client.services.boards.updates.show(over.id, over.home.id)
    await w.shown(over)
    await w.play()
    await w.refused(w.alice, w.alice.click(w.board(over), label="Rematch"), "limit.in-guild", n=1)


async def test_accepting_makes_a_match(w: World) -> None:
    await set_up(w, matches=1)
    await w.play(w.bob)
    asked = await w.play(opponent=w.bob)
    await w.refused(w.bob, w.bob.click(w.board(asked), label="Accept"), "limit.in-guild", n=1)
    reply = await w.bob.click(w.board(asked), label="Decline/cancel")
    assert "declined" in reply.text


async def test_two_commands_at_once_get_the_last_place(w: World) -> None:
    await set_up(w, matches=1)
    replies = await asyncio.gather(*(w.alice.command(w.games, "play othello") for _ in range(2)))
    assert sorted(one.ephemeral for one in replies) == [False, True]


async def test_boards_of_a_channel(w: World) -> None:
    await set_up(w, boards=1)
    await w.play()
    await w.refused(w.bob, w.bob.command(w.games, "play othello"), "limit.boards", n=1)
    await w.play(w.bob, channel=w.sandbox.channel("lounge"))


async def test_one_challenge_to_the_same_person(w: World) -> None:
    await w.play(opponent=w.bob)
    again = w.alice.command(w.korean, "play gomoku", opponent=w.bob)
    await w.refused(w.alice, again, "limit.same-person")


async def test_levels_that_a_server_does_not_offer(w: World) -> None:
    await set_up(w, levels=("1", "2", "6"))
    await w.refused(
        w.alice, w.alice.command(w.games, "play othello", level="7"), "play.level-not-here", levels="1, 2, 6"
    )
    await w.play(level="6")
    await w.play(level="8", channel=w.alice.dm)


async def test_a_rematch_with_a_level_that_is_not_offered_any_more(w: World) -> None:
    over = await w.opened(await w.play(level="8"))
    over = await w.client.services.matches.resign(over.id, None, int(w.alice.id))
    w.client.services.boards.updates.show(over.id, over.home.id)
    await w.shown(over)
    await set_up(w, levels=("1", "2", "6"))
    await w.refused(
        w.alice, w.alice.click(w.board(over), label="Rematch"), "play.level-not-here", levels="1, 2, 6"
    )


async def thread_under(w: World, channel: Place) -> SeenMessage:
    """The last board of a match that has a thread of its own."""
    await set_up(w, threads=True)
    match = await w.until(await w.play(channel=channel), lambda one: one.home.thread_id)
    return w.board(match)


async def test_where_matches_may_be_played(w: World) -> None:
    lounge = w.sandbox.channel("lounge")
    await set_up(w, channels=(int(lounge),))
    only = f"I don't post in this channel. This server plays in: <#{lounge}>"
    assert await w.reads(w.alice, w.alice.command(w.games, "play othello")) == only
    await w.play(channel=lounge)
    await w.play(channel=w.korean)
    inside = await thread_under(w, lounge)
    reply = await w.alice.command(inside.channel_id, "play othello", level="1")
    assert not reply.ephemeral  # a thread counts as its channel
    await set_up(w, channels=(int(w.games),), threads=False)
    refused = await w.reads(w.alice, w.alice.command(inside.channel_id, "play othello"))
    assert f"<#{w.games}>" in refused


async def test_a_match_goes_on_where_none_may_begin_any_more(w: World) -> None:
    match = await w.play()
    await set_up(w, channels=(int(w.sandbox.channel("lounge")),))
    await w.press(w.alice, match, "d3")
    assert (await w.answered(match)).moves[0] == Move("d3")


async def test_limits_are_for_new_matches_only(w: World) -> None:
    """A server that becomes stricter ends nothing."""
    for _ in range(3):
        await w.play()
    await set_up(w, matches=1, boards=1)
    found = await w.client.services.store.queries.of_user(int(w.alice.id))
    assert [one.state for one in found] == ["playing"] * 3
