"""`/board` that reads the board out: to players and to spectators, to them alone."""

from __future__ import annotations

from .world import World


async def test_a_player_reads_the_board_and_reads_it_again_after_a_move(w: World) -> None:
    match = await w.match_of_two()
    await w.press(w.alice, match, "d3")
    read = (await w.bob.command(w.games, "board", action="read")).shown
    assert read.ephemeral and "Row 3: Black d3." in read.text and "1\\. Black d3, flips 1: d4." in read.text
    await w.press(w.bob, await w.shown(match), "c3")
    await w.bob.click(read, label="Read again")
    assert "Row 3: White c3; Black d3." in read.text


async def test_a_spectator_reads_a_part_of_the_newest_match_of_the_channel(w: World) -> None:
    await w.refused(w.minji, w.minji.command(w.games, "board", action="read"), "match.none-active")
    match = await w.match_of_two()
    read = (await w.minji.command(w.games, "board", where="4")).shown
    assert read.ephemeral and f"#{match.id}" in read.text and ("Row 4: " in read.text or "4행: " in read.text)
    missing = {"name": "m", "names": "a b c d e f g h"}
    await w.refused(w.minji, w.minji.command(w.games, "board", where="m"), "read.no-column", **missing)
    typed = w.minji.command(w.games, "board", match=match.id, where="?")
    await w.refused(w.minji, typed, "read.no-place", text="?")
