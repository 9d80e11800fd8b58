"""Matches called off before each side has moved, through the real client."""

from __future__ import annotations

from .world import FakePlayer, World


async def test_a_match_of_two_is_aborted_by_either(w: World) -> None:
    for person, ply in ((w.alice, 0), (w.bob, 0), (w.alice, 1), (w.bob, 1)):
        match = await w.match_of_two()
        if ply:
            await w.alice.click(w.board(match), label="d3")
            match = await w.shown(match)
        question = await person.click(w.board(match), label="Abort")
        assert (
            question.ephemeral
            and "Are you sure you want to abort this match? It won't count." in question.text
        )
        done = await person.click(question.shown, label="Abort")
        assert done.ephemeral and done.text == "The match was aborted."
        match = await w.shown(match)
        assert (match.state, match.winner, match.reason) == ("over", None, "outcome.aborted")
        board = w.board(match)
        assert "The match was aborted." in board.text and "draw" not in board.text.lower()
        assert board.raw["attachments"] == [] and "###" not in board.text
        assert [one.label for one in board.buttons] == ["Rematch"]


async def test_after_the_second_move_a_match_is_resigned(w: World) -> None:
    match = await w.match_of_two()
    question = await w.alice.click(w.board(match), label="Abort")
    match = await w.opened(match)
    assert w.board(match).buttons[-1].label == "Resign"
    await w.sandbox.until(lambda: question.shown.is_deleted or None)


async def test_the_command_calls_off_too(w: World) -> None:
    match = await w.play()
    question = await w.alice.command(w.games, "resign")
    assert "Are you sure you want to abort this match?" in question.text
    await w.alice.click(question.shown, label="Abort")
    assert (await w.shown(match)).reason == "outcome.aborted"


async def test_calling_off_while_the_computer_opens(w: World, player: FakePlayer) -> None:
    player.ready.clear()
    match = await w.play(side="second")
    question = await w.alice.click(w.board(match), label="Abort")
    await w.alice.click(question.shown, label="Abort")
    player.ready.set()
    match = await w.shown(match)
    assert (match.reason, match.ply) == ("outcome.aborted", 0)


async def test_a_draw_is_not_offered_before_each_has_moved(w: World) -> None:
    match = await w.match_of_two()
    assert w.board(match).button("Draw").disabled
    await w.refused(w.bob, w.bob.command(w.games, "board", action="draw"), "draw.too-early")
