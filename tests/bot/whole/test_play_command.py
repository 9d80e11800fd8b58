"""``/play othello``: every choice it offers, and the message it answers with."""

from __future__ import annotations

import io
import itertools

from PIL import Image

from ai.base import levels
from bot.presenters.keypad import MAX_BUTTONS
from bot.texts import texts
from data.model.match import Match
from games import replay
from games.base import Move, Record, Side
from games.othello import OTHELLO, OthelloPosition
from sandbox import SeenMessage
from sandbox.testing.message import walk

from .openings import CROWDED
from .world import FakePlayer, World, moves_offered

CONTROLS = ["button.undo", "button.hint"]
MAX_COMPONENTS = 40


def check_board(w: World, match: Match) -> None:
    """What every board shows of its match, whatever the match."""
    board = w.board(match)
    position = replay(match.record)
    assert isinstance(position, OthelloPosition)
    assert board.raw["flags"] & 1 << 15  # Components V2
    assert [one["type"] for one in board.raw["components"]] == [17]  # one container
    assert len(list(walk(board.raw["components"]))) <= MAX_COMPONENTS
    assert not board.raw["mentions"]
    check_words(w, match, board, position)
    check_buttons(match, board, position)


def check_buttons(match: Match, board: SeenMessage, position: OthelloPosition) -> None:
    """The moves, all of them or a page of them, and the controls."""
    persons_turn, legal = match.user_of(position.to_move) is not None, position.legal_moves()
    offered, reader = moves_offered(board), texts(match.home.locale)
    if len(legal) <= MAX_BUTTONS or not persons_turn:
        assert sorted(offered) == (list(legal) if persons_turn else [])
    else:
        assert len(offered) > MAX_BUTTONS // 2 and set(offered) < set(legal)
    undo, hint = map(reader.plain, CONTROLS)
    leave = reader.plain("button.abort" if match.ply < 2 else "button.resign")
    assert [one.label for one in board.buttons[-3:]] == [undo, hint, leave]
    resting = [] if persons_turn else [hint]
    if not any(match.user_of(side) for side in movers(match)):
        resting.insert(0, undo)  # no person has moved yet: there is nothing to take back
    assert [one.label for one in board.buttons[-3:] if one.disabled] == resting


def movers(match: Match) -> list[Side]:
    """Who made each move."""
    return [replay(match.record.before(ply)).to_move for ply in range(match.ply)]


def check_words(w: World, match: Match, board: SeenMessage, position: OthelloPosition) -> None:
    """Title, players, counts, whose turn; the picture and its description."""
    for user_id in filter(None, (match.first_id, match.second_id)):
        assert f"<@{user_id}>" in board.text
    title, players, turn = board.text.splitlines()[:3]
    assert all(f"**{position.count(side)}**" in players for side in Side)
    assert f"{position.size}×{position.size} #{match.id}" in title
    assert turn.startswith("⚫" if position.to_move is Side.FIRST else "⚪")
    (image,) = board.images
    described = texts(match.home.locale).plain("othello.describe", size=position.size)
    assert image.description is not None and described in image.description
    squares = image.description.partition(described)[2].replace(".", "").split()
    assert [squares.count(name) for name in position.legal_moves()] == [1] * len(position.legal_moves())
    picture = Image.open(io.BytesIO(board.image_bytes()))
    assert picture.size == (image.width, image.height) == (960, 960)


async def test_every_level(w: World, player: FakePlayer) -> None:
    for level in levels("othello"):
        match = await w.play(level=level)
        assert match.level == level
        check_board(w, match)
        await w.alice.click(w.board(match), label="d3")
        check_board(w, await w.answered(match))
        assert player.asked == [(Record("othello", "8x8", (Move("d3"),)), level)]
        player.asked.clear()


async def test_every_side_on_every_board(w: World, player: FakePlayer) -> None:
    for side, variant in itertools.product(("first", "second"), OTHELLO.variants):
        player.ready.clear()
        match = await w.play(side=side, variant=variant)
        assert (match.variant, match.user_of(Side.FIRST) is None) == (variant, side == "second")
        check_board(w, match)
        if side == "second":
            assert w.alice.id not in w.board(match).text.splitlines()[-1]  # the computer thinks
            assert "is thinking" in w.board(match).text
        player.ready.set()
        match = await w.answered(match)
        assert match.ply == (1 if side == "second" else 0)
        check_board(w, match)


async def test_without_any_option(w: World) -> None:
    reply = await w.alice.command(w.games, "play othello")
    assert "Othello 8×8 #1" in reply.text
    match = await w.answered(
        await w.until(await w.client.services.store.matches.get(1), lambda one: one.home.message_id)
    )
    assert match.level == "3"
    assert int(w.alice.id) in (match.first_id, match.second_id)
    check_board(w, match)


async def test_in_a_direct_message(w: World) -> None:
    match = await w.play(w.minji, w.minji.dm)
    assert match.guild_id is None
    assert "오셀로 8×8" in w.board(match).text  # nobody but 민지 reads here
    await w.minji.click(w.board(match), label="d3")
    match = await w.answered(match)
    assert match.ply == 2
    check_board(w, match)


async def test_the_last_move_is_shown(w: World) -> None:
    match = await w.play()
    await w.alice.click(w.board(match), label="d3")
    match = await w.answered(match)
    assert "Move 2: White **c3**" in w.board(match).text


async def test_more_moves_than_buttons(w: World) -> None:
    match = await w.append(await w.play(variant="10x10"), CROWDED)
    board = w.board(match)
    check_board(w, match)
    first = moves_offered(board)
    await w.alice.click(board, label="More")
    second = moves_offered(board)
    assert set(first).isdisjoint(second)
    move = second[3]
    await w.alice.click(board, label=move)
    match = await w.answered(match)
    assert match.moves[len(CROWDED)] == move
    check_board(w, match)


async def test_the_board_is_drawn_again(w: World) -> None:
    match = await w.play()
    before = w.board(match).image_bytes()
    await w.alice.click(w.board(match), label="d3")
    match = await w.answered(match)
    assert w.board(match).image_bytes() != before
    assert len(w.board(match).raw["attachments"]) == 1  # the old picture is gone
