"""A match against the computer from its first click to its rematch."""

from __future__ import annotations

import re

from data.model.match import Match
from sandbox import SeenMessage

from .openings import DRAW, WHITE_PASSES, WHITE_WINS, WIPE_OUT
from .world import FakePlayer, World, follow, moves_offered, turn_of


async def test_a_whole_match_by_clicking(w: World, player: FakePlayer) -> None:
    player.pick = follow(WHITE_WINS)
    match = await w.answered(await w.play(variant="6x6", side="second"))
    for move in WHITE_WINS[1::2]:
        reply = await w.alice.click(w.board(match), label=move)
        assert reply.kind == "update"
        match = await w.answered(match)
    assert (match.moves, match.state, match.reason) == (WHITE_WINS, "over", "outcome.more-discs")
    board = w.board(match)
    assert (
        f"⚪ <@{w.alice.id}> wins: more discs. **4–\N{WORD JOINER}32** (4–\N{WORD JOINER}21 on the board)"
        in board.text
    )
    assert [one.label or one.emoji for one in board.buttons] == ["Rematch", "Review", "Replay"]


async def test_a_forced_pass_is_played_and_shown(w: World, player: FakePlayer) -> None:
    before, passing = WHITE_PASSES
    match = await w.append(await w.play(), before)
    asked = len(player.asked)
    await w.alice.click(w.board(match), label=passing)
    match = await w.shown(await w.until(match, lambda one: one.ply > len(before)))
    assert match.moves == (*before, passing, "pass")
    assert len(player.asked) == asked  # nothing to choose
    assert "White had to pass" in w.board(match).text
    assert f". **{passing}**" in w.board(match).text
    assert len(moves_offered(w.board(match))) > 1
    player.ready.clear()
    move = moves_offered(w.board(match))[0]
    await w.alice.click(w.board(match), label=move)
    match = await w.shown(await w.until(match, lambda one: one.ply == len(before) + 3))
    text = w.board(match).text
    assert re.search(rf"White had to pass · \d+\. \*\*{move}\*\*", text)
    player.ready.set()
    assert "had to pass" not in w.board(await w.answered(match)).text


async def test_a_win_that_leaves_squares_empty(w: World) -> None:
    match = await w.append(await w.play(), WIPE_OUT[:-1])
    await w.alice.click(w.board(match), label=WIPE_OUT[-1])
    match = await w.shown(match)
    assert (
        f"⚫ <@{w.alice.id}> wins: more discs. **64–\N{WORD JOINER}0** (13–\N{WORD JOINER}0 on the board)"
        in w.board(match).text
    )


async def test_a_loss(w: World, player: FakePlayer) -> None:
    player.pick = follow(WIPE_OUT)
    match = await w.answered(await w.play(side="second", level="classic"))
    match = await w.append(match, WIPE_OUT[1:8])
    assert "⚫ Computer (disc counter) wins: more discs." in w.board(match).text


async def test_a_draw(w: World, player: FakePlayer) -> None:
    player.pick = follow(DRAW)
    match = await w.append(await w.play(variant="6x6"), DRAW[:-2])
    await w.alice.click(w.board(match), label=DRAW[-2])
    match = await w.answered(match)
    assert (match.state, match.winner) == ("over", None)
    assert "Draw: equal discs. **18–\N{WORD JOINER}18**" in w.board(match).text


async def test_rematch_changes_sides(w: World) -> None:
    first = await w.append(await w.play(variant="8x8", level="2"), WIPE_OUT)
    reply = await w.alice.click(w.board(first), label="Rematch")
    assert reply.kind == "message" and not reply.ephemeral
    second = await w.client.services.store.matches.get(first.id + 1)
    assert (second.first_id, second.second_id, second.level) == (None, int(w.alice.id), "2")
    second = await w.answered(second)
    assert second.ply == 1
    assert w.board(second) == reply.shown


async def test_resigning_is_asked_once_more(w: World) -> None:
    match = await w.opened(await w.play())
    with w.unchanged():
        asked = await w.alice.click(w.board(match), label="Resign")
        assert asked.ephemeral and "Are you sure you want to resign?" in asked.text
        kept = await w.alice.click(asked.shown, label="Keep playing")
        assert kept.text == "The match continues." and not kept.shown.buttons
    asked = await w.alice.click(w.board(match), label="Resign")
    done = await w.alice.click(asked.shown, label="Resign")
    assert done.ephemeral and done.text.startswith("You resigned.")
    match = await w.shown(match)
    assert (match.state, match.reason) == ("over", "outcome.resigned")
    assert "⚪ Computer (lv. 1/8) wins: Black resigned." in w.board(match).text


async def test_a_late_resignation_is_refused(w: World) -> None:
    match = await w.opened(await w.play())
    asked = await w.alice.click(w.board(match), label="Resign")
    (again,) = [one.custom_id or "" for one in asked.shown.buttons if one.label == "Resign"]
    await w.alice.click(asked.shown, label="Resign")
    await w.shown(match)
    await w.refused(w.alice, w.forge_press(w.alice, w.board(match), again), "match.over")


