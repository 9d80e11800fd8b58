"""``/leaderboard`` through the real client: everybody sees it, and its keys answer one person."""

from __future__ import annotations

from games.base import Move

from .test_rated_matches import MOVES
from .test_rematch import resigned
from .world import World


async def test_the_leaderboard_of_a_server(w: World) -> None:
    match = await w.match_of_two(rated=True)
    await resigned(w, w.alice, await w.append(match, tuple(map(Move, MOVES))))
    said = await w.minji.resolved(await w.minji.command(w.games, "leaderboard"))
    assert not said.ephemeral and "Leaderboard: Othello" in said.text
    assert "Closest to it" in said.text and f"<@{w.bob.id}> · **1" in said.text
    menu, _ = said.selects
    own = await w.bob.resolved(await w.bob.choose(said, "go"))
    assert own.ephemeral and f"<@{w.bob.id}>" not in own.text
    assert len(menu.options) == 6
