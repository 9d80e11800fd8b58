"""``/profile`` through the real client: who sees what of whom, and what a posted profile leaves out."""

from __future__ import annotations

from games.base import Move

from .test_rated_matches import MOVES
from .test_rematch import resigned
from .world import World


async def test_profiles_of_oneself_and_of_others(w: World) -> None:
    match = await w.match_of_two(rated=True)
    await resigned(w, w.bob, await w.append(match, tuple(map(Move, MOVES))))
    own = await w.alice.resolved(await w.alice.command(w.games, "profile"))
    assert own.ephemeral and f"Best win: <@{w.bob.id}>" in own.text
    assert "Othello: 1 won, 0 drawn, 0 lost." in (own.images[0].description or "")
    go = await w.alice.resolved(await w.alice.choose(own, "go"))
    assert "Best win" not in go.text
    seen = await w.minji.resolved(await w.minji.command(w.games, "profile", person=w.alice.id))
    assert seen.ephemeral and f"<@{w.alice.id}>" in seen.text and f"<@{w.bob.id}>" in seen.text
    elsewhere = await w.minji.resolved(await w.minji.command(w.korean, "profile", person=w.alice.id))
    assert f"<@{w.bob.id}>" not in elsewhere.text


async def test_only_oneself_can_post_a_profile_and_bots_have_none(w: World) -> None:
    match = await w.match_of_two(rated=True)
    await resigned(w, w.bob, await w.append(match, tuple(map(Move, MOVES))))
    own = await w.alice.resolved(await w.alice.command(w.games, "profile"))
    question = await w.alice.resolved(await w.alice.click(own, label="Post to channel"))
    assert question.ephemeral and "Everybody there will see it" in question.text
    await w.alice.click(question, label="Post")
    posted = await w.bob.until(w.games, lambda message: "Best win" in message.text)
    assert not posted.ephemeral and "🎯" not in posted.text
    others = await w.bob.resolved(await w.bob.choose(posted, "othello"))
    assert others.ephemeral and f"<@{w.alice.id}>" in others.text
    assert [button.label for button in others.buttons] == ["Recap"]
    for channel, person in ((w.games, w.sandbox.state.bot_id), (w.alice.dm, w.bob.id)):
        refused = await w.alice.resolved(await w.alice.command(channel, "profile", person=person))
        assert refused.ephemeral and "rofile" in refused.text and f"<@{person}>" not in refused.text


async def test_leaderboards_and_settings_lead_to_profiles(w: World) -> None:
    said = await w.alice.resolved(await w.alice.command(w.games, "leaderboard"))
    chosen = await w.alice.resolved(await w.alice.choose(said, w.bob, custom_id="p:profile:0.othello.pick"))
    assert chosen.ephemeral and f"<@{w.bob.id}>" in chosen.text
    settings = await w.alice.resolved(await w.alice.command(w.games, "me"))
    await w.alice.click(settings, label="Ratings")
    own = await w.alice.resolved(await w.alice.click(settings, label="Profile"))
    assert "No matches against people yet" in own.text
