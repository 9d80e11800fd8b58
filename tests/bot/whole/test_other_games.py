"""Every game through the real client: won by its keys, in each language, across restarts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import Action
from bot.presenters.registry import PRESENTERS
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from games import GAMES, replay
from games.base import PASS, Move, Record, Side
from tests.bot.stories import match_of
from tests.variants import sample

from .openings import WIPE_OUT
from .world import FakePlayer, World, follow

FIVE = ("h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8")
COUNT = ("e5", "c3", "e6", PASS, PASS, "dead c3", "agree", "agree")
SCRIPTS: dict[str, Sequence[str]] = {"othello": WIPE_OUT, "gomoku": FIVE, "go": COUNT}
TYPED = [
    ("go", "E5", "e5"),
    ("gomoku", "8h", "h8"),
    ("hare_and_hounds", "a2 a3", "a2-a3"),
    ("twelve_janggi", "왕c2", "b1-c2"),
    ("twelve_janggi", "Kc2", "b1-c2"),
    ("othello", "d3", "d3"),
]
"""A game, what is typed, and the move that is meant."""


@cache
def script(slug: str) -> tuple[Move, ...]:
    """A short game of the default variant: a written one, else the shortest of many random ones."""
    if slug in SCRIPTS:
        return tuple(map(Move, SCRIPTS[slug]))
    return min((_random_game(slug, seed) for seed in range(300)), key=len)


def _random_game(slug: str, seed: int) -> tuple[Move, ...]:
    choice = random.Random(f"{slug} {seed}").choice
    position, moves = GAMES[slug].start(GAMES[slug].variants[0]), []
    while position.outcome() is None:
        moves.append(choice(position.legal_moves()))
        position = position.play(moves[-1])
    return tuple(moves)


def movers(slug: str, moves: tuple[Move, ...]) -> list[Side]:
    """Who makes each move."""
    record = Record(slug, GAMES[slug].variants[0], moves)
    return [replay(record.before(ply)).to_move for ply in range(len(moves))]


@pytest.mark.parametrize(("slug", "side"), sample([*GAMES], ["first", "second"]))
async def test_a_whole_match_by_its_keys(w: World, player: FakePlayer, slug: str, side: str) -> None:
    moves = script(slug)
    player.pick = follow(moves)
    match = await w.answered(await w.play(game=slug, side=side))
    mine = Side.FIRST if side == "first" else Side.SECOND
    for ply, mover in enumerate(movers(slug, moves)):
        if (mover is mine and moves[ply] != PASS) or (mover is mine and slug == "go"):
            assert match.moves == moves[:ply]
            await w.press(w.alice, match, moves[ply])
            match = await w.answered(match)
    assert (match.moves, match.state) == (moves, "over")
    board = w.board(match)
    assert texts("en").plain(match.reason or "") in board.text
    assert [one.label or one.emoji for one in board.buttons] == ["Rematch", "Review", "Replay"]
    assert board.images[0].description


@pytest.mark.parametrize("slug", GAMES)
async def test_two_people_and_restarts_in_between(w: World, slug: str) -> None:
    moves = script(slug)
    match = await w.match_of_two(game=slug)
    players = {Side.FIRST: w.alice, Side.SECOND: w.bob}
    for ply, mover in enumerate(movers(slug, moves)[:6]):
        if ply % 2:
            await w.restart()
        if match.ply == ply and match.state == "playing":
            await w.press(players[mover], match, moves[ply])
            match = await w.shown(match)
    assert match.moves[: min(6, match.ply)] == moves[:6]


def has_selections(slug: str) -> bool:
    """Whether the keypad of a match's start selects pieces or windows."""
    start = match_of(slug, GAMES[slug].variants[0])
    keypad = PRESENTERS[slug].keypad(BoardScene.of(start).viewpoint(), texts("en"))
    return any(key.action is Action.SELECT and not key.disabled for key in keypad.buttons)


PIECE_GAMES = [slug for slug in GAMES if has_selections(slug) and slug not in {"go", "gomoku"}]
"""Points are selected otherwise: `tests/bot/interactions/buttons/test_moves.py`."""


@pytest.mark.parametrize("slug", PIECE_GAMES)
async def test_only_the_player_to_move_selects_a_piece(w: World, slug: str) -> None:
    match = await w.match_of_two(game=slug)
    presenter, board = PRESENTERS[slug], w.board(match)
    keypad = presenter.keypad(BoardScene.of(match).viewpoint(), texts("en"))
    keys = [key for key in keypad.buttons if key.action is Action.SELECT and not key.disabled]
    press = f"b:look:{match.id}:0.0:{keys[0].argument}"
    await w.refused(w.bob, w.bob.click(board, custom_id=press), "match.not-your-turn")
    await w.refused(w.minji, w.minji.click(board, custom_id=press), "match.not-seated")
    before, picture = [one.custom_id for one in board.buttons], board.image_bytes()
    with w.unchanged():
        reply = await w.alice.click(board, custom_id=press)
    assert reply.kind == "update"
    assert [one.custom_id for one in board.buttons] != before
    assert board.image_bytes() != picture
    await w.restart()
    moves = [one for one in board.buttons if one.custom_id and ":move:" in one.custom_id and not one.disabled]
    await w.alice.click(board, custom_id=moves[0].custom_id or "")
    assert (await w.shown(match)).ply == 1