async def test_undo_takes_both_moves_back(w: World) -> None:
    match = await w.play()
    for label in ("d3", "f5"):
        await w.alice.click(w.board(match), label=label)
        match = await w.answered(match)
    reply = await w.alice.click(w.board(match), label="Undo")
    assert reply.kind == "update"
    match = await w.shown(match)
    assert (match.ply, match.takebacks, match.moves[0]) == (2, 1, "d3")
    await w.alice.click(w.board(match), label="Undo")
    match = await w.shown(match)
    assert (match.ply, match.takebacks) == (0, 2)
    assert w.board(match).button("Undo").disabled
    late = w.forge_press(w.alice, w.board(match), f"b:undo:{match.id}:0.2")
    await w.refused(w.alice, late, "match.nothing-to-undo")
    await w.alice.click(w.board(match), label="c4")
    assert (await w.answered(match)).moves[0] == "c4"


async def test_nothing_to_take_back_from_a_computer_that_began(w: World) -> None:
    match = await w.answered(await w.play(side="second"))
    assert match.ply == 1 and w.board(match).button("Undo").disabled
    late = w.forge_press(w.alice, w.board(match), f"b:undo:{match.id}:1.0")
    await w.refused(w.alice, late, "match.nothing-to-undo")
    await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
    match = await w.answered(match)
    await w.alice.click(w.board(match), label="Undo")
    match = await w.shown(match)
    assert match.ply == 1 and w.board(match).button("Undo").disabled


async def test_undo_while_the_computer_thinks(w: World, player: FakePlayer) -> None:
    match = await w.play()
    player.ready.clear()
    await w.alice.click(w.board(match), label="d3")
    match = await w.shown(match)
    await w.alice.click(w.board(match), label="Undo")
    match = await w.shown(match)
    assert match.ply == 0
    player.ready.set()  # for a position that was taken back
    await w.alice.click(w.board(match), label="f5")
    match = await w.answered(match)
    assert match.moves == ("f5", "d6")


async def test_resigning_while_the_computer_thinks(w: World, player: FakePlayer) -> None:
    match = await w.opened(await w.play())
    player.ready.clear()
    await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
    match = await w.shown(match)
    asked = await w.alice.click(w.board(match), label="Resign")
    await w.alice.click(asked.shown, label="Resign")
    player.ready.set()
    match = await w.shown(match)
    assert (match.state, match.ply) == ("over", 3)


async def test_hint(w: World, player: FakePlayer) -> None:
    match = await w.play()
    reply = await w.alice.click(w.board(match), label="Hint")
    assert reply.kind == "update"
    await w.reads_board(match, "💡 Hint: **c4** (Black: slightly better)")
    assert player.asked[-1][1] != match.level  # hints come from a strong level


async def test_a_hints_key_plays_it(w: World) -> None:
    match = await w.play()
    await w.alice.click(w.board(match), label="Hint")
    await w.reads_board(match, "💡 Hint: **c4**")
    await w.alice.click(w.board(match), label="c4")
    match = await w.answered(match)
    assert match.ply == 2 and match.moves[0] == "c4"
    assert "💡" not in w.board(match).text and not w.ephemerals(w.alice)


async def test_hint_of_a_slow_player_is_awaited_on_the_board(w: World, player: FakePlayer) -> None:
    match = await w.play()
    player.ready.clear()
    await w.alice.click(w.board(match), label="Hint")  # is answered before the hint is there
    assert w.board(match).button("Hint…").disabled
    await w.alice.click(w.board(match), label="d3")  # before the hint is there
    player.ready.set()
    match = await w.answered(match)
    assert match.ply == 2 and "💡" not in w.board(match).text


async def typed(w: World, match: Match, move: str) -> SeenMessage:
    """Type a move into the form of a match."""
    opened = await w.open_form(w.alice, match)
    assert opened.kind == "modal" and opened.form.title == "Othello #1: your move"
    return (await w.alice.submit(opened.form, {"Move": move})).shown


async def test_typing_a_move(w: World) -> None:
    match = await w.play()
    assert await typed(w, match, " Ｄ ３ ") == w.board(match)
    assert (await w.answered(match)).moves[0] == "d3"


async def test_after_a_restart_everything_still_works(w: World, player: FakePlayer) -> None:
    player.ready.clear()
    match, other = await w.play(), await w.play()
    await w.alice.click(w.board(other), label="d3")
    opened = await w.open_form(w.alice, match)
    asked = await w.alice.click(w.board(match), label="Abort")
    await w.restart()
    player.ready.set()
    assert (await w.answered(other)).ply == 2  # the computer thinks again
    await w.alice.submit(opened.form, {"Move": "f5"})
    match = await w.answered(match)
    assert match.moves[0] == "f5"
    await w.alice.click(w.board(match), label=moves_offered(w.board(match))[0])
    assert (await w.answered(match)).ply == 4
    await w.alice.click(asked.shown, label="Abort")
    assert asked.shown.text == w.says(w.alice, "abort.too-late") and not asked.shown.buttons
    asked = await w.alice.click(w.board(match), label="Resign")
    await w.restart()
    await w.alice.click(asked.shown, label="Resign")
    assert (await w.shown(match)).state == "over"
    await w.restart()
    await w.alice.click(w.board(match), label="Rematch")
    assert (await w.client.services.store.matches.get(3)).state == "playing"


async def test_a_board_left_behind_is_drawn_at_the_next_start(w: World) -> None:
    match = await w.play()
    old = w.board(match)
    await w.stop()
    async with w.offline_store() as store:
        await store.append(
            match.id, match.position_id, w.played("d3"), outcome=None, turn=turn_of(match, "d3")
        )
    await w.start()
    match = await w.answered(match)
    assert match.moves[0] == "d3" and w.board(match) == old
