"""A board that was posted just before a kill, and not stored: the first press on it makes it the board."""

from __future__ import annotations

from data.model.match import Match

from .world import World, is_shown, moves_offered


async def forgotten(w: World, match: Match, before: Match) -> None:
    """The bot was killed between the post of the match's board and its storing; it runs again."""
    await w.stop()
    w.change(
        f"UPDATE boards SET message_id = {before.home.message_id}, channel_id = {before.home.channel_id}, "
        f"thread_id = NULL, shown_version = {before.version} WHERE id = {match.home.id}"
    )
    w.change(
        f"UPDATE matches SET channel_id = {before.home.channel_id}, shown_version = {before.version} "
        f"WHERE id = {match.id}"
    )
    await w.start()
    await w.until(match, lambda one: one.home.shown_version == one.version)
    assert (await w.now(match)).home.message_id == before.home.message_id != match.home.message_id


async def adopted(w: World, match: Match, before: Match) -> None:
    """A press on the board makes it the only one with buttons, and the match is played there."""
    await w.alice.click(w.board(match), label="d3")
    after = await w.answered(await w.until(match, lambda one: one.home.message_id == match.home.message_id))
    assert after.moves[:1] == ("d3",) and is_shown(w.board(match), after)
    assert (after.home.channel_id, after.home.thread_id) == (match.home.channel_id, match.home.thread_id)
    await w.sandbox.until(lambda: not moves_offered(w.board(before)) or None)
    link = f"https://discord.com/channels/{after.guild_id}/{after.home.channel_id}/{after.home.message_id}"
    assert link in w.board(before).text


async def test_the_board_of_a_thread(w: World) -> None:
    await w.alice.command(w.games, "settings", threads=True)
    match = await w.play(opponent=w.bob)
    before = await w.shown(match)
    await w.bob.click(w.board(match), label="✅")
    match = await w.shown(await w.until(match, lambda one: one.home.thread_id))
    await forgotten(w, match, before)
    await adopted(w, match, before)