async def test_the_computer_proposes_dead_stones_to_two_people(w: World, player: FakePlayer) -> None:
    match = await w.match_of_two(game="go")
    players = {Side.FIRST: w.alice, Side.SECOND: w.bob}
    proposed = [Move("dead c3")]
    player.line = [*proposed, Move("agree")]
    for ply, mover in enumerate(movers("go", script("go"))[:5]):
        await w.press(players[mover], match, script("go")[ply])
        match = await w.shown(match)
    match = await w.shown(await w.until(match, lambda one: one.ply == 6))
    assert match.moves[-1] == "dead c3"
    to_move = replay(match.record).to_move
    in_turn, waiting = players[to_move], players[to_move.other]
    for person, text in (
        (waiting, "agree"),
        (in_turn, "alive c3"),
        (waiting, "dead c3"),
        (waiting, "agree"),
        (in_turn, "agree"),
    ):
        await w.press(person, match, text)
        match = await w.shown(match)
    assert (match.state, match.reason) == ("over", "outcome.points")


# --- Typing ------------------------------------------------------------------------------------------


async def test_an_empty_form_says_what_to_do(w: World) -> None:
    match = await w.play(game="go")
    reply = await w.open_form(w.alice, match)
    await w.refused(w.alice, w.alice.submit(reply.form, {"move": " "}), "modal.nothing")


async def test_every_game_is_played_from_the_keyboard(w: World) -> None:
    for slug, typed, move in TYPED:
        match = await w.play(game=slug)
        await w.alice.command(w.games, "move", move=typed, match=match.id)
        assert (await w.answered(match)).moves[0] == move


async def test_a_reply_to_the_board_is_a_move(w: World) -> None:
    match = await w.play(game="go")
    w.alice.say(w.games, f"<@{w.sandbox.state.bot_id}> k9", reply_to=w.board(match))
    said = await w.alice.until(w.games, lambda one: "off the board" in one.content)
    assert f"<@{w.alice.id}>" not in said.content
    w.alice.say(w.games, "e5", reply_to=w.board(match))
    match = await w.answered(await w.until(match, lambda one: one.ply > 1))
    assert match.moves[0] == "e5"


async def test_other_replies_are_ignored(w: World) -> None:
    match, before = await w.play(game="go"), w.public()
    w.bob.say(w.games, "e5", reply_to=w.board(match))
    w.alice.say(w.games, "what a fine board this is, is it not?", reply_to=w.board(match))
    w.alice.say(w.games, "e5")
    await w.alice.command(w.games, "move", move="d4")
    match = await w.answered(match)
    assert match.moves[0] == "d4"
    assert len(w.public()) == len(before) + 3, "the board is below what was written, and not where it was"


async def test_a_hint_separates_moves_of_two_squares(w: World, player: FakePlayer) -> None:
    match = await w.play(game="hare_and_hounds", side="first")
    player.line = [Move("a2-a3"), Move("b5-b4")]
    await w.alice.click(w.board(match), label="Hint")
    await w.reads_board(match, "💡 Hint: **a2 → a3**")
    assert (w.board(match).button("a3").custom_id or "").endswith(":a2-a3")


SWAP2 = ("h8", "o15", "h9", "two", "a1", "a15", "white", "b15", "h10", "c15", "h11", "d15", "h12")


async def test_swap2_between_two_people_over_a_restart(w: World) -> None:
    match = await w.match_of_two(game="gomoku", variant="swap2-15")
    players, position = {Side.FIRST: w.alice, Side.SECOND: w.bob}, GAMES["gomoku"].start("swap2-15")
    for ply, move in enumerate(map(Move, SWAP2)):
        mover = players[position.to_move]
        if ply in {3, 6}:
            other = w.alice if mover is w.bob else w.bob
            press = Press(Verb.MOVE, match.id, match.position_id, move).custom_id("b")
            await w.refused(other, other.click(w.board(match), custom_id=press), "match.not-your-turn")
            assert texts("en").plain(f"gomoku.choose-{move}") in [one.label for one in w.board(match).buttons]
            await w.restart()
        await w.press(mover, match, move)
        match, position = await w.shown(match), position.play(move)
    assert (match.state, match.winner, match.reason) == ("over", Side.SECOND, "outcome.five")
    # Alice took White, so Bob had Black.
    assert f"White\N{NO-BREAK SPACE}<@{w.alice.id}>" in w.board(match).text.splitlines()[1]


@pytest.mark.parametrize("side", ["first", "second"])
async def test_swap2_against_the_computer(w: World, side: str) -> None:
    """The computer opens and chooses, several moves in a row."""
    match = await w.answered(await w.play(game="gomoku", variant="swap2-15", side=side))
    if side == "first":
        for move in ("h8", "i9", "j3"):
            await w.press(w.alice, match, move)
            match = await w.shown(match)
        match = await w.answered(match)
        assert match.moves[3] in ("black", "white")
    else:
        assert match.ply == 3
        await w.press(w.alice, match, "black")
        match = await w.answered(match)
        assert match.ply == 5
    assert match.state == "playing"
