"""``/seek`` through the real client: one board, edited; two presses; and what a restart finds."""

from __future__ import annotations

from bot.messages.seek_boards import SeekBoards
from data.model.match import MatchState
from sandbox import SeenMessage

from .world import World


def boards(w: World, text: str = "") -> list[SeenMessage]:
    """The messages that list seeks, with a text."""
    every = w.sandbox.messages(str(w.games))
    return [one for one in every if "🔎" in one.text and text in one.text and "_reader" not in one.raw]


async def board(w: World, text: str) -> SeenMessage:
    found = await w.sandbox.until(lambda: boards(w, text))
    assert len(boards(w)) == 1
    return found[0]


async def test_a_board_lists_seeks_and_accept_begins_a_match(w: World) -> None:
    assert "You are listed" in (await w.alice.command(w.games, "seek", game="othello")).text
    first = await board(w, "Othello 8×8")
    assert f"<@{w.alice.id}>" in first.text and "unrated" in first.text
    unknown = w.minji.command(w.games, "seek", game="go", variant="20x20")
    await w.refused(w.minji, unknown, "rule.unknown-variant", game="바둑", variant="20x20")
    go = {"game": "go", "variant": "13x13-korean"}
    await w.minji.command(w.games, "seek", **go, clock="10+10", rated=True, range=200)
    second = await board(w, "±200")
    assert "13×13" in second.text
    assert second.id == first.id and "Othello" in second.text, "edited, not posted again"
    await w.refused(w.alice, w.alice.click(second, custom_id="p:seek:accept.1"), "seek.own")
    await w.bob.resolved(await w.bob.click(second, custom_id="p:seek:accept.1"))
    (match,) = await w.client.services.store.queries.of_user(int(w.bob.id))
    assert match.state == MatchState.PLAYING and {match.first_id, match.second_id} == {
        int(w.alice.id),
        int(w.bob.id),
    }
    assert f"<@{w.alice.id}>" in w.board(await w.shown(match)).text
    await w.sandbox.until(lambda: "Othello" not in second.text or None)
    await w.refused(w.junho, w.forge_press(w.junho, second, "p:seek:accept.1"), "seek.gone")
    await w.refused(w.bob, w.bob.click(second, label="Cancel mine"), "seek.none")
    await w.minji.click(second, label="Cancel mine")
    await w.sandbox.until(lambda: "Nobody is looking" in second.text or None)
    assert len(boards(w)) == 1


async def test_a_board_that_was_deleted_is_posted_again_and_a_start_doubles_none(w: World) -> None:
    await w.alice.command(w.games, "seek", game="othello")
    first = await board(w, "Othello")
    await w.restart()
    await w.sandbox.until(lambda: w.client.services.part(SeekBoards).is_idle or None)
    assert [one.id for one in boards(w)] == [first.id]
    message = w.client.get_partial_messageable(int(w.games)).get_partial_message(int(first.id))
    await message.delete()
    await w.bob.command(w.games, "seek", game="go")
    second = await board(w, "Go")
    assert second.id != first.id and "Othello" in second.text
