"""*Text board* of `/me`: beside boards that only the person reads, never beside those of others."""

from __future__ import annotations

from .world import World

BOARD = "```\n  a b c d e f"


async def test_who_wants_a_board_in_letters_has_it_where_nobody_else_reads(w: World) -> None:
    puzzle = (await w.alice.command(w.games, "puzzle", game="othello")).shown
    assert "```" not in puzzle.text
    settings = (await w.alice.command(w.games, "me")).shown
    await w.alice.click(settings, custom_id="p:me:text_board.on")
    puzzle = (await w.alice.command(w.games, "puzzle", game="othello")).shown
    assert BOARD in puzzle.text
    await w.alice.click(puzzle, label="Solution")
    assert BOARD in puzzle.text
    shared = await w.match_of_two()
    assert "```" not in w.board(shared).text
    own = await w.play(channel=w.alice.dm.id)
    assert BOARD in w.board(own).text
