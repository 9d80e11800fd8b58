"""What a hostile member tries, through the real client: flooding a channel, and posting while muted."""

from __future__ import annotations

from bot.match.limits import BOARDS
from sandbox.world.permissions import Permission

from .world import World, lift

MUTED = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS | Permission.USE_APPLICATION_COMMANDS


async def test_playing_and_aborting_again_and_again(w: World) -> None:
    """One board a channel and one match a person do not stop it; the limit per minute does."""
    lift(w.client.services.post_limits, BOARDS.allowed)
    await w.client.services.settings.update(int(w.guild_of(w.games)), matches=1, boards=1)
    for _ in range(BOARDS.allowed):
        match = await w.play()
        await w.client.services.matches.abort(match.id, None, int(w.alice.id))
        await w.shown(await w.now(match))
    refused = await w.alice.command(w.games, "play othello")
    assert refused.ephemeral and f"{BOARDS.allowed} boards per minute" in refused.text
    boards = [one for one in w.sandbox.messages(w.games) if "aborted" in one.text]
    assert len(boards) == BOARDS.allowed
    assert [one for one in boards if one.raw["attachments"]] == []


async def test_a_muted_member_posts_by_no_button(w: World) -> None:
    over = await w.client.services.matches.resign(
        (await w.opened(await w.match_of_two())).id, None, int(w.bob.id)
    )
    over = await w.shown(over)
    asked = await w.play(w.alice, opponent=w.bob)
    w.sandbox.places.deny(w.games, MUTED, w.bob.id)
    count = len(w.sandbox.messages(w.games))
    for match, label in ((asked, "Accept"), (over, "Rematch")):
        await w.refused(w.bob, w.bob.click(w.board(match), label=label), "post.no-commands")
    assert len([one for one in w.sandbox.messages(w.games) if not one.ephemeral]) == count
