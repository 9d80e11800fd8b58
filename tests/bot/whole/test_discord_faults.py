"""Discord's rarer faults: a refused RESUME, a dead socket, permissions taken away, a refused attachment.

The commoner ones are in `test_faults.py`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import bot.messages.refresher
from data.model.match import Match, PauseReason
from games import replay
from sandbox.world.permissions import Permission

from .world import WITHIN, FakePlayer, World, is_shown, moves_offered

CALLBACK = r"/interactions/\d+/[^/]+/callback"
EDIT = r"/(webhooks/.*/messages/[^/]+|channels/\d+/messages/\d+)"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries come soon."""
    monkeypatch.setattr(bot.messages.refresher, "RETRY_SECONDS", (0.05,) * 20)


async def waiting(w: World, player: FakePlayer) -> Match:
    """A match whose computer is thinking until the test lets it answer."""
    match = await w.play()
    player.ready.clear()
    await w.alice.click(w.board(match), label="d3")
    return await w.shown(match)


async def continues(w: World, player: FakePlayer, match: Match) -> None:
    """The computer's move is shown, and the old board can be played on."""
    player.ready.set()
    match = await w.answered(match)
    assert match.ply == 2
    await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
    assert (await w.answered(match)).ply == 4


def another_session(w: World) -> Callable[[], bool]:
    """Whether the bot is connected by a session that it has not now."""
    before = set(w.sandbox.gateway.sessions)
    return lambda: any(
        one.connection is not None and key not in before for key, one in w.sandbox.gateway.sessions.items()
    )


async def test_a_refused_resume(w: World, player: FakePlayer) -> None:
    match = await waiting(w, player)
    w.sandbox.faults.refuse_resume()
    identified = another_session(w)
    await w.sandbox.faults.drop_gateway()
    await w.sandbox.until(lambda: identified() or None, WITHIN)
    await continues(w, player, match)


async def test_a_socket_that_is_open_and_dead(w: World, player: FakePlayer) -> None:
    """A zombie: the bot receives nothing, reconnects and resumes its session."""
    match = await waiting(w, player)
    usual, w.sandbox.gateway.heartbeat = w.sandbox.gateway.heartbeat, 0.2
    w.client._connection.heartbeat_timeout = 0.6
    first = set(w.sandbox.gateway.connections)
    await w.sandbox.faults.drop_gateway()  # the next socket beats that often
    (dead,) = await w.sandbox.until(lambda: set(living(w)) - first, WITHIN)
    w.sandbox.gateway.heartbeat = usual
    w.sandbox.faults.zombie()
    await w.sandbox.until(lambda: set(living(w)) - first - {dead} or None, WITHIN)
    await continues(w, player, match)


def living(w: World) -> list[object]:
    """The sockets that carry a session."""
    return [one.connection for one in w.sandbox.gateway.sessions.values() if one.connection is not None]


@pytest.mark.parametrize("denied", [Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES], ids=["view", "send"])
async def test_a_permission_taken_away_in_mid_match(w: World, player: FakePlayer, denied: Permission) -> None:
    """With the press's token spent, the board is out of reach; the match is not."""
    match = await waiting(w, player)
    w.sandbox.clock.advance(16 * 60)
    w.sandbox.places.deny(w.games, denied)
    await w.sandbox.until(lambda: not w.bot_may(w.games, denied) or None)
    player.ready.set()
    match = await w.until(match, lambda one: one.ply == 2)
    hidden = denied is Permission.VIEW_CHANNEL
    await w.until(match, lambda one: one.paused == (PauseReason.SUSPENDED if hidden else None))
    assert "#1" in (await w.alice.command(w.games, "matches")).text
    w.sandbox.places.allow(w.games, denied)
    await w.sandbox.until(lambda: w.bot_may(w.games, denied) or None)
    if hidden:  # such a channel counts as lost: the board is posted again
        await w.alice.command(w.games, "board")
    await w.alice.command(w.games, "move", move=replay(match.record).legal_moves()[0])
    match = await w.answered(await w.until(match, lambda one: one.ply == 4))
    assert is_shown(w.board(match), match)


async def test_discord_out_of_reach_for_a_while(w: World, player: FakePlayer) -> None:
    """Neither gateway nor REST: the computer plays on in the database, and the board catches up."""
    match = await waiting(w, player)
    await w.sandbox.faults.offline()
    player.ready.set()
    match = await w.until(match, lambda one: one.ply == 2)
    assert not is_shown(w.board(match), match)
    await w.sandbox.faults.offline(False)
    await w.sandbox.bot_online(2 * WITHIN)
    match = await w.answered(match)
    await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
    assert (await w.answered(match)).ply == 4
