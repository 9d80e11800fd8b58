"""``/watch`` through the real client: the match of others, live, with a link to it."""

from __future__ import annotations

from bot.ui.links import link

from .world import World


async def test_the_best_match_is_shown_live(w: World) -> None:
    await w.refused(w.junho, w.junho.command(w.games, "watch"), "watch.none")
    match = await w.match_of_two()
    await w.refused(w.alice, w.alice.command(w.games, "watch"), "watch.none")
    live = await w.minji.resolved(await w.minji.command(w.games, "watch"))
    assert f"<@{w.bob.id}>" in live.text and link(match.home) in str(live.raw)
    before = live.image_bytes()
    await w.press(w.alice, match, "d3")
    await w.sandbox.until(lambda: live.image_bytes() != before or None)
