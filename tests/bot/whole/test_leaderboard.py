"""``/leaderboard`` through the real client: posted after a question, its buttons answer one person."""

from __future__ import annotations

import time

from sqlalchemy import Connection, update

from data.tables.ratings import ratings
from games.base import Move

from .test_rated_matches import MOVES
from .test_rematch import resigned
from .world import World


async def test_the_leaderboard_of_a_server(w: World) -> None:
    match = await w.match_of_two(rated=True)
    await resigned(w, w.alice, await w.append(match, tuple(map(Move, MOVES))))
    await w.store.database.write(lambda connection: connection.execute(update(ratings).values(matches=3)))
    shown = await w.alice.resolved(await w.alice.command(w.games, "leaderboard"))
    assert shown.ephemeral and "Leaderboard: Othello" in shown.text
    question = await w.alice.resolved(await w.alice.click(shown, label="Post to channel"))
    assert question.ephemeral and "Everybody there will see it" in question.text
    await w.alice.click(question, label="Post")
    posted = await w.bob.until(w.games, lambda message: "Leaderboard: Othello" in message.text)
    assert not posted.ephemeral
    assert "Provisional" in posted.text and f"<@{w.bob.id}> · **1662?**" in posted.text
    assert [button.label for button in posted.buttons] == ["World"]
    assert len(posted.selects[0].options) == 8
    own = await w.bob.resolved(await w.bob.choose(posted, "go"))
    assert own.ephemeral and f"<@{w.bob.id}>" not in own.text


async def test_the_world_has_names_of_those_who_want_that(w: World) -> None:
    match = await w.match_of_two(rated=True)
    await resigned(w, w.alice, await w.append(match, tuple(map(Move, MOVES))))

    def work(connection: Connection) -> None:
        certain = {"matches": 20, "deviation": 60.0, "rated_at": time.time()}
        connection.execute(update(ratings).values(certain))

    await w.store.database.write(work)
    settings = await w.alice.resolved(await w.alice.command(w.games, "me"))
    await w.alice.click(settings, custom_id="p:me:page.playing")
    await w.alice.click(settings, custom_id="p:me:world.on")
    said = await w.minji.resolved(
        await w.minji.command(w.korean, "leaderboard", game="othello", scope="world")
    )
    assert said.ephemeral and "Alice" in said.text and f"<@{w.alice.id}>" not in said.text
    assert "Bob" not in said.text and f"<@{w.bob.id}>" not in said.text
    here = await w.minji.resolved(await w.minji.click(said, label="이 서버"))
    assert "Alice" not in here.text
